//! Pairings: towers of fields, values, engines, lanes.
//!
//! With words of 8 bits only the towers; lanes need words of 64 bits.

#[path = "../common/mod.rs"]
#[cfg(not(polylimb_word = "8"))]
mod common;
#[cfg(feature = "protocol")]
#[path = "../protocol_common/mod.rs"]
mod protocol_common;
#[path = "../splits/mod.rs"]
#[cfg(not(polylimb_word = "8"))]
mod splits;

mod answers;
#[cfg(all(target_pointer_width = "64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod intervals;
#[cfg(all(target_pointer_width = "64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod spread;

#[cfg(all(feature = "protocol", feature = "pairings"))]
mod engine;
#[cfg(not(polylimb_word = "8"))]
mod kernel_sets;
#[cfg(all(
    feature = "pairings",
    target_pointer_width = "64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
mod lanes;
#[cfg(all(target_pointer_width = "64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod packed;
mod tower;
#[cfg(not(polylimb_word = "8"))]
mod values;
