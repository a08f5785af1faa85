//! The state of the current thread: its token, and whether it runs a part.

use super::sync::thread_local;
use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering};

/// The token of a thread that has had no session.
const NONE: usize = usize::MAX;

#[cfg(not(loom))]
thread_local! {
    static IN_PART: Cell<bool> = const { Cell::new(false) };
    static TOKEN: Cell<usize> = const { Cell::new(NONE) };
}
// Loom's macro knows no `const`.
#[cfg(loom)]
thread_local! {
    static IN_PART: Cell<bool> = Cell::new(false);
    static TOKEN: Cell<usize> = Cell::new(NONE);
}

/// The last token given out; 0 is none's. Outside of the model: tokens only have to differ.
static TOKENS: AtomicUsize = AtomicUsize::new(0);

/// The thread's number, which no other thread has, if [`take_token`] gave it one.
pub(super) fn token() -> usize {
    TOKEN.with(Cell::get)
}

/// As [`token`], and gives the thread one if it has none.
pub(super) fn take_token() -> usize {
    if token() == NONE {
        TOKEN.with(|token| token.set(TOKENS.fetch_add(1, Ordering::Relaxed) + 1));
    }
    token()
}

/// The thread is another one now, so no session is its own.
#[cfg(all(unix, not(loom)))]
pub(super) fn forget_token() {
    TOKEN.with(|token| token.set(NONE));
}

/// Whether the current thread runs a part of any team. If so, it must not wait for a team, because
/// the team's other threads may be waiting for it.
pub(super) fn in_part() -> bool {
    IN_PART.with(Cell::get)
}

/// Says whether the current thread runs a part from now on.
pub(super) fn set_in_part(on: bool) {
    IN_PART.with(|flag| flag.set(on));
}
