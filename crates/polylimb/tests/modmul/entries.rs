//! `Entry::build`: what it refuses; that the entries of a list have the stated properties.

use super::algorithms;
use crate::common::{modulus, modulus_in, operand, residue, rng, words};
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::Error;
use polylimb::authors::entry::{Domain, Threads};
use polylimb::authors::limb::WORD_BITS;
use polylimb::authors::modmul::Request;
use std::sync::Arc;

#[test]
fn bad_moduli_are_refused() {
    for zero in [&[][..], &[0], &[0, 0, 0]] {
        for entry in algorithms() {
            let split = Arc::new(Shuffled::new(entry.threads.min()));
            let request = Request { split, ..Request::new(zero) };
            assert_eq!(entry.build(&request).err(), Some(Error::ZeroModulus));
        }
    }
    for not_odd in [&[1][..], &[2], &[0, 1], &[1, 0]] {
        for entry in algorithms() {
            let split = Arc::new(Shuffled::new(entry.threads.min()));
            let built = entry.build(&Request { split, ..Request::new(not_odd) });
            match entry.domain {
                Domain::Any => assert!(built.is_ok(), "{}", entry.name),
                Domain::Odd | Domain::OddWithin { .. } => assert_eq!(
                    built.err(),
                    Some(Error::OddModulusRequired { algorithm: entry.name })
                ),
                of_curves => panic!("{}: {of_curves:?}", entry.name),
            }
        }
    }
}

#[test]
fn moduli_outside_the_domain_are_refused() {
    let mut refused = 0;
    for entry in algorithms() {
        let Domain::OddWithin { least_bits, most_bits } = entry.domain else { continue };
        for bits in [2, least_bits - 1, least_bits, most_bits, most_bits + 1] {
            if bits < 2 {
                continue;
            }
            let m = words(&((BigUint::from(1u32) << (bits - 1)) + 1u32), bits.div_ceil(WORD_BITS));
            let split = Arc::new(Shuffled::new(entry.threads.min()));
            let built = entry.build(&Request { split, ..Request::new(&m) });
            let accepted = (least_bits..=most_bits).contains(&bits);
            assert_eq!(entry.domain.accepts(&m), accepted, "{} {bits}", entry.name);
            if accepted {
                assert!(built.is_ok(), "{} {bits}", entry.name);
            } else {
                let algorithm = entry.name;
                let error = Error::ModulusBits { algorithm, least_bits, most_bits, got_bits: bits };
                assert_eq!(built.err(), Some(error));
                refused += 1;
            }
        }
    }
    assert!(refused >= 3 * algorithms().filter(|e| e.name == "rns").count());
}

#[test]
fn bad_thread_counts_are_refused() {
    for entry in algorithms() {
        let m = modulus_in(entry.domain);
        for threads in [0, 1, 2, 3, 64, 65, 10_000] {
            let split = Arc::new(Shuffled::new(threads));
            let built = entry.build(&Request { split, ..Request::new(&m) });
            if entry.threads.contains(threads) {
                assert!(built.is_ok(), "{} on {threads}", entry.name);
            } else {
                let error = built.err().expect("out of the domain");
                assert!(matches!(error, Error::Threads { got, .. } if got == threads));
            }
        }
    }
}

/// The synchronisations stated by each parallel file, counted.
#[test]
fn parallel_entries_synchronise_as_often_as_they_say() {
    let (mut rng, mut counted) = (rng(33), 0);
    for (name, threads, runs) in [
        ("bipartite", 2, 1),
        ("rns", 3, 2),
        ("bipartite", 4, 3),
        ("tripartite", 3, 1),
        ("multipartite-v1", 3, 2),
        ("multipartite-v1", 4, 2),
        ("multipartite-v2", 3, 1),
        ("multipartite-v2", 4, 1),
        ("multipartite-v2", 8, 1),
        ("montgomery-parallel", 2, 3),
        ("montgomery-parallel", 4, 3),
        ("montgomery-parallel", 7, 3),
        ("barrett-parallel", 2, 3),
        ("barrett-parallel", 6, 3),
    ] {
        let Some(entry) = algorithms().find(|entry| entry.name == name) else { continue };
        let split = Arc::new(Shuffled::new(threads));
        let m = modulus(&mut rng, 1024, true);
        let request = Request { split: split.clone(), ..Request::new(&m) };
        let made = entry.build(&request).expect("in the domain");
        let a = residue(&mut rng, &m);
        let (mut x, mut scratch) = (vec![0; made.residue_words()], vec![0; made.scratch_words()]);
        let mut r = x.clone();
        made.enter(&mut x, &a, &mut scratch);
        let before = split.runs();
        made.mul(&mut r, &x, &x, &mut scratch);
        assert_eq!(split.runs() - before, runs, "{name} on {threads}");
        counted += 1;
    }
    assert!(counted >= 6, "only {counted} were counted");
}

#[test]
fn the_registry_is_consistent() {
    for (i, entry) in algorithms().enumerate() {
        assert!(algorithms().take(i).all(|e| e.name != entry.name), "{} twice", entry.name);
        assert!(
            entry.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        );
        assert!(!entry.source.is_empty() && !entry.summary.is_empty());
        assert!(entry.threads.min() >= 1 && entry.threads.max() <= Threads::MOST);
    }
    assert!(algorithms().count() >= 6);
}

/// Wrong lengths panic in the unchecked trait: no entry reads or writes out of bounds.
#[test]
fn wrong_lengths_panic_in_the_unchecked_trait() {
    let mut rng = rng(34);
    let mut panics = 0;
    for entry in algorithms() {
        let bits = if entry.domain.accepts(&[101]) { 4 * WORD_BITS } else { 1024 };
        let m = modulus(&mut rng, bits, true);
        let split = Arc::new(Shuffled::new(entry.threads.min()));
        let made = entry.build(&Request { split, ..Request::new(&m) }).expect("in the domain");
        let (n, scratch_words) = (made.residue_words(), made.scratch_words());
        for (r, a, b, scratch) in [
            (n - 1, n, n, scratch_words),
            (n + 1, n, n, scratch_words),
            (n, n - 1, n, scratch_words),
            (n, n, n + 1, scratch_words),
            (n, n, n - 1, scratch_words),
            (n, n, n, n + 3),
        ] {
            let (a, b) = (operand(&mut rng, a), operand(&mut rng, b));
            let call = std::panic::AssertUnwindSafe(|| {
                made.mul(&mut vec![0; r], &a, &b, &mut vec![0; scratch]);
            });
            assert!(std::panic::catch_unwind(call).is_err(), "{} {r} {scratch}", entry.name);
            panics += 1;
        }
    }
    assert!(panics >= 6 * algorithms().count());
}
