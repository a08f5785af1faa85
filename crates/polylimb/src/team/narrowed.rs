//! A team that uses only some of its threads.

use super::{Alone, Split};
use alloc::sync::Arc;

/// `team`, claiming no more than `threads` of its threads.
pub(crate) fn narrowed(team: Arc<dyn Split>, threads: usize) -> Arc<dyn Split> {
    match threads {
        1 => Arc::new(Alone),
        _ if threads == team.threads() => team,
        _ => Arc::new(Narrowed { team, threads }),
    }
}

struct Narrowed {
    team: Arc<dyn Split>,
    threads: usize,
}

// SAFETY: each call is one call of the team's `run`, which keeps the promise.
unsafe impl Split for Narrowed {
    fn threads(&self) -> usize {
        self.threads
    }

    /// Algorithms make one part for each thread, so the team's other threads stay idle.
    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        self.team.run(parts, part);
    }

    fn hold(&self, work: &mut dyn FnMut()) {
        self.team.hold(work);
    }
}
