//! BLS signatures and pairings on BLS12-381.
//!
//! [`MinimalPubkeySize`] has public keys of 48 bytes and signatures of 96, as Ethereum;
//! [`MinimalSignatureSize`] the reverse. They are parameters of the types, so a signature of one
//! never meets a key of the other. [`G1`], [`G2`] and [`pairing_check`] are for protocols of one's
//! own.
//!
//! ```
//! use polylimb::bls12_381::{Bls, MinimalPubkeySize, Scheme, SecretKey};
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! let bls = Bls::<MinimalPubkeySize>::new(Scheme::ProofOfPossession);
//! let key = SecretKey::generate(&mut rng);
//! let (public, signature) = (bls.public_key(&key), bls.sign(&key, b"a message"));
//! assert_eq!((public.as_bytes().len(), signature.as_bytes().len()), (48, 96));
//!
//! let public = bls.read_public_key(public.as_bytes())?;
//! bls.verify(&public, b"a message", &bls.read_signature(signature.as_bytes())?)?;
//! # Ok::<(), polylimb::Error>(())
//! ```
//!
//! `e(2 G, H) e(G, -2 H) = 1`:
//!
//! ```
//! use polylimb::bls12_381::{G1, G2, pairing, pairing_check};
//! let two: [u8; 32] = core::array::from_fn(|i| if i == 31 { 2 } else { 0 });
//! let (g, h) = (G1::generator(), G2::generator());
//! let (twice_g, twice_h) = (g.multiply(&two), h.multiply(&two));
//! assert_eq!(pairing(&twice_g, &h), pairing(&g, &twice_h));
//! assert!(pairing_check(&[(&twice_g, &h), (&g, &twice_h.negate())]));
//! assert!(!pairing_check(&[(&twice_g, &h), (&g, &h.negate())]));
//! ```

use crate::error::Result;
use crate::limb::Bits;
use crate::modmul::words_of_be_bytes;
use crate::pairing::engine;
use crate::protocol::hash_to_curve::hash_to_group;
use crate::protocol::pairing_setting::{certain, engine};
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

pub use crate::pairing::engine::Gt;
pub use crate::protocol::bls::{
    Bls, MinimalPubkeySize, MinimalSignatureSize, ProvedKey, PublicKey, Scheme, SecretKey,
    Signature, Variant,
};

/// One of the two groups.
macro_rules! group {
    ($point:ident, $group:ident, $title:literal, compressed $compressed:literal, uncompressed $uncompressed:literal) => {
        #[doc = concat!("A point of `", $title, "`, of prime order. It may be the neutral element.")]
        ///
        /// ```
        #[doc = concat!("use polylimb::bls12_381::", stringify!($point), ";")]
        #[doc = concat!("let p = ", stringify!($point), "::hash(b\"a message\", b\"a protocol's name\")?;")]
        #[doc = concat!("assert_eq!(", stringify!($point), "::from_bytes(&p.to_bytes())?, p);")]
        #[doc = concat!("assert_eq!(", stringify!($point), "::from_uncompressed(&p.to_uncompressed())?, p);")]
        #[doc = concat!("let sum = ", stringify!($point), "::sum_vartime(&[&p, &p.negate()]);")]
        #[doc = concat!("assert_eq!(sum, ", stringify!($point), "::neutral());")]
        /// # Ok::<(), polylimb::Error>(())
        /// ```
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $point(engine::$point);

        impl $point {
            /// The generator.
            #[must_use]
            pub fn generator() -> Self {
                Self(engine().$group().generator())
            }

            /// The neutral element.
            #[must_use]
            pub fn neutral() -> Self {
                Self(engine().$group().neutral())
            }

            /// Whether it is the neutral element.
            #[must_use]
            pub const fn is_neutral(&self) -> bool {
                self.0.is_neutral()
            }

            /// Reads the compressed form. Variable time.
            ///
            /// # Errors
            /// [`Error::Encoding`](crate::Error::Encoding) and
            /// [`Error::NotReduced`](crate::Error::NotReduced) for bytes that are not canonical;
            /// [`Error::Curve`](crate::Error::Curve) for a point outside of the group.
            pub fn from_bytes(bytes: &[u8; $compressed]) -> Result<Self> {
                engine().$group().decode(bytes).map(Self)
            }

            /// Reads the uncompressed form. Constant time but for whether it is valid.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($point), "::from_bytes`].")]
            pub fn from_uncompressed(bytes: &[u8; $uncompressed]) -> Result<Self> {
                engine().$group().decode(bytes).map(Self)
            }

            /// The compressed form.
            #[must_use]
            pub fn to_bytes(&self) -> [u8; $compressed] {
                array(&certain(engine().$group().compress(&self.0)))
            }

            /// The uncompressed form.
            #[must_use]
            pub fn to_uncompressed(&self) -> [u8; $uncompressed] {
                array(&certain(engine().$group().encode(&self.0)))
            }

            /// The point that `message` is hashed to, for the protocol that `tag` names: RFC 9380
            /// with SHA-256 and `_SSWU_RO_`. Constant time but for the message's length.
            ///
            /// # Errors
            /// [`Error::Parameter`](crate::Error::Parameter) for an empty tag.
            pub fn hash(message: &[u8], tag: &[u8]) -> Result<Self> {
                hash_to_group(&*engine(), message, tag).map(Self)
            }

            /// The opposite.
            #[must_use]
            pub fn negate(&self) -> Self {
                Self(certain(engine().$group().negate(&self.0)))
            }

            /// `scalar` times the point; the scalar is any number of 256 bits, most significant
            /// byte first. Constant time.
            #[must_use]
            pub fn multiply(&self, scalar: &[u8; 32]) -> Self {
                let words = Zeroizing::new(words_of_be_bytes(scalar));
                let bits = Bits::with_len(&words, 8 * scalar.len());
                Self(certain(engine().$group().multiply(bits, &self.0)))
            }

            /// The sum of all `points`. Variable time.
            #[must_use]
            pub fn sum_vartime(points: &[&Self]) -> Self {
                let points: Vec<_> = points.iter().map(|p| &p.0).collect();
                Self(certain(engine().$group().sum_vartime(&points)))
            }
        }

        impl Zeroize for $point {
            fn zeroize(&mut self) {
                self.0.zeroize();
            }
        }
    };
}

group!(G1, g1, "G₁", compressed 48, uncompressed 96);
group!(G2, g2, "G₂", compressed 96, uncompressed 192);

/// `e(p, q)`. Constant time but for whether a point is neutral.
#[must_use]
pub fn pairing(p: &G1, q: &G2) -> Gt {
    certain(engine().pairing(&p.0, &q.0))
}

/// Whether the product of the pairings of all `pairs` is 1. Variable time.
#[must_use]
pub fn pairing_check(pairs: &[(&G1, &G2)]) -> bool {
    let pairs: Vec<_> = pairs.iter().map(|(p, q)| (&p.0, &q.0)).collect();
    certain(engine().product_is_one_vartime(&pairs))
}

/// These bytes as an array of their length.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("the length of an encoding")
}
