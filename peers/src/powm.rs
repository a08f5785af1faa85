//! Modular exponentiations compared: constant-time ones, random odd moduli, full-length exponents.
//!
//! A row is a [`Peer`]: something that computes the powers of some of the cases. Add one in
//! [`peers`].

use crate::chain::{Case, number};
use crate::openssl::Power;
use crate::powm_single;
use comfy_table::{CellAlignment, Table, presets};
use num_bigint::BigUint;
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::{BatchJob, BatchOptions, BatchPowm, Exponent};
use polylimb::{Alone, Split};
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Cases that a batch computes at once; who computes one takes the first.
const CASES: usize = 8;
/// Eights that a team shares out.
const EIGHTS: usize = 8;
/// Rounds run before the ones that count.
const WARM_UP: usize = 2;
/// The peer that ratios refer to.
const OPENSSL: &str = "openssl BN_mod_exp_mont_consttime";

/// One row: computes the powers `x^b mod m` of the first cases, as many as it returns.
pub struct Peer {
    /// The name in the table.
    pub name: String,
    /// On how many threads it computes.
    pub threads: usize,
    /// The number of powers over which the time is divided; cases may repeat.
    pub powers: usize,
    /// Computes.
    pub run: Box<dyn FnMut() -> Vec<BigUint>>,
}

/// All rows for these cases.
fn peers(cases: &[Case], splits: &[Arc<dyn Split>]) -> polylimb::Result<Vec<Peer>> {
    let words = |word: fn(&Case) -> &Vec<u64>| -> Vec<Vec<u64>> {
        cases.iter().map(|case| word(case).clone()).collect()
    };
    let (m, x, b) = (words(|c| &c.m), words(|c| &c.x), words(|c| &c.b));
    let mut peers = Vec::new();

    let mut power = Power::new(&cases[0]);
    let run = Box::new(move || vec![power.compute()]);
    peers.push(Peer { name: OPENSSL.into(), threads: 1, powers: 1, run });

    let modulus = Modulus::new(&m[0], &Options::default())?;
    let (base, exponent) = (x[0].clone(), b[0].clone());
    let run = Box::new(move || vec![number(&modulus.pow(&base, &exponent).expect("reduced"))]);
    peers.push(Peer { name: "polylimb Modulus::pow".into(), threads: 1, powers: 1, run });

    let moduli: Vec<&[u64]> = m.iter().map(Vec::as_slice).collect();
    let batch = BatchPowm::new(&moduli, Features::detect())?;
    let (bases, exponents) = (x.clone(), b.clone());
    let run = Box::new(move || {
        let bases: Vec<&[u64]> = bases.iter().map(Vec::as_slice).collect();
        let exponents: Vec<_> = exponents.iter().map(|e| Exponent::new(e)).collect();
        batch.pow(&bases, &exponents).expect("eight").iter().map(|p| number(p)).collect()
    });
    peers.push(Peer { name: "polylimb BatchPowm::pow".into(), threads: 1, powers: CASES, run });

    for split in splits {
        let eights = if split.threads() == 1 { 1 } else { EIGHTS };
        let (split, threads) = (split.clone(), split.threads());
        let (m, x, b) = (m.clone(), x.clone(), b.clone());
        let run = Box::new(move || {
            let job = |i: usize| BatchJob {
                modulus: &m[i % CASES],
                base: &x[i % CASES],
                exponent: Exponent::new(&b[i % CASES]),
            };
            let jobs: Vec<_> = (0..CASES * eights).map(job).collect();
            let mut options = BatchOptions::default();
            options.split = &*split;
            let powers = BatchJob::pow_all(&jobs, &options).expect("odd moduli");
            powers[..CASES].iter().map(|p| number(p)).collect()
        });
        let powers = CASES * eights;
        let name = "polylimb pow_batch with set-up".into();
        peers.push(Peer { name, threads, powers, run });
    }
    Ok(peers)
}

/// A peer's time for one power.
#[derive(Serialize)]
pub struct Measurement {
    kind: &'static str,
    peer: String,
    threads: usize,
    bits: usize,
    rounds: usize,
    powers_per_call: usize,
    min_us: f64,
    median_us: f64,
    to_openssl: f64,
}

/// Measures each peer for moduli of `bits` bits, in turn, `rounds` times about `batch_time` or one
/// call; with `methods` each method of the register too.
///
/// # Errors
/// If one of the peers cannot be made.
///
/// # Panics
/// If a peer computes something else than num-bigint does.
pub fn measure(
    bits: usize,
    seed: u64,
    rounds: usize,
    batch_time: Duration,
    splits: &[Arc<dyn Split>],
    methods: bool,
) -> polylimb::Result<Vec<Measurement>> {
    let mut cases: Vec<_> =
        (0..CASES as u64).map(|i| Case::random(bits, seed.wrapping_mul(1000) + i)).collect();
    for case in &mut cases {
        *case.b.last_mut().expect("not empty") |= 1 << ((bits - 1) % 64);
    }
    let power = |case: &Case| number(&case.x).modpow(&number(&case.b), &number(&case.m));
    let expected: Vec<_> = cases.iter().map(power).collect();
    let mut alone: Vec<Arc<dyn Split>> = vec![Arc::new(Alone)];
    alone.extend(splits.iter().filter(|s| s.threads() > 1).cloned());
    let mut peers = peers(&cases, &alone)?;
    if methods {
        peers.extend(powm_single::peers(&cases[0], &alone)?);
    }
    let calls: Vec<u32> = peers
        .iter_mut()
        .map(|peer| {
            let start = Instant::now();
            let found = (peer.run)();
            let time = start.elapsed().max(Duration::from_nanos(1));
            assert_eq!(found, expected[..found.len()], "{} is wrong", peer.name);
            u32::try_from(batch_time.as_nanos() / time.as_nanos()).unwrap_or(u32::MAX).max(1)
        })
        .collect();
    let mut times = vec![Vec::with_capacity(rounds); peers.len()];
    for round in 0..WARM_UP + rounds {
        for ((peer, &calls), times) in peers.iter_mut().zip(&calls).zip(&mut times) {
            let start = Instant::now();
            for _ in 0..calls {
                std::hint::black_box((peer.run)());
            }
            if round >= WARM_UP {
                let powers = f64::from(calls) * peer.powers as f64;
                times.push(start.elapsed().as_secs_f64() * 1e6 / powers);
            }
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    let openssl = times[0][rounds / 2];
    let measurement = |(peer, times): (&Peer, &Vec<f64>)| Measurement {
        kind: "power",
        peer: peer.name.clone(),
        threads: peer.threads,
        bits,
        rounds,
        powers_per_call: peer.powers,
        min_us: times[0],
        median_us: times[rounds / 2],
        to_openssl: times[rounds / 2] / openssl,
    };
    Ok(peers.iter().zip(&times).map(measurement).collect())
}

impl Measurement {
    /// The row of `targets.json` that this is, and its ratio to OpenSSL.
    pub fn target(&self) -> Option<(String, f64)> {
        let work = match (&self.peer[..], self.threads) {
            ("polylimb Modulus::pow", 1) => "one",
            ("polylimb BatchPowm::pow", 1) => "batch",
            _ => return None,
        };
        Some((format!("powm {}, {work}", self.bits), self.to_openssl))
    }
}

/// The measurements of one size.
pub fn table(measured: &[Measurement]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["peer", "threads", "powers", "min us", "median us", "/ openssl"]);
    for m in measured {
        table.add_row([
            m.peer.clone(),
            m.threads.to_string(),
            m.powers_per_call.to_string(),
            format!("{:.1}", m.min_us),
            format!("{:.1}", m.median_us),
            format!("{:.3}", m.to_openssl),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
