//! BIP 340: its vectors, round trips, and refused inputs.

use crate::protocol_common::{hex, rng};
use polylimb::protocol::Curve;
use polylimb::protocol::bip340::{SigningKey, VerifyingKey, verify_rows};
use polylimb::protocol::keys::SecretKey;
use polylimb::{Alone, Error};

#[test]
fn vectors() {
    let curve = Curve::named("secp256k1").unwrap();
    let (mut signed, mut valid, mut invalid) = (0, 0, 0);
    let (mut keys, mut messages, mut signatures, mut expected) = (vec![], vec![], vec![], 0);
    let text = include_str!("../vectors/bip340.csv");
    for line in text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let f: Vec<_> = line.splitn(8, ',').collect();
        let [public, message, signature] = [f[2], f[4], f[5]].map(hex);
        if !f[1].is_empty() {
            let key = SecretKey::from_bytes(&curve, &hex(f[1])).unwrap();
            let key = SigningKey::new(&key).unwrap();
            assert_eq!(key.verifying_key().to_bytes(), public);
            let random = hex(f[3]).try_into().unwrap();
            assert_eq!(key.sign_with(&message, &random).unwrap()[..], signature, "{line}");
            signed += 1;
        }
        let verdict = VerifyingKey::from_bytes(&curve, &public)
            .and_then(|key| key.verify(&message, &signature));
        assert_eq!(verdict.is_ok(), f[6] == "TRUE", "{line}: {verdict:?}");
        expected |= u16::from(verdict.is_ok()) << messages.len();
        keys.extend(public);
        messages.push(message);
        signatures.extend(signature);
        *(if verdict.is_ok() { &mut valid } else { &mut invalid }) += 1;
    }
    let messages: Vec<_> = messages.iter().map(|message| &message[..]).collect();
    let bits = verify_rows(&curve, &keys, &messages, &signatures, &Alone).unwrap();
    assert_eq!(bits, expected.to_le_bytes()[..messages.len().div_ceil(8)]);
    println!("{signed} signed, {valid} valid, {invalid} invalid");
    assert!(signed >= 3 && valid >= 4 && invalid >= 5, "{signed} {valid} {invalid}");
}

#[test]
fn round_trips() {
    let curve = Curve::named("secp256k1").unwrap();
    let mut rng = rng(50);
    for i in 0..20 {
        let key = SigningKey::new(&SecretKey::generate(&curve, &mut rng).unwrap()).unwrap();
        let message = vec![i; usize::from(i)];
        let mut signature = key.sign(&message, &mut rng).unwrap();
        key.verifying_key().verify(&message, &signature).unwrap();
        signature[usize::from(i) * 3] ^= 1;
        assert_eq!(key.verifying_key().verify(&message, &signature), Err(Error::Signature));
    }
}

#[test]
fn what_is_refused() {
    let p256 = Curve::named("P-256").unwrap();
    let key = SecretKey::from_bytes(&p256, &[7; 32]).unwrap();
    assert!(matches!(SigningKey::new(&key), Err(Error::Key { .. })));
    let curve = Curve::named("secp256k1").unwrap();
    assert!(matches!(VerifyingKey::from_bytes(&curve, &[1; 31]), Err(Error::Length { .. })));
    assert!(matches!(VerifyingKey::from_bytes(&curve, &[255; 32]), Err(Error::NotReduced { .. })));
    let key = SigningKey::new(&SecretKey::from_bytes(&curve, &[7; 32]).unwrap()).unwrap();
    assert!(matches!(key.verifying_key().verify(b"", &[1; 63]), Err(Error::Length { .. })));
    assert_eq!(key.verifying_key().verify(b"", &[255; 64]), Err(Error::Signature));
}
