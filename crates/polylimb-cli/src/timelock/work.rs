//! The chain of a sealed file: started or resumed, run with a bar, its state stored.

use crate::calc::parse_threads;
use crate::lab::{permille, progress_bar};
use crate::protocol::files::Message;
use crate::protocol::random;
use indicatif::ProgressBar;
use polylimb::timelock::{Chain, Proof, Puzzle};
use polylimb::{Error, Team, modmul};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::output::whole_file;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A step of the chain takes about as long: between two checks, two looks at signals.
const STEP: Duration = Duration::from_millis(250);
/// The time between two states.
const STORE: Duration = Duration::from_secs(10);

#[derive(Debug, clap::Args)]
pub(super) struct Effort {
    /// Store the state in this file every ten seconds, on Ctrl-C and at the end, and go on from it
    #[arg(long, value_name = "STATE")]
    checkpoint: Option<PathBuf>,
    /// At most this many threads; two pay from 8192 bits on, if both cores are free; without it 1
    #[arg(long, value_name = "N")]
    threads: Option<String>,
}

impl Effort {
    pub(super) fn given(&self) -> bool {
        self.checkpoint.is_some() || self.threads.is_some()
    }

    /// Checks that the state goes to no file that is read or written.
    pub(super) fn check(&self, input: &Path, output: &Path) -> Result<()> {
        let Some(state) = &self.checkpoint else { return Ok(()) };
        if state == Path::new("-") || state == output {
            return Err(Failure::usage("--checkpoint: the state needs a file of its own"));
        }
        whole_file::check(state)?;
        whole_file::check_apart(state, [input, output])
    }

    /// The chain from the state, if there is one, or from its beginning.
    pub(super) fn start(&self, puzzle: &Puzzle) -> Result<Work<'_>> {
        let threads = self.threads.as_deref().map_or(Ok(1), parse_threads)?;
        let mut options = modmul::Options::default();
        if threads > 1 {
            options.team = Some(Arc::new(Team::new(threads)?));
        }
        let stored = self.checkpoint.as_deref().map(|path| stored(path, puzzle, &options));
        let chain = match stored.transpose()?.flatten() {
            Some(chain) => chain,
            None => random::with(|random| Ok(Chain::new(puzzle, &options, random)?))?,
        };
        let interrupted = Arc::new(AtomicBool::new(false));
        let work = Work {
            state: self.checkpoint.as_deref(),
            bar: progress_bar(),
            total: puzzle.squarings(),
            chain,
            interrupted: interrupted.clone(),
            kept: Instant::now(),
        };
        if self.checkpoint.is_some() {
            ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed))
                .map_err(|e| Failure::run(format!("cannot catch Ctrl-C: {e}")))?;
            // A state that cannot be stored shows now, not after days.
            work.store()?;
        }
        Ok(work)
    }
}

/// The chain of the state in a file; `None` without the file.
fn stored(path: &Path, puzzle: &Puzzle, options: &modmul::Options<'_>) -> Result<Option<Chain>> {
    if let Err(error) = std::fs::symlink_metadata(path)
        && error.kind() == ErrorKind::NotFound
    {
        return Ok(None);
    }
    let state = Message(path).read()?;
    Chain::resume(puzzle, &state, options).map(Some).map_err(|error| {
        Failure::run(format!(
            "{}: no state to go on from: {}; the file is left as it is, give the state of this sealed file or another name",
            path.display(),
            reason(error)
        ))
    })
}

/// What the error means for a chain.
fn reason(error: Error) -> String {
    match error {
        Error::FaultDetected => "a value is wrong, although it was stored as it was".into(),
        other => other.to_string(),
    }
}

/// A chain that is worked on.
pub(super) struct Work<'a> {
    state: Option<&'a Path>,
    bar: ProgressBar,
    total: u64,
    chain: Chain,
    interrupted: Arc<AtomicBool>,
    /// When the state was stored last.
    kept: Instant,
}

impl Work<'_> {
    /// Does all squarings.
    pub(super) fn finish(&mut self) -> Result<&Chain> {
        let total = self.total;
        self.run("squarings", total, Chain::done, |chain, step| {
            chain.advance(step)?;
            Ok((chain.done() == total).then_some(()))
        })?;
        Ok(&self.chain)
    }

    /// Does what is missing of the squarings, then the proof.
    pub(super) fn prove(&mut self) -> Result<Proof> {
        self.finish()?;
        let rounds = self.chain.proof_rounds();
        self.run("rounds", rounds, Chain::proved_rounds, Chain::prove)
    }

    pub(super) fn faults(&self) -> u64 {
        self.chain.faults()
    }

    /// Takes steps until one gives a result, and stores the state in between and at the end.
    fn run<T>(
        &mut self,
        what: &str,
        total: u64,
        done: fn(&Chain) -> u64,
        mut step: impl FnMut(&mut Chain, u64) -> polylimb::Result<Option<T>>,
    ) -> Result<T> {
        let (from, start) = (done(&self.chain), Instant::now());
        let mut count = 1;
        loop {
            let (faults, begun) = (self.chain.faults(), Instant::now());
            let result = step(&mut self.chain, count);
            let faults = self.chain.faults() - faults;
            if faults > 0 {
                self.say(&format!(
                    "after {} {what} a value was wrong {faults} time(s) and was computed again; check the machine",
                    done(&self.chain)
                ));
            }
            match result {
                Err(error) => return Err(self.stopped(error)),
                Ok(Some(result)) => {
                    self.bar.finish_and_clear();
                    self.keep();
                    return Ok(result);
                }
                Ok(None) => {}
            }
            if self.interrupted.load(Ordering::Relaxed) {
                self.bar.finish_and_clear();
                self.store()?;
                return Err(Failure::run(format!(
                    "interrupted after {} {what}; the same command goes on from there",
                    done(&self.chain)
                )));
            }
            if self.kept.elapsed() >= STORE {
                self.kept = Instant::now();
                self.keep();
            }
            count = next_count(count, begun.elapsed());
            self.show(what, total, done(&self.chain), from, start.elapsed());
        }
    }

    /// The failure of a step.
    fn stopped(&self, error: Error) -> Failure {
        self.bar.finish_and_clear();
        match (error, self.state) {
            (Error::FaultDetected, Some(path)) => Failure::run(format!(
                "the machine computes or remembers wrong values: check it; {} is the last good state",
                path.display()
            )),
            (Error::FaultDetected, None) => Failure::run(
                "the machine computes or remembers wrong values: check it; begin anew, with --checkpoint",
            ),
            _ => error.into(),
        }
    }

    fn store(&self) -> Result<()> {
        let Some(path) = self.state else { return Ok(()) };
        let state = self.chain.state().map_err(|error| self.stopped(error))?;
        whole_file::write_secret(path, &state, true)
    }

    /// Stores the state if that is possible: the work is worth more.
    fn keep(&self) {
        if let Err(failure) = self.store() {
            self.say(&failure.to_string());
        }
    }

    /// Without standard error it cannot be shown.
    fn say(&self, text: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(std::io::stderr(), "polylimb: {text}");
        });
    }

    #[allow(clippy::cast_precision_loss, reason = "for the eye")]
    fn show(&self, what: &str, total: u64, done: u64, from: u64, elapsed: Duration) {
        let rate = (done - from) as f64 / elapsed.as_secs_f64();
        let left = (total - done) as f64 / rate;
        self.bar.set_position(permille(done as f64 / total as f64));
        self.bar.set_message(format!("{what}: {} left", span(left)));
    }
}

/// How many to take in the next step, after this many took this long: at most eight times as many.
#[allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "an estimate, not negative")]
fn next_count(count: u64, took: Duration) -> u64 {
    let factor = STEP.as_secs_f64() / took.as_secs_f64().max(1e-6);
    ((count as f64 * factor.min(8.0)) as u64).max(1)
}

/// A time in its two largest units.
#[allow(clippy::cast_sign_loss, reason = "clamped")]
fn span(seconds: f64) -> String {
    let seconds = seconds.clamp(0.0, 1e15) as u64;
    let units = [("y", 365 * 86400), ("d", 86400), ("h", 3600), ("min", 60), ("s", 1)];
    let from = units.iter().position(|(_, unit)| seconds >= *unit).unwrap_or(units.len() - 1);
    let mut rest = seconds;
    let parts = units[from..].iter().take(2).map(|(name, unit)| {
        let count = rest / unit;
        rest %= unit;
        format!("{count} {name}")
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_two_units_and_steps_grow_and_shrink() {
        for (seconds, text) in [
            (0.4, "0 s"),
            (59.9, "59 s"),
            (61.0, "1 min 1 s"),
            (9e4, "1 d 1 h"),
            (1e9, "31 y 259 d"),
        ] {
            assert_eq!(span(seconds), text);
        }
        assert_eq!(span(f64::INFINITY), span(1e15));
        assert_eq!(next_count(1000, Duration::from_millis(500)), 500);
        assert_eq!(next_count(1000, Duration::ZERO), 8000);
        assert_eq!(next_count(1, Duration::from_secs(9)), 1);
    }
}
