//! Curves `y² + x y = x³ + a x² + b` over `F_2^m`, and their coordinate systems.
//!
//! | file | coordinates | stands for |
//! |---|---|---|
//! | `affine.rs` | `(x, y)` | itself; a division per sum |
//! | `lambda_affine.rs` | `(x, λ)` | `(x, x (x + λ))`: one product less to double |
//! | `projective.rs` | `(X : Y : Z)` | `(X/Z, Y/Z)` |
//! | `jacobian.rs` | `(X : Y : Z)` | `(X/Z², Y/Z³)` |
//! | `lopez_dahab.rs` | `(X : Y : Z)` | `(X/Z, Y/Z²)` |
//! | `lambda_projective.rs` | `(X : L : Z)` | `(X/Z, λ = L/Z)`, the cheapest sums |
//! | `halving.rs` | `(x, λ)` | the half of a point |
//! | `uniform.rs` | López-Dahab | the same, total without a branch |
//!
//! They are [`Coordinates`](super::weierstrass::Coordinates) like those of prime fields, made total by the same
//! [`Vartime`](super::weierstrass::Vartime). The negative of `(x, y)` is `(x, x + y)`. The one point of order 2 is `(0, √b)`, which
//! has no λ: those systems take `x = 0` for it.
//!
//! **The thesis** lists these systems in section 2.3.1 and their costs in Table 45 (after Cohen et al. 2006); M2 is a product by a
//! coefficient. Print and formulas differ in places, and both stand in the files: its equations 2.4 and 2.5 are those of
//! supersingular curves `y² + c y = x³ + a x + b`, not of the curve it names; 2 LD, J + J, A + A = LD, A + A = J and 2 A′ cost
//! other than printed.
//!
//! Read `equation.rs`, then `lopez_dahab.rs`.

mod affine;
mod equation;
mod halving;
mod jacobian;
mod lambda_affine;
mod lambda_projective;
mod lopez_dahab;
mod projective;
#[cfg(any(feature = "engines", test))]
mod systems;
mod uniform;

pub use affine::{Affine, supersingular};
pub use equation::{contains, right_side};
pub use halving::Halving;
pub use jacobian::Jacobian;
pub use lambda_affine::LambdaAffine;
pub use lambda_projective::{LambdaPoint, LambdaProjective};
pub use lopez_dahab::{LopezDahab, LopezDahabPoint};
pub use projective::Projective;
#[cfg(any(feature = "engines", test))]
pub use systems::{BINARY_COORDINATES, BinarySystem, find_binary_coordinates};
pub use uniform::Uniform;
