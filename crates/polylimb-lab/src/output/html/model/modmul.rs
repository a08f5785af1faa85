//! The model of splitting one multiplication: its predictions and the measurements.

use crate::analysis::model::crossovers::{Pays, crossovers, sentences};
use crate::output::html::capital;
use crate::output::model::modmul::FAILS;
use crate::output::{duration, quantity};
use crate::record::SplitRow;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The output of `lab modmul --model`; empty without it.
pub(super) fn section(rows: &[SplitRow]) -> Markup {
    let Some(first) = rows.first() else { return html! {} };
    let crossovers = crossovers(rows);
    let kernels: BTreeSet<&str> = rows.iter().map(|row| row.kernel.as_str()).collect();
    let notes: BTreeSet<(&str, &str)> = rows
        .iter()
        .filter_map(|row| Some((row.algorithm.as_str(), row.note.as_deref()?)))
        .collect();
    html! {
        section {
            h2 { "The hand-over model: predicted and measured" }
            p.note { "Two predictions of the time of a split multiplication, each with the measured hand-over of "
                b { (duration(first.hand_over)) } " put in: the thesis's " b { "Table 2" } ", its complexities with a fitted cost of a "
                "word product and half a hand-over for each synchronisation; and the " b { "longest path" } ", measured with the parts "
                "one after another, and a whole hand-over for each run of parts." }
            ul { @for line in sentences(rows) { li { (capital(&line)) "." } } }
            @for kernel in kernels { (one_kernel(kernel, rows, &crossovers)) }
            details {
                summary { "Where the model fails, and how synchronisations were counted" }
                ul.fine {
                    @for line in FAILS { li { (capital(line)) "." } }
                    @for (algorithm, note) in notes { li { (algorithm) ": " (note) "." } }
                }
            }
        }
    }
}

fn one_kernel(kernel: &str, rows: &[SplitRow], crossovers: &[Pays]) -> Markup {
    let of_kernel = || rows.iter().filter(|row| row.kernel == kernel);
    let largest = of_kernel().map(|row| row.bits).max().unwrap_or_default();
    let lines = crossovers.iter().filter(|pays| pays.kernel == kernel).filter_map(|pays| {
        let label = pays.label.as_ref()?;
        let of_label = of_kernel().filter(|row| row.threads == pays.threads && row.label == *label);
        Some((pays, of_label.max_by_key(|row| row.bits)?))
    });
    html! {
        h3 { "Kernel " (kernel) }
        div.scroll tabindex="0" role="region" aria-label=(format!("the model with the kernel {kernel}")) { table {
            thead {
                tr {
                    td {} td {} th.over colspan="2" { "complexity" } th.over colspan="2" { "synchronisations" }
                    th.over colspan="3" { "pays from (bits)" } th.over colspan="3" { "time at " (largest) " bits" }
                }
                tr {
                    th.name { "algorithm" } th { "threads" } th { "printed" } th { "derived" } th { "printed" } th { "counted" }
                    @for _ in 0..2 { th { "Table 2" } th { "path" } th { "measured" } }
                }
            }
            tbody { @for (pays, row) in lines { (line(pays, row, largest)) } }
        } }
    }
}

fn line(pays: &Pays, row: &SplitRow, largest: usize) -> Markup {
    let number = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format!("{x:.2}"));
    let time = |ns: Option<f64>| {
        ns.filter(|_| row.bits == largest)
            .map_or_else(|| "–".to_owned(), |ns| quantity(ns, &row.unit))
    };
    html! { tr {
        th.name scope="row" { (row.label) }
        td { (row.threads) }
        td { (number(row.complexity)) }
        td { (number(row.derived)) }
        td { (row.published_synchronisations.map_or_else(|| "–".to_owned(), |s| s.to_string())) }
        td { (row.synchronisations) }
        td { (pays.table_2) }
        td { (pays.path) }
        td { b { (pays.measured) } }
        td { (time(row.table_2)) }
        td { (time(Some(row.predicted))) }
        td { b { (time((!row.oversubscribed).then_some(row.measured))) } }
    } }
}
