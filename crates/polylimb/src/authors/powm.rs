//! For authors of exponentiations: the parts that the library's methods share, for use outside the
//! library.
//!
//! A method is one file: a function that computes a [`Job`], and an
//! [`Entry`] with it. It computes with an [`Accumulator`], which has its own scratch
//! and is wiped when dropped, and keeps powers in a [`Table`]. Methods in constant time read a
//! table with [`Table::select`]; those in variable time may use a [`LazyAccumulator`], which costs
//! nothing while it is 1. A parallel method computes a power in parts and joins them with
//! [`product_of_parts`].
//!
//! The method should cost what `expected` of the entry says; the tests of the crate
//! `polylimb-catalogue` count and compare. Its `binary_left_to_right.rs` is the shortest model,
//! `parallel_binary.rs` one with threads.
//!
//! ```
//! use polylimb::authors::limb::Word;
//! use polylimb::authors::modmul::{Entry, ModMul, Request};
//! use polylimb::authors::powm::Accumulator;
//!
//! /// The base's `2^k`-th power, in the representation of `modmul`.
//! fn pow_2k(modmul: &dyn ModMul, base: &[Word], k: usize) -> Vec<Word> {
//!     let mut power = Accumulator::of(modmul, base);
//!     power.sqr(k);
//!     power.value().to_vec()
//! }
//!
//! let modmul = Entry::find("barrett")?.build(&Request::new(&[101]))?;
//! // The residues of `barrett` are the numbers themselves.
//! assert_eq!(pow_2k(&*modmul, &[3], 2), [81]);
//! # Ok::<(), polylimb::Error>(())
//! ```

pub use crate::powm::accumulator::{Accumulator, LazyAccumulator, product_of_parts};
pub use crate::powm::fixed_window::ENTRY as FIXED_WINDOW;
pub use crate::powm::model::{Counts, Prediction};
pub use crate::powm::registry::{Entry, Job, METHODS, Make, Width};
pub use crate::powm::sliding_window::ENTRY as SLIDING_WINDOW;
pub use crate::powm::table::Table;

/// Many exponents, one base.
pub mod fixed_base {
    pub use crate::powm::fixed_base::{Entry, METHODS, Prepared, Request};
}

/// Products of several powers.
pub mod product {
    pub use crate::powm::product::{Entry, Job, METHODS, Term};
}
