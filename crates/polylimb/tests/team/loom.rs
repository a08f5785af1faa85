//! The team under a model checker: loom runs each model through every interleaving (up to a
//! bound on preemptions) and every value that the memory orderings
//! allow, and fails on data races, deadlocks and lost wake-ups.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p polylimb --release --test team`

use loom::cell::UnsafeCell;
use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;
use polylimb::{Error, Split, Team};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The number of times a thread may be interrupted in one execution; yielding and blocking do not
/// count.
const PREEMPTIONS: usize = 4;
/// The same where two callers compete.
const PREEMPTIONS_COMPETING: usize = 2;
/// The same for two workers. Three spinning threads give loom infinitely many executions as soon as
/// one may be interrupted. But a worker shares nothing with the other, so the models of one worker
/// test the mailbox, and this one only the loops over mailboxes.
const PREEMPTIONS_SPINNING: usize = 0;

/// Runs `model` through all executions.
fn check(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 10_000;
    builder.check(model);
}

/// One plain, unsynchronised number per part; loom reports any race on one.
struct Numbers(Vec<UnsafeCell<usize>>);

// SAFETY: the models write each number from its part only; if the team broke that promise, loom's
// cell would end the test.
unsafe impl Sync for Numbers {}
// SAFETY: as for `Sync`.
unsafe impl Send for Numbers {}

impl Numbers {
    fn new(count: usize) -> Self {
        Self((0..count).map(|_| UnsafeCell::new(0)).collect())
    }

    fn add(&self, i: usize, n: usize) {
        // SAFETY: see above.
        self.0[i].with_mut(|x| unsafe { *x += n });
    }

    fn get(&self, i: usize) -> usize {
        // SAFETY: see above.
        self.0[i].with(|x| unsafe { *x })
    }

    fn assert_all(&self, expected: usize) {
        (0..self.0.len()).for_each(|i| assert_eq!(self.get(i), expected, "part {i}"));
    }
}

#[test]
fn hand_over_and_completion() {
    check(PREEMPTIONS, || {
        let team = Team::new(2).unwrap();
        let numbers = Numbers::new(2);
        team.session(|crew| {
            for round in 1..=2 {
                // The parts see the caller's writes, and the caller the parts' writes.
                numbers.add(1, 1);
                crew.run(2, &|i| numbers.add(i, 10));
                assert_eq!(numbers.get(1), 11 * round);
            }
        })
        .unwrap();
        assert_eq!(numbers.get(0), 20);
    });
}

#[test]
fn more_parts_than_threads() {
    check(PREEMPTIONS, || {
        let team = Team::new(2).unwrap();
        let numbers = Numbers::new(5);
        team.run(5, &|i| numbers.add(i, 1));
        numbers.assert_all(1);
    });
}

#[test]
fn two_workers() {
    check(PREEMPTIONS_SPINNING, || {
        let team = Team::new(3).unwrap();
        let numbers = Numbers::new(3);
        team.run(3, &|i| numbers.add(i, 1));
        numbers.assert_all(1);
    });
}

#[test]
fn sleep_and_wake_between_sessions() {
    check(PREEMPTIONS, || {
        let team = Team::new(2).unwrap();
        let numbers = Numbers::new(2);
        for _ in 0..2 {
            team.run(2, &|i| numbers.add(i, 1));
        }
        // Also a session without a run.
        team.session(|_| ()).unwrap();
        numbers.assert_all(2);
    });
}

#[test]
fn shutdown() {
    // Never used, and from each state in which a session leaves it.
    check(PREEMPTIONS, || drop(Team::new(2).unwrap()));
    check(PREEMPTIONS_SPINNING, || drop(Team::new(3).unwrap()));
    check(PREEMPTIONS, || {
        let team = Team::new(2).unwrap();
        team.session(|_| ()).unwrap();
    });
}

#[test]
fn panics() {
    for culprit in 0..2 {
        check(PREEMPTIONS, move || {
            let team = Team::new(2).unwrap();
            let numbers = Numbers::new(2);
            let result = team.session(|crew| {
                crew.run(2, &|i| {
                    numbers.add(i, 1);
                    if i == culprit {
                        resume_unwind(Box::new("on purpose"));
                    }
                });
            });
            assert_eq!(result, Err(Error::PartPanicked));
            numbers.assert_all(1);
            team.run(2, &|i| numbers.add(i, 1));
            numbers.assert_all(2);
        });
    }
}

#[test]
fn a_panic_within_a_session_leaves_it_open() {
    check(PREEMPTIONS, || {
        let team = Team::new(2).unwrap();
        let numbers = Numbers::new(2);
        team.session(|crew| {
            let run = || crew.run(2, &|_| resume_unwind(Box::new("on purpose")));
            catch_unwind(AssertUnwindSafe(run)).unwrap_err();
            crew.run(2, &|i| numbers.add(i, 1));
        })
        .unwrap();
        numbers.assert_all(1);
    });
}

#[test]
fn two_callers_compete() {
    check(PREEMPTIONS_COMPETING, || {
        let team = Arc::new(Team::new(2).unwrap());
        // Both callers write all of them: only taking turns keeps them apart.
        let numbers = Arc::new(Numbers::new(2));
        let other = {
            let (team, numbers) = (team.clone(), numbers.clone());
            thread::spawn(move || team.run(2, &|i| numbers.add(i, 1)))
        };
        team.session(|crew| crew.run(2, &|i| numbers.add(i, 1))).unwrap();
        other.join().unwrap();
        numbers.assert_all(2);
    });
}

#[test]
fn nested_runs() {
    check(PREEMPTIONS, || {
        let team = Team::new(2).unwrap();
        let numbers = Numbers::new(4);
        team.session(|crew| {
            crew.run(2, &|i| team.run(2, &|j| numbers.add(2 * i + j, 1)));
            crew.session(|crew| crew.run(4, &|i| numbers.add(i, 1))).unwrap();
        })
        .unwrap();
        numbers.assert_all(2);
    });
}
