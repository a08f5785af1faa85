//! Keys, ECDSA and ECDH on NIST's curves over binary fields (FIPS 186-4, SP 800-186), a module for
//! each.
//!
//! The types come from [`ec`](crate::ec). Messages are hashed with the function of SHA-2 that is
//! as strong as the curve, at least SHA-256, unless another hash is named. NIST has deprecated
//! these curves: use one where a standard or a device needs it.
//!
//! ```
//! use polylimb::binary_curves::k233::{PublicKey, SecretKey};
//! let (mine, theirs) = (SecretKey::from_bytes(&[3; 29])?, SecretKey::from_bytes(&[5; 29])?);
//! let sent = mine.public_key()?.to_sec1_compressed();
//! let shared = theirs.agree(&PublicKey::from_sec1(&sent)?)?;
//! assert_eq!(shared.as_bytes(), mine.agree(&theirs.public_key()?)?.as_bytes());
//! # Ok::<(), polylimb::Error>(())
//! ```

macro_rules! modules {
    ($($title:literal: $module:ident, $type:ident, $name:literal, $hash:ident,
        $scalar:literal, $coordinate:literal;)+) => {
        $(
            #[doc = concat!("The curve ", $title, ".")]
            pub mod $module {
                crate::ec::curve!($type, $name, $hash, scalar $scalar, coordinate $coordinate);
            }
        )+
    };
}

modules! {
    "K-163": k163, K163, "sect163k1", Sha256, 21, 21;
    "B-163": b163, B163, "sect163r2", Sha256, 21, 21;
    "K-233": k233, K233, "sect233k1", Sha256, 29, 30;
    "B-233": b233, B233, "sect233r1", Sha256, 30, 30;
    "K-283": k283, K283, "sect283k1", Sha256, 36, 36;
    "B-283": b283, B283, "sect283r1", Sha256, 36, 36;
    "K-409": k409, K409, "sect409k1", Sha384, 51, 52;
    "B-409": b409, B409, "sect409r1", Sha384, 52, 52;
    "K-571": k571, K571, "sect571k1", Sha512, 72, 72;
    "B-571": b571, B571, "sect571r1", Sha512, 72, 72;
}
