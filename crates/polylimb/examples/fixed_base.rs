//! Powers of a base that is known beforehand:
//! `cargo run --release --example fixed_base -- 256 2048 4096`.
//!
//! For each size, with exponents of the same number of bits, prints median microseconds of the
//! fixed window without a table, of the comb, and of the comb on two threads. `polylimb lab powm`
//! measures the other methods.

use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::{FixedBase, FixedBaseOptions};
use polylimb::{Split, Team};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const SAMPLES: usize = 201;

fn main() -> polylimb::Result<()> {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let team = Arc::new(Team::builder(2).pinned(true).build()?);
    println!(
        "{:>5} {:>8} {:>9} {:>8} {:>10} {:>6} {:>12} {:>8}",
        "bits", "entries", "window", "comb", "2 threads", "gain", "comb vartime", "set-up"
    );
    for arg in std::env::args().skip(1) {
        let bits: usize = arg.parse().expect("sizes in bits");
        let mut m = random(&mut rng, bits);
        m[0] |= 1;
        let modulus = Modulus::new(&m, &Options::default())?;
        let base = modulus.residue(&modulus.reduce(&random(&mut rng, bits))?)?;
        for max_entries in [64, 256, 1024] {
            let fixed = |threads| {
                let team = (threads > 1).then(|| team.clone() as Arc<dyn Split>);
                let mut options = FixedBaseOptions::default();
                options.max_entries = max_entries;
                options.team = team;
                FixedBase::new(&base, bits, &options)
            };
            let (comb, combs) = (fixed(1)?, fixed(2)?);
            let mut times = [const { Vec::new() }; 5];
            team.session(|_| {
                for _ in 0..SAMPLES {
                    let e = random(&mut rng, bits);
                    times[0].push(time(|| base.pow(&e)));
                    times[1].push(time(|| comb.pow(&e)));
                    times[2].push(time(|| combs.pow(&e)));
                    times[3].push(time(|| comb.pow_vartime(&e)));
                }
                times[4].push(time(|| fixed(1)));
            })?;
            let [window, comb_one, comb_two, vartime, set_up] = times.map(median);
            println!(
                "{bits:>5} {:>8} {window:>9.1} {comb_one:>8.1} {comb_two:>10.1} {:>6.2} {vartime:>12.1} {set_up:>8.0}",
                comb.entries(),
                comb_one / comb_two,
            );
        }
    }
    Ok(())
}

/// A number of exactly `bits` bits.
fn random(rng: &mut ChaCha20Rng, bits: usize) -> Vec<Word> {
    let mut words: Vec<Word> =
        (0..bits.div_ceil(WORD_BITS)).map(|_| rng.next_u64() as Word).collect();
    let last = words.len() - 1;
    words[last] &= Word::MAX >> (words.len() * WORD_BITS - bits);
    words[last] |= 1 << ((bits - 1) % WORD_BITS);
    words
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
