//! Secret keys.

use super::PublicKey;
use crate::error::{Error, Result};
use crate::limb::{Word, is_zero};
use crate::protocol::Curve;
use crate::protocol::curve::by_curve;
use crate::protocol::scalars::Scalar;
use crate::team::{Alone, Split};
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// A scalar from 1 to `n - 1`, where `n` is the curve's order. Wiped when dropped.
///
/// ```
/// use polylimb::protocol::{Curve, keys::SecretKey};
/// let curve = Curve::named("P-256")?;
/// let mut bytes = [0; 32];
/// assert!(SecretKey::from_bytes(&curve, &bytes).is_err());
/// bytes[31] = 7;
/// let key = SecretKey::from_bytes(&curve, &bytes)?;
/// assert_eq!(key.to_bytes()[..], bytes);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct SecretKey {
    curve: Curve,
    scalar: Scalar,
}

impl SecretKey {
    /// The key in [`Curve::scalar_bytes`] bytes.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::Key`] for 0 and for `n` and above.
    pub fn from_bytes(curve: &Curve, bytes: &[u8]) -> Result<Self> {
        let scalar = curve.scalars().read("the secret key", bytes)?;
        // Whether a key is valid is public.
        if curve.scalars().in_range(&scalar).to_bool_vartime() {
            return Ok(Self { curve: curve.clone(), scalar });
        }
        let zero = is_zero(&scalar).to_bool_vartime();
        Err(Error::Key {
            wrong: if zero {
                "the secret key is 0; it must lie between 1 and the order less 1"
            } else {
                "the secret key is not below the curve's order"
            },
        })
    }

    /// A new key. Draws numbers of the order's length until one is in range.
    ///
    /// # Errors
    /// [`Error::Randomness`] if `rng` gives nothing usable.
    pub fn generate<R: CryptoRng + ?Sized>(curve: &Curve, rng: &mut R) -> Result<Self> {
        Ok(Self { curve: curve.clone(), scalar: curve.scalars().random(rng)? })
    }

    /// The key in [`Curve::scalar_bytes`] bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        self.curve.scalars().to_bytes(&self.scalar)
    }

    /// The key's multiple of the generator.
    ///
    /// # Errors
    /// [`Error::FaultDetected`] if the machine made an arithmetic error.
    pub fn public_key(&self) -> Result<PublicKey> {
        let bits = self.curve.scalars().bits(&self.scalar);
        let point = self.curve.engine().multiply_generator(bits).ok_or(Error::FaultDetected)?;
        Ok(PublicKey::of_valid(&self.curve, point))
    }

    /// [`SecretKey::public_key`] for each key, eight at a time where the CPU has lanes; parts of
    /// the batch run over `split`.
    ///
    /// ```
    /// use polylimb::protocol::{Curve, keys::SecretKey};
    /// use polylimb::Alone;
    /// let curve = Curve::named("P-384")?;
    /// let key = |byte| SecretKey::from_bytes(&curve, &[byte; 48]);
    /// let keys = [key(1)?, key(2)?];
    /// let public = SecretKey::public_keys(&[&keys[0], &keys[1]], &Alone);
    /// assert_eq!(public[1], keys[1].public_key());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each key as [`SecretKey::public_key`].
    pub fn public_keys(keys: &[&Self], split: &dyn Split) -> Vec<Result<PublicKey>> {
        by_curve(
            keys,
            split,
            |key| &key.curve,
            |curve, keys| {
                let bits: Vec<_> =
                    keys.iter().map(|key| curve.scalars().bits(&key.scalar)).collect();
                let points = curve.engine().multiply_generator_batch(&bits, &Alone).into_iter();
                let key = |point| Ok(PublicKey::of_valid(curve, point));
                points
                    .map(|point: Option<_>| point.ok_or(Error::FaultDetected).and_then(key))
                    .collect()
            },
        )
    }

    /// Its curve.
    #[must_use]
    pub fn curve(&self) -> &Curve {
        &self.curve
    }

    pub(in crate::protocol) fn scalar(&self) -> &[Word] {
        &self.scalar
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    /// Without the scalar.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("curve", &self.curve).finish_non_exhaustive()
    }
}
