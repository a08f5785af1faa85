//! Polynomials in pairs of 64-bit words: one polynomial in vectors of 128 bits (`../x86_64/`), or
//! four side by side in vectors of 512 bits (`../quads/`). One source for both.
//!
//! **Representation.** [`Pairs`]: words 2 i and 2 i + 1 in pair i; a polynomial of an odd number of
//! words has a zero above. Constant time: no table, no branch on data. Read `sums.rs`, then
//! `product.rs`, `reduce.rs`, `trinomial.rs`.

mod product;
mod reduce;
mod sums;
mod trinomial;

use super::Polynomial;
pub(super) use product::{product, square};
pub(super) use reduce::reduce;
pub(super) use sums::Sums;

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
    if const { trinomial::applies::<P>(N) } {
        return trinomial::sqr::<V, P>(k, a);
    }
    reduce::<V, N, P>(k, square::<V, N>(k, a))
}
