//! `[Lara2009]`, parallel binary exponentiation: its Table 1, and what its Figures 2 and 3 draw of
//! it.
//!
//! Means of a thousand runs on a quad-core of 2008, with medians measured here. Times reflect the
//! age of the machines; gains over the sequential method can be compared.

use super::{Row, Source, Table, missing};
use crate::analysis::speedup::BINARY;
use crate::measure::statistics::round_to;
use crate::record::{Measurement, PublishedRow};
use std::fmt::Write;
use std::sync::LazyLock;

/// Parallel exponentiation on an Intel Core 2 Quad.
///
/// # Panics
/// Never: the file is part of the program and its test reads it.
pub static POWM: LazyLock<Source> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../published/powm-core2-quad.json"))
        .expect("the transcription is the JSON of its type")
});

/// The name in the register of the published method on `lanes` threads.
const fn registry_name(lanes: usize) -> &'static str {
    if lanes == 1 { BINARY } else { "parallel-binary" }
}

/// Means and standard deviations of Table 1.
fn table_1() -> (&'static Table, &'static Table) {
    (&POWM.tables[0], &POWM.tables[1])
}

/// The rows of Table 1 as lines of `results.jsonl`: in ns, marked as published.
#[must_use]
pub fn records() -> Vec<PublishedRow> {
    let (means, deviations) = table_1();
    let ns = |us: f64| Some(round_to(us * 1000.0, 3));
    let mut records = Vec::new();
    for (Row(lanes, printed, times), Row(_, _, deviations)) in
        means.rows.iter().zip(&deviations.rows)
    {
        for ((&bits, &mean), &sd) in means.bits.iter().zip(times).zip(deviations) {
            records.push(PublishedRow {
                published: true,
                study: "powm".into(),
                source: POWM.source.clone(),
                table: means.table,
                platform: POWM.platform.clone(),
                printed: printed.clone(),
                algorithm: registry_name(*lanes).into(),
                threads: *lanes,
                bits,
                op: "powm".into(),
                runs: means.runs.unwrap_or_default(),
                unit: "ns".into(),
                mean: ns(mean),
                sd: ns(sd),
                ..PublishedRow::default()
            });
        }
    }
    records
}

/// A row of Table 1 with our measurements.
#[derive(Debug, Clone, PartialEq)]
pub struct Beside {
    /// The threads.
    pub lanes: usize,
    /// Bits of all inputs.
    pub bits: usize,
    /// The published mean and standard deviation, in ns.
    pub published: (f64, f64),
    /// The published gain over the sequential method, in percent: Figure 2.
    pub published_gain: f64,
    /// The median of the same method on equal stretches here, in ns; or why there is none.
    pub here: Result<f64, String>,
    /// Its gain, in percent.
    pub gain: Option<f64>,
    /// The gain here of stretches cut so that the threads end together.
    pub balanced_gain: Option<f64>,
}

/// Table 1 with our figures, over the multiplication that the profile chose for the size, or the
/// fastest.
#[must_use]
pub fn beside(measurements: &[Measurement]) -> Vec<Beside> {
    let (means, deviations) = table_1();
    let ours = measurements.iter().filter(|m| m.op == "powm" && m.correct);
    let ours: Vec<&Measurement> = ours.collect();
    let here = |algorithm: &str, lanes: usize, bits: usize| {
        let fits =
            |m: &&&Measurement| m.algorithm == algorithm && m.threads == lanes && m.bits == bits;
        let times = ours.iter().filter(fits).map(|m| m.time());
        times.min_by(f64::total_cmp).ok_or_else(|| {
            let size = format!("no modulus of {bits} bits was measured (--bits)");
            let other = format!("{algorithm} was not measured at this size");
            missing(&ours, (algorithm, lanes, bits), "--algorithms", size, other)
        })
    };
    let gain = |time: f64, sequential: f64| (1.0 - time / sequential) * 100.0;
    let sequential = &means.rows[0].2;
    let mut all = Vec::new();
    for (Row(lanes, _, times), Row(_, _, sds)) in means.rows.iter().zip(&deviations.rows) {
        for (i, &bits) in means.bits.iter().enumerate() {
            let alone = here(BINARY, 1, bits);
            let time = here(registry_name(*lanes), *lanes, bits);
            let balanced = here("parallel-binary-balanced", *lanes, bits);
            let of = |time: &Result<f64, String>| {
                Some(gain(*time.as_ref().ok()?, *alone.as_ref().ok()?))
            };
            all.push(Beside {
                lanes: *lanes,
                bits,
                published: (times[i] * 1000.0, sds[i] * 1000.0),
                published_gain: gain(times[i], sequential[i]),
                gain: of(&time),
                balanced_gain: of(&balanced),
                here: time,
            });
        }
    }
    all
}

/// Why cells have none of ours beside them, in a sentence; empty if all have.
#[must_use]
pub fn without(rows: &[Beside]) -> String {
    let mut whys: Vec<&str> = Vec::new();
    for row in rows {
        match &row.here {
            Err(why) if !whys.contains(&why.as_str()) => whys.push(why),
            _ => {}
        }
    }
    let paired = rows.iter().filter(|row| row.here.is_ok()).count();
    let all = rows.len();
    match whys[..] {
        [] => String::new(),
        _ => {
            format!("{paired} of {all} cells have ours beside them. Without: {}.", whys.join("; "))
        }
    }
}

/// Table 1 and Figures 2 and 3 with our figures, as text.
#[must_use]
pub fn text(measurements: &[Measurement]) -> String {
    let mut text = format!(
        "published: {}\non {}\n\n\
         table 1 and figure 3, times in µs; figure 2, gain over the sequential method in percent\n\
         {:<6}{:>6}{:>12}{:>9}{:>12}{:>11}{:>11}{:>16}\n",
        POWM.source,
        POWM.platform,
        "lanes",
        "bits",
        "published",
        "σ",
        "here",
        "gain",
        "gain here",
        "balanced cuts",
    );
    let shown = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format!("{x:.1}"));
    let rows = beside(measurements);
    for row in &rows {
        let (mean, sd) = (row.published.0 / 1000.0, row.published.1 / 1000.0);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<6}{:>6}{mean:>12.2}{sd:>9.2}{:>12}{:>11.1}{:>11}{:>16}",
            row.lanes,
            row.bits,
            shown(row.here.as_ref().ok().map(|ns| ns / 1000.0)),
            row.published_gain,
            shown(row.gain),
            shown(row.balanced_gain),
        );
    }
    text += &without(&rows);
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;

    #[test]
    fn the_texts_own_words_on_the_gain_follow_from_the_table() {
        // "um ganho de, aproximadamente, 33%" for four lanes at 2048 bits; the abstract's 17 % for
        // two.
        let rows = beside(&[]);
        assert_eq!(rows.len(), 9);
        let gain = |lanes| {
            rows.iter().find(|r| r.lanes == lanes && r.bits == 2048).unwrap().published_gain
        };
        assert!((gain(4) - 33.5).abs() < 0.1 && (gain(2) - 16.6).abs() < 0.1 && gain(1) == 0.0);
        assert!(rows.iter().all(|r| r.here.is_err() && r.gain.is_none()));
    }

    #[test]
    fn ours_stand_beside_and_rows_are_marked() {
        let row = |algorithm: &str, lanes, median| {
            let mut m = mul(algorithm, lanes, 1024, median);
            m.op = "powm".into();
            m
        };
        let ms = [
            row(BINARY, 1, 200_000.0),
            row("parallel-binary", 2, 170_000.0),
            row("parallel-binary-balanced", 2, 150_000.0),
        ];
        let rows = beside(&ms);
        let two = rows.iter().find(|r| r.lanes == 2 && r.bits == 1024).unwrap();
        assert_eq!((two.gain, two.balanced_gain), (Some(15.000_000_000_000_002), Some(25.0)));
        assert!(text(&ms).contains("170.0") && text(&ms).contains("25.0"));
        let why = "2 of 9 cells have ours beside them. Without: no modulus of 512 bits was measured \
                   (--bits); no modulus of 2048 bits was measured (--bits); 4 threads were not \
                   measured (--threads).";
        assert!(text(&ms).ends_with(why), "{}", text(&ms));
        let records = records();
        assert_eq!(records.len(), 9);
        assert!(records.iter().all(|r| r.published && r.mean.is_some() && r.sd.is_some()));
        assert_eq!(records[0].mean, Some(568_660.0));
    }
}
