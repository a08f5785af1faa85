//! Modular multiplication: one trait, one file per algorithm, one registry.
//!
//! **Representation.** [`ModMul`] is one modular multiplication for one modulus; its residues are
//! opaque words, and the caller owns the scratch. **Promises.** Constant time in operands *and* modulus
//! (given its bit length) where the registry says [`ConstantTime::Yes`]. Wrong lengths panic here;
//! the checked faces return errors.
//!
//! **An algorithm is one file and one line**: the file opens with source, idea, cost and domain; the line
//! in [`ALGORITHMS`] makes it visible to the laboratory, the tests, the tuner and `polylimb list`.
//!
//! Imports: `error`, `cpu`, `timing`, `limb`, `team`. Read [`ModMul`] first, then [`Entry`], then `montgomery_sos.rs`.
//!
//! ```
//! use polylimb::modmul::{Modulus, Options};
//! let modulus = Modulus::new(&[1009], &Options::default())?;
//! assert_eq!(modulus.mul(&[123], &[45])?, [123 * 45 % 1009]);
//! # Ok::<(), polylimb::Error>(())
//! ```

mod correction;
pub mod inverse;
mod residue;

// What several algorithms share.
#[cfg(feature = "alloc")]
mod barrett_constant;
#[cfg(feature = "alloc")]
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod digit_form;
#[cfg(feature = "alloc")]
mod long_division;
#[cfg(feature = "alloc")]
mod montgomery_constants;
#[cfg(feature = "alloc")]
mod montgomery_form;
#[cfg(feature = "alloc")]
mod parallel_product;
#[cfg(feature = "alloc")]
mod partial_reduction;
#[cfg(feature = "alloc")]
mod partite_form;
#[cfg(feature = "alloc")]
mod registry;
#[cfg(feature = "alloc")]
mod slots;
#[cfg(feature = "alloc")]
mod squaring;
#[cfg(feature = "alloc")]
mod weight_groups;

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
mod classical;
#[cfg(feature = "alloc")]
mod montgomery;
#[cfg(feature = "alloc")]
mod montgomery_cios;
#[cfg(feature = "alloc")]
mod montgomery_comba;
#[cfg(feature = "alloc")]
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod montgomery_ifma;
#[cfg(feature = "alloc")]
mod montgomery_parallel;
#[cfg(feature = "alloc")]
mod montgomery_sos;
#[cfg(feature = "alloc")]
mod multipartite_v1;
#[cfg(feature = "alloc")]
mod multipartite_v2;
#[cfg(feature = "alloc")]
#[cfg(any(polylimb_word = "32", all(not(polylimb_word = "8"), not(target_pointer_width = "16"))))]
mod rns;
#[cfg(feature = "alloc")]
mod schoolbook_montgomery;
#[cfg(feature = "alloc")]
mod tripartite;

#[cfg(feature = "alloc")]
pub use registry::{ALGORITHMS, ConstantTime, Domain, Entry, Request, Threads, find};
pub use residue::{ModMul, Parameters};
#[cfg(feature = "alloc")]
pub use squaring::Squaring;

#[cfg(feature = "alloc")]
mod face;
#[cfg(feature = "alloc")]
mod prime_test;
#[cfg(feature = "protocol")]
pub(crate) use face::be_bytes_of_words;
#[cfg(feature = "alloc")]
pub(crate) use face::words_of_be_bytes;
#[cfg(feature = "alloc")]
pub use face::{Choice, MAX_BITS, Modulus, OddModulus, Options, Profile, Residue, Rule, Section};
#[cfg(feature = "alloc")]
pub use prime_test::is_probable_prime_vartime;
