//! ECDH, ECDSA and keys on binary curves: known answers of NIST and RFC 6979 on all ten,
//! Wycheproof, both directions on every curve.

use crate::ecdsa::refuse_sha1;
use crate::protocol_common::{digest, hex, least, lines, resized, rng, sign_digest};
use polylimb::authors::curve::NamedCurve;
use polylimb::authors::multiply::PlainPoint;
use polylimb::protocol::Curve;
use polylimb::protocol::ecdsa::{Signature, Signer, verify_digest};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use std::collections::HashMap;

#[test]
fn nist() {
    let mut curves: HashMap<String, Curve> = HashMap::new();
    let (mut signed, mut verified, mut agreed, mut points) = (0, 0, 0, 0);
    for f in lines(include_str!("../vectors/ec_nist_binary.txt")) {
        let curve = curves.entry(f[1].into()).or_insert_with(|| Curve::named(f[1]).unwrap());
        let n = curve.coordinate_bytes();
        match f[0] {
            "sign" => {
                let key = SecretKey::from_bytes(curve, &hex(f[4])).unwrap();
                let public = key.public_key().unwrap();
                assert_eq!(public.to_sec1(), hex(f[5]));
                let signature = [hex(f[7]), hex(f[8])].concat();
                let signature = Signature::from_bytes(curve, &signature).unwrap();
                verify_digest(&public, &hex(f[3]), &signature).unwrap();
                let mut other = hex(f[3]);
                other[0] ^= 1;
                assert!(verify_digest(&public, &other, &signature).is_err());
                signed += 1;
            }
            "cdh" => {
                let secret = SecretKey::from_bytes(curve, &hex(f[2])).unwrap();
                assert_eq!(secret.public_key().unwrap().to_sec1(), hex(f[3]));
                let other = PublicKey::from_sec1(curve, &hex(f[4])).unwrap();
                let shared = SecretKey::agree_with_cofactor(&secret, &other).unwrap();
                assert_eq!(shared.as_bytes(), hex(f[5]));
                agreed += 1;
            }
            "verify" => {
                let [r, s] = [f[4], f[5]].map(|text| resized(&hex(text), curve.scalar_bytes()));
                let verdict = PublicKey::from_sec1(curve, &hex(f[3])).and_then(|key| {
                    verify_digest(
                        &key,
                        &hex(f[2]),
                        &Signature::from_bytes(curve, &[r, s].concat())?,
                    )
                });
                assert_eq!(verdict.is_ok(), f[6] == "P", "{f:?}");
                verified += 1;
            }
            "valid" => {
                let point = PlainPoint::new(resized(&hex(f[2]), n), resized(&hex(f[3]), n));
                assert_eq!(PublicKey::new(curve, point).is_ok(), f[4] == "P", "{f:?}");
                points += 1;
            }
            _ => panic!("{f:?}"),
        }
    }
    println!("{signed} signed, {verified} verified, {agreed} agreed, {points} points");
    assert!(signed >= least(100) && verified >= least(150));
    assert!(agreed >= least(60) && points >= least(90));
}

#[test]
fn rfc_6979() {
    let mut curves: HashMap<String, Curve> = HashMap::new();
    let (mut compared, mut refused) = (0, 0);
    for f in lines(include_str!("../vectors/ecdsa_rfc6979_binary.txt")) {
        let curve = curves.entry(f[0].into()).or_insert_with(|| Curve::named(f[0]).unwrap());
        let scalar = |text| resized(&hex(text), curve.scalar_bytes());
        let key = SecretKey::from_bytes(curve, &scalar(f[3])).unwrap();
        let digest = digest(f[1], f[2].as_bytes());
        let expected = [scalar(f[5]), scalar(f[6])].concat();
        let expected = Signature::from_bytes(curve, &expected).unwrap();
        verify_digest(&key.public_key().unwrap(), &digest, &expected).unwrap();
        if f[1] == "sha1" {
            refuse_sha1(&key, &digest);
            refused += 1;
            continue;
        }
        let (signature, _) = sign_digest(&Signer::default(), f[1], &key, &digest).unwrap();
        assert_eq!(signature, expected, "{f:?}");
        compared += 1;
    }
    println!("{compared} signatures on {} curves, {refused} refused", curves.len());
    assert!(compared >= least(55) && compared + refused >= least(73) && curves.len() >= least(10));
}

#[test]
fn wycheproof() {
    let mut at = None;
    let (mut agreed, mut refused) = (0, 0);
    for f in lines(include_str!("../vectors/ecdh_wycheproof_binary.txt")) {
        if f[0] == "@" {
            at = Some(Curve::named(f[1]).unwrap());
            continue;
        }
        let curve = at.as_ref().unwrap();
        let secret = SecretKey::from_bytes(curve, &hex(f[2]));
        let public = PublicKey::from_spki_der(&hex(f[1]));
        let shared = secret.and_then(|secret| SecretKey::agree(&secret, &public?));
        match (f[4], &shared) {
            ("v" | "a", Ok(shared)) => {
                assert_eq!(shared.as_bytes(), hex(f[3]), "{f:?}");
                agreed += 1;
            }
            ("i" | "a", Err(_)) => refused += 1,
            _ => panic!("{curve:?} {f:?}: {shared:?}"),
        }
    }
    println!("{agreed} agreed, {refused} refused");
    assert!(agreed >= least(72) && refused >= least(300), "{agreed} {refused}");
}

#[test]
fn both_sides_agree_and_sign_on_every_curve_and_keys_survive_their_formats() {
    let mut rng = rng(61);
    let mut curves = 0;
    for c in NamedCurve::BINARY {
        let curve = Curve::named(c.name).unwrap();
        assert_eq!(curve.name(), Some(c.name));
        let [a, b] = [(); 2].map(|()| SecretKey::generate(&curve, &mut rng).unwrap());
        let [of_a, of_b] = [&a, &b].map(|key| key.public_key().unwrap());
        let (left, right) =
            (SecretKey::agree(&a, &of_b).unwrap(), SecretKey::agree(&b, &of_a).unwrap());
        assert_eq!(left.as_bytes(), right.as_bytes());
        for bytes in [of_a.to_sec1(), of_a.to_sec1_compressed()] {
            assert_eq!(PublicKey::from_sec1(&curve, &bytes).as_ref(), Ok(&of_a), "{}", c.name);
        }
        let pem = a.to_pkcs8_pem().unwrap();
        assert_eq!(SecretKey::from_pem(&pem).unwrap().to_bytes(), a.to_bytes());
        let pem = of_a.to_spki_pem().unwrap();
        assert_eq!(PublicKey::from_pem(&pem).as_ref(), Ok(&of_a));
        let digest = [7; 32];
        let (signature, _) = sign_digest(&Signer::default(), "sha256", &a, &digest).unwrap();
        verify_digest(&of_a, &digest, &signature).unwrap();
        assert!(verify_digest(&of_b, &digest, &signature).is_err());
        curves += 1;
    }
    assert_eq!(curves, 18);
}
