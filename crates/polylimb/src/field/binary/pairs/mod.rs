//! Polynomials in pairs of 64-bit words: one polynomial in vectors of 128 bits (`../x86_64/`), or
//! four side by side in vectors of 512 bits (`../quads/`). One source for both.
//!
//! **Representation.** [`Pairs`]: words 2 i and 2 i + 1 in pair i; a polynomial of an odd number of
//! words has a zero above. Constant time: no table, no branch on data. Read this file, then
//! `reduce.rs`.

mod reduce;

use super::Polynomial;
pub(super) use reduce::reduce;

/// Words of the largest element.
pub(super) const MOST_WORDS: usize = 9;
/// An element; the words above it are zero.
pub(super) type Pairs<V> = [V; MOST_WORDS.div_ceil(2)];

/// Two words, or two words of each of several polynomials; then each method acts on every
/// polynomial. Implementations are `#[inline(always)]`.
pub trait Pair: Copy {
    /// The proof that this CPU has the instructions.
    type Proof: Copy;

    /// Two zeros.
    fn zero() -> Self;
    /// Both words.
    fn new(low: u64, high: u64) -> Self;
    /// The sum.
    fn xor(self, b: Self) -> Self;
    /// Bitwise and.
    fn and(self, b: Self) -> Self;
    /// Each word shifted left by `bits` below 64.
    fn shl(self, bits: usize) -> Self;
    /// Each word shifted right by `bits` below 64.
    fn shr(self, bits: usize) -> Self;
    /// The lower word moved up; the lower word becomes zero.
    fn up(self) -> Self;
    /// The upper word moved down; the upper word becomes zero.
    fn down(self) -> Self;
    /// The upper word of `below`, and above it the lower word of `self`.
    fn behind(self, below: Self) -> Self;
    /// The upper word of `below`, and above it the upper word of `self`.
    fn uppers(self, below: Self) -> Self;
    /// The product of two words: the lower or upper word of `self` by bit 0 of `WHICH`, of `b` by
    /// bit 4.
    fn clmul<const WHICH: i32>(self, proof: Self::Proof, b: Self) -> Self;
}

/// `a b` modulo `P`, of `N` words each.
#[inline(always)]
pub(super) fn mul<V: Pair, const N: usize, P: Polynomial>(
    k: V::Proof,
    a: &Pairs<V>,
    b: &Pairs<V>,
) -> Pairs<V> {
    reduce::<V, N, P>(k, product::<V, N>(k, a, b))
}

/// `a²` modulo `P`, of `N` words.
#[inline(always)]
pub(super) fn sqr<V: Pair, const N: usize, P: Polynomial>(k: V::Proof, a: &Pairs<V>) -> Pairs<V> {
    if const { reduce::is_trinomial::<P>(N) } {
        return reduce::sqr_trinomial::<V, P>(k, a);
    }
    reduce::<V, N, P>(k, square::<V, N>(k, a))
}

// Polynomials as sums of pairs of words; some pairs begin at even words and some at odd words.

/// A polynomial `Σ even[i] x^(128 i) + odd[i] x^(128 i + 64)`: adding a pair at any word is one
/// instruction, and each pair is combined once, when it is needed.
#[derive(Clone, Copy)]
pub(super) struct Sums<V, const PAIRS: usize = { MOST_WORDS + 1 }> {
    pub(super) even: [V; PAIRS],
    pub(super) odd: [V; PAIRS],
}

impl<V: Pair, const PAIRS: usize> Sums<V, PAIRS> {
    #[inline(always)]
    pub(super) fn zero() -> Self {
        Self { even: [V::zero(); PAIRS], odd: [V::zero(); PAIRS] }
    }

    /// `+= v x^(64 word)`.
    #[inline(always)]
    pub(super) fn add_at(&mut self, word: usize, v: V) {
        let row = if word.is_multiple_of(2) { &mut self.even } else { &mut self.odd };
        row[word / 2] = row[word / 2].xor(v);
    }

    /// `+= a x^(128 at)`.
    #[inline(always)]
    pub(super) fn add<const M: usize>(&mut self, at: usize, a: &Sums<V, M>) {
        for i in 0..M {
            self.add_at(2 * (at + i), a.even[i]);
            self.add_at(2 * (at + i) + 1, a.odd[i]);
        }
    }

    /// `+= a b x^(128 at)`; if `half_a` or `half_b`, the upper word of that factor is zero.
    #[inline(always)]
    pub(super) fn add_product(
        &mut self,
        k: V::Proof,
        at: usize,
        (a, half_a): (V, bool),
        (b, half_b): (V, bool),
    ) {
        self.add_at(2 * at, a.clmul::<0x00>(k, b));
        if !half_a {
            self.add_at(2 * at + 1, a.clmul::<0x01>(k, b));
        }
        if !half_b {
            self.add_at(2 * at + 1, a.clmul::<0x10>(k, b));
        }
        if !half_a && !half_b {
            self.add_at(2 * at + 2, a.clmul::<0x11>(k, b));
        }
    }

    /// Words 2 i and 2 i + 1.
    #[inline(always)]
    pub(super) fn pair(&self, i: usize) -> V {
        let shifted = if i == 0 { self.odd[0].up() } else { self.odd[i].behind(self.odd[i - 1]) };
        self.even[i].xor(shifted)
    }
}

// Products and squares of polynomials in pairs of words.
//
// One instruction per product of two words. Seven and nine words by one level of Karatsuba
// (`[Karatsuba1962]`) over blocks of four words, fewer words by schoolbook: a sum takes as long as
// a product of words.

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
pub(super) fn product<V: Pair, const N: usize>(k: V::Proof, a: &Pairs<V>, b: &Pairs<V>) -> Sums<V> {
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
pub(super) fn square<V: Pair, const N: usize>(k: V::Proof, a: &Pairs<V>) -> Sums<V> {
    let mut r = Sums::zero();
    for i in 0..N {
        let pair = a[i / 2];
        r.even[i] =
            if i % 2 == 0 { pair.clmul::<0x00>(k, pair) } else { pair.clmul::<0x11>(k, pair) };
    }
    r
}

#[cfg(test)]
#[path = "../../../../tests/proofs/binary_pairs.rs"]
mod theorems;
