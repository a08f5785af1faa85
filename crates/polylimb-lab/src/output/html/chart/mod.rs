//! Time against size, both axes logarithmic.
//!
//! The SVG holds only lines and dots and is stretched to its frame. Strokes keep their width, and
//! labels are separate text that keeps its size, so that one drawing fits a phone and a wide
//! screen. Every line of every operation and kernel is drawn here; the script only shows and hides
//! them.

mod axis;
mod bars;
mod series;

pub(super) use series::threads_word;

use super::data;
use super::part::{Part, op_title};
use crate::measure::statistics::count;
use crate::output::quantity;
use axis::Axis;
use maud::{Markup, html};
use serde_json::{Value, json};
use series::{Chart, Colour, Panel, Point, Series};
use std::fmt::Write;

/// Series colours of the style sheet; further lines are dashed.
const COLOURS: usize = 10;
/// The side of the drawing, before it is stretched.
const SIDE: f64 = 1000.0;

/// The charts of a study; bars if only one size was measured.
pub(super) fn section(part: &Part) -> Markup {
    let chart = Chart::of(part);
    let bits = chart.bits();
    if bits.is_empty() {
        return html! {};
    }
    if bits.len() == 1 {
        return bars::section(part, &chart, bits[0]);
    }
    let unit = part.rows.first().map_or("ns", |m| m.unit.as_str());
    let x = Axis::of_sizes(&bits);
    let frames: Vec<(&Panel, Axis)> = chart
        .panels
        .iter()
        .map(|panel| {
            let points = panel.series.iter().flat_map(|s| &s.points);
            (panel, Axis::of_times(points.map(|p| p.time)))
        })
        .collect();
    let kernels =
        if chart.views.len() > 1 { " Each algorithm with its fastest kernel." } else { "" };
    html! {
        section.chart {
            h2 { "Time against size" }
            p.note { (super::capital(part.figure())) " time of one operation by bits; both axes logarithmic."
                span.static { " Of " (op_title(&chart.ops[0]).to_lowercase()) "." (kernels) } }
            div.panels { @for (panel, y) in &frames { (figure(panel, &x, y, &bits, unit)) } }
            (data::embed(&values(&chart, &frames, &x, &bits, unit)))
        }
    }
}

fn figure(panel: &Panel, x: &Axis, y: &Axis, bits: &[usize], unit: &str) -> Markup {
    html! {
        figure {
            figcaption { (panel.title) }
            div.plot role="img" aria-label=(format!("{}: time by size; the tables below have the values", panel.title)) {
                div.area {
                    svg viewBox=(format!("0 0 {SIDE} {SIDE}")) preserveAspectRatio="none" aria-hidden="true" {
                        path.grid d=(grid(x, y, bits)) {}
                        @for (index, s) in panel.series.iter().enumerate() { (line(index, s, x, y)) }
                    }
                    @for value in y.ticks() {
                        span.y style=(format!("top:{}%", percent(1.0 - y.at(value)))) { (axis::label(value, unit)) }
                    }
                    @for (bits, phone) in x.labelled(bits) {
                        span class=(if phone { "x" } else { "x wide" }) style=(format!("left:{}%", percent(x.at(count(bits))))) { (bits) }
                    }
                    span.axis { "bits" @if unit != "ns" { ", " (unit) } }
                }
            }
            ul.legend { @for (index, s) in panel.series.iter().enumerate() {
                li data-s=(index) hidden[!s.at_first()] { i class=(class(s)) {} span { (s.label) } }
            } }
        }
    }
}

/// The grid behind the lines: a stroke for each labelled time, and for each labelled size.
fn grid(x: &Axis, y: &Axis, bits: &[usize]) -> String {
    let mut d = String::new();
    // Writing to a string cannot fail.
    for value in y.ticks() {
        let _ = write!(d, "M0 {:.1}H{SIDE}", (1.0 - y.at(value)) * SIDE);
    }
    for (bits, _) in x.labelled(bits) {
        let _ = write!(d, "M{:.1} 0V{SIDE}", x.at(count(bits)) * SIDE);
    }
    d
}

/// A line and its dots. A dot is a stroke of length 0 with a round end, which stays round when
/// stretched.
fn line(index: usize, series: &Series, x: &Axis, y: &Axis) -> Markup {
    let at = |p: &Point| (x.at(count(p.bits)) * SIDE, (1.0 - y.at(p.time)) * SIDE);
    let (mut through, mut dots) = (String::new(), String::new());
    for (x, y) in series.points.iter().map(at) {
        let begin = if through.is_empty() { 'M' } else { 'L' };
        let _ = write!(through, "{begin}{x:.1} {y:.1}");
        let _ = write!(dots, "M{x:.1} {y:.1}h0");
    }
    html! {
        g class=(format!("series {}", class(series))) data-s=(index) hidden[!series.at_first()] {
            path.line d=(through) {}
            path.dots d=(dots) {}
        }
    }
}

fn class(series: &Series) -> String {
    match series.colour {
        Colour::Baseline => "base dashed".into(),
        Colour::Palette(n) if n >= COLOURS => format!("s{} dashed", n % COLOURS),
        Colour::Palette(n) => format!("s{n}"),
    }
}

fn percent(part: f64) -> String {
    format!("{:.2}", part * 100.0)
}

/// The data of the script: the choices, and the values under the pointer.
fn values(chart: &Chart, frames: &[(&Panel, Axis)], x: &Axis, bits: &[usize], unit: &str) -> Value {
    let sizes: Vec<Value> = bits.iter().map(|&b| json!([b, rounded(x.at(count(b)))])).collect();
    let panels: Vec<Value> = frames
        .iter()
        .map(|(panel, y)| {
            let series: Vec<Value> = panel
                .series
                .iter()
                .map(|s| {
                    let point = |p: &Point| {
                        let speedup = p.speedup.map(|s| format!("{s:.2}"));
                        json!([
                            p.bits,
                            p.time,
                            quantity(p.time, unit),
                            speedup,
                            rounded(1.0 - y.at(p.time)),
                            p.detail
                        ])
                    };
                    let points: Vec<Value> = s.points.iter().map(point).collect();
                    json!({"label": s.label, "op": s.op, "views": s.views, "points": points})
                })
                .collect();
            let title =
                panel.threads.map_or_else(|| "fastest of each".to_owned(), |n| n.to_string());
            json!({"title": title, "series": series})
        })
        .collect();
    let ops: Vec<String> = chart.ops.iter().map(|op| op_title(op)).collect();
    json!({"ops": ops, "views": chart.views, "sizes": sizes, "panels": panels})
}

fn rounded(x: f64) -> f64 {
    (x * 1e4).round() / 1e4
}
