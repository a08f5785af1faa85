//! Independent jobs on a thread for each processor, or on one with the feature `no-threads`.

use crate::layout::BLST_ERROR;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// With fewer jobs for each thread, starting one costs more than it saves.
const LEAST_JOBS: usize = 2;

/// How many threads `jobs` jobs are worth.
pub(crate) fn threads_for(jobs: usize) -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    if cfg!(feature = "no-threads") || jobs < 2 * LEAST_JOBS {
        return 1;
    }
    let processors =
        *PROCESSORS.get_or_init(|| thread::available_parallelism().map_or(1, usize::from));
    processors.min(jobs / LEAST_JOBS)
}

/// The results of `job(0)`, …, `job(n - 1)`.
pub(crate) fn in_parallel<T: Send>(n: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    on_threads(threads_for(n), n, job)
}

/// The same on this number of threads.
pub(crate) fn on_threads<T: Send>(
    threads: usize,
    n: usize,
    job: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    if threads == 1 {
        return (0..n).map(job).collect();
    }
    let next = AtomicUsize::new(0);
    // Each thread takes the next job when it has done one.
    let work = || -> Vec<(usize, T)> {
        let numbers = core::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        numbers.take_while(|i| *i < n).map(|i| (i, job(i))).collect()
    };
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for other in others {
            results.extend(other.join().expect("no job panics"));
        }
        results
    });
    results.sort_unstable_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

/// All results, or the first error.
pub(crate) fn all<T>(results: Vec<Result<T, BLST_ERROR>>) -> Result<Vec<T>, BLST_ERROR> {
    results.into_iter().collect()
}
