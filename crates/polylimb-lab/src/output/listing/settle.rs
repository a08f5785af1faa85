//! The first scalar multiplication after a pause, by the length of the pause.

use super::{Listing, Row, param};
use crate::output::duration;
use crate::record::Measurement;
use crate::study::scalar::settle::ops;

/// One table.
pub(super) fn listings(measurements: &[Measurement]) -> Vec<Listing> {
    let rows: Vec<&Measurement> = measurements
        .iter()
        .filter(|m| m.study == "scalar" && ops().contains(&m.op.as_str()))
        .collect();
    let mut keys: Vec<[String; 3]> = Vec::new();
    for m in &rows {
        if !keys.contains(&key(m)) {
            keys.push(key(m));
        }
    }
    if keys.is_empty() {
        return Vec::new();
    }
    let row = |of: &[String; 3]| {
        let time = |op: &str| {
            let m = rows.iter().find(|m| m.op == op && key(m) == *of);
            m.map_or_else(
                || "–".into(),
                |m| if m.correct { duration(m.time()) } else { "WRONG".into() },
            )
        };
        let cells = of.iter().cloned().chain(ops().iter().map(|op| time(op))).collect();
        Row { cells, best: false }
    };
    let names = ["curve", "multiplication", "threads"].map(str::to_owned);
    vec![Listing {
        title: "The first multiplication after a pause".into(),
        note: "Median time of one k G by the default method, the caller having slept so long before it.".into(),
        names: 3,
        header: names.into_iter().chain(ops().map(|op| op.replace('-', " "))).collect(),
        rows: keys.iter().map(row).collect(),
        detail: false,
    }]
}

fn key(m: &Measurement) -> [String; 3] {
    [param(m, "curve"), m.algorithm.clone(), m.threads.to_string()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;

    #[test]
    fn a_column_for_each_pause() {
        let ms: Vec<Measurement> = ops()
            .iter()
            .zip([1.0, 2.0, 3.0, 4.0])
            .map(|(op, time)| Measurement {
                study: "scalar".into(),
                op: (*op).into(),
                ..mul("a", 1, 521, time)
            })
            .collect();
        let listing = &listings(&ms)[0];
        assert_eq!(listing.rows[0].cells[3..].join(" "), "1.00 ns 2.00 ns 3.00 ns 4.00 ns –");
        assert_eq!(listing.header.len(), listing.rows[0].cells.len());
        assert!(listings(&[mul("a", 1, 256, 1.0)]).is_empty());
    }
}
