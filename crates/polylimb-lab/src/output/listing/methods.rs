//! Scalar multiplication by method, recoding and coordinates: operations, time, and the ratio to
//! the default.

use super::{Listing, Row, param};
use crate::output::duration;
use crate::record::Measurement;
use crate::study::scalar::methods::{DEFAULTS, OP};
use std::collections::BTreeSet;

/// The columns that are names.
const NAMES: [&str; 7] =
    ["method", "recoding", "width", "coordinates", "modmul", "threads", "constant time"];
/// What is counted on every curve.
const COUNTED: [&str; 4] = ["products", "squares", "additions", "inversions"];
/// What is also counted on binary curves.
const COUNTED_BINARY: [&str; 2] = ["half_traces", "square_roots"];
const TIMES: [&str; 2] = ["time", "to the default"];

/// For each curve the fastest coordinates of each method and recoding, then all of them.
pub(super) fn listings(measurements: &[Measurement]) -> Vec<Listing> {
    let rows: Vec<&Measurement> =
        measurements.iter().filter(|m| m.study == "scalar" && m.op == OP).collect();
    let mut curves: Vec<String> = rows.iter().map(|m| param(m, "curve")).collect();
    curves.dedup();
    curves.iter().flat_map(|curve| of_curve(&rows, curve)).collect()
}

fn of_curve(rows: &[&Measurement], curve: &str) -> Vec<Listing> {
    let mut rows: Vec<&Measurement> =
        rows.iter().copied().filter(|m| param(m, "curve") == curve).collect();
    rows.sort_by(|a, b| a.time().total_cmp(&b.time()));
    let is_default = |m: &Measurement, default: [&str; 2]| {
        [m.algorithm.clone(), param(m, "coordinates")] == default && m.threads == 1
    };
    let default = DEFAULTS.iter().find_map(|&d| rows.iter().find(|m| is_default(m, d)));
    let default = default.map(|m| m.time());
    let mut counted = COUNTED.to_vec();
    if rows.iter().any(|m| m.params.contains_key(COUNTED_BINARY[0])) {
        counted.extend(COUNTED_BINARY);
    }
    let mut seen = BTreeSet::new();
    let fastest: Vec<&Measurement> = rows
        .iter()
        .copied()
        .filter(|m| m.correct && seen.insert((m.algorithm.clone(), param(m, "recoding"))))
        .collect();
    let listing = |title: String, rows: &[&Measurement], detail| {
        Listing {
        title,
        note: "Median time of one multiplication, affine point to affine point; operations in the field are means over four scalars. \
               In bold the fastest and the fastest constant-time one."
            .into(),
        names: NAMES.len(),
        header: NAMES.iter().chain(&counted).chain(&TIMES).map(|name| name.replace('_', " ")).collect(),
        rows: lines(rows, &counted, default),
        detail,
    }
    };
    vec![
        listing(format!("{curve}: methods, each in its fastest coordinates"), &fastest, false),
        listing(format!("{curve}: all methods, recodings and coordinates"), &rows, true),
    ]
}

fn lines(rows: &[&Measurement], counted: &[&str], default: Option<f64>) -> Vec<Row> {
    let first =
        |secret: bool| rows.iter().position(|m| m.correct && (!secret || m.constant_time == "yes"));
    let best = [first(false), first(true)];
    let line = |(index, m): (usize, &&Measurement)| {
        let mut cells = vec![m.algorithm.clone()];
        cells.extend(["recoding", "width", "coordinates", "modmul"].map(|name| param(m, name)));
        cells.extend([m.threads.to_string(), m.constant_time.clone()]);
        cells.extend(counted.iter().map(|name| param(m, name)));
        cells.push(if m.correct { duration(m.time()) } else { "WRONG".into() });
        cells.push(default.map_or_else(|| "–".into(), |d| format!("{:.2}", m.time() / d)));
        Row { cells, best: best.contains(&Some(index)) }
    };
    rows.iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;

    fn row(method: &str, coordinates: &str, constant_time: &str, time: f64) -> Measurement {
        let mut m = mul(method, 1, 256, time);
        (m.study, m.op, m.constant_time) = ("scalar".into(), OP.into(), constant_time.into());
        for (name, value) in [("curve", "P-256"), ("recoding", "r"), ("coordinates", coordinates)] {
            m.params.insert(name.into(), value.into());
        }
        m
    }

    #[test]
    fn the_fastest_coordinates_of_each_method_and_ratios_to_the_default() {
        let [method, coordinates] = DEFAULTS[0];
        let ms = [
            row("window", "jacobian", "no", 60.0),
            row("window", "affine", "no", 900.0),
            row(method, coordinates, "yes", 100.0),
            Measurement { correct: false, ..row("errs", "jacobian", "no", 1.0) },
        ];
        let [short, long]: [Listing; 2] = listings(&ms).try_into().unwrap();
        let last = |listing: &Listing| -> Vec<_> {
            listing.rows.iter().map(|r| (r.cells[0].clone(), r.cells[12].clone(), r.best)).collect()
        };
        let row = |name: &str, ratio: &str, best| (name.to_owned(), ratio.to_owned(), best);
        assert_eq!(last(&short), [row("window", "0.60", true), row(method, "1.00", true)]);
        assert_eq!(long.rows.len(), 4);
        assert_eq!((long.rows[0].cells[11].as_str(), long.rows[0].best), ("WRONG", false));
        assert!(long.rows.iter().all(|r| r.cells.len() == long.header.len()));
    }
}
