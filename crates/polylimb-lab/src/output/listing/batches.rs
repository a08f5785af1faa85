//! Batches: time of a job and jobs per second, together and one by one, on one thread and on more.

use super::{Listing, Row, param, per_second, quartiles};
use crate::output::duration;
use crate::record::Measurement;

const HEADER: [&str; 11] = [
    "protocol",
    "curve",
    "operation",
    "threads",
    "way",
    "median",
    "quartiles",
    "minimum",
    "per second",
    "to one by one",
    "gain of threads",
];

/// One table, in the order of measurement.
pub(super) fn listings(measurements: &[Measurement]) -> Vec<Listing> {
    let of: Vec<_> = measurements.iter().filter(|m| m.study == "batch").collect();
    if of.is_empty() {
        return Vec::new();
    }
    vec![Listing {
        title: "Batches".into(),
        note: "Median time of one job of a batch, and how many of them a second has. The ratio is to the same jobs one by one on as many \
               threads, the gain is over the same way on one."
            .into(),
        names: 5,
        header: HEADER.map(str::to_owned).into(),
        rows: of.iter().map(|m| row(m, &of)).collect(),
        detail: false,
    }]
}

fn row(m: &Measurement, all: &[&Measurement]) -> Row {
    let time = |ns: f64| if m.correct { duration(ns) } else { "WRONG".into() };
    let other = |threads: usize, way: &str| {
        all.iter()
            .find(|o| {
                (o.threads, &o.op, &o.algorithm) == (threads, &m.op, &m.algorithm)
                    && (threads == 1 || o.executor == m.executor)
                    && param(o, "curve") == param(m, "curve")
                    && param(o, "way") == way
            })
            .filter(|o| o.correct && m.correct && o.time() > 0.0 && m.time() > 0.0)
    };
    let way = param(m, "way");
    let ratio = other(m.threads, "one by one").map(|o| m.time() / o.time());
    let gain = other(1, &way).map(|o| o.time() / m.time());
    let figure = |value: Option<f64>| value.map_or("–".into(), |v| format!("{v:.2}"));
    let cells = vec![
        m.algorithm.clone(),
        param(m, "curve"),
        m.op.clone(),
        m.threads.to_string(),
        way,
        time(m.time()),
        quartiles(m),
        time(m.min),
        if m.correct && m.median > 0.0 { per_second(m.median) } else { "–".into() },
        figure(ratio),
        figure(gain),
    ];
    Row { cells, best: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;

    #[test]
    fn ratios_are_to_the_same_threads_and_gains_to_the_same_way() {
        let batch = |threads, way: &str, ns| {
            let mut m = mul("ecdh", threads, 256, ns);
            m.study = "batch".into();
            m.params.insert("way".into(), way.into());
            m
        };
        let ms = [
            batch(1, "batch", 1000.0),
            batch(1, "one by one", 4000.0),
            batch(2, "batch", 500.0),
            batch(2, "one by one", 2500.0),
            Measurement { op: "agree".into(), ..batch(2, "batch", 400.0) },
            mul("barrett", 1, 256, 1.0),
        ];
        let listing = &listings(&ms)[0];
        let ends: Vec<_> = listing.rows.iter().map(|r| r.cells[9..].join(" ")).collect();
        assert_eq!(ends, ["0.25 1.00", "1.00 1.00", "0.20 2.00", "1.00 1.60", "– –"]);
        assert!(listing.rows.iter().all(|r| r.cells.len() == listing.header.len()));
    }
}
