//! Engines of pairings: encodings, membership, multiples, maps, the pairing of plain points.

use num_bigint::BigUint;
use polylimb::authors::curve::{AffinePoint, Coefficient, Complete, Curve, Group};
use polylimb::authors::field::extension::{Fp2, NinePlusU, OnePlusU};
use polylimb::authors::field::prime::{Bls12381, Bn254Nogami, Bn254Snark, Portable};
use polylimb::authors::field::{Encoding, Field, SquareRoot, VartimeField};
use polylimb::authors::limb::{Bits, WORD_BITS};
use polylimb::authors::multiply::straus_vartime;
use polylimb::authors::pairing::SourcePoint;
use polylimb::authors::twins;
use polylimb::cpu::Features;
use polylimb::pairing::{G1, G2, PairingEngine, PairingGroup, PairingName};
use polylimb::protocol::hash_to_curve::{
    encode_to_group, expand_message_xmd, hash_to_group, hash_to_group_batch,
};
use rand_core::RngCore;
use sha2::{Digest, Sha256};
use std::sync::Arc;

use crate::answers::numbers;
use crate::common::{big, rng, words};
use crate::protocol_common::hex;

fn engine(name: PairingName) -> Arc<dyn PairingEngine> {
    PairingName::engine(name, Features::detect())
}

/// The numbers' bytes, the last number first.
fn bytes(numbers: &[BigUint], length: usize) -> Vec<u8> {
    let one = |n: &BigUint| {
        let bytes = n.to_bytes_be();
        [vec![0; length - bytes.len()], bytes].concat()
    };
    numbers.iter().rev().flat_map(one).collect()
}

fn check_multiple<P: SourcePoint>(
    engine: &dyn PairingEngine,
    k: usize,
    compressed: &[u8],
    whole: &[u8],
) {
    let group = P::group(engine);
    let k = words(&BigUint::from(k), 64 / WORD_BITS);
    let p = group.multiply_generator(Bits::new(&k));
    assert_eq!(group.compress(&p).unwrap(), compressed);
    assert_eq!(group.encode(&p).unwrap(), whole);
    assert_eq!(group.decode(compressed).unwrap(), p);
    assert_eq!(group.decode(whole).unwrap(), p);
    assert_eq!(group.multiply(Bits::new(&k), &group.generator()).unwrap(), p);
    let sum = group.sum_of_multiples_vartime(&[(Bits::new(&k), &group.generator())]);
    assert_eq!(sum.unwrap(), p);
}

#[test]
fn encodings_of_multiples() {
    let engine = engine(PairingName::Bls12381);
    let mut compared = 0;
    let mut multiples = [0; 2];
    for line in include_str!("../vectors/bls12_381_points.txt").lines() {
        let [group, compressed, whole] = line.split(' ').collect::<Vec<_>>()[..] else { continue };
        let (compressed, whole) = (hex(compressed), hex(whole));
        match group {
            "g1" => check_multiple::<G1>(&*engine, multiples[0], &compressed, &whole),
            "g2" => check_multiple::<G2>(&*engine, multiples[1], &compressed, &whole),
            _ => continue,
        }
        multiples[usize::from(group == "g2")] += 1;
        compared += 6;
    }
    assert_eq!((multiples, compared), ([40, 40], 480));
}

#[test]
fn strict_decoding() {
    let engine = engine(PairingName::Bls12381);
    let (mut valid, mut invalid) = (0, 0);
    for line in include_str!("../vectors/bls_signatures.txt").lines() {
        let [kind, text, verdict] = line.split(' ').collect::<Vec<_>>()[..] else { continue };
        let accepted = match kind {
            "deserialization_G1" => engine.g1().decode(&hex(text)).map(|_| ()),
            "deserialization_G2" => engine.g2().decode(&hex(text)).map(|_| ()),
            _ => continue,
        };
        assert_eq!(accepted.is_ok(), verdict == "true", "{line}: {accepted:?}");
        *(if accepted.is_ok() { &mut valid } else { &mut invalid }) += 1;
    }
    assert_eq!((valid, invalid), (4, 17));
    // Every change of a single bit gives another point or none, never the same.
    let (g1, mut changed) = (engine.g1(), 0);
    for encoded in [g1.encode(&g1.generator()).unwrap(), g1.compress(&g1.generator()).unwrap()] {
        for bit in 0..8 * encoded.len() {
            let mut wrong = encoded.clone();
            wrong[bit / 8] ^= 0x80 >> (bit % 8);
            assert_ne!(g1.decode(&wrong), Ok(g1.generator()), "bit {bit}");
            changed += 1;
        }
    }
    assert_eq!(changed, 8 * 144);
    assert!(g1.decode(&[]).is_err());
}

/// `exponent` times `r` takes every point to 0. For points of the whole curve, most of them outside
/// the group, compares the engine's verdict with a multiplication by `r`.
fn membership<F>(
    f: F,
    b: F::El,
    group: &dyn Verdict,
    r: &BigUint,
    [cofactor, exponent]: [&BigUint; 2],
) -> [usize; 2]
where
    F: VartimeField + Encoding + SquareRoot + Copy,
{
    let curve = Curve::new(f, f.zero(), b, Coefficient::Zero);
    let law = Complete::new(curve);
    let scalar = |n: &BigUint| words(n, (n.bits() as usize).div_ceil(WORD_BITS));
    let times = |n: &BigUint, p: &AffinePoint<F>| {
        let product = straus_vartime(&law, &[(Bits::new(&scalar(n)), p)], 2);
        let mut entry = [AffinePoint::neutral(&f)];
        law.normalise(&[product], &mut entry);
        entry[0]
    };
    let mut rng = rng(cofactor.bits());
    let mut verdicts = [0; 2];
    let mut abscissa = vec![0; f.encoded_bytes()];
    let mut tried = 0;
    while tried < 6 {
        // Each coefficient below the prime.
        rng.fill_bytes(&mut abscissa);
        let half = abscissa.len() / group.degree();
        abscissa.chunks_mut(half).for_each(|part| part[half - 1] &= 7);
        let x = f.decode(&abscissa).expect("below the prime");
        let (y, exists) = f.sqrt(&curve.right_side(&x));
        if !exists.to_bool_vartime() {
            continue;
        }
        tried += 1;
        let p = AffinePoint::new(x, y);
        // The point, its part in the group, its part outside, and parts of small order with and
        // without a member.
        let inside = times(cofactor, &p);
        let mut candidates = vec![p, inside, times(r, &p)];
        for prime in [3_u32, 11, 13, 23, 10177] {
            let part = exponent / prime;
            if &part * prime == *exponent {
                let mut small = times(&(&part * r), &p);
                let sum = law.add_entry(&law.lift(&inside), &small);
                candidates.push(small);
                law.normalise(&[sum], core::slice::from_mut(&mut small));
                candidates.push(small);
            }
        }
        for p in candidates {
            if p.neutral.to_bool_vartime() {
                continue;
            }
            let expected = times(r, &p).neutral.to_bool_vartime();
            let encode = |a: &F::El| {
                let mut bytes = vec![0; f.encoded_bytes()];
                f.encode_be(&mut bytes, a).unwrap();
                bytes
            };
            assert_eq!(group.accepts(&encode(&p.x), &encode(&p.y)), expected);
            verdicts[usize::from(expected)] += 1;
        }
    }
    verdicts
}

trait Verdict {
    fn degree(&self) -> usize;
    fn accepts(&self, x: &[u8], y: &[u8]) -> bool;
}

impl Verdict for &dyn PairingGroup<G1> {
    fn degree(&self) -> usize {
        1
    }

    fn accepts(&self, x: &[u8], y: &[u8]) -> bool {
        self.point(x, y).is_ok()
    }
}

impl Verdict for &dyn PairingGroup<G2> {
    fn degree(&self) -> usize {
        2
    }

    fn accepts(&self, x: &[u8], y: &[u8]) -> bool {
        self.point(x, y).is_ok()
    }
}

#[test]
fn membership_is_that_of_multiplication_by_the_order() {
    let one = BigUint::from(1_u32);
    // BLS12: r = u⁴ - u² + 1, p + 1 - t = h₁ r with t = u + 1; #E' = p² + 1 - (t² - 2p) - … is
    // taken as h₂ r.
    let bls = engine(PairingName::Bls12381);
    let r = big(bls.order());
    let u = BigUint::from(0xd201_0000_0001_0000_u64);
    assert_eq!(r, u.pow(4) - u.pow(2) + &one);
    let h1 = (&u + &one).pow(2) / 3_u32;
    let p = big(Bls12381::new(Portable).modulus());
    assert_eq!(&p + &u, &h1 * &r, "p + 1 - t");
    // Scott 2021: h₂ = (u⁸ - 4u⁷ + 5u⁶ - 4u⁴ + 6u³ - 4u² - 4u + 13)/9, here with -u for u.
    let h2 = (u.pow(8) + 4_u32 * u.pow(7) + 5_u32 * u.pow(6) + 4_u32 * &u + 13_u32
        - 4_u32 * u.pow(4)
        - 6_u32 * u.pow(3)
        - 4_u32 * u.pow(2))
        / 9_u32;
    // The condition under which the test by one multiplication suffices.
    let gcd = |mut a: BigUint, mut b: BigUint| {
        while b != BigUint::ZERO {
            (a, b) = (b.clone(), a % b);
        }
        a
    };
    assert_eq!(gcd(h1.clone(), h2.clone()), one);
    let f = Bls12381::new(Portable);
    let fp2 = Fp2::<_, OnePlusU>::new(f);
    let four = f.small(4);
    let [outside, inside] = membership(f, four, &bls.g1(), &r, [&h1, &(&u + &one)]);
    assert!(outside >= 20 && inside >= 6, "G1: {outside} {inside}");
    let [outside, inside] = membership(fp2, [four, four], &bls.g2(), &r, [&h2; 2]);
    assert!(outside >= 12 && inside >= 6, "G2: {outside} {inside}");

    // BN: the whole curve has r points, the twist (2p - r) r.
    let nogami = engine(PairingName::Bn254);
    let r = big(nogami.order());
    let f = Bn254Nogami::new(Portable);
    let h2 = 2_u32 * big(f.modulus()) - &r;
    let [outside, inside] = membership(f, f.small(2), &nogami.g1(), &r, [&one; 2]);
    assert_eq!((outside, inside > 5), (0, true));
    let fp2 = Fp2::<_, OnePlusU>::new(f);
    let b = fp2.mul(&fp2.small(2), &fp2.inv0(&[f.one(), f.one()]));
    let [outside, inside] = membership(fp2, b, &nogami.g2(), &r, [&h2; 2]);
    assert!(outside >= 6 && inside >= 6, "bn254: {outside} {inside}");

    let snark = engine(PairingName::Bn254Snark);
    let r = big(snark.order());
    let f = Bn254Snark::new(Portable);
    let h2 = 2_u32 * big(f.modulus()) - &r;
    let fp2 = Fp2::<_, NinePlusU>::new(f);
    let b = fp2.mul(&fp2.small(3), &fp2.inv0(&[f.small(9), f.one()]));
    let [outside, inside] = membership(fp2, b, &snark.g2(), &r, [&h2; 2]);
    assert!(outside >= 6 && inside >= 6, "bn254-snark: {outside} {inside}");
}

fn check_hash<P: SourcePoint>(engine: &dyn PairingEngine, fields: &[&str]) {
    let [_, suite, tag, message, x, y] = fields[..] else { panic!("{fields:?}") };
    let (tag, message) = (hex(tag), hex(message));
    let p: P = match suite {
        "RO" => hash_to_group(engine, &message, &tag),
        _ => encode_to_group(engine, &message, &tag),
    }
    .unwrap();
    let [x, y] = [x, y].map(|c| bytes(&numbers(c), 48));
    assert_eq!(P::group(engine).point(&x, &y).unwrap(), p, "{fields:?}");
}

#[test]
fn hash_to_curve_vectors() {
    let engine = engine(PairingName::Bls12381);
    let mut compared = [0; 3];
    for line in include_str!("../vectors/hash_to_curve.txt").lines() {
        let fields: Vec<_> = line.split(' ').collect();
        match fields[..] {
            ["expand", tag, message, length, output] => {
                let length = length.parse().unwrap();
                let bytes = expand_message_xmd::<Sha256>(&hex(message), &hex(tag), length).unwrap();
                assert_eq!(bytes, hex(output), "{line}");
                compared[0] += 1;
            }
            ["G1", ..] => {
                check_hash::<G1>(&*engine, &fields);
                compared[1] += 1;
            }
            ["G2", ..] => {
                check_hash::<G2>(&*engine, &fields);
                compared[2] += 1;
            }
            _ => assert!(line.starts_with('#'), "{line}"),
        }
    }
    assert_eq!(compared, [16, 8, 8]);
    assert!(expand_message_xmd::<Sha256>(b"", b"", 32).is_err(), "no tag");
    assert!(expand_message_xmd::<Sha256>(b"", b"tag", 255 * 32 + 1).is_err(), "too long");
    let bn = PairingName::engine(PairingName::Bn254, Features::detect());
    assert!(hash_to_group::<G1>(&*bn, b"", b"tag").is_err(), "no suite");
}

/// One block by the definition, with tags up to and beyond the longest that is not hashed.
#[test]
fn tags_of_all_lengths() {
    let block = |tag: &[u8]| {
        let tag = [tag, &[tag.len() as u8]].concat();
        let first = Sha256::digest([&[0; 64][..], b"message", &[0, 32, 0], &tag].concat());
        Sha256::digest([&first[..], &[1], &tag].concat())
    };
    for length in [1, 254, 255, 256, 1000] {
        let tag = vec![7; length];
        let hashed = Sha256::digest([b"H2C-OVERSIZE-DST-", &tag[..]].concat());
        let expected = block(if length > 255 { &hashed } else { &tag });
        let bytes = expand_message_xmd::<Sha256>(b"message", &tag, 32).unwrap();
        assert_eq!(bytes, expected[..], "{length}");
    }
}

/// The engines of BLS12-381: over words, across lanes in plain Rust, and of this processor.
fn engines() -> [Arc<dyn PairingEngine>; 3] {
    let words = Features::detect().without(Features::AVX512IFMA);
    let name = PairingName::Bls12381;
    [name.engine(words), twins::pairing_engine(name, words), name.engine(Features::detect())]
}

/// Scalars at which digits are 0, 1 or longest, sums meet an entry of the table, its opposite or
/// the neutral element.
fn exceptional_scalars(r: &BigUint) -> Vec<BigUint> {
    let (one, u) = (BigUint::from(1_u32), BigUint::from(0xd201_0000_0001_0000_u64));
    let near = |n: BigUint| [&n - &one, n.clone(), n + &one];
    let square = &u * &u;
    let mut all: Vec<_> =
        [one.clone(), u.clone(), square.clone(), &square * &u, r.clone(), 2_u32 * r]
            .into_iter()
            .flat_map(near)
            .collect();
    for i in 1..16_u32 {
        let digits = [one.clone(), u.clone(), square.clone(), &square * &u];
        let chosen = digits.iter().enumerate().filter(|(j, _)| i >> j & 1 == 1);
        let sum: BigUint = chosen.map(|(_, digit)| digit).sum();
        all.extend([r - &sum, sum]);
    }
    all.push((&one << 256) - &one);
    all
}

/// Returns the number of compared points.
fn same_multiples<P: SourcePoint>() -> usize {
    let engines = engines();
    let mut rng = rng(18);
    let r = big(engines[0].order());
    let mut compared = 0;
    let mut scalars = exceptional_scalars(&r);
    scalars.extend((0..4).map(|_| {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        BigUint::from_bytes_le(&bytes)
    }));
    let group = P::group(&*engines[0]);
    let point = group.multiply_generator(Bits::new(&[5]));
    // Each in a lane, the neutral element in some.
    let all: Vec<_> = scalars.iter().map(|k| words(k, 256 / WORD_BITS)).collect();
    let batch = engines.each_ref().map(|engine| {
        let (group, neutral) = (P::group(&**engine), P::group(&**engine).neutral());
        let point = |i: usize| if i % 5 == 4 { &neutral } else { &point };
        let jobs: Vec<_> = all.iter().enumerate().map(|(i, k)| (Bits::new(k), point(i))).collect();
        group.multiply_batch(&jobs).unwrap()
    });
    for (i, k) in scalars.into_iter().enumerate() {
        // Another algorithm, on the number below the order.
        let reduced = words_of(&(&k % &r));
        let sum = group.sum_of_multiples_vartime(&[(Bits::new(&reduced), &point)]).unwrap();
        for (engine, batch) in engines.iter().zip(&batch) {
            let expected = if i % 5 == 4 { P::group(&**engine).neutral() } else { sum.clone() };
            assert_eq!(batch[i], expected, "{k:x?} of a batch");
            let (group, k) = (P::group(&**engine), words(&k, 256 / WORD_BITS));
            for length in [k.len(), (reduced.len() + 1).min(k.len())] {
                if k[length..].iter().all(|word| *word == 0) {
                    let product = group.multiply(Bits::new(&k[..length]), &point).unwrap();
                    assert_eq!(product, sum, "{k:x?}");
                }
            }
            // The length of a secret key.
            assert_eq!(group.multiply(Bits::with_len(&reduced, 255), &point).unwrap(), sum);
            let neutral = group.neutral();
            assert_eq!(group.multiply(Bits::new(&k), &neutral).unwrap(), neutral);
            compared += 1;
        }
    }
    compared
}

#[test]
fn exceptional_multiples() {
    assert!(same_multiples::<G1>() > 150);
    assert!(same_multiples::<G2>() > 150);
}

#[test]
fn hashes_and_checks_agree() {
    let engines = engines();
    let mut compared = 0;
    for i in 0..12_u8 {
        let hash = |engine: &Arc<dyn PairingEngine>| {
            let (p, q) = (
                hash_to_group::<G1>(&**engine, &[i], b"tag"),
                encode_to_group::<G2>(&**engine, &[i], b"tag"),
            );
            let (p, q) = (p.unwrap(), q.unwrap());
            let [x, y] = q.coordinates().expect("not neutral");
            assert_eq!(engine.g2().point(x, y).unwrap(), q);
            let [x, y] = p.coordinates().expect("not neutral");
            assert_eq!(engine.g1().point(x, y).unwrap(), p);
            (p, q)
        };
        let all = engines.each_ref().map(hash);
        assert!(all[0] == all[1] && all[0] == all[2], "{i}");
        compared += 1;
    }
    assert_eq!(compared, 12);
}

/// Batches against single calls over words, of lengths that fill lanes or not.
fn same_batches<P: SourcePoint>(engine: &dyn PairingEngine, words: &dyn PairingEngine) -> usize {
    let (group, mut compared) = (P::group(engine), 0);
    let messages: Vec<Vec<u8>> = (0..13).map(|i| vec![i; usize::from(i)]).collect();
    let mut messages: Vec<&[u8]> = messages.iter().map(|message| &message[..]).collect();
    let one = |message: &&[u8]| hash_to_group::<P>(words, message, b"tag").unwrap();
    let hashes: Vec<P> = messages.iter().map(one).collect();
    for count in [0, 3, 4, 8, 13] {
        messages.truncate(13);
        let batch = hash_to_group_batch::<P>(engine, &messages[..count], b"tag").unwrap();
        assert_eq!(batch, hashes[..count], "{count} hashes");
        compared += count;
    }
    // Valid points, both of an abscissa, and what is no point in many ways.
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for hash in &hashes {
        rows.push(group.compress(hash).unwrap());
        rows.push(group.compress(&group.negate(hash).unwrap()).unwrap());
    }
    rows.push(group.compress(&group.neutral()).unwrap());
    rows.push(group.encode(&hashes[0]).unwrap());
    for line in include_str!("../vectors/bls_signatures.txt").lines() {
        if let ["deserialization_G1" | "deserialization_G2", text, _] =
            line.split(' ').collect::<Vec<_>>()[..]
        {
            rows.push(hex(text));
        }
    }
    // Random abscissas: on the curve for one of two, and then not in the group.
    for i in 0..16 {
        let mut row = rows[i].clone();
        *row.last_mut().unwrap() ^= 1;
        rows.push(row);
    }
    let rows: Vec<&[u8]> = rows.iter().map(|row| &row[..]).collect();
    let mut valid = 0;
    for (row, point) in rows.iter().zip(group.decode_batch_vartime(&rows)) {
        assert_eq!(point, P::group(words).decode(row), "{row:x?}");
        valid += usize::from(point.is_ok());
        compared += 1;
    }
    assert!(valid >= 28 && rows.len() - valid >= 25, "{valid} of {}", rows.len());
    compared
}

#[test]
fn batches_agree_with_single_calls() {
    let [words, twin, lanes] = engines();
    let mut compared = 0;
    for engine in [&words, &twin, &lanes] {
        compared += same_batches::<G1>(&**engine, &*words);
        compared += same_batches::<G2>(&**engine, &*words);
        let bn = PairingName::Bn254.engine(Features::NONE);
        let (mine, other) = (engine.g1().generator(), bn.g1().generator());
        let jobs = [(Bits::new(&[5]), &mine), (Bits::new(&[5]), &other)];
        assert!(engine.g1().multiply_batch(&jobs).is_err(), "another curve");
        assert!(engine.g1().map_batch(&[&[0; 64], &[0; 63]]).is_err(), "another length");
    }
    assert_eq!(compared, 6 * (28 + 65));
}

#[test]
fn pairings_of_plain_points() {
    let mut compared = 0;
    for name in PairingName::ALL {
        let engine = engine(name);
        let (g1, g2) = (engine.g1(), engine.g2());
        let length = g1.coordinate_bytes();
        for line in include_str!("../vectors/pairing.txt").lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [curve, "pairing", p, q, value] = words[..] else { continue };
            if curve != name.name() {
                continue;
            }
            let (p, q) = (numbers(p), numbers(q));
            let p = g1.point(&bytes(&p[..1], length), &bytes(&p[1..], length)).unwrap();
            let q = g2.point(&bytes(&q[..2], length), &bytes(&q[2..], length)).unwrap();
            let expected: Vec<u8> = numbers(value)
                .iter()
                .flat_map(|c| bytes(core::slice::from_ref(c), length))
                .collect();
            assert_eq!(engine.pairing(&p, &q).unwrap().as_bytes(), expected, "{line}");
            // The uncompressed form, encoded and decoded.
            assert_eq!(g1.decode(&g1.encode(&p).unwrap()).unwrap(), p);
            assert_eq!(g2.decode(&g2.encode(&q).unwrap()).unwrap(), q);
            compared += 3;
        }
        // The neutral element: encoded, decoded, paired.
        let (o1, o2) = (g1.neutral(), g2.neutral());
        assert_eq!(g1.decode(&g1.encode(&o1).unwrap()).unwrap(), o1);
        assert_eq!(g2.decode(&g2.encode(&o2).unwrap()).unwrap(), o2);
        let one = engine.product(&[]).unwrap();
        assert_eq!(engine.pairing(&o1, &g2.generator()).unwrap(), one);
        assert_eq!(engine.pairing(&g1.generator(), &o2).unwrap(), one);
        // r P = 0, (r - 1) P = -P.
        let r = Bits::with_len(engine.order(), engine.order_bits());
        assert!(g1.multiply_generator(r).is_neutral() && g2.multiply_generator(r).is_neutral());
        let less = words_of(&(big(engine.order()) - 1_u32));
        let opposite = g1.negate(&g1.generator()).unwrap();
        assert_eq!(g1.multiply_generator(Bits::new(&less)), opposite);
        assert!(g1.sum_vartime(&[&opposite, &g1.generator()]).unwrap().is_neutral());
        // e(a P, Q) = e(P, a Q) = e(P, Q)^a.
        let a = [123];
        let a = Bits::new(&a);
        let left = engine.pairing(&g1.multiply_generator(a), &g2.generator()).unwrap();
        let once = engine.pairing(&g1.generator(), &g2.generator()).unwrap();
        assert_eq!(engine.pairing(&g1.generator(), &g2.multiply_generator(a)).unwrap(), left);
        assert_eq!(engine.power_vartime(&once, a).unwrap(), left);
        let pairs =
            [(&g1.multiply_generator(a), &g2.generator()), (&opposite, &g2.multiply_generator(a))];
        assert!(engine.product_is_one_vartime(&pairs).unwrap());
        assert!(!engine.product_is_one_vartime(&pairs[..1]).unwrap());
        compared += 11;
    }
    assert_eq!(compared, 14 * 3 + 3 * 11);
    let (bn, bls) = (engine(PairingName::Bn254), engine(PairingName::Bls12381));
    assert!(bls.pairing(&bn.g1().generator(), &bls.g2().generator()).is_err(), "another curve");
    assert!(bls.g1().encode(&bn.g1().generator()).is_err(), "another curve");
}

fn words_of(n: &BigUint) -> Vec<polylimb::authors::limb::Word> {
    words(n, (n.bits() as usize).div_ceil(WORD_BITS))
}
