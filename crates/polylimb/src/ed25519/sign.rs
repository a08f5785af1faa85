//! Signing: `R = r B`, `S = r + h a`, where the nonce `r` is a hash of the secret prefix and the
//! message (`[RFC8032]`, section 5.1.6).

use super::{SecretKey, Signature, hash};
use crate::cpu::Features;
use crate::curve25519::{BYTES, Number, curve, encode, multiply_base, scalar_mod, write};
use crate::field::Field;
use crate::field::prime::{F25519Order, KernelSet, WithKernel, with_best_compiled_once};
use zeroize::{Zeroize, Zeroizing};

impl SecretKey {
    /// The deterministic signature of `message`. Constant time, except for the message's length.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> Signature {
        with_best_compiled_once(Features::detect(), Sign { key: self, message })
    }
}

/// The encoding of `scalar` times the base.
pub(super) fn public_of(scalar: &Number) -> [u8; BYTES] {
    with_best_compiled_once(Features::detect(), Encoded(scalar))
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
