//! The catalogue's modular multiplications against num-bigint, by the library's tests and some of
//! their own.

#[cfg(all(target_arch = "arm", target_os = "linux", target_abi = "eabihf"))]
mod arm;
#[cfg(all(feature = "std", any(target_arch = "aarch64", target_arch = "arm")))]
#[path = "../../../../polylimb/tests/modmul/counted.rs"]
mod counted;
#[path = "../../../../polylimb/tests/modmul/differential.rs"]
mod differential;
#[path = "../../../../polylimb/tests/modmul/entries.rs"]
mod entries;
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
#[path = "../../../../polylimb/tests/modmul/exhaustive.rs"]
mod exhaustive;
#[path = "../../../../polylimb/tests/modmul/inverse_residues.rs"]
mod inverse_residues;
#[path = "../../../../polylimb/tests/modmul/known_answers.rs"]
mod known_answers;
#[cfg(not(polylimb_word = "8"))]
mod partite;
mod prime_field;
#[cfg(not(polylimb_word = "8"))]
mod rns;

use polylimb::authors::modmul::{ALGORITHMS, Entry};

/// The algorithms under test.
fn algorithms() -> impl Iterator<Item = &'static Entry> + Clone {
    polylimb_catalogue::modmul::ALGORITHMS.iter()
}

/// The algorithm of that name, from the library or the catalogue.
fn find(name: &str) -> polylimb::Result<&'static Entry> {
    polylimb::authors::entry::find(ALGORITHMS.iter().chain(algorithms()), "modmul algorithm", name)
}
