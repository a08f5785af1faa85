//! Signing: `R = r B`, `S = r + h a`, where the nonce `r` is a hash of the secret prefix and the
//! message (`[RFC8032]`, section 5.1.6). Verification of one signature: `8 (S B - h A - R) = 0`.

use super::{PublicKey, SecretKey, Signature, hash};
use crate::cpu::Features;
use crate::curve::Group;
use crate::curve25519::{
    BYTES, Number, curve, decode_vartime, encode, is_low_order, multiply_add_vartime,
    multiply_base, read, scalar_mod, write,
};
use crate::field::Field;
use crate::field::prime::{F25519Order, KernelSet, WithKernel, with_best};
use crate::{Error, Result};
use zeroize::{Zeroize, Zeroizing};

impl SecretKey {
    /// The deterministic signature of `message`. Constant time, except for the message's length.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> Signature {
        with_best(Features::detect(), Sign { key: self, message })
    }
}

/// The encoding of `scalar` times the base.
pub(super) fn public_of(scalar: &Number) -> [u8; BYTES] {
    with_best(Features::detect(), Encoded(scalar))
}

struct Encoded<'a>(&'a Number);

impl WithKernel for Encoded<'_> {
    type Out = [u8; BYTES];

    fn call<K: KernelSet>(self, kernel: K) -> [u8; BYTES] {
        let curve = curve(kernel);
        let mut p = multiply_base(&curve, self.0);
        let bytes = encode(&curve, &p);
        // Its denominator depends on the scalar.
        p.zeroize();
        bytes
    }
}

struct Sign<'a> {
    key: &'a SecretKey,
    message: &'a [u8],
}

impl WithKernel for Sign<'_> {
    type Out = Signature;

    fn call<K: KernelSet>(self, kernel: K) -> Signature {
        let (f, key) = (F25519Order::new(kernel), self.key);
        let nonce = Zeroizing::new(hash(&[&*key.prefix, self.message]));
        let nonce = Zeroizing::new(scalar_mod(&f, &nonce));
        let r = Encoded(&Zeroizing::new(f.leave(&nonce))).call(kernel);
        let h = scalar_mod(&f, &hash(&[&r, &key.public, self.message]));
        let secret = Zeroizing::new(f.enter_mod(&key.scalar));
        let s = f.add(&nonce, &f.mul(&h, &secret));
        Signature { r, s: write(&f.leave(&s)) }
    }
}

impl PublicKey {
    /// Whether `signature` is one of `message` by this key's owner.
    ///
    /// # Errors
    /// [`Error::Signature`] if it is not valid; [`Error::NotReduced`], [`Error::Curve`] if its `R`
    /// is not the canonical encoding of a point.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<()> {
        with_best(Features::detect(), Verify { key: self, message, signature })
    }
}

/// The hash that binds nonce, key and message, modulo the order.
pub(super) fn challenge<K: KernelSet>(
    f: &F25519Order<K>,
    key: &[u8; BYTES],
    message: &[u8],
    signature: &Signature,
) -> Number {
    scalar_mod(f, &hash(&[&signature.r, key, message]))
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
        let h = f.leave(&challenge(&f, self.key.as_bytes(), self.message, self.signature));
        let s = read(&self.signature.s);
        let sum = multiply_add_vartime(&curve, &s, &h, &self.key.negative);
        let difference = curve.add(&sum, &curve.neg(&r));
        if is_low_order(&curve, &difference).to_bool_vartime() {
            Ok(())
        } else {
            Err(Error::Signature)
        }
    }
}
