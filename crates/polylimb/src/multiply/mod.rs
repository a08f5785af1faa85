//! Scalar multiplication: one file per method, over any group.
//!
//! **Who calls what.** Curves with a name have their method chosen for them. The laboratory and the tests go through [`METHODS`]:
//! a [`Method`] has a name, a source, and a function over [`AnyCurve`](crate::curve::AnyCurve), so that it is compiled once and not once for each
//! curve, coordinate system and modular multiplication. [`BINARY_METHODS`] are those that only binary curves have.
//!
//! | file | method |
//! |---|---|
//! | `double_and_add.rs` | a doubling per bit, from either end |
//! | `signed_digits.rs` | digits 0, ±1 and windows of odd digits |
//! | `double_base.rs` | chains of doublings, triplings, quintuplings |
//! | `joint.rs`, `multi_scalar.rs` | sums of two and of many multiples |
//! | `ladder.rs`, `fixed_window.rs` | constant time, any base |
//! | `precomputed_doublings.rs`, `comb.rs`, `base_windows.rs` | a base known beforehand |
//! | `interleaved.rs` | such a base and another point, together |
//! | `lopez_dahab_ladder.rs`, `regular_tau.rs` | constant time on binary curves and on Koblitz curves |
//! | `tau_naf.rs`, `halve_and_add.rs`, `tau_split.rs` | binary curves in variable time, on one thread and on two |
//! | `regular_window.rs`, `signed_comb.rs` | digits that are never 0: constant time, for engines without a total law |
//! | `parallel/` | one multiplication on several threads |
//! | `glv/` | secp256k1: scalars in two halves, by its endomorphism |
//! | [`engine`] | curves whose methods are chosen |
//! | `lanes/` | their batches over eight lanes |
//!
//! **Secrets.** A method that is constant-time asks for a [`ConstantTimeGroup`](crate::curve::ConstantTimeGroup) and says so in the registry;
//! all others are `_vartime`.
//!
//! Imports: `curve`, `recoding`, `team` and what is below them. Read `double_and_add.rs`, then [`Method`].
//!
//! ```
//! use polylimb::curve::Group;
//! use polylimb::curve::weierstrass::{AffinePoint, Coefficient, Complete, Curve};
//! use polylimb::field::prime::Toy;
//! use polylimb::limb::Bits;
//! use polylimb::multiply::{fixed_window, left_to_right_vartime};
//! let group = Complete::new(Curve::new(Toy::new(29)?, 4, 20, Coefficient::Any));
//! let (k, p) = (Bits::with_len(&[23], 5), AffinePoint::new(1, 5));
//! let safe = fixed_window::<4, _>(&group, k, &p);
//! let quick = left_to_right_vartime(&group, k, &p);
//! assert!(group.equal(&safe, &quick).to_bool_vartime());
//! # Ok::<(), polylimb::Error>(())
//! ```

mod double_and_add;
mod fixed_window;
mod ladder;

#[cfg(any(feature = "engines", test))]
mod base_windows;
#[cfg(feature = "engines")]
mod binary_methods;
#[cfg(any(feature = "engines", test))]
mod comb;
#[cfg(any(feature = "engines", test))]
mod double_base;
#[cfg(feature = "engines")]
pub mod engine;
#[cfg(any(feature = "engines", test))]
mod glv;
#[cfg(any(feature = "engines", test))]
mod halve_and_add;
#[cfg(any(feature = "engines", test))]
mod interleaved;
#[cfg(any(feature = "engines", test))]
mod joint;
#[cfg(all(feature = "engines", feature = "std"))]
pub(crate) mod lanes;
#[cfg(any(feature = "engines", test))]
mod lopez_dahab_ladder;
#[cfg(any(feature = "engines", test))]
mod multi_scalar;
#[cfg(any(feature = "engines", test))]
mod odd_scalar;
#[cfg(any(feature = "engines", test))]
mod parallel;
#[cfg(any(feature = "engines", test))]
mod precomputed_doublings;
#[cfg(feature = "engines")]
mod quads;
#[cfg(any(feature = "engines", test))]
mod registry;
#[cfg(any(feature = "engines", test))]
mod regular_tau;
#[cfg(any(feature = "engines", test))]
mod regular_window;
#[cfg(any(feature = "engines", test))]
mod secret_table;
#[cfg(any(feature = "engines", test))]
mod signed_comb;
#[cfg(any(feature = "engines", test))]
mod signed_digits;
#[cfg(any(feature = "engines", test))]
mod steps;
#[cfg(any(feature = "engines", test))]
mod tau_multiples;
#[cfg(any(feature = "engines", test))]
mod tau_naf;
#[cfg(any(feature = "engines", test))]
mod tau_split;

#[cfg(feature = "engines")]
pub use binary_methods::{BINARY_METHODS, BinaryMethod, BinaryWork, OverBinaryCurve, find_binary};
pub use double_and_add::{left_to_right_vartime, right_to_left_vartime};
pub use fixed_window::fixed_window;
pub use ladder::ladder;
#[cfg(any(feature = "engines", test))]
pub use {
    base_windows::BaseWindows,
    comb::Comb,
    double_base::chain_vartime,
    interleaved::{OddMultiples, interleaved_vartime},
    joint::shamir_vartime,
    multi_scalar::{Term, pippenger_vartime, straus_vartime},
    parallel::{SharedGroup, equal_partitions_vartime},
    precomputed_doublings::Doublings,
    registry::{Base, METHODS, Method, Work, find},
    regular_window::regular_window,
    signed_comb::signed_comb,
    signed_digits::{on_the_fly_vartime, signed_digits_vartime},
};
