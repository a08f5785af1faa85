//! Products of powers against num-bigint.

use crate::common::{below, big, modulus, operand, residue, rng, words};
use crate::hooked::counting;
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::authors::limb::Word;
use polylimb::authors::powm::product::{Entry, Job, METHODS, Term};
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::Exponent;
use polylimb::{Alone, Error, Team};
use rand_core::RngCore;

#[test]
fn every_method_with_any_number_of_terms_agrees_with_num_bigint() {
    let mut rng = rng(51);
    let mut compared = 0;
    for bits in [2, 65, 200, 384] {
        let odd = below(&mut rng, 3) > 0;
        let m = modulus(&mut rng, bits, odd);
        let modmul = Modulus::new(&m, &Options::default()).unwrap().modmul().clone();
        let mut scratch = vec![0; modmul.scratch_words()];
        for count in [0, 1, 2, 3, 5, 8, 13, 70] {
            let plain: Vec<_> = (0..count).map(|_| residue(&mut rng, &m)).collect();
            let exponents: Vec<_> = (0..count)
                .map(|_| {
                    let words = 1 + below(&mut rng, m.len() + 1);
                    operand(&mut rng, words)
                })
                .collect();
            let expected = plain.iter().zip(&exponents).fold(BigUint::from(1u32), |r, (g, e)| {
                r * big(g).modpow(&big(e), &big(&m)) % big(&m)
            }) % big(&m);
            let bases: Vec<_> = plain
                .iter()
                .map(|plain| {
                    let mut base = vec![0; modmul.residue_words()];
                    modmul.enter(&mut base, plain, &mut scratch);
                    base
                })
                .collect();
            for method in METHODS {
                for threads in [1, 2, 3, 8] {
                    let terms: Vec<_> = bases
                        .iter()
                        .zip(&exponents)
                        .map(|(base, e)| Term { base, exponent: Exponent::new_vartime(e) })
                        .collect();
                    let split = Shuffled::new(threads);
                    let job = Job { modmul: &*modmul, terms: &terms, split: &split };
                    let mut r = vec![0x5a; modmul.residue_words()];
                    method.product(&job, &mut r).unwrap();
                    let mut product = vec![0; m.len()];
                    modmul.leave(&mut product, &r, &mut scratch);
                    assert_eq!(big(&product), expected, "{} of {count} terms", method.name);
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 4 * 8 * 3 * 4);
}

/// The cost that a method states is its cost, within a tenth: the choice between methods uses it.
#[test]
fn expected_products_are_those_that_are_done() {
    let mut rng = rng(52);
    let m = modulus(&mut rng, 256, true);
    let inner = Modulus::new(&m, &Options::default()).unwrap().modmul().clone();
    let (modmul, counts) = counting(inner);
    let one = {
        let mut one = vec![0; modmul.residue_words()];
        modmul.one(&mut one);
        one
    };
    let mut checked = 0;
    for (count, bits) in [(1, 512), (2, 512), (4, 256), (20, 256), (200, 128)] {
        let random = |rng: &mut rand_chacha::ChaCha8Rng| {
            let e = (0..16).fold(BigUint::ZERO, |e, _| (e << 32u32) + rng.next_u32());
            let top = BigUint::from(1u32) << (bits - 1);
            words(&(e % &top + &top), bits / polylimb::authors::limb::WORD_BITS)
        };
        let exponents: Vec<Vec<Word>> = (0..count).map(|_| random(&mut rng)).collect();
        let terms: Vec<_> =
            exponents.iter().map(|e| Term { base: &one, exponent: Exponent::new(e) }).collect();
        for method in METHODS {
            let job = Job { modmul: &*modmul, terms: &terms, split: &Alone };
            method.product(&job, &mut one.clone()).unwrap();
            let (products, squarings) = counts.take();
            // Squarings: the chain, and one for each table of odd powers.
            assert!(squarings <= bits + count, "{}: {squarings} squarings", method.name);
            let expected = (method.make.products)(count, bits);
            assert!(
                products.abs_diff(expected) * 8 <= expected + 80,
                "{}, {count} terms of {bits} bits: {products} products, expected {expected}",
                method.name
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 15);
    assert_eq!(Entry::choose(2, 256).name, "interleaved");
    assert_eq!(Entry::choose(20, 256).name, "straus");
    assert_eq!(Entry::choose(2000, 256).name, "pippenger");
}

#[test]
fn the_face_computes_and_refuses() {
    let m = Modulus::new(&[100], &Options::default()).unwrap();
    let team = Team::new(2).unwrap();
    let product = |terms: &[(&[Word], &[Word])]| m.product_of_powers_vartime(terms, &team);
    assert_eq!(product(&[]).unwrap(), [1]);
    assert_eq!(product(&[(&[0], &[0])]).unwrap(), [1]);
    assert_eq!(product(&[(&[3], &[3]), (&[7], &[2]), (&[99, 0], &[1, 0])]).unwrap(), [77]);
    assert!(matches!(product(&[(&[100], &[3])]), Err(Error::NotReduced { .. })));
    assert!(matches!(product(&[(&[3], &[])]), Err(Error::Length { .. })));
    assert!(matches!(product(&[(&[], &[3])]), Err(Error::Length { .. })));
    assert!(matches!(Entry::find("nothing"), Err(Error::UnknownName { .. })));
    let modulus_1 = Modulus::new(&[1], &Options::default()).unwrap();
    assert_eq!(modulus_1.product_of_powers_vartime(&[], &Alone).unwrap(), [0]);
}
