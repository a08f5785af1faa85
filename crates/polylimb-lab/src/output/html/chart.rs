//! Time against size as SVG, both axes logarithmic.

use super::{duration, tables};
use crate::analysis::grid::{Grid, Group};
use crate::measure::statistics::count;
use crate::record::Measurement;
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 30.0;
/// Series colours of the style sheet.
const COLOURS: usize = 10;

/// One line of a chart.
struct Series<'a> {
    label: String,
    /// Its place in the palette.
    colour: usize,
    points: Vec<&'a Measurement>,
}

/// An algorithm's colour, the same in all charts of a run. Sequential and parallel algorithms never
/// meet in a chart, so each kind has the palette to itself.
pub(super) struct Colours(BTreeMap<String, usize>);

impl Colours {
    pub(super) fn of(grid: &Grid<'_>) -> Self {
        let mut colours = BTreeMap::new();
        let mut used = [0, 0];
        for group in &grid.groups {
            let next = &mut used[usize::from(group.threads > 1)];
            for row in &group.rows {
                colours.entry(row.label.clone()).or_insert_with(|| {
                    *next += 1;
                    *next - 1
                });
            }
        }
        Self(colours)
    }
}

/// The algorithms of one thread count.
pub(super) fn group(group: &Group<'_>, bits: &[usize], colours: &Colours) -> Markup {
    let series = group.rows.iter().map(|row| Series {
        label: row.label.clone(),
        colour: colours.0.get(&row.label).copied().unwrap_or(0),
        points: row.cells.iter().flatten().copied().filter(|m| m.correct).collect(),
    });
    figure(&capital(&tables::threads(group.threads)), &series.collect::<Vec<_>>(), bits)
}

/// The fastest of each thread count: where the lines cross, threads begin to pay.
pub(super) fn best_of_each_group(grid: &Grid<'_>) -> Markup {
    let series = grid.groups.iter().enumerate().map(|(index, group)| Series {
        label: tables::threads(group.threads),
        colour: index,
        points: (0..grid.bits.len())
            .filter_map(|column| {
                let cells = group.rows.iter().filter_map(|row| row.cells[column]);
                cells.filter(|m| m.correct).min_by(|a, b| a.median.total_cmp(&b.median))
            })
            .collect(),
    });
    figure("The fastest of each thread count", &series.collect::<Vec<_>>(), &grid.bits)
}

fn figure(title: &str, series: &[Series<'_>], bits: &[usize]) -> Markup {
    let medians = || series.iter().flat_map(|s| &s.points).map(|m| m.median).filter(|&t| t > 0.0);
    let (low, high) = (medians().fold(f64::INFINITY, f64::min), medians().fold(0.0, f64::max));
    let (Some(&first), Some(&last)) = (bits.first(), bits.last()) else {
        return html! {};
    };
    if low > high {
        return html! {};
    }
    let x = Axis::new(count(first), count(last), LEFT, WIDTH - RIGHT);
    let decades = decades(low, high);
    let y =
        Axis::new(10_f64.powi(*decades.start()), 10_f64.powi(*decades.end()), HEIGHT - BOTTOM, TOP);
    html! {
        figure {
            figcaption { (title) }
            svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(format!("{title}: time by size")) {
                @for decade in decades.clone() {
                    @let at = y.at(10_f64.powi(decade));
                    line.grid x1=(LEFT) x2=(WIDTH - RIGHT) y1=(fixed(at)) y2=(fixed(at)) {}
                    text x=(LEFT - 6.0) y=(fixed(at + 4.0)) text-anchor="end" { (tick(decade)) }
                }
                @for bits in ticks(bits, &x) {
                    @let at = x.at(count(bits));
                    line.grid x1=(fixed(at)) x2=(fixed(at)) y1=(TOP) y2=(HEIGHT - BOTTOM) {}
                    text x=(fixed(at)) y=(HEIGHT - BOTTOM + 15.0) text-anchor="middle" { (bits) }
                }
                text x=(WIDTH - RIGHT) y=(HEIGHT - 2.0) text-anchor="end" { "bits" }
                @for s in series { (line(s, &x, &y)) }
            }
            ul.legend { @for s in series { li { i style=(background(s.colour)) {} (s.label) } } }
        }
    }
}

fn line(series: &Series<'_>, x: &Axis, y: &Axis) -> Markup {
    let at = |m: &Measurement| (fixed(x.at(count(m.bits))), fixed(y.at(m.median)));
    let points: Vec<_> =
        series.points.iter().map(|m| at(m)).map(|(x, y)| format!("{x},{y}")).collect();
    let dashed = (series.colour >= COLOURS).then_some("dashed");
    html! {
        polyline class=[dashed] style=(stroke(series.colour)) points=(points.join(" ")) {}
        @for m in &series.points {
            @let (cx, cy) = at(m);
            circle cx=(cx) cy=(cy) r="3.5" style=(fill(series.colour)) {
                title { (format!("{}, {} bits: {}", m.algorithm, m.bits, duration(m.median)))
                    @if let Some(s) = m.speedup { (format!(", speedup {s:.2}")) } }
            }
        }
    }
}

/// A logarithmic axis from one value at one place to another at another.
struct Axis {
    low: f64,
    span: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn new(low: f64, high: f64, from: f64, to: f64) -> Self {
        // A single size stands at the beginning.
        Self { low, span: (high / low).ln().max(1e-9), from, to }
    }

    fn at(&self, value: f64) -> f64 {
        self.from + (value / self.low).ln() / self.span * (self.to - self.from)
    }
}

/// The powers of ten (of ns) that enclose the times; at least one decade.
fn decades(low: f64, high: f64) -> RangeInclusive<i32> {
    let from = low.log10().floor() as i32;
    let to = high.log10().ceil() as i32;
    from..=to.max(from + 1)
}

fn tick(decade: i32) -> String {
    let (power, unit) = match decade {
        ..=2 => (decade, "ns"),
        3..=5 => (decade - 3, "µs"),
        6..=8 => (decade - 6, "ms"),
        _ => (decade - 9, "s"),
    };
    format!("{} {unit}", 10_f64.powi(power))
}

/// The sizes that get a label: as many as fit, the smallest first.
fn ticks(bits: &[usize], x: &Axis) -> Vec<usize> {
    const APART: f64 = 34.0;
    let mut chosen: Vec<usize> = Vec::new();
    for &b in bits {
        if chosen.last().is_none_or(|&last| x.at(count(b)) - x.at(count(last)) >= APART) {
            chosen.push(b);
        }
    }
    chosen
}

fn fixed(x: f64) -> String {
    format!("{x:.1}")
}

fn stroke(colour: usize) -> String {
    format!("stroke:var(--s{})", colour % COLOURS)
}

fn fill(colour: usize) -> String {
    format!("fill:var(--s{})", colour % COLOURS)
}

fn background(colour: usize) -> String {
    format!("background:var(--s{})", colour % COLOURS)
}

fn capital(text: &str) -> String {
    super::capital(text)
}
