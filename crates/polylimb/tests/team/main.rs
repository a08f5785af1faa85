//! The team of threads: with real threads, and under the model checker loom.

#[cfg(all(unix, feature = "std", not(loom)))]
mod fork;
#[cfg(loom)]
mod loom;
// The team does not depend on the word size.
#[cfg(all(feature = "std", not(loom), not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod threads;
