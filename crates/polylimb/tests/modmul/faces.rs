//! `Modulus`, `OddModulus` and `Residue`: correct on valid input, clear errors on invalid input.

use crate::common::{big, modulus, modulus_in, residue, rng, words};
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::authors::modmul::{ALGORITHMS, Entry, Request};
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, OddModulus, Options};
use polylimb::{Error, Result};
use std::sync::Arc;

fn with_threads(threads: usize) -> Options<'static> {
    let mut options = Options::default();
    options.team = Some(Arc::new(Shuffled::new(threads)));
    options
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
        // The choice depends on the kernel; the portable one is available everywhere.
        let mut options = with_threads(threads);
        options.features = Features::NONE;
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
    }
    for not_odd in [&[1][..], &[2], &[0, 1], &[1, 0]] {
        let error = OddModulus::new(not_odd, &options).unwrap_err();
        assert!(matches!(error, Error::OddModulusRequired { .. }));
    }
    let mut huge = vec![0; Modulus::MAX_BITS / WORD_BITS + 1];
    huge[Modulus::MAX_BITS / WORD_BITS] = 1;
    assert!(matches!(Modulus::new(&huge, &options).unwrap_err(), Error::TooLarge { .. }));
    assert!(OddModulus::try_from(Modulus::new(&[10], &options).expect("even")).is_err());
}

#[test]
fn bad_thread_counts_are_refused() {
    let mut none = Options::default();
    none.max_threads = 0;
    assert!(matches!(Modulus::new(&[101], &none).unwrap_err(), Error::Threads { got: 0, .. }));
    none.algorithm = Some("barrett");
    assert!(matches!(Modulus::new(&[101], &none).unwrap_err(), Error::Threads { got: 0, .. }));
    let mut alone = Options::default();
    alone.algorithm = Some("bipartite");
    assert!(matches!(Modulus::new(&[101], &alone).unwrap_err(), Error::Threads { got: 1, .. }));
}

#[test]
fn a_gap_between_thread_counts_is_named_and_avoided() {
    let entry = Entry::find("bipartite").expect("registered");
    let request = Request { split: Arc::new(Shuffled::new(3)), ..Request::new(&[101]) };
    let error = entry.build(&request).err().expect("neither 2 nor 4");
    assert_eq!(error.to_string(), "bipartite runs on 2 or 4 threads, not on 3");
    for (threads, used) in [(1, 1), (2, 2), (3, 2), (4, 4), (100, 4)] {
        assert_eq!(entry.threads.most_within(threads), used);
    }
}

#[test]
fn algorithms_are_found_by_name() {
    for entry in ALGORITHMS {
        assert_eq!(Entry::find(entry.name).map(|e| e.name), Ok(entry.name));
    }
    assert!(matches!(Entry::find("no-such"), Err(Error::UnknownName { .. })));
}

#[test]
fn named_algorithms_get_as_many_threads_as_they_can_use() {
    let mut built = 0;
    for entry in ALGORITHMS {
        let m = modulus_in(entry.domain);
        let (mut a, mut product) = (vec![0; m.len()], vec![0; m.len()]);
        (a[0], product[0]) = (10, 100);
        for threads in [1, 2, 5, 100].into_iter().filter(|t| *t >= entry.threads.min()) {
            let mut options = with_threads(threads);
            options.algorithm = Some(entry.name);
            let made = Modulus::new_vartime(&m, &options).expect("enough threads");
            assert_eq!(made.algorithm(), entry.name);
            assert_eq!(made.mul(&a, &a), Ok(product.clone()));
            let constant_time = Modulus::new(&m, &options);
            match entry.constant_time {
                ConstantTime::Yes => assert!(constant_time.is_ok()),
                _ => assert!(matches!(constant_time.unwrap_err(), Error::Parameter { .. })),
            }
            built += 1;
        }
    }
    assert!(built >= 15);
}

#[test]
fn bad_options_are_refused() {
    let fails = |options: &Options<'_>| Modulus::new(&[101], options).unwrap_err();
    let mut unknown = Options::default();
    unknown.algorithm = Some("no-such");
    assert!(matches!(fails(&unknown), Error::UnknownName { kind: "modmul algorithm" }));
    let mut unknown = Options::default();
    unknown.kernel = Some("no-such");
    assert!(matches!(fails(&unknown), Error::UnknownName { kind: "kernel" }));
    let mut cut = with_threads(2);
    cut.algorithm = Some("bipartite");
    cut.cut_words = Some(2);
    assert!(matches!(fails(&cut), Error::Parameter { .. }));
    let mut portable = Options::default();
    portable.features = Features::NONE;
    portable.kernel = Some("portable");
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
