//! ECMQV: authenticated key agreement without signatures.
//!
//! **Source.** `[Menezes1995]`; `[Law2003]`; `[SEC1]`, 3.4 and `[SP800-56A]`, 5.7.2.3. **Idea.**
//! With `a(Q) = 2^f + (x(Q) mod 2^f)`, half as long as the order, each side's implicit signature is
//! `s = e + a(E) d` for its ephemeral pair `(e, E)` and its fixed pair `(d, Q)`; both compute
//! `h s (E' + a(E') Q')`. **One pass:** a side that cannot answer uses its fixed pair as the
//! ephemeral one, too.
//!
//! **Half of what?** `f` is half of the *order's* bits, rounded up, as both standards say. The
//! worked examples of the NIST's toolkit take the field's degree, and so differ on curves with a
//! cofactor. **Cost.** Two scalar multiplications, one of them by half a scalar, and the multiple
//! of the own ephemeral key. **Constant time.** **Domain.** All curves.

use super::ecdh::SharedSecret;
use super::keys::{PublicKey, SecretKey};
use super::scalars::Scalar;
use crate::error::{Error, Result};
use crate::limb::equal;
use alloc::vec;
use zeroize::Zeroizing;

/// A pair of keys, one fixed and one made for this exchange.
#[derive(Debug)]
pub struct Pair<'a, K> {
    /// The one whose owner is known.
    pub fixed: &'a K,
    /// The one made for this exchange.
    pub ephemeral: &'a K,
}

impl<K> Clone for Pair<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Pair<'_, K> {}

impl<'a, K> Pair<'a, K> {
    /// For a side without an ephemeral key: the one-pass form.
    #[must_use]
    pub const fn one_pass(fixed: &'a K) -> Self {
        Self { fixed, ephemeral: fixed }
    }
}

impl Pair<'_, SecretKey> {
    /// The secret that the owners of both pairs share. Constant time. Derive keys from it
    /// ([`kdf`](super::kdf)).
    ///
    /// ```
    /// use polylimb::protocol::ecmqv::Pair;
    /// use polylimb::protocol::{Curve, keys::SecretKey};
    /// let curve = Curve::named("P-256")?;
    /// let [a, b, c] = [3, 5, 7].map(|n| SecretKey::from_bytes(&curve, &[n; 32]));
    /// let [a, b, c] = [a?, b?, c?];
    /// let [of_a, of_b, of_c] = [a.public_key()?, b.public_key()?, c.public_key()?];
    /// // One pass: the owner of `c` is not there to make an ephemeral key.
    /// let sent = Pair { fixed: &a, ephemeral: &b }.agree(Pair::one_pass(&of_c))?;
    /// let received = Pair::one_pass(&c).agree(Pair { fixed: &of_a, ephemeral: &of_b })?;
    /// assert_eq!(sent.as_bytes(), received.as_bytes());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Key`] for keys of different curves, if both sides have one key for both purposes,
    /// which would give the same secret each time, and if the result is the neutral element.
    pub fn agree(self, other: Pair<'_, PublicKey>) -> Result<SharedSecret> {
        let curve = self.fixed.curve();
        for of in [self.ephemeral.curve(), other.fixed.curve(), other.ephemeral.curve()] {
            curve.same_as(of)?;
        }
        // Whether a side has an ephemeral key is public.
        let own_is_one = equal(self.fixed.scalar(), self.ephemeral.scalar()).to_bool_vartime();
        if own_is_one && other.fixed == other.ephemeral {
            return Err(Error::Key {
                wrong: "one side needs a key made for this exchange, or the secret would be the same each time",
            });
        }
        let (scalars, engine) = (curve.scalars(), curve.engine());
        let signature = implicit_signature(self)?;

        // The other's side of it; both points are public.
        let half = half_of(other.ephemeral)?;
        let multiple = engine.multiply(scalars.bits(&half), other.fixed.point())?;
        let multiple = multiple.ok_or(Error::FaultDetected)?;
        let base = engine.add(other.ephemeral.point(), &multiple)?.ok_or(NEUTRAL)?;
        match engine.multiply(scalars.bits(&signature), &base)? {
            Some(point) => Ok(SharedSecret::of_point(point)),
            None => Err(NEUTRAL),
        }
    }
}

const NEUTRAL: Error =
    Error::Key { wrong: "the keys share the neutral element; take another ephemeral key" };

/// `h (e + a(E) d) mod n`.
fn implicit_signature(own: Pair<'_, SecretKey>) -> Result<Scalar> {
    let (curve, scalars) = (own.fixed.curve(), own.fixed.curve().scalars());
    let half = half_of(&own.ephemeral.public_key()?)?;
    let product = scalars.residue(&half)?.mul(&scalars.residue(own.fixed.scalar())?)?;
    let sum = product.add(&scalars.residue(own.ephemeral.scalar())?)?;
    let cofactor = scalars.of_words(curve.parameters().cofactor())?;
    Ok(Zeroizing::new(sum.mul(&scalars.residue(&cofactor)?)?.to_words()))
}

/// `2^f + (x mod 2^f)`, `f` half of the order's bits rounded up; modulo the order, which matters on
/// toy curves only.
fn half_of(key: &PublicKey) -> Result<Scalar> {
    let f = key.curve().scalars().bit_length().div_ceil(2);
    let x = key.point().x();
    // A byte more than `f` bits take, for the bit above them.
    let mut bytes = vec![0; f / 8 + 1];
    let common = bytes.len().min(x.len());
    let at = bytes.len() - common;
    bytes[at..].copy_from_slice(&x[x.len() - common..]);
    bytes[0] &= (1 << (f % 8)) - 1;
    bytes[0] |= 1 << (f % 8);
    Ok(key.curve().scalars().of_coordinate(&bytes)?.0)
}
