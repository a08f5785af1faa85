//! Batches of protocols: the vectors of Wycheproof all at once, curves mixed, each job with its own
//! verdict; and signatures compared with those made one by one.

use crate::protocol_common::{digest, hex, least, lines, resized, rng, sign_digest};
use crate::splits::Shuffled;
use polylimb::authors::twins;
use polylimb::protocol::Curve;
use polylimb::protocol::ecdsa::{Signature, Signer, verify_digests};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::x25519::{self, x25519_all};
use polylimb::{Alone, Error};
use rand_core::RngCore;
use sha2::Sha256;

fn bytes_32(text: &str) -> [u8; 32] {
    hex(text).try_into().expect("32 bytes")
}

#[test]
fn x25519_vectors() {
    let mut cases = Vec::new();
    for f in lines(include_str!("../vectors/wycheproof_x25519.txt")) {
        cases.push((bytes_32(f[1]), bytes_32(f[2]), bytes_32(f[3]), f.len() == 5));
    }
    assert!(cases.len() >= least(518), "{}", cases.len());
    let keys: Vec<_> = cases
        .iter()
        .map(|(k, u, ..)| (x25519::SecretKey::from_bytes(*k), x25519::PublicKey::from_bytes(*u)))
        .collect();
    let jobs: Vec<_> = keys.iter().map(|(k, u)| (k, u)).collect();
    for (shared, (.., expected, zero)) in
        x25519::SecretKey::agree_all(&jobs, &Shuffled::new(2)).iter().zip(&cases)
    {
        match shared {
            Ok(shared) => assert!(!zero && shared.as_bytes() == expected),
            Err(error) => assert!(*zero && matches!(error, Error::Curve { .. }), "{error}"),
        }
    }
    let jobs: Vec<_> = cases.iter().map(|(k, u, ..)| (k, u)).collect();
    let expected: Vec<_> = cases.iter().map(|case| case.2).collect();
    assert_eq!(twins::x25519_all(&jobs), expected);
    for n in 0..20 {
        assert_eq!(x25519_all(&jobs[..n], &Shuffled::new(1 + n % 3)), expected[..n]);
        assert_eq!(twins::x25519_all(&jobs[..n]), expected[..n]);
    }
}

/// Coordinates from p up count modulo p, and the top bit is ignored.
#[test]
fn x25519_of_numbers_that_are_not_reduced() {
    let mut rng = rng(51);
    let mut jobs = Vec::new();
    for i in 0..64 {
        let (mut k, mut u) = ([0; 32], [0xff; 32]);
        rng.fill_bytes(&mut k);
        // From 2^255 - 32 on, and 2^256 - 32 on.
        u[0] = 0xe0 + i % 32;
        u[31] = if i < 32 { 0x7f } else { 0xff };
        jobs.push((k, u));
    }
    let jobs: Vec<_> = jobs.iter().map(|(k, u)| (k, u)).collect();
    let expected: Vec<_> = jobs.iter().map(|(k, u)| x25519::x25519(k, u)).collect();
    assert_eq!(x25519_all(&jobs, &Alone), expected);
    assert_eq!(twins::x25519_all(&jobs), expected);
}

#[test]
fn ecdh_vectors() {
    let mut at = None;
    let (mut keys, mut expected) = (Vec::new(), Vec::new());
    for f in lines(include_str!("../vectors/ecdh_wycheproof.txt")) {
        if f[0] == "@" {
            at = Some((Curve::named(f[1]).unwrap(), f[2]));
            continue;
        }
        let (curve, form) = at.as_ref().unwrap();
        let secret = SecretKey::from_bytes(curve, &resized(&hex(f[2]), curve.scalar_bytes()));
        let public = match *form {
            "point" => PublicKey::from_sec1(curve, &hex(f[1])),
            _ => PublicKey::from_spki_der(&hex(f[1])),
        };
        // An invalid key cannot enter a batch; keys of two curves can.
        if let (Ok(secret), Ok(public)) = (secret, public) {
            let same = secret.curve().parameters() == public.curve().parameters();
            expected.push(same.then(|| hex(f[3])));
            keys.push((secret, public));
        }
    }
    // Curves in turn, and keys of different ones.
    let order: Vec<usize> = (0..keys.len()).map(|i| i * 197 % keys.len()).collect();
    let mut jobs: Vec<_> = order.iter().map(|&i| (&keys[i].0, &keys[i].1)).collect();
    let mut expected: Vec<_> = order.iter().map(|&i| expected[i].clone()).collect();
    for i in (0..40).step_by(3) {
        let other = keys.iter().find(|k| k.1.curve().name() != jobs[i].0.curve().name()).unwrap();
        jobs[i].1 = &other.1;
        expected[i] = None;
    }
    let (mut agreed, mut refused) = (0, 0);
    for (shared, expected) in SecretKey::agree_all(&jobs, &Shuffled::new(2)).iter().zip(&expected) {
        match (shared, expected) {
            (Ok(shared), Some(expected)) => assert_eq!(shared.as_bytes(), expected),
            (Err(Error::Key { .. }), None) => refused += 1,
            _ => panic!("{shared:?}"),
        }
        agreed += usize::from(shared.is_ok());
    }
    assert!(agreed >= least(510) && refused >= 14, "{agreed} {refused}");
    assert!(SecretKey::agree_all(&[], &Alone).is_empty());
}

#[test]
fn ecdsa_vectors() {
    let (mut at, mut key) = (None, None);
    let (mut cases, mut expected) = (Vec::new(), Vec::new());
    for f in lines(include_str!("../vectors/ecdsa_wycheproof.txt")) {
        match f[0] {
            "@" => at = Some((Curve::named(f[1]).unwrap(), f[2], f[3])),
            "=" => key = PublicKey::from_sec1(&at.as_ref().unwrap().0, &hex(f[1])).ok(),
            _ => {
                let (curve, hash, form) = at.as_ref().unwrap();
                let signature = match *form {
                    "raw" => Signature::from_bytes(curve, &hex(f[2])),
                    _ => Signature::from_der(curve, &hex(f[2])),
                };
                if let (Some(key), Ok(signature)) = (&key, signature)
                    && (*form != "low" || signature.is_low_s())
                {
                    cases.push((key.clone(), digest(hash, &hex(f[1])), signature));
                    expected.push(f[3] == "v");
                }
            }
        }
    }
    let order: Vec<usize> = (0..cases.len()).map(|i| i * 211 % cases.len()).collect();
    let mut jobs = Vec::new();
    for &i in &order {
        let (key, digest, signature) = &cases[i];
        jobs.push((key, &digest[..], signature));
        if i % 10 == 0 {
            jobs.push((key, &[], signature));
        }
        if i % 10 == 5 {
            let other = cases.iter().find(|c| c.0.curve().name() != key.curve().name()).unwrap();
            jobs.push((key, digest, &other.2));
        }
    }
    let verdicts = verify_digests(&jobs, &Shuffled::new(2));
    assert_eq!(verdicts.len(), jobs.len());
    let (mut verdicts, mut counts) = (verdicts.into_iter(), [0; 3]);
    for &i in &order {
        let verdict = verdicts.next().unwrap();
        assert_eq!(verdict.is_ok(), expected[i], "{:?}", cases[i]);
        counts[usize::from(expected[i])] += 1;
        if i % 10 == 0 {
            assert!(matches!(verdicts.next(), Some(Err(Error::Length { .. }))));
            counts[2] += 1;
        }
        if i % 10 == 5 {
            assert!(matches!(verdicts.next(), Some(Err(Error::Key { .. }))));
            counts[2] += 1;
        }
    }
    let [invalid, valid, odd] = counts;
    assert!(valid >= least(740) && invalid >= least(80) && odd >= least(150), "{counts:?}");
}

#[test]
fn signatures_and_public_keys() {
    let mut rng = rng(52);
    let curves =
        ["P-256", "secp256k1", "P-384", "P-521", "P-224"].map(|c| Curve::named(c).unwrap());
    let mut keys = Vec::new();
    for i in 0..50 {
        keys.push(SecretKey::generate(&curves[i * i % 5], &mut rng).unwrap());
    }
    let all: Vec<_> = keys.iter().collect();
    let public = SecretKey::public_keys(&all, &Shuffled::new(2));
    let digests: Vec<Vec<u8>> = (0..50).map(|i| vec![i as u8; i % 40]).collect();
    let jobs: Vec<_> = keys.iter().zip(&digests).map(|(key, digest)| (key, &digest[..])).collect();
    let mut compared = 0;
    for low_s in [false, true] {
        let mut signer = Signer::default();
        signer.low_s = low_s;
        let signed = signer.sign_digests::<Sha256>(&jobs, &Shuffled::new(3));
        for ((signed, (key, digest)), public) in signed.iter().zip(&jobs).zip(&public) {
            assert_eq!(*public, key.public_key());
            match sign_digest(&signer, "sha256", key, digest) {
                Ok((signature, id)) => {
                    let (batched, batched_id) = signed.as_ref().unwrap();
                    assert_eq!((batched, *batched_id), (&signature, id));
                }
                Err(error) => assert_eq!(signed.as_ref().err(), Some(&error)),
            }
            compared += 2;
        }
    }
    assert_eq!(compared, 200);
}
