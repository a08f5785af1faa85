//! RSA: keys, signatures, encryption.
//!
//! **Source.** `[RFC8017]` (PKCS #1, version 2.2). **Idea.** [`CrtModulus`] computes the raw
//! operations, in constant time, blinded, and checked before a result is released; this module adds
//! the padding, without which RSA is not secure, and the key formats.
//!
//! | file | what it is |
//! |---|---|
//! | `hash.rs` | a hash function as a value; the mask generation function MGF1 |
//! | `scheme.rs` | signatures: PSS, to be preferred, and PKCS #1 v1.5 |
//! | `oaep.rs` | encryption: OAEP |
//! | `public.rs`, `secret.rs` | keys |
//! | `encoding.rs` | keys in PKCS #1, PKCS #8 and `SubjectPublicKeyInfo`, DER and PEM |
//!
//! **Promises.** Keys have 1024 to 16384 bits and two to five primes, new ones at least 2048 bits.
//! Constant time where a secret is; bit lengths, the public key and the length of a decrypted
//! message are public. Encryption by PKCS #1 v1.5 does not exist here: its decryption is an oracle
//! (`[Bleichenbacher1998]`).
//!
//! Imports: `powm` and the layers below it. Read `scheme.rs`, then `secret.rs`.
//!
//! ```
//! use polylimb::rsa::{Oaep, Scheme, SecretKey};
//! use sha2::Sha256;
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! // `rng` is any `rand_core::CryptoRng`.
//! let key = SecretKey::generate(2048, 2, &mut rng)?;
//! let pss = Scheme::pss::<Sha256>();
//! let signature = key.sign(&pss, b"a message", &mut rng)?;
//! key.public_key().verify(&pss, b"a message", &signature)?;
//! assert!(key.public_key().verify(&pss, b"another", &signature).is_err());
//!
//! let oaep = Oaep::new::<Sha256>();
//! let ciphertext = key.public_key().encrypt(&oaep, b"a secret", &mut rng)?;
//! assert_eq!(key.decrypt(&oaep, &ciphertext, &mut rng)?[..], *b"a secret");
//! # Ok::<(), polylimb::Error>(())
//! ```
//!
//! [`CrtModulus`]: crate::powm::CrtModulus

mod encoding;
mod hash;
mod oaep;
mod public;
mod scheme;
mod secret;

pub use oaep::Oaep;
pub use public::PublicKey;
pub use scheme::Scheme;
pub use secret::SecretKey;
