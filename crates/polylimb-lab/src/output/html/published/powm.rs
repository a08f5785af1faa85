//! The published table of parallel exponentiation, with our figures.

use crate::output::duration;
use crate::published::powm::{Beside, POWM, beside as rows_beside, without};
use crate::record::Measurement;
use maud::{Markup, html};

/// Table 1 and the gains of Figure 2, with the medians and gains measured here.
pub(super) fn beside(rows: &[Measurement]) -> Markup {
    let rows = rows_beside(rows);
    if rows.iter().all(|row| row.here.is_err()) {
        return html! {};
    }
    html! {
        section {
            h2 { "Beside the published figures" }
            p.note { "The binary method on lanes, there and here: " (POWM.platform) ". " b { "Gain" }
                " is the time saved over the sequential method on the same machine; with " b { "balanced" }
                " stretches the lanes end together." }
            @let without = without(&rows);
            @if !without.is_empty() { p.note { (without) } }
            div.scroll tabindex="0" role="region" aria-label="here and published" { table {
                thead {
                    tr { td {} td {} th.over colspan="2" { "time" } th.over colspan="3" { "gain" } }
                    tr {
                        th { "lanes" } th { "bits" } th { "published" } th { "here" }
                        th { "published" } th { "here" } th { "here, balanced" }
                    }
                }
                tbody { @for row in &rows { (line(row)) } }
            } }
        }
    }
}

fn line(row: &Beside) -> Markup {
    let gain = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format!("{x:.1} %"));
    let (mean, sd) = row.published;
    html! { tr {
        th scope="row" { (row.lanes) }
        td { (row.bits) }
        td title=(format!("standard deviation {}", duration(sd))) { (duration(mean)) }
        td { b { (row.here.as_ref().map_or_else(|_| "–".to_owned(), |ns| duration(*ns))) } }
        td { (gain(Some(row.published_gain))) }
        td { b { (gain(row.gain)) } }
        td { (gain(row.balanced_gain)) }
    } }
}
