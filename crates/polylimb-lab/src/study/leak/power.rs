//! Exponentiations with secret exponents.

use super::Subject;
use crate::failure::{Failure, Result};
use crate::registry::powm::{Listed, Named, Power, all, find};
use crate::registry::{self, Listed as Multiplication, TEAM};
use crate::study::draw::{below, generator, modulus, number, to_words, words};
use num_bigint::BigUint;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::Request;
use std::sync::Arc;

/// Variable-time methods, examined by default to show what a leak looks like.
const CONTROLS: [&str; 2] = ["binary-left-to-right", "sliding-window"];

/// The subjects to examine.
pub struct Options {
    /// Bits of modulus and exponent.
    pub bits: usize,
    /// The methods; `None` for all constant-time methods and some that are not.
    pub algorithms: Option<Vec<String>>,
    /// The multiplication; `None` for the best of the size.
    pub modmul: Option<Multiplication>,
    /// Its kernel.
    pub kernel: Kernel,
    /// The seed of the modulus and the base.
    pub seed: u64,
    /// Whether threads stay on cores of their own.
    pub pin: bool,
}

/// One method with a modulus and a base.
pub struct Powers {
    listed: Listed,
    constant_time: bool,
    threads: usize,
    bits: usize,
    kernel: &'static str,
    power: Power,
    modulus: BigUint,
    base: Vec<Word>,
    result: Vec<Word>,
}

impl Powers {
    /// The subjects of the options, each on the fewest threads it supports, with a random odd
    /// modulus and a base below it.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an unknown name, or a multiplication that does not support the size.
    pub fn all(options: &Options) -> Result<Vec<Self>> {
        let listed = all();
        let there = crate::host::hardware_threads().len();
        let chosen: Vec<Listed> = match &options.algorithms {
            Some(names) => names.iter().map(|name| find(&listed, name)).collect::<Result<_>>()?,
            None => listed
                .into_iter()
                .filter(|l| {
                    let entry = l.entry();
                    entry.constant_time == ConstantTime::Yes || CONTROLS.contains(&entry.name)
                })
                .filter(|l| l.entry().threads.min() <= there)
                .collect(),
        };
        chosen.into_iter().map(|listed| Self::new(listed, options)).collect()
    }

    fn new(listed: Listed, options: &Options) -> Result<Self> {
        let rng = &mut generator(options.seed, options.bits);
        let drawn = modulus(rng, options.bits);
        let base = below(rng, &drawn);
        let modulus = words(&drawn);
        let threads = listed.entry().threads.min();
        let mut constant_time = listed.entry().constant_time == ConstantTime::Yes;
        let power = match listed {
            Listed::Baseline(baseline) => Power::baseline(baseline, &modulus),
            Listed::Library(method) => {
                let entry = match options.modmul {
                    Some(modmul) => modmul.entry,
                    None => registry::best(options.bits, true, options.kernel)?,
                };
                entry.check_threads(1).map_err(|e| {
                    Failure::usage(format!("{e}; choose a multiplication of one thread"))
                })?;
                constant_time &= entry.constant_time == ConstantTime::Yes;
                let request = Request { kernel: options.kernel, ..Request::new(&modulus) };
                let split = registry::split(registry::executor(TEAM)?, threads, options.pin)?;
                Power::library(method, entry.build(&request)?, Arc::clone(&split), None)?
            }
        };
        let base = to_words(&base, modulus.len());
        let result = vec![0; modulus.len()];
        let kernel = match listed {
            Listed::Library(_) => options.kernel.name(),
            Listed::Baseline(baseline) => baseline.name,
        };
        let (bits, modulus) = (options.bits, drawn);
        Ok(Self { listed, constant_time, threads, bits, kernel, power, modulus, base, result })
    }
}

impl Subject for Powers {
    fn name(&self) -> &str {
        self.listed.entry().name
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn kernel(&self) -> &str {
        self.kernel
    }

    fn constant_time(&self) -> bool {
        self.constant_time
    }

    fn bits(&self) -> usize {
        self.bits
    }

    fn run(&mut self, secret: &[Word]) {
        self.power.pow(&mut self.result, &self.base, secret, self.bits);
    }

    fn is_right(&self, secret: &[Word]) -> bool {
        let power = number(&self.base).modpow(&number(secret), &self.modulus);
        self.result == to_words(&power, self.result.len())
    }
}
