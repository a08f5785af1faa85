//! The figures of the literature, and ours beside them.

use crate::output::duration;
use crate::published::{self, BESIDE, MODMUL_ARM, Pair, Row, Table};
use crate::record::Measurement;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// For every published time the one measured here, and how many times as long the published one took.
pub(super) fn beside(rows: &[Measurement]) -> Markup {
    let pairs = published::pairs(rows);
    let bits: BTreeSet<usize> = pairs.iter().map(|p| p.bits).collect();
    let mut names: Vec<(usize, &str, &str)> = Vec::new();
    for p in &pairs {
        let name = (p.threads, p.printed.as_str(), p.algorithm);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let pair = |name: (usize, &str, &str), bits: usize| {
        pairs
            .iter()
            .find(|p| (p.threads, p.printed.as_str(), p.algorithm) == name && p.bits == bits)
    };
    html! {
        @if !pairs.is_empty() {
            section {
                h2 { "Beside the published figures" }
                p.note { "Minimum here, and how many times as long it took there: " (MODMUL_ARM.platform)
                    ", at its high frequency (table " (BESIDE[0]) " below)." }
                div.scroll tabindex="0" role="region" aria-label="here and published" { table {
                    thead { tr { th.name { "algorithm" } th { "threads" } @for b in &bits { th scope="col" { (b) } } } }
                    tbody { @for name in names { tr {
                        th.name scope="row" { (name.1) @if name.1.to_lowercase() != name.2 { br; span.fine { (name.2) } } }
                        td { (name.0) }
                        @for b in &bits { (cell(pair(name, *b))) }
                    } } }
                } }
            }
        }
    }
}

fn cell(pair: Option<&Pair>) -> Markup {
    let Some(p) = pair else { return html! { td.none { "–" } } };
    html! { td title=(format!("published {}", duration(p.published))) {
        (duration(p.here)) br; span.fine { (format!("×{:.1}", p.published / p.here)) }
    } }
}

/// The published tables that stand beside measurements.
pub(super) fn tables() -> Markup {
    let source = &*MODMUL_ARM;
    html! {
        section {
            h2 { "Published figures" }
            p.note { (source.source) ". " (source.platform) ". Times in µs." }
            @for table in source.beside() {
                details {
                    summary { "Table " (table.table) ": " (table.title) }
                    div.scroll tabindex="0" role="region" aria-label=(format!("table {}", table.table)) { (one(table)) }
                }
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
                @let best = table.rows.iter().map(|r| r.2[column]).fold(f64::INFINITY, f64::min);
                td class=[(*time <= best).then_some("best first")] { (format!("{time:.2}")) }
            }
        } } }
    } }
}
