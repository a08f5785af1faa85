//! Times modular inversion: `cargo run --release --example inverse_cycles`.
//!
//! Prints minimum and median of one constant-time inversion, and the median of one in variable time
//! and of a Jacobi symbol, over random operands.

use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::authors::modmul::inverse;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::hint::black_box;
use std::time::Instant;

const SAMPLES: usize = 201;

fn main() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    println!(
        "{:>6} {:>10} {:>10} {:>10} {:>10}",
        "bits", "min µs", "median µs", "vartime", "jacobi"
    );
    for bits in [128, 256, 381, 521, 1024, 2048, 4096] {
        let n = usize::div_ceil(bits, WORD_BITS);
        let mut random = |bits: usize| -> Vec<Word> {
            let mut a: Vec<Word> = (0..n).map(|_| rng.next_u64() as Word).collect();
            a[n - 1] &= Word::MAX >> (n * WORD_BITS - bits);
            a
        };
        let mut m = random(bits);
        m[0] |= 1;
        m[n - 1] |= 1 << ((bits - 1) % WORD_BITS);
        let operands: Vec<_> = (0..SAMPLES).map(|_| random(bits - 1)).collect();
        let mut r = vec![0; n];
        let mut scratch = vec![0; inverse::invert_scratch(n)];
        let (least, median) = time(&operands, |a| {
            black_box(inverse::invert(&mut r, a, &m, &mut scratch));
        });
        let (_, vartime) = time(&operands, |a| {
            black_box(inverse::invert_vartime(&mut r, a, &m, &mut scratch));
        });
        let (_, jacobi) = time(&operands, |a| {
            black_box(inverse::jacobi(a, &m, &mut scratch));
        });
        println!("{bits:>6} {least:>10.2} {median:>10.2} {vartime:>10.2} {jacobi:>10.2}");
    }
}

/// Least and median microseconds of `run`.
fn time(operands: &[Vec<Word>], mut run: impl FnMut(&[Word])) -> (f64, f64) {
    let mut times: Vec<f64> = operands
        .iter()
        .map(|a| {
            let start = Instant::now();
            run(black_box(a));
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[0], times[times.len() / 2])
}
