//! Binary fields `F_2^m`: polynomials over `F_2` modulo a sparse polynomial.
//!
//! **Representation.** An element is `[Word; N]`, the coefficient of x^i in bit i, always reduced:
//! its degree is below m, so its form is unique. An unreduced product is [`Double`]; any number of
//! them may be summed. One source for words of 8, 32 and 64 bits.
//!
//! **A product** is a type ([`Product`]): [`Comb`] needs no table and is constant time everywhere;
//! [`LopezDahab`] looks up a table by bits of an operand and is constant time only without a data
//! cache, so it is the default on AVR alone; [`Holes`] uses products of integers, which take the
//! same time for all operands on Cortex-M4; `Clmul` is the carry-less multiplication of x86-64,
//! `Pmull` of `AArch64`. [`with_best`] chooses once for a whole computation, [`Best`] for each
//! product.
//!
//! **A polynomial** is a type, too ([`Polynomial`], [`Binary`]), or known at run time ([`Sparse`],
//! [`AnyBinary`]).
//!
//! **Four elements side by side**, with VPCLMULQDQ or in plain Rust: [`BinaryQuads`].
//!
//! **`F_2^163` on the `ATmega128`** in assembly: the folder `avr`.
//!
//! Read [`Polynomial`] first, then `product.rs`, then `reduce.rs`, then `x86_64/`.

/// The members of [`Field`](super::Field) that characteristic 2 settles.
macro_rules! two_is_zero {
    () => {
        #[inline(always)]
        fn sub(&self, a: &Self::El, b: &Self::El) -> Self::El {
            self.add(a, b)
        }

        #[inline(always)]
        fn neg(&self, a: &Self::El) -> Self::El {
            *a
        }

        #[inline(always)]
        fn double(&self, _a: &Self::El) -> Self::El {
            self.zero()
        }

        #[inline(always)]
        fn halve(&self, _a: &Self::El) -> Self::El {
            self.zero()
        }
    };
}

#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod aarch64;
mod any;
#[cfg(target_arch = "avr")]
pub mod avr;
mod field;
mod holes;
#[cfg(all(target_pointer_width = "64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod pairs;
mod polynomial;
mod product;
mod quadratic;
#[cfg(all(target_pointer_width = "64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod quads;
mod reduce;
mod square;
pub mod words;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod x86_64;

#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
pub(crate) use aarch64::Pmull;
pub use any::{AnyBinary, MOST_DEGREE, Sparse};
pub use field::Binary;
pub(crate) use field::DefaultProduct;
pub use holes::Holes;
pub use polynomial::{F163, F233, F283, F409, F571, Polynomial, words_for};
pub use product::{Best, Comb, Everywhere, LopezDahab, Product, WithProduct, with_best};
pub use quadratic::Quadratic;
#[cfg(all(target_pointer_width = "64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
pub use quads::{BinaryQuads, Quad};
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
pub use x86_64::Clmul;

use crate::limb::Word;
use zeroize::Zeroize;

/// A polynomial of twice the words of an element: an unreduced product. `as_flattened` gives its
/// words as one slice.
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

/// The lower half, then the upper.
impl<const N: usize> From<[[Word; N]; 2]> for Double<N> {
    fn from(halves: [[Word; N]; 2]) -> Self {
        Self(halves)
    }
}

impl<const N: usize> Zeroize for Double<N> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
