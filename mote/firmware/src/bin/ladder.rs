//! The ladder on sect163k1 and sect163r2 alone, for its size.
#![no_std]
#![no_main]

use polylimb_mote::curve::{SECT163K1, SECT163R2};
use polylimb_mote::ladder::multiply;

/// 163 coefficients.
type El = [u8; 21];

polylimb_mote::program! {
    /// r = k p on sect163k1.
    fn ladder_k163(r: &mut [El; 2], k: &El, p: &[El; 2]) -> u8 {
        u8::from(!multiply(r, &SECT163K1, k, p))
    }
    /// r = k p on sect163r2.
    fn ladder_b163(r: &mut [El; 2], k: &El, p: &[El; 2]) -> u8 {
        u8::from(!multiply(r, &SECT163R2, k, p))
    }
}
