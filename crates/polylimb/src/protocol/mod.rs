//! What people do with curves: keys, key agreement, signatures.
//!
//! **Representation.** A [`Curve`] is an [`Engine`](crate::multiply::engine::Engine) with the integers modulo its order; keys and signatures
//! know theirs, and refuse to work with those of another. Bytes go in and out, most significant first, as the standards have them.
//!
//! **Promises.** Whatever comes from outside is checked, encodings strictly. Nothing secret decides a branch or an address; whether an input is
//! valid shows, and so do the nonce candidates that are thrown away. Secrets are wiped when dropped. Randomness is the caller's
//! (`rand_core`), hashes are any of the `digest` traits.
//!
//! | module | what it is |
//! |---|---|
//! | [`keys`] | keys of short Weierstrass curves and their formats |
//! | [`ecdh`], [`ecdsa`], [`bip340`] | on any such curve; BIP 340 on secp256k1 |
//! | [`ecmqv`] | authenticated key agreement, with [`confirmation`] of the key and [`kdf`]s |
//! | [`ec_sdsa`] | Schnorr's signatures as ISO/IEC 14888-3 and BSI TR-03111 have them |
//! | [`ecies`], [`elgamal`] | encryption: of any message, authenticated; of blocks as points |
//! | [`x25519`] | Diffie-Hellman on Curve25519 (RFC 7748) |
//! | [`ed25519`] | signatures on the same curve in Edwards form (RFC 8032) |
//! | [`hash_to_curve`] | messages to points of BLS12-381 (RFC 9380) |
//! | [`bls`] | signatures by pairings, which add up |
//! | [`ibe`], [`sok`] | encryption and key agreement by identities |
//! | [`joux`] | key agreement of three |
//!
//! **Batches.** [`ecdh::shared_secrets`], [`ecdsa::verify_digests`], [`ecdsa::Signer::sign_digests`], [`keys::SecretKey::public_keys`] and
//! [`x25519::agree_all`] take any number of jobs, give each its own result, and compute eight at a time where the CPU has lanes for it; parts of
//! a batch run over the [`Split`](crate::team::Split) that is handed in.
//!
//! Imports: `multiply`, `modmul`, `pairing`. Read `curve.rs`, `scalars.rs`, then `ecdsa/sign.rs`.
//!
//! ```
//! use polylimb::protocol::keys::SecretKey;
//! use polylimb::protocol::{Curve, ecdsa};
//! use sha2::Sha256;
//! # struct Rng(u64);
//! # impl rand_core::RngCore for Rng {
//! #     fn next_u32(&mut self) -> u32 { self.next_u64() as u32 }
//! #     fn next_u64(&mut self) -> u64 { self.0 = self.0.wrapping_mul(0x5851f42d4c957f2d) + 1; self.0 >> 13 }
//! #     fn fill_bytes(&mut self, dst: &mut [u8]) { dst.fill_with(|| self.next_u32() as u8) }
//! # }
//! # impl rand_core::CryptoRng for Rng {}
//! # let mut rng = Rng(1);
//! // `rng` is any `rand_core::CryptoRng`.
//! let key = SecretKey::generate(&Curve::named("P-256")?, &mut rng)?;
//! let signature = ecdsa::sign::<Sha256>(&key, b"a message")?;
//! ecdsa::verify::<Sha256>(&key.public_key()?, b"a message", &signature)?;
//! assert!(ecdsa::verify::<Sha256>(&key.public_key()?, b"another", &signature).is_err());
//! # Ok::<(), polylimb::Error>(())
//! ```

mod batch;
pub mod bip340;
pub mod bls;
pub mod confirmation;
mod curve;
mod curve25519;
pub mod ec_sdsa;
pub mod ecdh;
pub mod ecdsa;
pub mod ecies;
pub mod ecmqv;
pub mod ed25519;
pub mod elgamal;
mod envelope;
pub mod hash_to_curve;
pub mod ibe;
pub mod joux;
pub mod kdf;
pub mod keys;
mod nonce;
mod pairing_setting;
mod registry;
mod scalars;
pub mod sok;
pub mod x25519;
#[cfg(feature = "std")]
mod x25519_lanes;

pub use curve::Curve;
pub use registry::{PROTOCOLS, Protocol};

use crate::limb::{Mask, Word};
use digest::Digest;
use digest::common::BlockSizeUser;

/// A hash function that HMAC can be made of: those of `sha1`, `sha2`, `sha3` and others.
pub trait Hash: Digest + BlockSizeUser {}

impl<D: Digest + BlockSizeUser> Hash for D {}

/// Whether the number in these bytes is odd.
fn is_odd(bytes: &[u8]) -> Mask {
    Mask::from_bit(Word::from(bytes.last().copied().unwrap_or(0) & 1))
}
