//! Words and multi-precision integers.
//!
//! **Representation.** A natural number is a slice of [`Word`]s, least significant first; its
//! length is public, its value is not. Leading zeros are allowed everywhere.
//!
//! **Promises.** Unless a name ends in `_vartime`, time and memory accesses depend only on lengths.
//! Nothing allocates; scratch comes from the caller. Wrong lengths panic (the checked faces are
//! [`crate::modmul::Modulus`] and [`crate::modmul::OddModulus`]).
//!
//! **Kernels.** [`Kernel`] is the set of inner loops of one instruction set, chosen once. The
//! portable kernel serves every word size; the others replace its loops by assembly.
//!
//! Imports: `error`, `cpu`. Read [`Word`] first, then [`Kernel`].
//!
//! ```
//! use polylimb::authors::limb::{Bits, Kernel, Word};
//! let (a, b) = ([Word::MAX, 1], [2, 0]);
//! let mut product = [0; 4];
//! Kernel::PORTABLE.schoolbook(&mut product, &a, &b);
//! assert_eq!(product, [Word::MAX - 1, 3, 0, 0]);
//! assert_eq!(Bits::new_vartime(&[0b1011]).window(1, 3), 0b101);
//! ```

#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod aarch64;
#[cfg(all(
    target_arch = "arm",
    any(all(target_os = "linux", target_abi = "eabihf"), polylimb_umaal),
    not(polylimb_word = "8")
))]
pub(crate) mod arm;
#[cfg(all(target_arch = "arm", not(target_has_atomic = "ptr"), not(polylimb_word = "8")))]
pub(crate) mod armv6m;
mod bits;
mod compare;
mod division;
mod karatsuba;
mod kernel;
mod look_up;
mod mask;
mod mulders;
#[cfg(feature = "alloc")]
mod natural;
mod portable;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[cfg_attr(
    not(feature = "alloc"),
    allow(dead_code, unused_imports, reason = "some users need the heap")
)]
pub(crate) mod radix52;
mod schoolbook;
#[cfg_attr(
    not(all(
        feature = "alloc",
        target_arch = "x86_64",
        not(any(polylimb_word = "8", polylimb_word = "32"))
    )),
    allow(dead_code, unused_imports, reason = "some users need the heap or 64-bit words")
)]
pub(crate) mod simd;
mod word;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod x86_64;

pub use bits::Bits;
pub use compare::{assign_if, bit_length_vartime, less_than, shl_assign};
pub(crate) use compare::{equal, is_zero, shr_assign, swap_if};
pub use kernel::Kernel;
pub use mask::Mask;
pub(crate) use mask::bit_operators;
#[cfg(feature = "alloc")]
pub use natural::Natural;
pub(crate) use word::WORD_BYTES;
pub use word::{DoubleWord, WORD_BITS, Word, inverse_mod_word};
pub(crate) use word::{adc, mac, sbb};
