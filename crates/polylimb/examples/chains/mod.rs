//! Times of one operation: in one chain (latency), and in four chains side by side (throughput).

use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 41;
/// Chains side by side.
pub const CHAINS: usize = 4;

/// Minimum and median nanoseconds of one of the `count` operations of `run`.
pub fn time(count: usize, mut run: impl FnMut()) -> (f64, f64) {
    run();
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1e9 / f64::from(count as u32)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[0], times[ROUNDS / 2])
}

/// Latency and throughput of `step`, which takes the running value and a constant.
#[inline(always)]
pub fn row<El: Copy>(name: &str, count: usize, start: El, b: El, step: impl Fn(&El, &El) -> El) {
    let b = black_box(b);
    let mut a = start;
    let latency = time(count, || {
        for _ in 0..count {
            a = step(&a, &b);
        }
        a = black_box(a);
    });
    let mut chains = [start; CHAINS];
    let throughput = time(count * CHAINS, || {
        for _ in 0..count {
            for a in &mut chains {
                *a = step(a, &b);
            }
        }
        chains = black_box(chains);
    });
    println!(
        "  {name:<10} {:>9.2} {:>9.2} {:>11.2} {:>9.2}",
        latency.0, latency.1, throughput.0, throughput.1
    );
}
