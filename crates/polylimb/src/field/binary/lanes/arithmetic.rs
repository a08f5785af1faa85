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

/// Words of the largest element.
const MOST: usize = 9;
/// The sums of the even and of the odd lanes' products, column by column.
type Columns<V, const C: usize> = [[V; 2]; C];
/// Columns of a block of up to four words.
const BLOCK: usize = 7;

/// Up to four words by as many, by the schoolbook.
#[inline(always)]
fn block<V: CarryLess, const A: usize>(a: &[V], b: &[V]) -> Columns<V, BLOCK> {
    let (a, b): (&[V; A], &[V; A]) =
        (a.try_into().expect("A words"), b.try_into().expect("A words"));
    let mut r = [[V::splat(0); 2]; BLOCK];
    for i in 0..A {
        for j in 0..A {
            let [even, odd] = &mut r[i + j];
            *even = even.xor(a[i].clmul::<false>(b[j]));
            *odd = odd.xor(a[i].clmul::<true>(b[j]));
        }
    }
    r
}

/// `r += a x^(64 at)`.
#[inline(always)]
fn add_columns<V: CarryLess, const C: usize>(
    r: &mut Columns<V, C>,
    at: usize,
    a: &Columns<V, BLOCK>,
    columns: usize,
) {
    for (r, a) in r[at..].iter_mut().zip(&a[..columns]) {
        *r = [r[0].xor(a[0]), r[1].xor(a[1])];
    }
}

/// `a + b`; `b` may be shorter.
#[inline(always)]
fn sum<V: CarryLess, const A: usize>(a: &[V], b: &[V]) -> [V; A] {
    core::array::from_fn(|i| b.get(i).map_or(a[i], |&b| a[i].xor(b)))
}

/// `A` words and `L` more: three products of blocks.
#[inline(always)]
fn two_blocks<V: CarryLess, const A: usize, const L: usize>(
    a: &[V],
    b: &[V],
) -> Columns<V, { 2 * MOST }> {
    let low = block::<V, A>(&a[..A], &b[..A]);
    let high = block::<V, L>(&a[A..], &b[A..]);
    let middle = block::<V, A>(&sum::<V, A>(&a[..A], &a[A..]), &sum::<V, A>(&b[..A], &b[A..]));
    let mut r = [[V::splat(0); 2]; 2 * MOST];
    for at in [0, A] {
        add_columns(&mut r, at, &low, 2 * A - 1);
        add_columns(&mut r, at + A, &high, 2 * L - 1);
    }
    add_columns(&mut r, A, &middle, 2 * A - 1);
    r
}

/// Three times three words: six products of blocks (Weimerskirch, Paar 2006). One by one: a loop over them is not
/// unrolled.
#[inline(always)]
fn three_blocks<V: CarryLess>(a: &[V], b: &[V]) -> Columns<V, { 2 * MOST }> {
    let mut r = [[V::splat(0); 2]; 2 * MOST];
    outer(&mut r, a, b, 0);
    outer(&mut r, a, b, 1);
    outer(&mut r, a, b, 2);
    mixed(&mut r, a, b, 0, 1);
    mixed(&mut r, a, b, 0, 2);
    mixed(&mut r, a, b, 1, 2);
    r
}

/// The product of the blocks `i`, in its own place and in those of the products with the two others.
#[inline(always)]
fn outer<V: CarryLess>(r: &mut Columns<V, { 2 * MOST }>, a: &[V], b: &[V], i: usize) {
    let product = block::<V, 3>(&a[3 * i..3 * i + 3], &b[3 * i..3 * i + 3]);
    add_columns(r, 3 * i, &product, 5);
    add_columns(r, 3 * i + 3, &product, 5);
    add_columns(r, 3 * i + 6, &product, 5);
}

/// The product of the sums of the blocks `i` and `j`.
#[inline(always)]
fn mixed<V: CarryLess>(r: &mut Columns<V, { 2 * MOST }>, a: &[V], b: &[V], i: usize, j: usize) {
    let pair = |x: &[V]| sum::<V, 3>(&x[3 * i..3 * i + 3], &x[3 * j..3 * j + 3]);
    add_columns(r, 3 * (i + j), &block::<V, 3>(&pair(a), &pair(b)), 5);
}

/// `a b`.
#[inline(always)]
pub(super) fn product<V: CarryLess, const D: usize>(a: &[V; D], b: &[V; D]) -> Wide<V, D> {
    let columns = match D {
        5 => two_blocks::<V, 3, 2>(a, b),
        7 => two_blocks::<V, 4, 3>(a, b),
        9 => three_blocks(a, b),
        _ => {
            const { assert!(D <= 4 || D == 5 || D == 7 || D == 9, "no product of so many words") }
            let mut r = [[V::splat(0); 2]; 2 * MOST];
            add_columns(&mut r, 0, &block::<V, D>(a, b), 2 * D - 1);
            r
        }
    };
    let zero = V::splat(0);
    let mut r = [[zero; D]; 2];
    let mut above = zero;
    for (word, [even, odd]) in r.as_flattened_mut().iter_mut().zip(columns) {
        *word = above.xor(even.even_lanes(odd));
        above = even.odd_lanes(odd);
    }
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
