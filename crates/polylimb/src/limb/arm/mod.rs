//! Kernels for 32-bit Arm: the fastest published multiplications and reductions for pairings on the
//! Cortex-A9, eight words each, of the kernel `umaal` of [`super::Kernel`] and of the kernel sets
//! of the fixed fields. The catalogue has the other ones, and lists of all.
//!
//! **Instructions.** `UMLAL` adds a product to two words and loses the carry out of them; `UMAAL`
//! (from Armv6 on) adds two words to a product, which never exceeds two words: a row of operand
//! scanning without a separate carry. Neither changes the flags, nor do loads and stores, so a
//! carry may stay in its flag during products: the papers call that delayed propagation.
//!
//! **Text.** The kernels are unrolled, constant in time, and written in the syntax that the
//! instruction sets A32 and T32 share. Arguments come in `r0` to `r3`; `r4` to `r11` and `lr` are
//! saved. They are safe functions because the types of arrays state their lengths.

// Before the macros: the theorems read the catalogue's kernels, whose macros have the same names.
#[cfg(test)]
#[path = "../../../tests/proofs/arm_assembly.rs"]
mod theorems;

#[macro_use]
mod text;
#[macro_use]
mod columns;
mod comba_montgomery;
mod neon_short_digits;
#[cfg(any(test, all(feature = "pairings", target_os = "linux", target_abi = "eabihf")))]
pub(crate) mod neon_signed_digits;
mod operand_caching;
mod sos_umaal;
mod sums;
mod table;
mod umaal_rows;
#[macro_use]
mod eight_words;
pub(crate) mod f25519;
pub(crate) mod p256;

pub use comba_montgomery::{delayed as comba_montgomery_delayed, reduce as comba_montgomery};
pub use neon_short_digits::{ShortDigits, TwoWay};
pub(crate) use neon_short_digits::{
    complex_product as neon_complex_product, multiply as neon_montgomery_mul,
};
pub use operand_caching::{delayed as operand_caching_delayed, multiply as operand_caching};
pub use sos_umaal::by_four as umaal_sos_by_four;
pub(crate) use sos_umaal::{
    montgomery_twelve as umaal_montgomery_twelve, twelve_by_four as umaal_reduce_twelve,
};
pub use sums::{add, add_wide, sub, sub_wide};
pub(crate) use sums::{add_twelve, add_wide_twelve, sub_twelve, sub_wide_twelve};
pub(super) use table::UMAAL;
pub use umaal_rows::multiply as umaal_operand_caching;
pub(crate) use umaal_rows::multiply_twelve as umaal_twelve;
