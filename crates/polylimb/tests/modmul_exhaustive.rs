//! Every multiplication, kernel and small thread count, for all odd moduli below 2^8 and all pairs of
//! operands, against the machine's own arithmetic.
//!
//! Optimised builds only (a minute otherwise): `cargo test --release -p polylimb --test modmul_exhaustive`. Others take
//! the moduli below 2^5.

mod splits;

use polylimb::cpu::Features;
use polylimb::limb::{Kernel, Word};
use polylimb::modmul::{ALGORITHMS, Entry, Request};
use splits::Shuffled;
use std::sync::Arc;

/// The moduli are odd and below this.
const BOUND: Word = if cfg!(debug_assertions) { 1 << 5 } else { Word::MAX >> (Word::BITS - 8) };

/// Products of all pairs modulo `m`; how many.
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
    let (mut compared, mut cases) = (0, 0);
    for entry in ALGORITHMS.iter().filter(|entry| entry.domain.accepts(&[3])) {
        for kernel in Kernel::available(Features::detect()) {
            for threads in (1..=4).filter(|&threads| entry.threads.contains(threads)) {
                cases += 1;
                for m in (3..=BOUND).step_by(2) {
                    compared += all_pairs(entry, kernel, threads, m);
                }
            }
        }
    }
    println!("{compared} products of {cases} multiplications");
    let squares: u64 = (3..=u64::from(BOUND as u32)).step_by(2).map(|m| m * m).sum();
    assert!(cases >= 18 && compared == cases * squares, "only {compared} products ran");
}
