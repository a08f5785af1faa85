//! Inversion, Jacobi symbol and gcd for [`Natural`]s of any lengths, with errors instead of panics.
//!
//! ```
//! use polylimb::authors::limb::Natural;
//! let n = |n: u64| Natural::from(n);
//! assert_eq!(n(3).invert(&n(101))?, n(34));
//! assert_eq!(n(12).gcd(&n(18)), n(6));
//! assert_eq!(n(2).jacobi(&n(15))?, 1);
//! # Ok::<(), polylimb::Error>(())
//! ```

use super::{gcd_scratch, invert_scratch, jacobi_scratch};
use crate::error::{Error, Result};
use crate::limb::{Natural, Word, less_than};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

impl Natural {
    /// `1/a mod m` of this number `a`, for `m >= 1` and `a < m`. Constant time like
    /// [`super::invert()`].
    ///
    /// # Errors
    /// [`Error::ZeroModulus`], [`Error::NotReduced`], [`Error::NotInvertible`].
    pub fn invert(&self, m: &Self) -> Result<Self> {
        let (a, m) = reduced(self, m)?;
        let mut scratch = Zeroizing::new(vec![0; invert_scratch(m.len())]);
        let mut r = vec![0; m.len()];
        if super::invert(&mut r, &a, &m, &mut scratch).to_bool_vartime() {
            Ok(Self::from_words(r))
        } else {
            Err(Error::NotInvertible)
        }
    }

    /// The Jacobi symbol `(a / m)` of this number `a`, for an odd `m` and `a < m`. Constant time
    /// like [`super::jacobi()`].
    ///
    /// # Errors
    /// [`Error::ZeroModulus`], [`Error::OddModulusRequired`], [`Error::NotReduced`].
    pub fn jacobi(&self, m: &Self) -> Result<i8> {
        let (a, m) = reduced(self, m)?;
        if m[0] & 1 == 0 {
            return Err(Error::OddModulusRequired { algorithm: "the Jacobi symbol" });
        }
        let mut scratch = Zeroizing::new(vec![0; jacobi_scratch(m.len())]);
        Ok(super::jacobi(&a, &m, &mut scratch))
    }

    /// The greatest common divisor. Constant time for given lengths.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let n = self.words().len().max(other.words().len()).max(1);
        let (a, b) = (padded(self, n), padded(other, n));
        let mut scratch = Zeroizing::new(vec![0; gcd_scratch(n)]);
        let mut r = vec![0; n];
        super::gcd(&mut r, &a, &b, &mut scratch);
        Self::from_words(r)
    }
}

type Secret = Zeroizing<Vec<Word>>;

fn reduced(a: &Natural, m: &Natural) -> Result<(Secret, Secret)> {
    if m.is_zero() {
        return Err(Error::ZeroModulus);
    }
    let n = a.words().len().max(m.words().len());
    let (a, m) = (padded(a, n), padded(m, n));
    if less_than(&a, &m).to_bool_vartime() {
        Ok((a, m))
    } else {
        Err(Error::NotReduced { operand: "a" })
    }
}

fn padded(a: &Natural, n: usize) -> Secret {
    let mut words = Zeroizing::new(vec![0; n]);
    words[..a.words().len()].copy_from_slice(a.words());
    words
}
