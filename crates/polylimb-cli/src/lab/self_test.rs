//! `polylimb lab self-test`: whether the instrument measures right on this machine, now.

use super::given::Given;
use super::results::{self, style};
use super::{permille, progress_bar, seed_from_clock};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::measure::statistics::count;
use polylimb_lab::output::listing::{Listing, Row};
use polylimb_lab::output::{duration, whole_file};
use polylimb_lab::record::Run;
use polylimb_lab::runner::local;
use polylimb_lab::study::Event;
use polylimb_lab::study::self_test::{self, LIMIT, Line, ORDERS, PLANNED, STEPS};
use std::path::PathBuf;

/// The options of `lab self-test`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(
    after_help = "Chains of dependent instructions, from a nanosecond to ten milliseconds, in four orders: their times \
must lie on a line through their lengths within 2 %. Exit status 1 if they do not: the machine is too noisy now. A few seconds.

Examples:
  polylimb lab self-test
  polylimb lab self-test --json self-test.jsonl"
)]
pub(crate) struct Options {
    /// Write JSON lines; `-` is standard output, then without tables
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// What the orders are drawn from; without it a new one each time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Measures, shows, judges.
///
/// # Errors
/// [`Failure::No`] if the times are off the line.
pub(super) fn run(options: &Options, given: &Given) -> Result<()> {
    if let Some(path) = &options.json {
        whole_file::check(path)?;
    }
    let seed = options.seed.unwrap_or_else(seed_from_clock);
    let host = local::host(given.repeat(seed), seed, PLANNED);
    let mut run = Run { host, ..Run::default() };
    let bar = progress_bar();
    self_test::run(seed, &mut |event| {
        match event {
            Event::Progress { done, what } => {
                bar.set_position(permille(done));
                bar.set_message(what);
            }
            Event::Measured(rows) => run.measurements.extend(rows),
            Event::Host(_) | Event::Note(_) => {}
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    let line = Line::through(&run.measurements)
        .ok_or_else(|| Failure::run("no chain could be measured"))?;
    results::put(options.json.as_deref(), &run, &text(&run, &line))?;
    if let Some(wrong) = run.measurements.iter().find(|m| !m.correct) {
        return Err(Failure::run(format!("a chain {} gave a wrong result", wrong.variant)));
    }
    let (steps, order, off) = match line.worst() {
        Some(worst) if !line.holds() => worst,
        _ => return Ok(()),
    };
    Err(Failure::No(format!(
        "this machine is too noisy now: a chain of {steps} steps, {order}, is {:.1} % off the line, and {:.0} % are allowed; \
         repeat it while nothing else runs",
        off * 100.0,
        LIMIT * 100.0
    )))
}

fn text(run: &Run, line: &Line) -> String {
    let off = |steps: usize, order: &str| {
        let of = line.off.iter().find(|(s, o, _)| *s == steps && o == order);
        of.map_or_else(|| "–".into(), |(_, _, off)| format!("{:+.2} %", off * 100.0))
    };
    let row = |&steps: &usize| {
        let mut cells = vec![steps.to_string(), duration(line.step * count(steps))];
        cells.extend(ORDERS.iter().map(|order| off(steps, order)));
        Row { cells, best: false }
    };
    let header = ["steps", "on the line"].into_iter().chain(ORDERS);
    let listing = Listing {
        title: "Chains of dependent instructions".into(),
        note: format!(
            "By how much each is off the line of {:.4} ns a step, by order of rows.",
            line.step
        ),
        names: 0,
        header: header.map(str::to_owned).collect(),
        rows: STEPS.iter().map(row).collect(),
        detail: false,
    };
    let verdict = if line.holds() { "the instrument measures right here and now\n" } else { "" };
    let warnings = results::warnings(&run.measurements).join("\n");
    format!("{}{verdict}{warnings}", listing.text(style()))
}
