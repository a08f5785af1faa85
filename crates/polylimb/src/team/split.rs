//! The interface between parallel algorithms and the code that runs their parts.

#[cfg(feature = "engine")]
use alloc::vec::Vec;
#[cfg(feature = "engine")]
use core::{hint::black_box, mem::MaybeUninit};

/// Runs the parts of one computation on several threads.
///
/// # Safety
/// Other code, such as [`each_chunk`], gives each part its own memory and relies on this: a call of
/// [`Split::run`] calls `part(i)` at most once for each `i` below `parts` and for no other `i`.
/// After it has returned or unwound, no part is running or will be called, and the caller sees what
/// the parts wrote.
pub unsafe trait Split: Send + Sync {
    /// How many threads, the caller's included; at least 1.
    fn threads(&self) -> usize;

    /// Runs `part(0)`, …, `part(parts - 1)`, each exactly once, and returns when all are done. Part
    /// 0 runs on the calling thread. More parts than threads, and calls from inside a part, are
    /// allowed; the rest then runs one after another.
    ///
    /// # Panics
    /// If a part panics, after all parts that had begun have ended; the others may never begin.
    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync));

    /// Calls `work` and keeps the other threads awake for its calls to [`Split::run`].
    fn hold(&self, work: &mut dyn FnMut()) {
        work();
    }
}

/// No helpers: all parts run on the caller, one after another.
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

/// A pointer that parts may share, because each part touches only its own chunk.
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

/// Cuts `buffer` into chunks of `chunk` elements (the last may be shorter) and runs
/// `part(i, chunk i)` for each of them over `split`.
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
    // By value: the data that another core fetches before it can begin lie in one place.
    let own = move |i: usize| {
        let from = i * chunk;
        // SAFETY: `Split` promises to call each `i < len.div_ceil(chunk)` at most once, so the
        // chunks are in bounds and disjoint, and `buffer` is borrowed mutably until all have ended.
        part(i, unsafe { base.slice(from, chunk.min(len - from)) });
    };
    split.run(len.div_ceil(chunk), &own);
}

/// The results of `work` for the jobs in their order. Each part has `part` jobs; the last may have
/// fewer.
///
/// # Panics
/// If `part` is 0, or if `work` panics.
#[cfg(feature = "engine")]
pub(crate) fn map_parts<J: Sync, R: Send>(
    split: &dyn Split,
    jobs: &[J],
    part: usize,
    work: &(dyn Fn(&[J]) -> Vec<R> + Sync),
) -> Vec<R> {
    let mut parts: Vec<_> = jobs.chunks(part).map(|jobs| (jobs, Vec::new())).collect();
    each_chunk(split, &mut parts, 1, |_, part| {
        let (jobs, results) = &mut part[0];
        *results = work(jobs);
    });
    let mut all = Vec::with_capacity(parts.iter().map(|part| part.1.len()).sum());
    for (_, mut results) in parts {
        move_wiping(&mut all, &mut results);
    }
    all
}

/// Moves all of `from` behind `to`, which has room for it, and wipes the place that it leaves.
#[cfg(feature = "engine")]
pub(crate) fn move_wiping<R>(to: &mut Vec<R>, from: &mut Vec<R>) {
    debug_assert!(to.capacity() - to.len() >= from.len());
    to.append(from);
    clear_wiping(from);
}

/// Drops the elements and wipes their places, padding included.
#[cfg(feature = "engine")]
pub(crate) fn clear_wiping<R>(all: &mut Vec<R>) {
    const { assert!(size_of::<R>() > 0) };
    all.clear();
    for place in all.spare_capacity_mut() {
        *place = MaybeUninit::zeroed();
    }
    // Keeps the compiler from leaving the zeros out before the memory is freed.
    black_box(all);
}
