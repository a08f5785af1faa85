//! Keeps the measuring thread on one core, on Linux; elsewhere the scheduler places it.
//!
//! A thread inherits its maker's cores. Executors that start threads of their own are therefore
//! made, and run, while the caller is not pinned; the team pins its workers itself.

#[cfg(any(target_os = "linux", target_os = "android"))]
mod affinity {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    pub(super) fn allowed() -> Vec<usize> {
        sched_getaffinity(None)
            .map(|set| (0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect())
            .unwrap_or_default()
    }

    pub(super) fn allow(cpus: &[usize]) -> bool {
        let mut set = CpuSet::new();
        if cpus.iter().any(|&cpu| cpu >= CpuSet::MAX_CPU) {
            return false;
        }
        for &cpu in cpus {
            set.set(cpu);
        }
        sched_setaffinity(None, &set).is_ok()
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod affinity {
    pub(super) fn allowed() -> Vec<usize> {
        Vec::new()
    }

    pub(super) fn allow(_: &[usize]) -> bool {
        false
    }
}

/// The hardware threads that the calling thread may use, lowest first; empty if the system does not
/// tell them.
#[must_use]
pub fn allowed() -> Vec<usize> {
    affinity::allowed()
}

/// Keeps the calling thread on one core until dropped.
pub struct Pinned {
    before: Vec<usize>,
}

impl Pinned {
    /// Pins the calling thread to `cpu`; `None` if the system refuses.
    #[must_use]
    pub fn to(cpu: usize) -> Option<Self> {
        let before = allowed();
        affinity::allow(&[cpu]).then_some(Self { before })
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        // If the thread cannot return to its cores, measuring goes on where it is.
        affinity::allow(&self.before);
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
