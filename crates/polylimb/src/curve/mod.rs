//! Elliptic curves: group laws by coordinate system, over any field.
//!
//! | module | what it is |
//! |---|---|
//! | [`Group`] | a total group law: the interface for scalar multiplications |
//! | [`Curve`], [`AffinePoint`], [`Coordinates`], [`Vartime`] | the model of all coordinates |
//! | [`weierstrass`] | `y² = x³ + a x + b`: the coordinate systems, the complete formulas |
//! | [`binary`] | `y² + x y = x³ + a x² + b` over `F_2^m`: coordinates, a law without branches |
//! | [`edwards`] | `-x² + y² = 1 + d x² y²`: a complete law for all points |
//! | [`Montgomery`] | `v² = u³ + A u² + u`: multiples by the coordinate `u` alone |
//! | [`named`] | curves by name and by their parameters |
//!
//! **A formula is a function of a field**, independent of words and lanes. Independent products go
//! into one call of [`Field::products`](crate::field::Field::products). Published formulas are
//! wrong for some pairs of points; [`Vartime`] makes a total law of them by branches.
//! [`Complete`](weierstrass::Complete) has no branches, so it serves secrets and lanes.
//!
//! Imports: `field` and the layers below it. Read [`Group`], then `weierstrass/jacobian.rs`.
//!
//! ```
//! use polylimb::authors::curve::{Complete, Jacobian};
//! use polylimb::authors::curve::{AffinePoint, Coefficient, Curve, Group, Vartime};
//! use polylimb::authors::field::prime::Toy;
//! // The point (1, 5) of y² = x³ + 4 x + 20 modulo 29, doubled by two laws.
//! let curve = Curve::new(Toy::new(29)?, 4, 20, Coefficient::Any);
//! let (quick, safe) = (Vartime::<_, Jacobian>::new(curve), Complete::new(curve));
//! let p = AffinePoint::new(1, 5);
//! let mut twice = [p; 2];
//! quick.normalise(&[quick.double(&quick.lift(&p))], &mut twice[..1]);
//! safe.normalise(&[safe.double(&safe.lift(&p))], &mut twice[1..]);
//! assert_eq!((twice[0].x, twice[0].y), (twice[1].x, twice[1].y));
//! # Ok::<(), polylimb::Error>(())
//! ```

pub(crate) mod binary;
pub(crate) mod edwards;
#[cfg(any(all(feature = "protocol", feature = "std"), test))]
pub(crate) mod edwards_eights;
mod group;
#[cfg(all(feature = "alloc", target_arch = "x86_64", any(feature = "protocol", test)))]
mod ladder_25519;
#[cfg(any(all(feature = "protocol", feature = "std"), test))]
mod ladder_25519_eights;
mod model;
mod montgomery;
#[cfg(any(feature = "engine", test))]
pub(crate) mod named;
mod out_of_line;
mod vartime;
pub(crate) mod weierstrass;

pub use group::{ConstantTimeGroup, Group};
#[cfg(all(feature = "protocol", target_arch = "x86_64"))]
pub(crate) use ladder_25519::multiply_in_lanes;
#[cfg(all(feature = "protocol", feature = "std"))]
pub(crate) use ladder_25519_eights::ladder_in_eights;
pub(crate) use model::coordinates;
pub use model::{AffinePoint, Coefficient, Coordinates, Curve};
pub use montgomery::{LinePoint, Montgomery};
pub(crate) use out_of_line::OutOfLine;
pub use vartime::Vartime;
