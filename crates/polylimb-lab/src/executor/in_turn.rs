//! Runs the parts of a call one after another on the caller, under observation; not for speed.

use polylimb::{Alone, Split};

/// Is notified of every call and every part.
pub trait Watch: Send + Sync {
    /// A call begins.
    fn call_begins(&self);
    /// A part has ended.
    fn part_ended(&self);
    /// All parts of the call have ended.
    fn call_ended(&self);
}

/// Reports a number of threads, and runs everything on the caller.
#[derive(Debug)]
pub struct InTurn<W> {
    threads: usize,
    watch: W,
}

impl<W: Watch> InTurn<W> {
    /// Reports `threads` threads, at least 1.
    pub fn new(threads: usize, watch: W) -> Self {
        Self { threads: threads.max(1), watch }
    }

    /// The observer.
    pub const fn watch(&self) -> &W {
        &self.watch
    }
}

// SAFETY: `Alone` calls each part once, and has returned when this returns.
unsafe impl<W: Watch> Split for InTurn<W> {
    fn threads(&self) -> usize {
        self.threads
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        self.watch.call_begins();
        Alone.run(parts, &|i| {
            part(i);
            self.watch.part_ended();
        });
        self.watch.call_ended();
    }
}
