//! 4-TNAF on sect163k1 alone, for its size.
#![no_std]
#![no_main]

use polylimb_mote::field::El;
use polylimb_mote::koblitz::multiply_vartime;

polylimb_mote::program! {
    /// r = k p.
    fn tnaf(r: &mut [El; 2], k: &El, p: &[El; 2]) -> u8 {
        u8::from(!multiply_vartime(r, k, p))
    }
}
