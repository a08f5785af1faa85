//! The instruction set of a binary field, as a type.

use super::{Binary, Double, Polynomial, quadratic, reduce, square};
use crate::cpu::Features;
use crate::limb::Word;

/// Products, squares and reductions of polynomials over `F_2`, written for one instruction set. A
/// value of the type proves that this CPU has the instructions; pass it to
/// [`Binary::with`](super::Binary::with).
pub trait Product: Copy + Send + Sync + 'static {
    /// Its name.
    const NAME: &'static str;

    /// `a b`, unreduced.
    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N>;

    /// `a²`, unreduced.
    #[inline(always)]
    fn square<const N: usize>(self, a: &[Word; N]) -> Double<N> {
        square::square(a)
    }

    /// `a` modulo `P`.
    #[inline(always)]
    fn reduce<const N: usize, P: Polynomial>(self, a: &Double<N>) -> [Word; N] {
        reduce::reduce::<N, P>(a)
    }

    /// `a b` modulo `P`.
    fn mul<const N: usize, P: Polynomial>(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        self.reduce::<N, P>(&self.product(a, b))
    }

    /// `a²` modulo `P`.
    fn sqr<const N: usize, P: Polynomial>(self, a: &[Word; N]) -> [Word; N] {
        self.reduce::<N, P>(&self.square(a))
    }

    /// `a^(2^n)` modulo `P`; n is public.
    fn frobenius<const N: usize, P: Polynomial>(self, a: &[Word; N], n: usize) -> [Word; N] {
        let mut r = *a;
        for _ in 0..n {
            r = self.sqr::<N, P>(&r);
        }
        r
    }

    /// `Σ a^(4^i)`, `i` up to m / 2, modulo `P`; m is odd.
    fn half_trace<const N: usize, P: Polynomial>(self, a: &[Word; N]) -> [Word; N] {
        quadratic::half_trace(&Binary::<N, P, Self>::with(self), P::DEGREE, a)
    }
}

/// A [`Product`] in plain Rust, for every CPU.
pub trait Everywhere: Product {
    /// Its value.
    const HERE: Self;
}

/// A computation that is compiled for every constant-time product; see [`with_best`].
///
/// ```
/// use polylimb::cpu::Features;
/// use polylimb::field::Field;
/// use polylimb::field::binary::{Binary, F233, Product, WithProduct, with_best, words_for};
///
/// struct Cube;
/// impl WithProduct for Cube {
///     type Out = bool;
///     fn call<K: Product>(self, kernel: K) -> bool {
///         let f = Binary::<{ words_for(233) }, F233, K>::with(kernel);
///         let x = f.from_bit(1);
///         f.equal(&f.mul(&f.sqr(&x), &x), &f.from_bit(3)).to_bool_vartime()
///     }
/// }
/// assert!(with_best(Features::detect(), Cube));
/// ```
pub trait WithProduct {
    /// The computation's result.
    type Out;
    /// Computes with the fields over `kernel`.
    fn call<K: Product>(self, kernel: K) -> Self::Out;
}

/// Runs `work` on the fastest constant-time product whose features are in `features` and on this
/// CPU. Call it once per operation of a protocol, not per product: all of `work` is compiled for
/// each product.
pub fn with_best<W: WithProduct>(features: Features, work: W) -> W::Out {
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    if let Some(kernel) = super::Clmul::available(features) {
        return work.call(kernel);
    }
    let _ = features;
    work.call(super::DefaultProduct::HERE)
}
