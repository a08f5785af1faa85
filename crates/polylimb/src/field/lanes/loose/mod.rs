//! Eight lanes of a prime whose sums are not reduced, for formulas with more sums than products:
//! pairings.
//!
//! **Source.** Sums without reduction, with a bound for every element: the magnitudes of
//! libsecp256k1; postponed reductions of products: `[Aranha2011]`. **Idea.** A sum or difference is
//! computed digit by digit on signed 64-bit numbers: `D` instructions. Only a factor of a product
//! is brought into digits in `[0, 2^52)`, and only [`Field::settle`](crate::field::Field::settle)
//! makes a number small again. Wide values are signed columns of unreduced products, and are summed
//! column by column.
//!
//! **Representation.** `a 2^(52 D)` modulo `p` as `[V; D]`, a signed number whose size is below the
//! limit:
//!
//! | prime | digits | limit | results of products | settled | factors |
//! |---|---|---|---|---|---|
//! | `bn254` | 5 | `13.7 p` | about `[0, 1.2 p]` | `[0, 2.8 p]` | settled |
//! | BLS12-381 | 8 | `64 p` | about `[0, p]` | `[0, 10.9 p]` | plus `64 p`, and carried |
//!
//! **The formula must keep to the limit**: this [`Field`](crate::field::Field) does not suit every
//! formula. `tests/pairing/lanes.rs` runs the whole pairing over intervals in place of numbers,
//! which proves the limit for all inputs, because no formula branches.
//!
//! **Constant time** throughout. Read `prime.rs`, then `field.rs`.

mod field;
mod inverse;
mod prime;
mod spread;

pub use field::{LooseLanes, SignedColumns};
pub use prime::LoosePrime;
