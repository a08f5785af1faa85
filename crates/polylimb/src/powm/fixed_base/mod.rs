//! Powers of one base that is known long before the exponents: a table of its powers takes the place of nearly
//! all squarings.
//!
//! [`FixedBase`] is the checked face. Below it a [`Method`] of [`METHODS`] makes a [`Prepared`] base from a [`Request`];
//! the laboratory and the tests use these.
//!
//! | method | for `b` bits in a table of so many entries | constant time |
//! |---|---|---|
//! | `lim-lee-comb` | `v · 2^h` for `b/h + b/(h v) - 2` multiplications | yes |
//! | `bgmw` | `b/w` for `b/w + 2^w - 3` multiplications | no |
//!
//! **Lanes.** Both have few squarings left, so lanes share the products: the comb by columns, BGMW by digit values.
//!
//! Read `lim_lee_comb.rs` first.

mod bgmw;
mod face;
mod lim_lee_comb;
mod registry;

pub use face::{FixedBase, FixedBaseOptions};
pub use registry::{METHODS, Method, Prepared, Request, find};
