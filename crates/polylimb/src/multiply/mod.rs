//! Scalar multiplication: one file per method, over any group.
//!
//! **Who calls what.** Curves with a name have their method chosen for them. The laboratory and the tests go through [`METHODS`]:
//! a [`Method`] has a name, a source, and a function over [`AnyCurve`](crate::curve::AnyCurve), so that it is compiled once and not once for each
//! curve, coordinate system and modular multiplication.
//!
//! **Secrets.** A method that is constant-time asks for a [`ConstantTimeGroup`](crate::curve::ConstantTimeGroup) and says so in the registry;
//! all others are `_vartime`.
//!
//! Imports: `curve`, `recoding`, `team` and what is below them. Read `double_and_add.rs`, then [`Method`].

mod double_and_add;
#[cfg(feature = "alloc")]
mod registry;

pub use double_and_add::{left_to_right_vartime, right_to_left_vartime};
#[cfg(feature = "alloc")]
pub use registry::{METHODS, Method, Work, find};
