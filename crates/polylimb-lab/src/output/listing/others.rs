//! Rows that are not the times of a study on this processor: cycles, instructions and memory of a
//! simulator, counted operations, an operation shared by two cores, times against secrets, the
//! instrument's self-test.

use super::{Listing, Row, param, quartiles};
use crate::output::quantity;
use crate::record::{Measurement, PredictionRow, TWO_CORES};

/// Whether the row is shown here, and only here.
pub(super) fn is_other(m: &Measurement) -> bool {
    let elsewhere = ["modmul", "powm", "scalar", "field", "pairing", "protocol", "batch"];
    !["ns", ""].contains(&m.unit.as_str()) && elsewhere[2..].contains(&m.study.as_str())
        || m.algorithm == TWO_CORES
        || !m.study.is_empty() && !elsewhere.contains(&m.study.as_str())
}

/// A table of each study and unit, in the order of measurement.
pub(super) fn listings(measurements: &[Measurement]) -> Vec<Listing> {
    let mut keys: Vec<[&str; 2]> = Vec::new();
    for m in measurements {
        let key = [m.study.as_str(), m.unit.as_str()];
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let listing = |[study, unit]: [&str; 2]| {
        let of = measurements.iter().filter(|m| m.study == study && m.unit == unit);
        let header = [
            "operation",
            "algorithm",
            "bits",
            "threads",
            "kernel",
            "figure",
            "quartiles",
            "runs",
            "and",
        ];
        Listing {
            title: title(study, unit),
            note: note(study, unit).into(),
            names: 2,
            header: header.map(str::to_owned).into(),
            rows: of.map(row).collect(),
            detail: false,
        }
    };
    keys.into_iter().map(listing).collect()
}

fn title(study: &str, unit: &str) -> String {
    match unit {
        "ns" => format!("{study}: times"),
        unit => format!("{study}: {unit}"),
    }
}

fn note(study: &str, unit: &str) -> &'static str {
    match (study, unit) {
        ("leak", _) => {
            "Medians. t is Welch's, between the dense and the sparse third of the secrets; beyond 4.5 the times differ. It finds leaks and proves nothing."
        }
        ("self-test", _) => {
            "Chains of dependent instructions: their times must lie on a line through their lengths."
        }
        (_, "operations") => "Counted, not timed.",
        (_, "cycles" | "instructions") => "Counted exactly by a simulator; means.",
        (_, "bytes") => "Memory of a program.",
        _ => {
            "Medians. One core, and two that share the independent products or pieces of an operation."
        }
    }
}

fn row(m: &Measurement) -> Row {
    let more = m.params.keys().filter(|name| !param(m, name).is_empty());
    let more: Vec<_> = more.map(|name| format!("{name} {}", param(m, name))).collect();
    let time = |x: f64| if m.correct { quantity(x, &m.unit) } else { "WRONG".into() };
    let cells = vec![
        m.op.clone(),
        m.label(),
        m.bits.to_string(),
        m.threads.to_string(),
        m.kernel.clone(),
        time(m.time()),
        quartiles(m),
        m.runs.to_string(),
        more.join(", "),
    ];
    Row { cells, best: false }
}

/// A table of each published one: the printed figures and what the model of the governor predicts.
pub(super) fn predictions(rows: &[PredictionRow]) -> Vec<Listing> {
    let key = |row: &PredictionRow| {
        let (scenario, order) = (row.scenario.clone(), row.order.clone());
        (row.table, scenario, order, row.runs, row.unit.clone())
    };
    let mut tables = Vec::new();
    for row in rows {
        if !tables.contains(&key(row)) {
            tables.push(key(row));
        }
    }
    let listing = |table| {
        let of: Vec<_> = rows.iter().filter(|row| key(row) == table).collect();
        let wrong = of.iter().filter(|row| !row.right).count();
        let header = ["algorithm", "threads", "bits", "published", "predicted", "frequency"];
        let row = |row: &&PredictionRow| Row {
            cells: vec![
                row.algorithm.clone(),
                row.threads.to_string(),
                row.bits.to_string(),
                format!("{:.2}", row.published),
                format!("{:.2}", row.predicted),
                if row.right { "right" } else { "wrong" }.into(),
            ],
            best: false,
        };
        let (number, scenario, order, runs, unit) = table.clone();
        let runs = runs.map_or(String::new(), |runs| format!("{runs} runs"));
        let facts = [scenario.unwrap_or_default(), order.unwrap_or_default(), runs];
        let facts: Vec<_> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        Listing {
            title: format!("Table {number}, published and predicted"),
            note: format!(
                "{}In {unit}. {wrong} of {} at the wrong frequency.",
                facts.iter().flat_map(|fact| [fact.as_str(), ". "]).collect::<String>(),
                of.len()
            ),
            names: 1,
            header: header.map(str::to_owned).into(),
            rows: of.iter().map(row).collect(),
            detail: true,
        }
    };
    tables.into_iter().map(listing).collect()
}
