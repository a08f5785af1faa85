//! Powers on the checked face of a modulus.
//!
//! The base is below the modulus; the exponent has any number of words or bytes and may be longer
//! than the modulus. `g^0` is 1 for every `g`, including 0; for the modulus 1 it is 0.

use super::registry::{Entry, Job};
use super::{Exponent, fixed_window, sliding_window};
use crate::cpu::DataIndependentTiming;
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::{Modulus, Residue, words_of_be_bytes};
use crate::team::Alone;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

impl Modulus {
    /// `base^exponent mod M`. Constant time: the time depends on the exponent's number of words,
    /// not on its value.
    ///
    /// ```
    /// use polylimb::modmul::{Modulus, Options};
    /// let m = Modulus::new(&[101], &Options::default())?;
    /// assert_eq!(m.pow(&[2], &[100])?, [1]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotReduced`]; [`Error::Length`] for an empty base or exponent.
    pub fn pow(&self, base: &[Word], exponent: &[Word]) -> Result<Vec<Word>> {
        Ok(self.residue(base)?.pow(exponent)?.to_words())
    }

    /// Like [`Modulus::pow`], for public base and exponent: faster, but the time depends on their
    /// values.
    ///
    /// ```
    /// use polylimb::modmul::{Modulus, Options};
    /// let m = Modulus::new(&[100], &Options::default())?;
    /// assert_eq!(m.pow_vartime(&[3], &[42])?, [9]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Modulus::pow`].
    pub fn pow_vartime(&self, base: &[Word], exponent: &[Word]) -> Result<Vec<Word>> {
        Ok(self.residue(base)?.pow_vartime(exponent)?.to_words())
    }

    /// Like [`Modulus::pow`], for big-endian bytes; the time depends on the exponent's number of
    /// bytes.
    ///
    /// ```
    /// use polylimb::modmul::{Modulus, Options};
    /// let m = Modulus::from_be_bytes(&[1, 1], &Options::default())?;
    /// assert_eq!(m.pow_be_bytes(&[3], &[1, 0])?, [0, 1]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Modulus::pow`].
    pub fn pow_be_bytes(&self, base: &[u8], exponent: &[u8]) -> Result<Vec<u8>> {
        given(exponent)?;
        let words = words_of_be_bytes(exponent);
        let exponent = Exponent::with_len(&words, 8 * exponent.len());
        Ok(self
            .residue_from_be_bytes(base)?
            .raised(exponent, &fixed_window::ENTRY, None)?
            .to_be_bytes())
    }

    /// Like [`Modulus::pow_vartime`], for big-endian bytes.
    ///
    /// # Errors
    /// As [`Modulus::pow`].
    pub fn pow_be_bytes_vartime(&self, base: &[u8], exponent: &[u8]) -> Result<Vec<u8>> {
        let base = self.residue_from_be_bytes(base)?;
        Ok(base.pow_vartime(&words_of_be_bytes(exponent))?.to_be_bytes())
    }
}

impl Residue {
    /// `self^exponent`, as [`Modulus::pow`].
    ///
    /// # Errors
    /// [`Error::Length`] for an empty exponent.
    pub fn pow(&self, exponent: &[Word]) -> Result<Self> {
        given(exponent)?;
        self.raised(Exponent::new(exponent), &fixed_window::ENTRY, None)
    }

    /// `self^exponent`, as [`Modulus::pow_vartime`].
    ///
    /// # Errors
    /// [`Error::Length`] for an empty exponent.
    pub fn pow_vartime(&self, exponent: &[Word]) -> Result<Self> {
        given(exponent)?;
        self.raised(Exponent::new_vartime(exponent), &sliding_window::ENTRY, None)
    }

    /// `bases[i]^exponents[i]` in constant time, an operation of each in turn; the exponents have
    /// one length.
    pub(crate) fn raised_in_turns(bases: &[Self], exponents: &[Exponent<'_>]) -> Vec<Self> {
        let _timing = DataIndependentTiming::begin();
        let mut jobs = Vec::with_capacity(bases.len());
        let mut powers: Vec<_> = Vec::with_capacity(bases.len());
        for (base, &exponent) in bases.iter().zip(exponents) {
            let (modmul, base) = (&**base.modmul(), base.as_words());
            jobs.push(Job { modmul, base, exponent, split: &Alone, width: None });
            powers.push(Zeroizing::new(vec![0; base.len()]));
        }
        let mut results: Vec<&mut [Word]> = powers.iter_mut().map(|power| &mut power[..]).collect();
        fixed_window::pow_in_turns(&jobs, &mut results);
        let own = |(base, power): (&Self, _)| Self::over(base.modmul().clone(), power);
        bases.iter().zip(powers).map(own).collect()
    }

    /// `self^exponent` by this method on one thread; `width` as in [`Job`].
    pub(crate) fn raised(
        &self,
        exponent: Exponent<'_>,
        method: &Entry,
        width: Option<usize>,
    ) -> Result<Self> {
        let _timing = DataIndependentTiming::begin();
        let modmul = self.modmul();
        let mut power = Zeroizing::new(vec![0; self.as_words().len()]);
        let base = self.as_words();
        let job = Job { modmul: &**modmul, base, exponent, split: &Alone, width };
        method.pow(&job, &mut power)?;
        Ok(Self::over(modmul.clone(), power))
    }
}

/// Checks that the exponent is not empty: an empty exponent is more likely an error than 0.
fn given<T>(exponent: &[T]) -> Result<()> {
    if exponent.is_empty() {
        return Err(Error::Length { what: "the exponent", expected: 1, got: 0 });
    }
    Ok(())
}
