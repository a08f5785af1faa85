//! A row before a size is chosen: what it computes, how, and on how many threads.

use super::batch::Batch;
use super::chain::Chain;
use super::crt::Private;
use super::fixed_base::FixedBase;
use super::product::{By, Product};
use super::{AtSize, crt, product};
use crate::executor;
use crate::record::Measurement;
use crate::registry::powm::{Listed, Measured, Named, Power};
use crate::registry::{self, Listed as Multiplication};
use crate::study::{Bench, Row};
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::limb::Kernel;
use polylimb::authors::modmul::{ModMul, Request};
use polylimb::cpu::Features;
use polylimb::{Alone, Split};
use std::sync::Arc;

/// The computation of a row.
pub(super) struct Variant {
    pub(super) what: Measured,
    /// `None` for the best of the size.
    pub(super) modmul: Option<Multiplication>,
    pub(super) lanes: usize,
    /// The threads of a product.
    pub(super) product_threads: usize,
    pub(super) width: Option<usize>,
    pub(super) executor: Option<&'static executor::Entry>,
    pub(super) kernel: Kernel,
}

/// The number of primes of the modulus of the plain power, which stands for comparison.
const PRIMES_OF_PLAIN: usize = 2;

/// Whether it computes over the multiplications of the study's options; the others bring their own.
pub(super) const fn takes_multiplications(what: &Measured) -> bool {
    match what {
        Measured::Power(Listed::Library(_))
        | Measured::FixedBase(_)
        | Measured::Product(_)
        | Measured::SeparatePowers => true,
        Measured::Power(Listed::Baseline(_))
        | Measured::Batch
        | Measured::Crt(_)
        | Measured::UnknownFactors => false,
    }
}

impl Variant {
    pub(super) fn threads(&self) -> usize {
        self.lanes * self.product_threads
    }

    /// The number of its measurements at a size.
    pub(super) fn planned(&self, bits: usize) -> usize {
        let serves = self.modmul.is_none_or(|m| m.entry.domain.accepts_odd_of(bits));
        match self.what {
            Measured::Product(_) | Measured::SeparatePowers if serves => product::ops(),
            Measured::Crt(factors) => usize::from(crt::has(factors.primes(), bits)),
            Measured::UnknownFactors => usize::from(crt::has(PRIMES_OF_PLAIN, bits)),
            _ => usize::from(serves),
        }
    }

    /// The bench of the row at a size, with `split` for its threads.
    pub(super) fn bench<'a>(
        &self,
        size: &'a AtSize<'_>,
        split: &Arc<dyn Split>,
    ) -> polylimb::Result<Box<dyn Bench + 'a>> {
        let numbers = &size.powers;
        let kernel = self.kernel.name();
        let lanes = || if self.lanes == 1 { Arc::new(Alone) } else { Arc::clone(split) };
        let modmul = || self.multiplication(&numbers.modulus, numbers.bits, split);
        Ok(match self.what {
            Measured::Power(power) => {
                let power = match power {
                    Listed::Library(method) => {
                        Power::library(method, modmul()?, lanes(), self.width)?
                    }
                    Listed::Baseline(baseline) => Power::baseline(baseline, &numbers.modulus),
                };
                Box::new(Chain::new(power, numbers))
            }
            Measured::FixedBase(method) => {
                Box::new(FixedBase::new(method, modmul()?.into(), lanes(), numbers)?)
            }
            Measured::Batch => Box::new(Batch::new(size.batch(), self.features(), split)?),
            Measured::Product(method) => {
                let by = By::Product(method);
                Box::new(Product::new(by, modmul()?, lanes(), size.products()))
            }
            Measured::SeparatePowers => {
                Box::new(Product::new(By::powers()?, modmul()?, lanes(), size.products()))
            }
            Measured::Crt(factors) => {
                Box::new(Private::by_factors(size.key(factors.primes())?, kernel, split)?)
            }
            Measured::UnknownFactors => {
                Box::new(Private::by_exponent(size.key(PRIMES_OF_PLAIN)?, kernel)?)
            }
        })
    }

    /// The chosen multiplication or the best for the size; on one thread under several parts.
    fn multiplication(
        &self,
        modulus: &[polylimb::authors::limb::Word],
        bits: usize,
        split: &Arc<dyn Split>,
    ) -> polylimb::Result<Box<dyn ModMul>> {
        let split = if self.lanes == 1 { Arc::clone(split) } else { Arc::new(Alone) };
        let entry = match self.modmul {
            Some(modmul) => modmul.entry,
            None => registry::best(bits, true, self.kernel)
                .map_err(|_| polylimb::Error::UnknownName { kind: "modmul algorithm" })?,
        };
        entry.build(&Request { kernel: self.kernel, split, ..Request::new(modulus) })
    }

    /// What a batch may use: the vectors of the kernel. Only `ifma` has vectors.
    fn features(&self) -> Features {
        if self.kernel.name() == "ifma" { Features::detect() } else { Features::NONE }
    }

    /// The method's property if the multiplication is constant-time; the best of the size is.
    fn constant_time(&self) -> ConstantTime {
        match self.modmul.map(|m| m.entry.constant_time) {
            Some(leaky) if leaky != ConstantTime::Yes => leaky,
            _ => self.what.entry().constant_time,
        }
    }

    /// Its measurement, without the size and the measured values, and the options that select it.
    pub(super) fn row(&self) -> Row {
        let entry = self.what.entry();
        let mut names = Measurement {
            study: "powm".into(),
            algorithm: entry.name.into(),
            threads: self.threads(),
            kernel: if entry.make.library { self.kernel.name() } else { "gmp" }.into(),
            executor: self.executor.map_or("alone", |e| e.name).into(),
            constant_time: registry::constant_time(self.constant_time()).into(),
            library: entry.make.library,
            ..Measurement::default()
        };
        names.params.insert("lanes".into(), self.lanes.into());
        let mut words = vec!["--algorithms".to_owned(), entry.name.to_owned()];
        words.extend(["--kernel".into(), self.kernel.name().to_owned()]);
        let mut chosen = Vec::new();
        if let Some(modmul) = self.modmul {
            chosen.push(format!("over {}", modmul.entry.name));
            words.extend(["--modmul".into(), modmul.entry.name.to_owned()]);
        }
        if let Some(width) = self.width {
            names.params.insert("width".into(), width.into());
            chosen.push(format!("width {width}"));
            words.extend(["--width".into(), width.to_string()]);
        }
        names.variant = chosen.join(", ");
        Row { threads: self.threads(), executor: self.executor, names, words }
    }
}
