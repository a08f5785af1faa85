//! The section of a study that has its own tables.

use super::part::Part;
use crate::output::listing::{self, Listing};
use crate::record::{Measurement, Run};
use maud::{Markup, html};

/// Whether all results are correct, then the tables.
pub(super) fn section(part: &Part, published: bool) -> Markup {
    let beside = if published { listing::published(&part.rows) } else { Vec::new() };
    let wrong = part.rows.iter().filter(|m| !m.correct).count();
    let all = part.rows.len();
    html! {
        section.summary {
            @if wrong > 0 {
                p.alarm { (wrong) " of " (all) " measurements gave a wrong result. They are marked in the tables; trust none of their times." }
            } @else {
                p.fine { "All " (all) " measurements gave the right results, compared with an independent computation." }
            }
        }
        @for listing in listing::of(&part.rows).iter().chain(&beside) { (one(listing)) }
    }
}

/// The published tables of these rows with ours.
pub(super) fn published(rows: &[Measurement]) -> Markup {
    html! { @for listing in listing::published(rows) { (one(&listing)) } }
}

/// The tables of the model of the governor; empty without predictions.
pub(super) fn predictions(run: &Run) -> Markup {
    html! { @for listing in listing::predictions(&run.predictions) { (one(&listing)) } }
}

fn one(listing: &Listing) -> Markup {
    html! {
        section {
            h2 { (listing.title) }
            p.note { (listing.note) }
            @if listing.detail {
                details { summary { (listing.rows.len()) " rows" } (table(listing)) }
            } @else {
                (table(listing))
            }
        }
    }
}

fn table(listing: &Listing) -> Markup {
    let side = |column: usize| (column < listing.names).then_some("name");
    html! {
        div.scroll tabindex="0" role="region" aria-label=(listing.title) { table {
            thead { tr { @for (column, name) in listing.header.iter().enumerate() { th class=[side(column)] scope="col" { (name) } } } }
            tbody { @for row in &listing.rows { tr {
                @for (column, cell) in row.cells.iter().enumerate() {
                    td class=[side(column)] { @if row.best { b { (cell) } } @else { (cell) } }
                }
            } } }
        } }
    }
}
