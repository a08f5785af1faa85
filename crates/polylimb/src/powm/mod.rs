//! Modular exponentiation: one file per method, over any [`ModMul`].
//!
//! **Layers.** Applications call [`Modulus::pow`](crate::modmul::Modulus::pow) and its variants.
//! The laboratory and the tests use lists of [`Entry`]s: the two of [`METHODS`], and the entries of
//! the crate `polylimb-catalogue`. An entry computes one [`Job`]. [`authors`] explains how to write
//! one.
//!
//! Special cases: [`fixed_base`] (many exponents, one base), [`product`] (several powers
//! multiplied) and [`crt`] (known factors of the modulus). The first two have lists of their own.
//!
//! **Threads.** A method of several threads runs a whole chain of multiplications on each. The
//! multiplication may be parallel itself, but then the method should have one thread. [`model`]
//! predicts the cost of a method.
//!
//! **Secrets.** A method whose [`ConstantTime`](crate::modmul::ConstantTime) is `Yes` takes a time
//! that depends only on the exponent's *stated* length ([`Exponent::len`]), if the multiplication
//! is constant-time, too.
//!
//! Imports: `modmul` and the layers below it. Read [`Exponent`], [`authors`], then
//! `fixed_window.rs`.
//!
//! ```
//! use polylimb::modmul::{Modulus, Options};
//! let modulus = Modulus::new(&[101], &Options::default())?;
//! assert_eq!(modulus.pow(&[3], &[100])?, [1]);
//! # Ok::<(), polylimb::Error>(())
//! ```

use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::ModMul;
use crate::team::Split;
use model::Prediction;

mod accumulator;
pub mod authors;
mod batch;
mod face;
pub mod model;
mod table;

// The methods.
mod fixed_window;
mod sliding_window;

// The special cases.
pub mod crt;
pub mod fixed_base;
pub mod product;

pub use crate::limb::Bits as Exponent;
use accumulator::Accumulator;
pub use batch::{BatchJob, BatchOptions, BatchPowm, pow_batch};
pub use crt::CrtModulus;
pub use fixed_base::{FixedBase, FixedBaseOptions};

// The exponentiations that the library uses, by name.

/// The methods that [`Modulus::pow`](crate::modmul::Modulus::pow) and its variants use. Programs
/// chain other lists behind it: the crate `polylimb-catalogue` has the methods of the literature.
pub static METHODS: &[Entry] = &[sliding_window::ENTRY, fixed_window::ENTRY];

/// The method of that name in [`METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Entry> {
    crate::entry::find(METHODS, "powm method", name)
}

/// A way to raise any base to any exponent, by [`Entry::pow`].
///
/// It runs on the threads of [`Job::split`], over any multiplication.
pub type Entry = crate::entry::Entry<Make>;

/// The properties and the function of a method.
#[derive(Debug, Clone, Copy)]
pub struct Make {
    /// Its window widths.
    pub width: Width,
    /// Its expected cost for a random exponent, by bits, threads and width (`None` for its choice).
    pub expected: fn(usize, usize, Option<usize>) -> Prediction,
    /// Computes the power. Called through [`Entry::pow`], which checks the job.
    pub pow: fn(&Job<'_>, &mut [Word]),
}

/// The window widths of a method.
#[derive(Debug, Clone, Copy)]
pub enum Width {
    /// No window.
    None,
    /// 1 to `most` bits.
    UpTo {
        /// The widest window.
        most: usize,
        /// The method's choice for an exponent of the given bits.
        best: fn(usize) -> usize,
    },
}

impl Width {
    /// Whether the method takes windows of `width` bits.
    #[must_use]
    pub fn takes(self, width: usize) -> bool {
        matches!(self, Self::UpTo { most, .. } if (1..=most).contains(&width))
    }
}

/// One exponentiation.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The multiplication.
    pub modmul: &'a dyn ModMul,
    /// The base, a residue of `modmul`.
    pub base: &'a [Word],
    /// The exponent.
    pub exponent: Exponent<'a>,
    /// Runs the parts, one for each of its threads.
    pub split: &'a dyn Split,
    /// The window's width in bits; `None` for the method's choice.
    pub width: Option<usize>,
}

impl Entry {
    /// `r` = the residue of `base^exponent`; 1 for the exponent 0.
    ///
    /// # Errors
    /// [`Error::Threads`] if it does not run on the threads of the job; [`Error::Parameter`] for a
    /// width that it does not take; [`Error::Length`] if base or `r` is not as long as a residue.
    pub fn pow(&self, job: &Job<'_>, r: &mut [Word]) -> Result<()> {
        let expected = job.modmul.residue_words();
        for (what, got) in
            [("the base's residue", job.base.len()), ("the result's residue", r.len())]
        {
            if got != expected {
                return Err(Error::Length { what, expected, got });
            }
        }
        self.check_threads(job.split.threads())?;
        if let Some(width) = job.width
            && !self.make.width.takes(width)
        {
            return Err(Error::Parameter {
                expected: match self.make.width {
                    Width::UpTo { .. } => "width: 1 bit to the method's widest window",
                    Width::None => "no width: the method has no window",
                },
            });
        }
        (self.make.pow)(job, r);
        Ok(())
    }
}
