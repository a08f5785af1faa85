//! ECDH: two keys, one shared abscissa.
//!
//! **Source.** `[Diffie1976]`; `[Miller1985]`; `[Koblitz1987]`; `[SEC1]`, 3.3.1; `[SP800-56A]`,
//! 5.7.1.2. **Cost.** One scalar multiplication. **Domain.** All curves: public keys lie in the
//! subgroup of prime order. There the cofactor form ([`SecretKey::agree_with_cofactor`], the
//! primitive of `[SP800-56A]`) is the multiple by the cofactor.
//!
//! The result is not uniform: hash it, together with its purpose, to get a key.

use super::curve::by_curve;
use super::keys::{PublicKey, SecretKey};
use crate::error::{Error, Result};
use crate::multiply::engine::PlainPoint;
use crate::team::{Alone, Split};
use alloc::vec::Vec;
use core::fmt;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// The abscissa both sides have computed. Wiped when dropped.
pub struct SharedSecret(PlainPoint);

impl SharedSecret {
    /// The abscissa of that point.
    pub(super) fn of_point(point: PlainPoint) -> Self {
        Self(point)
    }

    /// The abscissa, as many bytes as a coordinate.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.x()
    }
}

impl ZeroizeOnDrop for SharedSecret {}

impl fmt::Debug for SharedSecret {
    /// Without the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedSecret").finish_non_exhaustive()
    }
}

/// The abscissa, if there is one.
fn secret(product: Option<PlainPoint>) -> Result<SharedSecret> {
    let neutral = Error::Key { wrong: "the keys share the neutral element; refuse the other" };
    product.map(SharedSecret).ok_or(neutral)
}

impl SecretKey {
    /// The secret that its owner shares with the owner of `other`. Constant time.
    ///
    /// ```
    /// use polylimb::protocol::{Curve, keys::SecretKey};
    /// let curve = Curve::named("P-384")?;
    /// let key = |byte| SecretKey::from_bytes(&curve, &[byte; 48]);
    /// let (a, b) = (key(3)?, key(5)?);
    /// let (of_a, of_b) = (a.public_key()?, b.public_key()?);
    /// assert_eq!(a.agree(&of_b)?.as_bytes(), b.agree(&of_a)?.as_bytes());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Key`] for keys of different curves, and if the result is the neutral element.
    pub fn agree(&self, other: &PublicKey) -> Result<SharedSecret> {
        self.curve().same_as(other.curve())?;
        let bits = self.curve().scalars().bits(self.scalar());
        self.curve().engine().multiply(bits, other.point()).and_then(secret)
    }

    /// [`SecretKey::agree`] for each two keys, eight at a time where the CPU has lanes; parts of
    /// the batch run over `split`. Constant time.
    ///
    /// ```
    /// use polylimb::protocol::{Curve, keys::SecretKey};
    /// use polylimb::Alone;
    /// let curve = Curve::named("P-256")?;
    /// let key = |byte| SecretKey::from_bytes(&curve, &[byte; 32]);
    /// let (a, b) = (key(3)?, key(5)?);
    /// let (of_a, of_b) = (a.public_key()?, b.public_key()?);
    /// let shared = SecretKey::agree_all(&[(&a, &of_b), (&b, &of_a)], &Alone);
    /// let [Ok(first), Ok(second)] = &shared[..] else { panic!("valid keys") };
    /// assert_eq!(first.as_bytes(), second.as_bytes());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each pair as [`SecretKey::agree`].
    pub fn agree_all(jobs: &[(&Self, &PublicKey)], split: &dyn Split) -> Vec<Result<SharedSecret>> {
        by_curve(
            jobs,
            split,
            |(own, _)| own.curve(),
            |curve, jobs| {
                let differ: Vec<_> =
                    jobs.iter().map(|(_, other)| curve.same_as(other.curve())).collect();
                let same = jobs.iter().zip(&differ).filter(|(_, differ)| differ.is_ok());
                let products: Vec<_> = same
                    .map(|((own, other), _)| (curve.scalars().bits(own.scalar()), other.point()))
                    .collect();
                let mut products = curve.engine().multiply_batch(&products, &Alone).into_iter();
                let mut next = |()| products.next().ok_or(Error::FaultDetected)?.and_then(secret);
                differ.into_iter().map(|differ| differ.and_then(&mut next)).collect()
            },
        )
    }

    /// The same with the cofactor: the abscissa of `h` times the point of [`SecretKey::agree`],
    /// which is ECC CDH of `[SP800-56A]`. Constant time.
    ///
    /// # Errors
    /// As [`SecretKey::agree`].
    pub fn agree_with_cofactor(&self, other: &PublicKey) -> Result<SharedSecret> {
        self.curve().same_as(other.curve())?;
        let (curve, scalars) = (self.curve(), self.curve().scalars());
        let mut cofactor = curve.parameters().cofactor().to_vec();
        cofactor.resize(self.scalar().len().max(cofactor.len()), 0);
        let product = scalars.residue(&cofactor)?.mul(&scalars.residue(self.scalar())?)?;
        let scalar = Zeroizing::new(product.to_words());
        match curve.engine().multiply(scalars.bits(&scalar), other.point())? {
            Some(point) => Ok(SharedSecret(point)),
            None => {
                Err(Error::Key { wrong: "the keys share the neutral element; refuse the other" })
            }
        }
    }
}
