//! Coordinate systems of curves `y² + x y = x³ + a x² + b` over `F_2^m` that
//! `polylimb::authors::curve` does not have.
//!
//! | file | coordinates | stands for |
//! |---|---|---|
//! | `affine.rs` | `(x, y)` | itself; a division per addition |
//! | `lambda_affine.rs` | `(x, λ)` | `(x, x (x + λ))`: one product less to double |
//! | `lambda_projective.rs` | `(X : L : Z)` | `(X/Z, λ = L/Z)`: the cheapest additions |
//! | `projective.rs` | `(X : Y : Z)` | `(X/Z, Y/Z)` |
//! | `jacobian.rs` | `(X : Y : Z)` | `(X/Z², Y/Z³)` |
//! | `halving.rs` | `(x, λ)` | the half of a point |
//!
//! **`[Arruda2014]`** lists these systems in section 2.3.1 and their costs in Table 45 (after
//! `[Cohen2006]`); M2 is a product by a coefficient. Print and formulas differ in places, and the
//! files give both. Equations 2.4 and 2.5 are for supersingular curves `y² + c y = x³ + a x + b`,
//! not for the curve it names. The costs of 2 LD, J + J, A + A = LD, A + A = J and 2 A′ differ from
//! the printed ones.
//!
//! Imports: `polylimb::authors::curve`. Read `affine.rs`, then `lambda_affine.rs`.

mod affine;
mod halving;
mod jacobian;
mod lambda_affine;
mod lambda_projective;
mod projective;

pub use affine::Affine;
pub use halving::Halving;
pub use jacobian::Jacobian;
pub use lambda_affine::LambdaAffine;
pub use lambda_projective::{LambdaPoint, LambdaProjective};
pub use projective::Projective;
