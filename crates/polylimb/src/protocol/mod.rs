//! Protocols over curves: keys, key agreement, signatures, encryption.
//!
//! **Representation.** A [`Curve`] is an [`Engine`](crate::multiply::engine::Engine) with the
//! integers modulo its order; keys and signatures know their curve and refuse to work with another.
//! Input and output are bytes in the order of the standards, most significant first.
//!
//! **Promises.** All input is checked, encodings strictly. No branch and no address depends on a
//! secret. Whether an input is valid is public, and so are rejected nonce candidates. Secrets are
//! wiped when dropped. The caller passes the randomness (`rand_core`); hashes are any of the
//! `digest` traits.
//!
//! | module | what it is |
//! |---|---|
//! | [`keys`] | keys of short Weierstrass curves and their formats; ECDH |
//! | [`ecdsa`], [`bip340`] | on any such curve; BIP 340 on secp256k1 |
//! | [`ecmqv`] | authenticated key agreement, with [`Confirmation`] of the key and [`kdf`]s |
//! | [`ec_sdsa`] | Schnorr's signatures as ISO/IEC 14888-3 and BSI TR-03111 have them |
//! | [`ecies`], [`elgamal`] | encryption: of any message, authenticated; of blocks as points |
//! | [`hash_to_curve`] | messages to points of BLS12-381 (RFC 9380) |
//! | [`bls12_381`](crate::bls12_381) | BLS: signatures by pairings, which add up |
//! | [`ibe`], [`sok`] | encryption and key agreement by identities |
//! | [`joux`] | key agreement of three |
//!
//! **Batches.** [`keys::SecretKey::agree_all`], [`ecdsa::verify_digests`],
//! [`ecdsa::recover_digests`], [`ecdsa::Signer::sign_digests`] and [`keys::SecretKey::public_keys`]
//! take any number of jobs and return a result for each; [`ecdsa::verify_rows`] and
//! [`bip340::verify_rows`] take rows of bytes and return a bit for each. They compute eight at a
//! time where the CPU has lanes; parts of a batch run over the given [`Split`](crate::team::Split).
//!
//! Imports: `multiply`, `modmul`, `pairing`, and `x25519` and `ed25519` for their keys in files.
//! Read `curve.rs`, `scalars.rs`, then `ecdsa/sign.rs`.
//!
//! ```
//! use polylimb::protocol::keys::SecretKey;
//! use polylimb::protocol::{Curve, ecdsa};
//! use sha2::Sha256;
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! // `rng` is any `rand_core::CryptoRng`.
//! let key = SecretKey::generate(&Curve::named("P-256")?, &mut rng)?;
//! let signature = ecdsa::sign::<Sha256>(&key, b"a message")?;
//! ecdsa::verify::<Sha256>(&key.public_key()?, b"a message", &signature)?;
//! assert!(ecdsa::verify::<Sha256>(&key.public_key()?, b"another", &signature).is_err());
//! # Ok::<(), polylimb::Error>(())
//! ```

pub mod bip340;
#[cfg(feature = "pairings")]
pub(crate) mod bls;
mod confirmation;
mod curve;
pub mod ec_sdsa;
mod ecdh;
pub mod ecdsa;
pub mod ecies;
pub mod ecmqv;
pub mod elgamal;
mod envelope;
#[cfg(feature = "pairings")]
pub mod hash_to_curve;
#[cfg(feature = "pairings")]
pub mod ibe;
#[cfg(feature = "pairings")]
pub mod joux;
pub mod kdf;
pub mod keys;
mod nonce;
#[cfg(feature = "pairings")]
pub(crate) mod pairing_setting;
mod scalars;
#[cfg(feature = "pairings")]
pub mod sok;

pub use confirmation::{Confirmation, Role};
pub use curve::Curve;
pub use ecdh::SharedSecret;

use crate::limb::{Mask, Word};
use digest::Digest;
use digest::common::BlockSizeUser;

/// A hash function that works with HMAC, such as the ones of `sha1`, `sha2` and `sha3`.
pub trait Hash: Digest + BlockSizeUser + Clone {}

impl<D: Digest + BlockSizeUser + Clone> Hash for D {}

/// Whether the number in these bytes is odd.
fn is_odd(bytes: &[u8]) -> Mask {
    Mask::from_bit(Word::from(bytes.last().copied().unwrap_or(0) & 1))
}
