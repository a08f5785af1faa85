//! Modular multiplications of the literature that the library's profiles do not choose.
//!
//! An algorithm is a file and a line in [`ALGORITHMS`]; the file opens with source, idea, cost and
//! domain. How to write one, here or in a crate of your own, is in [`polylimb::authors::modmul`].
//! [`Squaring`] changes how any of them squares.
//!
//! ```
//! use polylimb::authors::modmul::{ALGORITHMS, Request};
//! use polylimb::modmul::Modulus;
//! use polylimb_catalogue::modmul;
//! let all = ALGORITHMS.iter().chain(modmul::ALGORITHMS);
//! let entry = polylimb::authors::entry::find(all, "modmul algorithm", "montgomery-comba")?;
//! let modulus = Modulus::over(entry.build(&Request::new(&[101]))?.into());
//! assert_eq!(modulus.mul(&[50], &[51])?, [50 * 51 % 101]);
//! # Ok::<(), polylimb::Error>(())
//! ```

// Shared by several algorithms.
mod weight_groups;

// The algorithms.
mod classical;
mod montgomery_comba;
mod multipartite_v1;
mod multipartite_v2;
#[cfg(any(polylimb_word = "32", all(not(polylimb_word = "8"), not(target_pointer_width = "16"))))]
mod rns;
mod schoolbook_montgomery;
mod tripartite;

mod squaring;

pub use squaring::Squaring;

use polylimb::authors::modmul::Entry;

/// Every modular multiplication of the catalogue, the one-thread ones first.
pub static ALGORITHMS: &[Entry] = &[
    montgomery_comba::ENTRY,
    schoolbook_montgomery::ENTRY,
    classical::ENTRY,
    tripartite::ENTRY,
    multipartite_v1::ENTRY,
    multipartite_v2::ENTRY,
    #[cfg(any(
        polylimb_word = "32",
        all(not(polylimb_word = "8"), not(target_pointer_width = "16"))
    ))]
    rns::ENTRY,
];
