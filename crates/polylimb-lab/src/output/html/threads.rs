//! The size from which more threads pay, with their hand-over.

use super::chart::threads_word;
use super::part::Part;
use crate::analysis::crossover::{self, Crossover};
use crate::output::duration;
use crate::record::Host;
use maud::{Markup, html};

/// Crossovers among all kernels together and with each; empty if only one thread was measured.
pub(super) fn section(host: &Host, part: &Part) -> Markup {
    let op = part.main_op();
    let mut kernels = vec![("fastest of each".to_owned(), crossover::find(&part.rows, op))];
    kernels.extend(crossover::within_kernels(&part.rows, op));
    if kernels.iter().all(|(_, found)| found.is_empty()) {
        return html! {};
    }
    html! {
        section {
            h2 { "Where more threads pay" }
            p.note { "Against the fastest algorithm on one thread; with one kernel, against the fastest with that kernel. "
                "A size counts when all larger ones pay too." }
            div.scroll tabindex="0" role="region" aria-label="crossovers" { table {
                thead { tr {
                    th.name { "kernel" } th.name { "threads" } th { "pays from" } th { "speedup there" }
                    th { "at the largest size" } th { "best" } th.name { "best with" }
                } }
                tbody { @for (kernel, found) in &kernels { @for c in found { (row(kernel, c)) } } }
            } }
            @if let Some(ns) = host.hand_over { (hand_over(ns)) }
        }
    }
}

fn row(kernel: &str, c: &Crossover) -> Markup {
    html! { tr {
        th.name scope="row" { (kernel) }
        td.name { (threads_word(c.threads)) @if c.oversubscribed { ", more than the cores" } }
        @match &c.from {
            Some(p) => {
                td { b { (p.bits) " bits" } @if c.everywhere { " or less" } }
                td { (format!("{:.2}×", p.speedup)) }
            }
            None => { td.none { "never" } td.none { "–" } }
        }
        td { (format!("{:.2}×", c.last.speedup)) }
        td { (format!("{:.2}× at {}", c.best.speedup, c.best.bits)) }
        td.name { (c.best.algorithm) }
    } }
}

fn hand_over(ns: f64) -> Markup {
    html! {
        p { "A hand-over took " b { (duration(ns)) } " here: an empty job to the other core and its completion back. "
            "Every run of an algorithm's parts costs one. Two threads with a single hand-over can gain only where one "
            "thread takes more than twice as long, " b { (duration(2.0 * ns)) } "." }
    }
}
