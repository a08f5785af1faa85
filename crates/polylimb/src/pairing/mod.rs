//! The optimal ate pairing on curves of the families BN and BLS12.
//!
//! **What it is.** A map `e` from two groups of prime order `r`, `G₁` on `E: y² = x³ + b` over
//! `F_p` and `G₂` on a twist of `E` over `F_p²`, into the elements of order `r` of `F_p¹²`, linear
//! in both arguments. It is a Miller loop (`miller.rs`), whose lines come from doublings and
//! additions of a point ([`mod@line`]), and a final exponentiation ([`final_exponentiation`]) to
//! the power `(p¹² - 1)/r`.
//!
//! **How.** The code is generic over the field `F_p²`: kernels of the prime, a counting field,
//! lanes. A [`PairingCurve`] knows its tower and its constants.
//!
//! **A curve chosen at run time** has an [`engine`], which checks, stores, encodes, multiplies and
//! maps points.
//!
//! **Promises.** Points must be in their groups: the caller checks points from outside. The neutral
//! element gives 1. Constant time in the coordinates, not in whether a point is neutral.
//!
//! ```
//! use polylimb::authors::field::Field;
//! use polylimb::authors::field::extension::{Fp2, OnePlusU};
//! use polylimb::authors::field::prime::{Bls12381, Portable};
//! use polylimb::authors::pairing::{Homogeneous, PairingCurve};
//!
//! let f = Bls12381::new(Portable);
//! let curve = PairingCurve::bls12_381(Fp2::<_, OnePlusU>::new(f));
//! let pair = curve.generators()?;
//! let mut opposite = pair;
//! opposite.p[1] = f.neg(&pair.p[1]);
//! // e(P, Q) e(-P, Q) = 1
//! let product = curve.miller_loop_product::<Homogeneous>(&[pair, opposite]);
//! let value = curve.final_exponentiation(&product);
//! assert!(curve.tower().equal(&value, &curve.tower().one()).to_bool_vartime());
//! # Ok::<(), polylimb::Error>(())
//! ```
//!
//! Imports: `multiply` and what is below it. Read `curve.rs`, then `miller.rs`.

mod curve;
#[cfg(feature = "pairings")]
pub mod engine;
pub mod final_exponentiation;
pub mod line;
mod miller;
#[cfg(feature = "alloc")]
mod on_threads;
pub mod packed;

pub use curve::{Family, PairingCurve, Twist, bls12_381, bn254_nogami, bn254_snark};
pub use miller::Pair;
#[cfg(feature = "alloc")]
pub use miller::Prepared;
#[cfg(feature = "alloc")]
pub use on_threads::SharedQuadratic;

use crate::field::Field;
use crate::field::extension::Fp12;

/// An element of `F_p¹²`.
type Value<Q> = <Fp12<Q> as Field>::El;
