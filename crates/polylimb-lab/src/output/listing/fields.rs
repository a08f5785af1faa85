//! Operations in finite fields: the time of each implementation, and its ratio to the fastest.

use super::{Listing, Row, param, quartiles};
use crate::output::duration;
use crate::record::Measurement;

const HEADER: [&str; 9] = [
    "field",
    "operation",
    "algorithm",
    "kernel",
    "constant time",
    "median",
    "quartiles",
    "minimum",
    "to the fastest",
];

/// A table of all fields, with the operations of each together.
pub(super) fn listings(measurements: &[Measurement]) -> Vec<Listing> {
    let mut of: Vec<_> = measurements.iter().filter(|m| m.study == "field").collect();
    if of.is_empty() {
        return Vec::new();
    }
    let mut order: Vec<[String; 2]> = Vec::new();
    for m in &of {
        if !order.contains(&group(m)) {
            order.push(group(m));
        }
    }
    // Fields in the order of measurement, in each field the operations, and the implementations of
    // each in their order.
    let field = |m: &Measurement| order.iter().position(|g| g[0] == param(m, "field"));
    of.sort_by_key(|m| (field(m), order.iter().position(|g| *g == group(m))));
    vec![Listing {
        title: "Field arithmetic".into(),
        note: "Median time of one operation in a chain, each taking the result of the one before. Unreduced products and their reductions are the published methods' of \
               binary fields, which tell of each access to memory; a square root of a prime field has a square with it, an inverse a sum. In bold the \
               fastest."
            .into(),
        names: 5,
        header: HEADER.map(str::to_owned).into(),
        rows: of.iter().map(|m| row(m, &of)).collect(),
        detail: false,
    }]
}

fn group(m: &Measurement) -> [String; 2] {
    [param(m, "field"), m.op.clone()]
}

fn row(m: &Measurement, all: &[&Measurement]) -> Row {
    let time = |ns: f64| if m.correct { duration(ns) } else { "WRONG".into() };
    let rivals = all.iter().filter(|o| o.correct && o.time() > 0.0 && group(o) == group(m));
    let (fastest, count) =
        rivals.fold((f64::INFINITY, 0), |(least, n), o| (o.time().min(least), n + 1));
    let ratio = Some(m.time() / fastest).filter(|r| m.correct && r.is_finite());
    let cells = vec![
        param(m, "field"),
        m.op.clone(),
        m.algorithm.clone(),
        m.kernel.clone(),
        m.constant_time.clone(),
        time(m.time()),
        quartiles(m),
        time(m.min),
        ratio.map_or("–".into(), |r| format!("{r:.2}")),
    ];
    Row { cells, best: m.correct && count > 1 && m.time() <= fastest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;

    #[test]
    fn ratios_are_to_the_fastest_of_the_same_field_and_operation() {
        let row = |algorithm, field: &str, ns| {
            let mut m = mul(algorithm, 1, 256, ns);
            m.study = "field".into();
            m.params.insert("field".into(), field.into());
            m
        };
        let wrong = Measurement { correct: false, ..row("c", "fp:P-256", 1.0) };
        let ms = [
            row("a", "fp:P-256", 20.0),
            Measurement { op: "sqr".into(), ..row("a", "fp:P-256", 15.0) },
            row("b", "fp:P-256", 10.0),
            wrong,
            row("a", "fn:P-256", 5.0),
            mul("barrett", 1, 256, 1.0),
        ];
        let listing = &listings(&ms)[0];
        let shown: Vec<_> = listing
            .rows
            .iter()
            .map(|r| format!("{} {} {} {}", r.cells[1], r.cells[2], r.cells[8], r.best))
            .collect();
        assert_eq!(
            shown,
            [
                "mul a 2.00 false",
                "mul b 1.00 true",
                "mul c – false",
                "sqr a 1.00 false",
                "mul a 1.00 false"
            ]
        );
        assert!(listing.rows.iter().all(|r| r.cells.len() == listing.header.len()));
    }
}
