//! Modular multiplication: the library's algorithms against num-bigint, their faces, profiles,
//! inverses.
//!
//! The files that use [`algorithms`] are also part of the test program of the crate
//! `polylimb-catalogue`.
#![cfg(feature = "alloc")]

#[path = "../common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
#[path = "../guarded/mod.rs"]
mod guarded;
#[path = "../splits/mod.rs"]
mod splits;

#[cfg(all(feature = "std", any(target_arch = "aarch64", target_arch = "arm")))]
mod counted;
#[cfg(all(feature = "std", any(target_arch = "aarch64", target_arch = "arm")))]
mod counted_curves;
#[cfg(all(feature = "std", any(target_arch = "aarch64", target_arch = "arm")))]
mod counted_parts;
mod differential;
mod entries;
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
mod exhaustive;
mod faces;
#[cfg(target_os = "linux")]
mod guard_pages;
mod inverse_known_answers;
mod inverse_numbers;
mod inverse_residues;
#[cfg(any(
    all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))),
    all(target_arch = "arm", target_os = "linux", target_abi = "eabihf", not(polylimb_word = "8"))
))]
mod kernel_sets;
mod known_answers;
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
mod natural_text;
#[cfg(not(polylimb_word = "8"))]
mod prime_test;
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
mod profile;
#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
mod twin;

/// The algorithms under test.
fn algorithms() -> impl Iterator<Item = &'static polylimb::authors::modmul::Entry> + Clone {
    polylimb::authors::modmul::ALGORITHMS.iter()
}
