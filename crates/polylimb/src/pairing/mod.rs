//! The optimal ate pairing on curves of the families BN and BLS12.
//!
//! **What it is.** A map `e` from two groups of prime order `r`, `G₁` on `E: y² = x³ + b` over
//! `F_p` and `G₂` on a twist of `E` over `F_p²`, into the elements of order `r` of `F_p¹²`, linear
//! in both arguments. It is a Miller loop (`miller.rs`), whose lines come from doublings and
//! additions of a point (`line.rs`), and a final exponentiation (`final_exponentiation.rs`) to the
//! power `(p¹² - 1)/r`.
//!
//! **How.** The code is generic over the field `F_p²`: kernels of the prime, a counting field,
//! lanes. A [`PairingCurve`] knows its tower and its constants.
//!
//! **A curve chosen at run time** has a [`PairingEngine`], which checks, stores, encodes,
//! multiplies and maps points.
//!
//! **Promises.** Points must be in their groups: the caller checks points from outside. The neutral
//! element gives 1. Constant time in the coordinates, not in whether a point is neutral.
//!
//! ```
//! # #[cfg(feature = "pairings")] {
//! use polylimb::cpu::Features;
//! use polylimb::authors::limb::Bits;
//! use polylimb::pairing::PairingName;
//!
//! let engine = PairingName::Bls12381.engine(Features::detect());
//! let (a, b) = ([123], [45]);
//! let p = engine.g1().multiply_generator(Bits::new(&a));
//! let q = engine.g2().multiply_generator(Bits::new(&b));
//! // e(a G, b H) = e(G, H)^(a b)
//! let once = engine.pairing(&engine.g1().generator(), &engine.g2().generator())?;
//! let power = engine.power_vartime(&engine.power_vartime(&once, Bits::new(&a))?, Bits::new(&b))?;
//! assert_eq!(engine.pairing(&p, &q)?, power);
//! let bytes = engine.g1().compress(&p)?;
//! assert_eq!(engine.g1().decode(&bytes)?, p);
//! # }
//! # Ok::<(), polylimb::Error>(())
//! ```
//!
//! Imports: `multiply` and what is below it. Read `curve.rs`, then `miller.rs`.

pub(crate) mod curve;
#[cfg(feature = "pairings")]
pub(crate) mod engine;
pub(crate) mod final_exponentiation;
pub(crate) mod line;
pub(crate) mod miller;
#[cfg(feature = "alloc")]
mod on_threads;
pub(crate) mod packed;

pub(crate) use curve::{Family, PairingCurve, Twist};
#[cfg(feature = "pairings")]
pub use engine::{Bases, G1, G2, Gt, PairingEngine, PairingGroup, PairingName};
pub(crate) use miller::Pair;

use crate::field::Field;
use crate::field::extension::Fp12;

/// An element of `F_p¹²`.
type Value<Q> = <Fp12<Q> as Field>::El;
