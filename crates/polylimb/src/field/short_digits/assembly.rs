//! The kernels of short digits in assembly.

use super::kernel::{Columns, Constants, Number};
use crate::limb::arm::neon_signed_digits::two_wide;
pub(super) use crate::limb::arm::neon_signed_digits::{
    add, add_wide, carried, complex_wide as complex_product_wide, reduce as reduce_two, settle,
    square_wide as complex_square_wide, sub, sub_wide,
};

#[inline(always)]
pub(super) fn two_products_wide(a: [&Number; 2], b: [&Number; 2]) -> [Columns; 2] {
    two_wide(&[a[0], b[0], a[1], b[1]])
}

#[inline(always)]
pub(super) fn complex_product(
    a: &[Number; 2],
    b: &[Number; 2],
    constants: &Constants,
) -> [Number; 2] {
    reduce_two(&complex_product_wide(a, b), constants)
}

#[inline(always)]
pub(super) fn complex_square(a: &[Number; 2], constants: &Constants) -> [Number; 2] {
    reduce_two(&complex_square_wide(a), constants)
}

#[inline(always)]
pub(super) fn two_products(a: [&Number; 2], b: [&Number; 2], constants: &Constants) -> [Number; 2] {
    reduce_two(&two_products_wide(a, b), constants)
}
