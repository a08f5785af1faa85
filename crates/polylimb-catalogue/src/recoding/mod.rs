//! Recodings by name: a scalar written with digits that make its multiplication cheaper, or
//! regular.
//!
//! | form | what it is | for |
//! |---|---|---|
//! | [`Form::Digits`] | signed digits of powers of 2 | one scalar |
//! | [`Form::Pair`] | two rows of digits, chosen together | `k P + l Q` |
//! | [`Form::Terms`] | `± 2^a 3^b 5^c` summed | curves where tripling is cheap |
//! | [`Form::Tau`], [`Form::TauWindows`] | signed digits of powers of `τ` | Koblitz curves |
//!
//! A recoding of this folder is a file and an entry of [`RECODINGS`], which has the library's
//! recodings, too.
//!
//! Imports: `polylimb::authors::recoding`, `polylimb::authors::limb`. Read [`Make`] first, then
//! `joint.rs`.
//!
//! ```
//! use polylimb::authors::limb::Bits;
//! use polylimb_catalogue::recoding::{Form, find};
//! let Form::Digits(write) = find("mof")?.make.form else { panic!("digits of powers of 2") };
//! let mut digits = [0; 4];
//! let used = write(&mut digits, Bits::with_len(&[0b110], 3), 1);
//! assert_eq!(digits[..used], [0, -1, 0, 1]);
//! # Ok::<(), polylimb::Error>(())
//! ```

mod binary;
mod digits;
mod joint;
mod multi_base;
mod mutual_opposite;
mod registry;
mod windows;

pub use binary::binary_vartime;
pub use digits::weight;
pub use joint::joint_sparse_vartime;
pub use multi_base::{Term, double_base_chain_vartime, double_base_vartime, multi_base_vartime};
pub use mutual_opposite::{MutualOpposite, mutual_opposite_vartime};
pub use registry::{Form, Make, RECODINGS, Recoding, Width, WriteDigits, WriteTau, find};
