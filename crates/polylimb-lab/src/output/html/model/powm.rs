//! The cost model of exponentiation: multiplications expected and counted, times predicted and
//! measured.

use crate::output::quantity;
use crate::record::{Multiplications, PowerRow};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The output of `lab powm --model`; empty without it.
pub(super) fn section(rows: &[PowerRow]) -> Markup {
    if rows.is_empty() {
        return html! {};
    }
    let bits: BTreeSet<usize> = rows.iter().map(|row| row.bits).collect();
    html! {
        section {
            h2 { "The cost model: predicted and measured" }
            p.note { "Squarings + products that one waits for: by " b { "equation 5" } " of the paper on lanes for the binary method, as "
                b { "expected" } " of each method with a random exponent, and as " b { "counted" } " with the exponents that were timed. "
                "A time is predicted from what a squaring and a product take here; " b { "shares" } " are of the sequential binary "
                "method's time, and compare between machines." }
            p { "The squarings remain: no number of lanes makes the time less than theirs." }
            @for bits in bits { (one_size(bits, rows)) }
        }
    }
}

fn one_size(bits: usize, rows: &[PowerRow]) -> Markup {
    let rows: Vec<&PowerRow> = rows.iter().filter(|row| row.bits == bits).collect();
    let optimum = rows.first().map_or(1, |row| row.optimum_lanes);
    html! {
        h3 { (bits) " bits" }
        p.caption { "Fewest products by equation 8: with " (optimum) " lanes." }
        div.scroll tabindex="0" role="region" aria-label=(format!("the cost model at {bits} bits")) { table {
            thead {
                tr {
                    td {} td {} th.over colspan="4" { "squarings + products" } th.over colspan="2" { "time" }
                    th.over colspan="2" { "share" }
                }
                tr {
                    th.name { "method" } th { "lanes" } th { "equation 5" } th { "expected" } th { "counted" } th { "all lanes" }
                    @for _ in 0..2 { th { "predicted" } th { "measured" } }
                }
            }
            tbody { @for row in rows { (line(row)) } }
        } }
    }
}

fn line(row: &PowerRow) -> Markup {
    let pair = |m: Multiplications| format!("{:.0} + {:.0}", m.squarings, m.products);
    let share = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format!("{x:.3}"));
    html! { tr {
        th.name scope="row" { (row.label) }
        td { (row.threads) }
        td { (row.equation_5.map_or_else(|| "–".to_owned(), pair)) }
        td { (pair(row.expected)) }
        td { (pair(row.counted)) }
        td { (pair(row.counted_all_lanes)) }
        td { (quantity(row.predicted, &row.unit)) }
        td { b { (quantity(row.measured, &row.unit)) } }
        td { (share(row.predicted_share)) }
        td { b { (share(row.measured_share)) } }
    } }
}
