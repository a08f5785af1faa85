//! Modular exponentiation: the library's methods against num-bigint, their faces, batches, the
//! factors of the modulus.
//!
//! The files that use [`methods`] are also part of the test program of the crate
//! `polylimb-catalogue`.

#[path = "../common/mod.rs"]
mod common;
#[path = "../hooked/mod.rs"]
mod hooked;
#[path = "../splits/mod.rs"]
mod splits;

mod shared;

#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
mod batch;
#[cfg(not(polylimb_word = "8"))]
mod comb;
#[cfg(not(polylimb_word = "8"))]
mod crt;
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
mod exhaustive;
#[cfg(not(polylimb_word = "8"))]
mod faces;
#[cfg(not(polylimb_word = "8"))]
mod fixed_base;
// With words of 32 bits the catalogue's program runs these two, over these methods and
// multiplications and its own.
#[cfg(not(polylimb_word = "32"))]
mod known_answers;
#[cfg(not(polylimb_word = "32"))]
mod methods;
#[cfg(not(polylimb_word = "8"))]
mod product;

use polylimb::authors::modmul::ALGORITHMS;
#[cfg(not(polylimb_word = "8"))]
use polylimb::authors::powm::fixed_base as with_fixed_base;
use polylimb::authors::powm::{Entry, METHODS};

/// The methods under test.
fn methods() -> impl Iterator<Item = &'static Entry> + Clone {
    METHODS.iter()
}

/// The methods for a fixed base.
#[cfg(not(polylimb_word = "8"))]
fn fixed_base_methods() -> impl Iterator<Item = &'static with_fixed_base::Entry> + Clone {
    with_fixed_base::METHODS.iter()
}

/// The multiplications under the methods.
fn algorithms() -> impl Iterator<Item = &'static polylimb::authors::modmul::Entry> + Clone {
    ALGORITHMS.iter()
}
