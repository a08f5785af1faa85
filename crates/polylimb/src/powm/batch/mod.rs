//! Many powers at once: eight exponentiations in the lanes of one core, each with its own modulus,
//! base and exponent.
//!
//! **Representation.** Radix 2^52, digit `i` of all eight numbers in one vector ([`row`]). Nothing
//! crosses lanes, so no instruction moves digits, and the number of products decides the time of a
//! multiplication. Numbers are blocks of five digits ([`tile`]). **Residues** lie in `[0, 4M)`,
//! with `R > 8M`.
//!
//! **Secrets.** Moduli, bases, exponents. Public: all lengths in words, the bit lengths of the
//! moduli, and the stated lengths of the exponents.
//!
//! **One source** over [`Vector`](crate::limb::simd::Vector): AVX-512 IFMA, or its slow portable
//! twin.
//!
//! Read `tile.rs`, `montgomery.rs`, `pow.rs`, then `face.rs`.

mod face;
mod karatsuba;
mod look_up;
mod montgomery;
mod operations;
mod pow;
mod row;
mod set_up;
mod sum;
mod tile;

pub use face::{BatchJob, BatchOptions, BatchPowm, pow_batch};
