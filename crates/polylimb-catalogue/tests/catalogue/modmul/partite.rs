//! The partite multiplications over all their parameters, against num-bigint: every cut, every
//! number of blocks on every thread count, all small moduli.

use super::find;
use crate::common::{below, big, modulus, residue, rng, words};
use crate::splits::{RealThreads, Shuffled};
use num_bigint::BigUint;
use polylimb::authors::limb::{Kernel, WORD_BITS, Word};
use polylimb::authors::modmul::{ModMul, Parameters, Request};
use polylimb::cpu::Features;
use polylimb::{Error, Result};
use std::sync::Arc;

/// The methods with a cut, and the thread counts to test them on.
const PARTITE: [(&str, &[usize]); 4] = [
    ("bipartite", &[2, 4]),
    ("tripartite", &[3]),
    ("multipartite-v1", &[2, 3, 4, 5, 6, 7, 8]),
    ("multipartite-v2", &[2, 3, 4, 5, 6, 7, 8]),
];
const MULTIPARTITE: [&str; 2] = ["multipartite-v1", "multipartite-v2"];

/// Next to whole words, block counts and their multiples, and a multiple of none (521).
const BITS: [usize; 18] =
    [2, 5, 8, 9, 33, 64, 65, 127, 128, 160, 192, 256, 320, 448, 521, 640, 832, 1100];

fn request(m: &[Word], threads: usize) -> Request<'_> {
    let split = Arc::new(Shuffled::new(threads));
    Request { kernel: Kernel::best(Features::detect()), split, ..Request::new(m) }
}

/// The product of `a` and `b`, and the square of `a`, through the representation and back.
fn check(made: &dyn ModMul, pairs: &[(Vec<Word>, Vec<Word>)], what: &str) -> usize {
    let (m, n) = (big(made.modulus()), made.modulus().len());
    let mut scratch = vec![0xa5; made.scratch_words()];
    let mut residue = |plain: &[Word]| {
        let mut r = vec![0x5a; n];
        made.enter(&mut r, plain, &mut scratch);
        r
    };
    let pairs: Vec<_> = pairs.iter().map(|(a, b)| (a, b, residue(a), residue(b))).collect();
    let (mut r, mut plain) = (vec![0; n], vec![0; n]);
    for (a, b, x, y) in &pairs {
        made.mul(&mut r, x, y, &mut scratch);
        assert!(big(&r) < m, "{what}: not reduced");
        made.leave(&mut plain, &r, &mut scratch);
        assert_eq!(plain, words(&(big(a) * big(b) % &m), n), "{what}: mul mod {m:#x}");
        made.sqr(&mut r, x, &mut scratch);
        made.leave(&mut plain, &r, &mut scratch);
        assert_eq!(plain, words(&(big(a) * big(a) % &m), n), "{what}: sqr mod {m:#x}");
        // The largest residue in words: (M - 1) x / R = -x / R, and x / R = a.
        let top = words(&(&m - 1u32), n);
        made.mul(&mut r, &top, x, &mut scratch);
        assert_eq!(r, words(&((&m - big(a)) % &m), n), "{what}: -x / R mod {m:#x}");
    }
    3 * pairs.len()
}

#[test]
fn every_cut() {
    let mut rng = rng(60);
    let mut compared = 0;
    for (name, threads) in PARTITE {
        let entry = find(name).expect("registered");
        for &threads in threads {
            for bits in [5, 64, 100, 192, 521, 640] {
                let m = modulus(&mut rng, bits, true);
                let pairs: Vec<_> =
                    (0..6).map(|_| (residue(&mut rng, &m), residue(&mut rng, &m))).collect();
                for cut in 0..=m.len() {
                    let request = Request { cut_words: Some(cut), ..request(&m, threads) };
                    let what = format!("{name} {threads} threads {bits} bits cut {cut}");
                    compared += check(&*entry.build(&request).expect(&what), &pairs, &what);
                }
            }
        }
    }
    assert!(compared >= 9_000, "only {compared} comparisons ran");
}

/// The same for residues in digits, only inside the representation, with the largest operands too.
#[test]
fn every_cut_in_digits() {
    let Ok(entry) = find("bipartite-ifma") else {
        return println!("SKIPPED: this build has no digits");
    };
    let mut rng = rng(64);
    let mut compared = 0;
    for kernel in Kernel::available(Features::detect()) {
        // Lengths next to whole vectors of 416 bits minus two bits, where a digit, then a vector is
        // added.
        for bits in [2_usize, 363, 413, 414, 415, 521, 778, 779, 830, 831, 1030, 2081, 2700] {
            let mut largest = vec![Word::MAX; bits.div_ceil(WORD_BITS)];
            *largest.last_mut().unwrap() >>= (WORD_BITS - bits % WORD_BITS) % WORD_BITS;
            let mut least = vec![0; largest.len()];
            least[(bits - 1) / WORD_BITS] = 1 << ((bits - 1) % WORD_BITS);
            least[0] |= 1;
            for m in [largest, least, modulus(&mut rng, bits, true)] {
                for cut in 0..=m.len() {
                    let request = Request { kernel, cut_words: Some(cut), ..request(&m, 2) };
                    let made = entry.build(&request).expect("in the domain");
                    let what = format!("{bits} bits, cut {cut}, {kernel:?}");
                    compared += chain(&*made, &words(&(big(&m) - 1u32), m.len()), &what);
                    compared += chain(&*made, &residue(&mut rng, &m), &what);
                }
            }
        }
    }
    assert!(compared >= 9_000, "only {compared} comparisons ran");
}

/// Products of products of `a`, inside the representation, where they take any value of its range.
fn chain(made: &dyn ModMul, a: &[Word], what: &str) -> usize {
    let (m, n) = (big(made.modulus()), a.len());
    let mut scratch = vec![0xa5; made.scratch_words()];
    let (mut x, mut r) = (vec![0x5a; made.residue_words()], vec![0x5a; made.residue_words()]);
    let (mut y, mut plain) = (x.clone(), vec![0; n]);
    made.enter(&mut x, a, &mut scratch);
    let (base, mut expected) = (big(a), big(a));
    // From the upper end of the range.
    made.neg(&mut y, &x);
    for step in 0..4 {
        made.mul(&mut r, &x, &y, &mut scratch);
        expected = expected * (&m - &base) % &m;
        made.leave(&mut plain, &r, &mut scratch);
        assert_eq!(plain, words(&expected, n), "{what}: step {step} mod {m:#x}");
        made.sub(&mut x, &r, &y);
        made.add(&mut r, &x, &y);
        std::mem::swap(&mut x, &mut r);
    }
    4
}

#[test]
fn every_number_of_blocks_on_every_thread_count() {
    let mut rng = rng(61);
    let mut compared = 0;
    for name in MULTIPARTITE {
        let entry = find(name).expect("registered");
        for bits in BITS {
            let m = modulus(&mut rng, bits, true);
            let pairs: Vec<_> =
                (0..6).map(|_| (residue(&mut rng, &m), residue(&mut rng, &m))).collect();
            for k in 2..=15 {
                for threads in [2, 3, 4, 5, 6, 7, 8, 64] {
                    let request = Request { k: Some(k), ..request(&m, threads) };
                    let what = format!("{name} k = {k} {threads} threads {bits} bits");
                    compared += check(&*entry.build(&request).expect(&what), &pairs, &what);
                }
            }
        }
    }
    assert!(compared >= 50_000, "only {compared} comparisons ran");
}

/// Moduli next to powers of the word, where the sums exceed the modulus most, with the largest
/// operands only: each number of blocks with each cut.
#[test]
fn extreme_moduli_and_operands() {
    let mut compared = 0;
    for n in 1..=17 {
        let one = || BigUint::from(1u32);
        let (full, low) = (n * WORD_BITS, (n - 1) * WORD_BITS);
        let moduli = [
            (one() << full) - 1u32,
            (one() << (full - 1)) + 1u32,
            (one() << low) + 3u32,
            (one() << (low + 1)) - 1u32 + (one() << low),
        ];
        for m in moduli.map(|m| words(&(m | one()), n)).iter().filter(|m| big(m) > one()) {
            let top = |below: u32| words(&(big(m) - below), n);
            let pairs = [(top(1), top(1)), (top(2), top(1))];
            for name in MULTIPARTITE {
                let entry = find(name).expect("registered");
                for k in 2..=15 {
                    for cut in 0..=n {
                        let request = Request { k: Some(k), cut_words: Some(cut), ..request(m, 3) };
                        let what = format!("{name} k = {k} {n} words cut {cut}");
                        compared += check(&*entry.build(&request).expect(&what), &pairs, &what);
                    }
                }
            }
        }
    }
    assert!(compared >= 50_000, "only {compared} comparisons ran");
}

/// A modulus next to a power of the word, and residues whose two parts at the cut both begin with
/// ones: the unreduced middle is then nearly 2M, and every correction at the end occurs.
#[test]
fn sums_that_need_every_correction() {
    const ONES: Word = !(Word::MAX >> 6);
    let mut rng = rng(63);
    let mut compared = 0;
    for (n, cut) in (2..=6).flat_map(|n| (1..=n).map(move |cut| (n, cut))) {
        let m = (BigUint::from(1u32) << (n * WORD_BITS)) - (2 * below(&mut rng, 40) + 1);
        let m = words(&m, n);
        let mut near = || {
            let mut x = residue(&mut rng, &m);
            x[cut - 1] |= ONES;
            x[n - 1] |= ONES;
            words(&(big(&x) % big(&m)), n)
        };
        let residues: Vec<_> = (0..200).map(|_| (near(), near())).collect();
        for (name, threads) in PARTITE {
            let entry = find(name).expect("registered");
            for &threads in threads {
                let request = Request { cut_words: Some(cut), ..request(&m, threads) };
                let what = format!("{name} {threads} threads {n} words cut {cut}");
                let made = entry.build(&request).expect(&what);
                let mut scratch = vec![0xa5; made.scratch_words()];
                let mut plain = |r: &[Word]| {
                    let mut plain = vec![0; n];
                    made.leave(&mut plain, r, &mut scratch);
                    plain
                };
                let pairs: Vec<_> = residues.iter().map(|(x, y)| (plain(x), plain(y))).collect();
                compared += check(&*made, &pairs, &what);
            }
        }
    }
    assert!(compared >= 200_000, "only {compared} comparisons ran");
}

/// All odd moduli below 2^6 with all pairs of operands.
#[test]
fn exhaustive_for_small_moduli() {
    let mut compared = 0;
    for (name, threads) in PARTITE {
        let entry = find(name).expect("registered");
        for &threads in threads.iter().filter(|&&t| t <= 4) {
            for m in (3..64).step_by(2) {
                let pairs: Vec<_> =
                    (0..m).flat_map(|a| (0..m).map(move |b| (vec![a], vec![b]))).collect();
                let m = [m];
                let made = entry.build(&request(&m, threads)).expect("in the domain");
                compared += check(&*made, &pairs, name);
            }
        }
    }
    assert!(compared >= 1_000_000, "only {compared} comparisons ran");
}

#[test]
fn real_threads() {
    let mut rng = rng(62);
    let mut compared = 0;
    for name in MULTIPARTITE {
        let entry = find(name).expect("registered");
        for k in [2, 3, 4, 8] {
            for threads in [2, 3, 4, 8] {
                let m = modulus(&mut rng, 1100, true);
                let pairs = [(residue(&mut rng, &m), residue(&mut rng, &m))];
                let split = Arc::new(RealThreads(threads));
                let request = Request { k: Some(k), split, ..request(&m, threads) };
                let made = entry.build(&request).expect("in the domain");
                compared += check(&*made, &pairs, name);
            }
        }
    }
    assert!(compared >= 90, "only {compared} comparisons ran");
}

#[test]
fn a_built_multiplication_tells_its_parameters() -> Result<()> {
    let m = modulus(&mut rng(64), 640, true);
    let n = m.len();
    let mut compared = 0;
    for (name, counts) in PARTITE {
        let entry = find(name)?;
        let multipartite = MULTIPARTITE.contains(&name);
        for &threads in counts {
            let default = entry.build(&request(&m, threads))?.parameters();
            let k = if threads <= 3 { 2 } else { 4 };
            assert_eq!(default.k, multipartite.then_some(k), "{name} {threads}");
            assert!(default.cut_words.is_some_and(|cut| cut > 0 && cut < n), "{name} {threads}");
            let asked = Request { k: Some(3), cut_words: Some(1), ..request(&m, threads) };
            let expected = Parameters { k: multipartite.then_some(3), cut_words: Some(1) };
            assert_eq!(entry.build(&asked)?.parameters(), expected, "{name} {threads}");
            compared += 1;
        }
    }
    assert!(compared >= 8, "{compared}");
    let asked = Request { k: Some(3), cut_words: Some(1), ..Request::new(&m) };
    assert_eq!(find("montgomery-sos")?.build(&asked)?.parameters(), Parameters::default());
    Ok(())
}

#[test]
fn bad_parameters_are_refused() -> Result<()> {
    for name in MULTIPARTITE {
        let entry = find(name)?;
        for k in [0, 1, 16, usize::MAX] {
            let error = entry.build(&Request { k: Some(k), ..request(&[101], 2) }).err();
            assert_eq!(error, Some(Error::Parameter { expected: "k: 2 to 15 blocks" }));
        }
    }
    for (name, threads) in PARTITE {
        let request = Request { cut_words: Some(2), ..request(&[101], threads[0]) };
        assert!(matches!(find(name)?.build(&request).err(), Some(Error::Parameter { .. })));
    }
    Ok(())
}
