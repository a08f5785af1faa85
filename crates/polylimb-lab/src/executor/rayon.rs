//! The crate rayon: a work-stealing pool, made for coarser work than ours.

use super::{Parts, check_threads};
use polylimb::{Error, Result, Split};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of its own with `threads - 1` threads; the caller is the remaining one. Rayon chooses the
/// thread of each part but the first, and may run a nested call in parallel.
#[derive(Debug)]
pub struct Rayon {
    /// `None` for one thread.
    pool: Option<ThreadPool>,
    threads: usize,
}

impl Rayon {
    /// Uses `threads` threads, including the caller's.
    ///
    /// # Errors
    /// [`Error::Threads`] unless there are 1 to [`polylimb::Team::MOST_THREADS`];
    /// [`Error::ThreadStart`] if the system refuses to start one.
    pub fn new(threads: usize) -> Result<Self> {
        check_threads("rayon", threads)?;
        let pool = (threads > 1)
            .then(|| ThreadPoolBuilder::new().num_threads(threads - 1).build())
            .transpose()
            .map_err(|_| Error::ThreadStart)?;
        Ok(Self { pool, threads })
    }
}

// SAFETY: each part is spawned, or called, once; the scope ends when all have ended.
unsafe impl Split for Rayon {
    fn threads(&self) -> usize {
        self.threads
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        let parts_of_call = Parts::new(part);
        let all = &parts_of_call;
        match &self.pool {
            None => (0..parts).for_each(|i| all.run(i)),
            Some(_) if parts == 0 => (),
            Some(pool) => {
                // One share per thread, as in every executor.
                let share = move |first: usize| {
                    (first..parts).step_by(self.threads).for_each(|i| all.run(i));
                };
                pool.in_place_scope(|scope| {
                    for first in 1..self.threads.min(parts) {
                        scope.spawn(move |_| share(first));
                    }
                    share(0);
                });
            }
        }
        parts_of_call.finish();
    }
}
