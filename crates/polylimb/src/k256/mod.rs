//! Keys, ECDSA and ECDH on secp256k1 (SEC 2), and Schnorr signatures in [`bip340`].
//!
//! The types come from [`ec`](crate::ec). Messages are hashed with SHA-256 unless another hash
//! is named. Bitcoin and Ethereum accept low `s` only: send
//! [`Signature::to_low_s`](crate::ec::Signature::to_low_s).
//!
//! ```
//! use polylimb::k256::{PublicKey, SecretKey};
//! let key = SecretKey::from_bytes(&[7; 32])?;
//! let (sent, signature) = (key.public_key()?.to_sec1_compressed(), key.sign(b"a message")?);
//! PublicKey::from_sec1(&sent)?.verify(b"a message", &signature.to_low_s())?;
//! # Ok::<(), polylimb::Error>(())
//! ```

pub mod bip340;

crate::ec::module!(K256, "secp256k1", Sha256, scalar 32, coordinate 32);
