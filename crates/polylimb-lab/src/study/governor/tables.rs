//! The published tables as benchmarks, and their comparison with the model's predictions.

use super::model::{Benchmark, Parameters, Test, switched};
use crate::measure::statistics::count;
use crate::published::{Row, Source, Table};

/// A prediction off by more than this factor is at the wrong frequency: the two frequencies differ
/// by a factor of two, and repeated measurements at one of them by far less.
pub const OFF: f64 = 1.25;

/// The benchmarks of a table measured under `ondemand`, with the times at both frequencies from the
/// tables of the same scenario; `None` for a table of another kind.
#[must_use]
pub fn benchmarks(source: &Source, table: &Table) -> Option<Vec<Benchmark>> {
    let scenario = table.scenario.as_deref()?;
    let of = if scenario == "all" { "all" } else { "per-thread" };
    let fixed = |governor: &str| {
        source
            .tables
            .iter()
            .find(|t| t.governor.as_deref() == Some(governor) && t.scenario.as_deref() == Some(of))
    };
    let (low, high) = (fixed("powersave")?, fixed("performance")?);
    if table.governor.as_deref() != Some("ondemand") {
        return None;
    }
    let runs = table.runs?;
    let test = |row: usize, column: usize| {
        let at = low.bits.iter().position(|bits| *bits == table.bits[column])?;
        let Row(threads, _, times) = &low.rows[row];
        let (low, high) = (times[at], high.rows[row].2[at]);
        Some(Test { row, column, threads: *threads, runs, low, high })
    };
    let mut columns: Vec<usize> = (0..table.bits.len()).collect();
    if table.order.as_deref() == Some("descending") {
        columns.reverse();
    }
    let rows = |wanted: &dyn Fn(usize, usize) -> bool| -> Vec<usize> {
        (0..table.rows.len()).filter(|&row| wanted(row, table.rows[row].0)).collect()
    };
    let groups: Vec<Vec<usize>> = match scenario {
        "all" => vec![rows(&|_, _| true)],
        "per-thread" => {
            let mut threads: Vec<usize> = table.rows.iter().map(|row| row.0).collect();
            threads.dedup();
            threads.into_iter().map(|n| rows(&|_, threads| threads == n)).collect()
        }
        _ => (0..table.rows.len()).map(|row| vec![row]).collect(),
    };
    let benchmark = |group: Vec<usize>| {
        let cells = columns.iter().flat_map(|&column| group.iter().map(move |&row| (row, column)));
        let tests = cells.map(|(row, column)| test(row, column)).collect::<Option<Vec<_>>>()?;
        Some(Benchmark { processes: scenario != "all", tests })
    };
    groups.into_iter().map(benchmark).collect()
}

/// Predicted times of a table's cells, by row.
#[must_use]
pub fn predicted(benchmarks: &[Benchmark], parameters: &Parameters) -> Vec<Vec<f64>> {
    let mut times: Vec<Vec<f64>> = Vec::new();
    for benchmark in benchmarks {
        for (test, fast) in benchmark.tests.iter().zip(switched(benchmark, parameters)) {
            if times.len() <= test.row {
                times.resize_with(test.row + 1, Vec::new);
            }
            let row = &mut times[test.row];
            if row.len() <= test.column {
                row.resize(test.column + 1, f64::NAN);
            }
            row[test.column] = if fast { test.high } else { test.low };
        }
    }
    times
}

/// A published table with the model's predictions.
#[derive(Debug, Clone)]
pub struct Prediction<'a> {
    /// The table.
    pub table: &'a Table,
    /// Predicted values, in the table's unit and arrangement.
    pub values: Vec<Vec<f64>>,
}

/// Predictions of all tables under `ondemand`, and of the ratios made of them (tables 9 and 11).
#[must_use]
pub fn predictions<'a>(source: &'a Source, parameters: &Parameters) -> Vec<Prediction<'a>> {
    let times = |number: usize| -> Option<Vec<Vec<f64>>> {
        Some(predicted(&benchmarks(source, source.table(number)?)?, parameters))
    };
    let ratio = |over: Option<Vec<Vec<f64>>>, under: Option<Vec<Vec<f64>>>| {
        let rows = over?.into_iter().zip(under?);
        Some(rows.map(|(a, b)| a.iter().zip(&b).map(|(a, b)| a / b).collect()).collect())
    };
    let published = |number: usize| -> Option<Vec<Vec<f64>>> {
        Some(source.table(number)?.rows.iter().map(|row| row.2.clone()).collect())
    };
    let mut found = Vec::new();
    for table in &source.tables {
        let values = match table.table {
            9 => ratio(times(7), times(8)),
            11 => ratio(times(10), published(5)),
            _ => benchmarks(source, table).map(|b| predicted(&b, parameters)),
        };
        found.extend(values.map(|values| Prediction { table, values }));
    }
    found
}

/// How a prediction compares with its table.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Values compared.
    pub cells: usize,
    /// The cells whose prediction is off by more than [`OFF`]: row, column.
    pub wrong: Vec<(usize, usize)>,
    /// Mean of the relative errors of the other cells.
    pub mean_error: f64,
}

/// Compares a prediction with its table.
#[must_use]
pub fn compare(prediction: &Prediction<'_>) -> Comparison {
    let mut comparison = Comparison { cells: 0, wrong: Vec::new(), mean_error: 0.0 };
    let mut sum = 0.0;
    for (r, (Row(_, _, printed), values)) in
        prediction.table.rows.iter().zip(&prediction.values).enumerate()
    {
        for (c, (printed, value)) in printed.iter().zip(values).enumerate() {
            comparison.cells += 1;
            if (value / printed).max(printed / value) > OFF {
                comparison.wrong.push((r, c));
            } else {
                sum += (value / printed - 1.0).abs();
            }
        }
    }
    let right = comparison.cells - comparison.wrong.len();
    comparison.mean_error = sum / count(right.max(1));
    comparison
}
