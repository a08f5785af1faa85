//! The kernels of `F_2^233` as a [`Field`].

use super::super::F233;
use super::{multiply_233, reduce_233, square_233, sum};

/// 233 coefficients in 30 bytes.
pub type Element233 = [u8; 30];

/// `F_2^233` by the kernels of this folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct Avr233;

impl Avr233 {
    /// `r = a b`.
    #[inline(always)]
    pub fn multiply(r: &mut Element233, a: &Element233, b: &Element233) {
        // SAFETY: the kernel reads two elements and writes one.
        unsafe { call!(all multiply_233::multiply, &raw mut *r, &raw const *a, &raw const *b) }
    }

    /// `r = a²`.
    #[inline(always)]
    pub fn square(r: &mut Element233, a: &Element233) {
        // SAFETY: the kernel reads one element and writes another.
        unsafe { call!(few square_233::sqr, &raw mut *r, &raw const *a) }
    }

    /// `r = a b`, unreduced.
    #[inline(always)]
    pub fn product(r: &mut Double<30>, a: &Element233, b: &Element233) {
        // SAFETY: the kernel reads two elements and writes 60 bytes, a `Double` of bytes.
        unsafe { call!(all multiply_233::product, &raw mut *r, &raw const *a, &raw const *b) }
    }

    /// `r = a²`, unreduced: in plain Rust, because the kernel for squares never forms it.
    pub fn square_wide(r: &mut Double<30>, a: &Element233) {
        *r = Binary::<30, F233>::new().sqr_wide(a);
    }

    /// `r = c`, reduced.
    #[inline(always)]
    pub fn reduce_to(r: &mut Element233, c: &Double<30>) {
        // SAFETY: the kernel reads 60 bytes, a `Double` of bytes, and writes an element.
        unsafe { call!(all reduce_233::reduce, &raw mut *r, &raw const *c, 0_usize) }
    }

    /// Clears the static memory, which holds multiples of the last operand and the last product.
    pub fn wipe() {
        // SAFETY: nothing else uses the memory now; every value is valid for a table.
        unsafe { (&raw mut multiply_233::MEMORY).write_volatile([0; 376]) }
    }
}

// 232 = 11101000 in binary.
field_by_kernels!(
    Avr233,
    30,
    F233,
    [true, true, false, true, false, false, false],
    multiply_233::multiply,
    square_233::sqr,
    sum::add_assign_30
);
