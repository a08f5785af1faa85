//! Speedup and efficiency.
//!
//! The base is the median (in scenarios of `[Arruda2014]` the minimum) of the fastest one-thread
//! algorithm of the same study, size and operation in the same run. It may be any algorithm: a
//! parallel algorithm that beats only its own sequential form has gained nothing. Without a
//! one-thread measurement there is no base and no speedup.

use crate::measure::statistics::{count, round_to};
use crate::record::{Measurement, TUNED};
use std::collections::BTreeMap;

/// The sequential binary method, with which `[Lara2009]` compares parallel exponentiation.
pub const BINARY: &str = "binary-left-to-right";

/// Sets `speedup`, `efficiency` and `over_binary` of all measurements of one run. Does not compare
/// entering and leaving the domain, which algorithms do at different costs by design.
pub fn fill(measurements: &mut [Measurement]) {
    let mut bases: BTreeMap<(String, usize, String), f64> = BTreeMap::new();
    for m in measurements.iter().filter(|m| m.threads == 1 && base(m)) {
        let base = bases.entry(key(m)).or_insert(f64::INFINITY);
        *base = base.min(m.time());
    }
    for m in measurements.iter_mut().filter(|m| compared(m) && m.time() > 0.0) {
        let speedup = bases.get(&key(m)).map(|base| base / m.time());
        m.speedup = speedup.map(|s| round_to(s, 4));
        m.efficiency = speedup.map(|s| round_to(s / count(m.threads), 4));
    }
    fill_over_binary(measurements);
}

/// Sets `over_binary` of exponentiations: the time of [`BINARY`] on one thread with the same
/// multiplication and kernel, over theirs. Without such a measurement it takes the fastest
/// [`BINARY`] of the size.
fn fill_over_binary(measurements: &mut [Measurement]) {
    let yardsticks: Vec<Measurement> = measurements
        .iter()
        .filter(|m| m.op == "powm" && m.algorithm == BINARY && m.threads == 1 && m.time() > 0.0)
        .cloned()
        .collect();
    let fastest = |fits: &dyn Fn(&&Measurement) -> bool| {
        yardsticks.iter().filter(fits).map(Measurement::time).min_by(f64::total_cmp)
    };
    for m in measurements.iter_mut().filter(|m| m.op == "powm" && m.time() > 0.0) {
        let modmul = m.params.get("modmul");
        let same = fastest(&|y| {
            y.bits == m.bits && y.kernel == m.kernel && y.params.get("modmul") == modmul
        });
        let yardstick = same.or_else(|| fastest(&|y| y.bits == m.bits));
        m.over_binary = yardstick.map(|time| round_to(time / m.time(), 4));
    }
}

/// Whether a row can be the base.
fn base(m: &Measurement) -> bool {
    compared(m) && m.algorithm != TUNED && m.time() > 0.0
}

fn compared(m: &Measurement) -> bool {
    m.op != "enter" && m.op != "leave"
}

fn key(m: &Measurement) -> (String, usize, String) {
    (m.study.clone(), m.bits, m.op.clone())
}

#[cfg(test)]
mod tests {
    use super::super::made_up::mul;
    use super::*;

    #[test]
    fn against_the_fastest_one_thread_algorithm_of_the_size() {
        let mut ms = [
            mul("slow", 1, 1024, 200.0),
            mul("fast", 1, 1024, 100.0),
            mul("parallel", 2, 1024, 80.0),
            mul("fast", 1, 2048, 400.0),
            mul("parallel", 4, 2048, 200.0),
            mul("parallel", 2, 4096, 1000.0),
        ];
        ms[4].op = "sqr".into();
        fill(&mut ms);
        let speedups: Vec<_> = ms.iter().map(|m| m.speedup).collect();
        assert_eq!(speedups, [Some(0.5), Some(1.0), Some(1.25), Some(1.0), None, None]);
        assert_eq!(ms[2].efficiency, Some(0.625));
    }

    #[test]
    fn powers_over_the_binary_method_with_the_same_multiplication() {
        let pow = |algorithm: &str, threads, modmul: &str, median| {
            let mut m = mul(algorithm, threads, 1024, median);
            m.op = "powm".into();
            m.params.insert("modmul".into(), modmul.into());
            m
        };
        let mut ms = [
            pow(BINARY, 1, "a", 100.0),
            pow(BINARY, 1, "b", 60.0),
            pow("parallel-binary", 2, "a", 80.0),
            pow("fixed-window", 1, "b", 40.0),
            pow("fixed-window", 2, "c", 30.0),
            mul("a", 1, 1024, 1.0),
        ];
        fill(&mut ms);
        let over: Vec<_> = ms.iter().map(|m| m.over_binary).collect();
        assert_eq!(over, [Some(1.0), Some(1.0), Some(1.25), Some(1.5), Some(2.0), None]);
        assert_eq!(ms[2].speedup, Some(0.5));
    }

    #[test]
    fn in_a_scenario_minima_are_compared() {
        let mut ms = [mul("fast", 1, 1024, 100.0), mul("parallel", 2, 1024, 80.0)];
        for m in &mut ms {
            m.scenario = Some("per-thread".into());
        }
        ms[1].min = 40.0;
        fill(&mut ms);
        assert_eq!((ms[1].speedup, ms[1].efficiency), (Some(2.5), Some(1.25)));
    }
}
