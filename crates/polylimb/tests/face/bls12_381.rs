//! BLS signatures of both kinds, points and pairings.

use super::protocol_common::{hex, rng};
use polylimb::Error;
use polylimb::bls12_381::{
    Bls, G1, G2, MinimalPubkeySize, MinimalSignatureSize, PublicKey, Scheme, SecretKey, Signature,
    pairing, pairing_check,
};

fn scalar(k: u8) -> [u8; 32] {
    core::array::from_fn(|i| if i == 31 { k } else { 0 })
}

#[test]
fn ethereum_signs() {
    let bls = Bls::<MinimalPubkeySize>::new(Scheme::ProofOfPossession);
    let mut compared = 0;
    for line in include_str!("../vectors/bls_signatures.txt").lines() {
        let ["sign", key, message, expected] = line.split(' ').collect::<Vec<_>>()[..] else {
            continue;
        };
        let Ok(key) = SecretKey::from_bytes(&hex(key)) else {
            assert_eq!(expected, "-");
            continue;
        };
        let (public, signature) = (bls.public_key(&key), bls.sign(&key, &hex(message)));
        assert_eq!(signature.as_bytes(), hex(expected));
        let read: Signature<MinimalPubkeySize> = bls.read_signature(&hex(expected)).unwrap();
        let public: PublicKey<MinimalPubkeySize> = bls.read_public_key(public.as_bytes()).unwrap();
        bls.verify(&public, &hex(message), &read).unwrap();
        assert_eq!(bls.verify(&public, b"another", &read), Err(Error::Signature));
        compared += 1;
    }
    assert!(compared >= 7, "{compared}");
}

#[test]
fn short_signatures() {
    let bls = Bls::<MinimalSignatureSize>::new(Scheme::Basic);
    let keys = [SecretKey::generate(&mut rng(1)), SecretKey::generate(&mut rng(2))];
    let public: [PublicKey<MinimalSignatureSize>; 2] =
        keys.each_ref().map(|key| bls.public_key(key));
    let signatures = [bls.sign(&keys[0], b"one"), bls.sign(&keys[1], b"two")];
    let both: Signature<MinimalSignatureSize> = bls.aggregate(&signatures).unwrap();
    assert_eq!((public[0].as_bytes().len(), both.as_bytes().len()), (96, 48));
    let signed = [(&public[0], &b"one"[..]), (&public[1], b"two")];
    bls.aggregate_verify(&signed, &both).unwrap();
    let wrong = [(&public[0], &b"two"[..]), (&public[1], b"one")];
    assert_eq!(bls.aggregate_verify(&wrong, &both), Err(Error::Signature));
}

/// The multiples 0 to 39 of both generators.
#[test]
fn points() {
    let (mut at, mut compared) = ([0u8; 2], 0);
    for line in include_str!("../vectors/bls12_381_points.txt").lines() {
        macro_rules! same {
            ($group:ident, $at:expr, $compressed:expr, $uncompressed:expr) => {{
                let compressed = hex($compressed).try_into().expect("as many bytes");
                let uncompressed = hex($uncompressed).try_into().expect("as many bytes");
                let p = $group::generator().multiply(&scalar($at));
                assert_eq!(p.to_bytes(), compressed);
                assert_eq!(p.to_uncompressed(), uncompressed);
                assert_eq!($group::from_bytes(&compressed).as_ref(), Ok(&p));
                assert_eq!($group::from_uncompressed(&uncompressed).as_ref(), Ok(&p));
                assert_eq!(p.is_neutral(), $at == 0);
                let sum = $group::sum_vartime(&[&p, &$group::generator()]);
                assert_eq!(sum, $group::generator().multiply(&scalar($at + 1)));
                assert_eq!($group::sum_vartime(&[&p, &p.negate()]), $group::neutral());
                $at += 1;
                compared += 1;
            }};
        }
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["g1", compressed, uncompressed] => same!(G1, at[0], compressed, uncompressed),
            ["g2", compressed, uncompressed] => same!(G2, at[1], compressed, uncompressed),
            _ => {}
        }
    }
    assert_eq!((at, compared), ([40, 40], 80));
    // The form of the other length; a number that is not below the prime; not a point.
    assert!(G1::from_bytes(&[0; 48]).is_err() && G2::from_uncompressed(&[0xff; 192]).is_err());
    let mut none = G1::generator().to_uncompressed();
    none[95] ^= 1;
    assert!(matches!(G1::from_uncompressed(&none), Err(Error::Curve { .. })));
    assert!(matches!(G1::hash(b"message", b""), Err(Error::Parameter { .. })));
}

#[test]
fn pairings_are_bilinear() {
    let (p, q) = (G1::generator(), G2::hash(b"message", b"test").unwrap());
    for (a, b) in [(1, 1), (2, 3), (200, 251)] {
        let (ap, bq) = (p.multiply(&scalar(a)), q.multiply(&scalar(b)));
        let (bp, aq) = (p.multiply(&scalar(b)), q.multiply(&scalar(a)));
        assert_eq!(pairing(&ap, &bq), pairing(&bp, &aq));
        assert!(pairing_check(&[(&ap, &bq), (&bp.negate(), &aq)]));
        assert!(!pairing_check(&[(&ap, &bq), (&bp, &aq)]));
    }
    assert!(pairing_check(&[]) && pairing_check(&[(&G1::neutral(), &q)]));
    assert_ne!(pairing(&p, &q), pairing(&p.negate(), &q));
}
