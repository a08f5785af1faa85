//! Rows over threads, without the interpreter's lock.

use crate::error::raised;
use core::ops::Range;
use core::time::Duration;
use polylimb::authors::team::each_chunk;
use polylimb::{Alone, Split, Team};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Instant;

/// Between two looks for Ctrl-C a pass should take this long.
const PASS: Range<Duration> = Duration::from_millis(50)..Duration::from_millis(400);
/// Rows of the first pass, a thread: a second of the longest powers. Short passes double.
const FIRST: usize = 32;
/// Lanes.
const EIGHT: usize = 8;

/// `work` for all rows `0..count`, in passes of some rows, each split over the threads, with a bar
/// of tqdm if wanted. The team is this call's own, so that neither a fork nor another thread can be
/// in its way.
///
/// # Errors
/// `ValueError` for a number of threads that cannot be; what a signal's handler raised;
/// `ImportError` if there is no tqdm for the bar.
pub fn run<R: Send>(
    py: Python<'_>,
    (threads, progress): (usize, bool),
    count: usize,
    work: impl Fn(Range<usize>) -> Vec<R> + Sync,
) -> PyResult<Vec<R>> {
    let split: Box<dyn Split> = match threads {
        1 => Box::new(Alone),
        _ => Box::new(Team::new(threads).map_err(raised)?),
    };
    if !progress {
        return passes(py, &*split, count, work, |_| Ok(()));
    }
    let bar = bar(py, count)?;
    let advance = |rows: usize| bar.call_method1("update", (rows,)).map(drop);
    let results = passes(py, &*split, count, work, advance);
    bar.call_method0("close")?;
    results
}

/// tqdm's own bar: on stderr, or in a notebook.
fn bar(py: Python<'_>, count: usize) -> PyResult<Bound<'_, PyAny>> {
    let tqdm = py.import("tqdm.auto").map_err(|_| {
        PyImportError::new_err("progress=True needs tqdm: pip install polylimb[progress]")
    })?;
    let options = PyDict::new(py);
    options.set_item("total", count)?;
    options.set_item("unit", "row")?;
    tqdm.getattr("tqdm")?.call((), Some(&options))
}

/// Calls `advance` with the number of rows of each pass.
fn passes<R: Send>(
    py: Python<'_>,
    split: &dyn Split,
    count: usize,
    work: impl Fn(Range<usize>) -> Vec<R> + Sync,
    advance: impl Fn(usize) -> PyResult<()>,
) -> PyResult<Vec<R>> {
    let threads = split.threads();
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
        let work = &work;
        py.detach(|| {
            each_chunk(split, &mut parts, 1, |_, part| part[0].1 = work(part[0].0.clone()));
        });
        results.extend(parts.into_iter().flat_map(|(_, results)| results));
        advance(rows.len())?;
        let took = started.elapsed();
        if took < PASS.start {
            pass *= 2;
        } else if took > PASS.end {
            pass = (pass / 2).max(EIGHT * threads);
        }
    }
    Ok(results)
}
