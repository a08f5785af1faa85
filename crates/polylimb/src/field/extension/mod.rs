//! Extension fields for pairings: `F_p² = F_p[u]/(u² + 1)`, `F_p⁶ = F_p²[v]/(v³ - ξ)`,
//! `F_p¹² = F_p⁶[w]/(w² - v)`.
//!
//! **Representation.** An element is an array of coefficients, the lowest first, so that an element
//! of `F_p¹²` is `c[i][j][k]` with `i` over `w`, `j` over `v`, `k` over `u`. Towers are generic
//! over the base field: a prime with kernels of its own, eight lanes, a field that counts. The
//! trait [`Quadratic`] has the operations of `F_p²` that towers and pairings need beyond
//! [`Field`](super::Field).
//!
//! **Lazy reduction** (`[Aranha2011]`): a product of `F_p²` takes two reductions, not three, a
//! product of `F_p⁶` six and a product of `F_p¹²` twelve, where the base field sums any number of
//! unreduced products ([`Field::WIDE_TERMS`](super::Field::WIDE_TERMS)). Where it does not, or
//! where two cores share the work, independent products go through
//! [`Field::products`](super::Field::products).
//!
//! **Size of code.** A product of `F_p²` is a function, and so are products of `F_p⁶` and `F_p¹²`.
//! They are entered through [`Field::run`](super::Field::run), so that over lanes each is compiled
//! for the vector instructions.
//!
//! ```
//! use polylimb::field::Field;
//! use polylimb::field::extension::{Fp2, Fp12, OnePlusU};
//! use polylimb::field::prime::{Bn254Nogami, Portable};
//!
//! let tower = Fp12::new(Fp2::<_, OnePlusU>::new(Bn254Nogami::new(Portable)));
//! let a = tower.small(5);
//! assert!(tower.equal(&tower.mul(&a, &tower.inv0(&a)), &tower.one()).to_bool_vartime());
//! ```
//!
//! Read `quadratic.rs`, then `fp2.rs`, `fp6.rs`, `fp12.rs`, then `sparse.rs` and `cyclotomic.rs`.

mod cyclotomic;
mod fp12;
mod fp2;
mod fp6;
mod frobenius;
mod quadratic;
mod sparse;

pub use cyclotomic::Compressed;
pub use fp2::Fp2;
pub use fp6::Fp6;
pub use fp12::Fp12;
pub use frobenius::Frobenius;
pub use quadratic::{NinePlusU, OnePlusU, Quadratic, Xi};
pub use sparse::Line;
