//! Public-key arithmetic that uses everything the device has.
//!
//! The layers, each importing only from those before it:
//!
//! | module | what it is |
//! |---|---|
//! | [`error`], [`cpu`], [`timing`] | the one error type; the CPU features that kernels may use; what an algorithm's time may tell |
//! | [`limb`] | words and multi-precision integers, with kernels per architecture |
//! | [`team`] | work split over threads that are already awake |
//! | [`modmul`] | modular multiplication: one trait, one file per algorithm, one registry |
//! | [`powm`] | modular exponentiation: one file per method |
//! | [`recoding`] | scalars written with cheaper or regular digits |
//! | [`field`] | one trait for all finite fields: primes, F_2^m, lanes, fields that count |
//! | [`curve`] | elliptic curves: group laws by coordinate system |
//! | [`multiply`] | scalar multiplication: one file per method |
//! | [`pairing`] | the optimal ate pairing on BN and BLS12 curves |
//! | `protocol` | keys, key agreement, signatures (feature `protocol`) |
//! | `x25519`, `ed25519` | what an application calls |
//! | `rustcrypto` | the traits of RustCrypto over all this (feature `rustcrypto`) |
#![no_std]
#![cfg_attr(target_arch = "avr", feature(asm_experimental_arch), recursion_limit = "512")]
#![warn(unreachable_pub)]
// Unit tests are compiled without the engines, which take minutes to compile and have no unit tests: what only engines use has no user then.
#![cfg_attr(all(test, not(feature = "engines")), allow(dead_code, unused_imports))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod cpu;
pub mod curve;
#[cfg(feature = "protocol")]
pub mod ed25519;
pub mod error;
pub mod field;
pub mod limb;
pub mod modmul;
pub mod multiply;
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
#[cfg(feature = "protocol")]
pub mod x25519;

pub use error::{Error, Result};
