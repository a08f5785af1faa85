//! Keeping the measuring thread on one core.
//!
//! A thread inherits its maker's cores, so executors that start threads of their own are made, and
//! run, while the caller is not pinned; the team pins its workers itself.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The hardware threads this process may use, lowest first; empty where the system does not say.
#[must_use]
pub fn allowed() -> Vec<usize> {
    sched_getaffinity(None)
        .map(|set| (0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect())
        .unwrap_or_default()
}

/// The calling thread stays on one core while this lives.
pub struct Pinned {
    before: CpuSet,
}

impl Pinned {
    /// Pins the calling thread to `cpu`; none if the system refuses.
    #[must_use]
    pub fn to(cpu: usize) -> Option<Self> {
        let before = sched_getaffinity(None).ok()?;
        let mut only = CpuSet::new();
        if cpu >= CpuSet::MAX_CPU {
            return None;
        }
        only.set(cpu);
        sched_setaffinity(None, &only).ok()?;
        Some(Self { before })
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        // A thread that cannot return to its cores measures on as it is.
        let _ = sched_setaffinity(None, &self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinned_to_one_core_and_back() {
        let before = allowed();
        let Some(&last) = before.last() else {
            println!("SKIPPED the system does not tell the allowed cores");
            return;
        };
        {
            let _pinned = Pinned::to(last).expect("an allowed core");
            assert_eq!(allowed(), [last]);
        }
        assert_eq!(allowed(), before);
        assert!(Pinned::to(usize::MAX).is_none());
    }
}
