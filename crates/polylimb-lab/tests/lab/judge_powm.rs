//! Every method of exponentiation × main multiplications × threads against GMP's `mpz_powm`, sizes
//! from 2 to 8192 bits.

use crate::common::{big, modulus, operand, residue, rng, words};
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::authors::limb::{Kernel, WORD_BITS, Word};
use polylimb::authors::modmul::{ALGORITHMS, ModMul, Request};
use polylimb::authors::powm::Job;
use polylimb::cpu::Features;
use polylimb::powm::Exponent;
use polylimb_lab::judge::BASELINES;
use std::sync::Arc;

/// Sizes, and the number of exponents for each.
const PLAN: [(&[usize], usize); 4] = [
    (&[2, 3, 8, 9, 31, 33, 63, 64, 65, 127, 128, 160, 192, 255, 256, 257], 6),
    (&[384, 512, 521, 777, 1024], 3),
    (&[1536, 2048, 3072], 1),
    (&[4096, 8192], 1),
];

/// The multiplications that the checked faces choose from, and the laboratory's GMP.
const MAIN: [&str; 6] =
    ["barrett", "montgomery-sos", "montgomery-cios", "montgomery-ifma", "bipartite", "gmp"];

/// Whether this run makes the full plan.
fn full() -> bool {
    WORD_BITS == 64 && std::env::var_os("POLYLIMB_MILLION").is_some()
}

fn multiplications(m: &[Word]) -> Vec<Box<dyn ModMul>> {
    ALGORITHMS
        .iter()
        .chain(polylimb_lab::judge::ENTRIES)
        .filter(|e| MAIN.contains(&e.name) && e.domain.accepts(m))
        .map(|e| {
            let split = Arc::new(Shuffled::new(e.threads.min()));
            let kernel = Kernel::best(Features::detect());
            e.build(&Request { split, kernel, ..Request::new(m) }).expect(e.name)
        })
        .collect()
}

/// Exponents as long as the modulus: random of any density, or one of the edges in turn.
fn exponent(rng: &mut rand_chacha::ChaCha8Rng, m: &[Word], i: usize) -> Vec<Word> {
    let big = big(m);
    let one = BigUint::from(1u32);
    let edge = match i % 12 {
        1 => &one << (big.bits() - 1),
        2 => (&one << big.bits()) - &one,
        3 => big - one,
        4 => BigUint::ZERO,
        5 => one,
        _ => return operand(rng, m.len()),
    };
    words(&edge, m.len())
}

/// The most bits of an exponent modulo `bits` bits; longer ones would take minutes.
fn longest_exponent(bits: usize) -> usize {
    if bits > 2048 { 320 } else { 1024 }
}

#[test]
fn every_method_agrees_with_mpz_powm() {
    let judge = BASELINES.iter().find(|b| b.name == "gmp-powm").expect("built with GMP");
    let (mut rng, mut compared, mut i) = (rng(90), 0, 0);
    for (sizes, exponents) in PLAN {
        for &bits in sizes.iter().filter(|&&bits| full() || bits <= 521) {
            for _ in 0..exponents {
                i += 1;
                let m = modulus(&mut rng, bits, i % 4 != 0);
                let (base, mut e) = (residue(&mut rng, &m), exponent(&mut rng, &m, i));
                e.truncate(longest_exponent(bits) / WORD_BITS);
                let mut expected = vec![0; m.len()];
                (judge.make)(&mut expected, &base, &e, &m);
                for modmul in multiplications(&m) {
                    compared += check(&*modmul, &base, &e, &expected);
                }
            }
        }
    }
    assert!(compared >= if full() { 10_000 } else { 5_000 }, "only {compared} powers compared");
}

/// All methods on all numbers of threads.
fn check(modmul: &dyn ModMul, base: &[Word], e: &[Word], expected: &[Word]) -> usize {
    let mut scratch = vec![0xa5; modmul.scratch_words()];
    let mut residue = vec![0; modmul.residue_words()];
    let (mut power, mut plain) = (residue.clone(), expected.to_vec());
    modmul.enter(&mut residue, base, &mut scratch);
    let mut compared = 0;
    for method in polylimb_lab::registry::powm::powers() {
        for threads in [1, 2, 3, 4, 8].into_iter().filter(|&n| method.threads.contains(n)) {
            let split = Shuffled::new(threads);
            let exponent = Exponent::new(e);
            let job = Job { modmul, base: &residue, exponent, split: &split, width: None };
            method.pow(&job, &mut power).expect(method.name);
            modmul.leave(&mut plain, &power, &mut scratch);
            assert!(
                plain == expected,
                "{} on {threads} threads, {}: {base:x?}^{e:x?} mod {:x?} gave {plain:x?}",
                method.name,
                modmul.name(),
                modmul.modulus()
            );
            compared += 1;
        }
    }
    compared
}
