//! Shared parts of the protocols on pairings: BLS12-381, its scalars, and keys from pairing values.

use super::hash_to_curve::expand_message_xmd;
use super::scalars::{Scalar, Scalars};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::field::prime::{Bls12381Order, Portable};
use crate::limb::{Bits, Word, bit_length_vartime};
use crate::modmul::{OddModulus, Options, be_bytes_of_words};
use crate::pairing::engine::{GroupPoint, Gt, PairingEngine, SourcePoint, bls12_381};
use alloc::sync::Arc;
use alloc::vec::Vec;
use rand_core::CryptoRng;
use sha2::Sha256;
use zeroize::{Zeroize, Zeroizing};

/// Bytes of a scalar.
pub(super) const SCALAR_BYTES: usize = 32;
/// Bytes of a key that a protocol agrees on.
pub(super) const SHARED_BYTES: usize = 32;

/// The engine of BLS12-381 on this machine's best kernels, made once with the standard library,
/// because its constants need roots and multiples.
pub(crate) fn engine() -> Arc<dyn PairingEngine> {
    let make = || bls12_381(Features::detect());
    #[cfg(feature = "std")]
    {
        static ENGINE: std::sync::OnceLock<Arc<dyn PairingEngine>> = std::sync::OnceLock::new();
        Arc::clone(ENGINE.get_or_init(make))
    }
    #[cfg(not(feature = "std"))]
    make()
}

/// The order.
pub(super) fn order() -> &'static [Word] {
    Bls12381Order::new(Portable).modulus()
}

/// The integers modulo the order.
pub(super) fn scalars() -> Result<Scalars> {
    Ok(Scalars::new(OddModulus::new(order(), &Options::default())?))
}

/// A scalar as engines read it.
pub(super) fn bits(scalar: &[Word]) -> Bits<'_> {
    Bits::with_len(scalar, bit_length_vartime(order()))
}

/// The value: computing with points of this curve cannot fail.
pub(crate) fn certain<T>(result: Result<T>) -> T {
    result.expect("points of this curve, and constants")
}

/// A uniform scalar other than 0.
pub(super) fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Result<Scalar> {
    scalars()?.random(rng)
}

/// The scalar of 1 to `r - 1` in 32 bytes.
pub(super) fn read(bytes: &[u8]) -> Result<Scalar> {
    let scalars = scalars()?;
    let scalar = scalars.read("the secret key", bytes)?;
    if scalars.in_range(&scalar).to_bool_vartime() {
        return Ok(scalar);
    }
    Err(Error::Key { wrong: "a secret key is a number from 1 to the order less 1" })
}

/// The scalar in its bytes, most significant first.
pub(super) fn bytes_of(scalar: &[Word]) -> Zeroizing<[u8; SCALAR_BYTES]> {
    let all = Zeroizing::new(be_bytes_of_words(scalar, SCALAR_BYTES));
    let mut bytes = Zeroizing::new([0; SCALAR_BYTES]);
    bytes.copy_from_slice(&all);
    bytes
}

/// A secret scalar `$name`, called `$what`: made, read, written, wiped, shown without its value.
macro_rules! secret_scalar {
    ($(#[$attribute:meta])* $name:ident, $what:literal) => {
        $(#[$attribute])*
        #[derive(Clone)]
        pub struct $name($crate::protocol::scalars::Scalar);

        impl $name {
            #[doc = concat!("A random ", $what, ".")]
            ///
            /// # Errors
            /// [`Error::Randomness`].
            pub fn generate<R: rand_core::CryptoRng + ?Sized>(rng: &mut R) -> Result<Self> {
                Ok(Self($crate::protocol::pairing_setting::random(rng)?))
            }

            #[doc = concat!("The ", $what, " in 32 bytes, most significant first.")]
            ///
            /// # Errors
            /// [`Error::Length`]; [`Error::Key`] if it is 0 or not below the order.
            pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
                Ok(Self($crate::protocol::pairing_setting::read(bytes)?))
            }

            #[doc = concat!("The ", $what, " in 32 bytes, most significant first.")]
            #[must_use]
            pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
                $crate::protocol::pairing_setting::bytes_of(&self.0)
            }
        }

        impl ZeroizeOnDrop for $name {}

        impl fmt::Debug for $name {
            /// Without the value.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    };
}
pub(super) use secret_scalar;

/// Decodes a secret point, uncompressed, so that no root is taken.
pub(super) fn secret_point<const D: usize>(bytes: &[u8]) -> Result<GroupPoint<D>>
where
    GroupPoint<D>: SourcePoint,
{
    let engine = engine();
    let group = GroupPoint::<D>::group(&*engine);
    let (expected, got) = (2 * group.coordinate_bytes(), bytes.len());
    if got != expected {
        return Err(Error::Length { what: "the secret point, uncompressed", expected, got });
    }
    let point = group.decode(bytes)?;
    if point.is_neutral() {
        return Err(Error::Key { wrong: "the neutral element is nobody's secret key" });
    }
    Ok(point)
}

/// A key from a value, which is wiped, from public data and from the purpose.
pub(super) fn shared_key(
    mut value: Gt,
    public: &[&[u8]],
    tag: &[u8],
) -> Result<Zeroizing<[u8; SHARED_BYTES]>> {
    // Room for all: a vector that grows leaves the value in the smaller block.
    let room = public.iter().map(|part| 8 + part.len()).sum::<usize>() + value.as_bytes().len();
    let mut input = Zeroizing::new(Vec::with_capacity(room));
    input.extend_from_slice(value.as_bytes());
    value.zeroize();
    for part in public {
        input.extend_from_slice(&(part.len() as u64).to_be_bytes());
        input.extend_from_slice(part);
    }
    let output: Zeroizing<Vec<u8>> =
        Zeroizing::new(expand_message_xmd::<Sha256>(&input, tag, SHARED_BYTES)?);
    let mut key = Zeroizing::new([0; SHARED_BYTES]);
    key.copy_from_slice(&output);
    Ok(key)
}
