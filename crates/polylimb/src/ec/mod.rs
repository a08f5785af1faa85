//! Keys and signatures with the curve in their type.
//!
//! [`p256`](crate::p256), [`p384`](crate::p384), [`p521`](crate::p521), [`k256`](crate::k256) and
//! [`binary_curves`](crate::binary_curves) name these types for one [`Curve`] each, so a key of one
//! curve never meets a key of another:
//!
//! ```compile_fail,E0308
//! # fn f() -> polylimb::Result<()> {
//! let key = polylimb::p256::SecretKey::from_bytes(&[7; 32])?;
//! let other = polylimb::p384::SecretKey::from_bytes(&[7; 48])?;
//! key.public_key()?.verify(b"message", &other.sign(b"message")?)
//! # }
//! ```
//!
//! They wrap [`protocol::keys`] and [`protocol::ecdsa`], on a curve that is made once. [`AsRef`]
//! gives the value inside for the other protocols, and [`TryFrom`] takes a key of a curve chosen at
//! run time. Bytes are most significant first, and every encoding of one curve has one length.
//! Secrets are wiped when dropped, and secret scalars decide no branch and no address.
//!
//! Read `secret_key.rs`.

use crate::protocol::{self, Hash};
use core::fmt::Debug;
use zeroize::Zeroize;

/// A curve as a type; the curves are in `p256`, `p384`, `p521`, `k256` and `binary_curves`.
pub trait Curve: Copy + Eq + Debug + Send + Sync + 'static + sealed::Sealed {
    /// The name in the standard that introduced the curve.
    const NAME: &'static str;
    /// A secret key, and each half of a signature.
    type Scalar: ByteArray;
    /// An abscissa: what two keys share.
    type Coordinate: ByteArray;
    /// A public key in SEC 1's compressed form.
    type Compressed: ByteArray;
    /// A public key in SEC 1's uncompressed form.
    type Uncompressed: ByteArray;
    /// A signature: `r` and `s`.
    type SignatureBytes: ByteArray;
    /// The hash function of SHA-2 for signatures on this curve.
    type Hash: Hash;

    /// The curve as a value, made at the first call.
    fn curve() -> &'static protocol::Curve;
}

/// An array of bytes.
pub trait ByteArray:
    AsRef<[u8]> + AsMut<[u8]> + Copy + Eq + Debug + Zeroize + Send + Sync + 'static + sealed::Sealed
{
    /// All bytes 0.
    const ZERO: Self;
}

impl<const N: usize> ByteArray for [u8; N] {
    const ZERO: Self = [0; N];
}

/// These bytes as an array of their length.
pub(crate) fn array<A: ByteArray>(bytes: &[u8]) -> A {
    let mut array = A::ZERO;
    array.as_mut().copy_from_slice(bytes);
    array
}

pub(crate) mod sealed {
    /// Not for other types.
    pub trait Sealed {}
    impl<const N: usize> Sealed for [u8; N] {}
}

/// The way from a value of [`protocol`] on this curve to the type that has the curve, and back.
macro_rules! typed {
    ($type:ident, $value:ident: $inner:ty) => {
        impl<C: Curve> $type<C> {
            pub(super) const fn of($value: $inner) -> Self {
                Self { $value, curve: PhantomData }
            }
        }

        impl<C: Curve> AsRef<$inner> for $type<C> {
            fn as_ref(&self) -> &$inner {
                &self.$value
            }
        }

        impl<C: Curve> TryFrom<$inner> for $type<C> {
            type Error = Error;

            /// [`Error::Key`] for one of another curve.
            fn try_from($value: $inner) -> Result<Self> {
                $value.curve().same_as(C::curve())?;
                Ok(Self::of($value))
            }
        }
    };
}
mod public_key;
mod secret_key;
mod signature;

pub use public_key::PublicKey;
pub use secret_key::{SecretKey, SharedSecret};
pub use signature::Signature;

/// A curve's type.
#[allow(unused_macros, reason = "a build may have none of the curves")]
macro_rules! curve {
    ($type:ident, $name:literal, $hash:ident, scalar $scalar:literal, coordinate $coordinate:literal) => {
        #[doc = concat!("The curve ", $name, ".")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $type;

        impl crate::ec::sealed::Sealed for $type {}

        impl crate::ec::Curve for $type {
            const NAME: &'static str = $name;
            type Scalar = [u8; $scalar];
            type Coordinate = [u8; $coordinate];
            type Compressed = [u8; 1 + $coordinate];
            type Uncompressed = [u8; 1 + 2 * $coordinate];
            type SignatureBytes = [u8; 2 * $scalar];
            type Hash = sha2::$hash;

            fn curve() -> &'static crate::protocol::Curve {
                static CURVE: std::sync::OnceLock<crate::protocol::Curve> =
                    std::sync::OnceLock::new();
                let make = || crate::protocol::Curve::named($name).expect("a curve of this build");
                CURVE.get_or_init(make)
            }
        }
    };
}

/// What a module of one curve holds: its type, and the names of keys and signatures.
#[allow(unused_macros, reason = "a build may have none of the curves")]
macro_rules! module {
    ($type:ident, $name:literal, $($rest:tt)+) => {
        crate::ec::curve!($type, $name, $($rest)+);

        #[doc = concat!("A secret key on ", $name, ".")]
        pub type SecretKey = crate::ec::SecretKey<$type>;
        #[doc = concat!("A public key on ", $name, ".")]
        pub type PublicKey = crate::ec::PublicKey<$type>;
        #[doc = concat!("An ECDSA signature on ", $name, ".")]
        pub type Signature = crate::ec::Signature<$type>;
        #[doc = concat!("What two keys on ", $name, " share.")]
        pub type SharedSecret = crate::ec::SharedSecret<$type>;
    };
}

pub(crate) use {curve, module};
