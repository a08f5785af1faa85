//! Every published algorithm by its name, over the public interface of `polylimb` alone.
//!
//! The library ships the methods that are fastest somewhere; this crate has the other methods of
//! the literature, for comparison. It uses only what every crate can use, so each file here is a
//! model for an algorithm of your own.
//!
//! Each register is a list of [`polylimb::authors::entry::Entry`]; chain it behind the library's
//! own.
#![warn(unreachable_pub)]

extern crate alloc;

pub mod binary_field;
pub mod coordinates;
pub mod counted;
#[cfg(feature = "std")]
pub mod dual_core;
pub mod erased;
pub mod limb;
pub mod modmul;
#[cfg(feature = "full")]
pub mod multiply;
pub mod pairing;
pub mod powm;
pub mod protocols;
pub mod recoding;
mod stretches;
