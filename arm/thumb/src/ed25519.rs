//! Ed25519. The messages have 32 bytes.

use polylimb::ed25519::{PublicKey, SecretKey, Signature};

/// A secret key and a message.
pub type Signed = (SecretKey, [u8; 32]);

/// The key of the first half of `a`, a seed, and the message in the other half.
#[must_use]
pub fn key(a: &[u8; 64]) -> Signed {
    let (seed, message) = a.split_at(32);
    let array = |bytes: &[u8]| *bytes.first_chunk().expect("32 bytes");
    (SecretKey::from_bytes(&array(seed)), array(message))
}

/// r = the signature.
pub extern "C" fn sign(r: &mut [u8; 64], (key, message): &Signed) {
    *r = key.sign(message).to_bytes();
}

/// r = 1 if the last 64 bytes of `a` sign the message before them under the key before it, else 0.
pub extern "C" fn verify(r: &mut [u8; 1], a: &[u8; 128]) {
    let (key, rest) = a.split_first_chunk().expect("128 bytes");
    let (message, signature) = rest.split_at(32);
    let valid = |key: PublicKey| key.verify(message, &Signature::from_bytes(signature)?);
    r[0] = PublicKey::from_bytes(key).and_then(valid).is_ok().into();
}
