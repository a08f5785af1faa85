//! Parts one after another on the caller, counted and timed: what a machine with enough cores and free
//! hand-overs would take.
//!
//! Of each run with several parts the time of the slowest thread stays on the *longest path*, that of the others is
//! saved. Clock readings stand between the parts; their cost, measured when it is made, is taken off.

use polylimb::team::Split;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Claims so many threads and starts none.
#[derive(Debug)]
pub struct Serial {
    threads: usize,
    /// What one reading of the clock takes.
    reading: Duration,
    ledger: Mutex<Ledger>,
}

/// What the runs since the last look amount to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Runs of more than one part: hand-overs there and back.
    pub runs: usize,
    /// The time that threads would have saved.
    pub saved: Duration,
}

impl Serial {
    /// For so many threads, the caller's included.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        const READINGS: usize = 64;
        let start = Instant::now();
        let shortest = |last: (Instant, Duration), _| {
            let now = Instant::now();
            (now, last.1.min(now - last.0))
        };
        let (_, reading) = (0..READINGS).fold((start, Duration::MAX), shortest);
        Self { threads, reading, ledger: Mutex::default() }
    }

    /// The ledger, which begins anew.
    ///
    /// # Panics
    /// If a part has panicked.
    pub fn take(&self) -> Ledger {
        std::mem::take(&mut self.ledger.lock().expect("no part has panicked"))
    }

    /// What one reading of the clock takes.
    #[must_use]
    pub fn reading(&self) -> Duration {
        self.reading
    }
}

// SAFETY: one loop calls each part once.
unsafe impl Split for Serial {
    fn threads(&self) -> usize {
        self.threads
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        if parts < 2 {
            return (0..parts).for_each(part);
        }
        // As a team deals them.
        let mut threads = vec![Duration::ZERO; self.threads.clamp(1, parts)];
        let share = threads.len();
        let start = Instant::now();
        let mut before = start;
        for i in 0..parts {
            part(i);
            let now = Instant::now();
            threads[i % share] += (now - before).saturating_sub(self.reading);
            before = now;
        }
        let slowest = threads.into_iter().max().unwrap_or_default();
        let taken = before - start + self.reading;
        let mut ledger = self.ledger.lock().expect("no part has panicked");
        ledger.runs += 1;
        ledger.saved += taken.saturating_sub(slowest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn counts_runs_of_several_parts_and_saves_all_but_the_slowest_thread() {
        let split = Serial::new(2);
        let ran = AtomicUsize::new(0);
        let spin = |i: usize| {
            ran.fetch_add(1, Ordering::Relaxed);
            let start = Instant::now();
            // Part 1, the other thread's, takes longest.
            while start.elapsed() < Duration::from_micros([100, 400, 200][i]) {}
        };
        split.run(1, &spin);
        assert_eq!(split.take(), Ledger::default());
        let start = Instant::now();
        split.run(3, &spin);
        let total = start.elapsed();
        let ledger = split.take();
        assert_eq!((ledger.runs, ran.into_inner()), (1, 4));
        // All but 400 µs or, on a busy machine, more; never less than the parts of one thread.
        assert!(ledger.saved >= Duration::from_micros(290) && ledger.saved < total, "{ledger:?}");
        assert_eq!(split.take(), Ledger::default());
    }
}
