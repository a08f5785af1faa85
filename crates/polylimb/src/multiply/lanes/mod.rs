//! Curves over eight lanes: the methods of the engines, for eight scalars and points at a time.
//!
//! [`Batched`] is an engine that takes batches in eights: regular windows and a signed comb over
//! [`FixedLanes`](crate::field::lanes::FixedLanes), one inversion for all results of a part. Each lane reads its own entry of its table, by selection over all
//! entries. Digits are written before the lanes begin, by the code that writes those of one scalar. A single multiple of the generator is shared out over the
//! lanes; other single operations go to another engine.
//!
//! Lanes without a job, and those whose point is invalid, multiply the generator; their results are dropped, and what is wrong with a point is what the
//! other engine says. Results are the same as those of the other engine, bit for bit.
//!
//! **Constant time** as the methods are. Read `curve.rs`, `operations.rs`, then `engine.rs`; for one multiple `far_windows.rs` and `one_multiple.rs`.

mod comb;
mod curve;
mod digits;
mod engine;
mod far_windows;
mod one_multiple;
mod operations;
mod parts;

pub(super) use engine::batched;
#[cfg(all(feature = "protocol", target_arch = "x86_64"))]
pub(crate) use parts::in_eights;
