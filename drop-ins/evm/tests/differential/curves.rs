//! Points: of the groups, outside of them, of no curve, with coordinates that are not reduced.

use super::{OURS, plus, random, rng, same};
use polylimb::authors::field::extension::{Fp2, NinePlusU, OnePlusU};
use polylimb::authors::field::prime::{Bls12381, Bn254Snark, Portable};
use polylimb::authors::field::{Encoding, Field, SquareRoot};
use polylimb::authors::limb::{Bits, Mask, Natural};
use polylimb::cpu::Features;
use polylimb::pairing::{G1, G2, PairingEngine, PairingGroup, PairingName};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::RngCore;
use revm_precompile::bls12_381::{G1Point, G2Point};
use revm_precompile::primitives::hex;
use revm_precompile::{Crypto, DefaultCrypto, PrecompileHalt};
use std::sync::Arc;

const BN_PRIME: [u8; 32] = hex!("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
const BN_ORDER: [u8; 32] = hex!("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
const BLS_PRIME: [u8; 48] = hex!(
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
const BLS_ORDER: [u8; 32] =
    hex!("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");

/// A random point of `y² = x³ + b`, most likely outside of the group of prime order.
fn on_curve<F>(f: &F, b: &F::El, rng: &mut ChaCha20Rng) -> [Vec<u8>; 2]
where
    F: Field<Mask = Mask> + Encoding + SquareRoot,
{
    loop {
        let mut bytes = vec![0; f.encoded_bytes()];
        rng.fill_bytes(&mut bytes);
        // Below the prime, in each coefficient.
        for half in bytes.chunks_mut(f.encoded_bytes().min(48)) {
            half[0] = 0;
        }
        let length = bytes.len();
        bytes[length / 2] = 0;
        let Ok(x) = f.decode_be(&bytes) else { continue };
        let (y, exists) = f.sqrt(&f.add(&f.mul(&f.sqr(&x), &x), b));
        if exists.to_bool_vartime() {
            let mut ordinate = vec![0; length];
            f.encode_be(&mut ordinate, &y).expect("the length");
            return [bytes, ordinate];
        }
    }
}

/// Points of a group, as `x` and `y`: neutral, generator, its opposite, random ones.
fn of_group<P>(
    group: &dyn PairingGroup<P>,
    rng: &mut ChaCha20Rng,
    coordinates: fn(&P) -> Option<[&[u8]; 2]>,
) -> Vec<[Vec<u8>; 2]> {
    let mut points = vec![group.neutral(), group.generator()];
    points.push(group.negate(&points[1]).expect("a point"));
    for _ in 0..2 {
        let k = Natural::from_be_bytes(&random::<32>(rng));
        points.push(group.multiply_generator(Bits::new_vartime(k.words())));
    }
    let bytes = group.coordinate_bytes();
    let both = |p: &P| match coordinates(p) {
        Some(both) => both.map(<[u8]>::to_vec),
        None => [vec![0; bytes], vec![0; bytes]],
    };
    points.iter().map(both).collect()
}

/// Points that are none: not on the curve, not reduced, half of them 0.
fn wrong(good: &[Vec<u8>; 2], prime: &[u8]) -> Vec<[Vec<u8>; 2]> {
    let [x, y] = good;
    let zero = vec![0; x.len()];
    // The prime, or it beside a coefficient.
    let mut high = zero.clone();
    high[..prime.len()].copy_from_slice(prime);
    let mut low = x.clone();
    let at = low.len() - prime.len();
    low[at..].copy_from_slice(prime);
    let mut other = y.clone();
    *other.last_mut().expect("bytes") ^= 1;
    vec![
        [x.clone(), other],
        [y.clone(), x.clone()],
        [zero.clone(), y.clone()],
        [x.clone(), zero.clone()],
        [high.clone(), y.clone()],
        [low, y.clone()],
        [zero, high],
        [vec![0xff; x.len()], y.clone()],
        [x.clone(), vec![0xff; x.len()]],
    ]
}

fn engine(name: PairingName) -> Arc<dyn PairingEngine> {
    name.engine(Features::NONE)
}

/// How many results were compared, and how many of them were no reason to halt.
#[derive(Default)]
struct Count(usize, usize);

impl Count {
    fn add<T>(&mut self, result: &Result<T, PrecompileHalt>) {
        self.0 += 1;
        self.1 += usize::from(result.is_ok());
    }
}

fn scalars(order: [u8; 32], rng: &mut ChaCha20Rng) -> Vec<[u8; 32]> {
    let mut scalars: Vec<_> = (-1..=1).map(|n| plus(order, n)).collect();
    scalars.extend([[0; 32], plus([0; 32], 1), plus([0; 32], 2), [0xff; 32], random(rng)]);
    scalars
}

#[test]
fn bn254() {
    let (mut rng, engine) = (rng(5), engine(PairingName::Bn254Snark));
    let mut count = Count::default();
    let mut g1 = of_group(engine.g1(), &mut rng, G1::coordinates);
    g1.extend(wrong(&g1[3], &BN_PRIME));
    let g1: Vec<_> = g1.iter().map(|p| p.concat()).collect();
    for p in &g1 {
        for q in &g1 {
            count.add(&same("add", |crypto| crypto.bn254_g1_add(p, q)));
        }
        for k in scalars(BN_ORDER, &mut rng) {
            count.add(&same("multiply", |crypto| crypto.bn254_g1_mul(p, &k)));
        }
    }
    assert_eq!((count.0, count.1), (14 * (14 + 8), 5 * (5 + 8)));

    let fp2 = Fp2::<_, NinePlusU>::new(Bn254Snark::new(Portable));
    let curve = polylimb::authors::pairing::PairingCurve::bn254_snark(fp2);
    let mut g2 = of_group(engine.g2(), &mut rng, G2::coordinates);
    g2.extend(wrong(&g2[3], &BN_PRIME));
    g2.extend((0..3).map(|_| on_curve(&fp2, curve.twist_coefficient(), &mut rng)));
    let g2: Vec<_> = g2.iter().map(|p| p.concat()).collect();
    let mut count = Count::default();
    let mut check = |pairs: &[(&[u8], &[u8])]| {
        let verdict = same("pairings", |crypto| crypto.bn254_pairing_check(pairs));
        count.add(&verdict);
        verdict == Ok(true)
    };
    assert!(check(&[]));
    for q in &g2 {
        check(&[(&g1[3], q)]);
        check(&[(&g1[0], q)]);
        check(&[(&g1[1], &g2[3]), (&g1[4], q)]);
    }
    for p in &g1 {
        check(&[(p, &g2[1])]);
        check(&[(p, &g2[0])]);
        check(&[(p, &g2[5])]);
    }
    // e(P, Q) e(-P, Q) = 1, in any order, beside neutral elements.
    let (p, minus_p, zero) = (&g1[1], &g1[2], &g1[0]);
    for q in &g2[1..5] {
        assert!(check(&[(p, q), (minus_p, q)]));
        assert!(check(&[(minus_p, q), (zero, q), (p, q), (p, &g2[0])]));
        assert!(!check(&[(p, q), (p, q)]));
    }
    let many: Vec<_> = (0..10).map(|i| (&g1[1 + i % 2][..], &g2[3][..])).collect();
    assert!(check(&many) && !check(&many[1..]));
    assert!(count.0 == 1 + 3 * (17 + 14) + 12 + 2 && count.1 > 30, "{}, {}", count.0, count.1);
    // revm's default panics.
    let short = OURS.bn254_g1_add(&g1[1][..63], &g1[1]);
    assert_eq!(short, Err(PrecompileHalt::Bn254PairLength));
}

fn g1_of([x, y]: &[Vec<u8>; 2]) -> G1Point {
    let number = |bytes: &[u8]| bytes.try_into().expect("48 bytes");
    (number(x), number(y))
}

/// From the higher coefficient first to the lower one first.
fn g2_of([x, y]: &[Vec<u8>; 2]) -> G2Point {
    let number = |bytes: &[u8]| bytes.try_into().expect("48 bytes");
    (number(&x[48..]), number(&x[..48]), number(&y[48..]), number(&y[..48]))
}

/// Valid points, then wrong ones, then points outside of the group.
fn bls_points(rng: &mut ChaCha20Rng) -> (Vec<G1Point>, Vec<G2Point>) {
    let engine = engine(PairingName::Bls12381);
    let f = Bls12381::new(Portable);
    let fp2 = Fp2::<_, OnePlusU>::new(f);
    let curve = polylimb::authors::pairing::PairingCurve::bls12_381(fp2);
    let mut g1 = of_group(engine.g1(), rng, G1::coordinates);
    g1.extend(wrong(&g1[3], &BLS_PRIME));
    g1.extend((0..3).map(|_| on_curve(&f, &f.small(4), rng)));
    let mut g2 = of_group(engine.g2(), rng, G2::coordinates);
    g2.extend(wrong(&g2[3], &BLS_PRIME));
    g2.extend((0..3).map(|_| on_curve(&fp2, curve.twist_coefficient(), rng)));
    (g1.iter().map(g1_of).collect(), g2.iter().map(g2_of).collect())
}

#[test]
fn bls12_381_sums() {
    let mut rng = rng(6);
    let (g1, g2) = bls_points(&mut rng);
    let mut count = Count::default();
    for (p, p2) in g1.iter().zip(&g2) {
        for (q, q2) in g1.iter().zip(&g2) {
            count.add(&same("add in G1", |crypto| crypto.bls12_381_g1_add(*p, *q)));
            count.add(&same("add in G2", |crypto| crypto.bls12_381_g2_add(*p2, *q2)));
        }
    }
    // Sums outside of the groups, too.
    assert_eq!((count.0, count.1), (2 * 17 * 17, 2 * 8 * 8));

    let scalars = scalars(BLS_ORDER, &mut rng);
    let mut count = Count::default();
    let mut compare = |indices: &[usize]| {
        let (mut k, mut k2) = (scalars.iter().cycle(), scalars.iter().cycle());
        let of_g1: Vec<_> = indices.iter().map(|&i| (g1[i], *k.next().expect("one"))).collect();
        let of_g2: Vec<_> = indices.iter().map(|&i| (g2[i], *k2.next().expect("one"))).collect();
        count.add(&same("sum in G1", |crypto| {
            crypto.bls12_381_g1_msm(&mut of_g1.iter().map(|pair| Ok(*pair)))
        }));
        count.add(&same("sum in G2", |crypto| {
            crypto.bls12_381_g2_msm(&mut of_g2.iter().map(|pair| Ok(*pair)))
        }));
    };
    compare(&[]);
    for i in 0..17 {
        compare(&[i]);
        compare(&[3, 4, i]);
        compare(&[i, 5, 14]);
    }
    // Buckets.
    let many: Vec<_> = (0..40).map(|i| i % 5).collect();
    compare(&many);
    assert!(count.0 == 2 * (2 + 3 * 17) && count.1 > 20, "{}, {}", count.0, count.1);
    // A reason to halt that the caller found.
    let halt = same("a pair that halts", |crypto| {
        let pairs = [Ok((g1[1], scalars[0])), Err(PrecompileHalt::Bls12381FpPaddingInvalid)];
        crypto.bls12_381_g1_msm(&mut pairs.into_iter())
    });
    assert_eq!(halt, Err(PrecompileHalt::Bls12381FpPaddingInvalid));
}

#[test]
fn bls12_381_pairings_and_maps() {
    let mut rng = rng(7);
    let (g1, g2) = bls_points(&mut rng);
    let mut count = Count::default();
    let mut check = |pairs: &[(G1Point, G2Point)]| {
        let verdict = same("pairings", |crypto| crypto.bls12_381_pairing_check(pairs));
        count.add(&verdict);
        verdict == Ok(true)
    };
    assert!(check(&[]));
    for i in 0..17 {
        check(&[(g1[i], g2[3])]);
        check(&[(g1[3], g2[i])]);
        check(&[(g1[0], g2[i])]);
        check(&[(g1[i], g2[0])]);
        check(&[(g1[1], g2[1]), (g1[i], g2[5])]);
    }
    for q in &g2[1..5] {
        assert!(check(&[(g1[1], *q), (g1[2], *q)]));
        assert!(!check(&[(g1[1], *q), (g1[1], *q)]));
    }
    assert_eq!((count.0, count.1), (1 + 5 * 17 + 8, 1 + 5 * 4 + 8));

    let mut numbers: Vec<[u8; 48]> = (-1..=1).map(|n| plus(BLS_PRIME, n)).collect();
    numbers.extend([[0; 48], plus([0; 48], 1), [0xff; 48]]);
    numbers.extend((0..4).map(|_| {
        let mut number = random(&mut rng);
        number[0] %= 0x1a;
        number
    }));
    let mut count = Count::default();
    for a in &numbers {
        count.add(&same("map to G1", |crypto| crypto.bls12_381_fp_to_g1(a)));
        for b in &numbers {
            count.add(&same("map to G2", |crypto| crypto.bls12_381_fp2_to_g2((*a, *b))));
        }
    }
    assert_eq!((count.0, count.1), (10 + 100, 7 + 49));
}

/// True and false claims, and bytes that are none.
#[test]
fn evaluations() {
    // A case of `verify_kzg_proof` of c-kzg-4844, as in revm's own test.
    let commitment = hex!(
        "8f59a8d2a1a625a17f3fea0fe5eb8c896db3764f3185481bc22f91b4aaffcca25f26936857bc3a7c2539ea8ec3a952b7"
    );
    let z = hex!("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000");
    let y = hex!("1522a4a7f34e1ea350ae07c29c96c7e79655aa926122e95fe69fcbd932ca49e9");
    let proof = hex!(
        "a62ad71d14c5719385c0686f1871430475bf3a00f0aa3f7b8dd99a9abc2160744faf0070725e00b60ad9a026a15b1a8c"
    );
    let mut neutral = [0; 48];
    neutral[0] = 0xc0;
    let mut count = Count::default();
    for c in [commitment, proof, neutral, plus(commitment, 1), [0; 48], [0xff; 48]] {
        for pi in [proof, commitment, neutral, plus(proof, 1), [0x80; 48]] {
            for (z, y) in
                [(z, y), (plus(z, -1), y), (z, plus(y, 1)), (plus(z, 1), y), (z, BLS_ORDER)]
            {
                let verdict = same("evaluation", |crypto| crypto.verify_kzg_proof(&z, &y, &c, &pi));
                count.add(&verdict);
            }
        }
    }
    // The polynomial 0.
    count.add(&same("zero", |c| c.verify_kzg_proof(&z, &[0; 32], &neutral, &neutral)));
    assert_eq!((count.0, count.1), (6 * 5 * 5 + 1, 2));
    assert_eq!(DefaultCrypto.verify_kzg_proof(&z, &y, &commitment, &proof), Ok(()));
}
