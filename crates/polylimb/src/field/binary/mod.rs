//! Binary fields `F_2^m`: polynomials over `F_2` modulo a sparse polynomial.
//!
//! **Representation.** An element is `[Word; N]`, the coefficient of x^i in bit i, always reduced: degree below
//! m, so its form is unique. An unreduced product is [`Double`], and any number of them may be summed.
//! One source for words of 8, 32 and 64 bits.
//!
//! **A product** is a type ([`Product`]): [`Comb`] needs no table and is constant time everywhere; [`LopezDahab`]
//! looks up a table by bits of an operand and is constant time only without a data cache, so it is the default
//! on AVR alone.
//!
//! Read [`Polynomial`] first, then `comb.rs`, then `reduce.rs`.

#[cfg(target_arch = "avr")]
pub mod avr;
mod comb;
mod field;
mod lopez_dahab;
mod polynomial;
mod reduce;
mod square;

pub use comb::Comb;
pub use field::{Binary, DefaultProduct};
pub use lopez_dahab::LopezDahab;
pub use polynomial::{F163, F233, F283, F409, F571, Polynomial, words_for};

use crate::limb::Word;
use zeroize::Zeroize;

/// A polynomial of twice the words of an element: an unreduced product. Read as one row of words
/// through `as_flattened`.
#[derive(Clone, Copy)]
pub struct Double<const N: usize>([[Word; N]; 2]);

impl<const N: usize> Double<N> {
    const ZERO: Self = Self([[0; N]; 2]);

    /// All words, the lowest coefficients first.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        self.0.as_flattened()
    }

    fn words_mut(&mut self) -> &mut [Word] {
        self.0.as_flattened_mut()
    }
}

impl<const N: usize> Zeroize for Double<N> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// A multiplication of polynomials over `F_2`, as a type.
pub trait Product {
    /// `a b`.
    fn product<const N: usize>(a: &[Word; N], b: &[Word; N]) -> Double<N>;
}
