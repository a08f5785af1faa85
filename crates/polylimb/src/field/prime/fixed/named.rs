//! The fixed primes. A line makes a field: everything else follows from the prime.

use super::parameters::PrimeParameters;
use super::parameters::{from_hex, words_for};
use crate::limb::Word;

/// A computation with every prime; see [`for_each_prime`].
///
/// ```
/// use polylimb::authors::field::prime::{ForEachPrime, PrimeParameters, for_each_prime};
/// struct Names(Vec<&'static str>);
/// impl ForEachPrime for Names {
///     fn call<const N: usize, P: PrimeParameters<N>>(&mut self) {
///         self.0.push(P::NAME);
///     }
/// }
/// let mut names = Names(Vec::new());
/// for_each_prime(&mut names);
/// assert!(names.0.contains(&"P-256") && names.0.contains(&"order of BLS12-381"));
/// ```
pub trait ForEachPrime {
    /// Computes with the prime `P` of `N` words.
    fn call<const N: usize, P: PrimeParameters<N>>(&mut self);
}

macro_rules! primes {
    ($($(#[$doc:meta])* $name:ident, $title:literal, $bits:literal, $hex:expr $(, $root:expr)?;)*) => {
        /// The primes themselves, as types.
        #[allow(unreachable_pub, reason = "some have a path outside of the crate")]
        pub mod primes {
            $(
                $(#[$doc])*
                #[derive(Debug, Clone, Copy)]
                pub struct $name;
            )*
        }
        $(
            impl PrimeParameters<{ words_for($bits) }> for primes::$name {
                const NAME: &'static str = $title;
                const MODULUS: [Word; words_for($bits)] = from_hex($hex);
                $(const ROOT_OF_UNITY: Option<[Word; words_for($bits)]> = Some(from_hex($root));)?
            }
            $(#[$doc])*
            #[allow(dead_code, unreachable_pub, reason = "not every field has a use, or one outside")]
            pub type $name<K> = super::Fixed<{ words_for($bits) }, primes::$name, K>;
        )*

        /// Calls `work` for each of these primes.
        pub fn for_each_prime(work: &mut impl ForEachPrime) {
            $(work.call::<{ words_for($bits) }, primes::$name>();)*
        }
    };
}

// `[RFC7748]` and `[RFC8032]`; `[SEC2]`; `[FIPS186-4]`, appendix D.1.2; `[RFC5639]`, 3.4 and 3.6.
primes! {
    /// 2^255 - 19, the field of Curve25519 and Ed25519.
    F25519, "2^255-19", 255,
        "7fffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffed",
        "2b8324804fc1df0b 2b4d00993dfbd7a7 2f431806ad2fe478 c4ee1b274a0ea0b0";
    /// The order of the base point of Curve25519 and Ed25519.
    F25519Order, "order of Curve25519", 253,
        "1000000000000000 0000000000000000 14def9dea2f79cd6 5812631a5cf5d3ed";
    /// The field of secp256k1, 2^256 - 2^32 - 977.
    Secp256k1, "secp256k1", 256,
        "ffffffffffffffff ffffffffffffffff ffffffffffffffff fffffffefffffc2f";
    /// The order of secp256k1.
    Secp256k1Order, "order of secp256k1", 256,
        "ffffffffffffffff fffffffffffffffe baaedce6af48a03b bfd25e8cd0364141";
    /// The field of P-192, 2^192 - 2^64 - 1.
    P192, "P-192", 192,
        "ffffffffffffffff fffffffffffffffe ffffffffffffffff";
    /// The order of P-192.
    P192Order, "order of P-192", 192,
        "ffffffffffffffff ffffffff99def836 146bc9b1b4d22831";
    /// The field of P-224, 2^224 - 2^96 + 1.
    P224, "P-224", 224,
        "ffffffff ffffffffffffffff ffffffff00000000 0000000000000001",
        "6a0fec67 8598a7920c55b2d4 0b2d6ffbbea3d8ce f3fb3632dc691b74";
    /// The order of P-224.
    P224Order, "order of P-224", 224,
        "ffffffff ffffffffffffffff ffff16a2e0b8f03e 13dd29455c5c2a3d";
    /// The field of P-256, 2^256 - 2^224 + 2^192 + 2^96 - 1.
    P256, "P-256", 256,
        "ffffffff00000001 0000000000000000 00000000ffffffff ffffffffffffffff";
    /// The order of P-256.
    P256Order, "order of P-256", 256,
        "ffffffff00000000 ffffffffffffffff bce6faada7179e84 f3b9cac2fc632551";
    /// The field of P-384, 2^384 - 2^128 - 2^96 + 2^32 - 1.
    P384, "P-384", 384,
        "ffffffffffffffff ffffffffffffffff ffffffffffffffff \
        fffffffffffffffe ffffffff00000000 00000000ffffffff";
    /// The order of P-384.
    P384Order, "order of P-384", 384,
        "ffffffffffffffff ffffffffffffffff ffffffffffffffff \
        c7634d81f4372ddf 581a0db248b0a77a ecec196accc52973";
    /// The field of P-521, 2^521 - 1.
    P521, "P-521", 521,
        "1ff ffffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffff \
        ffffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffff";
    /// The order of P-521.
    P521Order, "order of P-521", 521,
        "1ff ffffffffffffffff ffffffffffffffff ffffffffffffffff fffffffffffffffa \
        51868783bf2f966b 7fcc0148f709a5d0 3bb5c9b8899c47ae bb6fb71e91386409";
    /// The field of brainpoolP256r1.
    BrainpoolP256, "brainpoolP256r1", 256,
        "a9fb57dba1eea9bc 3e660a909d838d72 6e3bf623d5262028 2013481d1f6e5377";
    /// The order of brainpoolP256r1.
    BrainpoolP256Order, "order of brainpoolP256r1", 256,
        "a9fb57dba1eea9bc 3e660a909d838d71 8c397aa3b561a6f7 901e0e82974856a7";
    /// The field of brainpoolP384r1.
    BrainpoolP384, "brainpoolP384r1", 384,
        "8cb91e82a3386d28 0f5d6f7e50e641df 152f7109ed5456b4 12b1da197fb71123 \
        acd3a729901d1a71 874700133107ec53";
    /// The order of brainpoolP384r1.
    BrainpoolP384Order, "order of brainpoolP384r1", 384,
        "8cb91e82a3386d28 0f5d6f7e50e641df 152f7109ed5456b3 1f166e6cac0425a7 \
        cf3ab6af6b7fc310 3b883202e9046565";
    /// The field of `bn254` (`[Nogami2008]`): `36u⁴ + 36u³ + 24u² + 6u + 1` for
    /// `u = -(2^62 + 2^55 + 1)`.
    Bn254Nogami, "bn254", 254,
        "2523648240000001 ba344d8000000008 6121000000000013 a700000000000013";
    /// The order of `bn254`: `36u⁴ + 36u³ + 18u² + 6u + 1`.
    Bn254NogamiOrder, "order of bn254", 254,
        "2523648240000001 ba344d8000000007 ff9f800000000010 a10000000000000d";
    /// The field of `alt_bn128` (`[EIP196]`), `u = 4965661367192848881`.
    Bn254Snark, "bn254-snark", 254,
        "30644e72e131a029 b85045b68181585d 97816a916871ca8d 3c208c16d87cfd47";
    /// The order of `alt_bn128`.
    Bn254SnarkOrder, "order of bn254-snark", 254,
        "30644e72e131a029 b85045b68181585d 2833e84879b97091 43e1f593f0000001";
    /// The field of BLS12-381: `(u - 1)²(u⁴ - u² + 1)/3 + u` for `u = -0xd201000000010000`.
    Bls12381, "BLS12-381", 381,
        "1a0111ea397fe69a 4b1ba7b6434bacd7 64774b84f38512bf 6730d2a0f6b0f624 1eabfffeb153ffff b9feffffffffaaab";
    /// The order of BLS12-381: `u⁴ - u² + 1`.
    Bls12381Order, "order of BLS12-381", 255,
        "73eda753299d7d48 3339d80809a1d805 53bda402fffe5bfe ffffffff00000001";
}
