//! Which of keys and signatures lie in the smaller group.

use crate::pairing::engine::{G1, G2, SourcePoint};
use core::fmt::Debug;

/// The groups of keys and signatures.
pub trait Variant: Copy + Debug + Eq + Send + Sync + 'static + sealed::Sealed {
    /// A public key.
    type Key: SourcePoint;
    /// A signature.
    type Signature: SourcePoint;
    /// The name of the group of signatures in the ciphersuites.
    const SIGNATURE_GROUP: &'static str;

    /// Both in the order in which they are paired.
    fn pair<'a>(key: &'a Self::Key, signature: &'a Self::Signature) -> (&'a G1, &'a G2);
}

/// Public keys of 48 bytes in `G₁`, signatures of 96 in `G₂`: for applications that store or send
/// many keys, such as Ethereum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MinimalPubkeySize;

impl Variant for MinimalPubkeySize {
    type Key = G1;
    type Signature = G2;
    const SIGNATURE_GROUP: &'static str = "G2";

    fn pair<'a>(key: &'a G1, signature: &'a G2) -> (&'a G1, &'a G2) {
        (key, signature)
    }
}

/// Public keys of 96 bytes in `G₂`, signatures of 48 in `G₁`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MinimalSignatureSize;

impl Variant for MinimalSignatureSize {
    type Key = G2;
    type Signature = G1;
    const SIGNATURE_GROUP: &'static str = "G1";

    fn pair<'a>(key: &'a G2, signature: &'a G1) -> (&'a G1, &'a G2) {
        (signature, key)
    }
}

mod sealed {
    /// Not for other types.
    pub trait Sealed {}
    impl Sealed for super::MinimalPubkeySize {}
    impl Sealed for super::MinimalSignatureSize {}
}
