//! The cost of handing a part to another thread, compared with the hardware's cost: one cache line
//! there and back between two cores.
//!
//! `cargo bench -p polylimb-lab --features openmp --bench handover`; set `OMP_WAIT_POLICY` to
//! `active` or `passive` for other ways in which OpenMP's threads wait. A figure is the time
//! of one call with two parts, from batches of calls. The caller writes a payload; part 1 reads it
//! and writes the same number of bytes for the caller to read.

use polylimb::authors::team::each_chunk;
use polylimb::{Split, Team};
use polylimb_lab::executor::EXECUTORS;
use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Nanoseconds per call.
#[derive(Clone, Copy)]
struct Time {
    min: f64,
    median: f64,
}

fn nanoseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e9
}

/// Times `call` in `samples` batches, after a warm-up.
fn time(samples: usize, batch: u32, mut call: impl FnMut()) -> Time {
    let mut sample = || {
        let start = Instant::now();
        (0..batch).for_each(|_| call());
        nanoseconds(start) / f64::from(batch)
    };
    let _warm: f64 = (0..samples / 10).map(|_| sample()).sum();
    let mut times: Vec<f64> = (0..samples).map(|_| sample()).collect();
    times.sort_by(f64::total_cmp);
    Time { min: times[0], median: times[samples / 2] }
}

#[repr(align(128))]
struct Line(AtomicU64);

/// One line there and back between two pinned threads, with nothing around it.
fn round_trip(cores: &[usize]) -> Time {
    let line = Line(AtomicU64::new(0));
    let stop = u64::MAX;
    thread::scope(|scope| {
        scope.spawn(|| {
            pin(cores, 1);
            let mut next = 1;
            loop {
                match line.0.load(Ordering::Acquire) {
                    n if n == next => {
                        line.0.store(n + 1, Ordering::Release);
                        next = n + 2;
                    }
                    n if n == stop => return,
                    _ => spin_loop(),
                }
            }
        });
        let measured = scope.spawn(|| {
            pin(cores, 0);
            let mut n = 0;
            let time = time(4000, 64, || {
                line.0.store(n + 1, Ordering::Release);
                n += 2;
                while line.0.load(Ordering::Acquire) != n {
                    spin_loop();
                }
            });
            line.0.store(stop, Ordering::Release);
            time
        });
        measured.join().expect("no panic")
    })
}

/// A call that finds the workers asleep.
fn from_sleep(split: &dyn Split) -> Time {
    let mut times: Vec<f64> = (0..200)
        .map(|_| {
            thread::sleep(Duration::from_millis(2));
            let start = Instant::now();
            split.run(2, &|i| _ = black_box(i));
            nanoseconds(start)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    Time { min: times[0], median: times[times.len() / 2] }
}

/// Binds the current thread to entry `i`, if there is one.
fn pin(cores: &[usize], i: usize) {
    if let Some(&core) = cores.get(i).filter(|_| cores.len() > 1) {
        Team::pin_current_thread(core).expect("one of Team::cores()");
    }
}

/// Each half in lines of its own.
#[derive(Clone, Copy)]
#[repr(align(128))]
struct Lines([u64; 64]);

/// `words` words there and as many back.
fn payload(split: &dyn Split, words: usize) -> impl FnMut() {
    let mut operand = Lines([1; 64]);
    let mut results = [Lines([0; 64]); 2];
    move || {
        operand.0[..words].iter_mut().for_each(|w| *w += 1);
        each_chunk(split, &mut results, 1, |i, own| {
            if i == 1 {
                own[0].0[..words].copy_from_slice(&operand.0[..words]);
            }
        });
        black_box(results[1].0[..words].iter().sum::<u64>());
    }
}

fn print(name: &str, time: Time, unit: f64) {
    println!("{name:42} {:10.0} {:10.0} {:8.1}", time.min, time.median, time.median / unit);
}

/// The rows of one executor, with and without a session around the calls.
fn rows(name: &str, split: &dyn Split, unit: f64, samples: usize) -> Time {
    let mut empty = Time { min: 0.0, median: 0.0 };
    split.hold(&mut || {
        empty = time(samples, 64, || split.run(2, &|i| _ = black_box(i)));
        print(&format!("{name}, empty part"), empty, unit);
        for bits in [512, 4096] {
            let time = time(samples, 64, payload(split, bits / 64));
            print(&format!("{name}, {bits} bits each way"), time, unit);
        }
    });
    empty
}

fn main() {
    let cores = Team::cores();
    let round_trip = round_trip(&cores);
    let unit = round_trip.median;
    println!("{:42} {:>10} {:>10} {:>8}", "nanoseconds per call", "min", "median", "ratio");
    print("round trip of one cache line", round_trip, unit);

    let pinned = Team::builder(2).pinned(true).build();
    let team = pinned.or_else(|_| Team::new(2)).expect("a thread");
    let hand_over = thread::scope(|scope| {
        let measured = scope.spawn(|| {
            pin(&cores, 0);
            let hand_over = rows("team, pinned, in a session", &team, unit, 4000);
            let time = time(1000, 16, || team.run(2, &|i| _ = black_box(i)));
            print("team, pinned, outside, back to back", time, unit);
            print("team, pinned, outside, from sleep", from_sleep(&team), unit);
            hand_over
        });
        measured.join().expect("no panic")
    });
    drop(team);

    for entry in EXECUTORS {
        let split = (entry.build)(2).expect("two threads");
        rows(entry.name, &*split, unit, if entry.name == "spawn" { 100 } else { 1000 });
    }

    let ratio = hand_over.median / unit;
    let verdict = if ratio <= 2.0 { "held" } else { "BROKEN" };
    println!("bound: a hand-over in a session takes at most 2 round trips: {ratio:.2}, {verdict}");
}
