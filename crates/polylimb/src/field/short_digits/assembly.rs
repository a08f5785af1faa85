//! The kernels of short digits in assembly.

use super::kernel::{Columns, Constants, Number};
use crate::limb::arm::neon_signed_digits as kernels;

macro_rules! kernels {
    ($(fn $name:ident($($a:ident: $kind:ty),+) -> $r:ty = $kernel:ident($($argument:expr),+);)+) => {$(
        #[inline(always)]
        pub(super) fn $name($($a: $kind),+) -> $r {
            kernels::$kernel($($argument),+)
        }
    )+};
}

kernels! {
    fn add(a: &Number, b: &Number) -> Number = add(a, b);
    fn sub(a: &Number, b: &Number) -> Number = sub(a, b);
    fn add_wide(a: &Columns, b: &Columns) -> Columns = add_wide(a, b);
    fn sub_wide(a: &Columns, b: &Columns) -> Columns = sub_wide(a, b);
    fn carried(a: &Number) -> Number = carried(a);
    fn settle(a: &Number, constants: &Constants) -> Number = settle(a, constants);
    fn complex_product_wide(a: &[Number; 2], b: &[Number; 2]) -> [Columns; 2] = complex_wide(a, b);
    fn complex_square_wide(a: &[Number; 2]) -> [Columns; 2] = square_wide(a);
    fn two_products_wide(a: [&Number; 2], b: [&Number; 2]) -> [Columns; 2] = two_wide(&[a[0], b[0], a[1], b[1]]);
    fn reduce_two(a: &[Columns; 2], constants: &Constants) -> [Number; 2] = reduce(a, constants);
    fn complex_product(a: &[Number; 2], b: &[Number; 2], constants: &Constants) -> [Number; 2] = reduce(&complex_product_wide(a, b), constants);
    fn complex_square(a: &[Number; 2], constants: &Constants) -> [Number; 2] = reduce(&complex_square_wide(a), constants);
    fn two_products(a: [&Number; 2], b: [&Number; 2], constants: &Constants) -> [Number; 2] = reduce(&two_products_wide(a, b), constants);
}
