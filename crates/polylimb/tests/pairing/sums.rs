//! Sums of many multiples in both groups against multiples one by one: over words, over lanes, over
//! the lanes' portable twin, with tables, on threads.

use crate::common::rng;
use crate::splits::Shuffled;
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::pairing::SourcePoint;
use polylimb::authors::twins;
use polylimb::cpu::Features;
use polylimb::pairing::{G1, G2, PairingEngine, PairingGroup, PairingName};
use polylimb::{Alone, Error, Split};
use rand_core::RngCore;

/// Points with repetitions, opposites and neutral elements, and scalars of up to 256 bits with
/// zeros, ones and equal ones; the scalars are not reduced by the order.
fn terms<P: SourcePoint>(group: &dyn PairingGroup<P>, count: usize) -> Vec<([Word; 4], P)> {
    let mut rng = rng(count as u64);
    let mut points: Vec<P> = Vec::new();
    let mut terms = Vec::new();
    for i in 0..count {
        let p = match i % 9 {
            3 => group.neutral(),
            5 => points[i / 2].clone(),
            7 => group.negate(&points[i / 3]).unwrap(),
            _ => group.multiply_generator(Bits::new(&[rng.next_u64() as Word])),
        };
        points.push(p.clone());
        let mut k = [rng.next_u64(), rng.next_u64(), rng.next_u64(), rng.next_u64()];
        match i % 7 {
            1 => k = [0; 4],
            2 => k = [i as u64 % 3, 0, 0, 0],
            4 => k = [0x5555; 4],
            6 => k = [u64::MAX; 4],
            _ => {}
        }
        terms.push((k.map(|word| word as Word), p));
    }
    terms
}

/// The sum by single multiples.
fn one_by_one<P: SourcePoint>(group: &dyn PairingGroup<P>, terms: &[([Word; 4], P)]) -> P {
    let products: Vec<P> =
        terms.iter().map(|(k, p)| group.multiply(Bits::new(k), p).unwrap()).collect();
    group.sum_vartime(&products.iter().collect::<Vec<_>>()).unwrap()
}

fn check<P: SourcePoint>(
    engine: &dyn PairingEngine,
    reference: &dyn PairingEngine,
    counts: &[usize],
) -> usize {
    let group = P::group(engine);
    for &count in counts {
        let all = terms(group, count);
        let expected = one_by_one(P::group(reference), &all);
        let terms: Vec<_> = all.iter().map(|(k, p)| (Bits::new(k), p)).collect();
        assert_eq!(group.sum_of_multiples_vartime(&terms).unwrap(), expected, "{count}");
        for threads in [1, 3, 50] {
            let split: &dyn Split = &Shuffled::new(threads);
            let sum = group.sum_of_multiples_on_vartime(split, &terms).unwrap();
            assert_eq!(sum, expected, "{count} on {threads} threads");
        }
    }
    counts.len() * 4
}

fn check_prepared<P: SourcePoint>(engine: &dyn PairingEngine) {
    let group = P::group(engine);
    // As many bits as tables serve, then more.
    for bits in [200, 256] {
        let mut all = terms(group, 60);
        for (k, _) in &mut all {
            k[3] &= Word::MAX >> (256 - bits);
        }
        let expected: Vec<P> = all.chunks(25).map(|terms| one_by_one(group, terms)).collect();
        let points: Vec<&P> = all.iter().map(|(_, p)| p).collect();
        let scalars: Vec<Bits<'_>> = all.iter().map(|(k, _)| Bits::with_len(k, bits)).collect();
        for tables in [None, Some(25)] {
            let bases = group.prepare(&points, tables).unwrap();
            let sums = |split: &dyn Split, scalars: &[Bits<'_>], each| {
                bases.sums_of_multiples_vartime(split, scalars, each)
            };
            assert_eq!(sums(&Alone, &scalars, 25).unwrap(), expected, "{tables:?}");
            assert_eq!(sums(&Shuffled::new(4), &scalars[..50], 25).unwrap(), expected[..2]);
            assert!(sums(&Alone, &[], 25).unwrap().is_empty());
            let more = [&scalars[..], &scalars[..1]].concat();
            assert!(matches!(sums(&Alone, &more, 25), Err(Error::Length { .. })));
            assert!(matches!(sums(&Alone, &scalars, 0), Err(Error::Length { .. })));
        }
    }
}

const COUNTS: [usize; 8] = [0, 1, 2, 31, 32, 33, 70, 300];

#[test]
fn sums_of_multiples() {
    let words = Features::detect().without(Features::AVX512IFMA);
    let mut compared = 0;
    for name in PairingName::ALL {
        let reference = name.engine(words);
        for engine in [name.engine(Features::detect()), name.engine(words)] {
            compared += check::<G1>(&*engine, &*reference, &COUNTS);
            compared += check::<G2>(&*engine, &*reference, &COUNTS[..7]);
        }
    }
    let twin = twins::pairing_engine(PairingName::Bls12381, words);
    let reference = PairingName::Bls12381.engine(words);
    compared += check::<G1>(&*twin, &*reference, &COUNTS[4..7]);
    compared += check::<G2>(&*twin, &*reference, &COUNTS[4..5]);
    assert_eq!(compared, 3 * 2 * 15 * 4 + 4 * 4);
}

#[test]
fn sums_of_prepared_points() {
    for features in [Features::detect(), Features::detect().without(Features::AVX512IFMA)] {
        let engine = PairingName::Bls12381.engine(features);
        check_prepared::<G1>(&*engine);
        check_prepared::<G2>(&*engine);
    }
}

/// All points equal, all opposite in pairs, and all in one bucket.
#[test]
fn sums_of_one_point() {
    let engine = PairingName::Bls12381.engine(Features::detect());
    let g = engine.g1().generator();
    let opposite = engine.g1().negate(&g).unwrap();
    for count in [40, 257] {
        let k = [3 as Word];
        let equal = vec![(Bits::new(&k), &g); count];
        let product = engine.g1().multiply_generator(Bits::new(&[3 * count as Word]));
        assert_eq!(engine.g1().sum_of_multiples_vartime(&equal).unwrap(), product);
        let pairs: Vec<_> = (0..2 * count)
            .map(|i| (Bits::new(&k), if i < count { &g } else { &opposite }))
            .collect();
        assert!(engine.g1().sum_of_multiples_vartime(&pairs).unwrap().is_neutral());
    }
}

#[test]
fn transforms_of_points() {
    let engine = PairingName::Bls12381.engine(Features::detect());
    let g1 = engine.g1();
    // A root of order 4 modulo the order: 2^32 divides the order less 1, and 7 generates all.
    let root: [Word; 4] = [
        0x0001_0000_0000_0000,
        0xec03_0002_7603_0000,
        0x8d51_ccce_7603_04d0,
        0x0000_0000_0000_0000,
    ];
    let order = engine.order().to_vec();
    let modulus =
        polylimb::modmul::Modulus::new(&order, &polylimb::modmul::Options::default()).unwrap();
    let mut powers = vec![vec![1, 0, 0, 0]];
    for i in 0..3 {
        powers.push(modulus.mul(&powers[i], &root).unwrap());
    }
    assert_eq!(modulus.mul(&powers[3], &root).unwrap(), powers[0]);
    let points: Vec<G1> = terms(g1, 12).into_iter().map(|(_, p)| p).collect();
    let points: Vec<&G1> = points.iter().collect();
    let bits: Vec<_> = powers.iter().map(|k| Bits::new(k)).collect();
    let results = g1.transforms_vartime(&Shuffled::new(2), &points, &bits).unwrap();
    for (row, results) in points.chunks(4).zip(results.chunks(4)) {
        for (i, result) in results.iter().enumerate() {
            let terms: Vec<_> =
                row.iter().enumerate().map(|(j, p)| (bits[i * j % 4], *p)).collect();
            assert_eq!(&g1.sum_of_multiples_vartime(&terms).unwrap(), result);
        }
    }
    assert!(matches!(
        g1.transforms_vartime(&Alone, &points[..5], &bits),
        Err(Error::Parameter { .. })
    ));
}
