//! BLS signatures: short ones, and many that become one.
//!
//! **Source.** `[BonehLS2001]`; `[Boneh2003]`; `[CFRG-BLS]`, all six ciphersuites on BLS12-381.
//! **Idea.** A message is hashed to a point; the signature is the secret key times that point.
//! Verification checks `e(public key, hash) = e(generator, signature)`. Sums of signatures verify
//! under several keys.
//!
//! | file | what it is |
//! |---|---|
//! | `variant.rs` | which of keys and signatures lie in the smaller group |
//! | `keys.rs` | keys, and how they are made from random bytes |
//! | `sign.rs` | a ciphersuite; signatures, and proofs of possession |
//! | `verify.rs` | verification of one, of aggregates |
//! | `batch.rs` | verification of many |
//!
//! **What is accepted.** Encodings must be canonical and points must lie in their groups. The
//! neutral element is refused as a public key. Keys add up only with a proof of possession
//! ([`ProvedKey`]): a key made from the keys of others, a rogue key, has none. **Constant time** in
//! the secret key; verification is not.
//!
//! ```
//! use polylimb::bls12_381::{Bls, MinimalPubkeySize, Scheme, SecretKey, Signature};
//! let bls = Bls::<MinimalPubkeySize>::new(Scheme::ProofOfPossession);
//! let keys = [SecretKey::from_seed(&[1; 32], b"")?, SecretKey::from_seed(&[2; 32], b"")?];
//! let public = keys.each_ref().map(|key| bls.public_key(key));
//! let signatures = keys.each_ref().map(|key| bls.sign(key, b"a message"));
//! bls.verify(&public[0], b"a message", &signatures[0])?;
//! // One signature of both; each has proved to possess a secret key.
//! let mut proved = Vec::new();
//! for (key, public) in keys.iter().zip(&public) {
//!     proved.push(bls.verify_possession(public, &bls.prove_possession(key)?)?);
//! }
//! let both = bls.aggregate(&signatures)?;
//! bls.fast_aggregate_verify(&proved, b"a message", &both)?;
//! assert!(bls.fast_aggregate_verify(&proved[..1], b"a message", &both).is_err());
//! # Ok::<(), polylimb::Error>(())
//! ```

mod batch;
mod keys;
mod sign;
mod variant;
mod verify;

pub use keys::{ProvedKey, PublicKey, SecretKey};
pub use sign::{Bls, Scheme, Signature};
pub use variant::{MinimalPubkeySize, MinimalSignatureSize, Variant};
