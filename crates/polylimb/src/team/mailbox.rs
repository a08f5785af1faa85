//! One cache line between the owner of the session and one worker. It carries the job there and the
//! completion back.
//!
//! ```text
//!                       open                        post
//!   CLOSED, ASLEEP  ───────────▶  OPEN, FAILED  ───────────▶  POSTED
//!    │    ▲   │  ▲                 │         ▲                  │
//!    │    │   └──┘ fall_asleep     │         └──────────────────┘ finish
//!    │    └────────────────────────┘ close
//!    └──▶ STOPPED (stop)
//! ```
//!
//! The owner calls `open`, `post`, `close` and `stop`; the worker calls `fall_asleep` and `finish`.
//! The worker may fall asleep only in CLOSED, with a compare-and-exchange; so in a session the
//! owner knows that it is awake, and posts with a plain store. `open` and `stop` swap, and wake the
//! worker if they displace ASLEEP.
//!
//! On two levels there is no session: a mailbox lives for one run, CLOSED ──▶ INVITED (`invite`, by
//! the leader) ──▶ OPEN (`arrive`, by the helper). `stop` ends it from any of these states.
//!
//! Only two orderings carry data. `post` releases the job, and everything the owner wrote before,
//! to the worker that acquires POSTED. `finish` releases the results to the owner that acquires the
//! state after POSTED. One owner passes the mailbox to the next through the team's lock.

use super::sync::{AtomicU32, Ordering, UnsafeCell};
use super::wait::Patience;

/// No session; the worker is awake, or about to check whether it may sleep.
const CLOSED: u32 = 0;
/// No session; the worker sleeps or is about to.
const ASLEEP: u32 = 1;
/// In a session; the worker is awake and waits for a job.
const OPEN: u32 = 2;
/// The worker has a job.
const POSTED: u32 = 3;
/// As OPEN, after a job with a part that panicked.
const FAILED: u32 = 4;
/// The team is gone.
const STOPPED: u32 = 5;
/// A leader of [two levels](super::two_levels()) has begun; its helper has not arrived.
#[cfg(not(loom))]
const INVITED: u32 = 6;

/// Parts for a worker, without the lifetime of the function; the caller of [`Mailbox::post`]
/// guarantees it.
#[derive(Clone, Copy)]
pub(super) struct Job {
    part: *const (dyn Fn(usize) + Sync),
    parts: usize,
}

impl Job {
    /// Parts `0..parts` of `part`.
    pub(super) fn new(parts: usize, part: &(dyn Fn(usize) + Sync)) -> Self {
        type Borrowed<'a> = *const (dyn Fn(usize) + Sync + 'a);
        #[allow(clippy::transmute_ptr_to_ptr, reason = "`as` cannot change the lifetime")]
        // SAFETY: the types differ in the lifetime only; the caller that runs the job guarantees
        // it.
        let part = unsafe { core::mem::transmute::<Borrowed<'_>, Borrowed<'static>>(part) };
        Self { part, parts }
    }

    /// Runs parts `first`, `first + step`, ….
    ///
    /// # Safety
    /// The function given to [`Job::new`] is still borrowed.
    pub(super) unsafe fn run_share(self, first: usize, step: usize) {
        // SAFETY: the caller guarantees the lifetime; the function is `Sync`, so any thread may
        // call it.
        let part = unsafe { &*self.part };
        // A `StepBy` would divide to find its length.
        let mut i = first;
        while i < self.parts {
            part(i);
            i = i.saturating_add(step);
        }
    }
}

/// The line. 128 bytes because cores fetch lines in pairs.
#[repr(align(128))]
pub(super) struct Mailbox {
    state: AtomicU32,
    job: UnsafeCell<Option<Job>>,
}

// SAFETY: `job` is written by the owner in OPEN and CLOSED only, and read by the worker in POSTED
// only; the orderings of the states (above) make the write happen before the read. A `Job` may move
// to any thread: its function is `Sync`.
unsafe impl Sync for Mailbox {}
// SAFETY: as for `Sync`.
unsafe impl Send for Mailbox {}

/// The owner's side. The team's lock ensures that one thread at a time owns a session.
impl Mailbox {
    pub(super) fn new() -> Self {
        Self { state: AtomicU32::new(CLOSED), job: UnsafeCell::new(None) }
    }

    /// Begins a session. True if the worker must be woken.
    #[must_use]
    pub(super) fn open(&self) -> bool {
        self.state.swap(OPEN, Ordering::Relaxed) == ASLEEP
    }

    /// Hands the worker a job.
    ///
    /// # Safety
    /// The caller owns the session, no job is in the mailbox, and the job's function stays borrowed
    /// until [`Mailbox::await_worker`] has returned.
    #[inline]
    pub(super) unsafe fn post(&self, job: Job) {
        // SAFETY: the state is OPEN: the worker does not read the job, and no other thread writes
        // it.
        self.job.with_mut(|slot| unsafe { *slot = Some(job) });
        self.state.store(POSTED, Ordering::Release);
    }

    /// Waits until the worker has finished its job, if it has one. Returns false if a part of the
    /// job panicked.
    #[inline]
    pub(super) fn await_worker(&self, patience: Patience) -> bool {
        let mut wait = patience.wait();
        loop {
            match self.state.load(Ordering::Acquire) {
                POSTED => wait.pause(),
                state => return state != FAILED,
            }
        }
    }

    /// Ends a session: wipes the job and lets the worker sleep.
    ///
    /// # Safety
    /// The caller owns the session, and no job is in the mailbox.
    pub(super) unsafe fn close(&self) {
        // SAFETY: as in `post`.
        self.job.with_mut(|slot| unsafe { *slot = None });
        self.state.store(CLOSED, Ordering::Relaxed);
    }

    /// Ends the worker. True if it must be woken.
    #[must_use]
    pub(super) fn stop(&self) -> bool {
        self.state.swap(STOPPED, Ordering::Relaxed) == ASLEEP
    }
}

/// The content of a worker's mailbox.
pub(super) enum Mail {
    /// Nothing yet; a session is on.
    Nothing,
    /// Nothing, and no session is on.
    Idle,
    /// A job; [`Mailbox::finish`] it.
    Job(Job),
    /// The team is gone.
    Stop,
}

/// The worker's side.
impl Mailbox {
    /// Looks into the mailbox.
    #[inline]
    pub(super) fn look(&self) -> Mail {
        match self.state.load(Ordering::Acquire) {
            // SAFETY: the state is POSTED, so the owner has written the job before and does not
            // touch it until `finish`.
            POSTED => match self.job.with(|slot| unsafe { *slot }) {
                Some(job) => Mail::Job(job),
                None => unreachable!("`post` writes the job before the state"),
            },
            STOPPED => Mail::Stop,
            CLOSED => Mail::Idle,
            _ => Mail::Nothing,
        }
    }

    /// Reports the job as done; its function is not touched from here on.
    #[inline]
    pub(super) fn finish(&self, ok: bool) {
        self.state.store(if ok { OPEN } else { FAILED }, Ordering::Release);
    }

    /// Announces sleep. Returns false if a session, or the end, came first.
    #[must_use]
    pub(super) fn fall_asleep(&self) -> bool {
        self.state.compare_exchange(CLOSED, ASLEEP, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Whether the mailbox was neither opened nor stopped since [`Mailbox::fall_asleep`].
    pub(super) fn is_asleep(&self) -> bool {
        self.state.load(Ordering::Relaxed) == ASLEEP
    }
}

/// Whether a helper's leader has begun.
#[cfg(not(loom))]
pub(super) enum Arrival {
    /// It has, and knows that the helper is there.
    Welcome,
    /// Not yet.
    TooEarly,
    /// It has ended.
    TooLate,
}

/// Both sides of a mailbox on two levels.
#[cfg(not(loom))]
impl Mailbox {
    /// The leader has begun.
    pub(super) fn invite(&self) {
        self.state.store(INVITED, Ordering::Relaxed);
    }

    /// The helper has come.
    pub(super) fn arrive(&self) -> Arrival {
        match self.state.compare_exchange(INVITED, OPEN, Ordering::AcqRel, Ordering::Relaxed) {
            Ok(_) => Arrival::Welcome,
            Err(STOPPED) => Arrival::TooLate,
            Err(_) => Arrival::TooEarly,
        }
    }

    /// Whether the helper waits for a job.
    #[inline]
    pub(super) fn is_ready(&self) -> bool {
        self.state.load(Ordering::Acquire) == OPEN
    }
}
