//! The constants of eight moduli, computed in all lanes at once and in constant time.

use super::montgomery::{Modulus, convolve, square_scratch, store};
use super::operations::LookUp;
use super::operations::Operations;
use super::tile::{Block, Row, put};
use super::tile::{K, Sums};
use crate::limb::Word;
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Vector};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// Eight odd moduli with their constants. All numbers have one length, which the longest modulus
/// decides.
pub(super) struct Constants {
    m: Zeroizing<Vec<Block>>,
    h: Zeroizing<Vec<Block>>,
    kappa: Zeroizing<Vec<Block>>,
    /// `R - M`.
    pub(super) complement: Zeroizing<Vec<Block>>,
    /// `R mod M`: the residue of 1.
    pub(super) one: Zeroizing<Vec<Block>>,
    /// `R² mod M`, up to `4M`: a product with it enters the representation.
    pub(super) r_squared: Zeroizing<Vec<Block>>,
}

/// `blocks` blocks of zeros, wiped when dropped.
pub(super) fn zeros(blocks: usize) -> Zeroizing<Vec<Block>> {
    Zeroizing::new(vec![[Row::default(); K]; blocks])
}

impl Constants {
    /// For odd moduli of `least_bits` to `most_bits` bits.
    pub(super) fn new(
        operations: &Operations,
        moduli: [&[Word]; LANES],
        least_bits: usize,
        most_bits: usize,
    ) -> Self {
        // R > 8M.
        let n = (most_bits + 3).div_ceil(DIGIT_BITS * K);
        let (mut m, mut h, mut kappa) = (zeros(n), zeros(n), zeros(1));
        for (lane, modulus) in moduli.into_iter().enumerate() {
            put(m.as_flattened_mut(), lane, modulus);
        }
        (operations.friendly)(&mut kappa[0], &mut h, &m);
        let (mut complement, mut ones) = (zeros(n), zeros(n));
        for (to, m) in complement.as_flattened_mut().iter_mut().zip(m.as_flattened()) {
            to.0 = m.0.map(|digit| digit ^ DIGIT_MASK);
        }
        ones[0][0] = Row([1; LANES]);
        let complement_minus_1 = complement.clone();
        (operations.add)(&mut complement, &complement_minus_1, &ones);
        let one = zeros(n);
        let r_squared = zeros(n);
        let mut constants = Self { m, h, kappa, complement, one, r_squared };
        constants.find_powers(operations, least_bits);
        constants
    }

    /// Blocks of a number.
    pub(super) fn blocks(&self) -> usize {
        self.m.len()
    }

    /// The constants of a multiplication.
    pub(super) fn modulus(&self) -> Modulus<'_> {
        Modulus { m: &self.m, h: &self.h, kappa: &self.kappa[0] }
    }

    /// Finds `R` and `R²` modulo `M`: doublings from the largest power of two below all moduli to
    /// `2^j R`, then Montgomery squarings, which double `j`, and products with `2R`.
    fn find_powers(&mut self, operations: &Operations, least_bits: usize) {
        let n = self.blocks();
        let bits = DIGIT_BITS * K * n;
        let (mut x, mut y, mut scratch) = (zeros(n), zeros(n), zeros(square_scratch(n)));
        let mut double = |x: &mut [Block], times: usize| {
            for _ in 0..times {
                (operations.add)(&mut y, x, x);
                (operations.subtract_once)(x, &y, &self.complement);
            }
        };
        let first = least_bits - 1;
        x.as_flattened_mut()[first / DIGIT_BITS] = Row([1 << (first % DIGIT_BITS); LANES]);
        double(&mut x, bits - first);
        self.one.copy_from_slice(&x);
        let mut two = x.clone();
        double(&mut two, 1);
        // The leading bits of the exponent by doublings, the others by squarings.
        let squarings = (usize::BITS - bits.leading_zeros()).saturating_sub(7);
        double(&mut x, bits >> squarings);
        for i in (0..squarings).rev() {
            (operations.square)(&self.modulus(), &mut y, &x, &mut scratch, &mut LookUp::none());
            if (bits >> i) & 1 == 1 {
                (operations.multiply)(&self.modulus(), &mut x, &y, &two, &mut scratch);
            } else {
                core::mem::swap(&mut x, &mut y);
            }
        }
        self.r_squared = x;
    }
}

/// `κ = -1/M mod B^K` and `H = (κ M + 1) / B^K`.
///
/// Newton's iteration `κ ← κ (2 + κ M)` doubles the number of correct bits; `-M` is correct in 3
/// bits, as `M² = 1 mod 8`.
#[inline(always)]
pub(super) fn friendly<V: Vector>(kappa: &mut Block, h: &mut [Block], m: &[Block]) {
    let mut minus_1 = [Row::default(); K];
    store(&mut minus_1, [V::splat(DIGIT_MASK); K]);
    *kappa = low::<V>(&minus_1, &m[0], V::zero());
    let mut right = 3;
    while right < DIGIT_BITS * K {
        let error = low::<V>(kappa, &m[0], V::splat(2));
        *kappa = low::<V>(kappa, &error, V::zero());
        right *= 2;
    }
    let mut carry = V::splat(1);
    for c in 0..=m.len() {
        let mut sums = Sums::<V>::zero();
        convolve(&mut sums, &[*kappa], m, c);
        let digits;
        (digits, carry) = sums.digits(carry);
        if c > 0 {
            store(&mut h[c - 1], digits);
        }
    }
}

/// `a b + carry mod B^K`.
#[inline(always)]
fn low<V: Vector>(a: &Block, b: &Block, carry: V) -> Block {
    let mut sums = Sums::<V>::zero();
    sums.add_lower(a, b);
    let mut r = [Row::default(); K];
    store(&mut r, sums.digits(carry).0);
    r
}
