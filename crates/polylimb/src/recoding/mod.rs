//! Recodings: a scalar written with digits that make its multiplication cheaper, or regular.
//!
//! | form | what it is | for |
//! |---|---|---|
//! | [`Form::Digits`] | signed digits of powers of 2 | one scalar |
//! | [`Form::Pair`] | two rows of digits, chosen together | `k P + l Q` |
//! | [`Form::Terms`] | `± 2^a 3^b 5^c` summed | curves where tripling is cheap |
//! | [`Form::Tau`], [`Form::TauWindows`] | signed digits of powers of `τ` | Koblitz curves |
//!
//! Every recoding is a file and a line in [`RECODINGS`]. **Digits** are least significant first, in slices of the
//! caller, and fit an `i8`. **Secrets.** Only the regular forms are constant-time: they write as many digits, none
//! chosen by a branch, for every scalar of a length. All others are `_vartime`.
//!
//! Imports: `limb`, `timing`. Read [`Recoding`] first, then `naf.rs`.
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

mod binary;
mod digits;
mod joint;
#[cfg(feature = "alloc")]
mod multi_base;
mod mutual_opposite;
mod naf;
#[cfg(feature = "alloc")]
mod reduced;
mod registry;
mod regular;
mod signed_window;
#[cfg(feature = "alloc")]
mod tau;

pub use binary::binary_vartime;
pub use digits::{Digit, MOST_WIDTH, digits_needed, weight};
pub use joint::joint_sparse_vartime;
#[cfg(feature = "alloc")]
pub use multi_base::{Term, double_base_chain_vartime, double_base_vartime, multi_base_vartime};
pub use mutual_opposite::{MutualOpposite, mutual_opposite_vartime};
pub use naf::{naf_vartime, width_naf_vartime};
#[cfg(any(feature = "engines", test))]
pub(crate) use reduced::reduced;
pub use registry::{Form, RECODINGS, Recoding, Width, WriteDigits, find};
pub use regular::{regular, regular_digit};
pub use signed_window::{signed_window, signed_window_digit};
#[cfg(feature = "alloc")]
pub use {
    registry::WriteTau,
    tau::{Koblitz, Representatives, Step, TauElement, regular_tau, width_tau_naf_vartime},
};
