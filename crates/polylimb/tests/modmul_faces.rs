//! `Modulus`, `OddModulus`, `Residue` and `Entry::build`: right on good input, clear errors on bad.

mod common;
mod splits;

use common::{big, modulus, operand, residue, rng, words};
use num_bigint::BigUint;
use polylimb::cpu::Features;
use polylimb::limb::{WORD_BITS, Word};
use polylimb::modmul::{
    ALGORITHMS, ConstantTime, Domain, MAX_BITS, Modulus, OddModulus, Options, Request, Threads,
    find,
};
use polylimb::{Error, Result};
use splits::Shuffled;
use std::sync::Arc;

fn with_threads(threads: usize) -> Options<'static> {
    Options { team: Some(Arc::new(Shuffled::new(threads))), ..Options::default() }
}

/// Every method of `modulus` on two operands, against the judge.
fn check_methods(modulus: &Modulus, a: &[Word], b: &[Word]) -> usize {
    let (m, n) = (big(modulus.as_words()), modulus.as_words().len());
    let (x, y) = (big(a), big(b));
    let expected = [
        (&x * &y) % &m,
        (&x * &x) % &m,
        (&x + &y) % &m,
        (&x + &m - &y) % &m,
        (&m - &x) % &m,
        ((&x << 3) * &y + &y) % &m,
    ];
    let reduce_input = words(&((&x << 3) * &y + &y), 2 * n + 1);
    let got = [
        modulus.mul(a, b),
        modulus.sqr(a),
        modulus.add(a, b),
        modulus.sub(a, b),
        modulus.neg(a),
        modulus.reduce(&reduce_input),
    ];
    let bytes = |x: &[Word]| big(x).to_bytes_be();
    let got_bytes = [
        modulus.mul_be_bytes(&bytes(a), &bytes(b)),
        modulus.sqr_be_bytes(&bytes(a)),
        modulus.add_be_bytes(&bytes(a), &bytes(b)),
        modulus.sub_be_bytes(&bytes(a), &bytes(b)),
        modulus.neg_be_bytes(&bytes(a)),
        modulus.reduce_be_bytes(&bytes(&reduce_input)),
    ];
    let (r, s) = (modulus.residue(a).expect("reduced"), modulus.residue(b).expect("reduced"));
    let residues = [
        r.mul(&s).expect("same modulus"),
        r.sqr(),
        r.add(&s).expect("same modulus"),
        r.sub(&s).expect("same modulus"),
        r.neg(),
    ];
    for (i, expected) in expected.iter().enumerate() {
        assert_eq!(got[i].as_deref(), Ok(&words(expected, n)[..]), "{modulus:?} method {i}");
        let in_bytes = got_bytes[i].as_deref().expect("reduced");
        assert_eq!(in_bytes.len(), modulus.byte_length());
        assert_eq!(BigUint::from_bytes_be(in_bytes), *expected, "{modulus:?} bytes method {i}");
        if let Some(residue) = residues.get(i) {
            assert_eq!(residue.to_words(), words(expected, n), "{modulus:?} residue {i}");
            assert_eq!(BigUint::from_bytes_be(&residue.to_be_bytes()), *expected);
        }
    }
    assert_eq!(r.one().to_words(), words(&(BigUint::from(1u32) % &m), n));
    assert!(r.one().mul(&r).and_then(|x| x.equals(&r)).expect("same").to_bool_vartime());
    18
}

#[test]
fn every_method_agrees_with_the_judge() {
    let mut rng = rng(30);
    let mut compared = 0;
    for threads in [1, 2, 3, 4, 9] {
        for bits in [1, 2, 8, 64, 65, 128, 521, 1024, 2048] {
            for _ in 0..6 {
                let m = if bits == 1 { vec![1] } else { modulus(&mut rng, bits, false) };
                let made = Modulus::new(&m, &with_threads(threads)).expect("a modulus");
                assert_eq!(made.bits(), bits);
                compared += check_methods(&made, &residue(&mut rng, &m), &residue(&mut rng, &m));
            }
        }
    }
    assert!(compared >= 4_000, "only {compared} comparisons ran");
}

#[test]
fn parallel_defaults_of_large_moduli() {
    if WORD_BITS == 8 {
        println!("SKIPPED: 8-bit words stop at 2048 bits");
        return;
    }
    let mut rng = rng(31);
    let mut algorithms = Vec::new();
    for (threads, bits, odd) in
        [(2, 4096, true), (2, 4096, false), (4, 8192, true), (100, 8192, true), (4, 8192, false)]
    {
        let mut m = modulus(&mut rng, bits, odd);
        m[0] = m[0] & !1 | Word::from(odd);
        // The choice depends on the kernel; this one is everywhere.
        let options = Options { features: Features::NONE, ..with_threads(threads) };
        let made = Modulus::new(&m, &options).expect("a modulus");
        check_methods(&made, &residue(&mut rng, &m), &residue(&mut rng, &m));
        algorithms.push(made.algorithm());
    }
    assert_eq!(
        algorithms,
        ["bipartite", "barrett", "montgomery-parallel", "montgomery-parallel", "barrett-parallel"]
    );
}

/// All odd moduli below 2^8 with all pairs of operands, through the default algorithm.
#[test]
fn exhaustive_for_moduli_below_256() {
    let mut compared = 0u32;
    for m in (3..=255 as Word).step_by(2) {
        let made = OddModulus::new(&[m], &Options::default()).expect("odd");
        let modmul = made.modmul();
        let mut scratch = vec![0; modmul.scratch_words()];
        let enter = |a: Word| {
            let mut x = vec![0; modmul.residue_words()];
            modmul.enter(&mut x, &[a], &mut vec![0; modmul.scratch_words()]);
            x
        };
        let residues: Vec<_> = (0..m).map(enter).collect();
        let (mut r, mut plain) = (vec![0; modmul.residue_words()], [0]);
        for (a, x) in residues.iter().enumerate() {
            for (b, y) in residues.iter().enumerate() {
                modmul.mul(&mut r, x, y, &mut scratch);
                modmul.leave(&mut plain, &r, &mut scratch);
                assert_eq!(plain[0] as usize, a * b % m as usize, "{a} * {b} mod {m}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, (3..256).step_by(2).map(|m| m * m).sum());
}

#[test]
fn operands_may_have_leading_zeros_or_be_short() -> Result<()> {
    let m = Modulus::new(&[7, 5, 0, 0], &Options::default())?;
    assert_eq!(m.as_words(), [7, 5]);
    assert_eq!(m.mul(&[3], &[5, 0, 0, 0])?, [15, 0]);
    assert_eq!(m.mul_be_bytes(&[0; 40], &[1])?, vec![0; m.byte_length()]);
    assert_eq!(m.reduce(&[7, 5, 0, 0, 0, 0])?, [0, 0]);
    let leading =
        OddModulus::from_be_bytes(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 97], &Options::default())?;
    assert_eq!(leading.as_words(), [97]);
    Ok(())
}

#[test]
fn modulus_one_gives_zero() -> Result<()> {
    let m = Modulus::new(&[1], &Options::default())?;
    assert_eq!(m.mul(&[0], &[0])?, [0]);
    assert_eq!(m.reduce(&[200, 3])?, [0]);
    assert_eq!(m.residue(&[0])?.one().to_words(), [0]);
    assert_eq!(m.mul(&[1], &[0]), Err(Error::NotReduced { operand: "a" }));
    Ok(())
}

#[test]
fn bad_moduli_are_refused() {
    let options = Options::default();
    for zero in [&[][..], &[0], &[0, 0, 0]] {
        assert_eq!(Modulus::new(zero, &options).unwrap_err(), Error::ZeroModulus);
        assert_eq!(OddModulus::new(zero, &options).unwrap_err(), Error::ZeroModulus);
        assert_eq!(Modulus::new_vartime(zero, &options).unwrap_err(), Error::ZeroModulus);
        for entry in ALGORITHMS {
            let split = Arc::new(Shuffled::new(entry.threads.min()));
            let request = Request { split, ..Request::new(zero) };
            assert_eq!(entry.build(&request).err(), Some(Error::ZeroModulus));
        }
    }
    for not_odd in [&[1][..], &[2], &[0, 1], &[1, 0]] {
        let error = OddModulus::new(not_odd, &options).unwrap_err();
        assert!(matches!(error, Error::OddModulusRequired { .. }));
        for entry in ALGORITHMS {
            let split = Arc::new(Shuffled::new(entry.threads.min()));
            let built = entry.build(&Request { split, ..Request::new(not_odd) });
            match entry.domain {
                Domain::Any => assert!(built.is_ok(), "{}", entry.name),
                Domain::Odd => assert_eq!(
                    built.err(),
                    Some(Error::OddModulusRequired { algorithm: entry.name })
                ),
            }
        }
    }
    let mut huge = vec![0; MAX_BITS / WORD_BITS + 1];
    huge[MAX_BITS / WORD_BITS] = 1;
    assert!(matches!(Modulus::new(&huge, &options).unwrap_err(), Error::TooLarge { .. }));
    assert!(OddModulus::try_from(Modulus::new(&[10], &options).expect("even")).is_err());
}

#[test]
fn bad_thread_counts_are_refused() {
    for entry in ALGORITHMS {
        for threads in [0, 1, 2, 3, 64, 65, 10_000] {
            let split = Arc::new(Shuffled::new(threads));
            let built = entry.build(&Request { split, ..Request::new(&[101]) });
            if entry.threads.contains(threads) {
                assert!(built.is_ok(), "{} on {threads}", entry.name);
            } else {
                let error = built.err().expect("out of the domain");
                assert!(matches!(error, Error::Threads { got, .. } if got == threads));
            }
        }
    }
    let none = Options { max_threads: 0, ..Options::default() };
    assert!(matches!(Modulus::new(&[101], &none).unwrap_err(), Error::Threads { got: 0, .. }));
    let none = Options { algorithm: Some("barrett"), ..none };
    assert!(matches!(Modulus::new(&[101], &none).unwrap_err(), Error::Threads { got: 0, .. }));
    let alone = Options { algorithm: Some("bipartite"), ..Options::default() };
    assert!(matches!(Modulus::new(&[101], &alone).unwrap_err(), Error::Threads { got: 1, .. }));
}

#[test]
fn a_gap_between_thread_counts_is_named_and_avoided() {
    let entry = find("bipartite").expect("registered");
    let request = Request { split: Arc::new(Shuffled::new(3)), ..Request::new(&[101]) };
    let error = entry.build(&request).err().expect("neither 2 nor 4");
    assert_eq!(error.to_string(), "bipartite runs on 2 or 4 threads, not on 3");
    for (threads, used) in [(1, 1), (2, 2), (3, 2), (4, 4), (100, 4)] {
        assert_eq!(entry.threads.most_within(threads), used);
    }
}

#[test]
fn named_algorithms_get_as_many_threads_as_they_can_use() {
    let mut built = 0;
    for entry in ALGORITHMS {
        for threads in [1, 2, 5, 100].into_iter().filter(|t| *t >= entry.threads.min()) {
            let options = Options { algorithm: Some(entry.name), ..with_threads(threads) };
            let made = Modulus::new_vartime(&[101], &options).expect("enough threads");
            assert_eq!(made.algorithm(), entry.name);
            assert_eq!(made.mul(&[50], &[60]), Ok(vec![71]));
            let constant_time = Modulus::new(&[101], &options);
            match entry.constant_time {
                ConstantTime::Yes => assert!(constant_time.is_ok()),
                _ => assert!(matches!(constant_time.unwrap_err(), Error::Parameter { .. })),
            }
            built += 1;
        }
    }
    assert!(built >= 30);
}

#[test]
fn bad_options_are_refused() {
    let fails = |options: &Options<'_>| Modulus::new(&[101], options).unwrap_err();
    let unknown = Options { algorithm: Some("no-such"), ..Options::default() };
    assert!(matches!(fails(&unknown), Error::UnknownName { kind: "modmul algorithm" }));
    let unknown = Options { kernel: Some("no-such"), ..Options::default() };
    assert!(matches!(fails(&unknown), Error::UnknownName { kind: "kernel" }));
    let cut = Options { algorithm: Some("bipartite"), cut_words: Some(2), ..with_threads(2) };
    assert!(matches!(fails(&cut), Error::Parameter { .. }));
    let portable =
        Options { features: Features::NONE, kernel: Some("portable"), ..Options::default() };
    let made = Modulus::new(&[101], &portable).expect("portable always exists");
    assert_eq!(made.modmul().kernel().name(), "portable");
}

#[test]
fn bad_operands_are_refused() -> Result<()> {
    let mut rng = rng(32);
    for bits in [8, 65, 521] {
        let m = modulus(&mut rng, bits, true);
        let made = Modulus::new(&m, &Options::default())?;
        let one = [1];
        let mut high = vec![0; m.len() + 2];
        high[m.len() + 1] = 1;
        for large in [m.clone(), vec![Word::MAX; m.len()], high] {
            let refused = |operand| Err(Error::NotReduced { operand });
            assert_eq!(made.mul(&large, &one), refused("a"));
            assert_eq!(made.mul(&one, &large), refused("b"));
            assert_eq!(made.sqr(&large), refused("a"));
            assert_eq!(made.add(&one, &large), refused("b"));
            assert_eq!(made.sub(&large, &one), refused("a"));
            assert_eq!(made.neg(&large), refused("a"));
            assert!(made.residue(&large).is_err());
            assert!(made.mul_be_bytes(&big(&large).to_bytes_be(), &[1]).is_err());
        }
        let empty = Error::Length { what: "operand", expected: m.len(), got: 0 };
        assert_eq!(made.mul(&[], &one), Err(empty));
        assert_eq!(made.mul(&one, &[]), Err(empty));
        assert_eq!(made.reduce(&[]), Err(empty));
        assert_eq!(made.sqr_be_bytes(&[]), Err(empty));
    }
    Ok(())
}

#[test]
fn residues_of_different_moduli_do_not_mix() -> Result<()> {
    let [m, other] = [101, 103].map(|m| Modulus::new(&[m], &Options::default()));
    let (m, other) = (m?, other?);
    let (x, y) = (m.residue(&[5])?, other.residue(&[6])?);
    assert!(
        x.mul(&y).is_err() && x.add(&y).is_err() && x.sub(&y).is_err() && x.equals(&y).is_err()
    );
    assert_eq!(x.mul(&m.clone().residue(&[6])?)?.to_words(), [30]);
    Ok(())
}

/// The synchronisations that each parallel file states, counted.
#[test]
fn parallel_entries_synchronise_as_often_as_they_say() {
    let mut rng = rng(33);
    for (name, threads, runs) in [
        ("bipartite", 2, 1),
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
        let entry = find(name).expect("registered");
        let split = Arc::new(Shuffled::new(threads));
        let m = modulus(&mut rng, 1024, true);
        let request = Request { split: split.clone(), ..Request::new(&m) };
        let made = entry.build(&request).expect("in the domain");
        let a = residue(&mut rng, &m);
        let (mut r, mut scratch) = (vec![0; a.len()], vec![0; made.scratch_words()]);
        let before = split.runs();
        made.mul(&mut r, &a, &a, &mut scratch);
        assert_eq!(split.runs() - before, runs, "{name} on {threads}");
    }
}

#[test]
fn the_registry_is_consistent() {
    for (i, entry) in ALGORITHMS.iter().enumerate() {
        assert!(ALGORITHMS[..i].iter().all(|e| e.name != entry.name), "{} twice", entry.name);
        assert!(
            entry.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        );
        assert_eq!(find(entry.name).map(|e| e.name), Ok(entry.name));
        assert!(!entry.source.is_empty() && !entry.summary.is_empty());
        assert!(entry.threads.min() >= 1 && entry.threads.max() <= Threads::MOST);
    }
    assert!(ALGORITHMS.len() >= 10);
    assert!(find("no-such").is_err());
}

/// Wrong lengths panic in the unchecked trait: no entry reads or writes out of bounds.
#[test]
fn wrong_lengths_panic_in_the_unchecked_trait() {
    let mut rng = rng(34);
    let m = modulus(&mut rng, 4 * WORD_BITS, true);
    let mut panics = 0;
    for entry in ALGORITHMS {
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
    assert!(panics >= 60);
}
