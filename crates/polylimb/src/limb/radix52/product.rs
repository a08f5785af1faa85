//! Products of numbers in words, computed in digits.
//!
//! Unpacking and packing take a few instructions for eight digits. The digits stay on the stack, in
//! buffers of three sizes: clearing the largest takes as long as a product of 40 words.

use super::columns::{PADDING, columns, padded};
use super::normalise;
use crate::limb::Word;
use crate::limb::simd::{DIGIT_BITS, LANES, PACKED, Vector};
use core::ops::Range;

/// Maximum number of words of an operand.
pub(crate) const MOST_WORDS: usize = 160;

/// Runs `$work` with buffers for operands of `$words` words.
macro_rules! with_buffers {
    ($words:expr, $work:expr) => {
        match $words {
            0..=32 => with_buffers!(@ 32, $work),
            33..=64 => with_buffers!(@ 64, $work),
            _ => with_buffers!(@ 160, $work),
        }
    };
    (@ $words:literal, $work:expr) => {{
        const VECTORS: usize = digits($words).div_ceil(LANES);
        $work(Buffers {
            a: &mut [0; LANES * VECTORS],
            b: &mut [0; padded(VECTORS)],
            sums: &mut [0; 2 * LANES * VECTORS],
            bytes: &mut [0; 2 * 8 * $words + 2 * 64],
        })
    }};
}

/// The low words of `a * b`, as many as `r` has; at most as many as `a` and `b` have together.
///
/// Operands have 1 to [`MOST_WORDS`] words.
#[inline(always)]
pub(crate) fn product<V: Vector>(r: &mut [Word], a: &[Word], b: &[Word]) {
    let vectors = digits(r.len()).div_ceil(LANES);
    with_buffers!(a.len().max(b.len()), |buffers: Buffers<'_>| {
        buffers.product::<V>(a, b, 0..vectors, r, 0);
    });
}

/// The words from `n - 2` on of `a * b`, `n` words each, with the error of
/// [`crate::limb::Kernel::mul_high`]: at most `n - 2` units of word `n - 1` too small. 3 to
/// [`MOST_WORDS`] words.
///
/// The sum includes the columns from the last whole vector below word `n - 2` on. The omitted
/// columns, each below `L 2^104`, sum to less than `L 2^52` units of that vector's first digit,
/// which is at most `2^(64 (n - 2))`; in units of word `n - 1` that is less than `L/2^12 < 1`.
#[inline(always)]
pub(crate) fn high_product<V: Vector>(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = a.len();
    let from = 8 * (n - 2) / PACKED;
    let vectors = from..digits(2 * n).div_ceil(LANES);
    with_buffers!(n, |buffers: Buffers<'_>| {
        // Vectors begin on whole bytes.
        buffers.product::<V>(a, b, vectors, r, 8 * (n - 2) - PACKED * from);
    });
}

/// Number of digits for `words` words.
const fn digits(words: usize) -> usize {
    (64 * words).div_ceil(DIGIT_BITS)
}

/// The memory for a product; all zero.
struct Buffers<'a> {
    a: &'a mut [u64],
    b: &'a mut [u64],
    sums: &'a mut [u64],
    /// A number in words, and 64 bytes beyond.
    bytes: &'a mut [u8],
}

impl Buffers<'_> {
    /// Writes to `r` the words of `a * b` from byte `first` of the first of these `vectors` on,
    /// without the carries of the lower columns.
    #[inline(always)]
    fn product<V: Vector>(
        self,
        a: &[Word],
        b: &[Word],
        vectors: Range<usize>,
        r: &mut [Word],
        first: usize,
    ) {
        let b_vectors = digits(b.len()).div_ceil(LANES);
        unpack::<V>(self.a, a, self.bytes);
        unpack::<V>(&mut self.b[PADDING..], b, self.bytes);
        let (a, b) = (&self.a[..digits(a.len())], &self.b[..padded(b_vectors)]);
        let Range { start, end } = vectors;
        let sums = &mut self.sums[..LANES * end];
        columns::<V, 1>(sums, [(a, b)], start, end);
        normalise::<V>(sums, start, end);
        pack::<V>(r, &sums[LANES * start..], self.bytes, first);
    }
}

/// Writes the digits of the number `words` to `digits`; other digits of its vectors may become 0.
#[inline(always)]
fn unpack<V: Vector>(digits: &mut [u64], words: &[Word], bytes: &mut [u8]) {
    let (chunks, _) = bytes.as_chunks_mut();
    for (chunk, word) in chunks.iter_mut().zip(words) {
        *chunk = word.to_le_bytes();
    }
    // The last vector reads up to 63 bytes beyond the words.
    chunks[words.len()..][..8].fill([0; 8]);
    let (vectors, _) = digits.as_chunks_mut();
    for (k, vector) in vectors.iter_mut().enumerate().take((8 * words.len()).div_ceil(PACKED)) {
        V::unpack(bytes[PACKED * k..].first_chunk().expect("64 bytes beyond")).store(vector);
    }
}

/// Writes the words from byte `first` on of the number of the normalised `digits` to `words`.
#[inline(always)]
fn pack<V: Vector>(words: &mut [Word], digits: &[u64], bytes: &mut [u8], first: usize) {
    for (k, vector) in digits.as_chunks().0.iter().enumerate() {
        // The next number begins at the twelve zero bytes behind this one.
        V::load(vector).pack(bytes[PACKED * k..].first_chunk_mut().expect("64 bytes beyond"));
    }
    for (word, bytes) in words.iter_mut().zip(bytes[first..].as_chunks().0) {
        *word = Word::from_le_bytes(*bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb::Kernel;
    use crate::limb::simd::Portable;
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn the_twin_agrees_with_schoolbook() {
        let words = |n: usize, seed: u64| -> Vec<Word> {
            (0..n as u64).map(|i| (i + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
        };
        for n in [1, 2, 12, 13, 31, 32, 33, 64, 65, 127, 128] {
            for m in [1, 7, 32, 64, 100, 128] {
                for (a, b) in [(words(n, 3), words(m, 5)), (vec![Word::MAX; n], vec![Word::MAX; m])]
                {
                    let mut expected = vec![0; n + m];
                    Kernel::PORTABLE.schoolbook(&mut expected, &a, &b);
                    for low in [1, n, n + m] {
                        let mut r = vec![7; low];
                        product::<Portable>(&mut r, &a, &b);
                        assert_eq!(r, expected[..low], "{n} by {m} words, the low {low}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_twins_high_product_keeps_its_bound() {
        for n in [3, 22, 31, 32, 33, 64, 65, 128, 129, 160] {
            let a = vec![Word::MAX; n];
            let (mut full, mut r) = (vec![0; 2 * n], vec![7; n + 2]);
            Kernel::PORTABLE.schoolbook(&mut full, &a, &a);
            high_product::<Portable>(&mut r, &a, &a);
            let mut error = full[n - 1..].to_vec();
            assert_eq!(Kernel::PORTABLE.sub_assign(&mut error, &r[1..]), 0, "{n} words: too large");
            assert!(error[0] <= n as Word - 2 && error[1..].iter().all(|&w| w == 0), "{n} words");
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/proofs/radix52.rs"]
mod theorems;
