//! Powers of a fixed base beside num-bigint, their published costs, and the errors of the face.

mod common;
mod hooked;
mod splits;

use common::{below, big, modulus, operand, residue, rng, words};
use hooked::counting;
use num_bigint::BigUint;
use polylimb::Error;
use polylimb::limb::{WORD_BITS, Word};
use polylimb::modmul::{ConstantTime, ModMul, Modulus, Options};
use polylimb::powm::fixed_base::{METHODS, Prepared, Request, find};
use polylimb::powm::{Exponent, FixedBase, FixedBaseOptions};
use polylimb::team::{Alone, Split, Team};
use splits::Shuffled;
use std::sync::Arc;

/// Exponents of at most so many bits: the edges and random ones.
fn exponents(rng: &mut rand_chacha::ChaCha8Rng, bits: usize) -> Vec<Vec<Word>> {
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
fn every_method_on_every_number_of_lanes_agrees_with_num_bigint() {
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
                for method in METHODS {
                    for max_entries in [0, 8, 100] {
                        let lanes = 1 + below(&mut rng, 5);
                        let request = Request {
                            modmul: modmul.clone(),
                            base: &base,
                            bits: exponent_bits,
                            lanes,
                            max_entries,
                        };
                        let prepared = method.prepare(&request).unwrap();
                        let split = Shuffled::new(lanes);
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
    assert!(compared >= 7000, "only {compared} powers compared");
}

/// A prepared base over a multiplication that counts, whose set-up is not counted.
fn counted(
    method: &str,
    bits: usize,
    max_entries: usize,
) -> (Box<dyn Prepared>, Arc<hooked::Counts>) {
    let m = modulus(&mut rng(42), 128, true);
    let inner = Modulus::new(&m, &Options::default()).unwrap().modmul().clone();
    let (modmul, counts) = counting(inner);
    let base = enter(&*modmul, &words(&BigUint::from(3u32), m.len()));
    let request = Request { modmul, base: &base, bits, lanes: 1, max_entries };
    let prepared = find(method).unwrap().prepare(&request).unwrap();
    counts.take();
    (prepared, counts)
}

/// Products and squarings for this exponent.
fn cost(
    prepared: &dyn Prepared,
    counts: &hooked::Counts,
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
fn the_comb_costs_a_plus_b_less_2_whatever_the_exponent() {
    let bits = 512;
    let mut shapes = 0;
    for max_entries in [2, 4, 16, 64, 256] {
        let (prepared, counts) = counted("lim-lee-comb", bits, max_entries);
        assert!(prepared.entries() <= max_entries);
        let mut seen = vec![];
        for exponent in exponents(&mut rng(43), bits) {
            seen.push(cost(&*prepared, &counts, &exponent, &Alone));
        }
        assert!(seen.iter().all(|cost| *cost == seen[0]), "{seen:?}");
        // Of the rectangles with so many entries one has a = products + 1 columns in blocks of b = squarings + 1.
        let (a, b) = (seen[0].0 + 1, seen[0].1 + 1);
        let fits = |h: &usize| bits.div_ceil(*h) == a && a.div_ceil(b) << h == prepared.entries();
        assert!(
            (1..=7).any(|h| fits(&h)),
            "{a} columns, blocks of {b}, {} entries",
            prepared.entries()
        );
        shapes += 1;
    }
    assert_eq!(shapes, 5);
}

#[test]
fn bgmw_costs_what_its_digits_say_and_at_most_m_plus_h_less_2() {
    let bits = 512;
    for max_entries in [74, 100, 512] {
        let (prepared, counts) = counted("bgmw", bits, max_entries);
        let m = prepared.entries();
        let w = bits.div_ceil(m);
        let h = (1 << w) - 1;
        let mut most = 0;
        for exponent in exponents(&mut rng(44), bits) {
            let digits: Vec<_> =
                (0..m).map(|i| Exponent::new(&exponent).window(i * w, w) as usize).collect();
            let (products, squarings) = cost(&*prepared, &counts, &exponent, &Alone);
            let different = digits.iter().filter(|&&d| d > 0).count();
            let (top, least) = (
                digits.iter().max().copied().unwrap_or(0),
                digits.iter().filter(|&&d| d > 0).min().copied().unwrap_or(1),
            );
            // Multiplying by 1 costs nothing. From the least digit down squarings may take the steps' place.
            let published = (different + top).saturating_sub(2);
            assert!(products + squarings <= published && published <= m + h - 2);
            if least == 1 {
                assert_eq!((products, squarings), (published, 0));
            }
            most = most.max(products + squarings);
        }
        // All digits occur among random ones of this width: the bound is nearly met.
        assert!(max_entries != 100 || most + h / 2 >= m, "{most} of {}", m + h - 2);
    }
}

#[test]
fn two_lanes_halve_what_one_does() {
    for (method, entries, percent) in [("lim-lee-comb", 256, 57), ("bgmw", 100, 60)] {
        let (prepared, counts) = counted(method, 512, entries);
        let e: Vec<Word> = operand(&mut rng(7), 512 / WORD_BITS).iter().map(|w| w ^ 0x35).collect();
        let alone = cost(&*prepared, &counts, &e, &Alone);
        // What both lanes do, with the product at the end: no lane does more than its half and a bit.
        let both = cost(&*prepared, &counts, &e, &Shuffled::new(2));
        let (alone, both) = (alone.0 + alone.1, both.0 + both.1);
        assert!(
            both * 50 <= alone * percent + 50 * 15,
            "{method}: {both} on two lanes, {alone} on one"
        );
    }
}

#[test]
fn the_face_computes_and_refuses() {
    let m = Modulus::new(&[101], &Options::default()).unwrap();
    let base = m.residue(&[7]).unwrap();
    let team: Arc<dyn Split> = Arc::new(Team::new(2).unwrap());
    let mut compared = 0;
    for method in METHODS {
        let options = FixedBaseOptions {
            method: method.name,
            team: Some(team.clone()),
            ..FixedBaseOptions::default()
        };
        let seven = FixedBase::new(&base, 7, &options).unwrap();
        for e in 0..128 {
            let expected = BigUint::from(7u32).modpow(&BigUint::from(e), &BigUint::from(101u32));
            assert_eq!(big(&seven.pow_vartime(&[e]).unwrap().to_words()), expected);
            assert_eq!(seven.pow(&[e, 0, 0]).is_ok(), method.constant_time == ConstantTime::Yes);
            compared += 1;
        }
        let too_large = Error::TooLarge { what: "the exponent", max_bits: 7 };
        assert_eq!(seven.pow_vartime(&[128]).unwrap_err(), too_large);
        assert_eq!(seven.pow_vartime(&[1, 1]).unwrap_err(), too_large);
        assert!(matches!(seven.pow_vartime(&[]), Err(Error::Length { .. })));
        assert!(!format!("{seven:?}").is_empty() && seven.entries() > 0);
    }
    assert_eq!(compared, 256);
    let with = |method, bits, max_threads| {
        let options = FixedBaseOptions { method, max_threads, ..FixedBaseOptions::default() };
        FixedBase::new(&base, bits, &options).map(|_| ()).unwrap_err()
    };
    assert!(matches!(with("nothing", 7, 1), Error::UnknownName { .. }));
    assert!(matches!(with("bgmw", 0, 1), Error::Parameter { .. }));
    assert!(matches!(with("bgmw", 7, 0), Error::Threads { .. }));
    assert!(matches!(with("bgmw", usize::MAX, 1), Error::TooLarge { .. }));
}
