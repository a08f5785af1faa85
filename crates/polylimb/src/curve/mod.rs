//! Elliptic curves: group laws by coordinate system, over any field.
//!
//! | module | what it is |
//! |---|---|
//! | [`Group`] | a total group law: what a scalar multiplication needs to know |
//! | [`weierstrass`] | `y² = x³ + a x + b`: the coordinate systems, the complete formulas |
//!
//! **A formula is a function of a field** and knows neither its words nor its lanes. Products that do not depend on
//! each other go into one call of [`Field::products`](crate::field::Field::products). Formulas as published are right for most
//! pairs of points only; [`Vartime`](weierstrass::Vartime) makes a total law of them by branches,
//! [`Complete`](weierstrass::Complete) has none and so serves secrets and lanes.
//!
//! Imports: `field` and what is below it. Read [`Group`], then `weierstrass/jacobian.rs`.

#[cfg(feature = "alloc")]
mod erased;
mod group;
mod stored;
pub mod weierstrass;

#[cfg(feature = "alloc")]
pub(crate) use erased::{Erased, Words};
pub use group::{ConstantTimeGroup, Group};
pub use stored::Stored;
