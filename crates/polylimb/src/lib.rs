//! Public-key arithmetic that uses everything the device has.
//!
//! The layers, each importing only from those before it:
//!
//! | module | what it is |
//! |---|---|
//! | [`error`], [`cpu`], [`timing`] | the error type; CPU features; what time may tell |
//! | [`limb`] | words and multi-precision integers, with kernels per architecture |
//! | [`entry`] | what a register knows of an algorithm |
//! | [`team`] | work split over threads that are already awake |
//! | [`modmul`] | modular multiplication: one trait, one file per algorithm, one registry |
//! | [`powm`] | modular exponentiation: one file per method |
//! | [`recoding`] | scalars written with cheaper or regular digits |
//! | [`field`] | one trait for all finite fields: primes, F_2^m, lanes, fields that count |
//! | [`curve`] | elliptic curves: group laws by coordinate system |
//! | [`multiply`] | scalar multiplication: one file per method |
//! | [`pairing`] | the optimal ate pairing on BN and BLS12 curves |
//! | `protocol` | keys, key agreement, signatures (feature `protocol`) |
//! | `x25519`, `ed25519` | key agreement and signatures on Curve25519 |
//! | `p256`, `p384`, `p521`, `k256`, `binary_curves` | keys, signatures, ECDH on one curve |
//! | `ec` | their types, with the curve as parameter |
//! | `bls12_381` | BLS signatures and pairings |
//! | `twins` | the engines without vectors, for checks |
//! | `rustcrypto` | the traits of RustCrypto over all this (feature `rustcrypto`) |
#![no_std]
#![cfg_attr(target_arch = "avr", feature(asm_experimental_arch), recursion_limit = "512")]
#![warn(unreachable_pub)]
// A smaller build leaves some code unused; the full build shows what is never used.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(all(feature = "std", feature = "protocol", feature = "binary-curves"))]
pub mod binary_curves;
#[cfg(all(feature = "protocol", feature = "pairings"))]
pub mod bls12_381;
pub mod cpu;
pub mod curve;
#[cfg(feature = "protocol")]
mod curve25519;
#[cfg(all(feature = "std", feature = "protocol"))]
pub mod ec;
#[cfg(feature = "protocol")]
pub mod ed25519;
pub mod entry;
pub mod error;
pub mod field;
#[cfg(all(feature = "std", feature = "protocol", feature = "k256"))]
pub mod k256;
pub mod limb;
pub mod modmul;
pub mod multiply;
#[cfg(all(feature = "std", feature = "protocol", feature = "p256"))]
pub mod p256;
#[cfg(all(feature = "std", feature = "protocol", feature = "p384"))]
pub mod p384;
#[cfg(all(feature = "std", feature = "protocol", feature = "p521"))]
pub mod p521;
pub mod pairing;
#[cfg(feature = "alloc")]
pub mod powm;
#[cfg(feature = "protocol")]
pub mod protocol;
pub mod recoding;
#[cfg(feature = "rustcrypto")]
pub mod rustcrypto;
pub mod team;
pub mod timing;
#[cfg(feature = "std")]
pub mod twins;
#[cfg(feature = "protocol")]
pub mod x25519;

pub use error::{Error, Result};
