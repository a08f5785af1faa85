//! The page's tables.

use super::duration;
use crate::analysis::advice::Advice;
use crate::analysis::grid::{Grid, Standing};
use crate::analysis::number_word;
use crate::published::{MODMUL_ARM, Row, Table};
use crate::record::Measurement;
use maud::{Markup, html};

/// Which algorithm to use at each size.
pub(super) fn advice(advice: &[Advice<'_>], all: &[Measurement]) -> Markup {
    let baseline = |bits: usize| {
        let times =
            all.iter().filter(|m| !m.library && m.correct && m.bits == bits && m.op == "mul");
        times.filter(|m| m.threads == 1).map(|m| m.median).reduce(f64::min)
    };
    let with_baseline = advice.iter().any(|a| baseline(a.bits).is_some());
    html! {
        section {
            h2 { "What to use" }
            p.note { "The fastest of the library's constant-time algorithms for a product." }
            div.scroll { table {
                thead { tr {
                    th { "bits" } th.name { "on one thread" } th { "time" }
                    th.name { "on any number" } th { "threads" } th { "time" } th { "gain" }
                    @if with_baseline { th { "of GMP's time" } }
                } }
                tbody { @for a in advice { tr {
                    th { (a.bits) }
                    @match a.alone {
                        Some(m) => { td.name { (m.algorithm) } td { (duration(m.median)) } }
                        None => { td.name.none { "not measured" } td.none { "–" } }
                    }
                    td.name { (a.overall.algorithm) }
                    td { (a.overall.threads) }
                    td { (duration(a.overall.median)) }
                    td { @if let Some(m) = a.alone { (format!("{:.2}x", m.median / a.overall.median)) } @else { "–" } }
                    @if with_baseline {
                        td { @if let Some(b) = baseline(a.bits) { (format!("{:.2}", a.overall.median / b)) } @else { "–" } }
                    }
                } } }
            } }
        }
    }
}

/// Medians, best of each column bold, best of each thread group shaded.
pub(super) fn times(grid: &Grid<'_>) -> Markup {
    let ratios = grid
        .groups
        .iter()
        .flat_map(|g| &g.rows)
        .flat_map(|r| &r.cells)
        .flatten()
        .any(|m| m.ratio.is_some());
    let mut caption = String::from(
        "Median time by bits of the modulus. Bold: fastest of its column. Shaded: fastest of its thread group.",
    );
    if ratios {
        caption += " ×: over the earlier run's.";
    }
    table(grid, &caption, |m, standing| {
        let class = match standing {
            _ if !m.correct => "wrong",
            Standing::BestOfColumn => "best",
            Standing::BestOfGroup => "group",
            Standing::Plain => "",
        };
        let title = format!(
            "min {}, mean {}, sd {}, cv {:.1} %, {} samples of {}, kernel {}",
            duration(m.min),
            duration(m.mean),
            duration(m.sd),
            m.cv * 100.0,
            m.runs,
            m.batch,
            m.kernel
        );
        html! {
            td class=(class) title=(title) {
                @if m.correct { (duration(m.median)) } @else { "wrong" }
                @if let Some(ratio) = m.ratio { (format!(" ×{ratio:.2}")) }
            }
        }
    })
}

/// Speedups as a heat table; empty where there is no base.
pub(super) fn speedups(grid: &Grid<'_>) -> Markup {
    let cells = || grid.groups.iter().flat_map(|g| &g.rows).flat_map(|r| &r.cells).flatten();
    if cells().all(|m| m.speedup.is_none()) {
        return html! {};
    }
    let caption = "Speedup against the fastest algorithm on one thread; below it, the efficiency (speedup per thread) of parallel ones.";
    table(grid, caption, |m, standing| {
        let Some(speedup) = m.speedup.filter(|_| m.correct) else {
            return html! { td.none { "–" } };
        };
        let bold = if standing == Standing::BestOfColumn { "font-weight:700;" } else { "" };
        let style = format!("{bold}background:{}", heat(speedup));
        html! {
            td style=(style) {
                (format!("{speedup:.2}"))
                @if let Some(e) = m.efficiency.filter(|_| m.threads > 1) {
                    br; span.small { (format!("{:.0} %", e * 100.0)) }
                }
            }
        }
    })
}

/// Green above 1, red below, stronger the farther.
fn heat(speedup: f64) -> String {
    let strength = (speedup.log2().abs() / 2.0).clamp(0.0, 1.0) * 0.6;
    let colour = if speedup >= 1.0 { "--good" } else { "--bad" };
    format!("rgba(var({colour}),{strength:.2})")
}

fn table(
    grid: &Grid<'_>,
    caption: &str,
    cell: impl Fn(&Measurement, Standing) -> Markup,
) -> Markup {
    html! {
        div.scroll { table {
            caption { (caption) }
            thead { tr { th.name { "algorithm" } @for b in &grid.bits { th { (b) } } } }
            tbody {
                @for (g, group) in grid.groups.iter().enumerate() {
                    tr.group { th colspan=(grid.bits.len() + 1) { (threads(group.threads)) } }
                    @for (r, row) in group.rows.iter().enumerate() {
                        tr {
                            th.name { (row.label) }
                            @for (c, m) in row.cells.iter().enumerate() {
                                @match m {
                                    Some(m) => (cell(m, grid.standing(g, r, c))),
                                    None => td.none { "–" },
                                }
                            }
                        }
                    }
                }
            }
        } }
    }
}

/// `one thread`, `two threads` …
pub(super) fn threads(n: usize) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} thread{plural}", number_word(n))
}

/// The figures of the literature.
pub(super) fn published() -> Markup {
    let source = &*MODMUL_ARM;
    html! {
        section {
            h2 { "Published figures" }
            p.note { (source.source) ". " (source.platform) ". Times in µs." }
            @for table in source.beside() {
                h3 { "Table " (table.table) }
                p.note { (table.title) }
                div.scroll { (published_table(table)) }
            }
        }
    }
}

fn published_table(table: &Table) -> Markup {
    html! { table {
        thead { tr { th.name { "algorithm" } th { "threads" } @for b in &table.bits { th { (b) } } } }
        tbody { @for Row(threads, algorithm, times) in &table.rows { tr {
            th.name { (algorithm) } td { (threads) }
            @for (column, time) in times.iter().enumerate() {
                @let best = table.rows.iter().map(|r| r.2[column]).fold(f64::INFINITY, f64::min);
                td class=[(*time <= best).then_some("best")] { (format!("{time:.2}")) }
            }
        } } }
    } }
}
