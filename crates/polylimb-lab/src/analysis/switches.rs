//! Marks each size at which a time *falls* as the size grows: the sign of a frequency switch.
//!
//! `[Arruda2014]` found one such point in every row of its tables 7 and 8. The governor `ondemand`
//! had switched from the low to the high frequency there. A larger size never takes less
//! arithmetic, so the minimum of a row must not fall; times at one frequency repeat within a few
//! percent, which is why there is a tolerance. A switch *down* makes times rise steeply and is not
//! seen here, nor is a switch among sizes measured in descending order.

use crate::record::Measurement;
use std::collections::BTreeMap;

/// The prefix of the warning, before its explanation.
pub const FREQUENCY_SWITCH: &str = "frequency-switch";

/// A minimum below this share of the next smaller size's is a fall. The smallest of the 24 switches
/// in `[Arruda2014]` falls to 0.905; at fixed frequencies nothing falls below 0.995.
pub const FALL: f64 = 0.95;

/// The places at which a sequence of times by growing size falls: the indices of the later times.
#[must_use]
pub fn falls(times: &[f64]) -> Vec<usize> {
    (1..times.len()).filter(|&i| times[i] < times[i - 1] * FALL).collect()
}

/// Sets the warning on the rows whose minimum falls, once for each row. Does not compare rows of
/// different algorithms, threads, kernels, executors or operations. Ignores entering and leaving
/// the domain: where they are a copy, their times hardly grow.
pub fn mark(measurements: &mut [Measurement]) {
    let mut rows: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let grows = |m: &Measurement| m.correct && m.op != "enter" && m.op != "leave";
    for (index, m) in measurements.iter().enumerate().filter(|(_, m)| grows(m)) {
        let algorithm = (m.study.clone(), m.label());
        let key = (algorithm, m.threads, m.kernel.clone(), m.executor.clone(), m.op.clone());
        rows.entry(key).or_default().push(index);
    }
    for mut row in rows.into_values() {
        row.sort_by_key(|&index| measurements[index].bits);
        let times: Vec<f64> = row.iter().map(|&index| measurements[index].min).collect();
        for at in falls(&times) {
            let smaller = measurements[row[at - 1]].bits;
            let percent = ((1.0 - times[at] / times[at - 1]) * 100.0).round();
            let m = &mut measurements[row[at]];
            m.warnings.retain(|warning| !warning.starts_with(FREQUENCY_SWITCH));
            m.warnings.push(format!("{FREQUENCY_SWITCH}: {percent} % below {smaller} bits"));
        }
    }
}

/// One line about the marked rows; `None` if there are none.
#[must_use]
pub fn summary(measurements: &[Measurement]) -> Option<String> {
    let marked = |m: &&Measurement| m.warnings.iter().any(|w| w.starts_with(FREQUENCY_SWITCH));
    let first = measurements.iter().filter(marked).min_by_key(|m| m.bits)?;
    let rows = measurements.iter().filter(marked).count();
    Some(format!(
        "times fall as the size grows in {rows} rows, first at {} bits ({} on {} threads): the frequency probably changed; compare at a fixed one, --governor performance",
        first.bits, first.algorithm, first.threads
    ))
}

#[cfg(test)]
mod tests {
    use super::super::made_up::mul;
    use super::*;
    use crate::published::{MODMUL_ARM, Row, registry_name};

    /// The falls of each row of a published table.
    fn of_table(number: usize) -> Vec<Vec<usize>> {
        let table = MODMUL_ARM.table(number).unwrap();
        table.rows.iter().map(|Row(_, _, times)| falls(times)).collect()
    }

    #[test]
    fn one_switch_in_every_row_of_the_thesiss_ondemand_tables() {
        for (number, sizes) in [
            (7, [2048, 2048, 1536, 512, 512, 512, 512, 384, 384, 384, 384, 384]),
            (8, [384, 384, 384, 384, 384, 256, 256, 256, 256, 256, 256, 256]),
        ] {
            let bits = &MODMUL_ARM.table(number).unwrap().bits;
            let found = of_table(number);
            assert_eq!(found.len(), 12);
            assert!(found.iter().all(|falls| falls.len() == 1), "{found:?}");
            let at: Vec<_> = found.iter().map(|falls| bits[falls[0]]).collect();
            assert_eq!(at, sizes, "table {number}");
        }
    }

    #[test]
    fn entering_and_leaving_are_not_looked_at() {
        let mut ms = [mul("a", 1, 128, 2.0), mul("a", 1, 256, 1.5)];
        for m in &mut ms {
            m.op = "leave".into();
        }
        mark(&mut ms);
        assert_eq!(summary(&ms), None);
    }

    #[test]
    fn none_at_fixed_frequencies_or_once_it_is_high() {
        for number in [4, 5, 27, 28, 13, 29] {
            assert!(of_table(number).iter().all(Vec::is_empty), "table {number}");
        }
    }

    #[test]
    fn rows_are_marked_once_in_either_order_and_summed_up() {
        let table = MODMUL_ARM.table(7).unwrap();
        let rows = table.rows.iter().flat_map(|Row(threads, printed, times)| {
            let name = registry_name(printed, *threads);
            let times = table.bits.iter().zip(times);
            times.map(move |(&bits, time)| mul(name, *threads, bits, time * 1000.0))
        });
        let mut ms: Vec<_> = rows.collect();
        ms.reverse();
        mark(&mut ms);
        mark(&mut ms);
        let marked: Vec<_> = ms.iter().filter(|m| !m.warnings.is_empty()).collect();
        assert_eq!(marked.len(), 12);
        assert!(marked.iter().all(|m| m.warnings.len() == 1));
        let line = summary(&ms).unwrap();
        assert!(line.contains("12 rows, first at 384 bits"), "{line}");
        assert_eq!(summary(&[mul("a", 1, 256, 1.0)]), None);
    }
}
