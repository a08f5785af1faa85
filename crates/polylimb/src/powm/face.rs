//! Powers on the checked face of a modulus.

use super::registry::Job;
use super::{Exponent, fixed_window};
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::{Modulus, Residue};
use crate::team::Alone;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

impl Modulus {
    /// `base^exponent mod M`; 1 mod M for the exponent 0. The base is below M, the exponent any number of
    /// words, longer than the modulus if need be. Constant time: the time depends on the exponent's number of
    /// words, not on its value.
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
}

impl Residue {
    /// `self^exponent`, as [`Modulus::pow`].
    ///
    /// # Errors
    /// [`Error::Length`] for an empty exponent.
    pub fn pow(&self, exponent: &[Word]) -> Result<Self> {
        if exponent.is_empty() {
            return Err(Error::Length { what: "the exponent", expected: 1, got: 0 });
        }
        let modmul = self.modmul();
        let mut power = Zeroizing::new(vec![0; self.as_words().len()]);
        let job = Job {
            modmul: &**modmul,
            base: self.as_words(),
            exponent: Exponent::new(exponent),
            split: &Alone,
            width: None,
        };
        fixed_window::METHOD.pow(&job, &mut power)?;
        Ok(Self::over(modmul.clone(), power))
    }
}
