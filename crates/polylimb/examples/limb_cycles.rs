//! Prints the cost of the inner loops on this machine: nanoseconds per call, minimum and median,
//! for each kernel and size.
//!
//! `cargo run --release -p polylimb --example limb_cycles -- [kernel [words ...]]`

use polylimb::authors::limb::{Kernel, Word, inverse_mod_word};
use polylimb::cpu::Features;
use std::hint::black_box;
use std::time::Instant;

#[allow(clippy::cast_precision_loss, reason = "times are far below 2^52 ns")]
/// Minimum and median of 200 batches of calls.
fn time(cost: usize, mut call: impl FnMut()) -> (f64, f64) {
    let calls = 200_000 / (cost + 100) + 4;
    let mut times: Vec<f64> = (0..200)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..calls {
                call();
            }
            start.elapsed().as_nanos() as f64 / calls as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[0], times[times.len() / 2])
}

/// Words that look random enough to a multiplier.
fn words(n: usize, seed: u64) -> Vec<Word> {
    (1..=n as u64)
        .map(|i| (seed.wrapping_add(i).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3) as Word | 1)
        .collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let only = arguments.next().filter(|name| name != "all");
    let mut sizes: Vec<usize> = arguments.map(|n| n.parse().expect("a number of words")).collect();
    if sizes.is_empty() {
        sizes = vec![2, 4, 6, 8, 9, 12, 16, 24, 32, 48, 64, 96, 128, 256];
    }
    println!("ns per call, minimum/median");
    print!("{:9} {:>5}", "kernel", "words");
    for name in
        ["schoolbook", "mul", "mul_low", "mul_high", "square", "sqr", "reduce", "montgomery_mul"]
    {
        print!(" {name:>17}");
    }
    println!();
    for kernel in Kernel::available(Features::detect()) {
        if only.as_deref().is_some_and(|name| name != kernel.name()) {
            continue;
        }
        for &n in &sizes {
            line(kernel, n);
        }
    }
}

/// One kernel at one size.
fn line(kernel: Kernel, n: usize) {
    let (a, mut b, m) = (words(n, 1), words(n, 2), words(n, 3));
    let minus_inverse = (0 as Word).wrapping_sub(inverse_mod_word(m[0]));
    let mut r = vec![0; 2 * n];
    let mut low = vec![0; n];
    let mut high = vec![0; n + 2];
    let mut s = vec![
        0;
        kernel
            .mul_scratch(n, n)
            .max(kernel.sqr_scratch(n))
            .max(kernel.mul_low_scratch(n))
            .max(kernel.mul_high_scratch(n))
            .max(kernel.montgomery_mul_scratch(n))
    ];
    let t = words(2 * n, 4);
    let cost = n * n;
    let times = [
        time(cost, || kernel.schoolbook(black_box(&mut r), &a, &b)),
        time(cost, || kernel.mul(black_box(&mut r), &a, &b, &mut s)),
        time(cost, || kernel.mul_low(black_box(&mut low), &a, &b, &mut s)),
        time(cost, || kernel.mul_high(black_box(&mut high), &a, &b, &mut s)),
        time(cost, || kernel.schoolbook_square(black_box(&mut r), &a)),
        time(cost, || kernel.sqr(black_box(&mut r), &a, &mut s)),
        time(cost, || {
            r.copy_from_slice(&t);
            black_box(kernel.montgomery_reduce(black_box(&mut r), &m, minus_inverse));
        }),
        // Dependent, as in an exponentiation: the result is the next operand.
        time(2 * cost, || {
            kernel.montgomery_mul(&mut low, &a, black_box(&b), &m, minus_inverse, &mut s);
            std::mem::swap(&mut low, &mut b);
        }),
    ];
    print!("{:9} {n:5}", kernel.name());
    for (min, median) in times {
        print!(" {min:8.1}/{median:8.1}");
    }
    println!();
}
