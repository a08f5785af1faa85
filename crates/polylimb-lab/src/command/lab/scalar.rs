//! The studies of scalar multiplication: which curves, methods, recodings, coordinates, multiplications and ways of squaring.

use super::super::calc::ec::multiply;
use super::super::calc::recode;
use super::options::Arguments;
use super::studies::{Defaults, names};
use crate::failure::{Failure, Result};
use crate::registry::curve::binary::{Multiplication, system};
use crate::registry::{self, curve};
use crate::runner::Target;
use crate::study::Study;
use crate::study::plan::{Budget, Plan};
use crate::study::scalar::binary::{self, Binary};
use crate::study::scalar::inside::{self, Inside};
use crate::study::scalar::methods::{self, Methods};
use crate::study::scalar::{Curve, settle};
use polylimb::curve::COORDINATES;
use polylimb::curve::binary::BINARY_COORDINATES;
use polylimb::modmul::Squaring;
use polylimb::multiply::METHODS;
use polylimb::recoding::RECODINGS;
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
/// The curve of a comparison of methods where none is named.
const CURVE: &str = "P-256";
/// The thesis's curves.
const CURVES: &str = "P-256,P-384,P-521,SS_P1536";
/// Those of single operations.
const CURVES_OF_POINTS: &str = "P-256,P-521,SS_P1536";
/// Those of a quick run.
const CURVES_QUICK: &str = "P-521";

impl Arguments {
    /// A study for each curve; none in a quick run of other algorithms.
    pub(super) fn scalar_studies(&self, seed: u64, quick: bool) -> Result<Vec<Box<dyn Study>>> {
        let mut studies: Vec<Box<dyn Study>> = Vec::new();
        if quick && self.algorithms.as_deref().is_some_and(|text| text != "all") {
            return Ok(studies);
        }
        self.check_scalar_options(quick)?;
        let plan = |slow, fast| self.plan(if quick { fast } else { slow }, seed, &Target::Local);
        if self.methods.is_some() || quick {
            for curve in names(self.curve.as_deref().unwrap_or(CURVE)) {
                let (curve, plan) = (curve::find(&curve)?.into(), plan(&COMPARE, &COMPARE_QUICK)?);
                studies.push(self.methods_study(curve, plan)?);
            }
        }
        if self.settle {
            for curve in self.curves(CURVES_QUICK)? {
                let study = settle::Settle::new(plan(&SETTLE, &SETTLE)?, &curve, self.modmuls()?)?;
                studies.push(Box::new(study));
            }
        } else if self.methods.is_none() {
            for curve in self.curves(if quick { CURVES_QUICK } else { CURVES })? {
                let options = self.inside_options(curve, quick)?;
                studies.push(Box::new(Inside::new(plan(&INSIDE, &INSIDE_QUICK)?, &options)?));
            }
        }
        Ok(studies)
    }

    /// What belongs to one way to look at scalar multiplication alone.
    fn check_scalar_options(&self, quick: bool) -> Result<()> {
        let wrong = |option: &str, with: &str| {
            Err(Failure::usage(format!(
                "{option} belongs to lab scalar {with}; see polylimb lab --help"
            )))
        };
        let of_methods = [
            ("--recoding", self.recoding.is_some()),
            ("--coordinates", self.coordinates.is_some()),
            ("--width", self.width.is_some()),
        ];
        match of_methods.iter().find(|(_, given)| *given) {
            Some((option, _)) if self.methods.is_none() && !quick => wrong(option, "--methods"),
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

    /// The curves whose points `--operations` doubles and adds.
    pub(super) fn curves_of_points(&self) -> Result<Vec<Curve>> {
        self.curves(CURVES_OF_POINTS)
    }

    fn curves(&self, default: &str) -> Result<Vec<Curve>> {
        let names = names(self.curve.as_deref().unwrap_or(default));
        let instead = "lab scalar --methods measures there, on sect163k1 and sect163r2 with --target simavr too";
        let find = |name: &String| curve::find_over_prime(name, instead).map(Curve::new);
        names.iter().map(find).collect()
    }

    /// Which methods, over which fields.
    fn methods_study(&self, curve: Curve, plan: Plan) -> Result<Box<dyn Study>> {
        Ok(if curve.parameters.is_binary() {
            Box::new(Binary::new(plan, &self.binary_options(curve)?)?)
        } else {
            Box::new(Methods::new(plan, &self.methods_options(curve)?)?)
        })
    }

    fn binary_options(&self, curve: Curve) -> Result<binary::Options> {
        let of_primes = [("--modmul", self.modmul.is_some()), ("--kernel", self.kernel.is_some())];
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
            width: self.width()?,
            coordinates: chosen(self.coordinates.as_deref(), BINARY_COORDINATES, system)?,
        })
    }

    fn methods_options(&self, curve: Curve) -> Result<methods::Options> {
        Ok(methods::Options {
            curve,
            methods: chosen(self.methods.as_deref(), METHODS, multiply::method)?,
            recodings: chosen(self.recoding.as_deref(), RECODINGS, recode::find)?,
            width: self.width()?,
            coordinates: chosen(self.coordinates.as_deref(), COORDINATES, multiply::system)?,
            modmuls: self.modmuls()?,
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
            modmuls: self.modmuls()?.unwrap_or_else(registry::all),
            squarings: match self.squaring.as_deref() {
                None if quick => vec![Squaring::Sqr],
                None | Some("all") => Squaring::ALL.to_vec(),
                Some(text) => names(text).iter().map(|name| find(name)).collect::<Result<_>>()?,
            },
        })
    }
}

/// Those of that list; all without one.
fn chosen<T>(
    text: Option<&str>,
    all: &'static [T],
    find: impl Fn(&str) -> Result<&'static T>,
) -> Result<Vec<&'static T>> {
    match text {
        None | Some("all") => Ok(all.iter().collect()),
        Some(text) => names(text).iter().map(|name| find(name)).collect(),
    }
}
