//! The JSON lines of a study that runs elsewhere, turned back into events.

use crate::failure::{Failure, Result};
use crate::measure::statistics::count;
use crate::record::{Record, parse_line};
use crate::study::{Event, Sink};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::thread;

/// Starts `command`, whose standard output is a `results.jsonl`, and passes its measurements on.
/// Sets the host's `runner` to `name`.
///
/// # Errors
/// [`Failure::Run`] if it cannot be started, prints something else, prints no measurement, or
/// fails; then with its last line on standard error. The sink's errors; the command is then ended.
pub fn run(mut command: Command, name: &str, sink: &mut Sink<'_>) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| Failure::run(format!("cannot start {program}: {e}; install it")))?;
    let (Some(output), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(Failure::run(format!("{program} has no output")));
    };
    // Read in a thread of its own, so that a full pipe does not block the command.
    let said = thread::spawn(move || last_line(errors));
    let mut lines = Lines { name, planned: 0, seen: 0, wrong: false };
    let read = lines.pass_on(BufReader::new(output), sink);
    if read.is_err() {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
    }
    let status = child.wait().map_err(|e| Failure::io(&e, name))?;
    let said = said.join().unwrap_or_default();
    let explain = |what: &str| {
        let said = if said.is_empty() { "it said nothing" } else { said.as_str() };
        format!("{name}: {what}: {said}")
    };
    match read {
        // The command's own message says more than its malformed output.
        Err(Failure::Run(what)) if !status.success() && !said.is_empty() => {
            return Err(Failure::run(explain(&what)));
        }
        other => other?,
    }
    // A run with wrong results ends with status 3; the caller sees those results too and reports
    // them.
    let told = status.success() || (lines.wrong && status.code() == Some(3));
    if !told {
        return Err(match status.code() {
            Some(2) => Failure::usage(explain("refused")),
            Some(code) => Failure::run(explain(&format!("ended with status {code}"))),
            None => Failure::run(explain("was killed")),
        });
    }
    if lines.seen == 0 {
        return Err(Failure::run(explain("no measurement came back")));
    }
    Ok(())
}

/// The lines received so far.
struct Lines<'a> {
    name: &'a str,
    planned: usize,
    seen: usize,
    wrong: bool,
}

impl Lines<'_> {
    fn pass_on(&mut self, lines: impl BufRead, sink: &mut Sink<'_>) -> Result<()> {
        for line in lines.lines() {
            let line = line.map_err(|e| Failure::io(&e, self.name))?;
            let record = parse_line(&line).map_err(|e| {
                let start: String = line.chars().take(60).collect();
                Failure::run(format!("{}: not a line of results ({e}): '{start}'", self.name))
            })?;
            match record {
                Record::Host(mut host) => {
                    host.runner = self.name.into();
                    self.planned = host.planned;
                    sink(Event::Host(host))?;
                }
                Record::Measurement(m) => {
                    self.seen += 1;
                    self.wrong |= !m.correct;
                    let done = count(self.seen) / count(self.planned.max(self.seen));
                    let what = format!("{} bits", m.bits);
                    sink(Event::Measured(vec![*m]))?;
                    sink(Event::Progress { done, what })?;
                }
                Record::Model(_)
                | Record::Prediction(_)
                | Record::Published(_)
                | Record::Unknown => {}
            }
        }
        Ok(())
    }
}

/// The last line that is not blank.
fn last_line(errors: impl Read) -> String {
    let mut last = String::new();
    for line in BufReader::new(errors).split(b'\n').map_while(std::result::Result::ok) {
        let line = String::from_utf8_lossy(&line);
        if !line.trim().is_empty() {
            line.trim().clone_into(&mut last);
        }
    }
    last
}
