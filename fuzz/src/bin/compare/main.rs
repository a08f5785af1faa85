//! Random comparisons with other libraries, and random changes of good encodings, in large numbers:
//! `compare [SHARE] [ROW ...]`. `SHARE` is the part of the full counts, 1 by default; a `ROW`
//! chooses the rows whose names begin with it. The environment's `SEED` chooses other inputs. The
//! first difference or panic ends it with 1, after the operands. A row's results are counted each:
//! a point that two functions computed counts twice.

mod arithmetic;
mod decodings;
mod draw;
mod groups;

use draw::Draw;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Between two reports of how far a row is.
const PAUSE: Duration = Duration::from_secs(20);

/// One round: draws operands, compares, and returns how many results it compared.
type Work = Box<dyn FnMut(&mut Draw) -> u64>;

/// A kind of comparison.
struct Row {
    what: String,
    against: &'static str,
    /// Results in a full run.
    full: u64,
    /// Prepares the work of a thread.
    start: Box<dyn Fn() -> Work + Sync>,
}

impl Row {
    fn new(
        what: impl Into<String>,
        against: &'static str,
        full: u64,
        start: impl Fn() -> Work + Sync + 'static,
    ) -> Self {
        Self { what: what.into(), against, full, start: Box::new(start) }
    }

    /// Compares at least `count` results on this thread.
    fn part(&self, count: u64, mut draw: Draw, show: bool) -> (u64, u64) {
        let (mut done, mut shown) = (0, Instant::now());
        let work = || {
            let mut work = (self.start)();
            while done < count {
                draw.operands.clear();
                done += work(&mut draw);
                if show && shown.elapsed() > PAUSE {
                    shown = Instant::now();
                    eprintln!("{}: {} %", self.what, done * 100 / count);
                }
            }
        };
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            eprintln!("{}: DIFFERS or panics after {done} results, for", self.what);
            for (name, bytes) in &draw.operands {
                eprintln!("  {name} = {}", draw::hex(bytes));
            }
            std::process::exit(1);
        }
        (done, draw.accepted)
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let share = arguments.next().map_or(Ok(1.0), |text| text.parse());
    let share: f64 = share.expect("SHARE is a number, such as 0.001");
    let chosen: Vec<String> = arguments.collect();
    let seed = std::env::var("SEED").map_or(1, |text| text.parse().expect("a number"));
    let mut rows = arithmetic::rows();
    rows.extend(groups::rows());
    rows.extend(decodings::rows());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("share {share}, seed {seed}, {threads} threads");
    let mut table = vec!["| what | against | results | accepted | seconds |".to_string()];
    for (i, row) in rows.iter().enumerate() {
        if !chosen.is_empty() && !chosen.iter().any(|begin| row.what.starts_with(begin)) {
            continue;
        }
        let each = ((row.full as f64 * share / threads as f64).ceil() as u64).max(1);
        let start = Instant::now();
        let parts = std::thread::scope(|scope| {
            let part = |t| {
                let draw = Draw::new(seed, (i * threads + t) as u64);
                scope.spawn(move || row.part(each, draw, t == 0))
            };
            let running: Vec<_> = (0..threads).map(part).collect();
            running.into_iter().map(|part| part.join().expect("caught")).collect::<Vec<_>>()
        });
        let sum = |get: fn(&(u64, u64)) -> u64| parts.iter().map(get).sum::<u64>();
        let (done, seconds) = (sum(|p| p.0), start.elapsed().as_secs_f64());
        let accepted =
            if row.against.is_empty() { sum(|p| p.1).to_string() } else { String::new() };
        let line =
            format!("| {} | {} | {done} | {accepted} | {seconds:.1} |", row.what, row.against);
        eprintln!("{line}");
        table.push(line);
    }
    println!("{}", table.join("\n"));
}
