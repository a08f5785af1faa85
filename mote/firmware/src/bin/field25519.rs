//! The functions of the field of 2^255 - 19. Elements are any numbers below 2^256.
#![no_std]
#![no_main]

use polylimb_mote::x25519::{self, El};

polylimb_mote::program! {
    /// r = (x + z, x - z); the highest bytes are at most 128.
    fn f25519_add_sub(r: &mut [El; 2], a: &[El; 2]) {
        x25519::sum_and_difference(r, a);
    }
    /// r = a - b.
    fn f25519_sub(r: &mut El, a: &El, b: &El) {
        x25519::difference(r, a, b);
    }
    /// r = a b.
    fn f25519_mul(r: &mut El, a: &El, b: &El) {
        x25519::multiply(r, a, b);
    }
    /// r = a².
    fn f25519_sqr(r: &mut El, a: &El) {
        x25519::square(r, a);
    }
    /// r = 121665 a + b.
    fn f25519_mul_add_small(r: &mut El, a: &El, b: &El) {
        x25519::multiply_add_small(r, a, b);
    }
}
