//! Products and squares of polynomials in pairs of words.
//!
//! One instruction per product of two words. Seven and nine words by one level of Karatsuba
//! (`[Karatsuba1962]`) over blocks of four words, fewer words by schoolbook: a sum takes as long as
//! a product of words.

use super::{MOST_WORDS, Pair, Pairs, Sums};

/// Four words by four; the last is zero if `half`.
#[inline(always)]
fn four<V: Pair, const PAIRS: usize>(
    k: V::Proof,
    a: [V; 2],
    b: [V; 2],
    half: bool,
) -> Sums<V, PAIRS> {
    let mut r = Sums::zero();
    r.add_product(k, 0, (a[0], false), (b[0], false));
    r.add_product(k, 1, (a[0], false), (b[1], half));
    r.add_product(k, 1, (a[1], half), (b[0], false));
    r.add_product(k, 2, (a[1], half), (b[1], half));
    r
}

/// Eight words by eight; the last is zero if `half`.
#[inline(always)]
fn eight<V: Pair>(k: V::Proof, a: &Pairs<V>, b: &Pairs<V>, half: bool) -> Sums<V> {
    let low = four::<V, 4>(k, [a[0], a[1]], [b[0], b[1]], false);
    let high = four::<V, 4>(k, [a[2], a[3]], [b[2], b[3]], half);
    let (sum_a, sum_b) = ([a[0].xor(a[2]), a[1].xor(a[3])], [b[0].xor(b[2]), b[1].xor(b[3])]);
    let mut middle = four::<V, 4>(k, sum_a, sum_b, false);
    middle.add(0, &low);
    middle.add(0, &high);
    let mut r = Sums::zero();
    r.add(0, &low);
    r.add(4, &high);
    r.add(2, &middle);
    r
}

/// The products with the single words `a[i]` and `b[i]`.
#[inline(always)]
fn last_word<V: Pair>(r: &mut Sums<V>, k: V::Proof, a: &Pairs<V>, b: &Pairs<V>, i: usize) {
    for j in 0..i {
        r.add_product(k, i + j, (a[j], false), (b[i], true));
        r.add_product(k, i + j, (a[i], true), (b[j], false));
    }
    r.add_product(k, 2 * i, (a[i], true), (b[i], true));
}

/// Any number of words.
#[inline(always)]
fn schoolbook<V: Pair, const N: usize>(k: V::Proof, a: &Pairs<V>, b: &Pairs<V>) -> Sums<V> {
    let mut r = Sums::zero();
    for (i, &a) in a.iter().enumerate().take(N.div_ceil(2)) {
        for (j, &b) in b.iter().enumerate().take(N.div_ceil(2)) {
            r.add_product(k, i + j, (a, 2 * i + 1 == N), (b, 2 * j + 1 == N));
        }
    }
    r
}

/// `a b` of `N` words each.
#[inline(always)]
pub(in super::super) fn product<V: Pair, const N: usize>(
    k: V::Proof,
    a: &Pairs<V>,
    b: &Pairs<V>,
) -> Sums<V> {
    const { assert!(N <= MOST_WORDS) }
    match N {
        // Loops over more pairs are not unrolled by the compiler.
        3 | 4 => four(k, [a[0], a[1]], [b[0], b[1]], N == 3),
        5 => {
            let mut r = four(k, [a[0], a[1]], [b[0], b[1]], false);
            last_word(&mut r, k, a, b, 2);
            r
        }
        7 | 8 => eight(k, a, b, N == 7),
        9 => {
            let mut r = eight(k, a, b, false);
            last_word(&mut r, k, a, b, 4);
            r
        }
        _ => schoolbook::<V, N>(k, a, b),
    }
}

/// `a²`: each word by itself.
#[inline(always)]
pub(in super::super) fn square<V: Pair, const N: usize>(k: V::Proof, a: &Pairs<V>) -> Sums<V> {
    let mut r = Sums::zero();
    for i in 0..N {
        let pair = a[i / 2];
        r.even[i] =
            if i % 2 == 0 { pair.clmul::<0x00>(k, pair) } else { pair.clmul::<0x11>(k, pair) };
    }
    r
}
