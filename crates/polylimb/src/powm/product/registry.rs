//! The products of powers that the library uses, by name.

use super::{interleaved, pippenger, straus};
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::ModMul;
use crate::powm::Exponent;
use crate::powm::part_product::product_of_parts;
use crate::team::Split;

/// The methods that [`choose`] chooses from. All take variable time.
pub static METHODS: &[Entry] = &[straus::ENTRY, interleaved::ENTRY, pippenger::ENTRY];

/// The method of that name in [`METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Entry> {
    crate::entry::find(METHODS, "product-of-powers method", name)
}

/// The method with the fewest expected multiplications for `terms` terms with exponents of up to
/// `bits` bits.
#[must_use]
pub fn choose(terms: usize, bits: usize) -> &'static Entry {
    METHODS.iter().min_by_key(|m| (m.make.products)(terms, bits)).unwrap_or(&METHODS[0])
}

/// A way to compute a product of powers, by [`Entry::product`].
pub type Entry = crate::entry::Entry<Make>;

/// The cost and the function of a method.
#[derive(Debug, Clone, Copy)]
pub struct Make {
    /// The expected multiplications without the squarings, by the number of terms and the bits of
    /// random exponents.
    pub products: fn(usize, usize) -> usize,
    /// One thread's part: the product of at least one term, with exponents of up to the given bits.
    /// Called through [`Entry::product`], which checks the job.
    pub part: fn(&dyn ModMul, &[Term<'_>], usize, &mut [Word]),
}

/// One factor of the product.
#[derive(Clone, Copy)]
pub struct Term<'a> {
    /// The base, a residue.
    pub base: &'a [Word],
    /// Its exponent.
    pub exponent: Exponent<'a>,
}

/// One product of powers.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The multiplication.
    pub modmul: &'a dyn ModMul,
    /// The factors; an empty list gives 1.
    pub terms: &'a [Term<'a>],
    /// Runs the parts, one for each thread.
    pub split: &'a dyn Split,
}

impl Entry {
    /// `r` = the residue of the product.
    ///
    /// # Errors
    /// [`Error::Length`] if `r` or a base is not as long as a residue; [`Error::Threads`].
    pub fn product(&self, job: &Job<'_>, r: &mut [Word]) -> Result<()> {
        let Job { modmul, terms, split } = *job;
        let expected = modmul.residue_words();
        let bases = terms.iter().map(|term| ("a base's residue", term.base.len()));
        for (what, got) in bases.chain([("the result's residue", r.len())]) {
            if got != expected {
                return Err(Error::Length { what, expected, got });
            }
        }
        self.check_threads(split.threads())?;
        if terms.is_empty() {
            modmul.one(r);
            return Ok(());
        }
        let bits = terms.iter().map(|term| term.exponent.len()).max().unwrap_or(0);
        let per_part = terms.len().div_ceil(split.threads());
        let part = |i: usize, r: &mut [Word]| {
            let terms = terms.chunks(per_part).nth(i).unwrap_or_default();
            (self.make.part)(modmul, terms, bits, r);
        };
        product_of_parts(modmul, split, terms.len().div_ceil(per_part), part, r);
        Ok(())
    }
}
