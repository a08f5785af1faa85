//! The interface between parallel algorithms and whatever runs their parts.

#[cfg(feature = "engines")]
use alloc::vec::Vec;

/// Runs the parts of one computation on several threads.
///
/// # Safety
/// Other code, [`each_chunk`] for one, hands each part memory of its own and relies on this: a call of
/// [`Split::run`] calls `part(i)` at most once for each `i` below `parts`, for no other `i`, and none is
/// running or will be called when it has returned or unwound. What the parts wrote is visible to its
/// caller then.
pub unsafe trait Split: Send + Sync {
    /// How many threads, the caller's included; at least 1.
    fn threads(&self) -> usize;

    /// Runs `part(0)`, …, `part(parts - 1)`, each exactly once, and returns when all are done. Part 0
    /// runs on the calling thread; more parts than threads, or a call from inside a part, is allowed
    /// and runs the rest one after another.
    ///
    /// # Panics
    /// If a part panics, after all parts that were begun have ended; the others may never be.
    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync));

    /// Calls `work` while the other threads are held awake for its calls to [`Split::run`].
    fn hold(&self, work: &mut dyn FnMut()) {
        work();
    }
}

/// No helpers: every part runs on the caller, one after another.
#[derive(Debug, Clone, Copy, Default)]
pub struct Alone;

// SAFETY: one loop calls each part once.
unsafe impl Split for Alone {
    fn threads(&self) -> usize {
        1
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        for i in 0..parts {
            part(i);
        }
    }
}

/// A pointer that parts may share because each touches its own chunk only.
struct Chunks<T>(*mut T);
// SAFETY: `each_chunk` derives from it only disjoint slices, one per part; `T: Send` lets such a
// slice move to the thread that runs the part.
unsafe impl<T: Send> Sync for Chunks<T> {}

impl<T> Chunks<T> {
    /// # Safety
    /// `from .. from + len` lies inside the buffer and no other slice over it is alive.
    #[allow(clippy::mut_from_ref, reason = "the disjoint slices are the purpose; see Safety")]
    unsafe fn slice(&self, from: usize, len: usize) -> &mut [T] {
        // SAFETY: in bounds and unaliased by the caller's promise.
        unsafe { core::slice::from_raw_parts_mut(self.0.add(from), len) }
    }
}

/// Cuts `buffer` into chunks of `chunk` elements (the last may be shorter) and runs `part(i, chunk i)`
/// for each of them over `split`.
///
/// # Panics
/// If `chunk` is 0, or if a part panics.
pub fn each_chunk<T: Send>(
    split: &dyn Split,
    buffer: &mut [T],
    chunk: usize,
    part: impl Fn(usize, &mut [T]) + Sync,
) {
    assert!(chunk > 0);
    let len = buffer.len();
    let base = Chunks(buffer.as_mut_ptr());
    // By value: what another core has to fetch before it can begin lies in one place.
    let own = move |i: usize| {
        let from = i * chunk;
        // SAFETY: `Split` promises to call each `i < len.div_ceil(chunk)` at most once, so the chunks are
        // in bounds and disjoint, and `buffer` is borrowed mutably until all have ended.
        part(i, unsafe { base.slice(from, chunk.min(len - from)) });
    };
    split.run(len.div_ceil(chunk), &own);
}

/// The results of `work` for each part of so many jobs (the last may be shorter), in the order of the jobs.
///
/// # Panics
/// If `part` is 0, or if `work` panics.
#[cfg(feature = "engines")]
pub(crate) fn map_parts<J: Sync, R: Send>(
    split: &dyn Split,
    jobs: &[J],
    part: usize,
    work: impl Fn(&[J]) -> Vec<R> + Sync,
) -> Vec<R> {
    let mut parts: Vec<_> = jobs.chunks(part).map(|jobs| (jobs, Vec::new())).collect();
    each_chunk(split, &mut parts, 1, |_, part| {
        let (jobs, results) = &mut part[0];
        *results = work(jobs);
    });
    parts.into_iter().flat_map(|(_, results)| results).collect()
}
