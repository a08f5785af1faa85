//! The state of the current thread: its token, and whether it runs a part.

use super::sync::thread_local;
use core::cell::Cell;

#[cfg(not(loom))]
thread_local! {
    static IN_PART: Cell<bool> = const { Cell::new(false) };
}
// Loom's macro knows no `const`.
#[cfg(loom)]
thread_local! {
    static IN_PART: Cell<bool> = Cell::new(false);
}

/// A number that no other living thread has, and never 0.
pub(super) fn token() -> usize {
    IN_PART.with(|flag| core::ptr::from_ref(flag).addr())
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
