//! Speedup and efficiency.
//!
//! The base is the median (in the thesis's scenarios the minimum) of the fastest one-thread algorithm of the same study, size and operation
//! in the same run, whichever it is: a parallel algorithm that beats only its own sequential form
//! has gained nothing. Without a one-thread measurement there is no base and no speedup.

use crate::measure::statistics::{count, round_to};
use crate::record::{Measurement, TUNED};
use std::collections::BTreeMap;

/// Sets `speedup` and `efficiency` of all measurements of one run. Entering and leaving the domain
/// are not compared: algorithms differ in what they do there on purpose.
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
}

/// Whether a row may be the base.
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
