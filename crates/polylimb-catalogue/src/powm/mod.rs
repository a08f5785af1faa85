//! Exponentiations of the literature that the library does not use.
//!
//! A method is a file and a line in [`METHODS`], or in [`FIXED_BASE_METHODS`] for powers of a base
//! known beforehand. How to write one, here or in a crate of your own, is in
//! [`polylimb::authors::powm`].
//!
//! The parallel methods run a whole chain of multiplications on each thread; [`model`] is the
//! literature's model of their gain.
//!
//! | method | table entries for multiplications, exponent of `b` bits | constant time |
//! |---|---|---|
//! | `bgmw` | `b/w` for `b/w + 2^w - 3` multiplications | no |
//!
//! Read `binary_left_to_right.rs` first.
//!
//! ```
//! use polylimb::Alone;
//! use polylimb::authors::modmul::{Entry, Request};
//! use polylimb::authors::powm::{Job, METHODS};
//! use polylimb::modmul::{Modulus, Options};
//! use polylimb::powm::Exponent;
//! use polylimb_catalogue::powm;
//!
//! // The residues of `barrett` are the numbers themselves.
//! let modmul = &*Entry::find("barrett")?.build(&Request::new(&[101]))?;
//! let expected = Modulus::new(&[101], &Options::default())?.pow(&[3], &[42])?;
//! for method in METHODS.iter().chain(powm::METHODS).filter(|m| m.threads.contains(1)) {
//!     let exponent = Exponent::new_vartime(&[42]);
//!     let job = Job { modmul, base: &[3], exponent, split: &Alone, width: None };
//!     let mut power = [0];
//!     method.pow(&job, &mut power)?;
//!     assert_eq!(power[..], expected[..]);
//! }
//! # Ok::<(), polylimb::Error>(())
//! ```

pub mod model;
mod stretches;

// The methods.
mod binary_left_to_right;
mod binary_right_to_left;
mod k_ary;
mod montgomery_ladder;
mod parallel_binary;
mod parallel_fixed_window;
mod parallel_k_ary;
mod parallel_right_to_left;
mod parallel_sliding_window;

mod bgmw;

use polylimb::authors::powm::{Entry, fixed_base};

/// Every exponentiation of the catalogue, the one-thread ones first.
pub static METHODS: &[Entry] = &[
    binary_left_to_right::ENTRY,
    binary_right_to_left::ENTRY,
    k_ary::ENTRY,
    montgomery_ladder::ENTRY,
    parallel_binary::ENTRY,
    parallel_binary::BALANCED,
    parallel_right_to_left::ENTRY,
    parallel_k_ary::ENTRY,
    parallel_k_ary::BALANCED,
    parallel_sliding_window::ENTRY,
    parallel_sliding_window::BALANCED,
    parallel_fixed_window::ENTRY,
];

/// The exponentiations with a fixed base.
pub static FIXED_BASE_METHODS: &[fixed_base::Entry] = &[bgmw::ENTRY];
