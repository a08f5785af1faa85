//! Protocols and pairings: time and operations per second of each on each curve.

use super::{Listing, Row, param, per_second, quartiles};
use crate::output::duration;
use crate::record::Measurement;

const HEADER: [&str; 9] = [
    "protocol",
    "curve",
    "operation",
    "threads",
    "median",
    "quartiles",
    "minimum",
    "per second",
    "constant time",
];

/// A table of each study, in the order of measurement.
pub(super) fn listings(measurements: &[Measurement]) -> Vec<Listing> {
    let of = |study: &str, title: &str, first: &str, note: &str| {
        let rows: Vec<Row> = measurements.iter().filter(|m| m.study == study).map(row).collect();
        let mut header = HEADER.map(str::to_owned);
        first.clone_into(&mut header[0]);
        (!rows.is_empty()).then(|| Listing {
            title: title.into(),
            note: format!("Median time of one operation on all threads together, and how many of them a second has. {note}"),
            names: 4,
            header: header.into(),
            rows,
            detail: false,
        })
    };
    let tables = [
        of(
            "pairing",
            "Pairings",
            "part",
            "Decoding tells whether a point is in its group; a check, whether a product of pairings is 1.",
        ),
        of("protocol", "Protocols", "protocol", "Verifying and recovering know no secret."),
    ];
    tables.into_iter().flatten().collect()
}

fn row(m: &Measurement) -> Row {
    let time = |ns: f64| if m.correct { duration(ns) } else { "WRONG".into() };
    let cells = vec![
        m.algorithm.clone(),
        param(m, "curve"),
        m.op.clone(),
        m.threads.to_string(),
        time(m.time()),
        quartiles(m),
        time(m.min),
        if m.correct && m.median > 0.0 { per_second(m.median) } else { "–".into() },
        m.constant_time.clone(),
    ];
    Row { cells, best: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;

    #[test]
    fn operations_per_second_follow_from_the_median() {
        let protocol =
            |m: Measurement| Measurement { study: "protocol".into(), op: "sign".into(), ..m };
        let right = protocol(mul("ecdsa", 1, 256, 40_000.0));
        let wrong = Measurement { correct: false, ..right.clone() };
        let listing = &listings(&[right, wrong, mul("barrett", 1, 256, 1.0)])[0];
        assert_eq!(listing.rows.len(), 2);
        assert_eq!(listing.rows[0].cells[7], "25\u{202f}000");
        assert_eq!(
            (listing.rows[1].cells[4].as_str(), listing.rows[1].cells[7].as_str()),
            ("WRONG", "–")
        );
        assert!(listing.rows.iter().all(|r| r.cells.len() == listing.header.len()));
    }
}
