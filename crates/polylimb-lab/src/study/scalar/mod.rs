//! Scalar multiplication, in three ways to look at it.
//!
//! [`methods`] asks which method, recoding and coordinates are fastest on a curve, with the operations each of them takes; [`binary`] asks it on binary curves. [`inside`] keeps the
//! method and asks what each modular multiplication, thread count and way of squaring makes of it. [`settle`] asks what the first one after a
//! pause takes. `points` has the numbers that all rows share and the
//! independent results, [`two_cores`] the formulas with their products on two cores, `bare` products outside of any curve, `probe` the clock around single products. Read `methods.rs`, then `inside.rs`.

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
