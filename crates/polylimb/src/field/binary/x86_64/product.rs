//! Products and squares of polynomials in pairs of words.
//!
//! Schoolbook: one instruction per product of two words, the sums of those that begin at an even word in one row of
//! accumulators, the others in a second row that is moved up by a word at the end.

use super::Clmul;
use super::vector::{DoublePairs, MOST_WORDS, Pair, Pairs};

/// `a b` of `N` words each.
#[inline(always)]
pub(super) fn product<const N: usize>(k: Clmul, a: Pairs, b: Pairs) -> DoublePairs {
    const { assert!(N <= MOST_WORDS) }
    // Products at word 2 i and at word 2 i + 1.
    let (mut even, mut odd) = ([Pair::zero(); MOST_WORDS + 1], [Pair::zero(); MOST_WORDS + 1]);
    for i in 0..N.div_ceil(2) {
        for j in 0..N.div_ceil(2) {
            let (has_i, has_j) = (2 * i + 1 < N, 2 * j + 1 < N);
            even[i + j] = even[i + j].xor(a[i].clmul::<0x00>(k, b[j]));
            if has_i {
                odd[i + j] = odd[i + j].xor(a[i].clmul::<0x01>(k, b[j]));
            }
            if has_j {
                odd[i + j] = odd[i + j].xor(a[i].clmul::<0x10>(k, b[j]));
            }
            if has_i && has_j {
                even[i + j + 1] = even[i + j + 1].xor(a[i].clmul::<0x11>(k, b[j]));
            }
        }
    }
    let mut r = [Pair::zero(); MOST_WORDS];
    r[0] = even[0].xor(odd[0].up());
    for i in 1..N {
        r[i] = even[i].xor(odd[i].behind(odd[i - 1]));
    }
    r
}

/// `a²`: each word by itself.
#[inline(always)]
pub(super) fn square<const N: usize>(k: Clmul, a: Pairs) -> DoublePairs {
    let mut r = [Pair::zero(); MOST_WORDS];
    for i in 0..N {
        let pair = a[i / 2];
        r[i] = if i % 2 == 0 { pair.clmul::<0x00>(k, pair) } else { pair.clmul::<0x11>(k, pair) };
    }
    r
}
