//! The field's functions.
#![no_std]
#![no_main]

use polylimb_mote::field::{Arithmetic, F163, F233};

/// 163 coefficients.
type El = [u8; 21];
/// 233 coefficients.
type El233 = [u8; 30];

polylimb_mote::program! {
    /// r = a + b.
    fn f163_add(r: &mut El, a: &El, b: &El) {
        *r = *a;
        F163::add(r, b);
    }
    /// r = a².
    fn f163_sqr(r: &mut El, a: &El) {
        F163::sqr(r, a);
    }
    /// r = a b.
    fn f163_mul(r: &mut El, a: &El, b: &El) {
        F163::mul(r, a, b);
    }
    /// r = 1 / a, 0 for 0.
    fn f163_inv_itoh_tsujii(r: &mut El, a: &El) {
        *r = F163::inv(a);
    }
    /// r = a + b.
    fn f233_add(r: &mut El233, a: &El233, b: &El233) {
        *r = *a;
        F233::add(r, b);
    }
    /// r = a².
    fn f233_sqr(r: &mut El233, a: &El233) {
        F233::sqr(r, a);
    }
    /// r = a b.
    fn f233_mul(r: &mut El233, a: &El233, b: &El233) {
        F233::mul(r, a, b);
    }
    /// r = 1 / a, 0 for 0.
    fn f233_inv_itoh_tsujii(r: &mut El233, a: &El233) {
        *r = F233::inv(a);
    }
}
