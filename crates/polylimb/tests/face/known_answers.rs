//! ECDSA by RFC 6979 and Wycheproof, ECDH by NIST and Wycheproof, BIP 340, through the types of
//! each curve.

use super::protocol_common::{self, hex, least, resized};
use super::{array, on_each_curve};
use polylimb::ec::{Curve, PublicKey, SecretKey, Signature};
use polylimb::k256::{self, bip340};
use polylimb::protocol::Hash;
use polylimb::{Error, Result};
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

const RFC_6979: [&str; 2] = [
    include_str!("../vectors/ecdsa_rfc6979.txt"),
    include_str!("../vectors/ecdsa_rfc6979_binary.txt"),
];
const ECDH: [&str; 2] = [
    include_str!("../vectors/ecdh_wycheproof.txt"),
    include_str!("../vectors/ecdh_wycheproof_binary.txt"),
];

fn scalar<C: Curve>(text: &str) -> Result<SecretKey<C>> {
    let bytes = array(&resized(&hex(text), size_of::<C::Scalar>()))
        .ok_or(Error::Key { wrong: "too long" })?;
    SecretKey::from_bytes(&bytes)
}

/// Signs with the hash function of that name.
fn sign<C: Curve>(hash: &str, key: &SecretKey<C>, message: &[u8]) -> Signature<C> {
    match hash {
        "sha224" => checked::<C, Sha224>(key, message),
        "sha256" => checked::<C, Sha256>(key, message),
        "sha384" => checked::<C, Sha384>(key, message),
        "sha512" => checked::<C, Sha512>(key, message),
        _ => panic!("no hash {hash}"),
    }
}

/// The signature; checks that it verifies and equals the digest's signature.
fn checked<C: Curve, D: Hash>(key: &SecretKey<C>, message: &[u8]) -> Signature<C> {
    let (signature, digest) = (key.sign_with::<D>(message).unwrap(), D::digest(message));
    assert_eq!(key.sign_digest::<D>(&digest).as_ref(), Ok(&signature));
    let public = key.public_key().unwrap();
    public.verify_with::<D>(message, &signature).unwrap();
    public.verify_digest(&digest, &signature).unwrap();
    signature
}

/// The number of compared signatures, and of signatures with the curve's own hash function.
fn signs_as_rfc_6979<C: Curve>() -> [usize; 2] {
    let mut compared = [0; 2];
    for f in RFC_6979.into_iter().flat_map(protocol_common::lines).filter(|f| f[0] == C::NAME) {
        let half = size_of::<C::Scalar>();
        let (key, message) = (scalar::<C>(f[3]).unwrap(), f[2].as_bytes());
        if f[1] == "sha1" {
            let refused = key.sign_with::<Sha1>(message);
            assert!(matches!(refused, Err(Error::Parameter { .. })), "{refused:?}");
            continue;
        }
        let signature = sign(f[1], &key, message);
        let expected = [resized(&hex(f[5]), half), resized(&hex(f[6]), half)].concat();
        assert_eq!(signature.to_bytes().as_ref(), expected, "{f:?}");
        compared[0] += 1;
        if size_of_digest::<C::Hash>() == digest_bytes(f[1]) {
            assert_eq!(key.sign(message).as_ref(), Ok(&signature));
            key.public_key().unwrap().verify(message, &signature).unwrap();
            compared[1] += 1;
        }
    }
    compared
}

fn size_of_digest<D: Hash>() -> usize {
    <D as sha2::Digest>::output_size()
}

fn digest_bytes(hash: &str) -> usize {
    protocol_common::digest(hash, b"").len()
}

#[test]
fn rfc_6979() {
    let compared = on_each_curve!(signs_as_rfc_6979());
    let sum = |i: usize| compared.iter().map(|c| c[i]).sum::<usize>();
    println!("{} signatures, {} with the curve's hash function", sum(0), sum(1));
    assert!(sum(0) >= least(80) && sum(1) >= least(12), "{compared:?}");
}

/// The number of pairs of keys that agree, and of refused pairs.
fn agrees_as_wycheproof<C: Curve>() -> [usize; 2] {
    let (mut form, mut counts) = (None, [0; 2]);
    for f in ECDH.into_iter().flat_map(protocol_common::lines) {
        if f[0] == "@" {
            form = (f[1] == C::NAME).then_some(f[2]);
            continue;
        }
        let Some(form) = form else { continue };
        let public = match form {
            "point" => PublicKey::<C>::from_sec1(&hex(f[1])),
            _ => PublicKey::from_spki_der(&hex(f[1])),
        };
        let shared = scalar(f[2]).and_then(|secret| secret.agree(&public?));
        match (f[4], &shared) {
            ("v" | "a", Ok(shared)) => assert_eq!(shared.as_bytes().as_ref(), hex(f[3])),
            ("i" | "a", Err(_)) => {}
            _ => panic!("{} {form} {f:?}: {shared:?}", C::NAME),
        }
        counts[usize::from(shared.is_err())] += 1;
    }
    counts
}

#[test]
fn ecdh_of_wycheproof() {
    let counts = on_each_curve!(agrees_as_wycheproof());
    let sum = |i: usize| counts.iter().map(|c| c[i]).sum::<usize>();
    println!("{} agreed, {} refused", sum(0), sum(1));
    assert!(sum(0) >= least(400) && sum(1) >= least(300), "{counts:?}");
}

/// The number of correct signatures, and of wrong ones.
fn verifies_as_wycheproof<C: Curve>() -> [usize; 2] {
    let (mut at, mut key, mut counts) = (None, None, [0; 2]);
    for f in protocol_common::lines(include_str!("../vectors/ecdsa_wycheproof.txt")) {
        match f[0] {
            "@" => at = (f[1] == C::NAME).then_some((f[2], f[3])),
            "=" => key = PublicKey::<C>::from_sec1(&hex(f[1])).ok(),
            _ => {
                let Some((hash, form)) = at else { continue };
                let digest = protocol_common::digest(hash, &hex(f[1]));
                let verdict = match form {
                    "raw" => array(&hex(f[2]))
                        .ok_or(Error::Signature)
                        .and_then(|bytes| Signature::from_bytes(&bytes)),
                    _ => Signature::from_der(&hex(f[2])),
                }
                .and_then(|signature| {
                    if form == "low" && !signature.is_low_s() {
                        return Err(Error::Signature);
                    }
                    key.as_ref().ok_or(Error::Signature)?.verify_digest(&digest, &signature)
                });
                assert_eq!(verdict.is_ok(), f[3] == "v", "{} {f:?}: {verdict:?}", C::NAME);
                counts[usize::from(verdict.is_err())] += 1;
            }
        }
    }
    counts
}

#[test]
fn ecdsa_of_wycheproof() {
    let counts = on_each_curve!(verifies_as_wycheproof());
    let sum = |i: usize| counts.iter().map(|c| c[i]).sum::<usize>();
    println!("{} valid, {} invalid signatures", sum(0), sum(1));
    assert!(sum(0) >= least(400) && sum(1) >= least(400), "{counts:?}");
}

/// The number of compared shared secrets of NIST.
fn agrees_as_nist<C: Curve>(name: &str) -> usize {
    let mut compared = 0;
    for f in protocol_common::lines(include_str!("../vectors/ec_nist.txt")) {
        if f[0] == "cdh" && f[1] == name {
            let secret = scalar::<C>(f[2]).unwrap();
            assert_eq!(secret.public_key().unwrap().to_sec1().as_ref(), hex(f[3]));
            let shared = secret.agree(&PublicKey::from_sec1(&hex(f[4])).unwrap()).unwrap();
            let expected = resized(&hex(f[5]), size_of::<C::Coordinate>());
            assert_eq!(shared.as_bytes().as_ref(), expected);
            compared += 1;
        }
    }
    compared
}

#[test]
fn ecdh_of_nist() {
    let compared = agrees_as_nist::<polylimb::p256::P256>("P-256")
        + agrees_as_nist::<polylimb::p384::P384>("P-384")
        + agrees_as_nist::<polylimb::p521::P521>("P-521");
    assert!(compared >= least(57), "{compared}");
}

#[test]
fn bip_340() {
    let (mut signed, mut verdicts) = (0, [0; 2]);
    let text = include_str!("../vectors/bip340.csv");
    for line in text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let f: Vec<_> = line.splitn(8, ',').collect();
        let public: [u8; 32] = hex(f[2]).try_into().unwrap();
        let signature: [u8; 64] = hex(f[5]).try_into().unwrap();
        if !f[1].is_empty() {
            let key = k256::SecretKey::from_bytes(&hex(f[1]).try_into().unwrap()).unwrap();
            let key = bip340::SigningKey::new(&key).unwrap();
            assert_eq!(key.verifying_key().to_bytes(), public);
            let random = hex(f[3]).try_into().unwrap();
            assert_eq!(key.sign_with(&hex(f[4]), &random), Ok(signature), "{line}");
            signed += 1;
        }
        let verdict = bip340::VerifyingKey::from_bytes(&public)
            .and_then(|key| key.verify(&hex(f[4]), &signature));
        assert_eq!(verdict.is_ok(), f[6] == "TRUE", "{line}: {verdict:?}");
        verdicts[usize::from(verdict.is_ok())] += 1;
    }
    assert!(signed >= 3 && verdicts[1] >= 4 && verdicts[0] >= 5, "{signed} {verdicts:?}");
}
