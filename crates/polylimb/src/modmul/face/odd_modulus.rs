//! A [`Modulus`] that is known to be odd and at least 3.

use super::modulus::{Modulus, words_of_be_bytes};
use super::options::Options;
use crate::error::{Error, Result};
use crate::limb::{Word, bit_length_vartime};
use core::ops::Deref;

/// An odd modulus of at least 3: every registered algorithm serves it, within the sizes it states.
///
/// It is a [`Modulus`] and has all its methods. The type guarantees an odd modulus to functions
/// that need one (inversion, exponentiation, primes).
///
/// ```
/// use polylimb::authors::entry::ConstantTime;
/// use polylimb::authors::modmul::{ALGORITHMS, Entry};
/// use polylimb::modmul::{OddModulus, Options};
/// let serves = |e: &&Entry| e.threads.min() == 1 && e.domain.accepts(&[239]);
/// for entry in ALGORITHMS.iter().filter(|e| e.constant_time == ConstantTime::Yes).filter(serves) {
///     let mut options = Options::default();
///     options.algorithm = Some(entry.name);
///     let m = OddModulus::new(&[239], &options)?;
///     assert_eq!(m.mul(&[100], &[200])?, [163]);
/// }
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct OddModulus(Modulus);

impl OddModulus {
    /// A modulus in words, least significant first; leading zeros are dropped. Uses constant-time
    /// algorithms only.
    ///
    /// # Errors
    /// [`Error::OddModulusRequired`] for even moduli and 1; otherwise as [`Modulus::new`].
    pub fn new(modulus: &[Word], options: &Options<'_>) -> Result<Self> {
        require_odd(modulus)?;
        Ok(Self(Modulus::new(modulus, options)?))
    }

    /// Like [`OddModulus::new`], but also takes algorithms whose time depends on the values.
    ///
    /// # Errors
    /// As [`OddModulus::new`].
    pub fn new_vartime(modulus: &[Word], options: &Options<'_>) -> Result<Self> {
        require_odd(modulus)?;
        Ok(Self(Modulus::new_vartime(modulus, options)?))
    }

    /// Like [`OddModulus::new`], from big-endian bytes.
    ///
    /// # Errors
    /// As [`OddModulus::new`].
    pub fn from_be_bytes(modulus: &[u8], options: &Options<'_>) -> Result<Self> {
        Self::new(&words_of_be_bytes(modulus), options)
    }
}

impl Deref for OddModulus {
    type Target = Modulus;

    fn deref(&self) -> &Modulus {
        &self.0
    }
}

impl AsRef<Modulus> for OddModulus {
    fn as_ref(&self) -> &Modulus {
        &self.0
    }
}

/// An odd modulus is a modulus.
impl From<OddModulus> for Modulus {
    fn from(odd: OddModulus) -> Self {
        odd.0
    }
}

/// Accepts an odd modulus of at least 3, unchanged.
impl TryFrom<Modulus> for OddModulus {
    type Error = Error;

    fn try_from(modulus: Modulus) -> Result<Self> {
        require_odd(modulus.as_words())?;
        Ok(Self(modulus))
    }
}

fn require_odd(modulus: &[Word]) -> Result<()> {
    match (bit_length_vartime(modulus), modulus.first()) {
        (0, _) => Err(Error::ZeroModulus),
        (2.., Some(low)) if low & 1 == 1 => Ok(()),
        _ => Err(Error::OddModulusRequired { algorithm: "OddModulus" }),
    }
}
