//! Verification of many signatures in one sum.
//!
//! **Source.** `[Bellare1998]`; `[Bernstein2011]`. **Idea.** Each signature's equation is
//! multiplied by a random number of 128 bits, and all are added:
//! `8 ((Σ z S) B - Σ z R - Σ (z h) A) = 0`. A wrong signature among them passes with probability
//! `2^-128`. **Cost.** One product of `2 n + 1` points by their scalars.

use super::sign::challenge;
use super::{PublicKey, Signature};
use crate::cpu::Features;
use crate::curve::Group;
use crate::curve25519::{
    BYTES, Entry, Number, SCALAR_BITS, base, curve, decode_vartime, is_low_order, read,
};
use crate::field::Field;
use crate::field::prime::{F25519Order, KernelSet, WithKernel, with_best};
use crate::limb::Bits;
use crate::multiply::{Term, pippenger_vartime};
use crate::{Error, Result};
use alloc::vec;
use alloc::vec::Vec;
use rand_core::CryptoRng;

/// Bytes of a random coefficient.
const COEFFICIENT_BYTES: usize = 16;

impl PublicKey {
    /// Whether all signatures are valid: key, message and signature of each. An empty batch is
    /// valid.
    ///
    /// # Errors
    /// [`Error::Signature`] if one is not valid, without saying which; [`Error::NotReduced`],
    /// [`Error::Curve`] if an `R` is not the canonical encoding of a point.
    pub fn verify_batch<R: CryptoRng + ?Sized>(
        items: &[(&Self, &[u8], &Signature)],
        rng: &mut R,
    ) -> Result<()> {
        let mut coefficients = vec![[0; BYTES]; items.len()];
        for coefficient in &mut coefficients {
            rng.fill_bytes(&mut coefficient[..COEFFICIENT_BYTES]);
            // 0 would leave the signature out.
            coefficient[0] |= 1;
        }
        with_best(Features::detect(), VerifyBatch { items, coefficients: &coefficients })
    }
}

struct VerifyBatch<'a> {
    items: &'a [(&'a PublicKey, &'a [u8], &'a Signature)],
    coefficients: &'a [[u8; BYTES]],
}

impl WithKernel for VerifyBatch<'_> {
    type Out = Result<()>;

    fn call<K: KernelSet>(self, kernel: K) -> Result<()> {
        let (curve, f) = (curve(kernel), F25519Order::new(kernel));
        let mut of_base = f.zero();
        let mut points = Vec::with_capacity(2 * self.items.len());
        let mut scalars: Vec<(Number, usize)> = Vec::with_capacity(2 * self.items.len() + 1);
        for ((key, message, signature), z) in self.items.iter().zip(self.coefficients) {
            let plain = read(z);
            let z = f.enter_mod(&plain);
            f.add_assign(&mut of_base, &f.mul(&z, &f.enter_mod(&read(&signature.s))));
            let h = f.mul(&z, &challenge(&f, key.as_bytes(), message, signature));
            points.push(curve.neg(&decode_vartime(&curve, &signature.r)?));
            scalars.push((plain, 8 * COEFFICIENT_BYTES));
            points.push(key.negative);
            scalars.push((f.leave(&h), SCALAR_BITS));
        }
        let mut entries: Vec<Entry> = vec![base(&curve); points.len() + 1];
        curve.normalise(&points, &mut entries[..points.len()]);
        scalars.push((f.leave(&of_base), SCALAR_BITS));
        let terms: Vec<Term<'_, Entry>> = scalars
            .iter()
            .zip(&entries)
            .map(|((k, len), e)| (Bits::with_len(k, *len), e))
            .collect();
        let sum = pippenger_vartime(&curve, &terms);
        if is_low_order(&curve, &sum).to_bool_vartime() { Ok(()) } else { Err(Error::Signature) }
    }
}
