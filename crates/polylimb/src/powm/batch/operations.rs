//! The operations on eight numbers as functions, chosen once: compiled for AVX-512, or for the portable twin.

use super::look_up::LookUp;
use super::montgomery::{self, Modulus};
use super::row::Block;
use super::set_up;
use super::sum;
use crate::cpu::Features;
use crate::limb::radix52::Portable;

/// Modulus, result, two factors, scratch.
type Multiply = fn(&Modulus<'_>, &mut [Block], &[Block], &[Block], &mut [Block]);
/// Modulus, result, number, scratch, a look-up meanwhile.
type Square = fn(&Modulus<'_>, &mut [Block], &[Block], &mut [Block], &mut LookUp<'_>);

/// What exponentiation is made of.
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
    /// `r = a + b`, which does not exceed the length.
    pub(super) add: fn(&mut [Block], &[Block], &[Block]),
    /// `r = a - M` where `a >= M`, else `r = a`, given `R - M`.
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

/// The roots: compiled for AVX-512, and everything above is inlined into them.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{Block, LookUp, Modulus, Operations, montgomery, set_up, sum};
    use crate::cpu::Features;
    use crate::limb::radix52::Avx512;

    pub(super) const NEEDS: Features = Features::AVX512F.with(Features::AVX512IFMA);

    pub(super) static OPERATIONS: Operations = Operations {
        name: "avx512-ifma",
        multiply: |modulus, r, a, b, q| {
            // SAFETY: the table is handed out only where the CPU has `NEEDS`.
            unsafe { root_multiply(modulus, r, a, b, q) };
        },
        square: |modulus, r, a, q, look_up| {
            // SAFETY: as for `multiply`.
            unsafe { root_square(modulus, r, a, q, look_up) };
        },
        finish: |look_up| {
            // SAFETY: as for `multiply`.
            unsafe { root_finish(look_up) };
        },
        add: |r, a, b| {
            // SAFETY: as for `multiply`.
            unsafe { root_add(r, a, b) };
        },
        subtract_once: |r, a, complement| {
            // SAFETY: as for `multiply`.
            unsafe { root_subtract_once(r, a, complement) };
        },
        friendly: |kappa, h, m| {
            // SAFETY: as for `multiply`.
            unsafe { root_friendly(kappa, h, m) };
        },
    };

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn root_multiply(m: &Modulus<'_>, r: &mut [Block], a: &[Block], b: &[Block], q: &mut [Block]) {
        montgomery::multiply::<Avx512>(m, r, a, b, q);
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn root_square(
        modulus: &Modulus<'_>,
        r: &mut [Block],
        a: &[Block],
        q: &mut [Block],
        look_up: &mut LookUp<'_>,
    ) {
        montgomery::square::<Avx512>(modulus, r, a, q, look_up);
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn root_finish(look_up: &mut LookUp<'_>) {
        look_up.finish::<Avx512>();
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn root_add(r: &mut [Block], a: &[Block], b: &[Block]) {
        sum::add::<Avx512>(r, a, b);
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn root_subtract_once(r: &mut [Block], a: &[Block], complement: &[Block]) {
        sum::subtract_once::<Avx512>(r, a, complement);
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn root_friendly(kappa: &mut Block, h: &mut [Block], m: &[Block]) {
        set_up::friendly::<Avx512>(kappa, h, m);
    }
}
