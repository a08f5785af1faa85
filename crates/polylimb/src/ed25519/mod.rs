//! Ed25519: signatures on Curve25519 in Edwards form (`[RFC8032]`, section 5.1, the pure variant).
//!
//! | file | what it is |
//! |---|---|
//! | `keys.rs` | keys and signatures as bytes |
//! | `sign.rs` | signing; verification, one signature |
//! | `batch.rs` | verification, many signatures at once |
//! | `rows.rs`, `lanes.rs` | verification of rows of bytes, a verdict for each, eight at a time |
//!
//! **What is accepted.** Encodings must be canonical: `y` of a point below the prime, `S` below the
//! order, no `-0`. Public keys of low order are refused, because everyone knows a secret for them.
//! The equation has the cofactor, `8 S B = 8 R + 8 h A`, so that a batch and its single signatures
//! always agree `[Chalkias2020]`. The equation without the cofactor refuses only signatures that
//! signing never makes. **Constant time** in the secret key and the nonce; verification is not.
//!
//! ```
//! use polylimb::ed25519::{PublicKey, SecretKey, Signature};
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! let key = SecretKey::generate(&mut rng);
//! let (signed, sent) = (key.sign(b"pay 10"), key.public_key().as_bytes().to_owned());
//!
//! let public = PublicKey::from_bytes(&sent)?;
//! let signature = Signature::from_bytes(&signed.to_bytes())?;
//! public.verify(b"pay 10", &signature)?;
//! assert!(public.verify(b"pay 1000", &signature).is_err());
//!
//! let other = SecretKey::generate(&mut rng);
//! let items: [(&PublicKey, &[u8], &Signature); 2] =
//!     [(&public, b"pay 10", &signature), (&other.public_key(), b"done", &other.sign(b"done"))];
//! PublicKey::verify_batch(&items, &mut rng)?;
//! # Ok::<(), polylimb::Error>(())
//! ```

#[cfg(feature = "protocol")]
mod batch;
mod keys;
#[cfg(all(feature = "protocol", feature = "std"))]
pub(crate) mod lanes;
#[cfg(feature = "protocol")]
pub(crate) mod rows;
mod sign;

pub use keys::{PublicKey, SecretKey, Signature};
#[cfg(feature = "protocol")]
pub use rows::verify_rows;

use sha2::{Digest, Sha512};

/// SHA-512 of the parts one after another.
fn hash(parts: &[&[u8]]) -> [u8; 64] {
    let mut hash = Sha512::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}
