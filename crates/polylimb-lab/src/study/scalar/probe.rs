//! The time of every single product and square of a computation.
//!
//! The clock is read before and after each, as in `[Arruda2014]`. Reading it takes time too: the
//! time between two readings without anything in between is measured separately, and so is the
//! delay of the whole by the probes.

use crate::measure::statistics::{Summary, count};
use crate::study::observed::{Observer, Operation};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// The most operations of each kind that are recorded; later ones are timed but not recorded.
const MOST: usize = 1 << 17;

/// The record of a probe. One thread calls the operations, however many carry them out.
pub(super) struct Log {
    products: Times,
    squares: Times,
}

/// Times in ns.
struct Times {
    used: AtomicUsize,
    ns: Vec<AtomicU32>,
}

impl Times {
    fn new() -> Self {
        Self { used: AtomicUsize::new(0), ns: (0..MOST).map(|_| AtomicU32::new(0)).collect() }
    }

    fn push(&self, ns: u32) {
        let used = self.used.load(Relaxed);
        if let Some(slot) = self.ns.get(used) {
            slot.store(ns, Relaxed);
            self.used.store(used + 1, Relaxed);
        }
    }

    fn summary(&self) -> Summary {
        let taken = self.ns.iter().take(self.used.load(Relaxed));
        let mut ns: Vec<f64> = taken.map(|ns| f64::from(ns.load(Relaxed))).collect();
        Summary::of(&mut ns).unwrap_or_default()
    }
}

impl Log {
    pub(super) fn new() -> Self {
        Self { products: Times::new(), squares: Times::new() }
    }

    /// Clears the record.
    pub(super) fn clear(&self) {
        self.products.used.store(0, Relaxed);
        self.squares.used.store(0, Relaxed);
    }

    pub(super) fn products(&self) -> Summary {
        self.products.summary()
    }

    pub(super) fn squares(&self) -> Summary {
        self.squares.summary()
    }
}

impl Observer for Log {
    #[inline]
    fn around(&self, operation: Operation, work: impl FnOnce()) {
        let times = match operation {
            Operation::Product => &self.products,
            Operation::Square => &self.squares,
            Operation::Addition | Operation::Departure => return work(),
        };
        let start = Instant::now();
        work();
        let ns = start.elapsed().as_nanos();
        times.push(u32::try_from(ns).unwrap_or(u32::MAX));
    }
}

/// The mean time in ns between two readings of a probe without an operation.
pub(super) fn of_nothing() -> f64 {
    const READINGS: usize = 20_000;
    let log = Log::new();
    for _ in 0..READINGS {
        log.around(Operation::Product, || ());
    }
    let mut ns: Vec<f64> =
        log.products.ns[..READINGS].iter().map(|ns| f64::from(ns.load(Relaxed))).collect();
    ns.sort_by(f64::total_cmp);
    // Without the upper twentieth, which has the interruptions.
    let calm = &ns[..READINGS - READINGS / 20];
    calm.iter().sum::<f64>() / count(calm.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn each_kind_is_timed_by_itself_and_the_rest_is_not() {
        let log = Log::new();
        let sleep = |ms| move || std::thread::sleep(Duration::from_millis(ms));
        log.around(Operation::Product, sleep(2));
        log.around(Operation::Product, sleep(2));
        log.around(Operation::Square, sleep(1));
        log.around(Operation::Addition, sleep(1));
        log.around(Operation::Departure, || ());
        let (products, squares) = (log.products(), log.squares());
        assert_eq!((products.runs, squares.runs), (2, 1));
        assert!(products.min >= 2e6 && squares.min >= 1e6);
        log.clear();
        assert_eq!(log.products().runs, 0);
    }

    #[test]
    fn a_full_log_takes_no_more() {
        let times = Times::new();
        for i in 0..u32::try_from(MOST).unwrap() + 5 {
            times.push(i);
        }
        assert_eq!(times.summary().runs, MOST);
    }
}
