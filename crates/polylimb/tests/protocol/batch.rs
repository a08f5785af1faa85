//! Batches of protocols: the vectors of Wycheproof all at once, curves mixed, each job with its own
//! verdict; signatures compared with those made one by one; and rows of bytes, each field of each
//! changed.

use crate::protocol_common::{digest, hex, least, lines, resized, rng, sign_digest};
use crate::splits::{RealThreads, Shuffled};
use num_bigint::BigUint;
use polylimb::authors::curve::Parameters;
use polylimb::authors::twins;
use polylimb::cpu::Features;
use polylimb::ed25519;
use polylimb::protocol::ecdsa::{
    self, RecoveryId, Signature, Signer, recover_digest, recover_digests, verify_digest,
    verify_digests,
};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::protocol::{Curve, bip340};
use polylimb::x25519::{self, x25519_all};
use polylimb::{Alone, Error, Result, Split};
use rand_core::RngCore;
use sha2::{Digest, Sha256, Sha512};

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

/// A key, a message or digest, and a signature.
type Row = [Vec<u8>; 3];

/// The rows' fields one after another, with the messages apart.
fn columns(rows: &[Row]) -> ([Vec<u8>; 3], Vec<&[u8]>) {
    let column = |field: usize| rows.iter().flat_map(|row| row[field].clone()).collect();
    ([column(0), column(1), column(2)], rows.iter().map(|row| &row[1][..]).collect())
}

/// Compares `all` with `one` on the valid rows, on a copy with a changed bit for each byte of each
/// field, and on the odd ones, in batches of many lengths. Returns the number of valid rows.
fn compare_rows(
    valid: &[Row],
    odd: &[Row],
    one: impl Fn(&Row) -> bool,
    all: impl Fn(&[Row], &dyn Split) -> Vec<u8>,
) -> usize {
    let mut rows = odd.to_vec();
    let mut turn = valid.iter().cycle();
    for field in 0..3 {
        for byte in 0..valid[0][field].len() {
            let mut changed = turn.next().unwrap().clone();
            changed[field][byte] ^= 1 << (byte % 8);
            rows.extend([changed, turn.next().unwrap().clone()]);
        }
    }
    let expected: Vec<bool> = rows.iter().map(one).collect();
    for count in [0, 1, 7, 8, 9, 64, 65, rows.len()] {
        let splits: [&dyn Split; 3] = [&Alone, &Shuffled::new(2), &RealThreads(2)];
        for (first, split) in splits.iter().enumerate() {
            let range = first.min(rows.len() - count)..;
            let bits = all(&rows[range.clone()][..count], *split);
            let mut from_bits = vec![0; count.div_ceil(8)];
            for (i, valid) in expected[range][..count].iter().enumerate() {
                from_bits[i / 8] |= u8::from(*valid) << (i % 8);
            }
            assert_eq!(bits, from_bits, "{count} rows");
        }
    }
    expected.into_iter().filter(|valid| *valid).count()
}

/// The column with a byte less is refused.
fn refuses_short_columns(rows: &[Row], verify: impl Fn(&[Vec<u8>; 3]) -> Result<Vec<u8>>) {
    let (columns, _) = columns(rows);
    verify(&columns).unwrap();
    for field in 0..3 {
        let mut short = columns.clone();
        short[field].pop();
        assert!(matches!(verify(&short), Err(Error::Length { .. })), "{field}");
    }
}

#[test]
fn rows_of_bip340() {
    let parameters = Parameters::named("secp256k1").unwrap();
    let mut rng = rng(53);
    for features in [Features::detect(), Features::NONE] {
        let curve = Curve::new(&parameters, features).unwrap();
        let mut valid = Vec::new();
        for i in 0..7 {
            let key = SecretKey::generate(&curve, &mut rng).unwrap();
            let key = bip340::SigningKey::new(&key).unwrap();
            let message = vec![i; 33];
            let signature = key.sign(&message, &mut rng).unwrap();
            valid.push([key.verifying_key().to_bytes(), message, signature.to_vec()]);
        }
        let [key, message, signature] = valid[0].clone();
        let with = |at: usize, half: [u8; 32]| {
            let mut signature = signature.clone();
            signature[at..at + 32].copy_from_slice(&half);
            [key.clone(), message.clone(), signature]
        };
        let order = bytes_32("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
        let halves = [[0; 32], [0xff; 32], order];
        let mut odd: Vec<Row> = halves.iter().flat_map(|h| [with(0, *h), with(32, *h)]).collect();
        // 5 is the abscissa of no point; the last is not below the prime.
        let five = core::array::from_fn::<u8, 32, _>(|i| if i == 31 { 5 } else { 0 });
        for key in [[0; 32], five, [0xff; 32]] {
            odd.push([key.to_vec(), message.clone(), signature.clone()]);
        }
        let one = |[key, message, signature]: &Row| {
            let key = bip340::VerifyingKey::from_bytes(&curve, key);
            key.and_then(|key| key.verify(message, signature)).is_ok()
        };
        let found = compare_rows(&valid, &odd, one, |rows, split| {
            let ([keys, _, signatures], messages) = columns(rows);
            let bits = bip340::verify_rows(&curve, &keys, &messages, &signatures, split).unwrap();
            let typed = polylimb::k256::bip340::verify_rows(&keys, &messages, &signatures, split);
            assert_eq!(typed.as_ref(), Ok(&bits));
            bits
        });
        assert_eq!(found, 32 + 33 + 64);
        let (_, messages) = columns(&valid);
        refuses_short_columns(&valid, |[keys, bytes, signatures]| {
            // A message less for a byte less.
            let messages = &messages[..messages.len() - usize::from(bytes.len() % 33 != 0)];
            bip340::verify_rows(&curve, keys, messages, signatures, &Alone)
        });
    }
    let p256 = Curve::named("P-256").unwrap();
    let refused = bip340::verify_rows(&p256, &[], &[], &[], &Alone);
    assert!(matches!(refused, Err(Error::Key { .. })));
}

#[test]
fn rows_of_ecdsa() {
    let mut rng = rng(54);
    // Two without lanes, one of them with a cofactor.
    for name in ["P-256", "secp256k1", "P-521", "P-224", "sect163k1"] {
        let curve = Curve::named(name).unwrap();
        let half = curve.scalar_bytes();
        let mut valid = Vec::new();
        for i in 0..5 {
            let (key, digest) = (SecretKey::generate(&curve, &mut rng).unwrap(), vec![i + 1; 28]);
            let signature = Signer::default().sign_digest::<Sha256>(&key, &digest).unwrap().0;
            let public = key.public_key().unwrap();
            valid.push([public.to_sec1_compressed(), digest, signature.to_bytes()]);
        }
        // No signature at all, and no key.
        let mut odd = Vec::new();
        for byte in [0, 0xff] {
            for at in [0, half] {
                let [key, digest, mut signature] = valid[0].clone();
                signature[at..at + half].fill(byte);
                odd.push([key, digest, signature]);
            }
            for first in [0, 2, 4] {
                let [mut key, digest, signature] = valid[0].clone();
                key.fill(byte);
                key[0] = first;
                odd.push([key, digest, signature]);
            }
        }
        let one = |[key, digest, signature]: &Row| {
            let key = PublicKey::from_sec1(&curve, key);
            let signature = Signature::from_bytes(&curve, signature);
            matches!((key, signature), (Ok(key), Ok(signature))
                if verify_digest(&key, digest, &signature).is_ok())
        };
        let verify = |[keys, digests, signatures]: &[Vec<u8>; 3], split: &dyn Split| {
            ecdsa::verify_rows(&curve, keys, digests, signatures, split)
        };
        let found =
            compare_rows(&valid, &odd, one, |rows, split| verify(&columns(rows).0, split).unwrap());
        // The last bytes of the digest are not read on the shortest curve.
        let unread = if name == "sect163k1" { 8 } else { 0 };
        assert_eq!(found, valid[0].iter().map(Vec::len).sum::<usize>() + unread, "{name}");
        refuses_short_columns(&valid, |columns| verify(columns, &Alone));
        let [keys, _, signatures] = columns(&valid).0;
        let no_digests = verify(&[keys, Vec::new(), signatures], &Alone);
        assert!(matches!(no_digests, Err(Error::Length { .. })));
    }
}

/// Whether a row of Ed25519 is valid, by the function for one.
pub(crate) fn ed25519_row(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let key = ed25519::PublicKey::from_bytes(key.try_into().expect("32 bytes"));
    let signature = ed25519::Signature::from_bytes(signature);
    matches!((key, signature), (Ok(key), Ok(signature)) if key.verify(message, &signature).is_ok())
}

/// Two rows of Ed25519, valid by the cofactor only: `R`, and in the other row the key, is moved by
/// the point (0, -1) of order 2.
fn beside_the_subgroup() -> [Row; 2] {
    let number = |text: &str| text.parse::<BigUint>().expect("a number");
    let prime = (BigUint::from(1u8) << 255u8) - 19u8;
    let order = (BigUint::from(1u8) << 252u8) + number("27742317777372353535851937790883648493");
    let hash = |parts: &[&[u8]]| BigUint::from_bytes_le(&Sha512::digest(parts.concat()));
    let scalar = |seed: u8| {
        let mut bytes = Sha512::digest([seed; 32])[..32].to_vec();
        bytes[0] &= 0xf8;
        bytes[31] = bytes[31] & 0x7f | 0x40;
        BigUint::from_bytes_le(&bytes)
    };
    let encoded = |n: &BigUint| {
        let mut bytes = n.to_bytes_le();
        bytes.resize(32, 0);
        bytes
    };
    // (x, y) to (-x, -y): the parity of x changes, because p is odd.
    let moved = |point: &[u8]| {
        let mut y = point.to_vec();
        y[31] &= 0x7f;
        let mut other = encoded(&(&prime - BigUint::from_bytes_le(&y)));
        other[31] |= !point[31] & 0x80;
        other
    };
    let point = |seed: u8| ed25519::SecretKey::from_bytes(&[seed; 32]).public_bytes().to_vec();
    [(moved(&point(1)), point(2)), (point(1), moved(&point(2)))].map(|(r, key)| {
        let s = (scalar(1) + hash(&[&r, &key, b"m"]) * scalar(2)) % &order;
        [key, b"m".to_vec(), [r, encoded(&s)].concat()]
    })
}

#[test]
fn rows_of_ed25519() {
    let mut rng = rng(56);
    let keys: Vec<_> = (0..7).map(|_| ed25519::SecretKey::generate(&mut rng)).collect();
    let row = |key: &ed25519::SecretKey| {
        let message = vec![key.public_bytes()[0]; 33];
        let signature = key.sign(&message).to_bytes().to_vec();
        [key.public_bytes().to_vec(), message, signature]
    };
    let valid: Vec<Row> = keys.iter().map(row).collect();
    // y of points of low order, of -0, of no point, and from the prime up.
    let eight = bytes_32("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
    let mut points = vec![eight, [0; 32], [0xff; 32]];
    for (first, last) in [(1, 0), (1, 0x80), (2, 0)] {
        let mut point = [0; 32];
        (point[0], point[31]) = (first, last);
        points.push(point);
    }
    for above in 0..20 {
        let mut point = [0xff; 32];
        (point[0], point[31]) = (0xec + above, 0x7f);
        points.push(point);
    }
    let mut odd = Vec::new();
    for point in points {
        let [key, message, signature] = valid[odd.len() % 7].clone();
        let mut other = signature.clone();
        other[..32].copy_from_slice(&point);
        odd.push([point.to_vec(), message.clone(), signature]);
        odd.push([key, message, other]);
    }
    // The same S and more, up to and beyond the order.
    for byte in [0, 0x0f, 0x10, 0xff] {
        let [key, message, mut signature] = valid[0].clone();
        signature[63] = byte;
        odd.push([key, message, signature]);
    }
    odd.extend(beside_the_subgroup());
    let one = |[key, message, signature]: &Row| ed25519_row(key, message, signature);
    for lanes in [false, true] {
        let found = compare_rows(&valid, &odd, one, |rows, split| {
            let ([keys, _, signatures], messages) = columns(rows);
            if lanes {
                twins::ed25519_verify_rows(&keys, &messages, &signatures)
            } else {
                ed25519::verify_rows(&keys, &messages, &signatures, split)
            }
            .unwrap()
        });
        assert_eq!(found, 2 + 32 + 33 + 64);
    }
    let (_, messages) = columns(&valid);
    refuses_short_columns(&valid, |[keys, bytes, signatures]| {
        // A message less for a byte less.
        let messages = &messages[..messages.len() - usize::from(bytes.len() % 33 != 0)];
        ed25519::verify_rows(keys, messages, signatures, &Alone)
    });
}

#[test]
fn recovery() {
    let mut rng = rng(55);
    let names = ["P-256", "secp256k1", "P-224", "P-384", "sect163k1"];
    let curves = names.map(|c| Curve::named(c).unwrap());
    let mut signed = Vec::new();
    for i in 0..48 {
        let key = SecretKey::generate(&curves[i % 5], &mut rng).unwrap();
        let digest = vec![i as u8; 28 + i % 40];
        let (signature, id) = Signer::default().sign_digest::<Sha256>(&key, &digest).unwrap();
        signed.push((key.public_key().unwrap(), digest, signature, id));
    }
    let (mut jobs, mut right) = (Vec::new(), 0);
    for (_, digest, signature, id) in &signed {
        jobs.push((&digest[..], signature, *id));
        for other in 0..4 {
            jobs.push((&digest[..], signature, RecoveryId::from_byte(other).unwrap()));
        }
        jobs.push((&[], signature, *id));
    }
    let expected: Vec<_> = jobs.iter().map(|(z, s, id)| recover_digest(z, s, *id)).collect();
    let errors = |kind: fn(&Error) -> bool| {
        expected.iter().filter(|key| key.as_ref().is_err_and(kind)).count()
    };
    let kinds = [
        errors(|e| matches!(e, Error::Signature)),
        errors(|e| matches!(e, Error::Length { .. })),
        errors(|e| matches!(e, Error::Curve { .. })),
    ];
    assert!(kinds[0] >= 70 && kinds[1] == 48 && kinds[2] == 45, "{kinds:?}");
    for count in [0, 1, 7, 8, 9, 64, jobs.len()] {
        assert_eq!(recover_digests(&jobs[..count], &Shuffled::new(2)), expected[..count]);
        assert_eq!(recover_digests(&jobs[..count], &RealThreads(2)), expected[..count]);
    }
    for (recovered, (key, ..)) in expected.iter().step_by(6).zip(&signed) {
        right += usize::from(recovered.as_ref() == Ok(key));
    }
    assert_eq!(right, 39);
}
