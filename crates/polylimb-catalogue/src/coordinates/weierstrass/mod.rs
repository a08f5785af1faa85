//! Coordinate systems of curves `y² = x³ + a x + b` over fields of characteristic above 3.
//!
//! | file | coordinates | stands for |
//! |---|---|---|
//! | `affine_law.rs` | `(x, y)` | itself; a division per addition |
//! | `projective.rs` | `(X : Y : Z)` | `(X/Z, Y/Z)` |
//! | `jacobian_forms.rs` | `(X : Y : Z)` and further values | one formula for all forms below |
//! | `chudnovsky.rs` | Jacobian with `Z²`, `Z³` | `(X/Z², Y/Z³)` |
//! | `modified_jacobian.rs` | Jacobian with `a Z⁴` | the same |
//! | `jacobian_bernstein_lange.rs` | `(X : Y : Z)` | the same, squares for products |
//!
//! Imports: `polylimb::authors::curve`. Read `affine_law.rs`, then `chudnovsky.rs`.

mod affine_law;
mod chudnovsky;
mod jacobian_bernstein_lange;
mod jacobian_coordinates;
pub mod jacobian_forms;
mod modified_jacobian;
mod projective;

pub use affine_law::Affine;
pub use chudnovsky::{Chudnovsky, ChudnovskyPoint};
pub use jacobian_bernstein_lange::JacobianBernsteinLange;
pub use modified_jacobian::{ModifiedJacobian, ModifiedJacobianPoint};
pub use projective::Projective;
