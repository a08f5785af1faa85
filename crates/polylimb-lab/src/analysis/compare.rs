//! Compares a run with earlier runs.

use crate::record::{Measurement, Run};
use std::collections::BTreeMap;

use crate::measure::statistics::round_to;

/// What identifies a measurement across runs.
type Key<'a> = (&'a str, &'a str, &'a str, usize, usize, &'a str, &'a str, &'a str);

/// Sets `ratio`, this median over the earlier one, for each measurement whose study, algorithm,
/// variant, threads, bits, operation, kernel and executor occur in the earlier runs. Returns the
/// number of these measurements.
pub fn fill(measurements: &mut [Measurement], earlier: &[Run]) -> usize {
    let earlier: BTreeMap<Key<'_>, f64> = earlier
        .iter()
        .flat_map(|run| &run.measurements)
        .filter(|m| m.median > 0.0)
        .map(|m| (key(m), m.median))
        .collect();
    let mut found = 0;
    for m in measurements {
        m.ratio = earlier.get(&key(m)).map(|median| round_to(m.median / median, 4));
        found += usize::from(m.ratio.is_some());
    }
    found
}

fn key(m: &Measurement) -> Key<'_> {
    (&m.study, &m.algorithm, &m.variant, m.threads, m.bits, &m.op, &m.kernel, &m.executor)
}

#[cfg(test)]
mod tests {
    use super::super::made_up::mul;
    use super::*;

    #[test]
    fn the_same_measurement_gets_a_ratio_and_no_other() {
        let earlier = Run { measurements: vec![mul("a", 1, 256, 50.0)], ..Run::default() };
        let mut now = [mul("a", 1, 256, 40.0), mul("a", 2, 256, 40.0), mul("b", 1, 256, 40.0)];
        assert_eq!(fill(&mut now, &[earlier]), 1);
        assert_eq!(now[0].ratio, Some(0.8));
        assert_eq!((now[1].ratio, now[2].ratio), (None, None));
    }
}
