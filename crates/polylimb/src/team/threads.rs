//! The team itself: sessions, and runs within them.

use super::builder::Builder;
use super::fork;
use super::here;
use super::mailbox::{Job, Mail, Mailbox};
use super::split::Split;
use super::sync::{Arc, AtomicUsize, JoinHandle, Mutex, MutexGuard, Ordering, thread};
use super::wait::Patience;
use crate::error::{Error, Result};
use core::fmt;
use core::panic::AssertUnwindSafe;
use std::boxed::Box;
use std::panic::{catch_unwind, resume_unwind};
use std::sync::{OnceLock, PoisonError};
use std::vec::Vec;

/// No thread owns the team.
const NOBODY: usize = 0;

/// A team of threads, started once, that run the parts of small computations together.
///
/// The caller is a member: a team of `n` threads starts `n - 1` workers. They sleep until a
/// [session](Team::session) begins and then stay awake until it ends, so that a [`Split::run`]
/// inside it costs each worker one round trip of a cache line. Put the session around the whole
/// computation (an exponentiation, not a multiplication). A worker that waits in a session is busy:
/// it takes the full time of its core.
///
/// - A `run` outside a session opens one for itself and wakes the workers: tens of microseconds, or
///   little more than in a session if they are still awake from the last session, about a
///   millisecond ago.
/// - One thread at a time owns the session; others wait for its end. The owner may open it again.
/// - A `run` or session from inside a part, of this team or another, runs on the current thread
///   alone.
/// - The owner of the session must not wait for another thread that calls `run` on the same team.
/// - In the child of a `fork` the team starts its threads anew when it is used again. A part must
///   not return in a child that it forked.
///
/// Dropping the team ends its threads.
///
/// ```
/// use polylimb::{Split, Team};
/// use polylimb::authors::team::each_chunk;
///
/// let team = Team::new(2)?;
/// let mut squares = [0; 1000];
/// team.session(|crew| {
///     for round in 0..10 {
///         each_chunk(crew, &mut squares, 500, |half, chunk| {
///             for (i, square) in chunk.iter_mut().enumerate() {
///                 *square = (half * 500 + i + round).pow(2);
///             }
///         });
///     }
/// })?;
/// assert_eq!(squares[999], 1008 * 1008);
/// # Ok::<(), polylimb::Error>(())
/// ```
pub struct Team {
    /// One per worker.
    mailboxes: Arc<[Mailbox]>,
    workers: Vec<JoinHandle<()>>,
    patience: Patience,
    /// Held by the thread that has the session.
    turn: Mutex<()>,
    /// The [token](here::token) of that thread. Only the thread itself stores its token, so it
    /// finds the token here exactly when it owns the session, with any memory ordering.
    owner: AtomicUsize,
    /// How it was built.
    builder: Builder,
    /// The [count](fork::count) of forks then.
    forks: usize,
    /// The team in the child of a fork, when it was needed; `None` if no threads could be started.
    anew: OnceLock<Option<Box<Self>>>,
}

impl Team {
    /// The largest team.
    pub const MOST_THREADS: usize = 64;

    /// A team of `threads` threads, the caller included, on cores that the system chooses.
    ///
    /// # Errors
    /// [`Error::Threads`] unless `threads` is 1 to [`Team::MOST_THREADS`]; [`Error::ThreadStart`]
    /// if the system refuses to start one.
    pub fn new(threads: usize) -> Result<Self> {
        Self::builder(threads).build()
    }

    /// Choices to make before the threads start.
    pub fn builder(threads: usize) -> Builder {
        Builder::new(threads)
    }

    /// A team whose workers have yet to be started.
    pub(super) fn unstarted(
        builder: Builder,
        mailboxes: Arc<[Mailbox]>,
        patience: Patience,
    ) -> Self {
        let workers = Vec::with_capacity(mailboxes.len());
        let (turn, owner) = (Mutex::new(()), AtomicUsize::new(NOBODY));
        let (forks, anew) = (fork::count(), OnceLock::new());
        Self { mailboxes, workers, patience, turn, owner, builder, forks, anew }
    }

    /// Whether this is the child of a fork, and the workers are not here.
    fn is_forked(&self) -> bool {
        self.forks != fork::count()
    }

    /// The team for the child of a fork.
    #[cold]
    fn anew(&self) -> Option<&Self> {
        self.anew.get_or_init(|| self.builder.build().ok().map(Box::new)).as_deref()
    }

    /// Takes on the next worker.
    pub(super) fn add(&mut self, worker: JoinHandle<()>) {
        self.workers.push(worker);
    }

    /// Takes the team, wakes its workers, and keeps them awake while `work` runs; waits first for
    /// sessions of other threads to end.
    ///
    /// `work` gets the team as its crew; using the team by its own name is equivalent.
    ///
    /// # Errors
    /// [`Error::PartPanicked`] if a part panicked in a `run` of `work`; discard what the parts and
    /// `work` wrote. The team stays usable.
    ///
    /// # Panics
    /// If `work` itself panics.
    pub fn session<R>(&self, work: impl FnOnce(&Self) -> R) -> Result<R> {
        let session = self.begin();
        let done = catch_unwind(AssertUnwindSafe(|| work(self)));
        drop(session);
        done.or_else(|payload| match payload.downcast_ref() {
            Some(Error::PartPanicked) => Err(Error::PartPanicked),
            _ => resume_unwind(payload),
        })
    }

    /// Opens a session; `None` if the current thread is in one already, or in a part.
    fn begin(&self) -> Option<Session<'_>> {
        if here::in_part() || self.is_mine() {
            return None;
        }
        if self.is_forked() {
            return self.anew()?.begin();
        }
        let turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.owner.store(here::take_token(), Ordering::Relaxed);
        for (mailbox, worker) in self.mailboxes.iter().zip(&self.workers) {
            if mailbox.open() {
                worker.thread().unpark();
            }
        }
        Some(Session { team: self, _turn: turn })
    }

    /// Whether the current thread has the session.
    #[inline]
    fn is_mine(&self) -> bool {
        self.owner.load(Ordering::Relaxed) == here::token()
    }

    /// Runs the parts on the first `helpers` workers and the current thread, which owns the session
    /// and is not in a part. Returns false if a part panicked.
    #[inline]
    fn hand_over(&self, helpers: usize, job: Job) -> bool {
        let helpers = &self.mailboxes[..helpers];
        for mailbox in helpers {
            // SAFETY: this thread owns the session. It is not in a part, so no job is posted.
            // Nothing below unwinds before all workers have been awaited.
            unsafe { mailbox.post(job) };
        }
        here::set_in_part(true);
        // SAFETY: `run` borrows the function.
        let mut ok = unsafe { run_caught(job, 0, self.threads()) };
        here::set_in_part(false);
        for mailbox in helpers {
            ok &= mailbox.await_worker(self.patience);
        }
        ok
    }
}

// SAFETY: the shares of `Job::run_share` are disjoint and cover all parts, one thread runs each
// share once, and `hand_over` returns when all have ended.
unsafe impl Split for Team {
    fn threads(&self) -> usize {
        self.mailboxes.len() + 1
    }

    /// As [`Split::run`]; see [`Team`] for sessions.
    ///
    /// # Panics
    /// If a part panics, with [`Error::PartPanicked`] as the payload, after all parts that had
    /// begun have ended; a share of parts ends with its first panic.
    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        let job = Job::new(parts, part);
        let helpers = self.mailboxes.len().min(parts.saturating_sub(1));
        let ok = if helpers == 0 || here::in_part() {
            // SAFETY: `part` is borrowed here.
            unsafe { run_caught(job, 0, 1) }
        } else if self.is_mine() {
            self.hand_over(helpers, job)
        } else if self.is_forked() {
            match self.anew() {
                Some(team) => return team.run(parts, part),
                // SAFETY: `part` is borrowed here.
                None => unsafe { run_caught(job, 0, 1) },
            }
        } else {
            let _session = self.begin();
            self.hand_over(helpers, job)
        };
        if !ok {
            resume_unwind(Box::new(Error::PartPanicked));
        }
    }

    fn hold(&self, work: &mut dyn FnMut()) {
        if let Err(error) = self.session(|_| work()) {
            resume_unwind(Box::new(error));
        }
    }
}

/// An open session; ends when dropped.
struct Session<'t> {
    team: &'t Team,
    _turn: MutexGuard<'t, ()>,
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        for mailbox in &*self.team.mailboxes {
            // SAFETY: this thread owns the session, and each `run` in it has awaited the workers.
            unsafe { mailbox.close() };
        }
        self.team.owner.store(NOBODY, Ordering::Relaxed);
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        if self.is_forked() {
            // Their threads are not in this process: neither to be joined nor to be let go.
            return self.workers.drain(..).for_each(core::mem::forget);
        }
        for (mailbox, worker) in self.mailboxes.iter().zip(self.workers.drain(..)) {
            if mailbox.stop() {
                worker.thread().unpark();
            }
            // A worker catches the panics of its parts and has none of its own.
            let _ = worker.join();
        }
    }
}

impl fmt::Debug for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Team")
            .field("threads", &self.threads())
            .field("in_session", &(self.owner.load(Ordering::Relaxed) != NOBODY))
            .finish_non_exhaustive()
    }
}

// The life of a worker: look into the mailbox, run a share of the parts, report, wait.

/// Serves `mailbox` until the team stops. Of each job this thread runs parts `index`,
/// `index + threads`, ….
pub(super) fn serve(mailbox: &Mailbox, index: usize, threads: usize, patience: Patience) {
    here::set_in_part(true);
    let mut wait = patience.wait();
    loop {
        match mailbox.look() {
            Mail::Job(job) => {
                // SAFETY: the owner keeps the job's function borrowed until `finish`.
                let ok = unsafe { run_caught(job, index, threads) };
                mailbox.finish(ok);
                wait = patience.wait();
            }
            Mail::Stop => return,
            Mail::Idle if wait.is_long() => {
                if mailbox.fall_asleep() {
                    // A park may end without reason.
                    while mailbox.is_asleep() {
                        thread::park();
                    }
                }
                wait = patience.wait();
            }
            Mail::Idle | Mail::Nothing => wait.pause(),
        }
    }
}

/// Runs a share of `job`; false if a part of it panicked (the rest of the share is not begun then).
///
/// # Safety
/// The job's function is still borrowed.
pub(super) unsafe fn run_caught(job: Job, first: usize, step: usize) -> bool {
    // A part that panics may leave what it wrote half done; the caller of `run` is told by a panic.
    // SAFETY: the caller's promise.
    match catch_unwind(AssertUnwindSafe(|| unsafe { job.run_share(first, step) })) {
        Ok(()) => true,
        Err(payload) => {
            // A panic in the payload's own drop must not end the worker.
            if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                Box::leak(second);
            }
            false
        }
    }
}
