//! Scalar multiplications by name: the library's and the rest of the literature's.
//!
//! | file | method |
//! |---|---|
//! | `double_and_add.rs` | a doubling per bit, from either end |
//! | `signed_digits.rs` | digits 0, ±1 and windows of odd digits |
//! | `double_base.rs` | chains of doublings, triplings, quintuplings |
//! | `joint.rs` | sums of two multiples |
//! | `ladder.rs`, `regular_window.rs` | constant time, any base |
//! | `precomputed_doublings.rs`, `signed_comb.rs` | a base known beforehand |
//! | `glv.rs` | secp256k1, by its endomorphism |
//! | `tau_naf.rs`, `halve_and_add.rs`, `tau_split.rs` | binary curves, variable time |
//! | `parallel/` | one multiplication on several threads |
//!
//! A method of [`METHODS`] is a function over [`AnyCurve`](crate::erased::AnyCurve), so it is
//! compiled once, not for each curve, coordinate system and modular multiplication.
//! [`BINARY_METHODS`] are for binary curves only and run on a [`BinaryCurve`].
//!
//! **Secrets.** A constant-time method requires a
//! [`ConstantTimeGroup`](polylimb::authors::curve::ConstantTimeGroup); all others are `_vartime`.
//!
//! Imports: `coordinates`, `erased`, `recoding`, `polylimb::authors::multiply`. Read
//! `double_and_add.rs`, then `registry.rs`.

mod binary_curve;
mod binary_methods;
mod double_and_add;
mod double_base;
mod glv;
mod halve_and_add;
mod joint;
mod ladder;
mod parallel;
mod precomputed_doublings;
mod registry;
mod regular_window;
mod signed_comb;
mod signed_digits;
mod tau_naf;
mod tau_split;

pub use binary_curve::BinaryCurve;
pub use binary_methods::{BINARY_METHODS, BinaryMake, BinaryMethod, BinaryWork, find_binary};
pub use double_and_add::{left_to_right_vartime, right_to_left_vartime};
pub use double_base::chain_vartime;
pub use joint::shamir_vartime;
pub use ladder::ladder;
pub use parallel::{SharedGroup, equal_partitions_vartime};
pub use precomputed_doublings::Doublings;
pub use registry::{Base, METHODS, Make, Method, Work, find};
pub use regular_window::regular_window;
pub use signed_comb::signed_comb;
pub use signed_digits::{on_the_fly_vartime, signed_digits_vartime};
