//! Every multiplication, kernel and small thread count, for all odd moduli below 2^8 and all pairs
//! of operands, against the machine's own arithmetic.
//!
//! With `POLYLIMB_MILLION` set it takes a minute; otherwise it tests the moduli below 2^5.

use super::algorithms;
use crate::splits::Shuffled;
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::{Entry, Request};
use polylimb::cpu::Features;
use std::sync::Arc;

/// The moduli are odd and below this.
fn bound() -> Word {
    let all = std::env::var_os("POLYLIMB_MILLION").is_some();
    if all { Word::MAX >> (Word::BITS - 8) } else { 1 << 5 }
}

/// Products of all pairs modulo `m`; returns their number.
fn all_pairs(entry: &Entry, kernel: Kernel, threads: usize, m: Word) -> u64 {
    let split = Arc::new(Shuffled::new(threads));
    let modulus = [m];
    let request = Request { kernel, split, ..Request::new(&modulus) };
    let modmul = entry.build(&request).expect("in the domain");
    let mut scratch = vec![0; modmul.scratch_words()];
    let size = modmul.residue_words();
    let mut residues = vec![0; size * m as usize];
    for (a, r) in (0..m).zip(residues.chunks_exact_mut(size)) {
        modmul.enter(r, &[a], &mut scratch);
    }
    let (mut r, mut plain) = (vec![0; size], [0]);
    for (a, x) in residues.chunks_exact(size).enumerate() {
        for (b, y) in residues.chunks_exact(size).enumerate() {
            modmul.mul(&mut r, x, y, &mut scratch);
            modmul.leave(&mut plain, &r, &mut scratch);
            let what = (entry.name, kernel, threads);
            assert_eq!(plain[0] as usize, a * b % m as usize, "{what:?}: {a} * {b} mod {m}");
        }
    }
    u64::from(m as u32).pow(2)
}

#[test]
fn every_odd_modulus_of_a_byte() {
    let (mut compared, mut expected, mut cases) = (0, 0, 0);
    for entry in algorithms().filter(|entry| entry.domain.accepts(&[3])) {
        let threads: Vec<usize> = (1..=4).filter(|&t| entry.threads.contains(t)).collect();
        for kernel in Kernel::available(Features::detect()) {
            cases += threads.len();
            for (i, m) in (3..=bound()).step_by(2).enumerate() {
                // From 2^6 on the numbers of threads take turns.
                let all = m < 1 << 6;
                let threads = if all { &threads[..] } else { &threads[i % threads.len()..][..1] };
                expected += threads.len() as u64 * u64::from(m as u32).pow(2);
                for &threads in threads {
                    compared += all_pairs(entry, kernel, threads, m);
                }
            }
        }
    }
    println!("{compared} products of {cases} multiplications");
    assert!(
        8 * cases >= 9 * algorithms().count() && compared == expected,
        "only {compared} products ran"
    );
}
