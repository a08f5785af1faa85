//! Charts for a single size: a bar per row, fastest first.

use super::super::part::{Part, op_title};
use super::series::{Chart, Colour, Panel, Point, Series};
use crate::output::quantity;
use maud::{Markup, html};

pub(super) fn section(part: &Part, chart: &Chart, bits: usize) -> Markup {
    let unit = part.rows.first().map_or("ns", |m| m.unit.as_str());
    html! {
        section.chart {
            h2 { "Time at " (bits) " bits" }
            p.note { (super::super::capital(part.figure())) " time of one operation, by thread count. Only one size was measured." }
            @for (op, name) in chart.ops.iter().enumerate() {
                h3 { (op_title(name)) }
                (bars(chart, op, unit))
            }
        }
    }
}

fn bars(chart: &Chart, op: usize, unit: &str) -> Markup {
    // The panel of the leaders repeats the contents of the others.
    let panels: Vec<&Panel> = chart.panels.iter().filter(|p| p.threads.is_some()).collect();
    let shown = |s: &&Series| s.op == op && s.views.contains(&0);
    let longest = panels.iter().flat_map(|p| &p.series).filter(shown).flat_map(|s| &s.points);
    let longest = longest.map(|p| p.time).fold(0.0, f64::max);
    html! {
        @for panel in panels {
            @let mut bars: Vec<(&Series, &Point)> =
                panel.series.iter().filter(shown).filter_map(|s| Some((s, s.points.first()?))).collect();
            @let () = bars.sort_by(|a, b| a.1.time.total_cmp(&b.1.time));
            p.group { (panel.title) }
            ul.bars { @for (s, p) in bars { li {
                span { (s.label) }
                i class=(match s.colour { Colour::Baseline => "base", Colour::Palette(_) => "s0" })
                    style=(format!("width:{:.1}%", (p.time / longest * 100.0).max(0.4))) {}
                b { (quantity(p.time, unit)) }
            } } }
        }
    }
}
