//! The components of a scalar multiplication: method, recoding, width, coordinates, modular
//! multiplication, threads.

use crate::calc::recode;
use crate::calc::{is_odd, parse_threads};
use crate::lab::parse_width;
use polylimb::authors::curve::Parameters;
use polylimb::authors::entry::Domain;
use polylimb::authors::limb::{Kernel, Natural};
use polylimb::authors::modmul::{ModMul, Request};
use polylimb::cpu::Features;
use polylimb::{Alone, Split};
use polylimb_catalogue::coordinates::{self, System};
use polylimb_catalogue::multiply::{METHODS, Method};
use polylimb_catalogue::recoding::{Form, Recoding};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::shorten;
use polylimb_lab::registry::{self, TEAM};
use std::sync::Arc;

/// Constant-time, for any base.
const METHOD: &str = "fixed-window";
/// The constant-time law.
pub(super) const COMPLETE: &str = "complete";

#[derive(Debug, clap::Args)]
#[group(id = "multiply")]
pub(super) struct Options {
    /// The scalar multiplication; without it fixed-window, which is constant-time
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// How the scalar is written, as the method allows; without it as it does by default
    #[arg(long, value_name = "NAME")]
    recoding: Option<String>,
    /// The window's width in bits, for a recoding with a window
    #[arg(long, value_name = "W", allow_hyphen_values = true)]
    width: Option<String>,
    /// The coordinate system; without it complete, which is constant-time
    #[arg(long, value_name = "NAME")]
    coordinates: Option<String>,
    /// What multiplies modulo the prime; without it the choice of the built-in profile
    #[arg(long, value_name = "NAME")]
    modmul: Option<String>,
    /// The threads of a parallel method, else of the modular multiplication; without it the fewest
    /// it runs on
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
}

/// The chosen components.
pub(super) struct Chosen {
    pub(super) method: &'static Method,
    pub(super) recoding: &'static Recoding,
    pub(super) width: Option<usize>,
    pub(super) system: &'static System,
    pub(super) modmul: Arc<dyn ModMul>,
    pub(super) threads: usize,
    /// Runs the parts of a parallel method.
    pub(super) split: Arc<dyn Split>,
}

impl Options {
    /// Whether any of the options was given.
    pub(super) const fn given(&self) -> bool {
        self.method.is_some()
            || self.recoding.is_some()
            || self.width.is_some()
            || self.coordinates.is_some()
            || self.modmul.is_some()
            || self.threads.is_some()
    }

    pub(super) fn choose(&self, parameters: &Parameters, k: &Natural) -> Result<Chosen> {
        let method = method(self.method.as_deref().unwrap_or(METHOD))?;
        let recoding = self.recoding(method.name, method.make.recodings)?;
        check_terms(method.name, matches!(recoding.make.form, Form::Terms(_)), k)?;
        let width = self.width(recoding)?;
        let system = system(self.coordinates.as_deref().unwrap_or(COMPLETE))?;
        let asked = self.threads.as_deref().map(parse_threads).transpose()?;
        if method.threads.max() == 1 {
            let (modmul, threads) = self.modular(parameters, asked)?;
            let split: Arc<dyn Split> = Arc::new(Alone);
            return Ok(Chosen { method, recoding, width, system, modmul, threads, split });
        }
        let threads = asked.unwrap_or(method.threads.min());
        method.threads.check(method.name, threads)?;
        let (modmul, _) = self.modular(parameters, Some(1))?;
        let split = registry::split(registry::executor(TEAM)?, threads, false)?;
        Ok(Chosen { method, recoding, width, system, modmul, threads, split })
    }

    pub(super) fn method(&self) -> Option<&str> {
        self.method.as_deref()
    }

    pub(super) fn coordinates(&self) -> Option<&str> {
        self.coordinates.as_deref()
    }

    pub(super) fn modmul(&self) -> Option<&str> {
        self.modmul.as_deref()
    }

    pub(super) fn threads(&self) -> Option<&str> {
        self.threads.as_deref()
    }

    /// The recoding, among the method's recodings.
    pub(super) fn recoding(
        &self,
        method: &str,
        recodings: &[&'static str],
    ) -> Result<&'static Recoding> {
        let recoding = recode::find(self.recoding.as_deref().unwrap_or(recodings[0]))?;
        if recodings.contains(&recoding.name) {
            return Ok(recoding);
        }
        Err(Failure::usage(format!(
            "{method} does not take the recoding {}; it takes: {}",
            recoding.name,
            recodings.join(", ")
        )))
    }

    /// The window's width, if given.
    pub(super) fn width(&self, recoding: &Recoding) -> Result<Option<usize>> {
        let width = self.width.as_deref().map(parse_width).transpose()?;
        width.map(|w| recode::check_width(recoding, w)).transpose()
    }

    fn modular(
        &self,
        parameters: &Parameters,
        threads: Option<usize>,
    ) -> Result<(Arc<dyn ModMul>, usize)> {
        let (listed, p) = (registry::all(), parameters.prime());
        let kernel = Kernel::best(Features::detect());
        let entry = match (&self.modmul, threads) {
            (Some(name), _) => registry::find(&listed, name)?.entry,
            (None, Some(threads)) if threads > 1 => {
                registry::default_for(&listed, p, threads).map_err(|_| {
                    Failure::usage(format!(
                        "no constant-time modular multiplication runs on {threads} threads for this prime; choose one with --modmul"
                    ))
                })?.entry
            }
            (None, _) => {
                registry::best(parameters.bits(), is_odd(&Natural::from_words(p)), kernel)?
            }
        };
        let threads = threads.unwrap_or(entry.threads.min());
        // Checked before threads are started.
        entry.check_threads(threads)?;
        let split = registry::split(registry::executor(TEAM)?, threads, false)?;
        Ok((entry.build(&Request { kernel, split, ..Request::new(p) })?.into(), threads))
    }
}

/// Terms of chains are found by a search, so long scalars are refused.
pub(super) fn check_terms(method: &str, are_terms: bool, k: &Natural) -> Result<()> {
    if are_terms && k.bits_vartime() > recode::MOST_BITS_OF_TERMS {
        return Err(Failure::usage(format!(
            "{method} searches for its chain; give a K of at most {} bits, or another --method",
            recode::MOST_BITS_OF_TERMS
        )));
    }
    Ok(())
}

/// The scalar multiplication of that name.
pub(crate) fn method(name: &str) -> Result<&'static Method> {
    METHODS.iter().find(|m| m.name == name).ok_or_else(|| {
        let names: Vec<_> = METHODS.iter().map(|m| m.name).collect();
        Failure::usage(format!(
            "there is no scalar multiplication '{}'; there are: {}",
            shorten(name),
            names.join(", ")
        ))
    })
}

/// The coordinate system of that name.
pub(crate) fn system(name: &str) -> Result<&'static System> {
    coordinates::find(name, Domain::PrimeCurves).map_err(|_| {
        let names: Vec<_> = coordinates::of(Domain::PrimeCurves).map(|s| s.name).collect();
        Failure::usage(format!(
            "there are no coordinates '{}'; there are: {}",
            shorten(name),
            names.join(", ")
        ))
    })
}
