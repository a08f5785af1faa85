//! Published figures, with their platform, for comparison with the measured ones.
//!
//! They are data. `published/powm-core2-quad.json` is in [`powm`].
//! `published/modmul-arm-cortex-a9.json` was transcribed from `[Arruda2014]`, whose method this
//! laboratory follows: times of modular multiplication on a quad-core Arm board, at both
//! frequencies and under the governor `ondemand`. All times are minima over the number of runs that
//! each table states; nothing in them was measured here.

pub mod mote;
pub mod pairing;
pub mod powm;
pub mod scalar;

use crate::measure::statistics::round_to;
use crate::record::{Measurement, PublishedRow};
use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// The transcription of one work.
#[derive(Debug, Clone, Deserialize)]
pub struct Source {
    /// The work.
    pub source: String,
    /// The transcribed tables, and how they were transcribed.
    pub transcribed: String,
    /// The machine.
    pub platform: String,
    /// The tables.
    pub tables: Vec<Table>,
}

/// A table of the literature.
#[derive(Debug, Clone, Deserialize)]
pub struct Table {
    /// Its number as printed.
    pub table: usize,
    /// What it shows.
    pub title: String,
    /// The frequency governor; `None` for ratios.
    pub governor: Option<String>,
    /// The scenario; `None` for ratios.
    pub scenario: Option<String>,
    /// The order of the sizes; `None` for ratios.
    pub order: Option<String>,
    /// The number of executions whose minimum was taken; `None` for ratios.
    pub runs: Option<usize>,
    /// `us` or `ratio`.
    pub unit: String,
    /// The sizes.
    pub bits: Vec<usize>,
    /// A row per algorithm and thread count.
    pub rows: Vec<Row>,
}

/// Threads, algorithm as printed, a value per size.
#[derive(Debug, Clone, Deserialize)]
pub struct Row(pub usize, pub String, pub Vec<f64>);

/// Modular multiplication on a quad-core Arm board: `[Arruda2014]`.
///
/// # Panics
/// Never: the file is part of the program and its test reads it.
pub static MODMUL_ARM: LazyLock<Source> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../published/modmul-arm-cortex-a9.json"))
        .expect("the transcription is the JSON of its type")
});

/// The tables to compare with measurements: times at a fixed frequency, scenario 1 at 0.8 GHz with
/// its speedups and at 0.4 GHz, then scenario 2. Under `ondemand` a time says more about the
/// governor than about the algorithm; the study `governor` shows those tables.
pub const BESIDE: [usize; 5] = [5, 6, 4, 28, 27];

impl Source {
    /// The first table of that number; there are two tables 12, by runs.
    #[must_use]
    pub fn table(&self, number: usize) -> Option<&Table> {
        self.tables.iter().find(|t| t.table == number)
    }

    /// The tables of [`BESIDE`].
    pub fn beside(&self) -> impl Iterator<Item = &Table> {
        BESIDE.iter().filter_map(|&number| self.table(number))
    }

    /// The rows of [`BESIDE`] as lines of `results.jsonl`: times in ns, marked as published.
    #[must_use]
    pub fn records(&self) -> Vec<PublishedRow> {
        self.beside().flat_map(|table| self.records_of(table)).collect()
    }

    fn records_of(&self, table: &Table) -> Vec<PublishedRow> {
        let row = |Row(threads, algorithm, times): &Row| {
            let ours = registry_name(algorithm, *threads);
            let times = table.bits.iter().zip(times);
            let is_time = table.unit == "us";
            let line = |(&bits, &time): (&usize, &f64)| PublishedRow {
                published: true,
                study: "modmul".into(),
                source: self.source.clone(),
                table: table.table,
                platform: self.platform.clone(),
                governor: table.governor.clone().unwrap_or_default(),
                scenario: table.scenario.clone().unwrap_or_default(),
                printed: algorithm.clone(),
                algorithm: ours.into(),
                threads: *threads,
                bits,
                op: "mul".into(),
                runs: table.runs.unwrap_or_default(),
                unit: if is_time { "ns" } else { "ratio" }.into(),
                min: is_time.then(|| round_to(time * 1000.0, 3)),
                ..PublishedRow::default()
            };
            times.map(line).collect::<Vec<_>>()
        };
        table.rows.iter().flat_map(row).collect()
    }
}

/// The published figures with a presentation of their own that belong to these measurements, with
/// ours, as text.
#[must_use]
pub fn text_beside(measurements: &[Measurement]) -> String {
    let has = |study: &str| measurements.iter().any(|m| m.study == study);
    if has("powm") { powm::text(measurements) } else { String::new() }
}

/// The name in the register of an algorithm as printed.
#[must_use]
pub fn registry_name(printed: &str, threads: usize) -> &'static str {
    match (printed, threads) {
        ("GMP", _) => "gmp",
        // Table 16 of scalar multiplication prints one r less.
        ("Barrett" | "Barret", _) => "barrett",
        ("Schoolbook", _) => "schoolbook-montgomery",
        ("Montgomery", 1) => "montgomery",
        ("Montgomery", _) => "montgomery-parallel",
        ("Bipartite", _) => "bipartite",
        ("2-ary Multi. v1" | "4-ary Multi. v1", _) => "multipartite-v1",
        ("2-ary Multi. v2" | "4-ary Multi. v2", _) => "multipartite-v2",
        _ => "unknown",
    }
}

/// The number of blocks into which the algorithm as printed cuts its operands.
fn blocks(printed: &str) -> Option<u64> {
    printed.split_once("-ary ").and_then(|(k, _)| k.parse().ok())
}

/// The smallest minimum of `mul` here among kernels and executors, in ns, for a printed row.
pub(crate) fn pairs_of(
    rows: &[Measurement],
    threads: usize,
    printed: &str,
    bits: usize,
) -> Option<f64> {
    let algorithm = registry_name(printed, threads);
    rows.iter()
        .filter(|m| m.study == "modmul" || m.study.is_empty())
        .filter(|m| m.algorithm == algorithm && m.threads == threads && m.bits == bits)
        .filter(|m| m.op == "mul" && m.correct && m.unit == "ns")
        .filter(|m| m.params.get("k").and_then(Value::as_u64) == blocks(printed))
        .map(|m| m.min)
        .min_by(f64::total_cmp)
}

/// Why nothing of the algorithm, with these threads and bits, is among the rows: the first thing
/// that none of them has, or `other`.
pub(crate) fn missing(
    rows: &[&Measurement],
    (name, threads, bits): (&str, usize, usize),
    option: &str,
    size: String,
    other: String,
) -> String {
    let any = |f: &dyn Fn(&Measurement) -> bool| rows.iter().any(|m| f(m));
    if name == "gmp" && cfg!(not(feature = "gmp")) {
        "GNU MP is not part of this build (--features gmp)".into()
    } else if !any(&|m| m.bits == bits) {
        size
    } else if !any(&|m| m.threads == threads) {
        format!("{threads} threads were not measured (--threads)")
    } else if !any(&|m| m.algorithm == name && m.threads == threads) {
        format!("{name} was not measured ({option})")
    } else {
        other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;

    #[test]
    fn every_table_is_full_and_table_5_grows_with_the_size() {
        let source = &*MODMUL_ARM;
        let numbers: Vec<_> = source.tables.iter().map(|t| t.table).collect();
        assert_eq!(numbers, [4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13, 27, 28, 29]);
        for table in &source.tables {
            // The speedups are of several threads only.
            let rows = if table.table == 6 { 9 } else { 12 };
            assert_eq!(table.rows.len(), rows, "table {}", table.table);
            for Row(threads, algorithm, values) in &table.rows {
                assert_eq!(values.len(), table.bits.len(), "table {}", table.table);
                assert_ne!(registry_name(algorithm, *threads), "unknown");
                assert!(values.iter().all(|v| *v > 0.0));
            }
        }
        for Row(threads, algorithm, times) in &source.table(5).unwrap().rows {
            assert!(times.is_sorted(), "{algorithm} {threads}");
        }
    }

    #[test]
    fn the_printed_ratios_follow_from_the_printed_times() {
        let source = &*MODMUL_ARM;
        let mut compared = 0;
        for (ratios, over, under) in [(9, 7, 8), (11, 10, 5)] {
            let [ratios, over, under] = [ratios, over, under].map(|n| source.table(n).unwrap());
            for ((r, a), b) in ratios.rows.iter().zip(&over.rows).zip(&under.rows) {
                for ((r, a), b) in r.2.iter().zip(&a.2).zip(&b.2) {
                    // Both times were rounded to 0.01 µs after the ratio was computed.
                    let slack = 0.006 + r * (0.005 / a + 0.005 / b);
                    assert!((a / b - r).abs() < slack, "table {}: {a}/{b} {r}", ratios.table);
                    compared += 1;
                }
            }
        }
        let times = &source.table(5).unwrap().rows;
        for Row(threads, algorithm, ratios) in &source.table(6).unwrap().rows {
            let own = times.iter().find(|row| row.0 == *threads && row.1 == *algorithm).unwrap();
            for (i, r) in ratios.iter().enumerate() {
                let alone = times.iter().filter(|row| row.0 == 1).map(|row| row.2[i]);
                let alone = alone.min_by(f64::total_cmp).unwrap();
                let slack = 0.006 + r * (0.005 / own.2[i] + 0.005 / alone);
                assert!((alone / own.2[i] - r).abs() < slack, "{threads} {algorithm} {i}: {r}");
                compared += 1;
            }
        }
        assert_eq!(compared, 240 + 90);
    }

    #[test]
    fn rows_are_marked_as_published() {
        let records = MODMUL_ARM.records();
        assert_eq!(records.len(), 4 * 120 + 90);
        assert!(records.iter().all(|r| r.published && !r.platform.is_empty()));
        assert_eq!(records[0].min, Some(650.0));
        let ratios = records.iter().filter(|r| r.unit == "ratio");
        assert_eq!(ratios.filter(|r| r.table == 6 && r.min.is_none()).count(), 90);
        let found = pairs_of(&[mul("montgomery", 1, 256, 100.0)], 1, "Montgomery", 256);
        assert_eq!(found, Some(100.0));
    }
}
