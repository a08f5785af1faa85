//! Curves over eight lanes: the methods of the engines, for eight scalars and points at a time.
//!
//! [`Batched`] is an engine that hands single operations to another engine and takes batches in eights: regular windows and a signed comb over
//! [`FixedLanes`](crate::field::lanes::FixedLanes), one inversion for all results of a part. Each lane reads its own entry of its table, by selection over all
//! entries. Digits are written before the lanes begin, by the code that writes those of one scalar.
//!
//! Lanes without a job, and those whose point is invalid, multiply the generator; their results are dropped, and what is wrong with a point is what the
//! other engine says. Results are the same as those of the other engine, bit for bit.
//!
//! **Constant time** as the methods are. Read `curve.rs`, `operations.rs`, then `engine.rs`.

mod comb;
mod curve;
mod digits;
mod engine;
mod operations;
mod parts;

pub(super) use engine::batched;
#[cfg(feature = "protocol")]
pub(crate) use parts::in_eights;
