//! Products, squares and reductions of eight polynomials at once, over any vector.
//!
//! Word k of a product is the sum of the lower words of all `a[i] b[k - i]` and the upper words of all `a[i] b[k - 1 - i]`; the even
//! lanes' and the odd lanes' sums are kept in vectors of their own until the column is complete. Cost: `2 D²` vector products,
//! `4 D - 2` exchanges of lanes.

use super::vector::CarryLess;
use crate::field::binary::Polynomial;

/// Bits of a lane.
const BITS: usize = 64;

/// An unreduced product: `2 D` vectors.
pub(super) type Wide<V, const D: usize> = [[V; D]; 2];

/// `a b`.
#[inline(always)]
pub(super) fn product<V: CarryLess, const D: usize>(a: &[V; D], b: &[V; D]) -> Wide<V, D> {
    let zero = V::splat(0);
    let mut r = [[zero; D]; 2];
    let words = r.as_flattened_mut();
    let mut above = zero;
    for k in 0..2 * D - 1 {
        let (mut even, mut odd) = (zero, zero);
        for i in (k + 1).saturating_sub(D)..D.min(k + 1) {
            even = even.xor(a[i].clmul::<false>(b[k - i]));
            odd = odd.xor(a[i].clmul::<true>(b[k - i]));
        }
        words[k] = above.xor(even.even_lanes(odd));
        above = even.odd_lanes(odd);
    }
    words[2 * D - 1] = above;
    r
}

/// `a²`: no mixed products.
#[inline(always)]
pub(super) fn square<V: CarryLess, const D: usize>(a: &[V; D]) -> Wide<V, D> {
    let mut r = [[V::splat(0); D]; 2];
    for (words, &a) in r.as_flattened_mut().chunks_exact_mut(2).zip(a) {
        let (even, odd) = (a.clmul::<false>(a), a.clmul::<true>(a));
        words[0] = even.even_lanes(odd);
        words[1] = even.odd_lanes(odd);
    }
    r
}

/// `a` modulo `P`, the method of `../reduce.rs`.
#[inline(always)]
pub(super) fn reduce<V: CarryLess, const D: usize, P: Polynomial>(mut a: Wide<V, D>) -> [V; D] {
    const { assert!(P::DEGREE >= P::LOWER[0] + BITS, "the exponents are not a lane apart") }
    let r = a.as_flattened_mut();
    let (top, used) = (P::DEGREE / BITS, P::DEGREE % BITS);
    for i in (top + usize::from(used > 0)..2 * D).rev() {
        let w = r[i];
        for &e in P::LOWER {
            let words = (P::DEGREE - e).div_ceil(BITS);
            let shift = words * BITS - (P::DEGREE - e);
            r[i - words] = r[i - words].xor(w.left(shift));
            if shift > 0 {
                r[i - words + 1] = r[i - words + 1].xor(w.right(BITS - shift));
            }
        }
    }
    if used > 0 {
        let w = r[top].right(used);
        r[top] = r[top].and(V::splat((1 << used) - 1));
        for &e in P::LOWER {
            let (word, shift) = (e / BITS, e % BITS);
            r[word] = r[word].xor(w.left(shift));
            // Of the few bits above x^m none may reach the next word.
            if shift + (BITS - used) > BITS {
                r[word + 1] = r[word + 1].xor(w.right(BITS - shift));
            }
        }
    }
    a[0]
}

/// `a b` modulo `P`.
#[inline(always)]
pub(super) fn mul<V: CarryLess, const D: usize, P: Polynomial>(a: &[V; D], b: &[V; D]) -> [V; D] {
    reduce::<V, D, P>(product(a, b))
}

/// `a²` modulo `P`.
#[inline(always)]
pub(super) fn sqr<V: CarryLess, const D: usize, P: Polynomial>(a: &[V; D]) -> [V; D] {
    reduce::<V, D, P>(square(a))
}
