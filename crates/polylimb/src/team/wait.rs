//! Waiting for another thread: spin while it is likely to answer at once, then let others run.
//!
//! A system call costs more than a whole hand-over, so a thread with a core of its own spins for
//! tens of microseconds before its first one. With more threads than cores the one waited for may
//! be waiting for *this* core, so the thread yields almost at once.

use super::sync::thread;

/// Looks at the mailbox before the first yield, when every thread can have a core.
const LOOKS: u32 = 4096;

/// Looks before the first yield when there are more threads than cores.
const LOOKS_OVERSUBSCRIBED: u32 = 16;

/// Yields before an idle worker, outside a session, goes to sleep.
const YIELDS: u32 = 16;

/// How long the threads of one team spin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    looks: u32,
}

impl Patience {
    /// The patience of a team of `threads` threads on this machine.
    pub(super) fn new(threads: usize) -> Self {
        let looks = if threads <= cores() { LOOKS } else { LOOKS_OVERSUBSCRIBED };
        Self { looks }
    }

    /// Begins to wait.
    pub(super) fn wait(self) -> Wait {
        Wait { patience: self, looks: 0, yields: 0 }
    }
}

/// One wait; call [`Wait::pause`] between two looks.
pub(super) struct Wait {
    patience: Patience,
    looks: u32,
    yields: u32,
}

impl Wait {
    /// Lets a little time pass.
    #[inline]
    pub(super) fn pause(&mut self) {
        if cfg!(not(loom)) && self.looks < self.patience.looks {
            self.looks += 1;
            core::hint::spin_loop();
        } else {
            self.give_way();
        }
    }

    /// Yields the core, then spins half as long before the next time.
    #[cold]
    fn give_way(&mut self) {
        self.looks = self.patience.looks / 2;
        self.yields = self.yields.saturating_add(1);
        thread::yield_now();
    }

    /// Whether this has lasted so long that sleeping is better. At once in the model checker, where
    /// every further look multiplies the states.
    pub(super) fn is_long(&self) -> bool {
        cfg!(loom) || self.yields >= YIELDS
    }
}

#[cfg(not(loom))]
fn cores() -> usize {
    thread::available_parallelism().map_or(1, core::num::NonZero::get)
}

#[cfg(loom)]
fn cores() -> usize {
    1
}
