//! `polylimb timelock seal`.

use crate::print_json;
use crate::protocol::encryption::json_apart;
use crate::protocol::files::{Message, Output};
use crate::protocol::random;
use polylimb::modmul;
use polylimb::timelock::{Chain, Puzzle, Trapdoor};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::{self, shorten};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long the squarings of one step of the calibration take, at least.
const STEP: Duration = Duration::from_millis(250);
/// Their number in a calibration.
const STEPS: usize = 4;

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("length").required(true))]
pub(super) struct Options {
    /// The squarings that opening takes: 1 to 2^63
    #[arg(long, value_name = "T", group = "length")]
    squarings: Option<String>,
    /// The time that opening takes on this machine with one thread: 90s, 30m, 12h, 10d, 2y
    #[arg(long, value_name = "TIME", group = "length")]
    time: Option<String>,
    /// The bits of the modulus: 1024 to 16384, an even number
    #[arg(long, value_name = "BITS", default_value_t = 2048)]
    bits: usize,
    /// The data, - for standard input
    #[arg(short, long = "input", value_name = "DATA")]
    input: PathBuf,
    #[command(flatten)]
    output: Output,
    /// What was done as JSON; needs another -o than -
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    options.output.check(&[&options.input])?;
    json_apart(options.json, &options.output)?;
    let squarings = options.squarings.as_deref().map(parse_squarings).transpose()?;
    let time = options.time.as_deref().map(parse_time).transpose()?;
    let data = Message(&options.input).read()?;
    let (file, squarings) = random::with(|random| {
        let trapdoor = Trapdoor::generate(options.bits, random)?;
        let squarings = match (squarings, time) {
            (Some(squarings), _) => squarings,
            (None, seconds) => {
                let trial = trapdoor.puzzle(Puzzle::MOST_SQUARINGS)?;
                let chain = Chain::new(&trial, &modmul::Options::default(), random)?;
                in_time(chain, seconds.unwrap_or_default())?
            }
        };
        let puzzle = trapdoor.puzzle(squarings)?;
        Ok((trapdoor.seal(&puzzle, &data)?, squarings))
    })?;
    options.output.write(&file)?;
    if options.json {
        print_json(&json!({
            "squarings": squarings,
            "bits": options.bits,
            "bytes": file.len(),
            "output": options.output.path(),
        }))?;
    }
    Ok(())
}

fn parse_squarings(text: &str) -> Result<u64> {
    let wrong =
        || Failure::usage(format!("--squarings: '{}' is no number from 1 to 2^63", shorten(text)));
    let bytes = number::parse(text, "--squarings")?.to_be_bytes_padded(8).map_err(|_| wrong())?;
    let squarings = bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    let taken = (1..=Puzzle::MOST_SQUARINGS).contains(&squarings);
    taken.then_some(squarings).ok_or_else(wrong)
}

/// Seconds.
fn parse_time(text: &str) -> Result<u64> {
    const DAY: u64 = 24 * 60 * 60;
    let units = [("s", 1), ("m", 60), ("h", 60 * 60), ("d", DAY), ("y", 365 * DAY)];
    let seconds = units.iter().find_map(|(unit, seconds)| {
        let count: u32 = text.strip_suffix(unit)?.parse().ok()?;
        u64::from(count).checked_mul(*seconds).filter(|seconds| *seconds > 0)
    });
    seconds.ok_or_else(|| {
        Failure::usage(format!(
            "--time: '{}' is no time; write a whole number and s, m, h, d or y, as in 10d",
            shorten(text)
        ))
    })
}

/// The squarings that this machine does in this many seconds at its best, and says so.
#[allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "an estimate, not negative")]
fn in_time(mut chain: Chain, seconds: u64) -> Result<u64> {
    let mut count = 1000;
    let mut step = |count| -> Result<Duration> {
        let start = Instant::now();
        chain.advance(count)?;
        Ok(start.elapsed())
    };
    while step(count)? < STEP {
        count *= 2;
    }
    let best = (0..STEPS).map(|_| step(count)).collect::<Result<Vec<_>>>()?.into_iter().min();
    let rate = count as f64 / best.unwrap_or(STEP).as_secs_f64();
    let squarings = (rate * seconds as f64).clamp(1.0, Puzzle::MOST_SQUARINGS as f64) as u64;
    // Without standard error it cannot be shown.
    let _ = writeln!(
        std::io::stderr(),
        "polylimb: {squarings} squarings, at {rate:.0} a second; a faster machine opens sooner"
    );
    Ok(squarings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_numbers_are_read_or_refused() {
        for (text, seconds) in [("1s", 1), ("30m", 1800), ("10d", 864_000), ("2y", 63_072_000)] {
            assert_eq!(parse_time(text), Ok(seconds));
        }
        for text in ["", "d", "10", "-1d", "1.5h", "0s", "10 d", "1w", "99999999999s"] {
            assert_eq!(parse_time(text).unwrap_err().status(), 2, "{text}");
        }
        assert_eq!(parse_squarings("0x10"), Ok(16));
        assert_eq!(parse_squarings("9223372036854775808"), Ok(1 << 63));
        for text in ["0", "x", "-1", "9223372036854775809", "0x1ffffffffffffffff"] {
            assert_eq!(parse_squarings(text).unwrap_err().status(), 2, "{text}");
        }
    }
}
