//! Scalars, points and RSA for `serde`, in the bytes of `RustCrypto`: scalars as they are,
//! points as SEC 1 compresses them, keys in PKCS #8 and `SubjectPublicKeyInfo`; in hexadecimal in
//! formats for people. Keys and signatures of curves have their implementations there.

use super::rsa::{Padding, PrivateKey, PublicKey, Signature, SigningKey, VerifyingKey};
use super::wrapped::Wrapped;
use super::{AffinePoint, ProjectivePoint, Scalar};
use core::result::Result;
use elliptic_curve::ScalarValue;
use elliptic_curve::sec1::{FromSec1Point as _, Sec1Point, ToSec1Point as _};
use serdect::serde::de::{Deserialize, Deserializer, Error as _};
use serdect::serde::ser::{Error as _, Serialize, Serializer};
use serdect::slice::{deserialize_hex_or_bin_vec, serialize_hex_lower_or_bin};
use zeroize::Zeroizing;

impl<C: Wrapped<N>, const N: usize> Serialize for Scalar<C, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ScalarValue::<C>::from(*self).serialize(serializer)
    }
}

impl<'de, C: Wrapped<N>, const N: usize> Deserialize<'de> for Scalar<C, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ScalarValue::<C>::deserialize(deserializer).map(Self::from)
    }
}

impl<C: Wrapped<N>, const N: usize> Serialize for AffinePoint<C, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_sec1_point(true).serialize(serializer)
    }
}

impl<'de, C: Wrapped<N>, const N: usize> Deserialize<'de> for AffinePoint<C, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let point = Self::from_sec1_point(&Sec1Point::<C>::deserialize(deserializer)?);
        point.into_option().ok_or_else(|| D::Error::custom("not a point of the curve"))
    }
}

impl<C: Wrapped<N>, const N: usize> Serialize for ProjectivePoint<C, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AffinePoint::from(*self).serialize(serializer)
    }
}

impl<'de, C: Wrapped<N>, const N: usize> Deserialize<'de> for ProjectivePoint<C, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        AffinePoint::deserialize(deserializer).map(Self::from)
    }
}

/// Bytes in a standard format, written and read.
macro_rules! as_bytes {
    ($($type:ty $(where $hash:ident, $padding:ident: $bound:ident)?, $this:ident => $write:expr, $bytes:ident => $read:expr;)+) => {$(
        impl$(<$hash, $padding: $bound>)? Serialize for $type {
            fn serialize<Ser: Serializer>(&self, serializer: Ser) -> Result<Ser::Ok, Ser::Error> {
                let $this = self;
                serialize_hex_lower_or_bin(&$write.map_err(Ser::Error::custom)?, serializer)
            }
        }

        impl<'de, $($hash, $padding: $bound)?> Deserialize<'de> for $type {
            fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
                let $bytes = Zeroizing::new(deserialize_hex_or_bin_vec(deserializer)?);
                $read.map_err(De::Error::custom)
            }
        }
    )+};
}

as_bytes! {
    PrivateKey, key => key.to_pkcs8_der(), bytes => Self::from_pkcs8_der(&bytes);
    PublicKey, key => key.to_spki_der(), bytes => Self::from_spki_der(&bytes);
    SigningKey<D, P> where D, P: Padding, key => key.as_ref().to_pkcs8_der(),
        bytes => PrivateKey::from_pkcs8_der(&bytes).map(Self::new);
    VerifyingKey<D, P> where D, P: Padding, key => key.as_ref().to_spki_der(),
        bytes => PublicKey::from_spki_der(&bytes).map(Self::new);
    Signature, signature => Ok::<_, crate::Error>(&signature.0), bytes => Self::try_from(&bytes[..]);
}
