//! Rows over threads, without the interpreter's lock.

use crate::error::raised;
use core::ops::Range;
use core::time::Duration;
use polylimb::authors::team::each_chunk;
use polylimb::{Alone, Split, Team};
use pyo3::prelude::*;
use std::time::Instant;

/// Between two looks for Ctrl-C a pass should take this long.
const PASS: Range<Duration> = Duration::from_millis(50)..Duration::from_millis(400);
/// Rows of the first pass, a thread: a second of the longest powers. Short passes double.
const FIRST: usize = 32;
/// Lanes.
const EIGHT: usize = 8;

/// `work` for all rows `0..count`, in passes of some rows, each split over `threads` threads. The
/// team is this call's own, so that neither a fork nor another thread can be in its way.
///
/// # Errors
/// `ValueError` for a number of threads that cannot be; what a signal's handler raised.
pub fn run<R: Send>(
    py: Python<'_>,
    threads: usize,
    count: usize,
    work: impl Fn(Range<usize>) -> Vec<R> + Sync,
) -> PyResult<Vec<R>> {
    let split: Box<dyn Split> = match threads {
        1 => Box::new(Alone),
        _ => Box::new(Team::new(threads).map_err(raised)?),
    };
    let mut results = Vec::with_capacity(count);
    let mut pass = FIRST * threads;
    while results.len() < count {
        py.check_signals()?;
        let rows = results.len()..count.min(results.len() + pass);
        let part = rows.len().div_ceil(threads).next_multiple_of(EIGHT);
        let mut parts: Vec<(Range<usize>, Vec<R>)> = rows
            .clone()
            .step_by(part)
            .map(|start| (start..rows.end.min(start + part), Vec::new()))
            .collect();
        let started = Instant::now();
        let (split, work) = (&*split, &work);
        py.detach(|| {
            each_chunk(split, &mut parts, 1, |_, part| part[0].1 = work(part[0].0.clone()));
        });
        results.extend(parts.into_iter().flat_map(|(_, results)| results));
        let took = started.elapsed();
        if took < PASS.start {
            pass *= 2;
        } else if took > PASS.end {
            pass = (pass / 2).max(EIGHT * threads);
        }
    }
    Ok(results)
}
