//! What runs the parts of a parallel multiplication: the library's team, and the alternatives.
//!
//! The literature leaves open what reusing threads by hand gains over GCC's OpenMP, which reuses
//! them by itself. Each alternative is one file that implements [`Split`], and one line below. The
//! library offers only the team.

mod in_turn;
#[cfg(feature = "openmp")]
mod openmp;
mod rayon;
mod serial;
mod spawn;

pub use in_turn::{InTurn, Watch};
#[cfg(feature = "openmp")]
pub use openmp::OpenMp;
pub use rayon::Rayon;
pub use serial::{Ledger, Serial};
pub use spawn::Spawn;

use polylimb::{Error, Result, Split, Team};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One way to run parts.
#[derive(Debug)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// Describes it in one line.
    pub about: &'static str,
    /// Makes it for 1 to [`Team::MOST_THREADS`] threads, including the caller's.
    pub build: fn(usize) -> Result<Arc<dyn Split>>,
}

/// The executors of this build.
pub static EXECUTORS: &[Entry] = &[
    Entry {
        name: "team",
        about: "the library's own threads, awake during a session",
        build: |threads| Ok(Arc::new(Team::new(threads)?)),
    },
    #[cfg(feature = "openmp")]
    Entry {
        name: "openmp",
        about: "GCC's OpenMP, which keeps its threads between parallel regions",
        build: |threads| Ok(Arc::new(OpenMp::new(threads)?)),
    },
    Entry {
        name: "spawn",
        about: "new threads for every call",
        build: |threads| Ok(Arc::new(Spawn::new(threads)?)),
    },
    Entry {
        name: "rayon",
        about: "the work-stealing pool of the crate rayon",
        build: |threads| Ok(Arc::new(Rayon::new(threads)?)),
    },
];

/// The executor of that name.
///
/// # Errors
/// [`Error::UnknownName`] if this build has no executor of that name.
pub fn by_name(name: &str) -> Result<&'static Entry> {
    EXECUTORS.iter().find(|e| e.name == name).ok_or(Error::UnknownName { kind: "executor" })
}

/// Checks the bounds that all executors share, so that they can be compared.
fn check_threads(executor: &'static str, threads: usize) -> Result<()> {
    let max = Team::MOST_THREADS;
    if (1..=max).contains(&threads) {
        Ok(())
    } else {
        Err(Error::Threads { algorithm: executor, min: 1, max, only: &[], got: threads })
    }
}

/// The parts of one call. A panic in one is held back until the others have ended.
struct Parts<'a> {
    part: &'a (dyn Fn(usize) + Sync),
    failed: AtomicBool,
}

impl<'a> Parts<'a> {
    fn new(part: &'a (dyn Fn(usize) + Sync)) -> Self {
        Self { part, failed: AtomicBool::new(false) }
    }

    /// Runs part `i`; never unwinds.
    fn run(&self, i: usize) {
        // The half-written results of a part that panics are discarded: `finish` panics too.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| (self.part)(i))) {
            self.failed.store(true, Ordering::Relaxed);
            // Dropping the payload might panic again, and nothing may unwind here.
            std::mem::forget(payload);
        }
    }

    /// Unwinds as the team does if a part panicked.
    fn finish(self) {
        if self.failed.into_inner() {
            resume_unwind(Box::new(Error::PartPanicked));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicUsize;
    use std::thread;

    #[test]
    fn each_runs_every_part_once_and_part_0_on_the_caller() {
        let mut checked = 0;
        for entry in EXECUTORS {
            for threads in 1..=4 {
                let split = (entry.build)(threads).unwrap();
                assert_eq!(split.threads(), threads);
                for parts in 0..=9 {
                    let ran: Vec<_> = (0..parts).map(|_| Mutex::new(Vec::new())).collect();
                    split.hold(&mut || {
                        split.run(parts, &|i| ran[i].lock().unwrap().push(thread::current().id()));
                    });
                    for (i, ran) in ran.iter().enumerate() {
                        let ran = ran.lock().unwrap();
                        assert_eq!(ran.len(), 1, "{} part {i}", entry.name);
                        assert!(i > 0 || ran[0] == thread::current().id(), "{}", entry.name);
                        checked += 1;
                    }
                }
            }
        }
        assert!(checked >= 3 * 4 * 45);
    }

    #[test]
    fn each_uses_other_threads() {
        for entry in EXECUTORS {
            let split = (entry.build)(2).unwrap();
            let other = Mutex::new(None);
            split.run(2, &|i| {
                if i == 1 {
                    *other.lock().unwrap() = Some(thread::current().id());
                }
            });
            let other = other.into_inner().unwrap().unwrap();
            assert_ne!(other, thread::current().id(), "{}", entry.name);
        }
    }

    #[test]
    fn each_nests_and_survives_a_panic() {
        for entry in EXECUTORS {
            let split = (entry.build)(2).unwrap();
            let count = AtomicUsize::new(0);
            let add = |_| {
                count.fetch_add(1, Ordering::Relaxed);
            };
            split.run(2, &|_| split.run(3, &add));
            assert_eq!(count.load(Ordering::Relaxed), 6, "{}", entry.name);
            for culprit in 0..2 {
                let panics = |i| {
                    add(i);
                    if i == culprit {
                        resume_unwind(Box::new("on purpose"));
                    }
                };
                let run = AssertUnwindSafe(|| split.run(2, &panics));
                let payload = catch_unwind(run).unwrap_err();
                assert_eq!(payload.downcast_ref(), Some(&Error::PartPanicked), "{}", entry.name);
            }
            assert_eq!(count.into_inner(), 10, "{}", entry.name);
        }
    }

    #[test]
    fn wrong_names_and_sizes_are_errors() {
        for entry in EXECUTORS {
            assert_eq!(by_name(entry.name).unwrap().name, entry.name);
            for threads in [0, 10_000] {
                assert!(matches!((entry.build)(threads), Err(Error::Threads { .. })));
            }
        }
        assert_eq!(by_name("cilk").unwrap_err(), Error::UnknownName { kind: "executor" });
    }
}
