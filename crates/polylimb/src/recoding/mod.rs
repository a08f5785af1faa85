//! Recodings: a scalar written with digits that make its multiplication cheaper, or regular.
//!
//! | file | digits |
//! |---|---|
//! | `signed.rs` | `naf`: 0 or odd, few of them not 0 |
//! | `signed.rs` | `signed-window`, `regular`: one for every `w` bits; constant time |
//! | `tau/` | of powers of `τ`, on Koblitz curves |
//!
//! **Digits** are least significant first, in slices of the caller, and fit an `i8`. **Secrets.**
//! Only the regular forms are constant time: for every scalar of a length they write the same
//! number of digits, without branches on the scalar. All others end in `_vartime`.
//! `polylimb-catalogue` has further recodings, and all of them by name.
//!
//! Imports: `limb`. Read `signed.rs` first.
//!
//! ```
//! use polylimb::authors::limb::Bits;
//! use polylimb::authors::recoding::{digits_needed, width_naf_vartime};
//! let k = Bits::with_len(&[0b1110_1111], 8);
//! let mut digits = vec![0; digits_needed(k.len())];
//! let used = width_naf_vartime(&mut digits, k, 2);
//! // 239 = 256 - 16 - 1.
//! assert_eq!(digits[..used], [-1, 0, 0, 0, -1, 0, 0, 0, 1]);
//! ```

#[cfg(feature = "alloc")]
mod reduced;
mod signed;
#[cfg(feature = "alloc")]
mod tau;

#[cfg(feature = "alloc")]
pub use reduced::reduced;
pub use signed::{regular_digit, signed_window_digit, width_naf_vartime};
#[cfg(feature = "alloc")]
pub(crate) use tau::Step;
#[cfg(feature = "alloc")]
pub use tau::{Koblitz, Representatives, regular_tau, width_tau_naf_vartime};

// Types and limits that the recodings of one scalar share.

/// A digit. With windows of at most [`MOST_WIDTH`] bits every digit fits.
pub type Digit = i8;

/// The widest window, in bits.
pub const MOST_WIDTH: usize = 7;

/// Room for the digits of any recoding of a scalar of `bits` bits.
#[must_use]
pub const fn digits_needed(bits: usize) -> usize {
    bits + 1
}

/// # Panics
/// If the slice is too short for a scalar of `bits` bits.
pub(super) fn assert_room(digits: &[Digit], bits: usize) {
    assert!(
        digits.len() >= digits_needed(bits),
        "room for {} digits is needed",
        digits_needed(bits)
    );
}
