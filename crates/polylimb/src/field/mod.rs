//! Finite fields: a field is a value, an element is plain data.
//!
//! **Representation.** A [`Field`] knows its modulus and how to compute; an element
//! `El: Copy + Zeroize` means nothing without its field. Group laws, towers and scalar
//! multiplications are written once, over `F: Field`, and serve every field: the primes of the
//! named curves ([`prime::fixed`]), primes over any modular multiplication ([`prime::Prime`]),
//! `F_2^m` ([`binary::Binary`]), towers of extensions for pairings ([`extension`]), eight lanes of
//! a vector unit ([`lanes::FixedLanes`]), toy fields for exhaustive tests ([`prime::Toy`]).
//!
//! **Promises.** Constant time in the elements, unless the type says otherwise. An element passed
//! to a field it does not belong to is no undefined behaviour, but the result is meaningless.
//! Representations need not be unique: compare with [`Field::equal`], never by words.
//!
//! **How a formula is written.**
//! - `f.mul(&a, &b)` returns its value. It calls [`Field::mul_into`], which fills uninitialised
//!   memory and returns a reference to it. Nothing is zeroed first (on the `ATmega128` zeroed
//!   results cost 6 % of a scalar multiplication). The value is read through the returned
//!   reference, so no `unsafe` is needed and no implementation can cause a read of uninitialised
//!   memory.
//! - Independent products go into one call of [`Field::products`]; the field decides whether one
//!   core, two cores or wider lanes compute them.
//! - Truth values are a [`Truth`]: one bit, or one per lane. A `Truth` does not convert to `bool`,
//!   so a formula over `F: Field` has no branch on data; a formula that needs a branch requires
//!   [`VartimeField`].
//! - Lazy reduction: [`Field::Wide`] sums up to [`Field::WIDE_TERMS`] unreduced products. Fields
//!   without such a form set `Wide = El`; a tower reads `WIDE_TERMS` at compile time and is right
//!   over both.
//! - A computation that should run at full speed over lanes is an [`Op`] entered through
//!   [`Field::run`]. A large formula that should stay a function of its own calls `run` again.
//!
//! Imports: `error`, `cpu`, `limb`, `modmul`, `team`. Read [`Field`] first, then `prime/toy.rs`,
//! the smallest.
//!
//! ```
//! use polylimb::authors::field::Field;
//! use polylimb::authors::field::prime::Toy;
//! // A formula over any field.
//! fn cube<F: Field>(f: &F, a: &F::El) -> F::El {
//!     f.mul(&f.sqr(a), a)
//! }
//! assert_eq!(cube(&Toy::new(29)?, &5), 125 % 29);
//! # Ok::<(), polylimb::Error>(())
//! ```

/// The item or statement, where there is [`ShortDigits`].
macro_rules! with_short_digits {
    ($($one:tt)*) => {
        #[cfg(all(
            feature = "pairings",
            any(
                all(
                    target_arch = "aarch64",
                    target_feature = "neon",
                    not(any(polylimb_word = "8", polylimb_word = "32"))
                ),
                all(
                    target_arch = "arm",
                    target_os = "linux",
                    target_abi = "eabihf",
                    not(polylimb_word = "8")
                )
            )
        ))]
        $($one)*
    };
}
#[cfg(feature = "pairings")]
pub(crate) use with_short_digits;

#[cfg(feature = "engine")]
pub(crate) mod apart;
mod arithmetic;
pub(crate) mod binary;
mod bytes;
pub(crate) mod extension;
pub(crate) mod lanes;
pub(crate) mod prime;
mod ranges;
#[cfg(any(
    all(
        any(all(target_arch = "aarch64", feature = "pairings"), all(test, target_arch = "x86_64")),
        not(any(polylimb_word = "8", polylimb_word = "32"))
    ),
    all(
        target_arch = "arm",
        target_os = "linux",
        target_abi = "eabihf",
        feature = "pairings",
        not(polylimb_word = "8")
    )
))]
#[cfg_attr(
    not(all(target_arch = "aarch64", target_feature = "neon")),
    allow(dead_code, reason = "intrinsics are for AArch64, and proved elsewhere")
)]
mod short_digits;
mod square_root;

pub(crate) use arithmetic::wide_values_are_elements;
pub use arithmetic::{Encoding, Field, Op, Truth, VartimeField, invert_all};
with_short_digits!(
    pub(crate) use short_digits::ShortDigits;
);
pub use square_root::SquareRoot;
