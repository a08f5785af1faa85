//! The studies' models: their predictions and the measurements.

mod modmul;
mod powm;

use super::part::Part;
use crate::record::ModelRow;
use maud::{Markup, html};

/// The study's part of the output of `lab --model`; empty without it.
pub(super) fn section(part: &Part, rows: &[ModelRow]) -> Markup {
    match part.study.as_str() {
        "modmul" => modmul::section(&ModelRow::of_modmul(rows)),
        "powm" => powm::section(&ModelRow::of_powm(rows)),
        _ => html! {},
    }
}
