//! Nonces from the key and what is signed: HMAC as a random number generator, without a heap.
//!
//! **Source.** `[RFC6979]`, 3.2 and 3.6 (the generator of `[SP800-90A]`). **Cost.** Five HMACs
//! under three keys, and one for each further block of a nonce.

use digest::common::{Block, BlockSizeUser};
use digest::typenum::Unsigned;
use digest::{Digest, Output};
use zeroize::Zeroize;

/// HMAC that has taken its key, whose two blocks are so hashed once for several messages. The crate
/// `hmac` does that only for hashes that show their blocks, and keeps the padded key otherwise.
#[derive(Clone)]
struct Keyed<D> {
    inner: D,
    outer: D,
}

impl<D: Digest + BlockSizeUser + Clone> Keyed<D> {
    fn new(key: &Output<D>) -> Self {
        const { assert!(D::OutputSize::USIZE <= D::BlockSize::USIZE, "HMAC keeps its key in a block") }
        let mut block = Block::<D>::default();
        block[..key.len()].copy_from_slice(key);
        let mut hash = |mask: u8| {
            block.iter_mut().for_each(|byte| *byte ^= mask);
            D::new_with_prefix(&block)
        };
        let (inner, outer) = (hash(0x36), hash(0x36 ^ 0x5c));
        block.as_mut_slice().zeroize();
        Self { inner, outer }
    }

    /// The tag of the message that `feed` gives. It is made in place: no copy is left on the stack.
    fn tag(&self, tag: &mut Output<D>, feed: impl FnOnce(&mut D)) {
        let Self { mut inner, mut outer } = self.clone();
        feed(&mut inner);
        inner.finalize_into(tag);
        outer.update(&*tag);
        outer.finalize_into(tag);
    }
}

/// The generator. Its state is as secret as the key; wiped when dropped, if the hash wipes its own.
pub(crate) struct Generator<D: Digest> {
    keyed: Keyed<D>,
    value: Output<D>,
    /// Whether a nonce was drawn, so that the next one needs a new state.
    drawn: bool,
}

impl<D: Digest + BlockSizeUser + Clone> Generator<D> {
    /// From the parts of a seed, the secret key among them.
    pub(crate) fn new(seed: &[&[u8]]) -> Self {
        let mut value = Output::<D>::default();
        value.fill(1);
        let mut generator =
            Self { keyed: Keyed::new(&Output::<D>::default()), value, drawn: false };
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

    /// The next key, from the value and these bytes, and the next value.
    fn mix(&mut self, separator: &[u8], parts: &[&[u8]]) {
        let mut key = Output::<D>::default();
        self.keyed.tag(&mut key, |hash| {
            hash.update(&self.value);
            hash.update(separator);
            for part in parts {
                hash.update(part);
            }
        });
        self.keyed = Keyed::new(&key);
        key.as_mut_slice().zeroize();
        self.step();
    }

    /// The next value.
    fn step(&mut self) {
        let mut next = Output::<D>::default();
        self.keyed.tag(&mut next, |hash| hash.update(&self.value));
        self.value.copy_from_slice(&next);
        next.as_mut_slice().zeroize();
    }
}

impl<D: Digest> Drop for Generator<D> {
    fn drop(&mut self) {
        self.value.as_mut_slice().zeroize();
    }
}
