//! Curves `y² + x y = x³ + a x² + b` over `F_2^m`, and their coordinate systems.
//!
//! | file | coordinates | stands for |
//! |---|---|---|
//! | `lopez_dahab.rs` | `(X : Y : Z)` | `(X/Z, Y/Z²)` |
//! | `lambda_projective.rs` | `(X : L : Z)` | `(X/Z, λ = L/Z)`, the cheapest additions |
//! | `uniform.rs` | López-Dahab | the same, total without a branch |
//!
//! They implement [`Coordinates`](super::Coordinates) like the systems over prime fields; the same
//! [`Vartime`](super::Vartime) makes them total. The negative of `(x, y)` is `(x, x + y)`. The one
//! point of order 2 is `(0, √b)`, which has no λ: the λ systems represent it by `x = 0`.
//!
//! Imports: `curve::model`. Read `equation.rs`, then `lopez_dahab.rs`. `polylimb-catalogue` has the
//! other coordinate systems of the literature.

mod equation;
mod lambda_projective;
mod lopez_dahab;
mod uniform;

pub use equation::{contains, right_side};
pub use lambda_projective::{LambdaPoint, LambdaProjective};
pub use lopez_dahab::{LopezDahab, LopezDahabPoint};
pub use uniform::Uniform;
