//! Nonces from the key and what is signed: HMAC as a random number generator.
//!
//! **Source.** `[RFC6979]`, 3.2 and 3.6 (the generator of `[SP800-90A]`). **Cost.** Five HMACs, and
//! one for each further block of a nonce.

use crate::protocol::Hash;
use crate::protocol::scalars::{Scalar, Scalars};
use alloc::vec;
use alloc::vec::Vec;
use digest::{KeyInit, Mac, Output};
use hmac::SimpleHmac;
use zeroize::Zeroizing;

/// The sequence of nonces for one signature. Its state is as secret as the key; wiped when dropped.
pub(super) struct Nonces<'a, D: Hash> {
    scalars: &'a Scalars,
    key: Zeroizing<Vec<u8>>,
    value: Zeroizing<Vec<u8>>,
    /// Whether a nonce was drawn, so that the next one needs a new state.
    drawn: bool,
    hash: core::marker::PhantomData<D>,
}

impl<'a, D: Hash> Nonces<'a, D> {
    /// From the parts of a seed, the secret key among them.
    pub(super) fn new(scalars: &'a Scalars, seed: &[&[u8]]) -> Self {
        let length = <D as digest::Digest>::output_size();
        let (key, value) = (Zeroizing::new(vec![0; length]), Zeroizing::new(vec![1; length]));
        let mut nonces =
            Self { scalars, key, value, drawn: false, hash: core::marker::PhantomData };
        for separator in [&[0][..], &[1]] {
            nonces.mix(&[&[separator], seed].concat());
        }
        nonces
    }

    /// The next number in `[1, n-1]`.
    pub(super) fn next(&mut self) -> Scalar {
        loop {
            if self.drawn {
                self.mix(&[&[0]]);
            }
            self.drawn = true;
            let mut bytes =
                Zeroizing::new(Vec::with_capacity(self.scalars.bytes() + self.value.len()));
            while bytes.len() < self.scalars.bytes() {
                self.value = self.mac(&[]);
                bytes.extend_from_slice(&self.value);
            }
            let candidate = self.scalars.leftmost_bits(&bytes);
            // Rejected draws reveal nothing about the accepted one.
            if self.scalars.in_range(&candidate).to_bool_vartime() {
                return candidate;
            }
        }
    }

    fn mix(&mut self, parts: &[&[u8]]) {
        self.key = self.mac(parts);
        self.value = self.mac(&[]);
    }

    /// HMAC of the value and these parts.
    fn mac(&self, parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
        let Ok(mut mac) = SimpleHmac::<D>::new_from_slice(&self.key) else {
            unreachable!("HMAC takes keys of any length");
        };
        mac.update(&self.value);
        for part in parts {
            mac.update(part);
        }
        let mut tag: Output<D> = mac.finalize().into_bytes();
        let copy = Zeroizing::new(tag.to_vec());
        zeroize::Zeroize::zeroize(tag.as_mut_slice());
        copy
    }
}
