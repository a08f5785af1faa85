//! The checked faces: functions for applications, with errors instead of panics.
//!
//! [`Modulus`] takes every modulus, [`OddModulus`] guarantees an odd one, [`Residue`] stays in the
//! representation; [`Options`] and [`Profile`] select the algorithm.

mod modulus;
mod odd_modulus;
mod options;
mod owned_residue;
mod profile;

pub use modulus::Modulus;
#[cfg(any(feature = "paillier", feature = "protocol", feature = "rsa"))]
pub(crate) use modulus::be_bytes_of_words;
pub(crate) use modulus::words_of_be_bytes;
pub use odd_modulus::OddModulus;
pub(crate) use options::MAX_BITS;
pub use options::Options;
pub use owned_residue::Residue;
pub use profile::{Choice, Profile, Rule, Section};
