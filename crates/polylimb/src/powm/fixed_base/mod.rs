//! Powers of a base known before the exponents: a table of its powers replaces nearly all
//! squarings.
//!
//! [`FixedBase`] is the checked face. Below it an [`Entry`] makes a [`Prepared`] base from a
//! [`Request`]. The laboratory and the tests use the entry of [`METHODS`] and the entries of the
//! crate `polylimb-catalogue`.
//!
//! | method | table entries for multiplications, exponent of `b` bits | constant time |
//! |---|---|---|
//! | `lim-lee-comb` | `v · 2^h` for `b/h + b/(h v) - 2` multiplications | yes |
//!
//! **Threads.** Few squarings are left, so threads share the products: the comb by columns.
//!
//! Read `lim_lee_comb.rs` first.

mod face;
mod lim_lee_comb;
mod registry;

pub use face::{FixedBase, FixedBaseOptions};
pub use registry::{Entry, METHODS, Make, Prepared, Request, find};
