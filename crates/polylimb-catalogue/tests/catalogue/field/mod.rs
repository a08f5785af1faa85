//! Binary fields, counted fields, fields on two cores and products of words against num-bigint and
//! the published counts.

mod binary_methods;
mod scanning;

// What a formula calls does not depend on the word size.
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
#[path = "../../../../polylimb/tests/pairing/answers.rs"]
mod answers;
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
mod counted;
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
mod dual_core;
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
mod pairing_counts;
