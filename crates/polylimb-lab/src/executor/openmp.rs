//! GCC's OpenMP: parts run in a parallel region of `openmp.c`.
//!
//! libgomp starts its threads with the first region and keeps them. How they wait between regions
//! is set by `OMP_WAIT_POLICY`, which it reads once when the program starts: `active` spins for
//! long, `passive` sleeps at once; without it they spin for some milliseconds.

use super::{Parts, check_threads};
use polylimb::{Result, Split};
use std::ffi::{c_int, c_void};

unsafe extern "C" {
    fn polylimb_openmp_run(
        threads: c_int,
        parts: usize,
        part: extern "C" fn(*const c_void, usize),
        context: *const c_void,
    );
}

/// Runs parts in a parallel region. A call from inside a part runs on that part's thread alone.
#[derive(Debug, Clone, Copy)]
pub struct OpenMp {
    threads: usize,
}

impl OpenMp {
    /// Regions of `threads` threads, including the caller's.
    ///
    /// # Errors
    /// [`polylimb::Error::Threads`] unless there are 1 to [`polylimb::Team::MOST_THREADS`].
    pub fn new(threads: usize) -> Result<Self> {
        check_threads("openmp", threads)?;
        Ok(Self { threads })
    }
}

/// Runs part `i` of the [`Parts`] at `context`. Nothing unwinds into C.
extern "C" fn run_part(context: *const c_void, i: usize) {
    // SAFETY: `run` passes a pointer to its `Parts`, which outlives the region.
    let parts = unsafe { &*context.cast::<Parts<'_>>() };
    parts.run(i);
}

// SAFETY: thread `w` of the `n` that the region gets runs parts w, w + n, …; the region ends when
// all have ended.
unsafe impl Split for OpenMp {
    fn threads(&self) -> usize {
        self.threads
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        let all = Parts::new(part);
        let threads = c_int::try_from(self.threads.min(parts.max(1))).expect("at most 64");
        // SAFETY: the function calls `run_part` with the context given here, and returns when all
        // threads have left the region.
        unsafe { polylimb_openmp_run(threads, parts, run_part, (&raw const all).cast()) };
        all.finish();
    }
}
