//! The two halves of the multiplication and their sum, over any vector.
//!
//! `β = 2^52`; `A` and `B` are below `4M` and have `L` digits, `B0` the lower `t - 1` of `B` and
//! `B1` the upper `u = L - t + 1`. A residue has `n` vectors, at least `L + 1` digits. The error
//! bounds are in `mod.rs`.

use crate::limb::radix52::{PADDING, columns, normalise, padded};
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Portable, Vector};
use crate::limb::{Kernel, Word};
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// The halves' constants for a modulus.
pub(super) struct Constants {
    /// `L`, in digits.
    pub(super) length: usize,
    /// Vectors of a residue.
    pub(super) vectors: usize,
    /// `t` in vectors, 1 to `vectors`.
    pub(super) cut: usize,
    /// `M`, padded.
    pub(super) modulus: Zeroizing<Vec<u64>>,
    /// `-1/M mod β^t`, padded.
    pub(super) mu: Zeroizing<Vec<u64>>,
    /// `⌊β^(L+u) / M⌋`, `u + 2` digits, padded.
    pub(super) nu: Zeroizing<Vec<u64>>,
    /// `-β M` modulo the power of 2 above the vectors of a residue, padded.
    pub(super) minus_modulus: Zeroizing<Vec<u64>>,
}

impl Constants {
    /// `u`, the digits of `B1`.
    fn upper_digits(&self) -> usize {
        (self.length + 1).saturating_sub(LANES * self.cut)
    }

    /// `B1`.
    pub(super) fn upper_part<'a>(&self, b: &'a [u64]) -> &'a [u64] {
        &b[self.length - self.upper_digits()..self.length]
    }

    /// Words of [`Halves::lower`]'s slot.
    pub(super) fn lower_words(&self) -> usize {
        LANES * (self.vectors + 3 * self.cut) + padded(self.vectors)
    }

    /// Words of [`Halves::upper`]'s slot.
    pub(super) fn upper_words(&self) -> usize {
        let u = self.upper_digits();
        let (top, q) = ((self.length + u).div_ceil(LANES), (2 * u + 3).div_ceil(LANES));
        LANES * (self.vectors + 1 + top + q) + padded(self.vectors)
    }
}

/// Half of a product: constants, slot, `a`, `b`.
type Half = fn(&Constants, &mut [Word], &[Word], &[Word]);

/// The three steps for one kernel.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    /// Writes columns to the first `vectors + cut` vectors of the slot. After carrying from vector
    /// `cut - 1`, their digits from digit `t` are `(A B0 + q M) / β^t`.
    pub(super) lower: Half,
    /// Writes to the first `vectors + 1` vectors of the slot; from digit 1 they are `A B1 / β`
    /// modulo `M`.
    pub(super) upper: Half,
    /// `r` = the sum of both: constants, `r`, the lower slot, the upper slot.
    pub(super) join: fn(&Constants, &mut [Word], &mut [Word], &[Word]),
}

impl Halves {
    /// The functions for this kernel.
    pub(super) fn choose(kernel: Kernel) -> Self {
        if kernel.has_ifma() {
            avx512::HALVES
        } else {
            Self { lower: lower::<Portable>, upper: upper::<Portable>, join: join::<Portable> }
        }
    }
}

/// `to` = the digits `from`, padded.
#[inline(always)]
fn pad(to: &mut [u64], from: &[u64]) {
    to[..PADDING].fill(0);
    to[PADDING..PADDING + from.len()].copy_from_slice(from);
    to[PADDING + from.len()..].fill(0);
}

#[inline(always)]
fn lower<V: Vector>(constants: &Constants, slot: &mut [Word], a: &[Word], b: &[Word]) {
    let (l, cut) = (constants.length, constants.cut);
    let t = LANES * cut;
    let (sum, slot) = slot.split_at_mut(LANES * (constants.vectors + cut));
    let (c, slot) = slot.split_at_mut(t);
    let (q, slot) = slot.split_at_mut(t);
    let padded_a = &mut slot[..padded(constants.vectors)];
    pad(padded_a, a);
    let b0 = &b[..l.min(t - 1)];
    columns::<V, 1>(c, [(b0, padded_a)], 0, cut);
    normalise::<V>(c, 0, cut);
    columns::<V, 1>(q, [(c, &constants.mu)], 0, cut);
    normalise::<V>(q, 0, cut);
    let to = (l + t).div_ceil(LANES);
    columns::<V, 2>(sum, [(b0, padded_a), (q, &constants.modulus)], cut - 1, to);
    sum[LANES * to..].fill(0);
    // The summed columns are a little less than a multiple of `β^t`.
    sum[t - 1] += 1 << (DIGIT_BITS - 1);
}

#[inline(always)]
fn upper<V: Vector>(constants: &Constants, slot: &mut [Word], a: &[Word], b: &[Word]) {
    let (l, n, u) = (constants.length, constants.vectors, constants.upper_digits());
    let (z, slot) = slot.split_at_mut(LANES * (n + 1));
    z[LANES * n..].fill(0);
    if u == 0 {
        return z.fill(0);
    }
    let to = (l + u).div_ceil(LANES);
    let (c, slot) = slot.split_at_mut(LANES * to);
    let q_to = (2 * u + 3).div_ceil(LANES);
    let (q, slot) = slot.split_at_mut(LANES * q_to);
    let padded_a = &mut slot[..padded(n)];
    pad(padded_a, a);
    let b1 = constants.upper_part(b);
    let from = l.saturating_sub(3) / LANES;
    columns::<V, 1>(c, [(b1, padded_a)], from, to);
    normalise::<V>(c, from, to);
    let q_from = u / LANES;
    columns::<V, 1>(q, [(&c[l - 1..l + u], &constants.nu)], q_from, q_to);
    normalise::<V>(q, q_from, q_to);
    let q = &q[u + 2..2 * u + 2];
    let lowest = a[0].wrapping_mul(b1[0]).wrapping_mul(constants.mu[PADDING]) & DIGIT_MASK;
    let factors: [(&[u64], &[u64]); 3] =
        [(b1, padded_a), (q, &constants.minus_modulus), (&[lowest], &constants.modulus)];
    columns::<V, 3>(z, factors, 0, n);
    normalise::<V>(z, 0, n);
}

#[inline(always)]
fn join<V: Vector>(constants: &Constants, r: &mut [Word], lower: &mut [Word], upper: &[Word]) {
    let (n, cut) = (constants.vectors, constants.cut);
    let (sum, _) = lower.as_chunks_mut::<LANES>();
    let (upper, _) = upper[1..].as_chunks::<LANES>();
    for (sum, upper) in sum[cut..cut + n].iter_mut().zip(upper) {
        V::load(sum).add(V::load(upper)).store(sum);
    }
    normalise::<V>(sum.as_flattened_mut(), cut - 1, cut + n);
    r.copy_from_slice(sum[cut..cut + n].as_flattened());
}

/// The roots: compiled for AVX-512, and everything above is inlined into them. The functions of
/// `HALVES` are only called for kernels whose features include the roots' features.
mod avx512 {
    use super::{Constants, Halves, Word};
    use crate::limb::simd::{Ifma, compiled_for};

    /// Only for kernels that have IFMA.
    pub(super) const HALVES: Halves = Halves { lower, upper, join };

    compiled_for! {
        "avx512f,avx512ifma", root:
        fn lower[][](constants: &Constants, slot: &mut [Word], a: &[Word], b: &[Word]) = super::lower::<Ifma>(constants, slot, a, b)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn upper[][](constants: &Constants, slot: &mut [Word], a: &[Word], b: &[Word]) = super::upper::<Ifma>(constants, slot, a, b)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn join[][](constants: &Constants, r: &mut [Word], lower: &mut [Word], upper: &[Word]) = super::join::<Ifma>(constants, r, lower, upper)
    }
}
