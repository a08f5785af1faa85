//! Recovery of keys on secp256k1, verification on P-256.

use super::{OURS, plus, random, rng, same};
use polylimb::protocol::Curve;
use polylimb::protocol::ecdsa::Signer;
use polylimb::protocol::keys::SecretKey;
use revm_precompile::primitives::hex;
use revm_precompile::{Crypto, PrecompileHalt};
use sha2::Sha256;

const K256_ORDER: [u8; 32] =
    hex!("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
const P256_ORDER: [u8; 32] =
    hex!("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");

/// The numbers around 0, around the order and at the end.
fn edges(order: [u8; 32]) -> Vec<[u8; 32]> {
    let mut edges: Vec<_> = (-1..=1).map(|n| plus(order, n)).collect();
    edges.extend([plus([0; 32], 0), plus([0; 32], 1), [0xff; 32]]);
    edges
}

/// `order - a`.
fn negated(order: [u8; 32], a: &[u8]) -> [u8; 32] {
    let (mut negated, mut borrow) = (order, 0);
    for (to, from) in negated.iter_mut().zip(a).rev() {
        let difference = i16::from(*to) - i16::from(*from) - borrow;
        *to = difference.rem_euclid(256) as u8;
        borrow = i16::from(difference < 0);
    }
    negated
}

fn joined(halves: [&[u8]; 2]) -> [u8; 64] {
    halves.concat().try_into().expect("two halves")
}

#[test]
fn keys_are_recovered() {
    let (mut rng, curve) = (rng(1), Curve::named("secp256k1").expect("a curve"));
    let (mut found, mut compared) = (0, 0);
    let mut compare = |signature: [u8; 64], id: u8, digest: [u8; 32]| {
        let key = same("recover", |crypto| crypto.secp256k1_ecrecover(&signature, id, &digest));
        found += usize::from(key.is_ok());
        compared += 1;
    };
    for digest in [random(&mut rng), [0; 32], [0xff; 32], K256_ORDER] {
        let key = SecretKey::from_bytes(&curve, &random::<32>(&mut rng)).expect("a scalar");
        let (signature, id) =
            Signer::default().sign_digest::<Sha256>(&key, &digest).expect("signs");
        let signature: [u8; 64] = signature.to_bytes().try_into().expect("r and s");
        let (r, s) = signature.split_at(32);
        for id in [id.to_byte(), id.to_byte() ^ 1, 2, 3] {
            compare(signature, id, digest);
            // The other s, which is high if this one is low.
            compare(joined([r, &negated(K256_ORDER, s)]), id, digest);
        }
        for edge in edges(K256_ORDER) {
            compare(joined([&edge, s]), id.to_byte(), digest);
            compare(joined([r, &edge]), id.to_byte(), digest);
        }
        for _ in 0..8 {
            compare(random(&mut rng), (random::<1>(&mut rng)[0]) % 4, digest);
        }
        // So small that r + n may be an abscissa.
        for n in 1..8 {
            compare(joined([&plus([0; 32], n), s]), 2, digest);
        }
    }
    assert!(compared == 4 * 35 && found > 30, "{found} of {compared} were recovered");
    // revm's default panics.
    let none = OURS.secp256k1_ecrecover(&[1; 64], 4, &[1; 32]);
    assert_eq!(none, Err(PrecompileHalt::Secp256k1RecoverFailed));
}

#[test]
fn signatures_are_verified() {
    let (mut rng, curve) = (rng(2), Curve::named("P-256").expect("a curve"));
    let (mut valid, mut compared) = (0, 0);
    let mut compare = |digest: [u8; 32], signature: [u8; 64], key: [u8; 64]| {
        let verdict =
            same("verify", |crypto| crypto.secp256r1_verify_signature(&digest, &signature, &key));
        valid += usize::from(verdict);
        compared += 1;
    };
    for digest in [random(&mut rng), [0; 32], [0xff; 32], P256_ORDER] {
        let secret = SecretKey::from_bytes(&curve, &random::<32>(&mut rng)).expect("a scalar");
        let (signature, _) =
            Signer::default().sign_digest::<Sha256>(&secret, &digest).expect("signs");
        let signature: [u8; 64] = signature.to_bytes().try_into().expect("r and s");
        let key = secret.public_key().expect("a key").to_sec1();
        let key: [u8; 64] = key[1..].try_into().expect("x and y");
        let (r, s) = signature.split_at(32);
        compare(digest, signature, key);
        compare(digest, joined([r, &negated(P256_ORDER, s)]), key);
        compare(plus(digest, 1), signature, key);
        compare(digest, joined([s, r]), key);
        for edge in edges(P256_ORDER) {
            compare(digest, joined([&edge, s]), key);
            compare(digest, joined([r, &edge]), key);
            compare(digest, signature, joined([&edge, &key[32..]]));
            compare(digest, signature, joined([&key[..32], &edge]));
        }
        compare(digest, signature, [0; 64]);
        compare(digest, signature, plus(key, 1));
    }
    assert!(compared == 4 * 30 && valid == 8, "{valid} of {compared} are valid");
}
