//! Nonces from the key and what is signed: HMAC as a random number generator, without a heap.
//!
//! **Source.** `[RFC6979]`, 3.2 and 3.6 (the generator of `[SP800-90A]`). **Cost.** Five HMACs under
//! three keys, and one for each further block of a nonce. A key's two blocks are hashed once.

use digest::block_api::EagerHash;
use digest::{FixedOutput, KeyInit, Mac, Output};
use hmac::Hmac;
use zeroize::Zeroize;

/// The generator. Its state is as secret as the key; wiped when dropped.
pub(crate) struct Generator<D: EagerHash> {
    /// HMAC that has taken its key; wipes itself.
    keyed: Hmac<D>,
    value: Output<Hmac<D>>,
    /// Whether a nonce was drawn, so that the next one needs a new state.
    drawn: bool,
}

impl<D: EagerHash> Generator<D> {
    /// From the parts of a seed, the secret key among them.
    pub(crate) fn new(seed: &[&[u8]]) -> Self {
        let mut value = Output::<Hmac<D>>::default();
        value.fill(1);
        let mut generator =
            Self { keyed: keyed(&Output::<Hmac<D>>::default()), value, drawn: false };
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
        let mut key = Output::<Hmac<D>>::default();
        let mut mac = self.mac();
        mac.update(separator);
        for part in parts {
            mac.update(part);
        }
        // In place: no copy is left on the stack.
        mac.finalize_into(&mut key);
        self.keyed = keyed(&key);
        key.as_mut_slice().zeroize();
        self.step();
    }

    /// The next value.
    fn step(&mut self) {
        self.mac().finalize_into(&mut self.value);
    }

    /// HMAC that has taken the value.
    fn mac(&self) -> Hmac<D> {
        let mut mac = self.keyed.clone();
        mac.update(&self.value);
        mac
    }
}

fn keyed<D: EagerHash>(key: &Output<Hmac<D>>) -> Hmac<D> {
    let Ok(mac) = Hmac::<D>::new_from_slice(key) else {
        unreachable!("HMAC takes keys of any length");
    };
    mac
}

impl<D: EagerHash> Drop for Generator<D> {
    fn drop(&mut self) {
        self.value.as_mut_slice().zeroize();
    }
}
