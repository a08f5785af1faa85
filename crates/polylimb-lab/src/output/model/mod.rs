//! What the studies' models say, as text.

pub(super) mod modmul;
mod powm;

use crate::record::ModelRow;

/// The text of each study's model; empty without rows.
#[must_use]
pub fn text(rows: &[ModelRow]) -> String {
    let texts = [modmul::text(&ModelRow::of_modmul(rows)), powm::text(&ModelRow::of_powm(rows))];
    let texts: Vec<&str> = texts.iter().map(|t| t.trim_end()).filter(|t| !t.is_empty()).collect();
    texts.join("\n\n")
}
