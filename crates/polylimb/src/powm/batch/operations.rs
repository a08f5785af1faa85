//! The operations on eight numbers as functions, chosen once: compiled for AVX-512 or for the
//! portable twin.

use super::look_up::LookUp;
use super::montgomery::{self, Modulus};
use super::row::Block;
use super::set_up;
use super::sum;
use crate::cpu::Features;
use crate::limb::simd::Portable;

/// Modulus, result, two factors, scratch.
type Multiply = fn(&Modulus<'_>, &mut [Block], &[Block], &[Block], &mut [Block]);
/// Modulus, result, number, scratch, a look-up to run meanwhile.
type Square = fn(&Modulus<'_>, &mut [Block], &[Block], &mut [Block], &mut LookUp<'_>);

/// The operations of exponentiation.
#[derive(Clone, Copy)]
pub(super) struct Operations {
    /// The name of the vectors.
    pub(super) name: &'static str,
    /// `r = a b / R mod M`; the last is scratch.
    pub(super) multiply: Multiply,
    /// `r = a² / R mod M`, and the steps of a look-up meanwhile.
    pub(super) square: Square,
    /// The rest of a look-up.
    pub(super) finish: fn(&mut LookUp<'_>),
    /// `r = a + b`, which must fit the length.
    pub(super) add: fn(&mut [Block], &[Block], &[Block]),
    /// `r = a - M` in lanes where `a >= M`, else `r = a`, given `R - M`.
    pub(super) subtract_once: fn(&mut [Block], &[Block], &[Block]),
    /// `κ` and `H` of a modulus.
    pub(super) friendly: fn(&mut Block, &mut [Block], &[Block]),
}

impl Operations {
    /// The fastest within these features.
    pub(super) fn best(features: Features) -> &'static Self {
        #[cfg(target_arch = "x86_64")]
        if features.intersection(Features::detect()).contains(avx512::NEEDS) {
            return &avx512::OPERATIONS;
        }
        let _ = features;
        &PORTABLE
    }
}

static PORTABLE: Operations = Operations {
    name: "portable",
    multiply: |modulus, r, a, b, q| montgomery::multiply::<Portable>(modulus, r, a, b, q),
    square: |modulus, r, a, q, look_up| {
        montgomery::square::<Portable>(modulus, r, a, q, look_up);
    },
    finish: |look_up| look_up.finish::<Portable>(),
    add: sum::add::<Portable>,
    subtract_once: sum::subtract_once::<Portable>,
    friendly: set_up::friendly::<Portable>,
};

/// The roots: compiled for AVX-512, and everything above is inlined into them. The table is used
/// only if the CPU has `NEEDS`.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{Block, LookUp, Modulus, Operations, montgomery, set_up, sum};
    use crate::cpu::Features;
    use crate::limb::simd::{Ifma, Vector, compiled_for};

    pub(super) const NEEDS: Features = Ifma::NEEDS;

    pub(super) static OPERATIONS: Operations =
        Operations { name: "avx512-ifma", multiply, square, finish, add, subtract_once, friendly };

    compiled_for! {
        "avx512f,avx512ifma", root:
        fn multiply[][](m: &Modulus<'_>, r: &mut [Block], a: &[Block], b: &[Block], q: &mut [Block])
            = montgomery::multiply::<Ifma>(m, r, a, b, q)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn square[][](m: &Modulus<'_>, r: &mut [Block], a: &[Block], q: &mut [Block], look_up: &mut LookUp<'_>)
            = montgomery::square::<Ifma>(m, r, a, q, look_up)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn finish[][](look_up: &mut LookUp<'_>) = look_up.finish::<Ifma>()
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn add[][](r: &mut [Block], a: &[Block], b: &[Block]) = sum::add::<Ifma>(r, a, b)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn subtract_once[][](r: &mut [Block], a: &[Block], complement: &[Block])
            = sum::subtract_once::<Ifma>(r, a, complement)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn friendly[][](kappa: &mut Block, h: &mut [Block], m: &[Block])
            = set_up::friendly::<Ifma>(kappa, h, m)
    }
}
