//! P-256. Points are both coordinates; the messages have 32 bytes.

use polylimb::compact::p256;

fn parts<const A: usize, const B: usize, const I: usize>(a: &[u8; I]) -> (&[u8; A], &[u8; B]) {
    let (first, rest) = a.split_first_chunk().expect("a request");
    (first, rest.first_chunk().expect("a request"))
}

/// r = the shared secret of ECDH for a secret key and the public key after it in `a`; 0 for a key
/// that is refused.
pub extern "C" fn agree(r: &mut [u8; 32], a: &[u8; 96]) {
    let (secret, public) = parts(a);
    *r = p256::agree(secret, public).map_or([0; 32], |shared| *shared);
}

/// r = the signature by a secret key of the message after it in `a`.
pub extern "C" fn sign(r: &mut [u8; 64], a: &[u8; 64]) {
    let (secret, message) = parts::<32, 32, 64>(a);
    *r = p256::sign(secret, message).unwrap_or([0; 64]);
}

/// r = 1 if the last 64 bytes of `a` sign the message before them under the key before it, else 0.
pub extern "C" fn verify(r: &mut [u8; 1], a: &[u8; 160]) {
    let (public, rest) = parts::<64, 96, 160>(a);
    let (message, signature) = parts::<32, 64, 96>(rest);
    r[0] = p256::verify(public, message, signature).is_ok().into();
}
