//! The published times of modular multiplication, with ours.

use crate::output::duration;
use crate::published::{self, BESIDE, MODMUL_ARM, Pair};
use crate::record::Measurement;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// Each published time with the time measured here, and the ratio of the published time to ours.
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
