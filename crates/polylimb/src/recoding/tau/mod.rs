//! Scalars in the radix `τ`, the Frobenius map of a Koblitz curve: powers of `τ` cost squarings
//! only.
//!
//! **The ring.** On `y² + x y = x³ + a x² + 1` with `a` of 0 or 1, `τ (x, y) = (x², y²)` satisfies
//! `τ² + 2 = μ τ` with `μ = (-1)^(1-a)`. Scalars are elements `r0 + r1 τ` of `Z[τ]`. Elements that
//! differ by a multiple of `δ = (τ^m - 1)/(τ - 1)`, whose norm is the order `n`, act in the same
//! way on points of order `n`. So a scalar is first reduced modulo `δ` to half its length
//! ([`Koblitz`]).
//!
//! | file | content |
//! |---|---|
//! | `element.rs` | elements, and division by `τ` |
//! | `ring.rs` | the ring of a curve, partial reduction |
//! | `representatives.rs` | the digits: `α_u`, the smallest element congruent to `u` modulo `τ^w` |
//! | `naf.rs` | `tau-naf` and `w-tau-naf`, variable time |
//! | `regular.rs` | `regular-tau`, constant time |
//! | `block.rs` | its digits, all that the lowest words determine at a time |

mod block;
mod element;
mod naf;
mod regular;
mod representatives;
mod ring;

pub use element::TauElement;
pub use naf::width_tau_naf_vartime;
pub use regular::regular_tau;
pub use representatives::{Representatives, Step};
pub use ring::Koblitz;
