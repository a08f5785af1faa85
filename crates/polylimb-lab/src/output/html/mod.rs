//! The report: one HTML file without external resources, for paper, phone and screen, light and
//! dark.
//!
//! Everything is there without JavaScript: charts are SVG, figures are tables. The script only adds
//! choices: the operation, kernel and thread count of a chart, the lines that a legend entry hides,
//! the values under the pointer.
//!
//! [`page`] is the frame; `part` cuts a run into its studies, `study` is the section of one. In it
//! `summary` names the fastest in words, `chart` draws, `heat` tabulates, `threads` tells from
//! where threads pay, `model` why, `conditions` under which conditions the figures hold.
//! `published` is the literature, `data` the input of the script.
//!
//! Results files may come from anywhere. Text reaches the page through maud, which escapes it,
//! numbers only as formatted numbers, and the script writes text nodes only.

mod as_json;
mod chart;
mod conditions;
mod data;
mod heat;
mod listing;
mod model;
mod part;
mod published;
mod study;
mod summary;
mod threads;

pub use as_json::json;

use crate::published::MODMUL_ARM;
use crate::record::Run;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use part::Part;
use std::collections::BTreeSet;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// The heading of the model of the governor.
const GOVERNOR: &str = "The governor ondemand";
/// Forbids the page to fetch anything, for any contents of a results file.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The page of some runs; with the figures of the literature if `published`.
#[must_use]
pub fn page(runs: &[Run], published: bool) -> String {
    let runs: Vec<(&Run, Vec<Part>)> = runs.iter().map(|run| (run, part::of(run))).collect();
    let title = title(&runs);
    let studies: BTreeSet<&str> =
        runs.iter().flat_map(|(_, parts)| parts).map(|part| part.study.as_str()).collect();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    header.page {
                        p.kicker { "polylimb laboratory" }
                        h1 { (title) }
                    }
                    (contents(&runs))
                    @for (index, (run, parts)) in runs.iter().enumerate() {
                        (section(run, parts, index, runs.len() > 1, published))
                    }
                    @if published { (published::tables(&studies)) }
                    footer {
                        p { "Made by polylimb " (env!("CARGO_PKG_VERSION")) ". Figures hold for the machine, "
                            "the build and the sizes measured; measure on yours." }
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

/// The studies, and the machine if there is only one.
fn title(runs: &[(&Run, Vec<Part>)]) -> String {
    let mut studies: Vec<String> = Vec::new();
    for part in runs.iter().flat_map(|(_, parts)| parts) {
        if !studies.contains(&part.title()) {
            studies.push(part.title());
        }
    }
    if runs.iter().any(|(run, _)| !run.predictions.is_empty()) {
        studies.push(GOVERNOR.into());
    }
    let what = match studies.as_slice() {
        [] => "Results".to_owned(),
        [one] => one.clone(),
        [first, others @ ..] => {
            let others: Vec<_> = others.iter().map(|s| s.to_lowercase()).collect();
            format!("{first}, {}", others.join(", "))
        }
    };
    match runs {
        [(run, _)] => format!("{what} on {}", run.host.cpu),
        _ => format!("{what}: {} runs", runs.len()),
    }
}

/// The table of contents: the runs, and the studies of each.
fn contents(runs: &[(&Run, Vec<Part>)]) -> Markup {
    html! {
        nav aria-label="Contents" { ol { @for (index, (run, parts)) in runs.iter().enumerate() {
            li {
                a href=(format!("#run-{}", index + 1)) { (run.host.cpu) }
                span.fine { " " (run.host.started) ", " (amount(run, parts)) }
                ul {
                    @for (number, part) in parts.iter().enumerate() {
                        li { a href=(format!("#{}", anchor(index, number))) { (part.title()) }
                            span.fine { " " (part.rows.len()) " measurements"
                                @if let Some(scenario) = &part.scenario { ", scenario " (scenario) } } }
                    }
                    @if !run.predictions.is_empty() {
                        li { a href=(format!("#{}", anchor(index, parts.len()))) { (GOVERNOR) } }
                    }
                    li { a href=(format!("#conditions-{}", index + 1)) { "The conditions" } }
                }
            }
        } } }
    }
}

fn amount(run: &Run, parts: &[Part]) -> String {
    let measurements: usize = parts.iter().map(|part| part.rows.len()).sum();
    match run.predictions.len() {
        0 => format!("{measurements} measurements"),
        predictions => format!("{measurements} measurements, {predictions} predictions"),
    }
}

/// Where a part of a run begins.
fn anchor(run: usize, part: usize) -> String {
    format!("run-{}-{}", run + 1, part + 1)
}

fn section(run: &Run, parts: &[Part], index: usize, several: bool, published: bool) -> Markup {
    let id = format!("run-{}", index + 1);
    let titles = parts.len() > 1 || !run.predictions.is_empty();
    html! {
        section.run id=(id) {
            @if several { h2.run { "Run " (index + 1) ": " (run.host.cpu) } }
            (conditions::line(&run.host))
            @for (number, part) in parts.iter().enumerate() {
                div id=(anchor(index, number)) {
                    @if titles { h2.study { (part.title()) } }
                    (study::section(&run.host, part, &run.model, published))
                }
            }
            @if !run.predictions.is_empty() {
                div id=(anchor(index, parts.len())) {
                    h2.study { (GOVERNOR) }
                    p.note { (MODMUL_ARM.source) ". " (MODMUL_ARM.platform) ". Predicted by the model of the governor, not measured." }
                    (listing::predictions(run))
                }
            }
            div id=(format!("conditions-{}", index + 1)) { (conditions::sections(run, parts)) }
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
