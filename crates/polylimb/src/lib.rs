//! Public-key arithmetic that uses everything the device has.
//!
//! What an application sees:
//!
//! | module | what it is |
//! |---|---|
//! | `p256`, `p384`, `p521`, `k256`, `binary_curves` | keys, signatures, ECDH on one curve |
//! | `ec` | their types, with the curve as parameter |
//! | `x25519`, `ed25519` | key agreement and signatures on Curve25519 |
//! | `compact` | P-256 and K-233 without a heap |
//! | `bls12_381` | BLS signatures and pairings |
//! | `kzg` | KZG commitments of EIP-4844 and EIP-7594 |
//! | `rsa` | RSA signatures and encryption |
//! | `protocol` | keys, key agreement, signatures on a curve chosen at run time |
//! | `paillier` | Paillier's encryption: sums of ciphertexts, in batches |
//! | `timelock` | files that open after a long chain of squarings |
//! | [`pairing`] | pairings on a curve chosen at run time |
//! | [`modmul`], [`powm`] | products and powers modulo any number, on threads and in batches |
//! | [`cpu`] | CPU features |
//! | `rustcrypto` | the traits of `RustCrypto` over all this (feature `rustcrypto`) |
//!
//! [`Team`] splits work over threads. [`authors`] is for those who write or measure algorithms.
#![no_std]
#![cfg_attr(target_arch = "avr", feature(asm_experimental_arch), recursion_limit = "512")]
#![warn(unreachable_pub)]
// A smaller build leaves some code unused; the full build shows what is never used.
#![cfg_attr(not(feature = "full"), allow(dead_code, unreachable_pub, unused_imports))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate self as polylimb; // Theorems read a file of the catalogue.
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod authors;
#[cfg(all(feature = "std", feature = "protocol", feature = "binary-curves"))]
pub mod binary_curves;
#[cfg(all(feature = "protocol", feature = "pairings"))]
pub mod bls12_381;
#[cfg(feature = "compact")]
pub mod compact;
pub mod cpu;
mod curve;
#[cfg(feature = "compact")]
mod curve25519;
#[cfg(all(feature = "std", feature = "protocol"))]
pub mod ec;
#[cfg(feature = "compact")]
pub mod ed25519;
mod entry;
mod error;
mod field;
#[cfg(all(feature = "std", feature = "protocol", feature = "k256"))]
pub mod k256;
#[cfg(feature = "kzg")]
pub mod kzg;
mod limb;
pub mod modmul;
mod multiply;
#[cfg(feature = "compact")]
mod nonce;
#[cfg(all(feature = "std", feature = "protocol", feature = "p256"))]
pub mod p256;
#[cfg(all(feature = "std", feature = "protocol", feature = "p384"))]
pub mod p384;
#[cfg(all(feature = "std", feature = "protocol", feature = "p521"))]
pub mod p521;
#[cfg(feature = "paillier")]
pub mod paillier;
pub mod pairing;
#[cfg(feature = "alloc")]
pub mod powm;
#[cfg(feature = "protocol")]
pub mod protocol;
mod recoding;
#[cfg(feature = "rsa")]
pub mod rsa;
#[cfg(feature = "rustcrypto")]
pub mod rustcrypto;
mod team;
#[cfg(feature = "timelock")]
pub mod timelock;
mod timing;
#[cfg(feature = "compact")]
pub mod x25519;

pub use error::{Error, Result};
#[cfg(feature = "std")]
pub use team::Team;
pub use team::{Alone, Split};
