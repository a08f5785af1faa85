//! The instrument on a simulated machine: cold first calls, drift, interruptions, coarse ticks,
//! expensive readings, wherever they come. It gets the right time or gives a warning, and no
//! warning where there is nothing to warn of.

use super::clock::Clock;
use super::instrument::{Core, Instrument, Sampler};
use super::statistics::count;
use std::cell::Cell;
use std::time::Duration;

const ROUNDS: usize = 10;

/// Times in ns.
#[derive(Clone)]
struct Machine {
    now: Cell<f64>,
    /// The clock shows multiples of this.
    tick: f64,
    /// The duration of a reading.
    reading: f64,
    /// The first calls of the operation take longer.
    cold_calls: Cell<usize>,
    cold: f64,
    /// After this much work something else takes the core, for so long.
    interruption: Option<(f64, f64)>,
    worked: Cell<f64>,
    /// The pace at a moment: 2 takes twice as long.
    pace: fn(f64) -> f64,
}

/// Without anything that disturbs.
const fn steady() -> Machine {
    Machine {
        now: Cell::new(12_345.6),
        tick: 1.0,
        reading: 25.0,
        cold_calls: Cell::new(0),
        cold: 0.0,
        interruption: None,
        worked: Cell::new(0.0),
        pace: |_| 1.0,
    }
}

impl Machine {
    fn work(&self, ns: f64) {
        let mut left = ns;
        while left > 0.0 {
            let mut part = left.min(5000.0);
            let mut pause = 0.0;
            if let Some((every, length)) = self.interruption {
                let until = every - self.worked.get();
                if until <= part {
                    (part, pause) = (until, length);
                }
            }
            self.worked.set(if pause > 0.0 { 0.0 } else { self.worked.get() + part });
            let now = self.now.get();
            self.now.set(now + part * (self.pace)(now) + pause);
            left -= part;
        }
    }

    /// The operation: `ns` each.
    fn batch(&self, ns: f64, batch: usize) {
        if self.cold_calls.get() > 0 {
            self.cold_calls.set(self.cold_calls.get() - 1);
            self.work(self.cold);
        }
        self.work(ns * count(batch));
    }
}

impl Clock for &Machine {
    fn now(&self) -> Duration {
        self.work(self.reading / 2.0);
        let shown = (self.now.get() / self.tick).floor() * self.tick;
        self.work(self.reading / 2.0);
        Duration::from_secs_f64(shown / 1e9)
    }

    fn chain(&self, steps: usize) {
        self.work(count(steps));
    }
}

/// The median of an operation of `ns`, in shares of `ns`, and the warnings, as a study takes them.
fn measured(machine: &Machine, ns: f64, runs: usize) -> (f64, Vec<String>) {
    let instrument = Instrument::new(machine);
    let fastest = instrument.pace();
    let work = &mut |batch| {
        let start = machine.now();
        machine.batch(ns, batch);
        machine.now().saturating_sub(start)
    };
    let mut sampler = Sampler::new(&instrument, runs, None, work);
    let mut core = Core::default();
    for round in 0..ROUNDS {
        core.paces.push(instrument.pace());
        sampler.take(round, ROUNDS, work);
    }
    core.meet_interruptions(&instrument, sampler.sample());
    let (summary, mut warnings) = sampler.conclude().unwrap();
    let pace = core.pace().unwrap();
    warnings.extend(core.warnings(&summary, pace, fastest.min(pace)));
    (summary.median / ns, warnings)
}

/// From a nanosecond to ten milliseconds.
const OPERATIONS: [f64; 9] = [1.0, 3.7, 25.0, 88.0, 410.0, 7e3, 110e3, 1.3e6, 1e7];

enum Outcome {
    /// The right time and no warning, except that the mean is larger.
    Right,
    /// Within five percent, or a warning.
    Honest,
}

fn check(name: &str, machine: &Machine, runs: usize, outcome: &Outcome) {
    for ns in OPERATIONS {
        let (share, warnings) = measured(&machine.clone(), ns, runs);
        let off = (share - 1.0).abs();
        let right = off < 0.02;
        let told = format!("{name}: {ns} ns times {share:.3}, {warnings:?}");
        match outcome {
            Outcome::Right => {
                assert!(right && warnings.iter().all(|w| w.starts_with("outliers")), "{told}");
            }
            Outcome::Honest => assert!(off < 0.05 || !warnings.is_empty(), "{told}"),
        }
    }
}

#[test]
fn a_steady_machine() {
    for reading in [1.0, 25.0, 300.0, 2000.0, 50_000.0] {
        let machine = Machine { reading, ..steady() };
        check(&format!("reading {reading}"), &machine, 50, &Outcome::Right);
    }
}

/// It would be 0.4 % of these samples.
#[test]
fn the_clocks_cost_is_taken_off() {
    for reading in [25.0, 300.0, 2000.0, 50_000.0] {
        let (share, _) = measured(&Machine { reading, ..steady() }, 25.0, 50);
        assert!((share - 1.0).abs() < 0.001, "{reading}: {share}");
    }
}

#[test]
fn cold_first_calls() {
    for calls in [1, 2, 3, 10, 40] {
        for cold in [2e3, 100e3, 5e6] {
            let machine = Machine { cold_calls: Cell::new(calls), cold, ..steady() };
            // The first ones are part of calibrating; after that they are few among the samples.
            check(&format!("{calls} calls by {cold}"), &machine, 200, &Outcome::Right);
        }
    }
    // As many as there are samples.
    let machine = Machine { cold_calls: Cell::new(150), cold: 100e3, ..steady() };
    check("always cold", &machine, 100, &Outcome::Honest);
}

#[test]
fn coarse_ticks() {
    for tick in [10.0, 40.0, 100.0, 1000.0, 10e3, 50e3] {
        check(&format!("tick {tick}"), &Machine { tick, ..steady() }, 50, &Outcome::Right);
    }
    for tick in [1e6, 15.625e6] {
        for ns in OPERATIONS {
            let (_, warnings) = measured(&Machine { tick, ..steady() }, ns, 20);
            assert!(warnings.iter().any(|w| w.starts_with("clock")), "{tick} {ns} {warnings:?}");
        }
    }
}

#[test]
fn interruptions() {
    // The timer's tick, and a neighbour now and then.
    for often in [(4e6, 5e3), (1e6, 4e3), (50e6, 1e6)] {
        let machine = Machine { interruption: Some(often), ..steady() };
        check(&format!("{often:?}"), &machine, 50, &Outcome::Honest);
    }
    let machine = Machine { interruption: Some((4e6, 5e3)), ..steady() };
    check("the timer", &machine, 200, &Outcome::Right);
    for often in [(1e6, 300e3), (100e3, 30e3), (30e3, 20e3), (10e6, 5e6)] {
        for runs in [20, 50, 200] {
            let machine = Machine { interruption: Some(often), ..steady() };
            check(&format!("{often:?}, {runs} runs"), &machine, runs, &Outcome::Honest);
        }
    }
}

#[test]
fn drift() {
    // Two percent to and fro do not matter.
    let machine = Machine { pace: |now| 1.0 + 0.01 * (now / 3e6).sin(), ..steady() };
    check("to and fro", &machine, 50, &Outcome::Right);
    // Slower and slower; faster after a start from rest; and from one frequency to another.
    let slower = |now: f64| 1.0 + (now - 51e6).clamp(0.0, 2e7) / 1e7;
    let faster = |now: f64| if now < 30e6 { 2.5 } else { 1.0 };
    let between = |now: f64| if (now / 1e5) % 2.0 < 1.0 { 1.0 } else { 1.4 };
    for (name, pace) in
        [("slower", slower as fn(f64) -> f64), ("faster", faster), ("between", between)]
    {
        for runs in [20, 50, 200] {
            check(
                &format!("{name}, {runs} runs"),
                &Machine { pace, ..steady() },
                runs,
                &Outcome::Honest,
            );
        }
    }
}

#[test]
fn all_at_once() {
    let machine = Machine {
        tick: 100.0,
        reading: 900.0,
        cold_calls: Cell::new(5),
        cold: 200e3,
        interruption: Some((4e6, 20e3)),
        ..steady()
    };
    check("all at once", &machine, 100, &Outcome::Right);
}

#[test]
fn a_frequency_is_told_only_where_it_changed() {
    let machine = steady();
    let instrument = Instrument::new(&machine);
    assert!((instrument.pace() - 1.0).abs() < 0.02);
    let told = |paces: &[f64], others: f64, fastest: f64, quartiles: [f64; 2]| {
        let core = Core { paces: paces.to_vec(), interrupted: 0.0 };
        let [q1, q3] = quartiles;
        core.warnings(
            &super::statistics::Summary { median: 1.0, q1, q3, ..Default::default() },
            others,
            fastest,
        )
    };
    assert!(told(&[1.0; 10], 1.0, 1.0, [1.0, 1.0]).is_empty());
    // One fast round of another row or size, or one slow one of this row, is no change.
    assert!(told(&[1.0, 1.0, 1.3, 1.0], 1.0, 1.0, [1.0, 1.0]).is_empty());
    assert!(told(&[1.06; 10], 1.05, 1.0, [1.0, 1.0]).is_empty());
    // The chain became slower and the row did not: something else than the frequency.
    assert!(told(&[1.0, 1.0, 1.3, 1.3, 1.3], 1.3, 1.3, [1.0, 1.01]).is_empty());
    let changed = told(&[1.0, 1.0, 1.3, 1.3, 1.3], 1.3, 1.3, [1.0, 1.29]);
    assert!(changed[0].contains("changed by 30 %"), "{changed:?}");
    assert!(told(&[1.2; 10], 1.0, 1.0, [1.0, 1.0])[0].contains("20 % slower than for other rows"));
    assert!(told(&[0.9; 10], 1.0, 0.9, [1.0, 1.0])[0].contains("10 % faster than for other rows"));
    assert!(told(&[1.2; 10], 1.2, 1.0, [1.0, 1.0])[0].contains("20 % slower than at its fastest"));
}

#[test]
fn too_few_samples_are_told() {
    let (share, warnings) = measured(&steady(), 25.0, 2);
    assert!((share - 1.0).abs() < 0.02);
    assert!(warnings.iter().any(|w| w.starts_with("few samples: 2 of")), "{warnings:?}");
}
