//! Eight lanes of a prime whose sums are not reduced, for formulas with more sums than products: pairings.
//!
//! **Source.** Sums without reduction, checked by a bound that goes along with every element: the magnitudes of libsecp256k1; postponed
//! reductions of products: Aranha, Karabina, Longa, Gebotys, López 2011. **Idea.** A sum or difference is that of the digits, which are signed 64-bit
//! numbers: `D` instructions. Only a factor of a product is brought into digits of 52 bits that are 0 or more, and only [`Field::settle`](crate::field::Field::settle) makes
//! a number small again. Wide values are signed columns of unreduced products, sums of them too those of the columns.
//!
//! **Representation.** `a 2^(52 D)` modulo `p` as `[V; D]`, a signed number whose size is below the limit:
//!
//! | prime | digits | limit | results of products | settled | factors |
//! |---|---|---|---|---|---|
//! | `bn254` | 5 | `13.7 p` | about `[0, 1.2 p]` | `[0, 2.8 p]` | settled |
//! | BLS12-381 | 8 | `64 p` | about `[0, p]` | `[0, 10.9 p]` | plus `64 p`, and carried |
//!
//! **Who keeps to the limit** is the formula: a [`Field`](crate::field::Field) of this kind is not for every one of them. `tests/pairing_lanes.rs` runs the whole pairing over
//! intervals in place of numbers, which proves the limit for all inputs, because no formula branches.
//!
//! **Constant time** throughout. Read `prime.rs`, then `field.rs`.

mod field;
mod inverse;
mod prime;
mod spread;

pub use field::{LooseLanes, SignedColumns};
pub use prime::LoosePrime;
