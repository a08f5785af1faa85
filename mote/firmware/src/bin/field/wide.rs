//! Products and squares before reduction, reduction, and the inverse in variable time.

use polylimb::authors::field::binary::{Avr163, Double};

type El = [u8; 21];
type Wide = Double<21>;

/// r = a², 42 bytes.
#[unsafe(no_mangle)]
extern "C" fn f163_square(r: &mut Wide, a: &El) {
    Avr163::square_wide(r, a);
}

/// r = a b, 42 bytes.
#[unsafe(no_mangle)]
extern "C" fn f163_product(r: &mut Wide, a: &El, b: &El) {
    Avr163::product(r, a, b);
}

/// r = a, reduced.
#[unsafe(no_mangle)]
extern "C" fn f163_reduce(r: &mut El, a: &Wide) {
    Avr163::reduce_to(r, a);
}

/// r = 1 / a.
#[unsafe(no_mangle)]
extern "C" fn f163_inv_euclid(r: &mut El, a: &El) {
    Avr163::invert_vartime(r, a);
}

/// Keeps them from the linker.
pub(crate) fn keep() {
    core::hint::black_box([
        f163_square as *const (),
        f163_product as *const (),
        f163_reduce as *const (),
        f163_inv_euclid as *const (),
    ]);
}
