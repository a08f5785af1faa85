//! Finite fields: every field against num-bigint and the laws, on every kernel and vector.

#[path = "../binary_common/mod.rs"]
#[cfg(all(target_pointer_width = "64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod binary_common;
#[path = "../common/mod.rs"]
mod common;
mod erased;
#[path = "../field_common/mod.rs"]
mod field_common;
mod laws;
#[path = "../splits/mod.rs"]
mod splits;

mod binary;
#[cfg(all(target_pointer_width = "64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod binary_quads;
mod fixed;
// A formula does not depend on the word size.
#[cfg(all(target_pointer_width = "64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod formulas;
#[cfg(all(target_pointer_width = "64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod lanes_fixed;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod measure;
mod prime;
mod toy;
