//! New threads for every call: the cost of parallel code that keeps no threads.

use super::{Parts, check_threads};
use polylimb::{Result, Split};
use std::thread;

/// Starts its threads in every [`Split::run`] and ends them with it. A call from inside a part
/// starts its own threads.
#[derive(Debug, Clone, Copy)]
pub struct Spawn {
    threads: usize,
}

impl Spawn {
    /// Uses `threads` threads per call, including the caller's.
    ///
    /// # Errors
    /// [`polylimb::Error::Threads`] unless there are 1 to [`polylimb::Team::MOST_THREADS`].
    pub fn new(threads: usize) -> Result<Self> {
        check_threads("spawn", threads)?;
        Ok(Self { threads })
    }
}

// SAFETY: thread `w` runs parts w, w + threads, …; the scope ends when all have ended.
unsafe impl Split for Spawn {
    fn threads(&self) -> usize {
        self.threads
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        let all = Parts::new(part);
        let share = |first: usize| (first..parts).step_by(self.threads).for_each(|i| all.run(i));
        let share = &share;
        thread::scope(|scope| {
            for first in 1..self.threads.min(parts) {
                scope.spawn(move || share(first));
            }
            share(0);
        });
        all.finish();
    }
}
