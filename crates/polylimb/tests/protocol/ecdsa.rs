//! ECDSA: known answers of RFC 6979 and NIST, Wycheproof, recovery of keys on every curve, and
//! refused inputs.

use crate::protocol_common::{digest, hex, least, lines, rng, sign_digest};
use polylimb::Error;
use polylimb::authors::curve::{NamedCurve, Parameters};
use polylimb::authors::limb::Natural;
use polylimb::cpu::Features;
use polylimb::protocol::Curve;
use polylimb::protocol::ecdsa::{
    self, RecoveryId, Signature, Signer, recover_digest, verify_digest,
};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use sha2::Sha256;

#[test]
fn rfc_6979() {
    let (mut compared, mut refused) = (0, 0);
    for f in lines(include_str!("../vectors/ecdsa_rfc6979.txt")) {
        let curve = Curve::named(f[0]).unwrap();
        let key = SecretKey::from_bytes(&curve, &padded(&curve, f[3])).unwrap();
        let public = key.public_key().unwrap();
        let digest = digest(f[1], f[2].as_bytes());
        let expected = [padded(&curve, f[5]), padded(&curve, f[6])].concat();
        let expected = Signature::from_bytes(&curve, &expected).unwrap();
        verify_digest(&public, &digest, &expected).unwrap();
        if f[1] == "sha1" {
            refuse_sha1(&key, &digest);
            refused += 1;
            continue;
        }
        let (signature, id) = sign_digest(&Signer::default(), f[1], &key, &digest).unwrap();
        assert_eq!(signature, expected, "{f:?}");
        assert_eq!(recover_digest(&digest, &signature, id).unwrap(), public);
        compared += 1;
    }
    println!("{compared} signatures, {refused} refused");
    assert!(compared >= least(30) && compared + refused >= least(36));
}

/// Neither signs a digest of SHA-1, nor takes nonces by it.
pub(crate) fn refuse_sha1(key: &SecretKey, digest: &[u8]) {
    let signer = Signer::default();
    for (hash, digest) in [("sha1", digest), ("sha256", digest), ("sha1", &[7; 32])] {
        let refused = sign_digest(&signer, hash, key, digest);
        assert!(matches!(refused, Err(Error::Parameter { .. })), "{hash}: {refused:?}");
    }
    let refused = ecdsa::sign::<sha1::Sha1>(key, b"m");
    assert!(matches!(refused, Err(Error::Parameter { .. })), "{refused:?}");
    let refused = &signer.sign_digests::<Sha256>(&[(key, digest)], &polylimb::Alone)[0];
    assert!(matches!(refused, Err(Error::Parameter { .. })), "{refused:?}");
}

fn padded(curve: &Curve, text: &str) -> Vec<u8> {
    crate::protocol_common::resized(&hex(text), curve.scalar_bytes())
}

#[test]
fn nist() {
    let (mut signed, mut verified) = (0, 0);
    for f in lines(include_str!("../vectors/ec_nist.txt")) {
        let curve = Curve::named(f[1]).unwrap();
        let scalar = |text| padded(&curve, text);
        match f[0] {
            "sign" => {
                let (digest, key) = (hex(f[3]), SecretKey::from_bytes(&curve, &scalar(f[4])));
                let public = key.unwrap().public_key().unwrap();
                assert_eq!(public.to_sec1(), hex(f[5]));
                // r is the abscissa of the nonce's multiple of the generator.
                let nonce = SecretKey::from_bytes(&curve, &scalar(f[6])).unwrap();
                assert_eq!(nonce.public_key().unwrap().point().x(), scalar(f[7]));
                let bytes = [scalar(f[7]), scalar(f[8])].concat();
                let signature = Signature::from_bytes(&curve, &bytes).unwrap();
                verify_digest(&public, &digest, &signature).unwrap();
                signed += 1;
            }
            "verify" => {
                let bytes = [scalar(f[4]), scalar(f[5])].concat();
                let verdict = PublicKey::from_sec1(&curve, &hex(f[3])).and_then(|key| {
                    verify_digest(&key, &hex(f[2]), &Signature::from_bytes(&curve, &bytes)?)
                });
                assert_eq!(verdict.is_ok(), f[6] == "P", "{f:?}");
                verified += 1;
            }
            _ => {}
        }
    }
    println!("{signed} signatures made, {verified} verified");
    assert!(signed >= least(140) && verified >= least(215));
}

#[test]
fn wycheproof() {
    let (mut at, mut key) = (None, None);
    let (mut valid, mut invalid) = (0, 0);
    for f in lines(include_str!("../vectors/ecdsa_wycheproof.txt")) {
        match f[0] {
            "@" => at = Some((Curve::named(f[1]).unwrap(), f[2], f[3])),
            "=" => key = PublicKey::from_sec1(&at.as_ref().unwrap().0, &hex(f[1])).ok(),
            _ => {
                let (curve, hash, form) = at.as_ref().unwrap();
                let digest = digest(hash, &hex(f[1]));
                let verdict = match *form {
                    "raw" => Signature::from_bytes(curve, &hex(f[2])),
                    _ => Signature::from_der(curve, &hex(f[2])),
                }
                .and_then(|signature| {
                    if *form == "low" && !signature.is_low_s() {
                        return Err(Error::Signature);
                    }
                    verify_digest(key.as_ref().ok_or(Error::Signature)?, &digest, &signature)?;
                    // An accepted signature is written in the form in which it was read.
                    let again = match *form {
                        "raw" => signature.to_bytes(),
                        _ => signature.to_der(),
                    };
                    assert_eq!(again, hex(f[2]));
                    Ok(())
                });
                assert_eq!(
                    verdict.is_ok(),
                    f[3] == "v",
                    "{curve:?} {hash} {form} {f:?}: {verdict:?}"
                );
                *(if f[3] == "v" { &mut valid } else { &mut invalid }) += 1;
            }
        }
    }
    println!("{valid} valid, {invalid} invalid signatures");
    assert!(valid >= least(1170) && invalid >= least(1060), "{valid} {invalid}");
}

#[test]
fn signs_and_recovers_on_every_curve() {
    let mut rng = rng(40);
    let mut compared = 0;
    for c in NamedCurve::PRIME.iter().filter(|c| c.p.len() < 200) {
        let curve = Curve::named(c.name).unwrap();
        for (i, low_s) in [false, true, true].into_iter().enumerate() {
            let key = SecretKey::generate(&curve, &mut rng).unwrap();
            let public = key.public_key().unwrap();
            let digest = vec![i as u8 + 1; [28, 32, 200][i]];
            let mut signer = Signer::default();
            signer.low_s = low_s;
            let (signature, id) = signer.sign_digest::<Sha256>(&key, &digest).unwrap();
            assert!(signature.is_low_s() || !low_s);
            verify_digest(&public, &digest, &signature).unwrap();
            verify_digest(&public, &digest, &signature.to_low_s()).unwrap();
            assert_eq!(verify_digest(&public, b"other", &signature), Err(Error::Signature));
            assert_eq!(Signature::from_der(&curve, &signature.to_der()), Ok(signature.clone()));
            assert_eq!(Signature::from_bytes(&curve, &signature.to_bytes()), Ok(signature.clone()));
            let recovered = recover_digest(&digest, &signature, id);
            if c.h == "0x1" {
                assert_eq!(recovered.as_ref(), Ok(&public), "{} {id:?}", c.name);
                let wrong = RecoveryId::from_byte(id.to_byte() ^ 1).unwrap();
                assert_ne!(recover_digest(&digest, &signature, wrong).as_ref(), Ok(&public));
            } else {
                assert!(matches!(recovered, Err(Error::Curve { .. })));
            }
            compared += 1;
        }
    }
    println!("{compared} signatures");
    assert!(compared >= 3 * 36, "{compared}");
}

/// p, a, b, the generator, its order and the cofactor. The order is so far below the prime that an
/// abscissa may exceed it.
const TOY: [u64; 7] = [127, 3, 31, 1, 17, 107, 1];

fn toy() -> Curve {
    let [p, a, b, x, y, n, h] = TOY.map(Natural::from);
    Curve::new(&Parameters::new(&p, &a, &b, [&x, &y], &n, &h).unwrap(), Features::detect()).unwrap()
}

/// Every signature that verifies on a small curve satisfies the definition, nonce by nonce; and
/// every signature gives its key back.
#[test]
fn exhaustively_on_a_toy_curve() {
    let curve = toy();
    let order = TOY[5];
    let (secret, digest) = (29, [0b1011_0100]);
    let z = u64::from(digest[0] >> 1) % order;
    let key = |d: u8| SecretKey::from_bytes(&curve, &[d]).unwrap();
    let public = key(secret).public_key().unwrap();
    let inverse = |k: u64| (1..order).find(|i| i * k % order == 1).unwrap();
    let mut defined: Vec<[u8; 2]> = (1..order)
        .map(|k| {
            let x = key(k as u8).public_key().unwrap().point().x()[0];
            let r = u64::from(x) % order;
            [r as u8, ((z + r * u64::from(secret)) * inverse(k) % order) as u8]
        })
        .filter(|[r, s]| *r != 0 && *s != 0)
        .collect();
    let pairs = (1..order as u8).flat_map(|r| (1..order as u8).map(move |s| [r, s]));
    let mut accepted: Vec<_> = pairs
        .filter(|pair| {
            let signature = Signature::from_bytes(&curve, pair).unwrap();
            verify_digest(&public, &digest, &signature).is_ok()
        })
        .collect();
    defined.sort_unstable();
    defined.dedup();
    accepted.sort_unstable();
    assert_eq!(accepted, defined);
    println!("{} signatures verify", accepted.len());
    assert!(accepted.len() > 60);

    let mut seen = [0; 4];
    for d in 1..order as u8 {
        for low_s in [false, true] {
            let mut signer = Signer::default();
            signer.low_s = low_s;
            let digest = [&[d ^ 0x55][..], &[0; 27]].concat();
            let (signature, id) = signer.sign_digest::<Sha256>(&key(d), &digest).unwrap();
            assert!(signature.is_low_s() || !low_s);
            let public = key(d).public_key().unwrap();
            verify_digest(&public, &[d ^ 0x55], &signature).unwrap();
            assert_eq!(recover_digest(&[d ^ 0x55], &signature, id), Ok(public));
            seen[usize::from(id.to_byte())] += 1;
        }
    }
    println!("identifiers: {seen:?}");
    assert!(seen.iter().all(|n| *n > 2), "{seen:?}");
    assert!(RecoveryId::from_byte(4).is_err());
}

#[test]
fn hedged_signatures_differ_and_verify() {
    let curve = Curve::named("P-256").unwrap();
    let key = SecretKey::from_bytes(&curve, &[7; 32]).unwrap();
    let mut rng = rng(42);
    let signatures: Vec<_> =
        (0..3).map(|_| ecdsa::sign_hedged::<Sha256, _>(&key, b"m", &mut rng).unwrap()).collect();
    assert!(signatures[0] != signatures[1] && signatures[1] != signatures[2]);
    assert_ne!(signatures[0], ecdsa::sign::<Sha256>(&key, b"m").unwrap());
    for signature in &signatures {
        ecdsa::verify::<Sha256>(&key.public_key().unwrap(), b"m", signature).unwrap();
    }
}

#[test]
fn what_is_refused() {
    let curve = Curve::named("P-256").unwrap();
    let key = SecretKey::from_bytes(&curve, &[7; 32]).unwrap();
    let public = key.public_key().unwrap();
    let signature = ecdsa::sign::<Sha256>(&key, b"m").unwrap();
    assert!(matches!(Signature::from_bytes(&curve, &[1; 63]), Err(Error::Length { .. })));
    assert!(matches!(Signature::from_bytes(&curve, &[0; 64]), Err(Error::Encoding { .. })));
    assert!(matches!(Signature::from_bytes(&curve, &[255; 64]), Err(Error::Encoding { .. })));
    assert!(matches!(verify_digest(&public, b"", &signature), Err(Error::Length { .. })));
    let other = Curve::named("secp256k1").unwrap();
    let other = SecretKey::from_bytes(&other, &[7; 32]).unwrap().public_key().unwrap();
    assert!(matches!(verify_digest(&other, b"m", &signature), Err(Error::Key { .. })));
    let mut der = signature.to_der();
    der.push(0);
    assert!(matches!(Signature::from_der(&curve, &der), Err(Error::Encoding { .. })));
    for length in 0..der.len() - 1 {
        assert!(Signature::from_der(&curve, &der[..length]).is_err());
    }
}
