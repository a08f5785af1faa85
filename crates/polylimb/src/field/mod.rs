//! Finite fields: a field is a value, an element is plain data.
//!
//! **Representation.** A [`Field`] knows its modulus and how to compute; an element `El: Copy + Zeroize`
//! means nothing without it. One group law, tower or scalar multiplication, written over `F: Field`,
//! serves every field: the primes of the named curves ([`prime::fixed`]), primes over any modular multiplication
//! ([`prime::Prime`]), `F_2^m`
//! ([`binary::Binary`]), towers of extensions for pairings ([`extension`]), eight lanes of a vector unit ([`lanes::Lanes`]), a field that counts
//! ([`Counted`]), one that shares out products between two cores ([`DualCore`]), toy fields for exhaustive tests ([`prime::Toy`]).
//!
//! **Promises.** Constant time in the elements, unless the type says otherwise. Elements of one field given
//! to another are no undefined behaviour, but no number either. Representations need not be unique: compare
//! with [`Field::equal`], never by words.
//!
//! **How a formula is written.**
//! - `f.mul(&a, &b)` returns its value. Beneath it lies [`Field::mul_into`], which fills uninitialised memory
//!   and returns a reference to it: nothing is zeroed first (on the `ATmega128` zeroed results cost 6 % of a
//!   scalar multiplication), and because the value is read through the returned reference, no `unsafe` is
//!   needed and no implementation can break it.
//! - Products that do not depend on each other go into one call of [`Field::products`]; the field decides
//!   whether one core, two cores or wider lanes compute them.
//! - Truth values are a [`Truth`]: one bit, or one per lane. There is no way from it to a `bool`, so
//!   a formula over `F: Field` has no branch on data; one that needs a branch demands [`VartimeField`].
//! - Lazy reduction: [`Field::Wide`] sums up to [`Field::WIDE_TERMS`] unreduced products. Fields that have no such
//!   form take `Wide = El`; a tower asks `WIDE_TERMS` at compile time and is right over both.
//! - A computation that should run at full speed over lanes is an [`Op`] entered through [`Field::run`]. A large
//!   formula that is to be a function of its own is entered through `run` again.
//!
//! Imports: `error`, `cpu`, `limb`, `modmul`, `team`. Read [`Field`] first, then `prime/toy.rs`, the smallest.
//!
//! ```
//! use polylimb::field::{Counted, Field, prime::Toy};
//! // A formula over any field; this one counts.
//! fn cube<F: Field>(f: &F, a: &F::El) -> F::El {
//!     f.mul(&f.sqr(a), a)
//! }
//! let f = Counted::new(Toy::new(29)?);
//! assert_eq!(cube(&f, &5), 125 % 29);
//! let counts = f.take();
//! assert_eq!((counts.mul, counts.sqr), (1, 1));
//! # Ok::<(), polylimb::Error>(())
//! ```

mod arithmetic;
pub mod binary;
mod bytes;
mod counted;
mod dual_core;
pub mod extension;
pub mod lanes;
pub mod laws;
pub mod prime;
#[cfg(any(feature = "engines", test))]
mod shared_counts;
mod simultaneous;
mod square_root;
mod truth;

pub use arithmetic::{Encoding, Field, Op, VartimeField};
pub use counted::{Counted, Counter, Counting, Counts};
pub use dual_core::DualCore;
#[cfg(any(feature = "engines", test))]
pub use shared_counts::SharedCounts;
pub use simultaneous::invert_all;
pub use square_root::SquareRoot;
pub use truth::Truth;
