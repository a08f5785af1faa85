//! Coordinate systems by name: the library's and the rest of the literature's.
//!
//! | module | what it is |
//! |---|---|
//! | [`weierstrass`] | of curves `y² = x³ + a x + b` over prime fields |
//! | [`binary`] | of curves `y² + x y = x³ + a x² + b` over `F_2^m` |
//! | [`COORDINATES`] | by name; each makes an [`AnyCurve`](crate::erased::AnyCurve) of parameters |
//!
//! Imports: `erased`, `polylimb::authors::curve`. Read `registry.rs`, then
//! `weierstrass/affine_law.rs`.

#[cfg(feature = "full")]
mod any_polynomial;
pub mod binary;
#[cfg(feature = "full")]
mod registry;
pub mod weierstrass;

#[cfg(feature = "full")]
pub(crate) use any_polynomial::{AnyPolynomial, any_polynomial};
#[cfg(feature = "full")]
pub use registry::{COORDINATES, Make, System, find, of};
