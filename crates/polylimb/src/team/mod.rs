//! Work split over threads that are already awake.
//!
//! [`Split`] is what a parallel algorithm sees: so many threads, and a way to run so many parts. The
//! library's own implementation is the team (feature `std`); the laboratory adds others (OpenMP, a
//! thread per call, rayon) to compare. Parts run exactly once each; part 0 runs on the caller.
//!
//! Imports: `error`. Read [`Split`] first.

mod split;

pub use split::{Alone, Split, each_chunk};
