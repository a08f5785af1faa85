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
//! use polylimb::authors::recoding::{digits_needed, weight, width_naf_vartime};
//! let k = Bits::with_len(&[0b1110_1111], 8);
//! let mut digits = vec![0; digits_needed(k.len())];
//! let used = width_naf_vartime(&mut digits, k, 2);
//! // 239 = 256 - 16 - 1.
//! assert_eq!(digits[..used], [-1, 0, 0, 0, -1, 0, 0, 0, 1]);
//! assert_eq!(weight(&digits), 3);
//! ```

#[cfg(feature = "alloc")]
mod reduced;
mod signed;
#[cfg(feature = "alloc")]
mod tau;

#[cfg(feature = "alloc")]
pub use reduced::reduced;
pub use signed::{naf_vartime, width_naf_vartime};
pub use signed::{regular, regular_digit, signed_window, signed_window_digit};
#[cfg(feature = "alloc")]
pub use tau::{Koblitz, Representatives, Step, TauElement, regular_tau, width_tau_naf_vartime};

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

/// Number of digits that are not 0: the additions of a multiplication.
#[must_use]
pub fn weight(digits: &[Digit]) -> usize {
    digits.iter().filter(|&&d| d != 0).count()
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
