//! Modular exponentiation: one file per method, over any [`ModMul`].
//!
//! **Layers.** Applications call [`Modulus::pow`](crate::modmul::Modulus::pow) and its variants.
//! The laboratory and the tests use lists of [`Entry`]s, which
//! [`authors::powm`](crate::authors::powm) explains: two here, the others in the crate
//! `polylimb-catalogue`. An entry computes one [`Job`].
//!
//! Special cases: [`FixedBase`] (many exponents, one base), products of several powers
//! ([`Modulus::product_of_powers_vartime`](crate::modmul::Modulus::product_of_powers_vartime)) and
//! [`CrtModulus`] (known factors of the modulus). The first two have lists of their own.
//!
//! **Threads.** A method of several threads runs a whole chain of multiplications on each. The
//! multiplication may be parallel itself, but then the method should have one thread. `model.rs`
//! predicts the cost of a method.
//!
//! **Secrets.** A method whose [`ConstantTime`](crate::authors::entry::ConstantTime) is `Yes` takes
//! a time that depends only on the exponent's *stated* length ([`Exponent::len`]), if the
//! multiplication is constant-time, too.
//!
//! Imports: `modmul` and the layers below it. Read [`Exponent`], `authors/powm.rs`, then
//! `fixed_window.rs`.
//!
//! [`Entry`]: crate::authors::powm::Entry
//! [`Job`]: crate::authors::powm::Job
//! [`ModMul`]: crate::authors::modmul::ModMul
//!
//! ```
//! use polylimb::modmul::{Modulus, Options};
//! let modulus = Modulus::new(&[101], &Options::default())?;
//! assert_eq!(modulus.pow(&[3], &[100])?, [1]);
//! # Ok::<(), polylimb::Error>(())
//! ```

pub(crate) mod accumulator;
mod batch;
mod face;
pub(crate) mod model;
pub(crate) mod registry;
pub(crate) mod table;

// The methods.
pub(crate) mod fixed_window;
pub(crate) mod sliding_window;

// The special cases.
pub(crate) mod crt;
pub(crate) mod fixed_base;
pub(crate) mod primes;
pub(crate) mod product;

pub use crate::limb::Bits as Exponent;
use accumulator::Accumulator;
pub use batch::{BatchJob, BatchOptions, BatchPowm};
pub use crt::CrtModulus;
pub use fixed_base::{FixedBase, FixedBaseOptions};
pub use primes::{random_prime, random_safe_prime};
