//! Products of powers `Π g_i^(e_i)`, as in verification equations: one chain of squarings for all
//! terms.
//!
//! All in variable time, for public bases and exponents only.
//! [`Modulus::product_of_powers_vartime`](crate::modmul::Modulus::product_of_powers_vartime) is the
//! checked face and chooses one of [`METHODS`] by the number of terms and bits.
//!
//! **Threads** share the terms; each has its own chain of squarings, so they pay for many terms.
//!
//! Read `interleaved.rs` first.

use super::Exponent;
use super::accumulator::product_of_parts;
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::{ModMul, Modulus, Residue};
use crate::team::Split;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

mod interleaved;
mod pippenger;
mod straus;

// The products of powers that the library uses, by name.

/// The methods that [`Entry::choose`] chooses from. All take variable time.
pub static METHODS: &[Entry] = &[straus::ENTRY, interleaved::ENTRY, pippenger::ENTRY];

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
    /// The method of that name in [`METHODS`].
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn find(name: &str) -> Result<&'static Self> {
        crate::entry::find(METHODS, "product-of-powers method", name)
    }

    /// The method with the fewest expected multiplications for `terms` terms with exponents of up
    /// to `bits` bits.
    #[must_use]
    pub fn choose(terms: usize, bits: usize) -> &'static Self {
        METHODS.iter().min_by_key(|m| (m.make.products)(terms, bits)).unwrap_or(&METHODS[0])
    }

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

// Products of powers on the checked face of a modulus.

impl Modulus {
    /// `Π base^exponent mod M` over the terms `(base, exponent)`, 1 mod M without terms, on the
    /// threads of `split`. The bases are below M, the exponents of any length. The time tells bases
    /// and exponents; for equations between public values.
    ///
    /// ```
    /// use polylimb::Alone;
    /// use polylimb::modmul::{Modulus, Options};
    /// let m = Modulus::new(&[101], &Options::default())?;
    /// let powers = m.product_of_powers_vartime(&[(&[2], &[5]), (&[3], &[2])], &Alone)?;
    /// assert_eq!(powers, [32 * 9 % 101]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotReduced`]; [`Error::Length`] for an empty base or exponent; [`Error::Threads`]
    /// for more than [`crate::modmul::Threads::MOST`].
    pub fn product_of_powers_vartime(
        &self,
        terms: &[(&[Word], &[Word])],
        split: &dyn Split,
    ) -> Result<Vec<Word>> {
        if terms.iter().any(|(_, exponent)| exponent.is_empty()) {
            return Err(Error::Length { what: "an exponent", expected: 1, got: 0 });
        }
        let bases: Vec<Residue> =
            terms.iter().map(|(base, _)| self.residue(base)).collect::<Result<_>>()?;
        let terms: Vec<Term<'_>> = bases
            .iter()
            .zip(terms)
            .map(|(base, (_, exponent))| Term {
                base: base.as_words(),
                exponent: Exponent::new_vartime(exponent),
            })
            .collect();
        let modmul = self.modmul();
        let bits = terms.iter().map(|term| term.exponent.len()).max().unwrap_or(0);
        let mut product = Zeroizing::new(vec![0; modmul.residue_words()]);
        let job = Job { modmul: &**modmul, terms: &terms, split };
        Entry::choose(terms.len().div_ceil(split.threads()), bits).product(&job, &mut product)?;
        Ok(Residue::over(modmul.clone(), product).to_words())
    }
}
