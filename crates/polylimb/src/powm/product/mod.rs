//! Products of powers `Π g_i^(e_i)`, as equations to verify have them: one chain of squarings for all terms.
//!
//! All in variable time, for public bases and exponents only.
//! [`Modulus::product_of_powers_vartime`](crate::modmul::Modulus::product_of_powers_vartime) is the checked face and chooses a [`Method`] of
//! [`METHODS`] by the number of terms and bits.
//!
//! **Lanes** share the terms; each has a chain of squarings of its own, so they pay where terms are many.
//!
//! Read `interleaved.rs` first.

mod face;
mod interleaved;
mod pippenger;
mod registry;
mod straus;

pub use registry::{Job, METHODS, Method, Term, choose, find};
