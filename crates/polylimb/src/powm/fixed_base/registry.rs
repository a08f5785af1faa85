//! The exponentiations with a fixed base that the library uses, by name.

use super::lim_lee_comb;
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::ModMul;
use crate::powm::Exponent;
use crate::team::Split;
use alloc::boxed::Box;
use alloc::sync::Arc;

/// The method that [`FixedBase`](super::FixedBase) uses.
pub static METHODS: &[Entry] = &[lim_lee_comb::ENTRY];

/// The method of that name in [`METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Entry> {
    crate::entry::find(METHODS, "fixed-base method", name)
}

/// A way to raise one base to many exponents: [`Entry::prepare`] makes its table.
///
/// Its `constant_time` is for [`Prepared::pow`], in base and exponent.
pub type Entry = crate::entry::Entry<Make>;

/// Makes the table. Called through [`Entry::prepare`], which checks the request.
pub type Make = fn(&Request<'_>) -> Box<dyn Prepared>;

impl Entry {
    /// The base, ready for exponents of up to [`Request::bits`] bits.
    ///
    /// # Errors
    /// [`Error::Length`] if the base is not as long as a residue; [`Error::Threads`] if the method
    /// does not run on the threads of the request; [`Error::Parameter`] for 0 bits.
    pub fn prepare(&self, request: &Request<'_>) -> Result<Box<dyn Prepared>> {
        let (expected, got) = (request.modmul.residue_words(), request.base.len());
        if got != expected {
            return Err(Error::Length { what: "the base's residue", expected, got });
        }
        self.check_threads(request.threads)?;
        if request.bits == 0 {
            return Err(Error::Parameter { expected: "bits of the exponents: at least 1" });
        }
        Ok((self.make)(request))
    }
}

/// Everything that a method needs to make its table.
#[derive(Clone)]
pub struct Request<'a> {
    /// The multiplication.
    pub modmul: Arc<dyn ModMul>,
    /// The base, a residue of `modmul`.
    pub base: &'a [Word],
    /// The longest exponents, in bits.
    pub bits: usize,
    /// The number of threads for which the shape of the table is best; it serves any number.
    pub threads: usize,
    /// The most residues in the table, or the fewest that the method needs if this is more.
    pub max_entries: usize,
}

/// A base with its table.
pub trait Prepared: Send + Sync {
    /// `r` = the residue of `base^exponent`, for an exponent of at most [`Request::bits`] bits; 1
    /// for the exponent 0. One part for each thread of `split`. Constant time if the entry says so.
    ///
    /// # Panics
    /// If `r` is not as long as a residue.
    fn pow(&self, r: &mut [Word], exponent: Exponent<'_>, split: &dyn Split);

    /// Like [`Prepared::pow`], in a time that may tell the exponent, where that is faster.
    ///
    /// # Panics
    /// As [`Prepared::pow`].
    fn pow_vartime(&self, r: &mut [Word], exponent: Exponent<'_>, split: &dyn Split) {
        self.pow(r, exponent, split);
    }

    /// Residues in the table.
    fn entries(&self) -> usize;
}
