//! What the page shows, as JSON.

use super::part::{self, Part};
use crate::analysis::{advice, crossover, lanes};
use crate::output::listing;
use crate::record::Run;
use serde_json::{Value, json};

/// The runs, each with its host, its studies in words and tables, and all its lines.
#[must_use]
pub fn json(runs: &[Run], published: bool) -> Value {
    let parts: Vec<(&Run, Vec<Part>)> = runs.iter().map(|run| (run, part::of(run))).collect();
    let title = super::title(&parts);
    let runs: Vec<Value> = parts.iter().map(|(run, parts)| one(run, parts, published)).collect();
    json!({ "title": title, "runs": runs })
}

fn one(run: &Run, parts: &[Part], published: bool) -> Value {
    let studies: Vec<Value> = parts.iter().map(|part| study(part, published)).collect();
    json!({
        "host": run.host,
        "notes": run.notes,
        "studies": studies,
        "predictions": listing::predictions(&run.predictions),
        "measurements": run.measurements,
        "model": run.model,
    })
}

fn study(part: &Part, published: bool) -> Value {
    let op = part.main_op();
    let advice = advice::by_size(&part.rows, op);
    let fastest: Vec<Value> = advice
        .iter()
        .map(|a| {
            json!({
                "bits": a.bits,
                "algorithm": a.overall.label(),
                "threads": a.overall.threads,
                "time": a.overall.time(),
                "unit": a.overall.unit,
            })
        })
        .collect();
    let crossovers = crossover::find(&part.rows, op).into_iter().map(|c| c.to_string());
    let verdicts = lanes::at_the_largest(&part.rows).into_iter().map(|v| v.to_string());
    let mut tables = listing::of(&part.rows);
    if published {
        tables.extend(listing::published(&part.rows));
    }
    json!({
        "study": part.study,
        "title": part.title(),
        "scenario": part.scenario,
        "measurements": part.rows.len(),
        "wrong": part.rows.iter().filter(|m| !m.correct).count(),
        "figure": part.figure(),
        "op": op,
        "fastest": fastest,
        "conclusions": crossovers.chain(verdicts).collect::<Vec<_>>(),
        "tables": tables,
    })
}
