//! The exponentiations of library and catalogue against num-bigint, by the library's tests; the
//! expectations of the cost model.

#[path = "../../../../polylimb/tests/powm/shared.rs"]
mod shared;

#[cfg(not(polylimb_word = "8"))]
mod bgmw;
// The number of products does not depend on the word size.
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
mod counts;
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
#[path = "../../../../polylimb/tests/powm/exhaustive.rs"]
mod exhaustive;
#[cfg(not(polylimb_word = "8"))]
#[path = "../../../../polylimb/tests/powm/fixed_base.rs"]
mod fixed_base;
#[path = "../../../../polylimb/tests/powm/known_answers.rs"]
mod known_answers;
#[path = "../../../../polylimb/tests/powm/methods.rs"]
mod methods;

use polylimb::authors::modmul::ALGORITHMS;
#[cfg(not(polylimb_word = "8"))]
use polylimb::authors::powm::fixed_base as with_fixed_base;
use polylimb::authors::powm::{Entry, METHODS};
#[cfg(not(polylimb_word = "8"))]
use polylimb_catalogue::powm::FIXED_BASE_METHODS;

/// The methods under test.
fn methods() -> impl Iterator<Item = &'static Entry> + Clone {
    METHODS.iter().chain(polylimb_catalogue::powm::METHODS)
}

/// The methods for a fixed base.
#[cfg(not(polylimb_word = "8"))]
fn fixed_base_methods() -> impl Iterator<Item = &'static with_fixed_base::Entry> + Clone {
    with_fixed_base::METHODS.iter().chain(FIXED_BASE_METHODS)
}

/// The multiplications under the methods.
fn algorithms() -> impl Iterator<Item = &'static polylimb::authors::modmul::Entry> + Clone {
    ALGORITHMS.iter().chain(polylimb_catalogue::modmul::ALGORITHMS)
}
