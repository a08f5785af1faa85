//! Products of powers `Π g_i^(e_i)`, as in verification equations: one chain of squarings for all
//! terms.
//!
//! All in variable time, for public bases and exponents only.
//! [`Modulus::product_of_powers_vartime`](crate::modmul::Modulus::product_of_powers_vartime) is the
//! checked face and chooses one of [`METHODS`] by the number of terms and bits.
//!
//! **Threads** share the terms; each has its own chain of squarings, so they pay for many terms.
//!
//! Read `interleaved.rs` first.

mod face;
mod interleaved;
mod pippenger;
mod registry;
mod straus;

pub use registry::{Entry, Job, METHODS, Make, Term, choose, find};
