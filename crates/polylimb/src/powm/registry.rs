//! All methods of exponentiation by name.

use super::{Exponent, binary_left_to_right, fixed_window};
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::{ConstantTime, ModMul, Threads};
use crate::team::Split;

/// Every method of the library, those of one lane first.
pub static METHODS: &[Method] = &[binary_left_to_right::METHOD, fixed_window::METHOD];

/// The method of that name in [`METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Method> {
    METHODS.iter().find(|m| m.name == name).ok_or(Error::UnknownName { kind: "powm method" })
}

/// A way to raise any base to any exponent.
#[derive(Clone, Copy)]
pub struct Method {
    /// The name in the literature, in kebab-case; the file has it in `snake_case`.
    pub name: &'static str,
    /// Where it was published: authors, year, algorithm number.
    pub source: &'static str,
    /// One line: the idea.
    pub summary: &'static str,
    /// On how many lanes it runs, each a thread of [`Job::split`].
    pub lanes: Threads,
    /// Whether its time tells nothing about base and exponent.
    pub constant_time: ConstantTime,
    /// Which window widths it takes.
    pub width: Width,
    /// Computes it. Called through [`Method::pow`], which checks the job.
    pub pow: fn(&Job<'_>, &mut [Word]),
}

/// Which window widths a method takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// It has no window.
    None,
    /// 1 to this many bits; by default the one with the fewest products.
    UpTo(usize),
}

/// One exponentiation.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// Multiplies.
    pub modmul: &'a dyn ModMul,
    /// The base, a residue of `modmul`.
    pub base: &'a [Word],
    /// The exponent.
    pub exponent: Exponent<'a>,
    /// Runs the lanes; its thread count is their number.
    pub split: &'a dyn Split,
    /// The window's width in bits; none for the method's choice.
    pub width: Option<usize>,
}

impl Method {
    /// `r` = the residue of `base^exponent`; 1 for the exponent 0.
    ///
    /// # Errors
    /// [`Error::Threads`] if it does not run on so many lanes; [`Error::Parameter`] for a width it does not
    /// take; [`Error::Length`] if base or `r` is not as long as a residue.
    pub fn pow(&self, job: &Job<'_>, r: &mut [Word]) -> Result<()> {
        let expected = job.modmul.residue_words();
        for (what, got) in
            [("the base's residue", job.base.len()), ("the result's residue", r.len())]
        {
            if got != expected {
                return Err(Error::Length { what, expected, got });
            }
        }
        self.check_lanes(job.split.threads())?;
        match (job.width, self.width) {
            (None, _) => {}
            (Some(w), Width::UpTo(most)) if (1..=most).contains(&w) => {}
            (Some(_), Width::UpTo(_)) => {
                return Err(Error::Parameter {
                    expected: "width: 1 bit to the method's widest window",
                });
            }
            (Some(_), Width::None) => {
                return Err(Error::Parameter { expected: "no width: the method has no window" });
            }
        }
        (self.pow)(job, r);
        Ok(())
    }

    /// Whether it runs on so many lanes.
    ///
    /// # Errors
    /// [`Error::Threads`] if it does not.
    pub fn check_lanes(&self, got: usize) -> Result<()> {
        if self.lanes.contains(got) {
            return Ok(());
        }
        let only = match self.lanes {
            Threads::OneOf(counts) => counts,
            _ => &[],
        };
        Err(Error::Threads {
            algorithm: self.name,
            min: self.lanes.min(),
            max: self.lanes.max(),
            only,
            got,
        })
    }
}
