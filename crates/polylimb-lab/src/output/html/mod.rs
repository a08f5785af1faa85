//! The report: one HTML file that needs nothing else, on paper, phone or screen, light or dark.
//!
//! [`page`] is the order of its parts; `chart` draws, `tables` tabulates, `style` dresses.

mod chart;
mod style;
mod tables;

use super::duration;
use crate::analysis::advice::{self, Advice};
use crate::analysis::crossover;
use crate::analysis::grid::Grid;
use crate::analysis::number_word;
use crate::record::{Host, Measurement, Run};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::{BTreeMap, BTreeSet};

/// The page of some runs; with the figures of the literature if asked.
#[must_use]
pub fn page(runs: &[Run], published: bool) -> String {
    let title = match runs {
        [run] => format!("Modular multiplication on {}", run.host.cpu),
        _ => format!("Modular multiplication: {} runs", runs.len()),
    };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(style::CSS)) }
            }
            body {
                main {
                    header {
                        p.kicker { "polylimb laboratory" }
                        h1 { (title) }
                    }
                    @for (index, run) in runs.iter().enumerate() {
                        @if runs.len() > 1 {
                            h2.run { "Run " (index + 1) ": " (run.host.cpu) ", " (run.host.started) }
                        }
                        (one_run(run))
                    }
                    @if published { (tables::published()) }
                    footer {
                        p { "Made by polylimb " (env!("CARGO_PKG_VERSION")) ". Figures hold for this machine, "
                            "this build and the sizes measured; measure on yours." }
                    }
                }
            }
        }
    }
    .into_string()
}

fn one_run(run: &Run) -> Markup {
    let ms = &run.measurements;
    let advice = advice::by_size(ms, "mul");
    let crossovers = crossover::find(ms, "mul");
    let kernels = crossover::within_kernels(ms, "mul");
    let wrong = ms.iter().filter(|m| !m.correct).count();
    html! {
        section.summary {
            p.lead { (summary(run, &advice)) }
            @if wrong > 0 {
                p.alarm { (wrong) " of " (ms.len()) " measurements gave a wrong result. They are marked in the tables; trust none of their times." }
            } @else {
                p.fine { "All " (ms.len()) " measurements gave the right results, compared with an independent computation." }
            }
            @if !crossovers.is_empty() {
                ul {
                    @for c in &crossovers { li { (capital(&c.to_string())) "." } }
                    @for (kernel, crossovers) in &kernels { @for c in crossovers {
                        li { "With the kernel " (kernel) " alone: " (c.to_string()) "." }
                    } }
                }
            }
        }
        @if !advice.is_empty() { (tables::advice(&advice, ms)) }
        (charts(ms))
        @for (op, what) in [("mul", "Products"), ("sqr", "Squares")] {
            @let grid = Grid::new(ms, op);
            @if !grid.is_empty() {
                section {
                    h2 { (what) " inside the domain" }
                    (tables::times(&grid))
                    (tables::speedups(&grid))
                }
            }
        }
        (domain(ms))
        (warnings(ms))
        (repeat(&run.host))
        (facts(&run.host))
    }
}

/// The answer in a sentence or two.
fn summary(run: &Run, advice: &[Advice<'_>]) -> String {
    let (Some(first), Some(last)) = (advice.first(), advice.last()) else {
        return "No constant-time algorithm of the library was measured with this operation."
            .into();
    };
    let name = |a: &Advice<'_>| {
        let threads = match a.overall.threads {
            1 => "one thread".to_owned(),
            n => format!("{} threads", number_word(n)),
        };
        let time = duration(a.overall.median);
        format!("{} on {threads} ({time})", a.overall.algorithm)
    };
    let leaders: BTreeSet<_> = advice.iter().map(|a| a.overall.algorithm.as_str()).collect();
    let compared: BTreeSet<_> = run.measurements.iter().map(|m| m.algorithm.as_str()).collect();
    let mut text = vec![format!("At {} bits use {}", first.bits, name(first))];
    if last.bits != first.bits {
        text.push(format!(", at {} bits {}", last.bits, name(last)));
    }
    if leaders.len() > 1 {
        let leaders = number_word(leaders.len());
        text.push(format!("; over the sizes measured {leaders} algorithms take turns at the top"));
    }
    text.push(format!(". {} algorithms were compared.", compared.len()));
    text.concat()
}

fn charts(ms: &[Measurement]) -> Markup {
    let grid = Grid::new(ms, "mul");
    if grid.bits.len() < 2 {
        return html! {};
    }
    let colours = chart::Colours::of(&grid);
    html! {
        section {
            h2 { "Time by size" }
            p.note { "Median time of one product; both axes logarithmic. Point at a mark for its figures." }
            div.charts {
                @if grid.groups.len() > 1 { (chart::best_of_each_group(&grid)) }
                @for group in &grid.groups { (chart::group(group, &grid.bits, &colours)) }
            }
        }
    }
}

fn domain(ms: &[Measurement]) -> Markup {
    let grids: Vec<_> = [("enter", "Entering"), ("leave", "Leaving")]
        .map(|(op, what)| (what, Grid::new(ms, op)))
        .into();
    if grids.iter().all(|(_, grid)| grid.is_empty()) {
        return html! {};
    }
    html! {
        section {
            h2 { "Into the domain and out of it" }
            p.note { "Paid once for each operand and once for each result, however many products lie between." }
            @for (what, grid) in &grids {
                @if !grid.is_empty() {
                    details { summary { (what) } (tables::times(grid)) }
                }
            }
        }
    }
}

fn warnings(ms: &[Measurement]) -> Markup {
    let mut rows: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for m in ms {
        for warning in &m.warnings {
            let (kind, detail) = warning.split_once(": ").unwrap_or((warning, ""));
            let row = format!("{} on {}, {} bits, {}", m.algorithm, m.threads, m.bits, m.op);
            let row = if detail.is_empty() { row } else { format!("{row}: {detail}") };
            rows.entry(kind).or_default().push(row);
        }
    }
    html! {
        section {
            h2 { "Can it be trusted?" }
            @if rows.is_empty() { p { "No warnings: steady clock, little noise, no more threads than the machine has." } }
            @for (kind, rows) in &rows {
                details {
                    summary { b { (kind) } " in " (rows.len()) " of " (ms.len()) " rows. " (meaning(kind)) }
                    ul.small { @for row in rows { li { (row) } } }
                }
            }
        }
    }
}

fn meaning(kind: &str) -> &'static str {
    match kind {
        "oversubscribed" => "More threads than the machine has; they wait for each other's turn.",
        "threads share cores" => "Two threads of a core share its multiplier.",
        "noisy" => "Half of the samples spread widely; another program may have been running.",
        "outliers" => "Single samples were interrupted; the medians are steady.",
        "frequency" => "The core's clock was slower than at other times of this run.",
        _ => "",
    }
}

fn repeat(host: &Host) -> Markup {
    html! {
        section {
            h2 { "How to repeat it" }
            pre { code { (host.command) } }
            p.note { "The seed draws the same moduli and operands. Every figure is the median of many samples; each sample "
                "times a batch of dependent operations, the algorithms of a size taking turns." }
        }
    }
}

fn facts(host: &Host) -> Markup {
    let mhz = host.frequency.map_or("unknown".into(), |mhz| format!("{mhz:.0} MHz"));
    let features = if host.features.is_empty() { "none".into() } else { host.features.join(", ") };
    let facts = [
        ("Processor", host.cpu.clone()),
        ("Cores", format!("{} ({} hardware threads)", host.cores, host.hardware_threads)),
        ("Features", features),
        ("Governor", host.governor.clone()),
        ("Frequency at start", mhz),
        ("System", host.os.clone()),
        ("Where", host.runner.clone()),
        ("Word", format!("{} bits", host.word_bits)),
        ("Compiler", format!("{}, {}", host.rustc, host.target)),
        ("Commit", host.commit.clone()),
        ("Seed", host.seed.to_string()),
        ("Started", host.started.clone()),
        ("Hand-over", host.hand_over.map_or("not measured".into(), hand_over)),
        ("Step of the clock", duration(host.clock_step)),
    ];
    html! {
        section {
            h2 { "The machine" }
            dl { @for (name, value) in &facts { div { dt { (name) } dd { (value) } } } }
        }
    }
}

fn hand_over(ns: f64) -> String {
    format!("{} for an empty job to another core and back", duration(ns))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
