//! Products of powers on the checked face of a modulus.

use super::registry::{Job, Term, choose};
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::{Modulus, Residue};
use crate::powm::Exponent;
use crate::team::Split;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

impl Modulus {
    /// `Π base^exponent mod M` over the terms `(base, exponent)`, 1 mod M without terms, on the
    /// threads of `split`. The bases are below M, the exponents of any length. The time tells bases
    /// and exponents; for equations between public values.
    ///
    /// ```
    /// use polylimb::modmul::{Modulus, Options};
    /// use polylimb::team::Alone;
    /// let m = Modulus::new(&[101], &Options::default())?;
    /// assert_eq!(m.product_of_powers_vartime(&[(&[2], &[5]), (&[3], &[2])], &Alone)?, [32 * 9 % 101]);
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
        choose(terms.len().div_ceil(split.threads()), bits).product(&job, &mut product)?;
        Ok(Residue::over(modmul.clone(), product).to_words())
    }
}
