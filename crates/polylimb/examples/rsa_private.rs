//! The raw private operation of RSA, on one thread and on two:
//! `cargo run --release --example rsa_private -- 2048 4096`.
//!
//! Makes a key for each size, computes `x^d mod n` with it, and prints median microseconds, with
//! the power modulo `n` without knowledge of its factors for comparison.

use polylimb::authors::limb::{Natural, WORD_BITS, Word};
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::CrtModulus;
use polylimb::{Split, Team};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const SAMPLES: usize = 101;

/// The public exponent.
const E: u64 = 65537;

fn main() -> polylimb::Result<()> {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let team = Arc::new(Team::builder(2).pinned(true).build()?);
    println!(
        "{:>6} {:>8} {:>10} {:>10} {:>12} {:>6}",
        "bits", "primes", "plain µs", "CRT µs", "2 threads µs", "gain"
    );
    for arg in std::env::args().skip(1) {
        let bits: usize = arg.parse().expect("sizes in bits");
        for count in [2, 3] {
            let primes: Vec<_> = (0..count).map(|_| prime(&mut rng, bits / count)).collect();
            let primes: Vec<&[Word]> = primes.iter().map(Vec::as_slice).collect();
            let e = Natural::from(E);
            let shared: Arc<dyn Split> = team.clone();
            let key = |team| {
                let mut options = Options::default();
                options.team = team;
                CrtModulus::from_primes(&primes, e.words(), &options)
            };
            let (alone, paired) = (key(None)?, key(Some(shared))?);

            // The plain power has an exponent as long as n; the time does not depend on its value.
            let n: &Modulus = alone.modulus();
            let x = n.reduce(&random(&mut rng, bits))?;
            let d = random(&mut rng, bits);
            let y = alone.private(&x, &mut rng)?;
            assert_eq!(alone.public(&y)?, x);

            let mut times = [const { Vec::new() }; 3];
            team.session(|_| {
                for _ in 0..SAMPLES {
                    times[0].push(time(|| n.pow(&x, &d)));
                    times[1].push(time(|| alone.private(&x, &mut rng)));
                    times[2].push(time(|| paired.private(&x, &mut rng)));
                }
            })?;
            let [plain, one, two] = times.map(median);
            println!(
                "{bits:>6} {count:>8} {plain:>10.1} {one:>10.1} {two:>12.1} {:>6.2}",
                one / two
            );
        }
    }
    Ok(())
}

/// A number of exactly `bits` bits, odd, with its two top bits set so that a product of two has the
/// sum of their lengths.
fn random(rng: &mut ChaCha20Rng, bits: usize) -> Vec<Word> {
    let mut words: Vec<Word> =
        (0..bits.div_ceil(WORD_BITS)).map(|_| rng.next_u64() as Word).collect();
    let last = words.len() - 1;
    words[last] &= Word::MAX >> (words.len() * WORD_BITS - bits);
    for bit in [bits - 1, bits - 2, 0] {
        words[bit / WORD_BITS] |= 1 << (bit % WORD_BITS);
    }
    words
}

/// A probable prime that allows the public exponent. Good enough for measuring: one round of
/// Fermat's test.
fn prime(rng: &mut ChaCha20Rng, bits: usize) -> Vec<Word> {
    loop {
        let p = random(rng, bits);
        let modulus = Modulus::new(&p, &Options::default()).expect("not 0");
        let mut exponent = p.clone();
        exponent[0] -= 1;
        let power = modulus.pow(&[2], &exponent).expect("2 is below p");
        let fits = Natural::from(E).invert(&Natural::from_words(exponent)).is_ok();
        if power[0] == 1 && power[1..].iter().all(|&word| word == 0) && fits {
            return p;
        }
    }
}

fn time<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
