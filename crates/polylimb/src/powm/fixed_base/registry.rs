//! All methods of exponentiation with a fixed base by name.

use super::{bgmw, lim_lee_comb};
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::{ConstantTime, ModMul, Threads};
use crate::powm::Exponent;
use crate::team::Split;
use alloc::boxed::Box;
use alloc::sync::Arc;

/// Every method of the library, the default first.
pub static METHODS: &[Method] = &[lim_lee_comb::METHOD, bgmw::METHOD];

/// The method of that name in [`METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Method> {
    METHODS.iter().find(|m| m.name == name).ok_or(Error::UnknownName { kind: "fixed-base method" })
}

/// A way to raise one base to many exponents.
#[derive(Clone, Copy)]
pub struct Method {
    /// The name in the literature, in kebab-case; the file has it in `snake_case`.
    pub name: &'static str,
    /// Where it was published: authors, year.
    pub source: &'static str,
    /// One line: the idea.
    pub summary: &'static str,
    /// On how many lanes it runs.
    pub lanes: Threads,
    /// Whether the time of [`Prepared::pow`] tells nothing about base and exponent.
    pub constant_time: ConstantTime,
    /// Makes the table. Called through [`Method::prepare`], which checks the request.
    pub make: fn(&Request<'_>) -> Box<dyn Prepared>,
}

impl Method {
    /// The base, ready for exponents of up to [`Request::bits`] bits.
    ///
    /// # Errors
    /// [`Error::Length`] if the base is not as long as a residue; [`Error::Threads`] if the method does not run on
    /// so many lanes; [`Error::Parameter`] for 0 bits.
    pub fn prepare(&self, request: &Request<'_>) -> Result<Box<dyn Prepared>> {
        let (expected, got) = (request.modmul.residue_words(), request.base.len());
        if got != expected {
            return Err(Error::Length { what: "the base's residue", expected, got });
        }
        self.lanes.check(self.name, request.lanes)?;
        if request.bits == 0 {
            return Err(Error::Parameter { expected: "bits of the exponents: at least 1" });
        }
        Ok((self.make)(request))
    }
}

/// What a method needs to know to make its table.
#[derive(Clone)]
pub struct Request<'a> {
    /// Multiplies.
    pub modmul: Arc<dyn ModMul>,
    /// The base, a residue of `modmul`.
    pub base: &'a [Word],
    /// The longest exponents, in bits.
    pub bits: usize,
    /// For how many lanes the table's shape is to be the best; it serves any number.
    pub lanes: usize,
    /// The most residues in the table, or the fewest the method can do with if these are more.
    pub max_entries: usize,
}

/// A base with its table.
pub trait Prepared: Send + Sync {
    /// `r` = the residue of `base^exponent`, for an exponent of at most the bits asked for; 1 for the
    /// exponent 0. One lane per thread of `split`. As constant-time as [`Method::constant_time`] says.
    ///
    /// # Panics
    /// If `r` is not as long as a residue.
    fn pow(&self, r: &mut [Word], exponent: Exponent<'_>, split: &dyn Split);

    /// The same in a time that tells the exponent, faster if that helps.
    ///
    /// # Panics
    /// As [`Prepared::pow`].
    fn pow_vartime(&self, r: &mut [Word], exponent: Exponent<'_>, split: &dyn Split) {
        self.pow(r, exponent, split);
    }

    /// Residues in the table.
    fn entries(&self) -> usize;
}
