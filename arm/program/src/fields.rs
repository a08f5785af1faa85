//! `F_p` and `F_p²` over every kernel set.

use crate::operands::Operands;
use crate::{Function, measure};
use polylimb::cpu::Features;
use polylimb::field::Field;
use polylimb::field::extension::{Fp2, OnePlusU};
use polylimb::field::prime::fixed::{Bn254Nogami, Umaal, Umlal};
use polylimb::field::prime::{KernelSet, Portable};
use polylimb::limb::Word;

type El = [Word; 8];

/// A function of the convention of C, for the kernel set `K`.
macro_rules! functions {
    ($($name:ident($el:ty; $a:ident $b:ident): $field:expr, $operation:ident($($operand:ident),+);)+) => {
        $(extern "C" fn $name<K: KernelSet>(r: &mut $el, $a: &$el, $b: &$el) {
            let kernel = K::available(Features::detect()).expect("this processor has it");
            *r = $field(kernel).$operation($($operand),+);
        })+
    };
}

fn fp<K: KernelSet>(kernel: K) -> Bn254Nogami<K> {
    Bn254Nogami::new(kernel)
}

fn fp2<K: KernelSet>(kernel: K) -> Fp2<Bn254Nogami<K>, OnePlusU> {
    Fp2::new(fp(kernel))
}

functions! {
    fp_add(El; a b): fp, add(a, b);
    fp_sub(El; a b): fp, sub(a, b);
    fp_mul(El; a b): fp, mul(a, b);
    fp2_mul([El; 2]; a b): fp2, mul(a, b);
    fp2_sqr([El; 2]; a _b): fp2, sqr(a);
}

fn set<K: KernelSet>(calls: usize, operands: &mut Operands) {
    let p = &crate::Prime::MODULUS;
    let null = std::ptr::null::<Word>();
    let base: [(&str, extern "C" fn(&mut El, &El, &El)); 3] =
        [("add", fp_add::<K>), ("sub", fp_sub::<K>), ("mul", fp_mul::<K>)];
    let extension: [(&str, extern "C" fn(&mut [El; 2], &[El; 2], &[El; 2])); 2] =
        [("fp2-mul", fp2_mul::<K>), ("fp2-sqr", fp2_sqr::<K>)];
    for i in 0..calls {
        let [a, b, c, d] = [i, i / 3, i + 1, i / 2].map(|i| operands.below(i, p));
        for (kind, function) in base {
            // SAFETY: the functions take a result and two operands of these types.
            unsafe {
                measure(kind, K::NAME, function as Function, &mut El::default(), (&a, &b), null)
            };
        }
        for (kind, function) in extension {
            let (mut r, a, b) = ([[0; 8]; 2], [a, c], [b, d]);
            // SAFETY: as above.
            unsafe { measure(kind, K::NAME, function as Function, &mut r, (&a, &b), null) };
        }
    }
}

/// Two products at once by NEON; what is single, sums and differences by the kernels that `umaal` has.
mod two_way {
    use super::El;
    use polylimb::limb::arm::{MULTIPLICATIONS, TwoWay, add, add_wide, sub, sub_wide};
    use polylimb::limb::{Word, inverse_mod_word};

    const P: El = crate::Prime::MODULUS;
    const MINUS_INVERSE: Word = inverse_mod_word(P[0]).wrapping_neg();
    type Wide = [Word; 16];

    fn neon() -> TwoWay {
        // SAFETY: this program is measured on a Cortex-A9 with NEON.
        unsafe { TwoWay::assumed() }
    }

    pub(super) extern "C" fn multiply(r: &mut [Wide; 2], a: &[El; 2], b: &[El; 2]) {
        neon().multiply(r, &[&a[0], &b[0], &a[1], &b[1]]);
    }

    pub(super) extern "C" fn reduce(r: &mut [El; 2], t: &[Wide; 2]) {
        neon().reduce(r, t, &P, MINUS_INVERSE);
    }

    pub(super) extern "C" fn mul(r: &mut [El; 2], a: &[El; 2], b: &[El; 2]) {
        let mut t = [[0; 16]; 2];
        multiply(&mut t, a, b);
        reduce(r, &t);
    }

    /// Algorithm 2 of the paper on two cores.
    pub(super) extern "C" fn fp2_mul(r: &mut [El; 2], a: &[El; 2], b: &[El; 2]) {
        let [mut s, mut t] = [[0; 8]; 2];
        add(&mut s, &a[0], &a[1], &P);
        add(&mut t, &b[0], &b[1], &P);
        let umaal = MULTIPLICATIONS.last().expect("the last is the fastest");
        let (mut cross, mut both) = ([0; 16], [[0; 16]; 2]);
        (umaal.function)(&mut cross, &s, &t);
        multiply(&mut both, a, b);
        let [mut real, mut u, mut imaginary] = [[0; 16]; 3];
        sub_wide(&mut real, &both[0], &both[1], &P);
        add_wide(&mut u, &both[0], &both[1], &P);
        sub_wide(&mut imaginary, &cross, &u, &P);
        reduce(r, &[real, imaginary]);
    }

    /// Algorithm 3.
    pub(super) extern "C" fn fp2_sqr(r: &mut [El; 2], a: &[El; 2], _: &[El; 2]) {
        let [mut s, mut d, mut twice] = [[0; 8]; 3];
        add(&mut s, &a[0], &a[1], &P);
        sub(&mut d, &a[0], &a[1], &P);
        add(&mut twice, &a[0], &a[0], &P);
        mul(r, &[s, twice], &[d, a[1]]);
    }
}

const NONE: [[Word; 0]; 1] = [[]];

fn neon(calls: usize, operands: &mut Operands) {
    let p = &crate::Prime::MODULUS;
    let null = std::ptr::null::<Word>();
    let elements: [(&str, extern "C" fn(&mut [El; 2], &[El; 2], &[El; 2])); 3] =
        [("mul-two", two_way::mul), ("fp2-mul", two_way::fp2_mul), ("fp2-sqr", two_way::fp2_sqr)];
    for i in 0..calls {
        let (a, b) =
            ([operands.any(i), operands.any(i + 1)], [operands.any(i / 3), operands.any(i)]);
        let function = two_way::multiply as Function;
        // SAFETY: the functions take a result and two operands of these types.
        unsafe { measure("multiply-two", "neon", function, &mut [[0; 16]; 2], (&a, &b), null) };
        let t = [operands.wide(i, p), operands.wide(i / 3, p)];
        let function = two_way::reduce as Function;
        // SAFETY: a reduction takes a result and two wide numbers.
        unsafe { measure("reduce-two", "neon", function, &mut [[0; 8]; 2], (&t, &NONE), null) };
        let [a, b] = [[i, i / 3], [i + 1, i / 2]].map(|pair| pair.map(|i| operands.below(i, p)));
        for (kind, function) in elements {
            // SAFETY: as above.
            unsafe {
                measure(kind, "neon", function as Function, &mut [[0; 8]; 2], (&a, &b), null)
            };
        }
    }
}

/// All kernel sets.
pub fn measure_all(calls: usize, operands: &mut Operands) {
    set::<Portable>(calls, operands);
    set::<Umlal>(calls, operands);
    set::<Umaal>(calls, operands);
    neon(calls, operands);
}
