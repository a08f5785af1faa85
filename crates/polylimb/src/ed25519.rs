//! Ed25519 signatures (RFC 8032).
//!
//! ```
//! use polylimb::ed25519::{PublicKey, SecretKey, Signature, verify_batch};
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! let key = SecretKey::generate(&mut rng);
//! let (signed, sent) = (key.sign(b"pay 10"), key.public_key().as_bytes().to_owned());
//!
//! let (public, signature) = (PublicKey::from_bytes(&sent)?, Signature::from_bytes(&signed.to_bytes())?);
//! public.verify(b"pay 10", &signature)?;
//! assert!(public.verify(b"pay 1000", &signature).is_err());
//!
//! let other = SecretKey::generate(&mut rng);
//! let items: [(&PublicKey, &[u8], &Signature); 2] =
//!     [(&public, b"pay 10", &signature), (&other.public_key(), b"done", &other.sign(b"done"))];
//! verify_batch(&items, &mut rng)?;
//! # Ok::<(), polylimb::Error>(())
//! ```

pub use crate::protocol::ed25519::{
    PublicKey, SIGNATURE_BYTES, SecretKey, Signature, verify_batch,
};
