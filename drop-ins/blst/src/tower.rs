//! `blst_fp12`: the field of a pairing's values.

use crate::border::c;
use crate::field::{Coordinate, Value, be_of_words, certain, curve, engine, fp, fp2, fp12};
use crate::layout::{blst_fp6, blst_fp12, byte};
use core::ops::{Mul, MulAssign};
use polylimb::Alone;
use polylimb::authors::field::Field;

/// Bytes of a coefficient.
const BYTES: usize = 48;

pub(crate) fn conjugate(a: &Value) -> Value {
    fp12().conjugate(a)
}

fn frobenius(a: &Value, n: usize) -> Value {
    fp12().frobenius(curve().frobenius(), a, n)
}

/// Whether the final exponentiation of `a` gives 1.
pub(crate) fn is_one_finally(a: &Value) -> bool {
    final_exponentiation(a) == fp12().one()
}

/// `a^(3 (p¹² - 1)/r)`: blst's final power is the cube of the pairing's.
fn final_exponentiation(a: &Value) -> Value {
    let mut bytes = [0; 12 * BYTES];
    let coefficients = a.as_flattened().as_flattened();
    for (bytes, c) in bytes.chunks_exact_mut(BYTES).zip(coefficients) {
        be_of_words(bytes, &fp().leave(c));
    }
    let value = certain(engine().miller_value(&bytes));
    let power = of_bytes(certain(engine().final_exponentiation_on(&Alone, &value)).as_bytes());
    let tower = fp12();
    tower.mul(&tower.cyclotomic_sqr(&power), &power)
}

/// The value with these coefficients, in the order of `polylimb`.
pub(crate) fn of_bytes(bytes: &[u8]) -> Value {
    let mut value = fp12().zero();
    let coefficients = value.as_flattened_mut().as_flattened_mut();
    for (c, bytes) in coefficients.iter_mut().zip(bytes.chunks_exact(BYTES)) {
        *c = fp().enter_mod(&crate::field::words_of_be(bytes));
    }
    value
}

/// Whether `a` has the order of the groups, or is 1.
fn in_group(a: &Value) -> bool {
    let tower = fp12();
    if *a == tower.one() {
        return true;
    }
    // `a^(p⁴ - p² + 1) = 1`; then `a^p = a^u`, because the order divides `p - u`.
    let twice = frobenius(a, 2);
    let is_cyclotomic = tower.mul(&frobenius(&twice, 2), a) == twice;
    *a != tower.zero() && is_cyclotomic && frobenius(a, 1) == curve().power_u(a)
}

c! {
    fn blst_fp12_sqr(ret: *mut blst_fp12, a: *const blst_fp12) {
        *ret = blst_fp12::of(&fp12().sqr(&(*a).el()));
    }
    fn blst_fp12_cyclotomic_sqr(ret: *mut blst_fp12, a: *const blst_fp12) {
        *ret = blst_fp12::of(&fp12().cyclotomic_sqr(&(*a).el()));
    }
    fn blst_fp12_mul(ret: *mut blst_fp12, a: *const blst_fp12, b: *const blst_fp12) {
        *ret = blst_fp12::of(&fp12().mul(&(*a).el(), &(*b).el()));
    }
    fn blst_fp12_mul_by_xy00z0(ret: *mut blst_fp12, a: *const blst_fp12, xy00z0: *const blst_fp6) {
        let [x, y, z] = (*xy00z0).fp2.map(|c| c.el());
        let zero = fp2().zero();
        *ret = blst_fp12::of(&fp12().mul(&(*a).el(), &[[x, y, zero], [zero, z, zero]]));
    }
    fn blst_fp12_conjugate(a: *mut blst_fp12) {
        *a = blst_fp12::of(&conjugate(&(*a).el()));
    }
    fn blst_fp12_inverse(ret: *mut blst_fp12, a: *const blst_fp12) {
        *ret = blst_fp12::of(&fp12().inv0(&(*a).el()));
    }
    fn blst_fp12_frobenius_map(ret: *mut blst_fp12, a: *const blst_fp12, n: usize) {
        *ret = blst_fp12::of(&frobenius(&(*a).el(), n));
    }
    fn blst_fp12_is_equal(a: *const blst_fp12, b: *const blst_fp12) -> bool {
        *a == *b
    }
    fn blst_fp12_is_one(a: *const blst_fp12) -> bool {
        (*a).el() == fp12().one()
    }
    fn blst_fp12_in_group(a: *const blst_fp12) -> bool {
        in_group(&(*a).el())
    }
    fn blst_fp12_one() -> *const blst_fp12 {
        static ONE: std::sync::OnceLock<blst_fp12> = std::sync::OnceLock::new();
        ONE.get_or_init(blst_fp12::default)
    }
    fn blst_bendian_from_fp12(out: *mut byte, a: *const blst_fp12) {
        // In the order of powers of w.
        let out = core::slice::from_raw_parts_mut(out, 12 * BYTES);
        let a = (*a).el();
        let powers = (0..3).flat_map(|j| [a[0][j], a[1][j]]);
        for (bytes, c) in out.chunks_exact_mut(BYTES).zip(powers.flatten()) {
            be_of_words(bytes, &fp().leave(&c));
        }
    }
    fn blst_final_exp(ret: *mut blst_fp12, f: *const blst_fp12) {
        *ret = blst_fp12::of(&final_exponentiation(&(*f).el()));
    }
    fn blst_fp12_finalverify(gt1: *const blst_fp12, gt2: *const blst_fp12) -> bool {
        is_one_finally(&fp12().mul(&conjugate(&(*gt1).el()), &(*gt2).el()))
    }
    fn blst_fp12_sizeof() -> usize {
        size_of::<blst_fp12>()
    }
}

impl Mul for blst_fp12 {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::of(&fp12().mul(&self.el(), &other.el()))
    }
}

impl MulAssign for blst_fp12 {
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl blst_fp12 {
    pub fn final_exp(&self) -> Self {
        Self::of(&final_exponentiation(&self.el()))
    }

    pub fn in_group(&self) -> bool {
        in_group(&self.el())
    }

    pub fn finalverify(a: &Self, b: &Self) -> bool {
        is_one_finally(&fp12().mul(&conjugate(&a.el()), &b.el()))
    }

    pub fn to_bendian(&self) -> [u8; 12 * BYTES] {
        let mut out = [0; 12 * BYTES];
        // SAFETY: the array has room for all coefficients.
        unsafe { blst_bendian_from_fp12(out.as_mut_ptr(), self) };
        out
    }
}
