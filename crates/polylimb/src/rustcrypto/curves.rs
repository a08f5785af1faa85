//! The curves, a type and a module each.

use super::wrapped::sealed::Sealed;
use super::wrapped::{Parts, ScalarConstants, Wrapped};
use crate::field::prime::fixed::{from_hex, primes, words_for};
use crate::multiply::engine::has_endomorphism;
use elliptic_curve::bigint::Odd;
use elliptic_curve::point::PointCompression;
use elliptic_curve::{Curve, CurveArithmetic, PrimeCurve, PrimeCurveArithmetic};
use pkcs8::AssociatedOid;
use pkcs8::der::oid::ObjectIdentifier;
use std::sync::OnceLock;

macro_rules! curves {
    ($(
        $(#[$doc:meta])*
        $curve:ident, $module:ident, $name:literal, $bits:literal, $prime:ident, $order:ident, $bytes:ident, $uint:ident, $hash:ident,
        $identifier:literal, $compressed:literal, $low_s:literal,
        $order_text:literal, $two_adicity:literal, $generator:literal, $root:literal, $root_inverse:literal, $delta:literal, $half:literal;
    )+) => {
        $(
            #[doc = concat!("The curve ", $name, " with the names of its RustCrypto crate.")]
            pub mod $module {
                use super::words_for;

                pub use super::$curve;
                pub use elliptic_curve;

                const WORDS: usize = words_for($bits);

                /// A scalar.
                pub type Scalar = super::super::Scalar<$curve, WORDS>;
                /// A scalar that is not 0.
                pub type NonZeroScalar = elliptic_curve::NonZeroScalar<$curve>;
                /// A point as a pair of coordinates.
                pub type AffinePoint = super::super::AffinePoint<$curve, WORDS>;
                /// A point in the coordinates of the law.
                pub type ProjectivePoint = super::super::ProjectivePoint<$curve, WORDS>;
                /// A coordinate or scalar in bytes.
                pub type FieldBytes = elliptic_curve::FieldBytes<$curve>;
                /// A point as SEC 1 writes it.
                pub type Sec1Point = elliptic_curve::sec1::Sec1Point<$curve>;
                /// A secret key.
                pub type SecretKey = elliptic_curve::SecretKey<$curve>;
                /// A public key.
                pub type PublicKey = elliptic_curve::PublicKey<$curve>;

                /// Key agreement.
                pub mod ecdh {
                    pub use elliptic_curve::ecdh::diffie_hellman;

                    /// A secret key for one agreement.
                    pub type EphemeralSecret = elliptic_curve::ecdh::EphemeralSecret<super::$curve>;
                    /// The shared secret.
                    pub type SharedSecret = elliptic_curve::ecdh::SharedSecret<super::$curve>;
                }

                /// Signatures.
                pub mod ecdsa {
                    pub use ::ecdsa::signature::{self, Error};
                    pub use ::ecdsa::{EcdsaCurve, RecoveryId};

                    /// A signature.
                    pub type Signature = ::ecdsa::Signature<super::$curve>;
                    /// A signature in DER.
                    pub type DerSignature = ::ecdsa::der::Signature<super::$curve>;
                    /// A secret key.
                    pub type SigningKey = ::ecdsa::SigningKey<super::$curve>;
                    /// A public key.
                    pub type VerifyingKey = ::ecdsa::VerifyingKey<super::$curve>;
                }
            }

            $(#[$doc])*
            #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
            pub struct $curve;

            impl Sealed for $curve {}

            impl Curve for $curve {
                type FieldBytesSize = elliptic_curve::consts::$bytes;
                type Uint = elliptic_curve::bigint::$uint;
                const ORDER: Odd<Self::Uint> = Odd::<Self::Uint>::from_be_hex($order_text);
            }

            impl PrimeCurve for $curve {}

            impl CurveArithmetic for $curve {
                type AffinePoint = $module::AffinePoint;
                type ProjectivePoint = $module::ProjectivePoint;
                type Scalar = $module::Scalar;
            }

            impl PrimeCurveArithmetic for $curve {
                type CurveGroup = $module::ProjectivePoint;
            }

            impl PointCompression for $curve {
                const COMPRESS_POINTS: bool = $compressed;
            }

            impl AssociatedOid for $curve {
                const OID: ObjectIdentifier = ObjectIdentifier::new_unwrap($identifier);
            }

            impl ecdsa::EcdsaCurve for $curve {
                const NORMALIZE_S: bool = $low_s;
            }

            impl ecdsa::DigestAlgorithm for $curve {
                type Digest = sha2::$hash;
            }

            impl Wrapped<{ words_for($bits) }> for $curve {
                type Prime = primes::$prime;
                type Order = primes::$order;
                const NAME: &'static str = $name;
                const ORDER_TEXT: &'static str = $order_text;
                const SCALARS: ScalarConstants<{ words_for($bits) }> = ScalarConstants {
                    two_adicity: $two_adicity,
                    half: from_hex($half),
                    generator: from_hex($generator),
                    root: from_hex($root),
                    root_inverse: from_hex($root_inverse),
                    delta: from_hex($delta),
                };

                fn parts() -> &'static Parts<Self, { words_for($bits) }> {
                    static PARTS: OnceLock<Parts<$curve, { words_for($bits) }>> = OnceLock::new();
                    PARTS.get_or_init(Parts::new::<{ has_endomorphism($name) }>)
                }
            }

            // One implementation per curve, because the number is not a type of this crate.
            impl From<$module::Scalar> for elliptic_curve::bigint::$uint {
                fn from(scalar: $module::Scalar) -> Self {
                    scalar.uint()
                }
            }

            impl elliptic_curve::ops::Reduce<elliptic_curve::bigint::$uint> for $module::Scalar {
                fn reduce(number: &elliptic_curve::bigint::$uint) -> Self {
                    use elliptic_curve::bigint::ArrayEncoding as _;
                    Self::reduced(&number.to_be_byte_array())
                }
            }
        )+
    };
}

// A test checks the constants after the order's constants. Hash, form of points and low s follow
// the RustCrypto crate of the curve.
curves! {
    /// P-192 of FIPS 186-4, secp192r1 of SEC 2.
    NistP192, p192, "secp192r1", 192, P192, P192Order, U24, U192, Sha256,
        "1.2.840.10045.3.1.1", false, false,
        "ffffffffffffffffffffffff99def836146bc9b1b4d22831",
        4, "3",
        "5c1fbd92d24b720f c3eee409e29f6b56 b4db11947185a1bc",
        "fe8b5b2da0894b08 b34a88be6f2d33c2 269dc61ed18a62cb",
        "0000000000000000 0000000000000000 000000000290d741",
        "7fffffffffffffff ffffffffccef7c1b 0a35e4d8da691419";
    /// P-224 of FIPS 186-4, secp224r1 of SEC 2.
    NistP224, p224, "secp224r1", 224, P224, P224Order, U28, U256, Sha224,
        "1.3.132.0.33", false, false,
        "00000000ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
        2, "2",
        "317fd4f4 d5947c88975e7ca9 5d8c1164ceed46e6 11c9e5bafaa1aa3d",
        "ce802b0b 2a6b837768a18356 a273053e11cba958 0213438a61ba8000",
        "00000000 0000000000000000 0000000000000000 0000000000000010",
        "7fffffff ffffffffffffffff ffff8b51705c781f 09ee94a2ae2e151f";
    /// P-256 of FIPS 186-5, secp256r1 of SEC 2.
    NistP256, p256, "secp256r1", 256, P256, P256Order, U32, U256, Sha256,
        "1.2.840.10045.3.1.7", false, false,
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
        4, "7",
        "ffc97f062a770992 ba807ace842a3dfc 1546cad004378daf 0592d7fbb41e6602",
        "a0a66a5562d46f2a c645fa0458131cae e3ac117c794c4137 379c7f0657c73764",
        "0000000000000000 0000000000000000 0000000000000000 00001e39a5057d81",
        "7fffffff80000000 7fffffffffffffff de737d56d38bcf42 79dce5617e3192a9";
    /// P-384 of FIPS 186-5, secp384r1 of SEC 2.
    NistP384, p384, "secp384r1", 384, P384, P384Order, U48, U384, Sha384,
        "1.3.132.0.34", false, false,
        "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf\
        581a0db248b0a77aecec196accc52973",
        1, "2",
        "ffffffffffffffff ffffffffffffffff ffffffffffffffff c7634d81f4372ddf \
        581a0db248b0a77a ecec196accc52972",
        "ffffffffffffffff ffffffffffffffff ffffffffffffffff c7634d81f4372ddf \
        581a0db248b0a77a ecec196accc52972",
        "0000000000000000 0000000000000000 0000000000000000 0000000000000000 \
        0000000000000000 0000000000000004",
        "7fffffffffffffff ffffffffffffffff ffffffffffffffff e3b1a6c0fa1b96ef \
        ac0d06d9245853bd 76760cb5666294ba";
    /// P-521 of FIPS 186-5, secp521r1 of SEC 2.
    NistP521, p521, "secp521r1", 521, P521, P521Order, U66, U576, Sha512,
        "1.3.132.0.35", false, false,
        "00000000000001ffffffffffffffffffffffffffffffffffffffffffffffffff\
        fffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47ae\
        bb6fb71e91386409",
        3, "3",
        "09a 0a650d44b28c17f3 d708ad2fa8c4fbc7 e6000d7c12dafa92 \
        fcc5673a3055276d 535f79ff391dcdbc d998b7836647d3a7 2472b3da861ac810 \
        a7f9c7b7b63e2205",
        "0e3 7f97418458545ac0 4fcf1abd8a70366c fdde671628ddb041 \
        c66f26e7596ce9b0 09eec4daac5aafec dc0924dbdb4eeddc 36565f876e427d91 \
        2300c0b1a6fdba3d",
        "000 0000000000000000 0000000000000000 0000000000000000 \
        0000000000000000 0000000000000000 0000000000000000 0000000000000000 \
        00000000000019a1",
        "0ff ffffffffffffffff ffffffffffffffff ffffffffffffffff \
        fffffffffffffffd 28c343c1df97cb35 bfe600a47b84d2e8 1ddae4dc44ce23d7 \
        5db7db8f489c3205";
    /// secp256k1 of SEC 2.
    Secp256k1, k256, "secp256k1", 256, Secp256k1, Secp256k1Order, U32, U256, Sha256,
        "1.3.132.0.10", true, true,
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
        6, "7",
        "0c1dc060e7a91986 df9879a3fbc483a8 98bdeab680756045 992f4b5402b052f2",
        "fd3ae181f12d7096 efc7b0c75b8cbb72 77a275910aa413c3 b6fb30a0884f0d1c",
        "0000000000000000 000cbc21fe4561c8 d63b78e780e1341e 199417c8c0bb7601",
        "7fffffffffffffff ffffffffffffffff 5d576e7357a4501d dfe92f46681b20a1";
    /// brainpoolP256r1 of RFC 5639.
    BrainpoolP256r1, bp256, "brainpoolP256r1", 256, BrainpoolP256, BrainpoolP256Order, U32, U256, Sha256,
        "1.3.36.3.3.2.8.1.1.7", false, false,
        "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7",
        1, "3",
        "a9fb57dba1eea9bc 3e660a909d838d71 8c397aa3b561a6f7 901e0e82974856a6",
        "a9fb57dba1eea9bc 3e660a909d838d71 8c397aa3b561a6f7 901e0e82974856a6",
        "0000000000000000 0000000000000000 0000000000000000 0000000000000009",
        "54fdabedd0f754de 1f3305484ec1c6b8 c61cbd51dab0d37b c80f07414ba42b54";
    /// brainpoolP384r1 of RFC 5639.
    BrainpoolP384r1, bp384, "brainpoolP384r1", 384, BrainpoolP384, BrainpoolP384Order, U48, U384, Sha384,
        "1.3.36.3.3.2.8.1.1.11", false, false,
        "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7\
        cf3ab6af6b7fc3103b883202e9046565",
        2, "2",
        "76cdc6369fb54dde 55a851fce47cc5f8 30bb074c85684b3e e476be128dc50cfa \
        8602aeecf53a1982 fcf3b95f8d4258ff",
        "15eb584c03831f49 b9b51d816c697be6 e47469bd67ec0b74 3a9fb05a1e3f18ad \
        493807c27645a98d 3e9478a35bc20c66",
        "0000000000000000 0000000000000000 0000000000000000 0000000000000000 \
        0000000000000000 0000000000000010",
        "465c8f41519c3694 07aeb7bf287320ef 8a97b884f6aa2b59 8f8b3736560212d3 \
        e79d5b57b5bfe188 1dc41901748232b3";
}
