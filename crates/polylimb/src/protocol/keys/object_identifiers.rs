//! The numbers by which key formats name curves.
//!
//! **Source.** SEC 2, appendix A; ANSI X9.62; RFC 5639, 4.1; RFC 8410, 3; GM/T 0006 (SM2).

use der::oid::ObjectIdentifier;

/// `id-ecPublicKey` of RFC 5480: keys on an elliptic curve.
pub(super) const EC_PUBLIC_KEY: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

/// `prime-field` of ANSI X9.62: the field of a curve whose parameters are written out.
pub(super) const PRIME_FIELD: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.1.1");

/// `id-X25519` of RFC 8410.
pub(super) const X25519: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.101.110");
/// `id-Ed25519` of RFC 8410.
pub(super) const ED25519: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.101.112");

/// `rsaEncryption` of PKCS #1.
pub(super) const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");

/// The object identifier of the curve of that name; `None` for curves without one.
pub(super) fn of_curve(name: &str) -> Option<ObjectIdentifier> {
    IDENTIFIERS.iter().find(|(other, _)| *other == name).map(|(_, identifier)| *identifier)
}

/// The name of the curve with that number.
pub(super) fn curve_of(identifier: ObjectIdentifier) -> Option<&'static str> {
    IDENTIFIERS.iter().find(|(_, other)| *other == identifier).map(|(name, _)| *name)
}

macro_rules! identifiers {
    ($($name:literal $number:literal)+) => {
        &[$(($name, ObjectIdentifier::new_unwrap($number))),+]
    };
}

static IDENTIFIERS: &[(&str, ObjectIdentifier)] = identifiers! {
    "secp112r1" "1.3.132.0.6"
    "secp112r2" "1.3.132.0.7"
    "secp128r1" "1.3.132.0.28"
    "secp128r2" "1.3.132.0.29"
    "secp160k1" "1.3.132.0.9"
    "secp160r1" "1.3.132.0.8"
    "secp160r2" "1.3.132.0.30"
    "secp192k1" "1.3.132.0.31"
    "secp192r1" "1.2.840.10045.3.1.1"
    "secp224k1" "1.3.132.0.32"
    "secp224r1" "1.3.132.0.33"
    "secp256k1" "1.3.132.0.10"
    "secp256r1" "1.2.840.10045.3.1.7"
    "secp384r1" "1.3.132.0.34"
    "secp521r1" "1.3.132.0.35"
    "prime192v2" "1.2.840.10045.3.1.2"
    "prime192v3" "1.2.840.10045.3.1.3"
    "prime239v1" "1.2.840.10045.3.1.4"
    "prime239v2" "1.2.840.10045.3.1.5"
    "prime239v3" "1.2.840.10045.3.1.6"
    "brainpoolP160r1" "1.3.36.3.3.2.8.1.1.1"
    "brainpoolP160t1" "1.3.36.3.3.2.8.1.1.2"
    "brainpoolP192r1" "1.3.36.3.3.2.8.1.1.3"
    "brainpoolP192t1" "1.3.36.3.3.2.8.1.1.4"
    "brainpoolP224r1" "1.3.36.3.3.2.8.1.1.5"
    "brainpoolP224t1" "1.3.36.3.3.2.8.1.1.6"
    "brainpoolP256r1" "1.3.36.3.3.2.8.1.1.7"
    "brainpoolP256t1" "1.3.36.3.3.2.8.1.1.8"
    "brainpoolP320r1" "1.3.36.3.3.2.8.1.1.9"
    "brainpoolP320t1" "1.3.36.3.3.2.8.1.1.10"
    "brainpoolP384r1" "1.3.36.3.3.2.8.1.1.11"
    "brainpoolP384t1" "1.3.36.3.3.2.8.1.1.12"
    "brainpoolP512r1" "1.3.36.3.3.2.8.1.1.13"
    "brainpoolP512t1" "1.3.36.3.3.2.8.1.1.14"
    "SM2" "1.2.156.10197.1.301"
    "sect113r1" "1.3.132.0.4"
    "sect113r2" "1.3.132.0.5"
    "sect131r1" "1.3.132.0.22"
    "sect131r2" "1.3.132.0.23"
    "sect163k1" "1.3.132.0.1"
    "sect163r1" "1.3.132.0.2"
    "sect163r2" "1.3.132.0.15"
    "sect193r1" "1.3.132.0.24"
    "sect193r2" "1.3.132.0.25"
    "sect233k1" "1.3.132.0.26"
    "sect233r1" "1.3.132.0.27"
    "sect239k1" "1.3.132.0.3"
    "sect283k1" "1.3.132.0.16"
    "sect283r1" "1.3.132.0.17"
    "sect409k1" "1.3.132.0.36"
    "sect409r1" "1.3.132.0.37"
    "sect571k1" "1.3.132.0.38"
    "sect571r1" "1.3.132.0.39"
};
