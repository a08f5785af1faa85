//! Fits the three parameters to table 7 by a grid search.

use super::model::{Benchmark, Parameters};
use super::tables::{OFF, benchmarks, predicted};
use crate::failure::{Failure, Result};
use crate::published::{Source, Table};

/// The table to which the parameters are fitted.
pub const TABLE: usize = 7;
/// Periods tried, in ms.
const PERIODS: std::ops::RangeInclusive<u32> = 10..=100;
/// Pauses tried, in tenths of a ms.
const PAUSES: std::ops::RangeInclusive<u32> = 0..=40;
/// Phases tried, in twentieths of a period.
const PHASES: std::ops::Range<u32> = 0..20;
/// A period counts as near-best if it has at most this many more wrong cells than the best.
const SLACK: usize = 2;

/// The result of the fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitted {
    /// The parameters with the fewest cells of [`TABLE`] at the wrong frequency; among several the
    /// first by period, then pause, then phase, each ascending.
    pub parameters: Parameters,
    /// The number of these cells.
    pub wrong: usize,
    /// Shortest and longest period with at most two more wrong cells, for some pause and phase: the
    /// precision to which the data determine the period.
    pub periods: (f64, f64),
}

/// Fits the parameters.
///
/// # Errors
/// [`Failure::Run`] if the source lacks the table or the times at fixed frequencies.
pub fn fit(source: &Source) -> Result<Fitted> {
    let table = source.table(TABLE);
    let (Some(table), Some(benchmarks)) = (table, table.and_then(|t| benchmarks(source, t))) else {
        return Err(Failure::run(format!("the published figures lack table {TABLE} or its times")));
    };
    let mut tried = Vec::new();
    for period in PERIODS.map(f64::from) {
        for pause in PAUSES.map(|tenths| f64::from(tenths) / 10.0) {
            for phase in PHASES.map(|parts| f64::from(parts) / 20.0) {
                let parameters = Parameters { period, pause, phase };
                tried.push((wrong(table, &benchmarks, &parameters), parameters));
            }
        }
    }
    let least = tried.iter().map(|t| t.0).min().unwrap_or_default();
    let near = || tried.iter().filter(|t| t.0 <= least + SLACK).map(|t| t.1.period);
    let best = tried.iter().find(|t| t.0 == least).map(|t| t.1);
    let parameters = best.ok_or_else(|| Failure::run("nothing was tried"))?;
    let periods = (near().fold(f64::INFINITY, f64::min), near().fold(0.0, f64::max));
    Ok(Fitted { parameters, wrong: least, periods })
}

/// The cells predicted at the wrong frequency.
fn wrong(table: &Table, benchmarks: &[Benchmark], parameters: &Parameters) -> usize {
    let values = predicted(benchmarks, parameters);
    let cells = table.rows.iter().zip(&values).flat_map(|(row, values)| row.2.iter().zip(values));
    cells.filter(|(printed, value)| (*value / *printed).max(*printed / *value) > OFF).count()
}

#[cfg(test)]
mod tests {
    use super::super::tables::{compare, predictions};
    use super::*;
    use crate::published::MODMUL_ARM;

    #[test]
    fn the_fit_is_reproducible_and_is_what_the_documentation_says() {
        let fitted = fit(&MODMUL_ARM).unwrap();
        assert_eq!(fitted, fit(&MODMUL_ARM).unwrap());
        let parameters = Parameters { period: 26.0, pause: 0.7, phase: 0.85 };
        assert_eq!(fitted, Fitted { parameters, wrong: 2, periods: (25.0, 46.0) });
    }

    #[test]
    fn predictions_lie_between_powersave_and_performance() {
        let source = &*MODMUL_ARM;
        let parameters = fit(source).unwrap().parameters;
        let mut compared = 0;
        for prediction in predictions(source, &parameters) {
            let Some(benchmarks) = benchmarks(source, prediction.table) else { continue };
            for test in benchmarks.iter().flat_map(|b| &b.tests) {
                let value = prediction.values[test.row][test.column];
                assert!((test.high..=test.low).contains(&value), "{test:?} {value}");
                compared += 1;
            }
        }
        // Tables 7, 8, 10, 13, 29 of 120 cells; table 12 twice 12.
        assert_eq!(compared, 5 * 120 + 2 * 12);
    }

    #[test]
    fn what_was_not_fitted_is_predicted() {
        let source = &*MODMUL_ARM;
        let parameters = fit(source).unwrap().parameters;
        let predictions = predictions(source, &parameters);
        let wrong: Vec<_> = predictions
            .iter()
            .map(|p| (p.table.table, compare(p).cells, compare(p).wrong.len()))
            .collect();
        let (times, ratios) =
            (wrong.iter().filter(|w| w.0 != 9 && w.0 != 11), [wrong[2], wrong[4]]);
        let found = [(7, 120, 2), (8, 120, 6), (10, 120, 1), (12, 12, 0), (12, 12, 0)];
        let found = found.iter().chain(&[(13, 120, 0), (29, 120, 0)]);
        assert!(times.eq(found), "{wrong:?}");
        assert_eq!(ratios, [(9, 120, 8), (11, 120, 1)]);
        // Without any switch, half of table 7 would be wrong.
        let never = Parameters { period: 1e9, ..parameters };
        let table = source.table(TABLE).unwrap();
        assert!(super::wrong(table, &benchmarks(source, table).unwrap(), &never) > 50);
    }
}
