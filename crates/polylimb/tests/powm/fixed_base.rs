//! Powers of a fixed base against num-bigint, and the gain by threads.

use super::fixed_base_methods;
use crate::common::{below, big, modulus, operand, residue, rng, words};
use crate::hooked::{Counts, counting};
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::authors::modmul::ModMul;
use polylimb::authors::powm::fixed_base::{Entry, Prepared, Request};
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::Exponent;
use polylimb::{Alone, Split};
use std::sync::Arc;

/// Exponents of at most `bits` bits: the edges and random ones.
pub fn exponents(rng: &mut rand_chacha::ChaCha8Rng, bits: usize) -> Vec<Vec<Word>> {
    let n = bits.div_ceil(WORD_BITS);
    let all = BigUint::from(2u32).pow(bits as u32) - 1u32;
    let mut numbers = vec![BigUint::ZERO, BigUint::from(1u32), (&all + 1u32) >> 1, all.clone()];
    numbers.extend((0..3).map(|_| big(&operand(rng, n)) & &all));
    numbers.iter().map(|number| words(number, n)).collect()
}

fn enter(modmul: &dyn ModMul, plain: &[Word]) -> Vec<Word> {
    let mut residue = vec![0; modmul.residue_words()];
    modmul.enter(&mut residue, plain, &mut vec![0; modmul.scratch_words()]);
    residue
}

fn leave(modmul: &dyn ModMul, residue: &[Word]) -> BigUint {
    let mut plain = vec![0; modmul.modulus().len()];
    modmul.leave(&mut plain, residue, &mut vec![0; modmul.scratch_words()]);
    big(&plain)
}

#[test]
fn every_method_on_every_number_of_threads_agrees_with_num_bigint() {
    let mut rng = rng(41);
    let mut compared = 0;
    for bits in [2, 3, 64, 127, 300, 521] {
        let odd = below(&mut rng, 3) > 0;
        let m = modulus(&mut rng, bits, odd);
        let modmul = Modulus::new(&m, &Options::default()).unwrap().modmul().clone();
        for plain in [vec![0; m.len()], residue(&mut rng, &m), residue(&mut rng, &m)] {
            let base = enter(&*modmul, &plain);
            for exponent_bits in [1, 2, 7, 65, 260] {
                let exponents = exponents(&mut rng, exponent_bits);
                for method in fixed_base_methods() {
                    for max_entries in [0, 8, 100] {
                        let threads = 1 + below(&mut rng, 5);
                        let request = Request {
                            modmul: modmul.clone(),
                            base: &base,
                            bits: exponent_bits,
                            threads,
                            max_entries,
                        };
                        let prepared = method.prepare(&request).unwrap();
                        let split = Shuffled::new(threads);
                        for exponent in &exponents {
                            let expected = big(&plain).modpow(&big(exponent), &big(&m));
                            let e = Exponent::with_len(exponent, exponent_bits);
                            let mut r = vec![0x5a; base.len()];
                            prepared.pow(&mut r, e, &split);
                            assert_eq!(leave(&*modmul, &r), expected, "{}", method.name);
                            prepared.pow_vartime(&mut r, e, &split);
                            assert_eq!(leave(&*modmul, &r), expected, "{} vartime", method.name);
                            compared += 2;
                        }
                    }
                }
            }
        }
    }
    assert!(compared >= 3500 * fixed_base_methods().count(), "only {compared} powers compared");
}

fn entry(name: &str) -> Option<&'static Entry> {
    fixed_base_methods().find(|method| method.name == name)
}

/// A prepared base over a counting multiplication, which does not count the preparation.
pub fn counted(method: &str, bits: usize, max_entries: usize) -> (Box<dyn Prepared>, Arc<Counts>) {
    let m = modulus(&mut rng(42), 128, true);
    let inner = Modulus::new(&m, &Options::default()).unwrap().modmul().clone();
    let (modmul, counts) = counting(inner);
    let base = enter(&*modmul, &words(&BigUint::from(3u32), m.len()));
    let request = Request { modmul, base: &base, bits, threads: 1, max_entries };
    let prepared = entry(method).unwrap().prepare(&request).unwrap();
    counts.take();
    (prepared, counts)
}

/// Products and squarings for this exponent.
pub fn cost(
    prepared: &dyn Prepared,
    counts: &Counts,
    e: &[Word],
    split: &dyn Split,
) -> (usize, usize) {
    let modmul_words = Modulus::new(&modulus(&mut rng(42), 128, true), &Options::default())
        .unwrap()
        .modmul()
        .residue_words();
    prepared.pow(&mut vec![0; modmul_words], Exponent::new(e), split);
    counts.take()
}

#[test]
fn two_threads_halve_what_one_does() {
    for (method, entries, percent) in [("lim-lee-comb", 256, 57), ("bgmw", 100, 60)] {
        if entry(method).is_none() {
            continue;
        }
        let (prepared, counts) = counted(method, 512, entries);
        let e: Vec<Word> = operand(&mut rng(7), 512 / WORD_BITS).iter().map(|w| w ^ 0x35).collect();
        let alone = cost(&*prepared, &counts, &e, &Alone);
        // The work of both threads, with the product at the end: no thread does much more than
        // half.
        let both = cost(&*prepared, &counts, &e, &Shuffled::new(2));
        let (alone, both) = (alone.0 + alone.1, both.0 + both.1);
        assert!(
            both * 50 <= alone * percent + 50 * 15,
            "{method}: {both} on two threads, {alone} on one"
        );
    }
}
