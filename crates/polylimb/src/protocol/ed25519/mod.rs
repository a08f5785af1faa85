//! Ed25519: signatures on Curve25519 in Edwards form (RFC 8032, section 5.1, the pure variant).
//!
//! | file | what it is |
//! |---|---|
//! | `keys.rs` | keys and signatures as bytes |
//! | `sign.rs` | signing |
//! | `verify.rs` | verification, one signature |
//! | `batch.rs` | verification, many signatures at once |
//!
//! **What is accepted.** Encodings are canonical: `y` of a point below the prime, `S` below the order, no `-0`. Public keys of low order are
//! refused, for they belong to everyone. The equation is the one with the cofactor, `8 S B = 8 R + 8 h A`, so that a batch and its signatures one
//! by one always agree (Chalkias, Garillot, Nikolaenko 2020, "Taming the many `EdDSAs`"); the equation without it refuses only
//! signatures that nobody makes by signing. **Constant time** in the secret key and the nonce; verification is not.

mod batch;
mod keys;
mod sign;
mod verify;

pub use batch::verify_batch;
pub use keys::{PublicKey, SIGNATURE_BYTES, SecretKey, Signature};

use sha2::{Digest, Sha512};

/// SHA-512 of the parts one after another.
fn hash(parts: &[&[u8]]) -> [u8; 64] {
    let mut hash = Sha512::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}
