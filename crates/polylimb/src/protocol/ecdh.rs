//! ECDH: two keys, one shared abscissa.
//!
//! **Source.** Diffie, Hellman 1976; Miller 1985; Koblitz 1987; SEC 1, 3.3.1; NIST SP 800-56A, 5.7.1.2. **Cost.** One scalar multiplication.
//! **Domain.** All curves: public keys lie in the subgroup of prime order, where the cofactor form ([`cofactor_shared_secret`], the primitive of NIST SP
//! 800-56A) gives the multiple by the cofactor.
//!
//! The result is not uniform: hash it, together with what it is for, before it becomes a key.

use super::keys::{PublicKey, SecretKey};
use crate::error::{Error, Result};
use crate::multiply::engine::PlainPoint;
use core::fmt;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// The abscissa both sides have computed. Wiped when dropped.
pub struct SharedSecret(PlainPoint);

impl SharedSecret {
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

/// The secret that `own` shares with the owner of `other`. Constant time.
///
/// ```
/// use polylimb::protocol::{Curve, ecdh::shared_secret, keys::SecretKey};
/// let curve = Curve::named("P-384")?;
/// let (a, b) = (SecretKey::from_bytes(&curve, &[3; 48])?, SecretKey::from_bytes(&curve, &[5; 48])?);
/// let (of_a, of_b) = (a.public_key()?, b.public_key()?);
/// assert_eq!(shared_secret(&a, &of_b)?.as_bytes(), shared_secret(&b, &of_a)?.as_bytes());
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Key`] for keys of different curves, and if the result is the neutral element.
pub fn shared_secret(own: &SecretKey, other: &PublicKey) -> Result<SharedSecret> {
    own.curve().same_as(other.curve())?;
    let bits = own.curve().scalars().bits(own.scalar());
    match own.curve().engine().multiply(bits, other.point())? {
        Some(point) => Ok(SharedSecret(point)),
        None => Err(Error::Key { wrong: "the keys share the neutral element; refuse the other" }),
    }
}

/// The same with the cofactor: the abscissa of `h` times the point of [`shared_secret`], as ECC CDH of NIST SP 800-56A has it. Constant time.
///
/// # Errors
/// As [`shared_secret`].
pub fn cofactor_shared_secret(own: &SecretKey, other: &PublicKey) -> Result<SharedSecret> {
    own.curve().same_as(other.curve())?;
    let (curve, scalars) = (own.curve(), own.curve().scalars());
    let mut cofactor = curve.parameters().cofactor().to_vec();
    cofactor.resize(own.scalar().len().max(cofactor.len()), 0);
    let product = scalars.residue(&cofactor)?.mul(&scalars.residue(own.scalar())?)?;
    let scalar = Zeroizing::new(product.to_words());
    match curve.engine().multiply(scalars.bits(&scalar), other.point())? {
        Some(point) => Ok(SharedSecret(point)),
        None => Err(Error::Key { wrong: "the keys share the neutral element; refuse the other" }),
    }
}
