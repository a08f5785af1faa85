//! Multiples of points, and pairings.

use crate::draw::{Draw, padded, words};
use crate::{Row, Work};
use blst::{blst_fp12, blst_p1_affine, blst_p2_affine, min_pk, min_sig};
use num_bigint::BigUint;
use openssl::bn::{BigNum, BigNumContext};
use openssl::derive::Deriver;
use openssl::ec::{EcGroup, EcPoint, PointConversionForm};
use openssl::nid::Nid;
use openssl::pkey::{Id, PKey};
use polylimb::Alone;
use polylimb::authors::limb::{Bits, Word};
use polylimb::bls12_381::{self, Bls, MinimalPubkeySize, MinimalSignatureSize, Scheme};
use polylimb::cpu::Features;
use polylimb::pairing::{G1, G2, Gt, PairingEngine, PairingName};
use polylimb::protocol::{Curve, keys::SecretKey};
use polylimb::x25519::{x25519, x25519_all};
use std::array::from_fn;

pub fn rows() -> Vec<Row> {
    let mut rows: Vec<_> = [
        ("P-256", Nid::X9_62_PRIME256V1, 5_000_000),
        ("P-384", Nid::SECP384R1, 300_000),
        ("P-521", Nid::SECP521R1, 500_000),
        ("secp256k1", Nid::SECP256K1, 700_000),
    ]
    .into_iter()
    .map(|(name, nid, full)| {
        Row::new(format!("points of {name}"), "OpenSSL", full, move || on_curve(name, nid))
    })
    .collect();
    rows.push(Row::new("points of X25519", "OpenSSL", 2_500_000, || Box::new(on_line)));
    rows.push(Row::new("points of BLS12-381", "blst", 1_000_000, || {
        let engine = PairingName::Bls12381.engine(Features::detect());
        Box::new(move |draw| on_bls12_381(draw, &*engine))
    }));
    rows.push(Row::new("pairings of BLS12-381", "blst", 100_000, || {
        let engine = PairingName::Bls12381.engine(Features::detect());
        Box::new(move |draw| pairings(draw, &*engine))
    }));
    rows
}

/// A scalar from 1 to the order less 1.
fn scalar(draw: &mut Draw, order: &BigUint) -> Vec<u8> {
    let scalar = draw.reduced(&(order - 1_u8)) + 1_u8;
    let bytes = padded(&scalar, order.bits().div_ceil(8) as usize);
    draw.keep("scalar", &bytes);
    bytes
}

/// Public keys and shared secrets of eight keys, each alone and all together.
fn on_curve(name: &str, nid: Nid) -> Work {
    let curve = Curve::named(name).expect("named");
    let group = EcGroup::from_curve_name(nid).expect("known");
    let mut context = BigNumContext::new().expect("memory");
    let mut order = BigNum::new().expect("memory");
    group.order(&mut order, &mut context).expect("known");
    let order = BigUint::from_bytes_be(&order.to_vec());
    Box::new(move |draw| {
        let scalars: [_; 8] = from_fn(|_| scalar(draw, &order));
        let keys = scalars.each_ref().map(|k| SecretKey::from_bytes(&curve, k).expect("in range"));
        let scalars = scalars.map(|k| BigNum::from_slice(&k).expect("memory"));
        let form = PointConversionForm::UNCOMPRESSED;
        let mut multiple = |of: Option<&EcPoint>, k: &BigNum| {
            let mut point = EcPoint::new(&group).expect("memory");
            let done = match of {
                Some(of) => point.mul2(&group, of, k, &mut context),
                None => point.mul_generator2(&group, k, &mut context),
            };
            done.expect("a multiple");
            let bytes = point.to_bytes(&group, form, &mut context).expect("not neutral");
            (point, bytes)
        };
        let expected = scalars.each_ref().map(|k| multiple(None, k));
        let together = SecretKey::public_keys(&keys.each_ref(), &Alone);
        let mut public = Vec::new();
        for ((key, one), (_, expected)) in keys.iter().zip(together).zip(&expected) {
            let one = one.expect("a key");
            assert_eq!(one.to_sec1(), *expected, "public_keys");
            assert_eq!(key.public_key().expect("a key").to_sec1(), *expected, "public_key");
            public.push(one);
        }
        let jobs: [_; 8] = from_fn(|i| (&keys[i], &public[(i + 1) % 8]));
        for (i, one) in SecretKey::agree_all(&jobs, &Alone).into_iter().enumerate() {
            let (_, point) = multiple(Some(&expected[(i + 1) % 8].0), &scalars[i]);
            let abscissa = &point[1..=(point.len() - 1) / 2];
            assert_eq!(one.expect("a secret").as_bytes(), abscissa, "agree_all");
            let alone = jobs[i].0.agree(jobs[i].1).expect("a secret");
            assert_eq!(alone.as_bytes(), abscissa, "agree");
        }
        4 * 8
    })
}

/// Any abscissas, of points on the curve and on its twist, in and out of range.
fn on_line(draw: &mut Draw) -> u64 {
    let two_256 = BigUint::from(1_u8) << 256;
    let pairs: [_; 8] = from_fn(|_| {
        ["scalar", "abscissa"].map(|name| -> [u8; 32] {
            let bytes = padded(&draw.reduced(&two_256), 32);
            draw.keep(name, &bytes);
            bytes.try_into().expect("its length")
        })
    });
    let jobs = pairs.each_ref().map(|[k, u]| (k, u));
    for (&(k, u), together) in jobs.iter().zip(x25519_all(&jobs, &Alone)) {
        let own = PKey::private_key_from_raw_bytes(k, Id::X25519).expect("a key");
        let other = PKey::public_key_from_raw_bytes(u, Id::X25519).expect("a key");
        let mut deriver = Deriver::new(&own).expect("memory");
        deriver.set_peer(&other).expect("of one kind");
        // OpenSSL refuses a result of zero.
        let expected = deriver.derive_to_vec().unwrap_or_else(|_| vec![0; 32]);
        assert_eq!(together[..], expected, "x25519_all");
        assert_eq!(x25519(k, u)[..], expected, "x25519");
    }
    2 * 8
}

fn order(engine: &dyn PairingEngine) -> BigUint {
    crate::draw::big(engine.order())
}

/// In both groups: multiples of the generator, signatures, and multiples of the points that are
/// signed, eight at once.
fn on_bls12_381(draw: &mut Draw, engine: &dyn PairingEngine) -> u64 {
    let order = order(engine);
    let long = Bls::<MinimalSignatureSize>::new(Scheme::ProofOfPossession);
    let short = Bls::<MinimalPubkeySize>::new(Scheme::ProofOfPossession);
    let tag = |group| format!("BLS_SIG_BLS12381{group}_XMD:SHA-256_SSWU_RO_POP_").into_bytes();
    let (tag_1, tag_2) = (tag("G1"), tag("G2"));
    let (mut expected_1, mut expected_2) = (Vec::new(), Vec::new());
    let (mut hashes_1, mut hashes_2) = (Vec::new(), Vec::new());
    let scalars: [Vec<Word>; 8] = from_fn(|_| {
        let (k, message) = (scalar(draw, &order), draw.bytes::<32>());
        draw.keep("message", &message);
        let key = bls12_381::SecretKey::from_bytes(&k).expect("in range");
        let theirs = min_pk::SecretKey::from_bytes(&k).expect("in range");
        assert_eq!(
            short.public_key(&key).as_bytes()[..],
            theirs.sk_to_pk().compress(),
            "key in G1"
        );
        let signature = theirs.sign(&message, &tag_2, &[]).compress();
        assert_eq!(short.sign(&key, &message).as_bytes()[..], signature, "signature in G2");
        expected_2.push(signature);
        let theirs = min_sig::SecretKey::from_bytes(&k).expect("in range");
        assert_eq!(long.public_key(&key).as_bytes()[..], theirs.sk_to_pk().compress(), "key in G2");
        let signature = theirs.sign(&message, &tag_1, &[]).compress();
        assert_eq!(long.sign(&key, &message).as_bytes()[..], signature, "signature in G1");
        expected_1.push(signature);
        let point = bls12_381::G1::hash(&message, &tag_1).expect("a tag").to_bytes();
        hashes_1.push(engine.g1().decode(&point).expect("a point"));
        let point = bls12_381::G2::hash(&message, &tag_2).expect("a tag").to_bytes();
        hashes_2.push(engine.g2().decode(&point).expect("a point"));
        words(&k)
    });
    let jobs: [_; 8] = from_fn(|i| (Bits::new(&scalars[i]), &hashes_1[i]));
    for (p, expected) in engine.g1().multiply_batch(&jobs).expect("points").iter().zip(expected_1) {
        assert_eq!(engine.g1().compress(p).expect("a point"), expected, "batch in G1");
    }
    let jobs: [_; 8] = from_fn(|i| (Bits::new(&scalars[i]), &hashes_2[i]));
    for (p, expected) in engine.g2().multiply_batch(&jobs).expect("points").iter().zip(expected_2) {
        assert_eq!(engine.g2().compress(p).expect("a point"), expected, "batch in G2");
    }
    6 * 8
}

/// The cube, because blst's final power is three times ours, and in the order of blst: by powers of
/// `w`.
fn as_blst(engine: &dyn PairingEngine, value: &Gt) -> Vec<u8> {
    let cube = engine.power_vartime(value, Bits::new(&[3])).expect("a value");
    let half = cube.as_bytes().len() / 2;
    let (even, odd) = cube.as_bytes().split_at(half);
    let pairs = even.chunks(half / 3).zip(odd.chunks(half / 3));
    pairs.flat_map(|(even, odd)| [even, odd]).flatten().copied().collect()
}

/// Eight pairings, each alone and all together, and their product.
fn pairings(draw: &mut Draw, engine: &dyn PairingEngine) -> u64 {
    let order = order(engine);
    let eight: [(G1, G2); 8] = from_fn(|_| {
        let [a, b] = [(); 2].map(|()| words(&scalar(draw, &order)));
        let p = engine.g1().multiply_generator(Bits::new(&a));
        (p, engine.g2().multiply_generator(Bits::new(&b)))
    });
    let p: [blst_p1_affine; 8] = eight.each_ref().map(|(p, _)| {
        let bytes = engine.g1().encode(p).expect("a point");
        min_pk::PublicKey::deserialize(&bytes).expect("a point").into()
    });
    let q: [blst_p2_affine; 8] = eight.each_ref().map(|(_, q)| {
        let bytes = engine.g2().encode(q).expect("a point");
        min_sig::PublicKey::deserialize(&bytes).expect("a point").into()
    });
    let pairs = eight.each_ref().map(|(p, q)| (p, q));
    let together = engine.pair_batch(&pairs).expect("points");
    for (i, value) in together.iter().enumerate() {
        let expected = blst_fp12::miller_loop(&q[i], &p[i]).final_exp().to_bendian();
        assert_eq!(as_blst(engine, value), expected, "pair_batch");
        let alone = engine.pairing(pairs[i].0, pairs[i].1).expect("points");
        assert_eq!(as_blst(engine, &alone), expected, "pairing");
    }
    let product = engine.product(&pairs).expect("points");
    let expected = blst_fp12::miller_loop_n(&q, &p).final_exp().to_bendian();
    assert_eq!(as_blst(engine, &product), expected, "product");
    2 * 8 + 1
}
