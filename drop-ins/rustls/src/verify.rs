//! Verification of signatures in certificates and handshakes.
//!
//! As webpki has them: RSA keys of 2048 to 8192 bits, uncompressed points, signatures of ECDSA in
//! DER.

use crate::exchange::uncompressed;
use polylimb::ec::{Curve, Signature};
use polylimb::p256::P256;
use polylimb::p384::P384;
use polylimb::p521::P521;
use polylimb::protocol::Hash;
use polylimb::rsa::{PublicKey, Scheme};
use polylimb::{Error, Result, ed25519};
use rustls::SignatureScheme;
use rustls::crypto::WebPkiSupportedAlgorithms;
use rustls::pki_types::{
    AlgorithmIdentifier, InvalidSignature, SignatureVerificationAlgorithm, alg_id,
};
use sha2::digest::const_oid::AssociatedOid;
use sha2::{Sha256, Sha384, Sha512};
use std::ops::RangeInclusive;

/// Bits of RSA keys, as webpki has them.
pub(crate) const RSA_BITS: RangeInclusive<usize> = 2048..=8192;

type Algorithms = &'static [&'static dyn SignatureVerificationAlgorithm];

/// Ours, and what `base` has and we lack.
pub(crate) fn algorithms(base: &WebPkiSupportedAlgorithms) -> WebPkiSupportedAlgorithms {
    let id = |algorithm: &&dyn SignatureVerificationAlgorithm| {
        (algorithm.public_key_alg_id(), algorithm.signature_alg_id())
    };
    let mut all = ALL.to_vec();
    all.extend(base.all.iter().filter(|other| !ALL.iter().any(|ours| id(ours) == id(other))));
    let mut mapping = MAPPING.to_vec();
    mapping
        .extend(base.mapping.iter().filter(|(scheme, _)| !MAPPING.iter().any(|m| m.0 == *scheme)));
    WebPkiSupportedAlgorithms { all: all.leak(), mapping: mapping.leak() }
}

static ALL: Algorithms = &[
    &P256_SHA256,
    &P256_SHA384,
    &P256_SHA512,
    &P384_SHA256,
    &P384_SHA384,
    &P384_SHA512,
    &P521_SHA256,
    &P521_SHA384,
    &P521_SHA512,
    &ED25519,
    &PSS_SHA256,
    &PSS_SHA384,
    &PSS_SHA512,
    &PKCS1_SHA256,
    &PKCS1_SHA384,
    &PKCS1_SHA512,
    &PKCS1_SHA256_ABSENT,
    &PKCS1_SHA384_ABSENT,
    &PKCS1_SHA512_ABSENT,
];

/// TLS 1.3 takes the first of each, whose curve the scheme names; TLS 1.2 any.
static MAPPING: &[(SignatureScheme, Algorithms)] = &[
    (SignatureScheme::ECDSA_NISTP384_SHA384, &[&P384_SHA384, &P256_SHA384, &P521_SHA384]),
    (SignatureScheme::ECDSA_NISTP256_SHA256, &[&P256_SHA256, &P384_SHA256, &P521_SHA256]),
    (SignatureScheme::ECDSA_NISTP521_SHA512, &[&P521_SHA512, &P384_SHA512, &P256_SHA512]),
    (SignatureScheme::ED25519, &[&ED25519]),
    (SignatureScheme::RSA_PSS_SHA512, &[&PSS_SHA512]),
    (SignatureScheme::RSA_PSS_SHA384, &[&PSS_SHA384]),
    (SignatureScheme::RSA_PSS_SHA256, &[&PSS_SHA256]),
    (SignatureScheme::RSA_PKCS1_SHA512, &[&PKCS1_SHA512]),
    (SignatureScheme::RSA_PKCS1_SHA384, &[&PKCS1_SHA384]),
    (SignatureScheme::RSA_PKCS1_SHA256, &[&PKCS1_SHA256]),
];

type Verify = fn(&[u8], &[u8], &[u8]) -> Result<()>;

#[derive(Debug)]
struct Algorithm {
    key: AlgorithmIdentifier,
    signature: AlgorithmIdentifier,
    /// Of a key, a message and a signature.
    verify: Verify,
}

impl SignatureVerificationAlgorithm for Algorithm {
    fn verify_signature(
        &self,
        key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> std::result::Result<(), InvalidSignature> {
        (self.verify)(key, message, signature).map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        self.key
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        self.signature
    }
}

macro_rules! algorithms {
    ($($name:ident: $key:ident, $signature:expr, $verify:expr;)+) => {
        $(static $name: Algorithm =
            Algorithm { key: alg_id::$key, signature: $signature, verify: $verify };)+
    };
}

algorithms! {
    P256_SHA256: ECDSA_P256, alg_id::ECDSA_SHA256, ecdsa::<P256, Sha256>;
    P256_SHA384: ECDSA_P256, alg_id::ECDSA_SHA384, ecdsa::<P256, Sha384>;
    P256_SHA512: ECDSA_P256, alg_id::ECDSA_SHA512, ecdsa::<P256, Sha512>;
    P384_SHA256: ECDSA_P384, alg_id::ECDSA_SHA256, ecdsa::<P384, Sha256>;
    P384_SHA384: ECDSA_P384, alg_id::ECDSA_SHA384, ecdsa::<P384, Sha384>;
    P384_SHA512: ECDSA_P384, alg_id::ECDSA_SHA512, ecdsa::<P384, Sha512>;
    P521_SHA256: ECDSA_P521, alg_id::ECDSA_SHA256, ecdsa::<P521, Sha256>;
    P521_SHA384: ECDSA_P521, alg_id::ECDSA_SHA384, ecdsa::<P521, Sha384>;
    P521_SHA512: ECDSA_P521, alg_id::ECDSA_SHA512, ecdsa::<P521, Sha512>;
    ED25519: ED25519, alg_id::ED25519, ed25519;
    PSS_SHA256: RSA_ENCRYPTION, alg_id::RSA_PSS_SHA256, pss::<Sha256>;
    PSS_SHA384: RSA_ENCRYPTION, alg_id::RSA_PSS_SHA384, pss::<Sha384>;
    PSS_SHA512: RSA_ENCRYPTION, alg_id::RSA_PSS_SHA512, pss::<Sha512>;
    PKCS1_SHA256: RSA_ENCRYPTION, alg_id::RSA_PKCS1_SHA256, pkcs1v15::<Sha256>;
    PKCS1_SHA384: RSA_ENCRYPTION, alg_id::RSA_PKCS1_SHA384, pkcs1v15::<Sha384>;
    PKCS1_SHA512: RSA_ENCRYPTION, alg_id::RSA_PKCS1_SHA512, pkcs1v15::<Sha512>;
    PKCS1_SHA256_ABSENT: RSA_ENCRYPTION, without_parameters(&SHA256_WITH_RSA), pkcs1v15::<Sha256>;
    PKCS1_SHA384_ABSENT: RSA_ENCRYPTION, without_parameters(&SHA384_WITH_RSA), pkcs1v15::<Sha384>;
    PKCS1_SHA512_ABSENT: RSA_ENCRYPTION, without_parameters(&SHA512_WITH_RSA), pkcs1v15::<Sha512>;
}

/// `sha256WithRSAEncryption` and so on, without the parameter NULL that RFC 4055 asks for; it must
/// be accepted.
const fn with_rsa(last: u8) -> [u8; 11] {
    [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, last]
}
static SHA256_WITH_RSA: [u8; 11] = with_rsa(11);
static SHA384_WITH_RSA: [u8; 11] = with_rsa(12);
static SHA512_WITH_RSA: [u8; 11] = with_rsa(13);

const fn without_parameters(identifier: &'static [u8; 11]) -> AlgorithmIdentifier {
    AlgorithmIdentifier::from_slice(identifier)
}

fn ecdsa<C: Curve, D: Hash>(key: &[u8], message: &[u8], signature: &[u8]) -> Result<()> {
    uncompressed::<C>(key)?.verify_with::<D>(message, &Signature::from_der(signature)?)
}

fn ed25519(key: &[u8], message: &[u8], signature: &[u8]) -> Result<()> {
    let key = key.try_into().map_err(|_| Error::Encoding { expected: "an Ed25519 public key" })?;
    let signature = ed25519::Signature::from_bytes(signature)?;
    ed25519::PublicKey::from_bytes(key)?.verify(message, &signature)
}

fn pss<D: Hash + AssociatedOid>(key: &[u8], message: &[u8], signature: &[u8]) -> Result<()> {
    rsa(&Scheme::pss::<D>(), key, message, signature)
}

fn pkcs1v15<D: Hash + AssociatedOid>(key: &[u8], message: &[u8], signature: &[u8]) -> Result<()> {
    rsa(&Scheme::pkcs1v15::<D>(), key, message, signature)
}

fn rsa(scheme: &Scheme, key: &[u8], message: &[u8], signature: &[u8]) -> Result<()> {
    let key = PublicKey::from_pkcs1_der(key)?;
    if !RSA_BITS.contains(&key.bits()) {
        return Err(Error::Key { wrong: "an RSA key must have 2048 to 8192 bits" });
    }
    key.verify(scheme, message, signature)
}
