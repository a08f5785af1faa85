//! Binary fields with the carry-less multiplication of x86-64 (PCLMULQDQ), on pairs of 64-bit words
//! in vector registers.
//!
//! The arithmetic of polynomials comes from `../pairs/`. Each instruction is one `asm!` that is
//! inlined at every use, so that no caller needs target features of its own; all else is SSE2,
//! which every x86-64 has.
//!
//! Constant time: no table, no branch on data, and the instruction takes the same time for all
//! operands. Read `vector.rs`, then `linear.rs`.

mod linear;
mod vector;

use super::pairs;
use super::{Double, Polynomial, Product};
use crate::cpu::Features;
use crate::limb::Word;

/// x86-64 with PCLMULQDQ in its three-operand form (AVX2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clmul {
    /// Whether the CPU has AVX-512, too.
    #[cfg_attr(not(feature = "std"), allow(dead_code, reason = "tables need it"))]
    wide: bool,
}

impl Clmul {
    /// The kernel, if `features` and this CPU have all that it needs.
    #[must_use]
    pub fn available(features: Features) -> Option<Self> {
        let wide = features.allows(Features::AVX512F);
        features.allows(Features::CLMUL).then_some(Self { wide })
    }
}

/// Fewest words for which a product is a function of its own: inlined, the products of a point
/// addition would fill the instruction cache.
const OUT_OF_LINE_FROM: usize = 5;

impl Product for Clmul {
    const NAME: &'static str = "clmul";

    #[inline(always)]
    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        vector::store_double(&pairs::product::<_, N>(self, &vector::load(a), &vector::load(b)))
    }

    #[inline(always)]
    fn square<const N: usize>(self, a: &[Word; N]) -> Double<N> {
        vector::store_double(&pairs::square::<_, N>(self, &vector::load(a)))
    }

    #[inline(always)]
    fn reduce<const N: usize, P: Polynomial>(self, a: &Double<N>) -> [Word; N] {
        vector::store(&pairs::reduce::<_, N, P>(self, vector::load_double(a)))
    }

    #[inline(always)]
    fn mul<const N: usize, P: Polynomial>(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        if N < OUT_OF_LINE_FROM {
            mul::<N, P>(self, a, b)
        } else {
            mul_out_of_line::<N, P>(self, a, b)
        }
    }

    #[inline(always)]
    fn sqr<const N: usize, P: Polynomial>(self, a: &[Word; N]) -> [Word; N] {
        vector::store(&pairs::sqr::<_, N, P>(self, &vector::load(a)))
    }

    fn frobenius<const N: usize, P: Polynomial>(self, a: &[Word; N], n: usize) -> [Word; N] {
        linear::power::<N, P>(self, a, n)
    }

    fn half_trace<const N: usize, P: Polynomial>(self, a: &[Word; N]) -> [Word; N] {
        linear::half_trace::<N, P>(self, a)
    }
}

#[inline(always)]
fn mul<const N: usize, P: Polynomial>(k: Clmul, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    vector::store(&pairs::mul::<_, N, P>(k, &vector::load(a), &vector::load(b)))
}

#[inline(never)]
fn mul_out_of_line<const N: usize, P: Polynomial>(
    k: Clmul,
    a: &[Word; N],
    b: &[Word; N],
) -> [Word; N] {
    mul::<N, P>(k, a, b)
}
