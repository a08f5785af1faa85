//! X25519.

/// r = the scalar, the first half of `a`, times the point whose coordinate is the other half; 0
/// where that is neutral.
pub extern "C" fn x25519(r: &mut [u8; 32], a: &[u8; 64]) {
    let (k, u) = a.split_first_chunk().expect("64 bytes");
    *r = polylimb::x25519::x25519(k, u.first_chunk().expect("32 bytes"));
}
