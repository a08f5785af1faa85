//! Work split over threads that are already awake.
//!
//! [`Split`] is the interface for parallel algorithms: a number of threads, and a way to run parts.
//! The library implements it as [`Team`] (feature `std`); the laboratory adds others (OpenMP, a
//! thread per call, rayon) to compare. Each part runs exactly once; part 0 runs on the caller.
//!
//! A team's threads are started once. Each has one mailbox, a cache line that carries the job there
//! and the completion back, so a hand-over costs one round trip of a cache line between two cores,
//! and no lock, no allocation and no system call.
//!
//! | file | what it holds |
//! |---|---|
//! | `split.rs` | the interface, [`Alone`], [`each_chunk`] |
//! | `narrowed.rs` | a team that uses only some of its threads |
//! | `pipe.rs` | a queue from one part to another |
//! | `threads.rs` | [`Team`]: sessions and runs, the sides of the caller and of the worker |
//! | `two_levels.rs` | groups of threads, each with helpers of its own |
//! | `mailbox.rs` | the line between them, its states and its memory orderings |
//! | `wait.rs` | how long to spin before yielding |
//! | `here.rs` | what the current thread is doing |
//! | `fork.rs` | whether the process was forked |
//! | `builder.rs` | starting threads, binding them to cores |
//! | `sync.rs` | the primitives, from the standard library or the model checker |
//!
//! Imports: `error`. Read [`Split`] first, then `mailbox.rs`.
//!
//! ```
//! use polylimb::{Alone, Split};
//! use std::sync::atomic::{AtomicUsize, Ordering};
//! let sum = AtomicUsize::new(0);
//! Alone.run(4, &|part| {
//!     sum.fetch_add(part, Ordering::Relaxed);
//! });
//! assert_eq!(sum.into_inner(), 6);
//! ```

#[cfg(feature = "engine")]
mod later;
#[cfg(feature = "alloc")]
mod narrowed;
#[cfg(feature = "alloc")]
mod pipe;
mod split;

#[cfg(feature = "std")]
mod builder;
#[cfg(feature = "std")]
mod fork;
#[cfg(feature = "std")]
mod here;
#[cfg(feature = "std")]
mod mailbox;
#[cfg(feature = "std")]
mod sync;
#[cfg(feature = "std")]
mod threads;
#[cfg(all(feature = "std", not(loom)))]
mod two_levels;
#[cfg(feature = "std")]
mod wait;

#[cfg(feature = "engine")]
pub(crate) use later::{Later, later};
#[cfg(feature = "alloc")]
pub(crate) use narrowed::narrowed;
#[cfg(feature = "alloc")]
pub(crate) use pipe::Reader;
#[cfg(feature = "alloc")]
pub use pipe::{End, Pipe, Writer};
pub use split::{Alone, Split, each_chunk};
#[cfg(feature = "engine")]
pub(crate) use split::{clear_wiping, map_parts, move_wiping};
#[cfg(feature = "std")]
pub use threads::Team;
