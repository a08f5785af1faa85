//! The figures of the literature, and ours for comparison.

mod powm;

use super::listing;
use super::part::Part;
use crate::published::powm::POWM;
use crate::published::{Row, Source, Table};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The published times of the study with ours; empty if none fits.
pub(super) fn beside(part: &Part) -> Markup {
    match part.study.as_str() {
        "modmul" => listing::published(&part.rows),
        "powm" => powm::beside(&part.rows),
        _ => html! {},
    }
}

/// The published tables with a presentation of their own that belong to these studies.
pub(super) fn tables(studies: &BTreeSet<&str>) -> Markup {
    html! {
        @if studies.contains("powm") {
            section { h2 { "Published figures" } (of_source(&POWM, POWM.tables.iter())) }
        }
    }
}

fn of_source<'a>(source: &Source, tables: impl Iterator<Item = &'a Table>) -> Markup {
    html! {
        p.note { (source.source) ". " (source.platform) ". Times in µs." }
        @for table in tables {
            details {
                summary { "Table " (table.table) ": " (table.title) }
                div.scroll tabindex="0" role="region" aria-label=(format!("table {}: {}", table.table, table.title)) { (one(table)) }
            }
        }
    }
}

fn one(table: &Table) -> Markup {
    html! { table {
        thead { tr { th.name { "algorithm" } th { "threads" } @for b in &table.bits { th scope="col" { (b) } } } }
        tbody { @for Row(threads, algorithm, times) in &table.rows { tr {
            th.name scope="row" { (algorithm) } td { (threads) }
            @for (column, time) in times.iter().enumerate() {
                td class=[is_best(table, column, *time).then_some("best first")] { (format!("{time:.2}")) }
            }
        } } }
    } }
}

/// Whether the value is the least of its column of times; a small deviation is not a best value.
fn is_best(table: &Table, column: usize, value: f64) -> bool {
    !table.title.contains("deviation") && table.rows.iter().all(|row| value <= row.2[column])
}
