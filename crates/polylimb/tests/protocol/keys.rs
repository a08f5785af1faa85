//! Key files: RFC 8410's examples, encoding and decoding of every kind, and that only one encoding
//! of a key is accepted.

use crate::protocol_common::{hex, rng};
use polylimb::authors::limb::WORD_BITS;
use polylimb::protocol::keys::{
    AnyPublicKey, AnySecretKey, Format, PairingPublicKey, PairingScheme, PairingSecretKey,
    SecretKey,
};
use polylimb::{Error, ed25519, x25519};

/// `[RFC8410]`, sections 10.1 and 10.3.
const SECRET: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
";
const SECRET_WITH_PUBLIC: &str = "-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----
";
const PUBLIC: &str = "-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
";
const SEED: &str = "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842";

#[test]
fn rfc_8410() {
    for text in [SECRET, SECRET_WITH_PUBLIC] {
        let key = ed25519::SecretKey::from_pem(text).unwrap();
        assert_eq!(key.as_bytes()[..], hex(SEED));
        assert_eq!(key.to_pkcs8_pem().as_str(), SECRET);
        assert_eq!(key.public_key().to_spki_pem(), PUBLIC);
    }
    let public = ed25519::PublicKey::from_pem(PUBLIC).unwrap();
    assert_eq!(AnyPublicKey::decode(PUBLIC.as_bytes()).unwrap(), AnyPublicKey::Ed25519(public));
    // Another key's public key with the secret one.
    let foreign = SECRET_WITH_PUBLIC.replace("gSEAGb9E", "gSEAGb9F");
    let refused = ed25519::SecretKey::from_pem(&foreign).unwrap_err();
    assert!(matches!(refused, Error::Key { .. }), "{refused:?}");
    // A key of one algorithm is refused by the other.
    assert!(matches!(x25519::SecretKey::from_pem(SECRET), Err(Error::Key { .. })));
    assert!(matches!(x25519::PublicKey::from_pem(PUBLIC), Err(Error::Key { .. })));
    assert!(matches!(SecretKey::from_pem(SECRET), Err(Error::Encoding { .. })));
}

/// The last without an object identifier.
const KINDS: [&str; 7] =
    ["X25519", "Ed25519", "P-256", "secp521r1", "brainpoolP160t1", "prime239v3", "BN254"];

#[test]
fn there_and_back() {
    let mut compared = 0;
    for (kind, seed) in KINDS.iter().zip(1..) {
        let key = AnySecretKey::generate(kind, &mut rng(seed)).unwrap();
        let (der, pem) = (key.to_pkcs8_der().unwrap(), key.to_pkcs8_pem().unwrap());
        let with_crlf = pem.replace('\n', "\r\n");
        let explained = format!("Key-Id: 1\n\n{}\n", pem.as_str());
        for bytes in [&der[..], pem.as_bytes(), with_crlf.as_bytes(), explained.as_bytes()] {
            let read = AnySecretKey::decode(bytes).unwrap();
            assert_eq!(read.to_pkcs8_der().unwrap(), der, "{kind}");
            assert_eq!(read.name(), key.name());
            assert_eq!(Format::of(bytes), Some(Format::Pkcs8));
            assert!(matches!(AnyPublicKey::decode(bytes), Err(Error::Key { .. })));
            compared += 1;
        }
        let public = key.public_key().unwrap();
        let (der, pem) = (public.to_spki_der().unwrap(), public.to_spki_pem().unwrap());
        for bytes in [&der[..], pem.as_bytes()] {
            assert_eq!(AnyPublicKey::decode(bytes).unwrap(), public, "{kind}");
            assert!(matches!(AnySecretKey::decode(bytes), Err(Error::Key { .. })));
            compared += 1;
        }
        if let AnySecretKey::Weierstrass(key) = &key {
            if *kind == KINDS[6] {
                assert!(matches!(key.to_sec1_der(), Err(Error::Curve { .. })));
                continue;
            }
            let (sec1, sec1_pem) = (key.to_sec1_der().unwrap(), key.to_sec1_pem().unwrap());
            for bytes in [&sec1[..], sec1_pem.as_bytes()] {
                let read = AnySecretKey::decode(bytes).unwrap();
                assert_eq!(read.to_pkcs8_der().unwrap(), key.to_pkcs8_der().unwrap());
                assert_eq!(Format::of(bytes), Some(Format::Sec1));
                compared += 1;
            }
        }
    }
    println!("{compared} readings");
    assert_eq!(compared, 7 * 6 + 4 * 2);
}

/// The changed bits of each byte: 8-bit words are slow.
const FLIPS: &[u8] = if WORD_BITS == 8 { &[1] } else { &[1, 0x20, 0x80] };

/// A key that is read is written again bit for bit: no second encoding of a key is accepted.
#[test]
fn one_encoding_only() {
    let (mut changed, mut read) = (0, 0);
    for (kind, seed) in [KINDS[0], KINDS[1], KINDS[2], KINDS[6]].iter().zip(10..) {
        let key = AnySecretKey::generate(kind, &mut rng(seed)).unwrap();
        let secret = key.to_pkcs8_der().unwrap();
        let public = key.public_key().unwrap().to_spki_der().unwrap();
        for at in 0..secret.len() {
            assert!(AnySecretKey::decode(&secret[..at]).is_err(), "{kind}, cut at {at}");
            for &flip in FLIPS {
                let mut bytes = secret.to_vec();
                bytes[at] ^= flip;
                if let Ok(other) = AnySecretKey::decode(&bytes) {
                    assert_eq!(other.to_pkcs8_der().unwrap()[..], bytes, "{kind} {at} {flip}");
                    read += 1;
                }
                changed += 1;
            }
        }
        for at in 0..public.len() {
            assert!(AnyPublicKey::decode(&public[..at]).is_err(), "{kind}, cut at {at}");
            for &flip in FLIPS {
                let mut bytes = public.clone();
                bytes[at] ^= flip;
                if let Ok(other) = AnyPublicKey::decode(&bytes) {
                    assert_eq!(other.to_spki_der().unwrap(), bytes, "{kind} {at} {flip}");
                    read += 1;
                }
                changed += 1;
            }
        }
        // A byte after the key's end.
        assert!(AnySecretKey::decode(&[&secret[..], &[0]].concat()).is_err());
        assert!(AnyPublicKey::decode(&[&public[..], &[0]].concat()).is_err());
    }
    println!("{changed} changes, {read} of them other keys");
    // Any 32 bytes are keys of X25519, secret and public, and secret keys of Ed25519.
    assert!(changed >= 400 * FLIPS.len() && read >= 3 * 32 * FLIPS.len(), "{changed} {read}");
}

/// RFC 8410 has algorithms without parameters; NULL is one.
#[test]
fn no_parameters_of_curve25519() {
    let with_null = |der: &[u8]| {
        let at = der.windows(4).position(|w| w == [6, 3, 0x2b, 0x65]).unwrap() + 5;
        let mut bytes = [&der[..at], &[5, 0], &der[at..]].concat();
        // The lengths of the key and of the algorithm.
        bytes[1] += 2;
        bytes[at - 6] += 2;
        bytes
    };
    let refused = Error::Encoding { expected: "an algorithm without parameters (RFC 8410)" };
    for (kind, seed) in ["X25519", "Ed25519"].iter().zip(30..) {
        let key = AnySecretKey::generate(kind, &mut rng(seed)).unwrap();
        let public = with_null(&key.public_key().unwrap().to_spki_der().unwrap());
        let secret = with_null(&key.to_pkcs8_der().unwrap());
        assert_eq!(AnySecretKey::decode(&secret).err(), Some(refused), "{kind}");
        assert_eq!(AnyPublicKey::decode(&public).err(), Some(refused), "{kind}");
    }
}

#[test]
fn every_cut_of_a_text() {
    let key = AnySecretKey::generate("Ed25519", &mut rng(20)).unwrap();
    let (pem, public) =
        (key.to_pkcs8_pem().unwrap(), key.public_key().unwrap().to_spki_pem().unwrap());
    // The newline at the end may be missing.
    for at in 0..pem.len() - 1 {
        assert!(AnySecretKey::decode(&pem.as_bytes()[..at]).is_err(), "{at}");
    }
    for at in 0..public.len() - 1 {
        assert!(AnyPublicKey::decode(&public.as_bytes()[..at]).is_err(), "{at}");
    }
    assert!(AnySecretKey::decode(&pem.as_bytes()[..pem.len() - 1]).is_ok());
    assert!(AnySecretKey::decode(pem.repeat(2).as_bytes()).is_err());
}

/// Every kind of key on BLS12-381, with its bytes at the length of the format; no second encoding
/// is accepted.
#[test]
fn keys_on_bls12_381() {
    let (mut changed, mut read) = (0, 0);
    for (scheme, seed) in PairingScheme::ALL.into_iter().zip(20..) {
        let key = PairingSecretKey::generate(scheme, &mut rng(seed)).unwrap();
        let mut keys = vec![(key.clone(), 32)];
        match scheme {
            PairingScheme::BonehFranklin => keys.push((key.extract(b"alice").unwrap(), 192)),
            PairingScheme::SakaiOhgishiKasahara => keys.push((key.extract(b"alice").unwrap(), 288)),
            _ => assert!(matches!(key.extract(b"alice"), Err(Error::Key { .. }))),
        }
        for (key, length) in keys {
            assert_eq!(key.to_bytes().len(), length);
            let again = PairingSecretKey::from_bytes(scheme, key.identity(), &key.to_bytes());
            let key = AnySecretKey::Pairing(again.unwrap());
            assert!(matches!(key.to_pkcs8_der(), Err(Error::Curve { .. })));
            let (der, pem) = (key.to_der().unwrap(), key.to_pem().unwrap());
            assert_eq!(AnySecretKey::decode(pem.as_bytes()).unwrap().to_der().unwrap(), der);
            assert_eq!(Format::of(&der), Some(Format::OwnSecret));
            assert!(matches!(AnyPublicKey::decode(&der), Err(Error::Key { .. })));
            for at in 0..der.len() {
                assert!(AnySecretKey::decode(&der[..at]).is_err(), "{scheme:?}, cut at {at}");
                let mut bytes = der.to_vec();
                bytes[at] ^= 1;
                if let Ok(other) = AnySecretKey::decode(&bytes) {
                    assert_eq!(other.to_der().unwrap()[..], bytes, "{scheme:?} {at}");
                    read += 1;
                }
                changed += 1;
            }
        }
        let Ok(public) = key.public_key() else { continue };
        let plain = public.to_bytes();
        assert_eq!(PairingPublicKey::from_bytes(scheme, &plain).unwrap(), public);
        let public = AnyPublicKey::Pairing(public);
        let der = public.to_der().unwrap();
        assert_eq!(AnyPublicKey::decode(public.to_pem().unwrap().as_bytes()).unwrap(), public);
        assert_eq!(Format::of(&der), Some(Format::OwnPublic));
        assert!(matches!(AnySecretKey::decode(&der), Err(Error::Key { .. })));
        for at in (0..der.len()).step_by(5) {
            assert!(AnyPublicKey::decode(&der[..at]).is_err(), "{scheme:?}, cut at {at}");
        }
    }
    println!("{changed} changes, {read} of them other keys");
    // 32 bytes are nearly always a key, and an identity is any text.
    assert!(changed > 700 && read > 5 * 30, "{changed} {read}");
}
