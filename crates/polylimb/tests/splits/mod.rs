//! Implementations of `Split` that need no team.
#![allow(dead_code, reason = "each test binary uses its own part")]

use polylimb::Split;
use std::sync::atomic::{AtomicU64, Ordering};

/// Reports a number of threads and runs all parts on the caller, in an order that differs from run
/// to run. This reveals a part that reads what another part writes.
pub struct Shuffled {
    threads: usize,
    runs: AtomicU64,
}

impl Shuffled {
    pub fn new(threads: usize) -> Self {
        Self { threads, runs: AtomicU64::new(0) }
    }

    /// The number of calls of `run`.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }
}

// SAFETY: the order is a permutation of the parts, run one after another.
unsafe impl Split for Shuffled {
    fn threads(&self) -> usize {
        self.threads
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        let run = self.runs.fetch_add(1, Ordering::Relaxed) as usize;
        let mut order: Vec<usize> = (0..parts).collect();
        order.rotate_left(run % parts.max(1));
        if run & 1 == 1 {
            order.reverse();
        }
        order.into_iter().for_each(part);
    }
}

/// A new thread for every part but the first.
pub struct RealThreads(pub usize);

// SAFETY: one thread per part, all joined by the scope.
unsafe impl Split for RealThreads {
    fn threads(&self) -> usize {
        self.0
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for i in 1..parts {
                scope.spawn(move || part(i));
            }
            if parts > 0 {
                part(0);
            }
        });
    }
}
