//! Every method of exponentiation × multiplication × number of threads against num-bigint.

use super::shared::{all, edge_exponents, power, runs, threads, usual};
use super::{algorithms, methods};
use crate::common::{big, modulus, operand, residue, rng, words};
use crate::splits::{RealThreads, Shuffled};
use num_bigint::BigUint;
use polylimb::authors::limb::WORD_BITS;
use polylimb::authors::modmul::ModMul;
use polylimb::authors::powm::{Entry, Job, Width};
use polylimb::powm::Exponent;
use polylimb::{Alone, Error, Split, Team};

/// Compares one power on every number of threads.
fn check(method: &Entry, modmul: &dyn ModMul, base: &BigUint, exponent: &BigUint) -> usize {
    let m = big(modmul.modulus());
    let expected = base.modpow(exponent, &m);
    let e = words(exponent, (exponent.bits() as usize).div_ceil(WORD_BITS).max(1));
    let mut compared = 0;
    for (i, threads) in threads(method).enumerate() {
        let exponent = if i % 2 == 0 { Exponent::new(&e) } else { Exponent::new_vartime(&e) };
        let got = power(method, modmul, &Shuffled::new(threads), None, base, exponent);
        let (name, algorithm) = (method.name, modmul.name());
        assert_eq!(
            got, expected,
            "{name} on {threads} threads, {algorithm}: {base:#x}^{e:x?} mod {m:#x}"
        );
        compared += 1;
    }
    compared
}

#[test]
fn every_method_over_every_multiplication() {
    let mut rng = rng(40);
    let mut compared = 0;
    for (i, bits) in [2, 3, 9, 64, 65, 127, 192, 600].into_iter().enumerate() {
        let m = modulus(&mut rng, bits, i % 3 != 1);
        let (base, random) = (big(&residue(&mut rng, &m)), big(&operand(&mut rng, m.len())));
        for modmul in all(&m) {
            for method in methods() {
                for exponent in [&random, &big(&m)] {
                    compared += check(method, &*modmul, &base, exponent);
                }
            }
        }
    }
    assert!(compared >= 9 * runs() * algorithms().count(), "only {compared} powers compared");
}

#[test]
fn edge_exponents_and_bases() {
    let mut rng = rng(41);
    let mut compared = 0;
    for (bits, odd) in [(2, true), (9, false), (64, true), (193, true), (256, false)] {
        let m = modulus(&mut rng, bits, odd);
        let modmul = usual(&m);
        let m = big(&m);
        for base in [BigUint::ZERO, 1u32.into(), &m - 1u32, &m / 3u32] {
            for exponent in edge_exponents(&m) {
                for method in methods() {
                    compared += check(method, &*modmul, &base, &exponent);
                }
            }
        }
    }
    assert!(compared >= 286 * runs(), "only {compared} powers compared");
}

#[test]
fn every_size() {
    let sizes: &[usize] = if WORD_BITS == 8 {
        &[16, 521, 1024]
    } else {
        &[16, 31, 33, 63, 160, 224, 384, 512, 521, 777, 1024, 1536, 2048, 3072, 4096, 8192]
    };
    let mut rng = rng(42);
    let mut compared = 0;
    for (i, &bits) in sizes.iter().enumerate() {
        let m = modulus(&mut rng, bits, i % 4 != 2);
        let modmul = usual(&m);
        let base = big(&residue(&mut rng, &m));
        // With a full-length exponent the judge takes seconds for the largest moduli.
        let length = if bits <= 2048 { m.len() } else { (128 * 2048 / bits).div_ceil(WORD_BITS) };
        for method in methods() {
            compared += check(method, &*modmul, &base, &big(&operand(&mut rng, length)));
        }
    }
    assert!(compared >= sizes.len() * runs(), "only {compared} powers compared");
}

#[test]
fn every_width() {
    let mut rng = rng(43);
    let m = modulus(&mut rng, 192, true);
    let modmul = usual(&m);
    let (mut compared, mut runs) = (0, 0);
    for method in methods() {
        let Width::UpTo { most, .. } = method.make.width else { continue };
        runs += threads(method).count();
        for width in 1..=most {
            for bits in [0, 1, width - 1, width, width + 1, 100, 3 * m.len() * WORD_BITS] {
                let base = big(&residue(&mut rng, &m));
                let e = operand(&mut rng, 3 * m.len());
                let exponent = big(&e) & ((BigUint::from(1u32) << bits) - 1u32);
                let expected = base.modpow(&exponent, &big(&m));
                for threads in threads(method) {
                    let split = Shuffled::new(threads);
                    let e = Exponent::with_len(&e, bits);
                    let got = power(method, &*modmul, &split, Some(width), &base, e);
                    assert_eq!(got, expected, "{} {threads} threads, width {width}", method.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 44 * runs, "only {compared} powers compared");
}

#[test]
fn real_threads() {
    let mut rng = rng(44);
    let m = modulus(&mut rng, 256, true);
    let modmul = usual(&m);
    let parallel = || methods().filter(|m| m.threads.max() > 1);
    let mut compared = 0;
    for method in parallel() {
        for threads in threads(method) {
            let team = Team::new(threads).expect("a team");
            let splits: [&dyn Split; 2] = [&team, &RealThreads(threads)];
            for split in splits {
                let (base, e) = (big(&residue(&mut rng, &m)), operand(&mut rng, m.len()));
                let got = power(method, &*modmul, split, None, &base, Exponent::new(&e));
                assert_eq!(
                    got,
                    base.modpow(&big(&e), &big(&m)),
                    "{} {threads} threads",
                    method.name
                );
                compared += 1;
            }
        }
    }
    assert_eq!(
        compared,
        2 * parallel().map(|m| threads(m).count()).sum::<usize>(),
        "only {compared} powers compared"
    );
}

#[test]
fn jobs_are_checked() {
    let modmul = usual(&[101]);
    let residue = vec![1; modmul.residue_words()];
    let long = vec![1; residue.len() + 1];
    let exponent = Exponent::new(&[5]);
    let job = Job { modmul: &*modmul, base: &residue, exponent, split: &Alone, width: None };
    let mut r = residue.clone();
    for method in methods() {
        let two = Shuffled::new(method.threads.min());
        let job = Job { split: &two, ..job };
        assert!(method.pow(&job, &mut r).is_ok());
        let base = Job { base: &long, ..job };
        assert!(matches!(method.pow(&base, &mut r), Err(Error::Length { .. })));
        assert!(matches!(method.pow(&job, &mut long.clone()), Err(Error::Length { .. })));
        for width in [0, 8, usize::MAX] {
            let wide = Job { width: Some(width), ..job };
            assert!(matches!(method.pow(&wide, &mut r), Err(Error::Parameter { .. })));
        }
        let split = Shuffled::new(if method.threads.contains(1) { 2 } else { 1 });
        let other = Job { split: &split, ..job };
        assert!(matches!(method.pow(&other, &mut r), Err(Error::Threads { .. })));
    }
}
