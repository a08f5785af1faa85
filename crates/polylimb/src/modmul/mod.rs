//! Modular multiplication: one trait, one file per algorithm, one registry.
//!
//! **Representation.** [`ModMul`] is one modular multiplication for one modulus; its residues are
//! opaque words, and the caller owns the scratch. **Guarantees.** Constant time in operands *and*
//! modulus (given its bit length) where the registry says [`ConstantTime::Yes`]. Wrong lengths
//! panic here; the checked faces return errors.
//!
//! **An algorithm is one file and one line**: the file opens with source, idea, cost and domain;
//! the line in a list of [`Entry`]s makes it visible. [`ALGORITHMS`] lists the algorithms of the
//! built-in profiles; the crate `polylimb-catalogue` has the other algorithms of the literature.
//! [`authors::modmul`](crate::authors::modmul) explains how to write one.
//!
//! Imports: `error`, `cpu`, `timing`, `limb`, `team`. Read [`ModMul`] first, then [`Entry`], then
//! `montgomery_sos.rs`.
//!
//! [`ModMul`]: crate::authors::modmul::ModMul
//! [`Entry`]: crate::authors::modmul::Entry
//! [`ALGORITHMS`]: crate::authors::modmul::ALGORITHMS
//! [`ConstantTime::Yes`]: crate::authors::entry::ConstantTime::Yes
//!
//! ```
//! use polylimb::modmul::{Modulus, Options};
//! let modulus = Modulus::new(&[1009], &Options::default())?;
//! assert_eq!(modulus.mul(&[123], &[45])?, [123 * 45 % 1009]);
//! # Ok::<(), polylimb::Error>(())
//! ```

pub(crate) mod inverse;
pub(crate) mod residue;

// Shared by several algorithms.
#[cfg(feature = "alloc")]
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod digit_form;
#[cfg(feature = "alloc")]
pub(crate) mod long_division;
#[cfg(feature = "alloc")]
pub(crate) mod montgomery_form;
#[cfg(feature = "alloc")]
pub(crate) mod parallel_product;
#[cfg(feature = "alloc")]
pub(crate) mod partial_reduction;
#[cfg(feature = "alloc")]
pub(crate) mod partite_form;
#[cfg(feature = "alloc")]
pub(crate) mod registry;

// The algorithms.
#[cfg(feature = "alloc")]
mod barrett;
#[cfg(feature = "alloc")]
mod barrett_parallel;
#[cfg(feature = "alloc")]
mod bipartite;
#[cfg(feature = "alloc")]
mod bipartite_four;
#[cfg(feature = "alloc")]
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod bipartite_ifma;
#[cfg(feature = "alloc")]
mod montgomery;
#[cfg(feature = "alloc")]
mod montgomery_cios;
#[cfg(feature = "alloc")]
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod montgomery_ifma;
#[cfg(feature = "alloc")]
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
pub(crate) use montgomery_ifma::two_moduli;
#[cfg(feature = "alloc")]
mod montgomery_parallel;
#[cfg(feature = "alloc")]
mod montgomery_sos;

#[cfg(feature = "alloc")]
pub(crate) use registry::{ConstantTime, Domain, Threads};
pub(crate) use residue::ModMul;

#[cfg(feature = "alloc")]
pub(crate) mod face;
#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
pub(crate) use montgomery_ifma::twin as montgomery_ifma_twin;

#[cfg(feature = "alloc")]
pub(crate) mod prime_test;
#[cfg(feature = "protocol")]
pub(crate) use face::be_bytes_of_words;
#[cfg(feature = "alloc")]
pub(crate) use face::words_of_be_bytes;
#[cfg(feature = "alloc")]
pub use face::{Modulus, OddModulus, Options, Profile, Residue};
#[cfg(feature = "alloc")]
pub(crate) use prime_test::is_probable_prime_vartime;
