//! Curves and scalar multiplications that the library ships: named curves, engines, their batches
//! and lanes, known answers.

#[cfg(feature = "full")]
mod answers;
#[cfg(feature = "curves")]
#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "engine")]
mod curve_edwards;
#[cfg(feature = "curves")]
mod curve_named;
#[cfg(all(feature = "curves", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod multiply_batch;
#[cfg(feature = "full")]
mod multiply_binary;
#[cfg(feature = "curves")]
mod multiply_engine;
#[cfg(feature = "curves")]
mod multiply_engine_edges;
#[cfg(feature = "full")]
mod multiply_known_answers;
#[cfg(all(
    feature = "binary-curves",
    target_arch = "x86_64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
mod multiply_quads;
#[cfg(feature = "curves")]
mod school_book;
#[cfg(feature = "curves")]
mod small;
#[cfg(all(feature = "curves", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[path = "../splits/mod.rs"]
mod splits;
#[cfg(all(feature = "curves", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod sums;
