//! The life of a worker: look into the mailbox, run a share of the parts, report, wait.

use super::here;
use super::mailbox::{Job, Mail, Mailbox};
use super::sync::thread;
use super::wait::Patience;
use core::panic::AssertUnwindSafe;
use std::boxed::Box;
use std::panic::catch_unwind;

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
