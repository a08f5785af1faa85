//! All methods of computing a product of powers by name.

use super::{interleaved, pippenger, straus};
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::{ModMul, Threads};
use crate::powm::Exponent;
use crate::powm::lane_product::product_of_lanes;
use crate::team::Split;

/// Every method of the library. All take variable time.
pub static METHODS: &[Method] = &[straus::METHOD, interleaved::METHOD, pippenger::METHOD];

/// The method of that name in [`METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Method> {
    METHODS
        .iter()
        .find(|m| m.name == name)
        .ok_or(Error::UnknownName { kind: "product-of-powers method" })
}

/// The method with the fewest multiplications to be expected for so many terms with exponents of up to `bits` bits.
#[must_use]
pub fn choose(terms: usize, bits: usize) -> &'static Method {
    METHODS.iter().min_by_key(|m| (m.products)(terms, bits)).unwrap_or(&METHODS[0])
}

/// A way to compute a product of powers.
#[derive(Clone, Copy)]
pub struct Method {
    /// The name in the literature, in kebab-case.
    pub name: &'static str,
    /// Where it was published: authors, year.
    pub source: &'static str,
    /// One line: the idea.
    pub summary: &'static str,
    /// On how many lanes it runs.
    pub lanes: Threads,
    /// Multiplications to be expected beside the squarings, for so many terms of so many random bits.
    pub products: fn(usize, usize) -> usize,
    /// One lane: the product for these terms, of which there is at least one, with exponents of up to so many bits.
    /// Called through [`Method::product`], which checks the job.
    pub lane: fn(&dyn ModMul, &[Term<'_>], usize, &mut [Word]),
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
    /// Multiplies.
    pub modmul: &'a dyn ModMul,
    /// The factors; none gives 1.
    pub terms: &'a [Term<'a>],
    /// Runs the lanes, one per thread.
    pub split: &'a dyn Split,
}

impl Method {
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
        self.lanes.check(self.name, split.threads())?;
        if terms.is_empty() {
            modmul.one(r);
            return Ok(());
        }
        let bits = terms.iter().map(|term| term.exponent.len()).max().unwrap_or(0);
        let per_lane = terms.len().div_ceil(split.threads());
        let lane = |i: usize, r: &mut [Word]| {
            let terms = terms.chunks(per_lane).nth(i).unwrap_or_default();
            (self.lane)(modmul, terms, bits, r);
        };
        product_of_lanes(modmul, split, terms.len().div_ceil(per_lane), lane, r);
        Ok(())
    }
}
