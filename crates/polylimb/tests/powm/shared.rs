//! Shared code of the tests of exponentiation: multiplications, and a power from plain numbers.
#![allow(dead_code, reason = "each test binary uses its own part")]

use crate::common::words;
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::Split;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::authors::modmul::{ModMul, Request};
use polylimb::authors::powm::{Entry, Job};
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::Exponent;
use std::sync::Arc;

/// The thread counts that tests use; 8 are more than the cores of any machine that runs them.
pub const THREADS: [usize; 5] = [1, 2, 3, 4, 8];

/// The counts of [`THREADS`] that the method supports.
pub fn threads(method: &Entry) -> impl Iterator<Item = usize> {
    THREADS.into_iter().filter(|&n| method.threads.contains(n))
}

/// The number of pairs of a method and a thread count.
pub fn runs() -> usize {
    super::methods().map(|method| threads(method).count()).sum()
}

/// The multiplication of a checked modulus.
pub fn usual(m: &[Word]) -> Arc<dyn ModMul> {
    Modulus::new(m, &Options::default()).expect("not 0").modmul().clone()
}

/// This multiplication on the fewest threads that it supports.
pub fn built(entry: &polylimb::authors::modmul::Entry, m: &[Word]) -> Arc<dyn ModMul> {
    let split = Arc::new(Shuffled::new(entry.threads.min()));
    entry.build(&Request { split, ..Request::new(m) }).expect(entry.name).into()
}

/// Every registered multiplication for `m`.
pub fn all(m: &[Word]) -> Vec<Arc<dyn ModMul>> {
    super::algorithms().filter(|e| e.domain.accepts(m)).map(|e| built(e, m)).collect()
}

/// `base^exponent` for a base in `[0, M)`.
pub fn power(
    method: &Entry,
    modmul: &dyn ModMul,
    split: &dyn Split,
    width: Option<usize>,
    base: &BigUint,
    exponent: Exponent<'_>,
) -> BigUint {
    let n = modmul.modulus().len();
    let mut scratch = vec![0xa5; modmul.scratch_words()];
    let (mut residue, mut plain) = (vec![0x5a; modmul.residue_words()], vec![0x5a; n]);
    modmul.enter(&mut residue, &words(base, n), &mut scratch);
    let mut r = vec![0x5a; residue.len()];
    let job = Job { modmul, base: &residue, exponent, split, width };
    method.pow(&job, &mut r).expect(method.name);
    modmul.leave(&mut plain, &r, &mut scratch);
    crate::common::big(&plain)
}

/// Critical exponents for a modulus `m`: few bits, one bit, only ones, many zeros, the modulus'
/// neighbours, longer than the modulus.
pub fn edge_exponents(m: &BigUint) -> Vec<BigUint> {
    let one = || BigUint::from(1u32);
    let bits = m.bits().max(2) as usize;
    let mut edges: Vec<_> = (0..6u32).map(BigUint::from).collect();
    for k in [bits / 2, bits - 1, bits, bits + WORD_BITS] {
        edges.extend([one() << k, (one() << k) - 1u32, (one() << k) + 1u32]);
    }
    edges.extend([m - 1u32, m.clone(), m + 1u32]);
    edges
}
