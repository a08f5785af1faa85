//! X25519 and Ed25519: the vectors of their RFCs and of Project Wycheproof, the map between the two
//! forms, and refused inputs.

use crate::common::rng;
use num_bigint::BigUint;
use polylimb::ed25519::{self, PublicKey, Signature};
use polylimb::x25519::{self, x25519};
use rand_core::RngCore;

fn bytes(hex: &str) -> Vec<u8> {
    if hex == "-" {
        return Vec::new();
    }
    hex.as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(core::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

fn bytes_32(hex: &str) -> [u8; 32] {
    bytes(hex).try_into().unwrap()
}

/// The fields of the lines that are not comments.
fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|l| !l.starts_with('#')).map(|l| l.split(' ').collect())
}

/// `[RFC7748]`, section 5.2; the iterated function.
#[test]
fn x25519_gives_the_answers_of_the_rfc() {
    for (k, u, expected) in [
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
    ] {
        assert_eq!(x25519(&bytes_32(k), &bytes_32(u)), bytes_32(expected));
    }
    assert_eq!(
        iterated(1),
        bytes_32("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079")
    );
    let alice = bytes_32("77076d0a7318a57d3c16c17251b26645f0ff4f0cdb1b6f2b4d1a2f2f9b0c5a0a");
    // Any key shows that the base's multiple by tables equals the ladder's.
    let key = x25519::SecretKey::from_bytes(alice);
    assert_eq!(key.public_key().as_bytes(), &x25519(&alice, &x25519::BASE));
}

/// `k, u = X25519(k, u), k`, `times` times, from the base.
fn iterated(times: usize) -> [u8; 32] {
    let (mut k, mut u) = (x25519::BASE, x25519::BASE);
    for _ in 0..times {
        (k, u) = (x25519(&k, &u), k);
    }
    k
}

#[test]
fn x25519_iterated_a_thousand_times_gives_the_answer_of_the_rfc() {
    assert_eq!(
        iterated(1000),
        bytes_32("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51")
    );
}

#[test]
#[ignore = "a minute"]
fn x25519_iterated_a_million_times_gives_the_answer_of_the_rfc() {
    assert_eq!(
        iterated(1_000_000),
        bytes_32("7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424")
    );
}

#[test]
fn x25519_gives_the_answers_of_wycheproof() {
    let (mut tests, mut zeros) = (0, 0);
    for fields in lines(include_str!("../vectors/wycheproof_x25519.txt")) {
        let [id, secret, public, shared, ..] = fields[..] else { panic!("{fields:?}") };
        let key = x25519::SecretKey::from_bytes(bytes_32(secret));
        let agreed = key.agree(&x25519::PublicKey::from_bytes(bytes_32(public)));
        if fields.len() == 5 {
            assert!(agreed.is_err(), "test {id}");
            zeros += 1;
        } else {
            assert_eq!(agreed.unwrap().as_bytes(), &bytes_32(shared), "test {id}");
        }
        assert_eq!(x25519(&bytes_32(secret), &bytes_32(public)), bytes_32(shared), "test {id}");
        tests += 1;
    }
    assert_eq!((tests, zeros), (518, 31));
}

/// The tables in Edwards form and the ladder give the same public keys.
#[test]
fn tables_and_ladder_agree() {
    let mut rng = rng(1);
    for round in 0..200 {
        let mut secret = [if round % 2 == 0 { 0 } else { 0xff }; 32];
        if round >= 2 {
            rng.fill_bytes(&mut secret);
        }
        let key = x25519::SecretKey::from_bytes(secret);
        assert_eq!(key.public_key().as_bytes(), &x25519(&secret, &x25519::BASE), "{secret:?}");
    }
}

#[test]
fn ed25519_signs_as_the_rfc_does() {
    let mut tests = 0;
    for fields in lines(include_str!("../vectors/rfc8032.txt")) {
        let [secret, public, message, signature] = fields[..] else { panic!("{fields:?}") };
        let key = ed25519::SecretKey::from_bytes(&bytes_32(secret));
        assert_eq!(key.public_bytes(), &bytes_32(public));
        let signed = key.sign(&bytes(message));
        assert_eq!(signed.to_bytes()[..], bytes(signature));
        key.public_key().verify(&bytes(message), &signed).unwrap();
        tests += 1;
    }
    assert_eq!(tests, 5);
}

fn is_valid(public: &[u8; 32], message: &[u8], signature: &[u8]) -> bool {
    let verify = || {
        let key = ed25519::PublicKey::from_bytes(public)?;
        key.verify(message, &Signature::from_bytes(signature)?)
    };
    verify().is_ok()
}

#[test]
fn ed25519_judges_as_wycheproof_does() {
    let (mut tests, mut valid) = (0, 0);
    let (mut keys, mut messages, mut signatures, mut expected) = (vec![], vec![], vec![], vec![]);
    for fields in lines(include_str!("../vectors/wycheproof_ed25519.txt")) {
        let [id, public, message, signature, result] = fields[..] else { panic!("{fields:?}") };
        let found = is_valid(&bytes_32(public), &bytes(message), &bytes(signature));
        assert_eq!(found, result == "valid", "test {id}");
        tests += 1;
        valid += usize::from(found);
        // Rows have signatures of the right length only.
        if let Ok(signature) = <[u8; 64]>::try_from(bytes(signature)) {
            keys.extend(bytes_32(public));
            messages.push(bytes(message));
            signatures.extend(signature);
            expected.push(found);
        }
    }
    assert_eq!((tests, valid), (151, 88));
    let messages: Vec<_> = messages.iter().map(|message| &message[..]).collect();
    let bits = ed25519::verify_rows(&keys, &messages, &signatures, &polylimb::Alone).unwrap();
    assert!(expected.len() > 130, "{}", expected.len());
    for (row, expected) in expected.into_iter().enumerate() {
        assert_eq!(bits[row / 8] >> (row % 8) & 1 == 1, expected, "row {row}");
    }
}

fn order() -> BigUint {
    (BigUint::from(1u32) << 252u32)
        + "27742317777372353535851937790883648493".parse::<BigUint>().unwrap()
}

fn little_endian(n: &BigUint) -> [u8; 32] {
    let mut bytes = n.to_bytes_le();
    bytes.resize(32, 0);
    bytes.try_into().unwrap()
}

/// `y` of the points whose order divides 8: 1, -1, 0 and the `y` of order 8.
fn low_order() -> Vec<[u8; 32]> {
    let p = (BigUint::from(1u32) << 255u32) - 19u32;
    let eight = bytes_32("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
    let mut minus = little_endian(&(&p - BigUint::from_bytes_le(&eight)));
    let mut all = vec![little_endian(&BigUint::from(1u32)), little_endian(&(&p - 1u32)), [0; 32]];
    all.extend([eight, minus]);
    minus[31] |= 0x80;
    all.push(minus);
    all
}

#[test]
fn keys_and_signatures_that_are_none_are_refused() {
    let key = ed25519::SecretKey::from_bytes(&[7; 32]);
    let (public, signature) = (*key.public_bytes(), key.sign(b"message").to_bytes());
    assert!(is_valid(&public, b"message", &signature));
    assert!(!is_valid(&public, b"messagf", &signature));
    for bit in 0..512 {
        let mut changed = signature;
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(!is_valid(&public, b"message", &changed), "bit {bit}");
    }
    // The same S modulo the order, and wrong lengths.
    let s = BigUint::from_bytes_le(&signature[32..]) + order();
    let mut changed = signature;
    changed[32..].copy_from_slice(&little_endian(&s));
    assert!(!is_valid(&public, b"message", &changed));
    assert!(Signature::from_bytes(&signature[..63]).is_err());
    assert!(Signature::from_bytes(&[&signature[..], &[0]].concat()).is_err());

    for bytes in low_order() {
        let error = ed25519::PublicKey::from_bytes(&bytes).unwrap_err();
        assert!(matches!(error, polylimb::Error::Key { .. }), "{bytes:?}: {error}");
    }
    let p = (BigUint::from(1u32) << 255u32) - 19u32;
    let mut not_reduced = 0;
    for above in 0..19u32 {
        let error = ed25519::PublicKey::from_bytes(&little_endian(&(&p + above))).unwrap_err();
        not_reduced += usize::from(matches!(error, polylimb::Error::NotReduced { .. }));
    }
    assert_eq!(not_reduced, 19);
    // -0, for y = 1; and a y without x.
    let mut minus_zero = [0; 32];
    (minus_zero[0], minus_zero[31]) = (1, 0x80);
    assert!(ed25519::PublicKey::from_bytes(&minus_zero).is_err());
    assert!(ed25519::PublicKey::from_bytes(&little_endian(&BigUint::from(2u32))).is_err());
}

#[test]
fn a_batch_is_right_if_all_of_it_is() {
    let mut rng = rng(2);
    let mut verdicts = 0;
    for n in [0, 1, 2, 3, 8, 33] {
        let keys: Vec<_> = (0..n).map(|_| ed25519::SecretKey::generate(&mut rng)).collect();
        let public: Vec<_> = keys.iter().map(ed25519::SecretKey::public_key).collect();
        let messages: Vec<_> = (0..n).map(|i| vec![i as u8; i]).collect();
        let mut signatures: Vec<_> = keys.iter().zip(&messages).map(|(k, m)| k.sign(m)).collect();
        let verdict = |signatures: &[Signature], rng: &mut _| {
            let items: Vec<_> =
                (0..n).map(|i| (&public[i], &messages[i][..], &signatures[i])).collect();
            PublicKey::verify_batch(&items, rng)
        };
        verdict(&signatures, &mut rng).unwrap();
        verdicts += 1;
        for wrong in (0..n).step_by(5) {
            let right = signatures[wrong];
            signatures[wrong] = keys[wrong].sign(b"another message");
            assert_eq!(verdict(&signatures, &mut rng), Err(polylimb::Error::Signature));
            signatures[wrong] = right;
            verdicts += 1;
        }
    }
    assert!(verdicts > 14, "{verdicts}");
}
