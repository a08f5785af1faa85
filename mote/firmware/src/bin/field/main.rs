//! The field's functions.
#![no_std]
#![no_main]

use polylimb_mote::field::{self, El};

#[cfg(feature = "kernels")]
mod wide;

polylimb_mote::program! {
    /// r = a + b.
    fn f163_add(r: &mut El, a: &El, b: &El) {
        *r = *a;
        field::add(r, b);
    }
    /// r = a².
    fn f163_sqr(r: &mut El, a: &El) {
        field::sqr(r, a);
    }
    /// r = a b.
    fn f163_mul(r: &mut El, a: &El, b: &El) {
        field::mul(r, a, b);
    }
    /// r = 1 / a, 0 for 0.
    fn f163_inv_itoh_tsujii(r: &mut El, a: &El) {
        *r = field::inv(a);
    }
    /// The kernels of the separate steps, where the build has them.
    fn f163_wide() {
        #[cfg(feature = "kernels")]
        wide::keep();
    }
}
