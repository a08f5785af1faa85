//! The catalogue: modular multiplications, powers, fields, coordinates, recodings and scalar
//! multiplications by name.
//!
//! Without the feature `full`, as on emulated processors, multiplications only.

#[cfg(feature = "full")]
#[path = "../../../polylimb/tests/curves/answers.rs"]
mod answers;
#[cfg(feature = "full")]
#[path = "../../../polylimb/tests/binary_common/mod.rs"]
mod binary_common;
#[cfg(feature = "full")]
mod binary_known_answers;
#[path = "../../../polylimb/tests/common/mod.rs"]
mod common;
#[cfg(feature = "full")]
#[path = "../../../polylimb/tests/field_common/mod.rs"]
mod field_common;
#[cfg(feature = "full")]
#[path = "../../../polylimb/tests/hooked/mod.rs"]
mod hooked;
#[path = "../../../polylimb/tests/field/laws.rs"]
mod laws;
#[path = "../../../polylimb/tests/splits/mod.rs"]
mod splits;

// Formulas and methods call a field and read digits. Of what they stand on, `recoding` reads the
// words of a scalar, and the known answers walk through all of it.
#[cfg(all(feature = "full", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod curves;
#[cfg(feature = "full")]
mod field;
#[cfg(feature = "full")]
mod known_answers;
mod modmul;
#[cfg(feature = "full")]
mod powm;
#[cfg(feature = "full")]
mod recoding;
#[cfg(feature = "full")]
mod recoding_tau;
