//! `F_p` and `F_p²` over each kernel set.

use crate::operands::{Operands, Text};
use crate::sets::Set;
use crate::{Function, marked, measure};
use polylimb::authors::field::Field;
use polylimb::authors::field::extension::{Fp2, OnePlusU};
use polylimb::authors::field::prime::{
    Bls12381, Bn254Nogami, KernelSet, Neon, Portable, Umaal, Umlal,
};
use polylimb::authors::limb::Word;
use polylimb::authors::limb::arm::{ShortDigits, TwoWay};

type El = [Word; 8];
type El12 = [Word; 12];

/// A function of the convention of C, for the kernel set `K`.
macro_rules! functions {
    ($($name:ident($el:ty; $a:ident $b:ident): $field:expr, $operation:ident($($operand:ident),+);)+) => {
        $(extern "C" fn $name<K: Set>(r: &mut $el, $a: &$el, $b: &$el) {
            *r = $field(K::get()).$operation($($operand),+);
        })+
    };
}

fn fp<K: KernelSet>(kernel: K) -> Bn254Nogami<K> {
    Bn254Nogami::new(kernel)
}

fn fp2<K: KernelSet>(kernel: K) -> Fp2<Bn254Nogami<K>, OnePlusU> {
    Fp2::new(fp(kernel))
}

fn bls<K: KernelSet>(kernel: K) -> Bls12381<K> {
    Bls12381::new(kernel)
}

fn bls_fp2<K: KernelSet>(kernel: K) -> Fp2<Bls12381<K>, OnePlusU> {
    Fp2::new(bls(kernel))
}

functions! {
    bls_fp2_mul([El12; 2]; a b): bls_fp2, mul(a, b);
    bls_fp2_sqr([El12; 2]; a _b): bls_fp2, sqr(a);
    bls_add(El12; a b): bls, add(a, b);
    bls_sub(El12; a b): bls, sub(a, b);
    bls_mul(El12; a b): bls, mul(a, b);
    fp_add(El; a b): fp, add(a, b);
    fp_sub(El; a b): fp, sub(a, b);
    fp_mul(El; a b): fp, mul(a, b);
    fp2_mul([El; 2]; a b): fp2, mul(a, b);
    fp2_sqr([El; 2]; a _b): fp2, sqr(a);
}

/// Two independent products, as a formula asks for them.
extern "C" fn fp_mul_two<K: Set>(r: &mut [El; 2], a: &[El; 2], b: &[El; 2]) {
    *r = fp(K::get()).products([(&a[0], &b[0]), (&a[1], &b[1])], []).0;
}

type OfTwo = extern "C" fn(&mut [El; 2], &[El; 2], &[El; 2]);

fn set<K: Set>(calls: usize, operands: &mut Operands) {
    let p = &crate::Prime::MODULUS;
    let null = std::ptr::null::<Word>();
    let base: [(&str, extern "C" fn(&mut El, &El, &El)); 3] =
        [("add", fp_add::<K>), ("sub", fp_sub::<K>), ("mul", fp_mul::<K>)];
    let extension: [(&str, OfTwo); 3] =
        [("mul-two", fp_mul_two::<K>), ("fp2-mul", fp2_mul::<K>), ("fp2-sqr", fp2_sqr::<K>)];
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

/// The field of BLS12-381.
fn twelve_words<K: Set>(calls: usize, operands: &mut Operands) {
    let p = &Bls12381::<Portable>::MODULUS;
    let functions: [(&str, extern "C" fn(&mut El12, &El12, &El12)); 3] =
        [("add-381", bls_add::<K>), ("sub-381", bls_sub::<K>), ("mul-381", bls_mul::<K>)];
    type OfTwo = extern "C" fn(&mut [El12; 2], &[El12; 2], &[El12; 2]);
    let extension: [(&str, OfTwo); 2] =
        [("fp2-mul-381", bls_fp2_mul::<K>), ("fp2-sqr-381", bls_fp2_sqr::<K>)];
    let null = std::ptr::null::<Word>();
    for i in 0..calls {
        let [a, b] = [i, i / 3].map(|i| operands.below(i, p));
        for (kind, function) in functions {
            let (function, mut r) = (function as Function, [0; 12]);
            // SAFETY: the functions take a result and two operands of these types.
            unsafe { measure(kind, K::NAME, function, &mut r, (&a, &b), null) };
        }
        for (kind, function) in extension {
            let (function, mut r) = (function as Function, [[0; 12]; 2]);
            let (a, b) = ([a, b], [b, operands.below(i, p)]);
            // SAFETY: as above.
            unsafe { measure(kind, K::NAME, function, &mut r, (&a, &b), null) };
        }
    }
}

/// Two products at once in full words, and with them Algorithms 2 and 3 of `[Cuiman2019]`; single
/// products, sums and differences by the kernels of `umaal`.
mod full_words {
    use super::El;
    use polylimb::authors::limb::arm::{add, add_wide, sub, sub_wide};
    use polylimb::authors::limb::{Word, inverse_mod_word};
    use polylimb_catalogue::limb::arm::{FullWords, MULTIPLICATIONS};

    pub(super) const P: El = crate::Prime::MODULUS;
    pub(super) const MINUS_INVERSE: Word = inverse_mod_word(P[0]).wrapping_neg();
    type Wide = [Word; 16];

    pub(super) fn neon() -> FullWords {
        // SAFETY: this program is measured on a Cortex-A9 with NEON.
        unsafe { FullWords::assumed() }
    }

    pub(super) extern "C" fn mul(r: &mut [El; 2], a: &[El; 2], b: &[El; 2]) {
        let mut t = [[0; 16]; 2];
        neon().multiply(&mut t, &[&a[0], &b[0], &a[1], &b[1]]);
        neon().reduce(r, &t, &P, MINUS_INVERSE);
    }

    /// Algorithm 2 of the paper on two cores.
    pub(super) extern "C" fn fp2_mul(r: &mut [El; 2], a: &[El; 2], b: &[El; 2]) {
        let [mut s, mut t] = [[0; 8]; 2];
        add(&mut s, &a[0], &a[1], &P);
        add(&mut t, &b[0], &b[1], &P);
        let umaal = MULTIPLICATIONS.last().expect("the last is the fastest");
        let (mut cross, mut both) = ([0; 16], [[0; 16]; 2]);
        (umaal.function)(&mut cross, &s, &t);
        neon().multiply(&mut both, &[&a[0], &b[0], &a[1], &b[1]]);
        let [mut real, mut u, mut imaginary]: [Wide; 3] = [[0; 16]; 3];
        sub_wide(&mut real, &both[0], &both[1], &P);
        add_wide(&mut u, &both[0], &both[1], &P);
        sub_wide(&mut imaginary, &cross, &u, &P);
        neon().reduce(r, &[real, imaginary], &P, MINUS_INVERSE);
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

/// Measures a kernel that takes its operands one by one.
///
/// # Safety
/// As for [`marked`]: the kernel takes a result, four operands and what `last` points to.
unsafe fn of_operands<R: Text, C>(
    kind: &str,
    name: &str,
    function: Function,
    r: &mut R,
    (a, b): (&[El; 2], &[El; 2]),
    last: *const C,
) {
    let operands = [&a[0], &b[0], &a[1], &b[1]];
    let arguments = [&raw mut *r as usize, operands.as_ptr() as usize, last as usize, 0];
    // SAFETY: the caller's contract is the same as for `marked`.
    unsafe { marked(function, arguments) };
    println!("{kind} {name} {:x} {} {} = {}", function as usize, a.text(), b.text(), r.text());
}

/// The kernels for two at once by themselves.
fn two_way(calls: usize, operands: &mut Operands) {
    use full_words::{MINUS_INVERSE, P, neon};
    let digits = &raw const *const { &ShortDigits::new(&P, MINUS_INVERSE) };
    let null = std::ptr::null::<Word>();
    // SAFETY: this program is measured on a Cortex-A9 with NEON.
    let two_way = unsafe { TwoWay::assumed() };
    let (full, short) = ("neon-full-words", "neon-short-digits");
    let algorithms: [(&str, OfTwo); 3] = [
        ("mul-two", full_words::mul),
        ("fp2-mul", full_words::fp2_mul),
        ("fp2-sqr", full_words::fp2_sqr),
    ];
    for i in 0..calls {
        let (a, b) =
            ([operands.any(i), operands.any(i + 1)], [operands.any(i / 3), operands.any(i)]);
        let (kernel, mut r) = (neon().multiply as Function, [[0; 16]; 2]);
        // SAFETY: the kernel takes a result and four operands.
        unsafe { of_operands("multiply-two", full, kernel, &mut r, (&a, &b), null) };
        let t = [operands.wide(i, &P), operands.wide(i / 3, &P)];
        let (kernel, mut r) = (neon().reduce as Function, [[0; 8]; 2]);
        let last = MINUS_INVERSE as usize as *const Word;
        // SAFETY: the kernel takes a result, two wide numbers, the modulus and a word.
        unsafe { measure("reduce-two", full, kernel, &mut r, (&t, &P), last) };
        let [a, b] = [[i, i / 3], [i + 1, i / 2]].map(|pair| pair.map(|i| operands.below(i, &P)));
        for (kind, function) in algorithms {
            // SAFETY: the functions take a result and two operands of these types.
            unsafe { measure(kind, full, function as Function, &mut r, (&a, &b), null) };
        }
        let kernel = two_way.montgomery_mul as Function;
        // SAFETY: the kernel takes a result, four operands and the modulus.
        unsafe { of_operands("mul-two", short, kernel, &mut r, (&a, &b), digits) };
        let kernel = two_way.complex_product as Function;
        // SAFETY: the kernel takes a result, two operands and the modulus.
        unsafe { measure("fp2-mul", short, kernel, &mut r, (&a, &b), digits) };
    }
}

/// All kernel sets.
pub fn measure_all(calls: usize, operands: &mut Operands) {
    set::<Portable>(calls, operands);
    set::<Umlal>(calls, operands);
    set::<Umaal>(calls, operands);
    set::<Neon>(calls, operands);
    two_way(calls, operands);
    twelve_words::<Portable>(calls, operands);
    twelve_words::<Umaal>(calls, operands);
    twelve_words::<Neon>(calls, operands);
}
