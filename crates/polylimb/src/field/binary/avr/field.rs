//! The kernels of `F_2^163` as a [`Field`].

use super::super::F163;
use super::{euclid, methods, multiply, reduce, square, sum};

/// 163 coefficients in 21 bytes.
pub type Element = [u8; 21];

/// `F_2^163` by the kernels of this folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct Avr163;

impl Avr163 {
    /// `r = a b`.
    #[inline(always)]
    pub fn multiply(r: &mut Element, a: &Element, b: &Element) {
        // SAFETY: the kernel reads two elements and writes one.
        unsafe { call!(all multiply::multiply, &raw mut *r, &raw const *a, &raw const *b) }
    }

    /// `r = a b` for the `b` of the last [`Avr163::multiply`], whose table still exists; 0 if there
    /// was no product before.
    #[inline(always)]
    pub fn multiply_tabulated(r: &mut Element, a: &Element) {
        // SAFETY: the kernel reads an element and the static table and writes an element.
        unsafe { call!(all multiply::multiply_tabulated, &raw mut *r, &raw const *a, 0_usize) }
    }

    /// `r = a²`.
    #[inline(always)]
    pub fn square(r: &mut Element, a: &Element) {
        // SAFETY: the kernel reads one element and writes another.
        unsafe { call!(few square::sqr, &raw mut *r, &raw const *a) }
    }

    /// `r = a b`, unreduced.
    #[inline(always)]
    pub fn product(r: &mut Double<21>, a: &Element, b: &Element) {
        // SAFETY: the kernel reads two elements and writes 42 bytes, a `Double` of bytes.
        unsafe { call!(all multiply::product, &raw mut *r, &raw const *a, &raw const *b) }
    }

    /// `r = a b`, unreduced, with the sum in memory: slower than [`Self::product`].
    #[inline(always)]
    pub fn product_in_memory(r: &mut Double<21>, a: &Element, b: &Element) {
        // SAFETY: as in `product`.
        unsafe {
            call!(all methods::product_in_memory, &raw mut *r, &raw const *a, &raw const *b);
        }
    }

    /// `r = a b`, unreduced, from three products of halves: slower than [`Self::product`].
    #[inline(always)]
    pub fn product_karatsuba(r: &mut Double<21>, a: &Element, b: &Element) {
        // SAFETY: as in `product`. The table's row of zeros stays.
        unsafe {
            call!(all methods::product_karatsuba, &raw mut *r, &raw const *a, &raw const *b);
        }
    }

    /// `r = a²`, unreduced.
    #[inline(always)]
    pub fn square_wide(r: &mut Double<21>, a: &Element) {
        // SAFETY: the kernel reads one element and writes 42 bytes, a `Double` of bytes.
        unsafe { call!(few square::square, &raw mut *r, &raw const *a) }
    }

    /// `r = c`, reduced.
    #[inline(always)]
    pub fn reduce_to(r: &mut Element, c: &Double<21>) {
        // SAFETY: the kernel reads 42 bytes, a `Double` of bytes, and writes an element.
        unsafe { call!(few reduce::reduce, &raw mut *r, &raw const *c) }
    }

    /// `r = 1 / a`, and 0 if `a` is 0 or not reduced; the time depends on `a`. Overwrites the
    /// table.
    pub fn invert_vartime(r: &mut Element, a: &Element) {
        *r = [0; 21];
        if *a != *r && a[20] < 8 {
            // SAFETY: the kernel reads an element and writes one; it ends, because the element is
            // not 0 and f is irreducible.
            unsafe { call!(few euclid::euclid_vartime, &raw mut *r, &raw const *a) }
        }
    }

    /// Clears the static table, which holds multiples of the last operand.
    pub fn wipe() {
        // SAFETY: nothing else uses the table now; every value is valid for a table.
        unsafe { (&raw mut multiply::MEMORY).write_volatile([0; 406]) }
    }
}

// 162 = 10100010 in binary.
field_by_kernels!(
    Avr163,
    21,
    F163,
    [false, true, false, false, false, true, false],
    multiply::multiply,
    square::sqr,
    sum::add_assign
);
