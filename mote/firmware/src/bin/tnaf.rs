//! 4-TNAF on sect163k1 alone, for its size.
#![no_std]
#![no_main]

use polylimb_mote::curve::SECT163K1;
use polylimb_mote::koblitz::multiply_vartime;

polylimb_mote::program! {
    /// r = k p.
    fn tnaf(r: &mut [[u8; 21]; 2], k: &[u8; 21], p: &[[u8; 21]; 2]) -> u8 {
        u8::from(!multiply_vartime(r, &SECT163K1, k, p))
    }
}
