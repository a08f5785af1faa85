//! Eight lanes of the primes of named curves, each reduced in its own way.
//!
//! **Representation.** An element is `[V; D]` as in the [folder above](super), but digits have
//! [`LanePrime::RADIX`] bits: 52, or 48 where the prime's terms then lie on digits. Elements of
//! each prime:
//!
//! | prime | digits | elements | digits but the top one | reduced by |
//! |---|---|---|---|---|
//! | 2^255 - 19, secp256k1 | 5 of 52 bits | `a` | below 2^52 | multiplying the high half by `2^260 mod p` |
//! | P-256 | 5 of 52 bits | `a 2^260` | below 2^52 | Montgomery, the digit being its own quotient |
//! | P-384 | 8 of 48 bits | `a` | below 2^48 | adding the high half in four places |
//! | P-521 | 11 of 48 bits | `a` | up to 2^48 + 2^9 | adding the high half, 7 bits up |
//!
//! An element's number lies in `[0, 4 p)`. Sums and differences are reduced to this range by
//! folding the bits beyond the prime's; only `leave` and `is_zero` compare with `p`.
//!
//! **Constant time** throughout. Read `prime.rs`, `p256.rs`, then `field.rs`.

pub(super) mod columns;
mod field;
#[cfg(all(feature = "engine", feature = "std"))]
mod look_up;
pub(super) mod numbers;
mod p256;
mod p384;
mod p521;
mod prime;
mod pseudo_mersenne;

pub use field::FixedLanes;
pub use prime::LanePrime;
pub(super) use prime::{digits_of, power_of_2};

/// The primes themselves, as types, with the number of their digits.
pub mod primes {
    pub use super::p256::P256;
    pub use super::p384::P384;
    pub use super::p521::P521;
    pub use super::pseudo_mersenne::{F25519, Secp256k1};
}
