//! Whether the process was forked. The child has one thread, and no worker of any team.
//!
//! The C library calls a function in the child of each `fork`. It costs nothing until then: a team
//! compares a count when a session begins. Processes that are made without the C library's `fork`,
//! by a system call of one's own, are not noticed.

use core::sync::atomic::{AtomicUsize, Ordering};

/// How often this process and its ancestors were forked, counted in the child.
static FORKS: AtomicUsize = AtomicUsize::new(0);

/// The count of forks up to now.
pub(super) fn count() -> usize {
    FORKS.load(Ordering::Relaxed)
}

/// Begins to count, once.
///
/// # Errors
/// [`Error::ThreadStart`](crate::Error::ThreadStart) if the system refuses.
#[cfg(all(unix, not(loom)))]
pub(super) fn watch() -> crate::Result<()> {
    use std::sync::OnceLock;

    type Handler = Option<unsafe extern "C" fn()>;
    unsafe extern "C" {
        /// POSIX.1-2017.
        fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> core::ffi::c_int;
    }
    unsafe extern "C" fn in_child() {
        FORKS.fetch_add(1, Ordering::Relaxed);
        // A session that was open has lost its workers.
        super::here::forget_token();
    }
    static REFUSED: OnceLock<bool> = OnceLock::new();
    // SAFETY: the handler has the type that POSIX asks for, stays where it is, and neither
    // allocates nor locks.
    let register = || unsafe { pthread_atfork(None, None, Some(in_child)) } != 0;
    if *REFUSED.get_or_init(register) { Err(crate::Error::ThreadStart) } else { Ok(()) }
}

/// There is nothing to watch.
#[cfg(not(all(unix, not(loom))))]
#[allow(clippy::unnecessary_wraps, reason = "the interface of the other")]
pub(super) fn watch() -> crate::Result<()> {
    Ok(())
}
