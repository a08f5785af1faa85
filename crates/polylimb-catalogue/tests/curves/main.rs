//! Coordinates, recodings and scalar multiplications by name: laws, counts, methods over every
//! curve, known answers.

#[cfg(feature = "full")]
#[path = "../../../polylimb/tests/curves/answers.rs"]
mod answers;
#[cfg(feature = "full")]
mod binary_known_answers;
#[cfg(feature = "full")]
mod coordinates;
mod cost;
mod curve_binary;
mod curve_edwards;
mod curve_weierstrass;
#[cfg(feature = "full")]
mod known_answers;
#[cfg(all(feature = "full", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod multiply_binary_methods;
#[cfg(feature = "full")]
mod multiply_methods;
#[cfg(all(feature = "full", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod multiply_parallel;
mod recoding;
mod recoding_tau;
#[cfg(feature = "full")]
#[path = "../../../polylimb/tests/curves/school_book.rs"]
mod school_book;
mod seven;
#[path = "../../../polylimb/tests/curves/small.rs"]
mod small;
#[cfg(all(feature = "full", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[path = "../../../polylimb/tests/splits/mod.rs"]
mod splits;
