//! Scalar multiplication: one file per method, over any group.
//!
//! | file | method |
//! |---|---|
//! | `fixed_window.rs` | constant time, any base |
//! | `fixed_base.rs` | a fixed base |
//! | `interleaved.rs` | a fixed base and a variable point, together; sums of many multiples |
//! | `sum_of_two.rs` | two variable points, together, without a heap |
//! | `lopez_dahab_ladder.rs`, `regular_tau.rs` | constant time on binary and Koblitz curves |
//! | `subgroup.rs` | points of binary curves in the subgroup of prime order |
//! | `regular_window.rs`, `signed_comb.rs` | constant time by nonzero digits, for engines |
//! | `buckets/` | sums of many multiples by affine points, in lanes |
//! | [`glv`] | secp256k1: scalars in two halves, by its endomorphism |
//! | [`engine`] | curves with their methods chosen |
//! | `eights.rs`, `lanes/`, `quads/` | their batches over eight lanes; binary curves over four |
//!
//! The engines choose the methods of named curves. `polylimb-catalogue` has the other methods of
//! the literature, and lists all methods by name.
//!
//! **Secrets.** A constant-time method requires a
//! [`ConstantTimeGroup`](crate::curve::ConstantTimeGroup); all others end in `_vartime`.
//!
//! Imports: `curve`, `recoding`, `team` and what is below them. Read `fixed_window.rs`, then
//! `interleaved.rs`.
//!
//! ```
//! use polylimb::authors::curve::Complete;
//! use polylimb::authors::curve::{AffinePoint, Coefficient, Curve, Group};
//! use polylimb::authors::field::prime::Toy;
//! use polylimb::authors::limb::Bits;
//! use polylimb::authors::multiply::fixed_window;
//! let group = Complete::new(Curve::new(Toy::new(29)?, 4, 20, Coefficient::Any));
//! let p = AffinePoint::new(1, 5);
//! // The curve has 37 points: 36 P = -P.
//! let product = fixed_window::<4, _>(&group, Bits::with_len(&[36], 6), &p);
//! assert!(group.is_neutral(&group.add_entry(&product, &p)).to_bool_vartime());
//! # Ok::<(), polylimb::Error>(())
//! ```

mod fixed_window;
mod lopez_dahab_ladder;
mod regular_window;
mod sum_of_two;

#[cfg(feature = "engine")]
pub(crate) mod buckets;
#[cfg(feature = "engine")]
pub(crate) mod eights;
#[cfg(feature = "engine")]
pub(crate) mod engine;
#[cfg(any(feature = "engine", test))]
mod fixed_base;
#[cfg(any(feature = "engine", test))]
pub(crate) mod glv;
#[cfg(any(feature = "engine", test))]
mod interleaved;
#[cfg(all(feature = "engine", feature = "std"))]
mod lanes;
#[cfg(feature = "engine")]
mod plain_point;
#[cfg(feature = "engine")]
mod quads;
#[cfg(any(feature = "engine", test))]
mod regular_tau;
#[cfg(any(feature = "engine", test))]
mod signed_comb;
#[cfg(any(feature = "compact", feature = "engine", test))]
mod subgroup;

pub use fixed_window::{fixed_window, signed_point};
#[cfg(any(feature = "engine", test))]
pub(crate) use interleaved::Term;
pub use lopez_dahab_ladder::lopez_dahab_ladder;
pub use regular_window::regular_window;
#[cfg(feature = "compact")]
pub(crate) use subgroup::is_quadruple;
pub use sum_of_two::sum_of_two_vartime;
#[cfg(any(feature = "engine", test))]
pub use {
    fixed_base::{BaseWindows, Comb},
    interleaved::{OddMultiples, interleaved_vartime, pippenger_vartime, straus_vartime},
    regular_tau::{regular_tau, tau_multiples},
    subgroup::in_subgroup,
};
