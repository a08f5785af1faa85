//! ECDH on K-233.

use polylimb::compact::k233;

/// r = the shared secret for a secret key and the coordinates of a public key in `a`; 0 for a key
/// that is refused.
pub extern "C" fn agree(r: &mut [u8; 30], a: &[u8; 89]) {
    let (secret, public) = a.split_first_chunk().expect("a request");
    let public = public.first_chunk().expect("a request");
    *r = k233::agree(secret, public).map_or([0; 30], |shared| *shared);
}
