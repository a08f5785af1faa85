//! Runs the parts one after another on the caller, counts and times them: gives the time on a
//! machine with enough cores and free hand-overs.
//!
//! Of each run with several parts the time of the slowest thread stays on the *longest path*; the
//! time of the others is saved. The clock is read between the parts; the cost of a reading,
//! measured at construction, is subtracted.

use polylimb::Split;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Reports a number of threads and starts none.
#[derive(Debug)]
pub struct Serial {
    threads: usize,
    /// The duration of one clock reading.
    reading: Duration,
    ledger: Mutex<Ledger>,
}

/// The totals of the runs since the last call of [`Serial::take`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Runs of more than one part; each is a hand-over there and back.
    pub runs: usize,
    /// The time that threads would have saved.
    pub saved: Duration,
}

impl Serial {
    /// For `threads` threads, including the caller's.
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

    /// Returns the ledger and starts a new one.
    ///
    /// # Panics
    /// If a part has panicked.
    pub fn take(&self) -> Ledger {
        std::mem::take(&mut self.ledger.lock().expect("no part has panicked"))
    }

    /// The duration of one clock reading.
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
        // Deals the parts as a team does.
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
            // Part 1, on the other thread, takes longest.
            while start.elapsed() < Duration::from_micros([100, 400, 200][i]) {}
        };
        split.run(1, &spin);
        assert_eq!(split.take(), Ledger::default());
        let start = Instant::now();
        split.run(3, &spin);
        let total = start.elapsed();
        let ledger = split.take();
        assert_eq!((ledger.runs, ran.into_inner()), (1, 4));
        // Saves all but 400 µs, or less on a busy machine; never less than the parts of one thread.
        assert!(ledger.saved >= Duration::from_micros(290) && ledger.saved < total, "{ledger:?}");
        assert_eq!(split.take(), Ledger::default());
    }
}
