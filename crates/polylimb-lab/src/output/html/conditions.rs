//! The conditions of the figures: the machine, the build, and why some may not be trusted.

use super::part::Part;
use crate::analysis::number_word;
use crate::analysis::switches;
use crate::output::duration;
use crate::record::{Host, Measurement, Run};
use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};

/// The machine in one line, for the top.
pub(super) fn line(host: &Host) -> Markup {
    let plural = if host.cores == 1 { "core" } else { "cores" };
    let mut facts = vec![host.cpu.clone()];
    if host.cores > 0 {
        facts.push(format!("{} {plural}", number_word(host.cores)));
    }
    if !host.governor.is_empty() && host.governor != "unknown" {
        facts.push(format!("governor {}", host.governor));
    }
    facts.extend(host.frequency.map(|mhz| format!("{mhz:.0} MHz")));
    facts.extend(host.started.split('T').next().filter(|d| !d.is_empty()).map(str::to_owned));
    html! { p.machine { (facts.join(" · ")) } }
}

/// Warnings, how to repeat the run, the machine in full.
pub(super) fn sections(run: &Run, parts: &[Part]) -> Markup {
    html! {
        (warnings(run, parts))
        section {
            h2 { "The machine and the conditions" }
            (facts(run))
        }
        @if !run.host.command.is_empty() {
            section {
                h2 { "How to repeat it" }
                pre tabindex="0" { code { (run.host.command) } }
                p.note { "The seed draws the same moduli and operands. Each sample times a batch of dependent operations; "
                    @if parts.iter().any(|p| p.scenario.is_none()) { "the algorithms of a size take turns, and medians count." }
                    @else { "each test runs to its end before the next, and minima count." }
                }
            }
        }
    }
}

fn warnings(run: &Run, parts: &[Part]) -> Markup {
    let mut rows: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let all = || parts.iter().flat_map(|p| &p.rows);
    for m in all() {
        for warning in &m.warnings {
            let (kind, detail) = warning.split_once(": ").unwrap_or((warning, ""));
            rows.entry(kind).or_default().push(described(m, detail));
        }
    }
    if rows.is_empty() && run.notes.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { "Warnings" }
            @for note in &run.notes { p.alarm { (note) } }
            @for (kind, rows) in &rows {
                details {
                    summary { (super::capital(kind)) ": " (rows.len()) " of " (all().count()) " measurements. " (explained(kind)) }
                    ul.fine { @for row in rows { li { (row) } } }
                }
            }
        }
    }
}

fn described(m: &Measurement, detail: &str) -> String {
    let plural = if m.threads == 1 { "thread" } else { "threads" };
    let what = format!(
        "{}, {} {plural}, {} bits, {} ({})",
        m.algorithm, m.threads, m.bits, m.op, m.kernel
    );
    if detail.is_empty() { what } else { format!("{what}: {detail}") }
}

fn explained(warning: &str) -> &'static str {
    match warning {
        "oversubscribed" => {
            "More threads than the machine has; such figures say nothing about a larger machine."
        }
        "threads share cores" => "Two hardware threads of one core share its units.",
        "noisy" => "Half of the samples spread widely; another program may have been running.",
        "outliers" => "Single samples were interrupted; the medians are steady.",
        "frequency" => "The core's clock was slower than at other times of this run.",
        switches::FREQUENCY_SWITCH => {
            "The time falls as the size grows: the frequency probably changed in between."
        }
        _ => "",
    }
}

fn facts(run: &Run) -> Markup {
    let host = &run.host;
    let mhz = host.frequency.map_or(String::new(), |mhz| format!("{mhz:.0} MHz"));
    let hand_over = |ns| format!("{} for an empty job to another core and back", duration(ns));
    let kernels: BTreeSet<&str> = run.measurements.iter().map(|m| m.kernel.as_str()).collect();
    let warned = run.measurements.iter().filter(|m| !m.warnings.is_empty()).count();
    let cores = match (host.cores, host.hardware_threads) {
        (0, _) => String::new(),
        (cores, threads) => format!("{cores} ({threads} hardware threads)"),
    };
    let facts = [
        ("Processor", host.cpu.clone()),
        ("Cores", cores),
        ("Features", host.features.join(", ")),
        ("Governor", host.governor.clone()),
        ("Frequency at start", mhz),
        ("Hand-over", host.hand_over.map_or("not measured".into(), hand_over)),
        ("Kernels", kernels.into_iter().collect::<Vec<_>>().join(", ")),
        (
            "Word",
            if host.word_bits == 0 { String::new() } else { format!("{} bits", host.word_bits) },
        ),
        ("System", host.os.clone()),
        ("Where", host.runner.clone()),
        ("Compiler", [host.rustc.as_str(), &host.target].join(", ")),
        ("Commit", host.commit.clone()),
        ("Version", host.version.clone()),
        ("Seed", host.seed.to_string()),
        ("Started", host.started.clone()),
        ("Step of the clock", duration(host.clock_step)),
        ("Measurements", format!("{}, {warned} with warnings", run.measurements.len())),
    ];
    html! {
        dl { @for (name, value) in &facts { div {
            dt { (name) }
            dd { @if value.trim_matches([',', ' ']).is_empty() { "not said" } @else { (value) } }
        } } }
    }
}
