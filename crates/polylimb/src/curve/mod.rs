//! Elliptic curves: group laws by coordinate system, over any field.
//!
//! | module | what it is |
//! |---|---|
//! | [`Group`] | a total group law: what a scalar multiplication needs to know |
//! | [`weierstrass`] | `y² = x³ + a x + b`: the coordinate systems, the complete formulas |
//! | [`binary`] | `y² + x y = x³ + a x² + b` over `F_2^m`: the coordinate systems, a law without branches |
//! | [`edwards`] | `-x² + y² = 1 + d x² y²`: a complete law for all points |
//! | [`Montgomery`] | `v² = u³ + A u² + u`: multiples by the coordinate `u` alone |
//! | [`named`] | curves by name and by their parameters |
//! | [`COORDINATES`] | the registry of coordinate systems, which makes an [`AnyCurve`] of parameters |
//!
//! **A formula is a function of a field** and knows neither its words nor its lanes. Products that do not depend on
//! each other go into one call of [`Field::products`](crate::field::Field::products). Formulas as published are right for most
//! pairs of points only; [`Vartime`](weierstrass::Vartime) makes a total law of them by branches,
//! [`Complete`](weierstrass::Complete) has none and so serves secrets and lanes.
//!
//! Imports: `field` and what is below it. Read [`Group`], then `weierstrass/jacobian.rs`.
//!
//! ```
//! use polylimb::curve::find_coordinates;
//! use polylimb::curve::named::Parameters;
//! use polylimb::modmul::{Modulus, Options};
//! let parameters = Parameters::named("P-256")?;
//! let modulus = Modulus::new(parameters.prime(), &Options::default())?;
//! let curve = find_coordinates("jacobian")?.build(&parameters, modulus.modmul().clone())?;
//! assert_eq!(curve.coordinate_bytes(), 32);
//! # Ok::<(), polylimb::Error>(())
//! ```

#[cfg(any(feature = "engines", test))]
mod any;
pub mod binary;
pub mod edwards;
#[cfg(any(feature = "engines", test))]
mod erased;
mod group;
mod montgomery;
#[cfg(any(feature = "engines", test))]
pub mod named;
#[cfg(any(feature = "engines", test))]
mod out_of_line;
mod stored;
#[cfg(any(feature = "engines", test))]
mod systems;
pub mod weierstrass;

#[cfg(any(feature = "engines", test))]
pub use any::AnyCurve;
#[cfg(any(feature = "engines", test))]
pub(crate) use any::{BySize, LARGE, MEDIUM, SMALL};
#[cfg(any(feature = "engines", test))]
pub(crate) use erased::{Erased, Words};
pub use group::{AffineCodec, ConstantTimeGroup, Group};
pub use montgomery::{LinePoint, Montgomery};
#[cfg(any(feature = "engines", test))]
pub(crate) use out_of_line::OutOfLine;
pub use stored::Stored;
#[cfg(any(feature = "engines", test))]
pub use systems::{COORDINATES, System, find_coordinates};
