//! Sums of many multiples by engines against multiples and sums one by one.

use crate::common::rng;
use crate::splits::Shuffled;
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::multiply::{Engine, PlainPoint, engine};
use polylimb::cpu::Features;
use polylimb::{Alone, Error};
use rand_core::RngCore;

/// Scalars of any size and points, some of them equal or opposite to others.
fn terms(engine: &dyn Engine, count: usize) -> Vec<(Vec<Word>, PlainPoint)> {
    let mut rng = rng(count as u64);
    let words = engine.parameters().order().len();
    let mut terms: Vec<(Vec<Word>, PlainPoint)> = Vec::new();
    let mut less_one = engine.parameters().order().to_vec();
    less_one[0] -= 1;
    for i in 0..count {
        let p = match i % 5 {
            2 => terms[i / 2].1.clone(),
            4 => engine.multiply(Bits::new(&less_one), &terms[i / 3].1).unwrap().unwrap(),
            _ => engine.multiply_generator(Bits::new(&[rng.next_u64() as Word | 1])).unwrap(),
        };
        let mut k: Vec<Word> = (0..words).map(|_| rng.next_u64() as Word).collect();
        match i % 7 {
            1 => k.fill(0),
            3 => k.fill(Word::MAX),
            5 => k.clone_from(&less_one),
            _ => {}
        }
        terms.push((k, p));
    }
    terms
}

#[test]
fn sums_of_multiples() {
    let mut compared = 0;
    let without = Features::detect().without(Features::AVX512IFMA);
    for (name, features) in [
        ("P-256", Features::detect()),
        ("P-256", without),
        ("secp256k1", Features::detect()),
        ("secp256k1", without),
        ("P-384", Features::detect()),
        ("P-521", Features::detect()),
        ("brainpoolP256r1", Features::detect()),
        #[cfg(feature = "binary-curves")]
        ("B-163", Features::detect()),
    ] {
        let engine = engine(&Parameters::named(name).unwrap(), features).unwrap();
        for count in [0, 1, 3, 32, 75] {
            let all = terms(&*engine, count);
            let mut expected: Option<PlainPoint> = None;
            for (k, p) in &all {
                let product = engine.multiply(Bits::new(k), p).unwrap();
                expected = match (expected, product) {
                    (Some(sum), Some(product)) => engine.add(&sum, &product).unwrap(),
                    (sum, product) => sum.or(product),
                };
            }
            let terms: Vec<_> = all.iter().map(|(k, p)| (Bits::new(k), p)).collect();
            for threads in [1, 3] {
                let sum = engine.sum_of_multiples_vartime(&terms, &Shuffled::new(threads));
                assert_eq!(sum.unwrap(), expected, "{name}, {count}");
                compared += 1;
            }
        }
        let p = engine.multiply_generator(Bits::new(&[1])).unwrap();
        let wrong = PlainPoint::new(p.x(), p.x());
        let one = [1];
        let mut terms = vec![(Bits::new(&one), &p); 40];
        terms[17].1 = &wrong;
        let error = engine.sum_of_multiples_vartime(&terms, &Alone);
        assert!(matches!(error, Err(Error::Curve { .. })), "{name}");
    }
    assert!(compared >= 70, "only {compared} sums compared");
}
