//! Modular exponentiation: one file per method, over any [`ModMul`](crate::modmul::ModMul).
//!
//! **Who calls what.** Applications call [`Modulus::pow`](crate::modmul::Modulus::pow) and its sisters. The laboratory and the tests go
//! through [`METHODS`]: a [`Method`] has a name, a source, a number of lanes, and a function that computes one [`Job`].
//!
//! Where more is known: [`fixed_base`] (many exponents, one base), [`product`] (several powers multiplied) and [`crt`] (the
//! factors of the modulus). The first two have registries of their own.
//!
//! **Lanes** are threads that each run a whole chain of multiplications of their own; the multiplication
//! below may be parallel itself, but then the lanes should be one. [`model`] says what is expected of them.
//!
//! **Secrets.** A method whose [`ConstantTime`](crate::modmul::ConstantTime) is `Yes` takes time by the exponent's *stated* length
//! ([`Exponent::len`]) only, if the multiplication is constant-time too.
//!
//! Imports: `modmul` and what is below it. Read [`Exponent`], [`Accumulator`], then `binary_left_to_right.rs`.
//!
//! ```
//! use polylimb::modmul::{Modulus, Options};
//! let modulus = Modulus::new(&[101], &Options::default())?;
//! assert_eq!(modulus.pow(&[3], &[100])?, [1]);
//! # Ok::<(), polylimb::Error>(())
//! ```

mod accumulator;
mod batch;
mod face;
mod lane_product;
mod lanes;
mod lazy_accumulator;
mod lines;
pub mod model;
mod registry;
mod table;

// The methods.
mod binary_left_to_right;
mod binary_right_to_left;
mod fixed_window;
mod k_ary;
mod montgomery_ladder;
mod parallel_binary;
mod parallel_fixed_window;
mod parallel_k_ary;
mod parallel_right_to_left;
mod parallel_sliding_window;
mod sliding_window;

// More is known than one base and one exponent.
pub mod crt;
pub mod fixed_base;
pub mod product;

pub use crate::limb::Bits as Exponent;
pub use accumulator::Accumulator;
pub use batch::{BatchJob, BatchOptions, BatchPowm, pow_batch};
pub use crt::CrtModulus;
pub use fixed_base::{FixedBase, FixedBaseOptions};
pub use registry::{Job, METHODS, Method, Width, find};
