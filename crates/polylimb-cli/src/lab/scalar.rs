//! `polylimb lab scalar`: the choice of curves, methods, recodings, coordinates, multiplications
//! and ways of squaring.

use super::given::Given;
use super::options::{
    Beside, Defaults, How, Kernels, Modmuls, Parallel, Timed, Times, Width, names,
};
use super::{mote, operations};
use crate::calc::ec::multiply;
use crate::calc::recode;
use polylimb::authors::entry::Domain;
use polylimb_catalogue::coordinates::of;
use polylimb_catalogue::modmul::Squaring;
use polylimb_catalogue::multiply::METHODS;
use polylimb_catalogue::recoding::RECODINGS;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::registry::curve::binary::{Multiplication, system};
use polylimb_lab::registry::{self, curve};
use polylimb_lab::study::Study;
use polylimb_lab::study::plan::{Budget, Plan};
use polylimb_lab::study::scalar::binary::{self, Binary};
use polylimb_lab::study::scalar::inside::{self, Inside};
use polylimb_lab::study::scalar::methods::{self, Methods};
use polylimb_lab::study::scalar::{Curve, settle};
use std::time::Duration;

const fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// The sizes are the curves'.
const COMPARE: Defaults = Defaults {
    bits: &[],
    alone_bits: 0,
    runs: 1000,
    budget: Budget::All(ms(40_000), ms(20), ms(1000)),
};
const COMPARE_QUICK: Defaults =
    Defaults { budget: Budget::All(ms(4000), ms(5), ms(50)), ..COMPARE };
const INSIDE: Defaults = Defaults { budget: Budget::Each(ms(30)), ..COMPARE };
const INSIDE_QUICK: Defaults = Defaults { budget: Budget::Each(ms(4)), ..COMPARE };
/// Each run waits for seconds.
const SETTLE: Defaults = Defaults { runs: 5, ..COMPARE };
/// The default curve of a comparison of methods.
const CURVE: &str = "P-256";
/// The curves of `[Arruda2014]`.
const CURVES: &str = "P-256,P-384,P-521,SS_P1536";
/// The default curves of single operations.
const CURVES_OF_POINTS: &str = "P-256,P-521,SS_P1536";
/// The curves of a quick run.
const CURVES_QUICK: &str = "P-521";

/// The options of `lab scalar`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(after_help = "Examples:
  polylimb lab scalar --methods all --curve P-384
  polylimb lab scalar --curve P-256,P-521 --modmul montgomery-sos,bipartite --threads 1,2")]
pub(crate) struct Options {
    #[command(flatten)]
    pub(super) parallel: Parallel,
    #[command(flatten)]
    pub(super) kernels: Kernels,
    #[command(flatten)]
    pub(super) modmuls: Modmuls,
    #[command(flatten)]
    pub(super) width: Width,
    /// The curves by name, comma separated, or @FILE.json with parameters of your own; without it
    /// the thesis's, for methods P-256
    #[arg(long, value_name = "LIST")]
    pub(super) curve: Option<String>,
    /// Compare these methods in their recodings and coordinates, comma separated, or `all`
    #[arg(long, value_name = "LIST")]
    pub(super) methods: Option<String>,
    /// The recodings of the methods, comma separated, or `all`, which is the default
    #[arg(long, value_name = "LIST")]
    pub(super) recoding: Option<String>,
    /// The coordinates of the methods, comma separated, or `all`, which is the default
    #[arg(long, value_name = "LIST")]
    pub(super) coordinates: Option<String>,
    /// Ways to square: multp (the product with both operands equal), sqr, comba; comma separated,
    /// or `all`, which is the default
    #[arg(long, value_name = "LIST")]
    pub(super) squaring: Option<String>,
    /// The first multiplication after pauses of up to a second
    #[arg(long)]
    pub(super) settle: bool,
    #[command(flatten)]
    pub(super) times: Times,
    /// Show the published figures beside
    #[arg(long)]
    pub(super) published: bool,
    /// Measure doublings and additions of points with their products on one core and on two
    #[arg(long)]
    pub(super) operations: bool,
}

/// Measures.
pub(super) fn run(options: &Options, given: &Given) -> Result<()> {
    if options.operations {
        given.check_only(&["--operations", "--json", "--curve"], "--operations")?;
        let curves = options.curves(CURVES_OF_POINTS)?;
        return operations::of_points(&curves, options.times.places.json.as_deref(), given);
    }
    if options.times.places.target.trim() == mote::TARGET {
        given.check_only(&["--target", "--runs", "--json", "--published"], mote::TARGET)?;
        return mote::run("scalar", &options.times, given);
    }
    super::measure(options, given)
}

impl Timed for Options {
    fn times(&self) -> &Times {
        &self.times
    }

    fn beside(&self) -> Beside {
        Beside { published: self.published, model: false }
    }

    /// A study for each curve.
    fn studies(&self, how: &How) -> Result<Vec<Box<dyn Study>>> {
        let plan = |slow, fast| {
            let plan = self.times.plan(if how.quick { fast } else { slow }, how)?;
            self.kernels.apply(self.parallel.apply(plan, how)?, how)
        };
        if !how.here() {
            plan(&INSIDE, &INSIDE_QUICK)?;
            self.width.value()?;
            return Ok(Vec::new());
        }
        self.check()?;
        let mut studies: Vec<Box<dyn Study>> = Vec::new();
        if self.methods.is_some() || how.quick {
            for curve in names(self.curve.as_deref().unwrap_or(CURVE)) {
                let (curve, plan) = (curve::find(&curve)?.into(), plan(&COMPARE, &COMPARE_QUICK)?);
                studies.push(self.methods_study(curve, plan)?);
            }
        }
        if self.settle {
            for curve in self.curves(CURVES_QUICK)? {
                let modmuls = self.modmuls.named()?;
                let study = settle::Settle::new(plan(&SETTLE, &SETTLE)?, &curve, modmuls)?;
                studies.push(Box::new(study));
            }
        } else if self.methods.is_none() {
            for curve in self.curves(if how.quick { CURVES_QUICK } else { CURVES })? {
                let options = self.inside_options(curve, how.quick)?;
                studies.push(Box::new(Inside::new(plan(&INSIDE, &INSIDE_QUICK)?, &options)?));
            }
        }
        Ok(studies)
    }
}

impl Options {
    /// Checks that no option is given that belongs to another kind of study.
    fn check(&self) -> Result<()> {
        let wrong = |option: &str, with: &str| {
            Err(Failure::usage(format!(
                "{option} belongs to lab scalar {with}; see polylimb lab scalar --help"
            )))
        };
        let of_methods = [
            ("--recoding", self.recoding.is_some()),
            ("--coordinates", self.coordinates.is_some()),
            ("--width", self.width.is_given()),
        ];
        match of_methods.iter().find(|(_, given)| *given) {
            Some((option, _)) if self.methods.is_none() => wrong(option, "--methods"),
            _ if self.methods.is_some() && self.squaring.is_some() => {
                wrong("--squaring", "without --methods")
            }
            _ if self.methods.is_some() && self.published => {
                wrong("--published", "without --methods")
            }
            _ if self.settle && (self.methods.is_some() || self.squaring.is_some()) => {
                wrong("--settle", "without --methods and --squaring")
            }
            _ => Ok(()),
        }
    }

    fn curves(&self, default: &str) -> Result<Vec<Curve>> {
        let names = names(self.curve.as_deref().unwrap_or(default));
        let instead = "lab scalar --methods measures there, on sect163k1 and sect163r2 with --target simavr too";
        let find = |name: &String| curve::find_over_prime(name, instead).map(Curve::new);
        names.iter().map(find).collect()
    }

    /// The study of methods over the curve's kind of field.
    fn methods_study(&self, curve: Curve, plan: Plan) -> Result<Box<dyn Study>> {
        Ok(if curve.parameters.is_binary() {
            Box::new(Binary::new(plan, &self.binary_options(curve)?)?)
        } else {
            Box::new(Methods::new(plan, &self.methods_options(curve)?)?)
        })
    }

    fn binary_options(&self, curve: Curve) -> Result<binary::Options> {
        let of_primes =
            [("--modmul", self.modmuls.is_given()), ("--kernel", self.kernels.is_given())];
        if let Some((option, _)) = of_primes.iter().find(|(_, given)| *given) {
            return Err(Failure::usage(format!(
                "{option} is for curves over prime fields, and {} is none",
                curve.title
            )));
        }
        let methods = match self.methods.as_deref() {
            None | Some("all") => {
                Multiplication::all().filter(|m| m.refusal(&curve).is_none()).collect()
            }
            Some(text) => {
                names(text).iter().map(|name| Multiplication::find(name)).collect::<Result<_>>()?
            }
        };
        Ok(binary::Options {
            methods,
            curve,
            recodings: chosen(self.recoding.as_deref(), RECODINGS, recode::find)?,
            width: self.width.value()?,
            coordinates: chosen(self.coordinates.as_deref(), of(Domain::BinaryCurves), system)?,
        })
    }

    fn methods_options(&self, curve: Curve) -> Result<methods::Options> {
        Ok(methods::Options {
            curve,
            methods: chosen(self.methods.as_deref(), METHODS, multiply::method)?,
            recodings: chosen(self.recoding.as_deref(), RECODINGS, recode::find)?,
            width: self.width.value()?,
            coordinates: chosen(
                self.coordinates.as_deref(),
                of(Domain::PrimeCurves),
                multiply::system,
            )?,
            modmuls: self.modmuls.named()?,
        })
    }

    fn inside_options(&self, curve: Curve, quick: bool) -> Result<inside::Options> {
        let find = |name: &str| {
            Squaring::find(name).map_err(|_| {
                let names = Squaring::ALL.map(Squaring::name).join(", ");
                Failure::usage(format!("there is no squaring '{name}'; there are: {names}"))
            })
        };
        Ok(inside::Options {
            curve,
            modmuls: self.modmuls.named()?.unwrap_or_else(registry::all),
            squarings: match self.squaring.as_deref() {
                None if quick => vec![Squaring::Sqr],
                None | Some("all") => Squaring::ALL.to_vec(),
                Some(text) => names(text).iter().map(|name| find(name)).collect::<Result<_>>()?,
            },
        })
    }
}

/// The entries of the list `text`; all without a list.
fn chosen<T: 'static>(
    text: Option<&str>,
    all: impl IntoIterator<Item = &'static T>,
    find: impl Fn(&str) -> Result<&'static T>,
) -> Result<Vec<&'static T>> {
    match text {
        None | Some("all") => Ok(all.into_iter().collect()),
        Some(text) => names(text).iter().map(|name| find(name)).collect(),
    }
}
