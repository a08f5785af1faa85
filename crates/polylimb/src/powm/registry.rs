//! The exponentiations that the library uses, by name.

use super::model::Prediction;
use super::{Exponent, fixed_window, sliding_window};
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::ModMul;
use crate::team::Split;

/// The methods that [`Modulus::pow`](crate::modmul::Modulus::pow) and its variants use. Programs
/// chain other lists behind it: the crate `polylimb-catalogue` has the methods of the literature.
pub static METHODS: &[Entry] = &[sliding_window::ENTRY, fixed_window::ENTRY];

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
    /// The method of that name in [`METHODS`].
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn find(name: &str) -> Result<&'static Self> {
        crate::entry::find(METHODS, "powm method", name)
    }

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
