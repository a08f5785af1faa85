//! Tables of studies whose rows are more than a time at a size: the same on the terminal and on the
//! page.
//!
//! A [`Listing`] is a table of such a study, as text in cells; [`of`] makes the listings of a run's
//! measurements. Each study has its own file.

mod batches;
mod beside;
mod fields;
mod inside;
mod methods;
mod others;
mod protocols;
mod settle;

pub use beside::records;

use super::quantity;
use super::table::{Style, frame};
use crate::record::{Measurement, PredictionRow};
use comfy_table::{Attribute, Cell, CellAlignment};
use serde::Serialize;
use serde_json::Value;

/// A table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Listing {
    /// Its heading.
    pub title: String,
    /// What the figures mean, in a sentence or two.
    pub note: String,
    /// The number of columns at the left that are names; the others are figures.
    pub names: usize,
    /// The columns.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Whether it is a detail: folded on the page, absent from the terminal.
    pub detail: bool,
}

/// A row of a [`Listing`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// One cell for each column.
    pub cells: Vec<String>,
    /// Whether it is marked as the best.
    pub best: bool,
}

/// The tables of these measurements; empty for studies with their own presentation.
#[must_use]
pub fn of(measurements: &[Measurement]) -> Vec<Listing> {
    let by_study = [
        methods::listings,
        inside::listings,
        settle::listings,
        fields::listings,
        protocols::listings,
        batches::listings,
    ];
    let (others, usual): (Vec<_>, Vec<_>) =
        measurements.iter().cloned().partition(others::is_other);
    let usual = by_study.iter().flat_map(|listings| listings(&usual));
    usual.chain(others::listings(&others)).collect()
}

/// The tables of the model of the governor.
#[must_use]
pub fn predictions(rows: &[PredictionRow]) -> Vec<Listing> {
    others::predictions(rows)
}

/// The tables of the literature that belong to these measurements.
#[must_use]
pub fn published(measurements: &[Measurement]) -> Vec<Listing> {
    inside::published(measurements).into_iter().chain(beside::listings(measurements)).collect()
}

/// Whether a [`Listing`] shows the measurement, and nothing else does.
#[must_use]
pub fn shows(m: &Measurement) -> bool {
    ["scalar", "field", "pairing", "protocol", "batch"].contains(&m.study.as_str())
        || others::is_other(m)
}

impl Listing {
    /// The table for a terminal.
    #[must_use]
    pub fn text(&self, style: Style) -> String {
        let mut table = frame(style);
        let aligned = |(column, text): (usize, &String)| {
            let side = if column < self.names { CellAlignment::Left } else { CellAlignment::Right };
            Cell::new(text).set_alignment(side)
        };
        table.set_header(self.header.iter().enumerate().map(aligned));
        for row in &self.rows {
            let cells = row.cells.iter().enumerate().map(aligned);
            let marked = |cell: Cell| {
                if row.best && style.colour { cell.add_attribute(Attribute::Bold) } else { cell }
            };
            table.add_row(cells.map(marked));
        }
        format!("{}\n{}\n{table}\n", self.title, self.note)
    }
}

/// Operations per second for a time of `ns` each, in groups of three digits.
fn per_second(ns: f64) -> String {
    quantity(1e9 / ns, "/s").trim_end_matches(" /s").to_owned()
}

/// The quartiles of the samples.
fn quartiles(m: &Measurement) -> String {
    let text = |quartiles: [f64; 2]| quartiles.map(|q| quantity(q, &m.unit)).join(" – ");
    m.quartiles().map_or_else(|| "–".into(), text)
}

/// The text of a parameter; empty if there is none.
fn param(m: &Measurement, name: &str) -> String {
    match m.params.get(name) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}
