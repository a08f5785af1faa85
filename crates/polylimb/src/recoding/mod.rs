//! Recodings: a scalar written with digits that make its multiplication cheaper, or regular.
//!
//! | file | digits |
//! |---|---|
//! | `naf.rs` | 0 or odd, few of them not 0 |
//! | `signed_window.rs`, `regular.rs` | one for every `w` bits; constant time |
//! | `tau/` | of powers of `τ`, on Koblitz curves |
//!
//! **Digits** are least significant first, in slices of the caller, and fit an `i8`. **Secrets.**
//! Only the regular forms are constant time: for every scalar of a length they write the same
//! number of digits, without branches on the scalar. All others end in `_vartime`.
//! `polylimb-catalogue` has further recodings, and all of them by name.
//!
//! Imports: `limb`. Read `digits.rs` first, then `naf.rs`.
//!
//! ```
//! use polylimb::limb::Bits;
//! use polylimb::recoding::{digits_needed, weight, width_naf_vartime};
//! let k = Bits::with_len(&[0b1110_1111], 8);
//! let mut digits = vec![0; digits_needed(k.len())];
//! let used = width_naf_vartime(&mut digits, k, 2);
//! // 239 = 256 - 16 - 1.
//! assert_eq!(digits[..used], [-1, 0, 0, 0, -1, 0, 0, 0, 1]);
//! assert_eq!(weight(&digits), 3);
//! ```

mod digits;
mod naf;
#[cfg(feature = "alloc")]
mod reduced;
mod regular;
mod signed_window;
#[cfg(feature = "alloc")]
mod tau;

pub use digits::{Digit, MOST_WIDTH, digits_needed, weight};
pub use naf::{naf_vartime, width_naf_vartime};
#[cfg(feature = "alloc")]
pub use reduced::reduced;
pub use regular::{regular, regular_digit};
pub use signed_window::{signed_window, signed_window_digit};
#[cfg(feature = "alloc")]
pub use tau::{Koblitz, Representatives, Step, TauElement, regular_tau, width_tau_naf_vartime};
