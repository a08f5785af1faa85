//! 4-TNAF on sect233k1 alone, for its size.
#![no_std]
#![no_main]

use polylimb_mote::curve::SECT233K1;
use polylimb_mote::koblitz::multiply_vartime;

polylimb_mote::program! {
    /// r = k p.
    fn tnaf_k233(r: &mut [[u8; 30]; 2], k: &[u8; 30], p: &[[u8; 30]; 2]) -> u8 {
        u8::from(!multiply_vartime(r, &SECT233K1, k, p))
    }
}
