//! Scalar multiplication, studied in several ways.
//!
//! [`methods`] finds the fastest method, recoding and coordinates on a curve, with the operations
//! of each; [`binary`] does so on binary curves. [`inside`] keeps the method and compares modular
//! multiplications, thread counts and ways of squaring. [`settle`] measures the first
//! multiplication after a pause. `points` has the numbers that all rows share and the independent
//! results, [`two_cores`] the formulas with their products on two cores, `bare` products outside of
//! any curve, `probe` the clock around single products. Read `methods.rs`, then `inside.rs`.

mod bare;
pub mod binary;
pub mod inside;
pub mod methods;
mod named;
mod points;
mod probe;
pub mod settle;
pub mod two_cores;

use crate::registry::curve::Chosen;
use std::sync::Arc;

/// A curve that several studies share.
pub type Curve = Arc<Chosen>;
