//! The tables of one operation: times with the best marked, speedups and efficiencies as heat.

use super::chart::threads_word;
use super::part::{Part, is_passage};
use crate::analysis::grid::{Grid, Row, Standing};
use crate::output::quantity;
use crate::record::Measurement;
use maud::{Markup, html};

/// Steps of the scale on each side of 1.
const STEPS: f64 = 5.0;

/// Times, and where there is a base, speedup and efficiency. The script lets the reader choose
/// among them.
pub(super) fn tables(grid: &Grid<'_>, part: &Part, op: &str) -> Markup {
    let cells = || grid.groups.iter().flat_map(|g| &g.rows).flat_map(|r| &r.cells).flatten();
    let speedups = cells().any(|m| m.speedup.is_some()) && !is_passage(op);
    let parallel = cells().any(|m| m.threads > 1 && m.efficiency.is_some());
    html! {
        div.choose {
            (titled("Time", &times(grid, part, op)))
            @if speedups { (titled("Speedup", &speedup(grid, part, op))) }
            @if speedups && parallel { (titled("Efficiency", &efficiency(grid, op))) }
        }
    }
}

fn titled(title: &str, table: &Markup) -> Markup {
    html! { div.choice data-title=(title) { h3 { (title) } (table) } }
}

fn times(grid: &Grid<'_>, part: &Part, op: &str) -> Markup {
    let cells = || grid.groups.iter().flat_map(|g| &g.rows).flat_map(|r| &r.cells).flatten();
    let caption = html! {
        (super::capital(part.figure())) " time by bits of the modulus. " b { "Bold" } ": fastest of its column. "
        span.best { "Shaded" } ": fastest of its thread group."
        @if cells().any(|m| m.ratio.is_some()) { " ×: over the earlier run's." }
    };
    table(
        grid,
        "time",
        op,
        &caption,
        |_| true,
        |m, standing| {
            let class = match standing {
                _ if !m.correct => "wrong",
                Standing::BestOfColumn => "best first",
                Standing::BestOfGroup => "best",
                Standing::Plain => "",
            };
            html! {
                td class=(class) title=(details(m)) {
                    @if m.correct { (quantity(m.time(), &m.unit)) } @else { "wrong" }
                    @if !m.warnings.is_empty() { span.mark aria-label="has warnings" { "!" } }
                    @if let Some(ratio) = m.ratio { (format!(" ×{ratio:.2}")) }
                }
            }
        },
    )
}

fn details(m: &Measurement) -> String {
    let q = |x: f64| quantity(x, &m.unit);
    let [q1, q3] = m.quartiles().map_or(["–".into(), "–".into()], |quartiles| quartiles.map(q));
    let [min, median, mean] = [m.min, m.median, m.mean].map(q);
    let mut text = format!(
        "min {min}, quartiles {q1} and {q3}, median {median}, mean {mean}, {} samples of {}, kernel {}",
        m.runs, m.batch, m.kernel
    );
    for warning in &m.warnings {
        text += "; ";
        text += warning;
    }
    text
}

fn speedup(grid: &Grid<'_>, part: &Part, op: &str) -> Markup {
    let caption = html! {
        "Speedup against the fastest algorithm on one thread of the same size, by " (part.figure()) ". " b { "Bold" }
        ": fastest of its column. " (scale("slower", "faster"))
    };
    table(
        grid,
        "speedup",
        op,
        &caption,
        |_| true,
        |m, standing| heat(m.speedup.filter(|_| m.correct), standing, |s| format!("{s:.2}"), level),
    )
}

fn efficiency(grid: &Grid<'_>, op: &str) -> Markup {
    let caption = html! {
        "Efficiency: speedup per thread, in percent; 100 % would be every core's time won. " b { "Bold" }
        ": fastest of its column. " (scale("below 50 %", "above"))
    };
    table(
        grid,
        "efficiency",
        op,
        &caption,
        |threads| threads > 1,
        |m, standing| {
            heat(
                m.efficiency.filter(|_| m.correct),
                standing,
                |e| format!("{:.0} %", e * 100.0),
                share,
            )
        },
    )
}

fn heat(
    value: Option<f64>,
    standing: Standing,
    text: impl Fn(f64) -> String,
    level: impl Fn(f64) -> i32,
) -> Markup {
    let Some(value) = value.filter(|v| v.is_finite()) else {
        return html! { td.none { "–" } };
    };
    let first = if standing == Standing::BestOfColumn { "first " } else { "" };
    html! { td class=(format!("{first}{}", heat_class(level(value)))) { (text(value)) } }
}

/// The step of a ratio: 0 near 1, positive above, negative below. Steps are fine near 1; the last
/// begins at 6.5 and 1/6.5.
fn level(ratio: f64) -> i32 {
    if ratio <= 0.0 {
        return -(STEPS as i32);
    }
    let octaves = ratio.log2();
    let strength = (octaves.abs() / 3.0).sqrt().min(1.0) * STEPS;
    strength.copysign(octaves).round() as i32
}

/// The step of an efficiency: a second core begins to gain at one half.
fn share(efficiency: f64) -> i32 {
    ((efficiency - 0.5) * 2.0 * STEPS).clamp(-STEPS, STEPS).round() as i32
}

fn heat_class(level: i32) -> String {
    match level {
        0 => "h0".into(),
        1.. => format!("up{level}"),
        _ => format!("down{}", -level),
    }
}

fn scale(below: &str, above: &str) -> Markup {
    html! {
        span.scale { (below) @for l in [-5, -3, -1, 1, 3, 5] { i class=(heat_class(l)) {} } (above) }
    }
}

fn table(
    grid: &Grid<'_>,
    kind: &str,
    op: &str,
    caption: &Markup,
    shown: impl Fn(usize) -> bool,
    cell: impl Fn(&Measurement, Standing) -> Markup,
) -> Markup {
    html! {
        p.caption { (caption) }
        div.scroll tabindex="0" role="region" aria-label=(format!("{kind} of {op}")) { table data-kind=(kind) data-op=(op) {
            thead { tr { th.name { "algorithm" } @for b in &grid.bits { th scope="col" { (b) } } } }
            @for (g, group) in grid.groups.iter().enumerate().filter(|(_, group)| shown(group.threads)) {
                tbody {
                    tr.group { th colspan=(grid.bits.len() + 1) scope="rowgroup" { span { (super::capital(&threads_word(group.threads))) } } }
                    @for (r, row) in group.rows.iter().enumerate() {
                        tr data-row=(row_key(row, group.threads)) data-kernel=[row.library.then_some(row.kernel)] {
                            th.name scope="row" { (row.label) }
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

/// What tells a row from all others, for programs that read the page.
fn row_key(row: &Row<'_>, threads: usize) -> String {
    format!("{} {} {} {threads}", row.name, row.kernel, row.executor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scales_are_fine_in_the_middle_and_end() {
        for (ratio, class) in [
            (1.0, "h0"),
            (1.02, "h0"),
            (1.15, "up1"),
            (1.0 / 1.15, "down1"),
            (2.0, "up3"),
            (0.5, "down3"),
            (9.0, "up5"),
            (0.0, "down5"),
            (f64::MAX, "up5"),
        ] {
            assert_eq!(heat_class(level(ratio)), class, "{ratio}");
        }
        for (efficiency, class) in [(0.5, "h0"), (1.0, "up5"), (7.0, "up5"), (0.1, "down4")] {
            assert_eq!(heat_class(share(efficiency)), class, "{efficiency}");
        }
    }
}
