//! X25519 alone, for its size.
#![no_std]
#![no_main]

use polylimb_mote::x25519::El;

polylimb_mote::program! {
    /// r = k times the point of coordinate u.
    fn mote_x25519(r: &mut El, k: &El, u: &El) {
        polylimb_mote::x25519::x25519(r, k, u);
    }
}
