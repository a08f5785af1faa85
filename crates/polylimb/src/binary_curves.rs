//! Keys, ECDSA and ECDH on NIST's curves over binary fields (FIPS 186-4, SP 800-186), a type for
//! each.
//!
//! Keys and signatures are types of [`ec`](crate::ec), with the curve as parameter. Messages are
//! hashed with the function of SHA-2 that is as strong as the curve, at least SHA-256, unless
//! another hash is named. NIST has deprecated these curves: use one where a standard or a device
//! needs it.
//!
//! ```
//! use polylimb::binary_curves::K233;
//! use polylimb::ec::{PublicKey, SecretKey};
//! let mine = SecretKey::<K233>::from_bytes(&[3; 29])?;
//! let theirs = SecretKey::from_bytes(&[5; 29])?;
//! let sent = mine.public_key()?.to_sec1_compressed();
//! let shared = theirs.agree(&PublicKey::from_sec1(&sent)?)?;
//! assert_eq!(shared.as_bytes(), mine.agree(&theirs.public_key()?)?.as_bytes());
//! # Ok::<(), polylimb::Error>(())
//! ```

crate::ec::curve!(K163, "sect163k1", Sha256, scalar 21, coordinate 21);
crate::ec::curve!(B163, "sect163r2", Sha256, scalar 21, coordinate 21);
crate::ec::curve!(K233, "sect233k1", Sha256, scalar 29, coordinate 30);
crate::ec::curve!(B233, "sect233r1", Sha256, scalar 30, coordinate 30);
crate::ec::curve!(K283, "sect283k1", Sha256, scalar 36, coordinate 36);
crate::ec::curve!(B283, "sect283r1", Sha256, scalar 36, coordinate 36);
crate::ec::curve!(K409, "sect409k1", Sha384, scalar 51, coordinate 52);
crate::ec::curve!(B409, "sect409r1", Sha384, scalar 52, coordinate 52);
crate::ec::curve!(K571, "sect571k1", Sha512, scalar 72, coordinate 72);
crate::ec::curve!(B571, "sect571r1", Sha512, scalar 72, coordinate 72);
