//! The multiplication itself, over any vector.
//!
//! With `R = 2^(52 L)` and `C = a b`: `q = C μ mod R`, then `Z = (C + q M) / R`. Only the columns
//! of `C + q M` from the vector of digit `L - 2` are summed. Their part below `R`, plus the omitted
//! columns (less than 2^-40 of `R`), is a multiple of `R`, so adding `R/2` and carrying gives the
//! right carry into `Z`.
//!
//! The lower columns of `C` are summed first, for `q`; the upper ones do not wait for `q`, so the
//! processor sums them while carries run.

use super::blocks::blocks;
use super::fours::one;
use crate::limb::radix52::{
    HighColumns, PADDING, columns, low_columns, normalise, normalise_short, padded, square_columns,
};
#[cfg(feature = "std")]
use crate::limb::simd::fours::One;
use crate::limb::simd::{LANES, Portable, Row, Vector, align_stack};
use crate::limb::{Kernel, Word};
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// A multiplication's constants for a modulus.
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
    /// The only constants of [`blocks`] and `fours`, the factors of the quotients; empty for other
    /// lengths.
    pub(super) blocks: Zeroizing<Vec<Row>>,
}

/// `r = a b / R mod M` in `[0, 2M)`, for `a b < R M`: constants, `r`, `a`, `b`, scratch.
pub(super) type Multiply = fn(&Constants, &mut [Word], &[Word], &[Word], &mut [Word]);

/// Words of scratch for residues of `vectors` vectors.
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

/// Residues of `N` vectors, in registers; `M = N + 1`. Latency dominates: a square that skipped
/// products would save nothing.
#[inline(always)]
fn short<V: Vector, const N: usize, const M: usize>(
    constants: &Constants,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    scratch: &mut [Word],
) {
    align_stack();
    let l = constants.length;
    let b = load::<V, N>(b);
    let (lower, scratch) = scratch.split_at_mut(LANES * N);
    let (q, sum) = scratch.split_at_mut(LANES * N);
    let mut high = HighColumns::<V, M>::new();
    store(lower, normalise_short(low_columns(a, b, l), 0));
    high.add_product(a, b, l);
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
    // For a modulus of one digit it computes all columns.
    let (from, to) = (l.saturating_sub(2) / LANES, (2 * l).div_ceil(LANES));
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

/// The form of a multiplication.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// Residues of this number of vectors: [`short`] or [`long`].
    Vectors(usize),
    /// `fours.rs`.
    Fours,
    /// [`blocks`].
    Blocks(usize),
}

/// Product and square in a form; the square's operands must be the same.
pub(super) type Chosen = [Multiply; 2];

/// The functions of a kernel. Without IFMA the twin multiplies residues of every length by
/// [`long`]; it has no other form in the library, because each takes as long to compile as all
/// forms for AVX-512. [`twin`] has all of them.
pub(super) fn choose(kernel: Kernel, form: Form) -> Chosen {
    match form {
        _ if !kernel.has_ifma() => [long::<Portable, false>, long::<Portable, true>],
        Form::Vectors(n) => [avx512::choose::<false>(n), avx512::choose::<true>(n)],
        Form::Fours => [avx512::root_one::<false>, avx512::root_one::<true>],
        Form::Blocks(n) => [avx512::choose_blocks::<false>(n), avx512::choose_blocks::<true>(n)],
    }
}

/// The twin of each form in plain Rust, for checks.
// Inline: compiled with the tests that call it, not with the library.
#[cfg(feature = "std")]
#[inline]
pub(super) fn twin(form: Form) -> Chosen {
    macro_rules! blocks {
        ($n:literal, $w:literal) => {
            [
                |c, r, a, b, q| blocks::<Portable, $n, $w, false>(&c.blocks, r, a, b, q),
                |c, r, a, b, q| blocks::<Portable, $n, $w, true>(&c.blocks, r, a, b, q),
            ]
        };
    }
    match form {
        Form::Vectors(1) => [short::<Portable, 1, 2>; 2],
        Form::Vectors(2) => [short::<Portable, 2, 3>; 2],
        Form::Vectors(_) => [long::<Portable, false>, long::<Portable, true>],
        Form::Fours => [
            |c, r, a, b, _| one::<One<Portable>, false>(&c.blocks, r, a, b),
            |c, r, a, b, _| one::<One<Portable>, true>(&c.blocks, r, a, b),
        ],
        Form::Blocks(3) => blocks!(3, 6),
        Form::Blocks(4) => blocks!(4, 8),
        Form::Blocks(_) => blocks!(5, 10),
    }
}

/// The roots: compiled for AVX-512, and everything above is inlined into them. They are only called
/// for kernels whose features include the roots' features.
mod avx512 {
    use super::{Constants, Multiply, Word, blocks, long, one, short};
    use crate::limb::simd::fours::Half;
    use crate::limb::simd::{Ifma, compiled_for};

    /// Only for kernels that have IFMA.
    pub(super) fn choose<const SQUARE: bool>(vectors: usize) -> Multiply {
        match vectors {
            1 => root_short::<1, 2>,
            2 => root_short::<2, 3>,
            _ => root_long::<SQUARE>,
        }
    }

    /// As [`choose`].
    pub(super) fn choose_blocks<const SQUARE: bool>(vectors: usize) -> Multiply {
        match vectors {
            3 => root_blocks::<3, 6, SQUARE>,
            4 => root_blocks::<4, 8, SQUARE>,
            _ => root_blocks::<5, 10, SQUARE>,
        }
    }

    compiled_for! {
        "avx512f,avx512vl,avx512ifma", root:
        pub(super) fn root_one[const SQUARE: bool][SQUARE](
            constants: &Constants,
            r: &mut [Word],
            a: &[Word],
            b: &[Word],
            _scratch: &mut [Word]
        ) = one::<Half, SQUARE>(&constants.blocks, r, a, b)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn root_blocks[const N: usize, const W: usize, const SQUARE: bool][N, W, SQUARE](
            constants: &Constants,
            r: &mut [Word],
            a: &[Word],
            b: &[Word],
            scratch: &mut [Word]
        ) = blocks::<Ifma, N, W, SQUARE>(&constants.blocks, r, a, b, scratch)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn root_short[const N: usize, const M: usize][N, M](
            constants: &Constants,
            r: &mut [Word],
            a: &[Word],
            b: &[Word],
            scratch: &mut [Word]
        ) = short::<Ifma, N, M>(constants, r, a, b, scratch)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn root_long[const SQUARE: bool][SQUARE](
            constants: &Constants,
            r: &mut [Word],
            a: &[Word],
            b: &[Word],
            scratch: &mut [Word]
        ) = long::<Ifma, SQUARE>(constants, r, a, b, scratch)
    }
}

#[cfg(test)]
#[path = "../../../tests/proofs/montgomery_ifma.rs"]
mod theorems;
