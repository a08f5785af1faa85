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
mod tower;

#[cfg(all(feature = "protocol", feature = "pairings"))]
mod engine;
#[cfg(not(polylimb_word = "8"))]
mod kernel_sets;
#[cfg(all(feature = "kzg", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod kzg;
// With each kernel set and word size `kernel_sets` computes known answers; the systems of lines and
// the laws do not depend on them.
#[cfg(all(feature = "pairings", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod values;

#[cfg(all(
    feature = "pairings",
    target_pointer_width = "64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
mod intervals;
#[cfg(all(
    feature = "pairings",
    target_pointer_width = "64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
mod lanes;
#[cfg(all(
    feature = "pairings",
    target_pointer_width = "64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
mod packed;
#[cfg(all(
    feature = "pairings",
    target_pointer_width = "64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
mod short_digits;
#[cfg(all(
    feature = "pairings",
    target_pointer_width = "64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
mod spread;
#[cfg(all(
    feature = "pairings",
    target_pointer_width = "64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
mod sums;
