//! Nonces from the key and what is signed: HMAC as a random number generator, without a heap.
//!
//! **Source.** `[RFC6979]`, 3.2 and 3.6 (the generator of `[SP800-90A]`). **Cost.** Five HMACs, and
//! one for each further block of a nonce.

use digest::common::BlockSizeUser;
use digest::{Digest, FixedOutput, KeyInit, Mac, Output};
use hmac::SimpleHmac;
use zeroize::Zeroize;

/// The generator. Its state is as secret as the key; wiped when dropped.
pub(crate) struct Generator<D: Digest + BlockSizeUser> {
    key: Output<D>,
    value: Output<D>,
    /// Whether a nonce was drawn, so that the next one needs a new state.
    drawn: bool,
}

impl<D: Digest + BlockSizeUser> Generator<D> {
    /// From the parts of a seed, the secret key among them.
    pub(crate) fn new(seed: &[&[u8]]) -> Self {
        let mut value = Output::<D>::default();
        value.fill(1);
        let mut generator = Self { key: Output::<D>::default(), value, drawn: false };
        generator.mix(&[0], seed);
        generator.mix(&[1], seed);
        generator
    }

    /// The bytes of the next candidate.
    pub(crate) fn draw(&mut self, bytes: &mut [u8]) {
        if self.drawn {
            self.mix(&[0], &[]);
        }
        self.drawn = true;
        for block in bytes.chunks_mut(self.value.len()) {
            self.step();
            block.copy_from_slice(&self.value[..block.len()]);
        }
    }

    fn mix(&mut self, separator: &[u8], parts: &[&[u8]]) {
        // In place: no copy is left on the stack.
        self.mac(separator, parts).finalize_into(&mut self.key);
        self.step();
    }

    /// The next value.
    fn step(&mut self) {
        self.mac(&[], &[]).finalize_into(&mut self.value);
    }

    /// HMAC of the value and these bytes.
    fn mac(&self, separator: &[u8], parts: &[&[u8]]) -> SimpleHmac<D> {
        let Ok(mut mac) = SimpleHmac::<D>::new_from_slice(&self.key) else {
            unreachable!("HMAC takes keys of any length");
        };
        mac.update(&self.value);
        mac.update(separator);
        for part in parts {
            mac.update(part);
        }
        mac
    }
}

impl<D: Digest + BlockSizeUser> Drop for Generator<D> {
    fn drop(&mut self) {
        self.key.as_mut_slice().zeroize();
        self.value.as_mut_slice().zeroize();
    }
}
