//! Curves over eight lanes: the methods of the engines, for eight scalars and points at a time.
//!
//! [`eights`] makes the batches of an engine: regular windows and a signed comb over
//! [`FixedLanes`](crate::field::lanes::FixedLanes), on secp256k1 of the halves of the scalars, one
//! inversion for all results of a part. Each
//! lane reads its own entry of its table, by selection over all entries. Scalars are recoded before
//! the lanes begin, by the code that recodes one scalar. A single multiple of the generator is
//! split over the lanes; one of another point, where `a` is -3, has its coordinates in four lanes.
//! The generator's tables are made over lanes when they are first needed.
//!
//! Lanes without a job or with an invalid point multiply the generator. Their results are dropped,
//! and the engine returns the error of the point. Results are the same as without lanes, bit for
//! bit.
//!
//! **Constant time** where the methods are. Read `curve.rs`, `operations.rs`; for one multiple
//! `far_windows.rs` and `across.rs`.

#[cfg(target_arch = "x86_64")]
mod across;
mod curve;
mod digits;
mod far_windows;
mod operations;
mod public_sums;
mod roots;

pub(super) use curve::eights;
