//! X25519 key agreement (RFC 7748).
//!
//! ```
//! use polylimb::x25519::SecretKey;
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! let (mine, theirs) = (SecretKey::generate(&mut rng), SecretKey::generate(&mut rng));
//! let shared = mine.agree(&theirs.public_key())?;
//! assert_eq!(shared.as_bytes(), theirs.agree(&mine.public_key())?.as_bytes());
//! # Ok::<(), polylimb::Error>(())
//! ```

#[cfg(feature = "std")]
pub use crate::protocol::x25519::x25519_portable_lanes;
pub use crate::protocol::x25519::{
    BASE, PublicKey, SecretKey, SharedSecret, agree_all, x25519, x25519_all,
};
