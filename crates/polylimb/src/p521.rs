//! Keys, ECDSA and ECDH on NIST's curve P-521 (FIPS 186-5, SP 800-186).
//!
//! The types come from [`ec`](crate::ec). Messages are hashed with SHA-512 unless another hash
//! is named.
//!
//! ```
//! use polylimb::p521::{PublicKey, SecretKey, Signature};
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! let (mine, theirs) = (SecretKey::generate(&mut rng)?, SecretKey::generate(&mut rng)?);
//! let (sent, signed) = (mine.public_key()?.to_sec1(), mine.sign(b"pay 10")?.to_bytes());
//!
//! let (public, signature) = (PublicKey::from_sec1(&sent)?, Signature::from_bytes(&signed)?);
//! public.verify(b"pay 10", &signature)?;
//! assert!(public.verify(b"pay 1000", &signature).is_err());
//!
//! let shared = theirs.agree(&public)?;
//! assert_eq!(shared.as_bytes(), mine.agree(&theirs.public_key()?)?.as_bytes());
//! # Ok::<(), polylimb::Error>(())
//! ```

crate::ec::module!(P521, "secp521r1", Sha512, scalar 66, coordinate 66);
