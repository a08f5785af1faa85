//! One pairing, or one product of pairings, on several threads.
//!
//! | file | what threads share |
//! |---|---|
//! | `miller.rs` | the Miller loop: one thread has the points, both accumulate |
//! | `power.rs` | a power in the cyclotomic subgroup: one thread squares, the other multiplies |
//! | `final_exponentiation.rs` | the powers, and the products that wait for none of them |
//!
//! What takes turns between two threads here takes microseconds at a time, not one product as in
//! [`DualCore`](crate::field::DualCore): a few queues from one thread to the other for a whole pairing. The value is that of one thread. Constant time as on one:
//! who computes what depends on the curve and on the numbers of pairs and threads alone.

mod final_exponentiation;
mod miller;
mod power;

use crate::field::Field;
use crate::field::extension::Quadratic;

/// A field of `p²` elements that several threads compute in at once.
pub trait SharedQuadratic:
    Quadratic<El: Send + Sync, Base: Field<El: Send + Sync>> + Send + Sync
{
}

impl<Q> SharedQuadratic for Q where
    Q: Quadratic<El: Send + Sync, Base: Field<El: Send + Sync>> + Send + Sync
{
}
