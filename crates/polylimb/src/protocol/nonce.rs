//! Nonces as scalars.

use crate::nonce::Generator;
use crate::protocol::Hash;
use crate::protocol::scalars::{Scalar, Scalars};
use alloc::vec;
use zeroize::Zeroizing;

/// The sequence of nonces for one signature.
pub(super) struct Nonces<'a, D: Hash> {
    scalars: &'a Scalars,
    generator: Generator<D>,
}

impl<'a, D: Hash> Nonces<'a, D> {
    /// From the parts of a seed, the secret key among them.
    pub(super) fn new(scalars: &'a Scalars, seed: &[&[u8]]) -> Self {
        Self { scalars, generator: Generator::new(seed) }
    }

    /// The next number in `[1, n-1]`.
    pub(super) fn next(&mut self) -> Scalar {
        let mut bytes = Zeroizing::new(vec![0; self.scalars.bytes()]);
        loop {
            self.generator.draw(&mut bytes);
            let candidate = self.scalars.leftmost_bits(&bytes);
            // Rejected draws reveal nothing about the accepted one.
            if self.scalars.in_range(&candidate).to_bool_vartime() {
                return candidate;
            }
        }
    }
}
