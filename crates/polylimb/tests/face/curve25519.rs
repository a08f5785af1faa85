//! X25519 and Ed25519: the vectors of their RFCs; the tests of `protocol` cover the rest.

use super::protocol_common::hex;
use polylimb::{Alone, Error, ed25519, x25519};

fn bytes<const N: usize>(text: &str) -> [u8; N] {
    hex(text).try_into().expect("as many bytes")
}

/// `[RFC7748]`, section 5.2, as agreements; the batch gives the same.
#[test]
fn rfc_7748() {
    let jobs = [
        (
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
        ),
        (
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
        ),
    ]
    .map(|(k, u, expected)| {
        let key = x25519::SecretKey::from_bytes(bytes(k));
        (key, x25519::PublicKey::from_bytes(bytes(u)), bytes::<32>(expected))
    });
    let together = x25519::SecretKey::agree_all(
        &jobs.each_ref().map(|(key, public, _)| (key, public)),
        &Alone,
    );
    for ((key, public, expected), shared) in jobs.iter().zip(together) {
        assert_eq!(key.agree(public).unwrap().as_bytes(), expected);
        assert_eq!(shared.unwrap().as_bytes(), expected);
        assert_eq!(x25519::PublicKey::from_pem(&public.to_spki_pem()), Ok(*public));
        let read = x25519::SecretKey::from_pkcs8_der(&key.to_pkcs8_der()).unwrap();
        assert_eq!(read.as_bytes(), key.as_bytes());
    }
    let low = x25519::PublicKey::from_bytes([0; 32]);
    assert!(matches!(jobs[0].0.agree(&low), Err(Error::Curve { .. })));
}

/// `[RFC8032]`, section 7.1.
#[test]
fn rfc_8032() {
    let mut compared = 0;
    for f in super::protocol_common::lines(include_str!("../vectors/rfc8032.txt")) {
        let key = ed25519::SecretKey::from_bytes(&bytes(f[0]));
        assert_eq!(key.public_bytes(), &bytes(f[1]));
        let (message, signature) = (hex(f[2]), key.sign(&hex(f[2])));
        assert_eq!(signature.to_bytes(), bytes::<64>(f[3]));
        let public = ed25519::PublicKey::from_bytes(&bytes(f[1])).unwrap();
        public.verify(&message, &signature).unwrap();
        assert_eq!(public.verify(b"another", &signature), Err(Error::Signature));
        assert_eq!(ed25519::PublicKey::from_pem(&public.to_spki_pem()), Ok(public));
        let read = ed25519::SecretKey::from_pem(&key.to_pkcs8_pem()).unwrap();
        assert_eq!(read.as_bytes(), key.as_bytes());
        compared += 1;
    }
    assert!(compared >= 4, "{compared}");
}
