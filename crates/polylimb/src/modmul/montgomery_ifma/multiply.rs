//! The multiplication itself, over any vector.
//!
//! With `R = 2^(52 L)` and `C = a b`: `q = C μ mod R`, then `Z = (C + q M) / R`. Only the columns of `C + q M`
//! from the vector of digit `L - 2` on are summed. Their part below `R`, plus what is left out (less than
//! 2^-40 of `R`), is a multiple of `R`; so adding `R/2` and carrying gives the right carry into `Z`.
//!
//! The lower columns of `C` are summed first, for `q`; the upper ones do not wait for `q`, and the
//! processor fills with them the time in which carries run.

use super::blocks::{DIGITS, FEW_DIGITS, Row, blocks};
use crate::limb::radix52::{
    HighColumns, LANES, PADDING, Portable, Vector, columns, low_columns, low_square_columns,
    normalise, normalise_short, padded, square_columns,
};
use crate::limb::{Kernel, Word};
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// What a multiplication knows of its modulus.
#[derive(Default)]
pub(super) struct Constants {
    /// `L`, in digits.
    pub(super) length: usize,
    /// `M`, padded.
    pub(super) modulus: Zeroizing<Vec<u64>>,
    /// `-1/M mod R`, padded.
    pub(super) mu: Zeroizing<Vec<u64>>,
    /// `R/2` in the vector of digit `L - 1`.
    pub(super) half: [u64; LANES],
    /// What [`blocks`] multiplies quotients by, which needs nothing else; empty for other lengths.
    pub(super) blocks: Zeroizing<Vec<Row>>,
}

/// `r = a b / R mod M` in `[0, 2M)`, for `a b < R M`: constants, `r`, `a`, `b`, scratch.
pub(super) type Multiply = fn(&Constants, &mut [Word], &[Word], &[Word], &mut [Word]);

/// Words of scratch for residues of so many vectors.
pub(super) const fn scratch(vectors: usize) -> usize {
    padded(vectors) + LANES * (3 * vectors + 2)
}

/// The vectors of a number.
#[inline(always)]
fn load<V: Vector, const N: usize>(digits: &[u64]) -> [V; N] {
    let (vectors, _) = digits.as_chunks::<LANES>();
    core::array::from_fn(|t| V::load(&vectors[t]))
}

#[inline(always)]
fn store<V: Vector, const N: usize>(digits: &mut [u64], vectors: [V; N]) {
    let (chunks, _) = digits.as_chunks_mut::<LANES>();
    for (chunk, vector) in chunks[..N].iter_mut().zip(vectors) {
        vector.store(chunk);
    }
}

/// Residues of `N` vectors, in registers; `M = N + 1`. `a` is `b` if `SQUARE`.
#[inline(always)]
fn short<V: Vector, const N: usize, const M: usize, const SQUARE: bool>(
    constants: &Constants,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    scratch: &mut [Word],
) {
    let l = constants.length;
    let b = load::<V, N>(b);
    let (lower, scratch) = scratch.split_at_mut(LANES * N);
    let (q, sum) = scratch.split_at_mut(LANES * N);
    let mut high = HighColumns::<V, M>::new();
    if SQUARE {
        store(lower, normalise_short(low_square_columns(a, b), 0));
        high.add_square(a, b);
    } else {
        store(lower, normalise_short(low_columns(a, b, l), 0));
        high.add_product(a, b, l);
    }
    let mu = load::<V, N>(&constants.mu[PADDING..]);
    store(q, normalise_short(low_columns(lower, mu, l), 0));
    high.add_product(q, load::<V, N>(&constants.modulus[PADDING..]), l);
    let sum = &mut sum[..LANES * 2 * M];
    let mut columns = high.columns();
    columns[0] = columns[0].add(V::load(&constants.half));
    store(sum, normalise_short(columns, 0));
    take::<V>(r, &sum[l - LANES * (N - 1)..], l);
}

/// Residues of any length. `a` is `b` if `SQUARE`.
#[inline(always)]
fn long<V: Vector, const SQUARE: bool>(
    constants: &Constants,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    scratch: &mut [Word],
) {
    let (l, n) = (constants.length, r.len() / LANES);
    let (padded_b, scratch) = scratch.split_at_mut(padded(n));
    let (q, sum) = scratch.split_at_mut(LANES * n);
    padded_b[..PADDING].fill(0);
    padded_b[PADDING..PADDING + b.len()].copy_from_slice(b);
    padded_b[PADDING + b.len()..].fill(0);
    if SQUARE {
        square_columns::<V, 0>(sum, padded_b, [], 0, n);
    } else {
        columns::<V, 1>(sum, [(&a[..l], padded_b)], 0, n);
    }
    normalise::<V>(sum, 0, n);
    columns::<V, 1>(q, [(&sum[..l], &constants.mu)], 0, n);
    normalise::<V>(q, 0, n);
    let (from, to) = ((l - 2) / LANES, (2 * l).div_ceil(LANES));
    let qm: (&[u64], &[u64]) = (&q[..l], &constants.modulus);
    if SQUARE {
        square_columns::<V, 1>(sum, padded_b, [qm], from, to);
    } else {
        columns::<V, 2>(sum, [(&a[..l], padded_b), qm], from, to);
    }
    sum[l - 1] += constants.half[(l - 1) % LANES];
    normalise::<V>(sum, from, to);
    sum[LANES * to..LANES * (2 * n + 1)].fill(0);
    take::<V>(r, &sum[l..], l);
}

/// `r` = the `l` digits of `sum`, padded with zeros.
#[inline(always)]
fn take<V: Vector>(r: &mut [Word], sum: &[u64], l: usize) {
    let (from, _) = sum.as_chunks::<LANES>();
    let (to, _) = r.as_chunks_mut::<LANES>();
    for (to, from) in to.iter_mut().zip(from) {
        V::load(from).store(to);
    }
    r[l..].fill(0);
}

/// The function for residues of so many vectors on this kernel; if `SQUARE`, it wants `a` and `b` to be the same.
pub(super) fn choose<const SQUARE: bool>(kernel: Kernel, vectors: usize) -> Multiply {
    if kernel.has_ifma() {
        avx512::choose::<SQUARE>(vectors)
    } else {
        choose_portable::<SQUARE>(vectors)
    }
}

/// [`blocks`] for residues of at most so many digits, likewise.
pub(super) fn choose_blocks<const SQUARE: bool>(kernel: Kernel, digits: usize) -> Multiply {
    match (kernel.has_ifma(), digits <= FEW_DIGITS) {
        (true, true) => avx512::checked_blocks::<FEW_DIGITS, SQUARE>,
        (true, false) => avx512::checked_blocks::<DIGITS, SQUARE>,
        (false, true) => blocks::<Portable, FEW_DIGITS, SQUARE>,
        (false, false) => blocks::<Portable, DIGITS, SQUARE>,
    }
}

/// The twin: short for some sizes, so that all forms run wherever tests do.
fn choose_portable<const SQUARE: bool>(vectors: usize) -> Multiply {
    match vectors {
        1 => short::<Portable, 1, 2, SQUARE>,
        2 => short::<Portable, 2, 3, SQUARE>,
        3 => short::<Portable, 3, 4, SQUARE>,
        4 => short::<Portable, 4, 5, SQUARE>,
        5 => short::<Portable, 5, 6, SQUARE>,
        _ => long::<Portable, SQUARE>,
    }
}

/// The roots: compiled for AVX-512, and everything above is inlined into them.
mod avx512 {
    use super::{Constants, Multiply, Word, blocks, long, short};
    use crate::limb::radix52::Avx512;

    /// Only for kernels that have IFMA.
    pub(super) fn choose<const SQUARE: bool>(vectors: usize) -> Multiply {
        match vectors {
            // Up to 24 digits latencies decide, and a square saves nothing.
            1 => checked_short::<1, 2, false>,
            2 => checked_short::<2, 3, false>,
            3 => checked_short::<3, 4, false>,
            4 => checked_short::<4, 5, SQUARE>,
            5 => checked_short::<5, 6, SQUARE>,
            _ => checked_long::<SQUARE>,
        }
    }

    fn checked_short<const N: usize, const M: usize, const SQUARE: bool>(
        constants: &Constants,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        scratch: &mut [Word],
    ) {
        // SAFETY: `choose` is only called for kernels whose features include those of the root.
        unsafe { root_short::<N, M, SQUARE>(constants, r, a, b, scratch) };
    }

    fn checked_long<const SQUARE: bool>(
        constants: &Constants,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        scratch: &mut [Word],
    ) {
        // SAFETY: as for `checked_short`.
        unsafe { root_long::<SQUARE>(constants, r, a, b, scratch) };
    }

    pub(super) fn checked_blocks<const D: usize, const SQUARE: bool>(
        constants: &Constants,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        scratch: &mut [Word],
    ) {
        // SAFETY: as for `checked_short`.
        unsafe { root_blocks::<D, SQUARE>(constants, r, a, b, scratch) };
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn root_blocks<const D: usize, const SQUARE: bool>(
        constants: &Constants,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        scratch: &mut [Word],
    ) {
        blocks::<Avx512, D, SQUARE>(constants, r, a, b, scratch);
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn root_short<const N: usize, const M: usize, const SQUARE: bool>(
        constants: &Constants,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        scratch: &mut [Word],
    ) {
        short::<Avx512, N, M, SQUARE>(constants, r, a, b, scratch);
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn root_long<const SQUARE: bool>(
        constants: &Constants,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        scratch: &mut [Word],
    ) {
        long::<Avx512, SQUARE>(constants, r, a, b, scratch);
    }
}
