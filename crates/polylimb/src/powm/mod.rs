//! Modular exponentiation: one file per method, over any [`ModMul`](crate::modmul::ModMul).
//!
//! **Layers.** Applications call [`Modulus::pow`](crate::modmul::Modulus::pow) and its variants.
//! The laboratory and the tests use lists of [`Entry`]s: the two of [`METHODS`], and the entries of
//! the crate `polylimb-catalogue`. An entry computes one [`Job`]. [`authors`] explains how to write
//! one.
//!
//! Special cases: [`fixed_base`] (many exponents, one base), [`product`] (several powers
//! multiplied) and [`crt`] (known factors of the modulus). The first two have lists of their own.
//!
//! **Threads.** A method of several threads runs a whole chain of multiplications on each. The
//! multiplication may be parallel itself, but then the method should have one thread. [`model`]
//! predicts the cost of a method.
//!
//! **Secrets.** A method whose [`ConstantTime`](crate::modmul::ConstantTime) is `Yes` takes a time
//! that depends only on the exponent's *stated* length ([`Exponent::len`]), if the multiplication
//! is constant-time, too.
//!
//! Imports: `modmul` and the layers below it. Read [`Exponent`], [`authors`], then
//! `fixed_window.rs`.
//!
//! ```
//! use polylimb::modmul::{Modulus, Options};
//! let modulus = Modulus::new(&[101], &Options::default())?;
//! assert_eq!(modulus.pow(&[3], &[100])?, [1]);
//! # Ok::<(), polylimb::Error>(())
//! ```

mod accumulator;
pub mod authors;
mod batch;
mod face;
mod lazy_accumulator;
mod lines;
pub mod model;
mod part_product;
mod registry;
mod table;

// The methods.
mod fixed_window;
mod sliding_window;

// The special cases.
pub mod crt;
pub mod fixed_base;
pub mod product;

pub use crate::limb::Bits as Exponent;
use accumulator::Accumulator;
pub use batch::{BatchJob, BatchOptions, BatchPowm, pow_batch};
pub use crt::CrtModulus;
pub use fixed_base::{FixedBase, FixedBaseOptions};
pub use registry::{Entry, Job, METHODS, Make, Width, find};
