//! Two levels of parallelism on one team: some threads lead, each with helpers of its own.
//!
//! Of `groups × each` threads the first `groups` run the parts of the outer computation; each
//! leader has its helpers run parts of inner computations, for example a scalar multiplication on
//! several threads with modular products on several threads. A part of a team's run cannot call the
//! team again, because its threads are busy. So a helper spends its own part of the outer run at a
//! mailbox of its leader. A leader does not wait for helpers that have not arrived, or never will
//! (with fewer threads than parts): it computes alone.

use super::here;
use super::mailbox::{Arrival, Job, Mailbox};
use super::split::Split;
use super::sync::Arc;
use super::threads::{Team, run_caught, serve};
use super::wait::Patience;
use crate::error::{Error, Result};
use core::cell::Cell;
use std::boxed::Box;
use std::panic::resume_unwind;
use std::vec::Vec;

std::thread_local! {
    /// The mailboxes of the helpers of the current thread, while it leads.
    static MINE: Cell<Option<*const [Mailbox]>> = const { Cell::new(None) };
}

impl Team {
    /// Two views of `team`: one of `groups` threads for the parts of an outer computation, and one
    /// of `each` threads for the parts of a computation inside any such part. Each may also be used
    /// outside the other.
    ///
    /// # Errors
    /// [`Error::Threads`] if a number is 0, or the team has fewer than `groups × each` threads.
    ///
    /// ```
    /// use polylimb::{Split, Team};
    ///
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// let (outer, inner) = Team::two_levels(Arc::new(Team::new(4)?), 2, 2)?;
    /// let sum = AtomicUsize::new(0);
    /// outer.run(2, &|half| {
    ///     inner.run(10, &|i| {
    ///         sum.fetch_add(10 * half + i, Ordering::Relaxed);
    ///     });
    /// });
    /// assert_eq!(sum.into_inner(), (0..20).sum());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    pub fn two_levels(
        team: Arc<dyn Split>,
        groups: usize,
        each: usize,
    ) -> Result<(Arc<dyn Split>, Arc<dyn Split>)> {
        let max = team.threads();
        match groups.checked_mul(each) {
            Some(1..) if groups * each <= max => Ok((
                Arc::new(Outer { team: Arc::clone(&team), groups, each }),
                Arc::new(Inner { team, each }),
            )),
            got => Err(Error::Threads {
                algorithm: "two levels on one team",
                min: 1,
                max,
                only: &[],
                got: got.unwrap_or(usize::MAX),
            }),
        }
    }
}

struct Outer {
    team: Arc<dyn Split>,
    groups: usize,
    each: usize,
}

struct Inner {
    team: Arc<dyn Split>,
    each: usize,
}

/// While this value lives, the current thread leads the helpers at these mailboxes, which it
/// borrows.
struct Lead<'m> {
    mailboxes: &'m [Mailbox],
    before: Option<*const [Mailbox]>,
}

impl<'m> Lead<'m> {
    fn begin(mailboxes: &'m [Mailbox]) -> Self {
        mailboxes.iter().for_each(Mailbox::invite);
        Self { mailboxes, before: MINE.replace(Some(mailboxes)) }
    }
}

impl Drop for Lead<'_> {
    fn drop(&mut self) {
        MINE.set(self.before);
        for mailbox in self.mailboxes {
            // A helper of these looks on without sleeping.
            let _asleep = mailbox.stop();
        }
    }
}

/// Helps the leader of that mailbox until it ends, unless it does not begin soon.
fn help(mailbox: &Mailbox, rank: usize, each: usize, patience: Patience) {
    let mut wait = patience.wait();
    loop {
        match mailbox.arrive() {
            Arrival::Welcome => break,
            Arrival::TooLate => return,
            Arrival::TooEarly if wait.is_long() => return,
            Arrival::TooEarly => wait.pause(),
        }
    }
    let before = here::in_part();
    serve(mailbox, rank, each, patience);
    here::set_in_part(before);
}

// SAFETY: each of the first `groups` parts of the team's run, itself run once, runs every
// `groups`-th part from its own on; the other parts of the team run none of these. The team's run
// returns when all have ended.
unsafe impl Split for Outer {
    fn threads(&self) -> usize {
        self.groups
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        let (groups, helpers) = (self.groups, self.each - 1);
        let mailboxes: Vec<Mailbox> = (0..groups * helpers).map(|_| Mailbox::new()).collect();
        let patience = Patience::new(groups * self.each);
        // All that lead come before all that help, also where one thread runs several of these.
        self.team.run(groups * self.each, &|i| {
            if i < groups {
                let _lead = Lead::begin(&mailboxes[i * helpers..][..helpers]);
                (i..parts).step_by(groups).for_each(part);
            } else {
                let (group, helper) = ((i - groups) % groups, (i - groups) / groups);
                help(&mailboxes[group * helpers + helper], helper + 1, self.each, patience);
            }
        });
    }

    fn hold(&self, work: &mut dyn FnMut()) {
        self.team.hold(work);
    }
}

// SAFETY: the shares of `Job::run_share` are disjoint and cover all parts, each is run once, by one
// thread, and `run` returns or unwinds when all have ended; without helpers one loop calls each
// part once.
unsafe impl Split for Inner {
    fn threads(&self) -> usize {
        self.each
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        let Some(mine) = MINE.get() else { return self.team.run(parts, part) };
        // SAFETY: set only while a `Lead` of this thread borrows what it points to.
        let mailboxes = unsafe { &*mine };
        let helpers = &mailboxes[..mailboxes.len().min(parts.saturating_sub(1))];
        // A helper that is at work already, for a part that calls this again, cannot take more.
        if helpers.is_empty() || !helpers.iter().all(Mailbox::is_ready) {
            return (0..parts).for_each(part);
        }
        let job = Job::new(parts, part);
        for mailbox in helpers {
            // SAFETY: only this thread, which leads, posts here; the helper is there without a job;
            // nothing below unwinds before all have been awaited.
            unsafe { mailbox.post(job) };
        }
        // SAFETY: `run` borrows the function.
        let mut ok = unsafe { run_caught(job, 0, mailboxes.len() + 1) };
        for mailbox in helpers {
            ok &= mailbox.await_worker(Patience::new(self.team.threads()));
        }
        if !ok {
            resume_unwind(Box::new(Error::PartPanicked));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::team::{Alone, Team, each_chunk};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::vec;

    /// `squares[i] = i²` on both levels.
    fn squares(outer: &dyn Split, inner: &dyn Split) -> Vec<usize> {
        let mut squares = vec![0; 60];
        each_chunk(outer, &mut squares, 15, |row, chunk| {
            for _ in 0..20 {
                each_chunk(inner, chunk, 2, |pair, two| {
                    for (i, square) in two.iter_mut().enumerate() {
                        *square += (15 * row + 2 * pair + i).pow(2);
                    }
                });
            }
        });
        squares
    }

    #[test]
    fn each_part_of_both_levels_runs_once_on_any_number_of_threads() {
        let expected: Vec<_> = (0..60).map(|i: usize| 20 * i * i).collect();
        let mut compared = 0;
        for threads in 1..=8 {
            let team: Arc<dyn Split> = Arc::new(Team::new(threads).unwrap());
            for groups in 1..=threads {
                for each in 1..=threads / groups {
                    let (outer, inner) = Team::two_levels(Arc::clone(&team), groups, each).unwrap();
                    assert_eq!((outer.threads(), inner.threads()), (groups, each));
                    outer.hold(&mut || assert_eq!(squares(&*outer, &*inner), expected));
                    // Within a part of the same team, and each level without the other.
                    team.run(1, &|_| assert_eq!(squares(&*outer, &*inner), expected));
                    assert_eq!(squares(&*outer, &Alone), expected);
                    assert_eq!(squares(&Alone, &*inner), expected);
                    compared += 4;
                }
            }
        }
        assert_eq!(compared, 4 * 77);
    }

    #[test]
    fn a_panic_on_the_inner_level_ends_the_run_and_not_the_team() {
        let team: Arc<dyn Split> = Arc::new(Team::new(4).unwrap());
        let (outer, inner) = Team::two_levels(team, 2, 2).unwrap();
        let run = || outer.run(2, &|_| inner.run(2, &|i| assert!(i == 0, "meant")));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        assert_eq!(squares(&*outer, &*inner)[3], 180);
    }

    #[test]
    fn more_threads_than_the_team_has_are_refused() {
        for (groups, each) in [(0, 1), (1, 0), (2, 2), (3, 2), (usize::MAX, 2)] {
            assert!(Team::two_levels(Arc::new(Team::new(3).unwrap()), groups, each).is_err());
        }
    }
}
