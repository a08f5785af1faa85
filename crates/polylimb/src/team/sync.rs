//! The primitives of the team: the standard library's, or loom's under `--cfg loom`, which runs a
//! test with each interleaving and each value that the memory orderings allow.

/// The standard one in both builds: loom's does not hold slices, and the checked protocol does not
/// depend on it.
pub(super) use std::sync::Arc;

#[cfg(loom)]
pub(super) use loom::{
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
    thread::{self, Builder, JoinHandle},
    thread_local,
};

#[cfg(loom)]
pub(super) use loom::cell::UnsafeCell;

#[cfg(not(loom))]
pub(super) use std::{
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
    thread::{self, Builder, JoinHandle},
    thread_local,
};

/// `core`'s cell with the interface of loom's, which checks that no two accesses race.
#[cfg(not(loom))]
pub(super) struct UnsafeCell<T>(core::cell::UnsafeCell<T>);

#[cfg(not(loom))]
impl<T> UnsafeCell<T> {
    pub(super) fn new(value: T) -> Self {
        Self(core::cell::UnsafeCell::new(value))
    }

    pub(super) fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        read(self.0.get())
    }

    pub(super) fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        write(self.0.get())
    }
}
