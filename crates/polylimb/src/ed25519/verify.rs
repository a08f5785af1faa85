//! Verification of one signature: `8 (S B - h A - R) = 0`.

use super::{PublicKey, Signature, hash};
use crate::cpu::Features;
use crate::curve::Group;
use crate::curve25519::{
    Number, SCALAR_BITS, curve, decode_vartime, is_low_order, read, scalar_mod, with_odd_multiples,
};
use crate::field::prime::{F25519Order, KernelSet, WithKernel, with_best_compiled_once};
use crate::limb::Bits;
use crate::multiply::interleaved_vartime;
use crate::{Error, Result};

impl PublicKey {
    /// Whether `signature` is one of `message` by this key's owner.
    ///
    /// # Errors
    /// [`Error::Signature`] if it is not valid; [`Error::NotReduced`], [`Error::Curve`] if its `R`
    /// is not the canonical encoding of a point.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<()> {
        with_best_compiled_once(Features::detect(), Verify { key: self, message, signature })
    }
}

/// The hash that binds nonce, key and message, modulo the order.
pub(super) fn challenge<K: KernelSet>(
    f: &F25519Order<K>,
    key: &PublicKey,
    message: &[u8],
    signature: &Signature,
) -> Number {
    scalar_mod(f, &hash(&[&signature.r, key.as_bytes(), message]))
}

struct Verify<'a> {
    key: &'a PublicKey,
    message: &'a [u8],
    signature: &'a Signature,
}

impl WithKernel for Verify<'_> {
    type Out = Result<()>;

    fn call<K: KernelSet>(self, kernel: K) -> Result<()> {
        let (curve, f) = (curve(kernel), F25519Order::new(kernel));
        let r = decode_vartime(&curve, &self.signature.r)?;
        let h = f.leave(&challenge(&f, self.key, self.message, self.signature));
        let s = read(&self.signature.s);
        let [s, h] = [&s, &h].map(|k| Bits::with_len(k, SCALAR_BITS));
        let sum = with_odd_multiples(&curve, |base| {
            interleaved_vartime(&curve, s, base, h, &self.key.negative)
        });
        let difference = curve.add(&sum, &curve.neg(&r));
        if is_low_order(&curve, &difference).to_bool_vartime() {
            Ok(())
        } else {
            Err(Error::Signature)
        }
    }
}
