//! Messages to points: the traits of the crate `hash2curve` 0.14 for the suites of RFC 9380 and the
//! ciphersuites of RFC 9497.
//!
//! ```
//! use polylimb::rustcrypto::hash2curve::GroupDigest;
//! use polylimb::rustcrypto::p256::{NistP256, ProjectivePoint};
//!
//! let tag = b"EXAMPLE-V01-CS01-with-P256_XMD:SHA-256_SSWU_RO_";
//! let point: ProjectivePoint = NistP256::hash_from_bytes(&[b"a message"], &[tag])?;
//! assert_ne!(point, NistP256::hash_from_bytes(&[b"another"], &[tag])?);
//! # Ok::<(), polylimb::rustcrypto::hash2curve::ExpandMsgXmdError>(())
//! ```

use super::wrapped::{FieldOf, Wrapped};
use super::{NistP256, NistP384, NistP521, ProjectivePoint, Secp256k1, k256, p256, p384, p521};
use crate::curve::weierstrass::{ProjectivePoint as Homogeneous, SimplifiedSwu};
use crate::curve::{Coefficient, Curve, Group as _};
use crate::field::prime::fixed::{from_hex, words_for};
use crate::field::{Encoding as _, Field as _};
use crate::limb::{Mask, Word};
use core::marker::PhantomData;
use elliptic_curve::FieldBytes;
use elliptic_curve::array::Array;
use elliptic_curve::consts::{U16, U24, U32, U48, U72, U98};
use elliptic_curve::ops::Reduce;
use hash2curve::{ExpandMsgXmd, GroupDigest, MapToCurve, OprfParameters};
use std::sync::OnceLock;

/// A coordinate that is mapped to a point of the curve `C`.
#[derive(Debug)]
pub struct FieldElement<C, const N: usize>([Word; N], PhantomData<fn() -> C>);

impl<C, const N: usize> Clone for FieldElement<C, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, const N: usize> Copy for FieldElement<C, N> {}

impl<C, const N: usize> Default for FieldElement<C, N> {
    fn default() -> Self {
        Self([0; N], PhantomData)
    }
}

/// `A'` and `B'`, and an isogeny as in [`Map`], as numbers.
type Isogenous<const N: usize> = ([[Word; N]; 2], [[[Word; N]; 4]; 4]);

/// The [simplified map](SimplifiedSwu) to a curve `E': y² = x³ + A' x + B'`, and an isogeny from
/// there, if `E'` is not the curve itself. Constant time.
struct Map<C: Wrapped<N>, const N: usize> {
    /// To `E'`.
    swu: SimplifiedSwu<FieldOf<C, N>>,
    /// Numerator and denominator of the new `x`, then of the factor of `y`; the coefficient of 1
    /// first.
    isogeny: Option<[[[Word; N]; 4]; 4]>,
}

impl<C: Wrapped<N>, const N: usize> Map<C, N> {
    /// The map for `Z = -minus_z`, over an isogeny if there is one.
    fn new(minus_z: u32, other: Option<&Isogenous<N>>) -> Self {
        let own = C::parts().group.curve();
        let f = &own.field;
        let [a, b] = other.map_or([own.a, own.b], |(ab, _)| ab.map(|c| f.enter_mod(&c)));
        Self {
            swu: SimplifiedSwu::new(
                Curve::new(*f, a, b, Coefficient::Any),
                f.neg(&f.small(minus_z)),
            ),
            isogeny: other.map(|(_, isogeny)| isogeny.map(|row| row.map(|c| f.enter_mod(&c)))),
        }
    }

    /// The element for uniform bytes: two halves, each below the prime.
    fn element(&self, uniform: &[u8]) -> [Word; N] {
        let f = self.swu.field();
        let [high, low] = [0, 1].map(|i| {
            let half = &uniform[i * uniform.len() / 2..][..uniform.len() / 2];
            let mut bytes = FieldBytes::<C>::default();
            let zeros = bytes.len() - half.len();
            bytes[zeros..].copy_from_slice(half);
            f.decode_be(&bytes).expect("half is shorter than the prime")
        });
        let shifted = (0..4 * uniform.len()).fold(high, |high, _| f.double(&high));
        f.add(&shifted, &low)
    }

    /// Whether the number is odd.
    fn sign(&self, a: &[Word; N]) -> Mask {
        Mask::from_bit(self.swu.field().leave(a)[0] & 1)
    }

    /// The point for `u`; the neutral element for a point in the isogeny's kernel.
    fn point(&self, u: &[Word; N]) -> ProjectivePoint<C, N> {
        let (f, [n, d, y], group) = (self.swu.field(), self.swu.point(u), &C::parts().group);
        let y = f.select(self.sign(u) ^ self.sign(&y), &f.neg(&y), &y);
        let Some(isogeny) = &self.isogeny else {
            return ProjectivePoint(Homogeneous { x: n, y: f.mul(&y, &d), z: d });
        };
        // Homogeneous of degree 3 in n and d.
        let [nn, dd] = [f.sqr(&n), f.sqr(&d)];
        let powers = [f.mul(&d, &dd), f.mul(&n, &dd), f.mul(&nn, &d), f.mul(&nn, &n)];
        let [xn, xd, yn, yd] = isogeny.map(|row| {
            let terms = row.iter().zip(&powers);
            terms.fold(f.zero(), |sum, (c, power)| f.add(&sum, &f.mul(c, power)))
        });
        let y = f.mul(&f.mul(&y, &yn), &xd);
        let point = Homogeneous { x: f.mul(&xn, &yd), y, z: f.mul(&xd, &yd) };
        ProjectivePoint(group.select(f.is_zero(&point.z), &group.neutral(), &point))
    }
}

/// Sections 8.2 to 8.4 and 8.7 of RFC 9380.
macro_rules! suites {
    ($(
        $curve:ident, $module:ident, $bits:literal, $security:ident, $length:ident, $hash:ident,
        $hash_to:literal, $encode_to:literal, $minus_z:literal, $other:expr;
    )+) => {
        $(
            impl Reduce<Array<u8, $length>> for FieldElement<$curve, { words_for($bits) }> {
                fn reduce(uniform: &Array<u8, $length>) -> Self {
                    Self($module().element(uniform), PhantomData)
                }
            }

            impl Reduce<Array<u8, $length>> for $module::Scalar {
                fn reduce(uniform: &Array<u8, $length>) -> Self {
                    Self::reduced(uniform)
                }
            }

            /// The map, computed once.
            fn $module() -> &'static Map<$curve, { words_for($bits) }> {
                static MAP: OnceLock<Map<$curve, { words_for($bits) }>> = OnceLock::new();
                MAP.get_or_init(|| Map::new($minus_z, $other))
            }

            /// Constant time.
            impl MapToCurve for $curve {
                type SecurityLevel = $security;
                type FieldElement = FieldElement<Self, { words_for($bits) }>;
                type Length = $length;

                fn map_to_curve(element: Self::FieldElement) -> $module::ProjectivePoint {
                    $module().point(&element.0)
                }
            }

            impl GroupDigest for $curve {
                const HASH_TO_CURVE_ID: &[u8] = $hash_to;
                const ENCODE_TO_CURVE_ID: &[u8] = $encode_to;
                type ExpandMsg = ExpandMsgXmd<sha2::$hash>;
            }
        )+
    };
}

suites! {
    NistP256, p256, 256, U16, U48, Sha256, b"P256_XMD:SHA-256_SSWU_RO_",
        b"P256_XMD:SHA-256_SSWU_NU_", 10, None;
    NistP384, p384, 384, U24, U72, Sha384, b"P384_XMD:SHA-384_SSWU_RO_",
        b"P384_XMD:SHA-384_SSWU_NU_", 12, None;
    NistP521, p521, 521, U32, U98, Sha512, b"P521_XMD:SHA-512_SSWU_RO_",
        b"P521_XMD:SHA-512_SSWU_NU_", 4, None;
    Secp256k1, k256, 256, U16, U48, Sha256, b"secp256k1_XMD:SHA-256_SSWU_RO_",
        b"secp256k1_XMD:SHA-256_SSWU_NU_", 11, Some(&ISOGENY);
}

/// Section 4 of RFC 9497.
macro_rules! oprf {
    ($($curve:ident $id:literal)+) => {$(
        impl OprfParameters for $curve {
            const ID: &'static [u8] = $id;
        }
    )+};
}

oprf!(NistP256 b"P256-SHA256" NistP384 b"P384-SHA384" NistP521 b"P521-SHA512");

const WORDS: usize = words_for(256);

/// `A'` and `B'` of the curve isogenous to secp256k1, and the isogeny of degree 3 (appendix E.1).
const ISOGENY: Isogenous<WORDS> = (
    [from_hex("3f8731abdd661adca08a5558f0f5d272e953d363cb6f0e5d405447c01a444533"), from_hex("6eb")],
    [
        [
            from_hex("8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa8c7"),
            from_hex("07d3d4c80bc321d5b9f315cea7fd44c5d595d2fc0bf63b92dfff1044f17c6581"),
            from_hex("534c328d23f234e6e2a413deca25caece4506144037c40314ecbd0b53d9dd262"),
            from_hex("8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa88c"),
        ],
        [
            from_hex("d35771193d94918a9ca34ccbb7b640dd86cd409542f8487d9fe6b745781eb49b"),
            from_hex("edadc6f64383dc1df7c4b2d51b54225406d36b641f5e41bbc52a56612a8c6d14"),
            from_hex("1"),
            from_hex("0"),
        ],
        [
            from_hex("4bda12f684bda12f684bda12f684bda12f684bda12f684bda12f684b8e38e23c"),
            from_hex("c75e0c32d5cb7c0fa9d0a54b12a0a6d5647ab046d686da6fdffc90fc201d71a3"),
            from_hex("29a6194691f91a73715209ef6512e576722830a201be2018a765e85a9ecee931"),
            from_hex("2f684bda12f684bda12f684bda12f684bda12f684bda12f684bda12f38e38d84"),
        ],
        [
            from_hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffff93b"),
            from_hex("7a06534bb8bdb49fd5e9e6632722c2989467c1bfc8e8d978dfb425d2685c2573"),
            from_hex("6484aa716545ca2cf3a70c3fa8fe337e0a3d21162f0d6299a7bf8192bfd2a76f"),
            from_hex("1"),
        ],
    ],
);
