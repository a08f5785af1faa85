//! Times chains against each other: short batches in turn, so that changes of the clock and other
//! programs affect all of them alike.

use crate::chain::{Case, Chain};
use serde::Serialize;
use std::time::Duration;

/// One peer in one run.
pub struct Runner {
    /// The name in the table.
    pub name: String,
    /// On how many threads it computes.
    pub threads: usize,
    /// What is timed.
    pub chain: Box<dyn Chain>,
}

/// A peer's time for one multiplication.
#[derive(Serialize)]
pub struct Measurement {
    /// Always `measurement`.
    pub kind: &'static str,
    /// The peer.
    pub peer: String,
    /// On how many threads.
    pub threads: usize,
    /// Bits of the modulus.
    pub bits: usize,
    /// Rounds that the statistics are over.
    pub rounds: usize,
    /// Multiplications per round.
    pub batch: u32,
    /// Nanoseconds per multiplication in the fastest round.
    pub min_ns: f64,
    /// In the median round.
    pub median_ns: f64,
    /// The median divided by OpenSSL's.
    pub to_openssl: f64,
    /// The median divided by GMP's.
    pub to_gmp: f64,
}

/// Names of the two peers that the ratios refer to.
pub const OPENSSL: &str = "openssl BN_mod_mul_montgomery";
/// See [`OPENSSL`].
pub const GMP: &str = "gmp mpz_mul + mpz_mod";

/// Rounds run before the ones that count.
const WARM_UP: usize = 5;

/// The fewest multiplications in a batch.
const LEAST: u32 = 8;

/// Multiplications before the value is checked.
const STEPS: u32 = 257;

/// Measures all `runners` in turn, `rounds` times a batch that takes about `batch_time`.
///
/// # Panics
/// If a chain computes something else than the others do.
pub fn measure(
    case: &Case,
    runners: &mut [Runner],
    rounds: usize,
    batch_time: Duration,
) -> Vec<Measurement> {
    let mut batches = Vec::new();
    for runner in &mut *runners {
        let one = runner.chain.run(STEPS as usize) / STEPS;
        assert_eq!(runner.chain.value(), case.after(STEPS as usize), "{} is wrong", runner.name);
        batches.push(
            u32::try_from(batch_time.as_nanos() / one.as_nanos().max(1))
                .unwrap_or(u32::MAX)
                .max(LEAST),
        );
    }
    let mut times = vec![Vec::with_capacity(rounds); runners.len()];
    for round in 0..WARM_UP + rounds {
        for ((runner, &batch), times) in runners.iter_mut().zip(&batches).zip(&mut times) {
            let time = runner.chain.run(batch as usize);
            if round >= WARM_UP {
                times.push(time.as_secs_f64() * 1e9 / f64::from(batch));
            }
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    let median_of = |name: &str| {
        let i = runners.iter().position(|r| r.name == name).expect("always measured");
        times[i][rounds / 2]
    };
    let (openssl, gmp) = (median_of(OPENSSL), median_of(GMP));
    runners
        .iter()
        .zip(&batches)
        .zip(&times)
        .map(|((runner, &batch), times)| Measurement {
            kind: "measurement",
            peer: runner.name.clone(),
            threads: runner.threads,
            bits: case.bits,
            rounds,
            batch,
            min_ns: times[0],
            median_ns: times[rounds / 2],
            to_openssl: times[rounds / 2] / openssl,
            to_gmp: times[rounds / 2] / gmp,
        })
        .collect()
}
