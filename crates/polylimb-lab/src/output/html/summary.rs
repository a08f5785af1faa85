//! What a study found, in words and in one table: the fastest at each size, and whether more
//! threads pay.

use super::chart::threads_word;
use super::part::{Part, op_title};
use crate::analysis::advice::{self, Advice, Reign};
use crate::analysis::crossover::{self, Crossover};
use crate::analysis::{lanes, number_word};
use crate::output::quantity;
use crate::record::{Host, Measurement};
use maud::{Markup, html};
use std::collections::BTreeSet;
use std::fmt::Write;

pub(super) fn section(host: &Host, part: &Part) -> Markup {
    let op = part.main_op();
    let advice = advice::by_size(&part.rows, op);
    let crossovers = crossover::find(&part.rows, op);
    let wrong = part.rows.iter().filter(|m| !m.correct).count();
    let all = part.rows.len();
    html! {
        section.summary {
            p.lead { (fastest(&advice, op)) }
            @if let Some(text) = second_core(&crossovers, &part.rows) { p.lead { (text) } }
            @for verdict in lanes::at_the_largest(&part.rows) { p { (super::capital(&verdict.to_string())) "." } }
            (tiles(host, part, &advice, &crossovers))
            @if wrong > 0 {
                p.alarm { (wrong) " of " (all) " measurements gave a wrong result. They are marked in the tables; trust none of their times." }
            } @else {
                p.fine { @if all == 1 { "The measurement gave the right result" } @else { "All " (all) " measurements gave the right results" }
                    ", compared with an independent computation." }
            }
            @if let Some(scenario) = &part.scenario {
                p.fine { "Measured in the scenario " b { (scenario) } ": each test ran to its end before the next, and all figures "
                    "and comparisons are of " b { "minima" } ", not of medians." }
            }
            @if part.repeated > 0 {
                p.fine { (part.repeated) " rows were measured more than once; the last counts." }
            }
        }
        @if !advice.is_empty() {
            section {
                h2 { "What to use" }
                p.note { "The fastest of the library's constant-time algorithms. " (op_title(op)) ", "
                    (part.figure()) " times. More threads only where they bring at least " (format!("{:.0}", (crossover::PAYS - 1.0) * 100.0)) " %." }
                (table(part, &advice))
            }
        }
    }
}

/// The leaders and their sizes, in a sentence.
fn fastest(advice: &[Advice<'_>], op: &str) -> String {
    let reigns = advice::reigns(advice);
    let name = |r: &Reign| match r.threads {
        1 => r.algorithm.clone(),
        n => format!("{} on {}", r.algorithm, threads_word(n)),
    };
    let from = |r: &Reign| if r.from == r.to { "at" } else { "from" };
    match reigns.as_slice() {
        [] => {
            let what = op_title(op).to_lowercase();
            format!("No constant-time algorithm of the library was measured with {what}.")
        }
        [one] if one.from == one.to => format!("At {} bits {} is fastest.", one.from, name(one)),
        [one] => format!("From {} to {} bits {} is fastest.", one.from, one.to, name(one)),
        [first, between @ .., last] => {
            let up_to = if first.from == first.to { "At" } else { "Up to" };
            let mut text = format!("{up_to} {} bits {} is fastest", first.to, name(first));
            if between.len() > 2 {
                let leaders: BTreeSet<_> = between.iter().map(|r| &r.algorithm).collect();
                let plural = if leaders.len() == 1 { "leads" } else { "algorithms take turns" };
                // Writing to a string cannot fail.
                let _ = write!(text, "; then {} {plural}", number_word(leaders.len()));
            } else {
                for r in between {
                    let _ = write!(text, ", {} {} bits {}", from(r), r.from, name(r));
                }
            }
            text + &format!("; {} {} bits {}.", from(last), last.from, name(last))
        }
    }
}

/// Whether a second core pays, in a sentence; `None` if nothing ran on one thread.
fn second_core(crossovers: &[Crossover], rows: &[Measurement]) -> Option<String> {
    let Some(two) = crossovers.first() else {
        let alone = rows.iter().all(|m| m.threads == 1);
        return alone.then(|| "Only one thread was measured.".into());
    };
    let who = if two.threads == 2 {
        "A second core".to_owned()
    } else {
        super::capital(&threads_word(two.threads))
    };
    let pays = if two.threads == 2 { "pays" } else { "pay" };
    let does = if two.threads == 2 { "does" } else { "do" };
    Some(match &two.from {
        Some(from) => format!(
            "{who} {pays} from {} bits on ({:.2}× with {}).",
            from.bits, from.speedup, from.algorithm
        ),
        None => format!(
            "{who} {does} not pay up to {} bits: at best {:.2}× at {} bits, with {}.",
            two.last.bits, two.best.speedup, two.best.bits, two.best.algorithm
        ),
    })
}

/// The most important figures.
fn tiles(host: &Host, part: &Part, advice: &[Advice<'_>], crossovers: &[Crossover]) -> Markup {
    let mut tiles: Vec<(String, String, String)> = Vec::new();
    let sizes = match advice {
        [] => vec![],
        [one] => vec![one],
        [first, .., last] => vec![first, last],
    };
    for a in sizes {
        let who = match a.overall.threads {
            1 => a.overall.label(),
            n => format!("{}, {}", a.overall.label(), threads_word(n)),
        };
        tiles.push((format!("{} bits", a.bits), quantity(a.overall.time(), &a.overall.unit), who));
    }
    if let Some(two) = crossovers.iter().find(|c| c.threads == 2) {
        let (value, text) = match &two.from {
            Some(from) => (format!("{} bits", from.bits), "from there on".to_owned()),
            None => ("never".to_owned(), format!("up to {} bits", two.last.bits)),
        };
        tiles.push(("A second core pays".into(), value, text));
    }
    if let Some(ns) = host.hand_over.filter(|_| part.rows.iter().any(|m| m.threads > 1)) {
        tiles.push(("Hand-over".into(), quantity(ns, "ns"), "to another core and back".into()));
    }
    html! {
        @if !tiles.is_empty() {
            ul.tiles { @for (title, value, text) in &tiles {
                li { span { (title) } b { (value) } span { (text) } }
            } }
        }
    }
}

/// Which algorithm to use at each size.
fn table(part: &Part, advice: &[Advice<'_>]) -> Markup {
    let op = part.main_op();
    let time = |m: &Measurement| quantity(m.time(), &m.unit);
    let baseline = |bits: usize| {
        let all = part.rows.iter().filter(|m| !m.library && m.correct && m.bits == bits);
        let alone = all.filter(|m| m.op == op && m.threads == 1 && m.algorithm == "gmp");
        alone.map(Measurement::time).reduce(f64::min)
    };
    let with_baseline = advice.iter().any(|a| baseline(a.bits).is_some());
    let several = advice.iter().any(|a| a.overall.threads > 1);
    html! {
        div.scroll tabindex="0" role="region" aria-label="what to use" { table.advice {
            thead { tr {
                th { "bits" } th.name { "fastest on one thread" } th { "time" }
                @if with_baseline { th { "of GMP's" } }
                @if several { th.name { "with more threads" } th { "threads" } th { "time" } th { "speedup" } }
            } }
            tbody { @for a in advice { tr {
                th scope="row" { (a.bits) }
                @match a.alone {
                    Some(m) => { td.name { (m.label()) } td { (time(m)) } }
                    None => { td.name.none { "not measured" } td.none { "–" } }
                }
                @if with_baseline {
                    td { @match baseline(a.bits).zip(a.alone) {
                        Some((base, m)) => (format!("{:.2}×", m.time() / base)),
                        None => "–",
                    } }
                }
                @if several {
                    @if a.overall.threads > 1 {
                        td.name { (a.overall.label()) } td { (a.overall.threads) } td { (time(a.overall)) }
                        td { @if let Some(m) = a.alone { (format!("{:.2}×", m.time() / a.overall.time())) } @else { "–" } }
                    } @else {
                        td.name.none { "do not pay" } td.none { "–" } td.none { "–" } td.none { "–" }
                    }
                }
            } } }
        } }
    }
}
