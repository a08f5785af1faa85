//! Known answers, which fix the nonce.

use super::*;
use alloc::vec;
use sha2::{Sha224, Sha256, Sha384, Sha512};

/// See the file for its origin.
const VECTORS: &str = include_str!("../../../tests/vectors/ec_schnorr.txt");

fn hex(text: &str) -> Vec<u8> {
    let byte = |i: usize| u8::from_str_radix(&text[i..i + 2], 16).expect("hexadecimal");
    (0..text.len()).step_by(2).map(byte).collect()
}

fn check<D: Hash>(form: Form, curve: &str, [d, x, y, k, r, s]: [&str; 6]) {
    let curve = Curve::named(curve).unwrap();
    let scalar = |text: &str| {
        let bytes = hex(text);
        [&vec![0; curve.scalar_bytes() - bytes.len()][..], &bytes].concat()
    };
    let key = SecretKey::from_bytes(&curve, &scalar(d)).unwrap();
    let public = key.public_key().unwrap();
    assert_eq!(public.to_sec1(), [&[4], &hex(x)[..], &hex(y)].concat());
    let nonce = curve.scalars().read("the nonce", &scalar(k)).unwrap();
    let expected = [hex(r), scalar(s)].concat();
    let signature = with_nonce::<D>(&key, form, b"abc", &nonce).unwrap().unwrap();
    assert_eq!(signature, expected, "{form:?} {curve:?}");
    verify::<D>(&public, form, b"abc", &expected).unwrap();
    for other in Form::ALL.into_iter().filter(|&other| other != form) {
        assert!(verify::<D>(&public, other, b"abc", &expected).is_err());
    }
    for at in [0, expected.len() / 2, expected.len() - 1] {
        let mut wrong = expected.clone();
        wrong[at] ^= 1;
        assert!(verify::<D>(&public, form, b"abc", &wrong).is_err());
    }
    assert!(verify::<D>(&public, form, b"abd", &expected).is_err());
    assert!(matches!(
        verify::<D>(&public, form, b"abc", &expected[1..]),
        Err(Error::Length { .. })
    ));
}

#[test]
fn known_answers() {
    let mut compared = 0;
    for line in VECTORS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split(' ').collect();
        let [form, curve, hash, rest @ ..] = &fields[..] else { panic!("{line}") };
        let form = Form::ALL.into_iter().find(|f| f.name() == *form).unwrap();
        let rest = rest.try_into().unwrap();
        match *hash {
            "sha224" => check::<Sha224>(form, curve, rest),
            "sha256" => check::<Sha256>(form, curve, rest),
            "sha384" => check::<Sha384>(form, curve, rest),
            _ => check::<Sha512>(form, curve, rest),
        }
        compared += 1;
    }
    assert_eq!(compared, 15);
}

#[test]
fn forms_and_extra_data_change_the_nonce() {
    let curve = Curve::named("P-256").unwrap();
    let key = SecretKey::from_bytes(&curve, &[11; 32]).unwrap();
    let mut points = Vec::new();
    for form in Form::ALL {
        for extra in [&[][..], &[1]] {
            let signature = sign::<Sha256>(&key, form, b"message", extra).unwrap();
            assert_eq!(signature, sign::<Sha256>(&key, form, b"message", extra).unwrap());
            verify::<Sha256>(&key.public_key().unwrap(), form, b"message", &signature).unwrap();
            points.push(signature);
        }
    }
    points.sort();
    points.dedup();
    assert_eq!(points.len(), 6);
}
