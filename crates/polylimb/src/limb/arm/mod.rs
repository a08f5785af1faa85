//! Kernels for 32-bit Arm: the published multiplications and reductions for pairings on the
//! Cortex-A9, eight words each.
//!
//! Every published method is a file; [`MULTIPLICATIONS`] and [`REDUCTIONS`] list them, so that one
//! test compares and one study measures all of them. The kernel `umaal` of [`super::Kernel`] and
//! the kernel sets of the fixed fields use the fastest.
//!
//! **Instructions.** `UMLAL` adds a product to two words and loses the carry out of them; `UMAAL`
//! (from Armv6 on) adds two words to a product, which never exceeds two words: a row of operand
//! scanning without a separate carry. Neither changes the flags, nor do loads and stores, so a
//! carry may stay in its flag during products: the papers call that delayed propagation.
//!
//! **Text.** The kernels are unrolled, constant in time, and written in the syntax that the
//! instruction sets A32 and T32 share. Arguments come in `r0` to `r3`; `r4` to `r11` and `lr` are
//! saved. They are safe functions because the types of arrays state their lengths.

#[macro_use]
mod text;
#[macro_use]
mod columns;
mod comba;
mod comba_montgomery;
mod neon;
mod neon_short_digits;
mod operand_caching;
mod operand_scanning_umaal;
mod registry;
mod sos_umaal;
mod sums;
mod table;
mod umaal_rows;

pub(crate) use comba_montgomery::delayed as comba_montgomery_delayed;
pub use neon_short_digits::ShortDigits;
pub(crate) use neon_short_digits::{
    complex_product as neon_complex_product, multiply as neon_montgomery_mul,
};
pub(crate) use operand_caching::delayed as operand_caching_delayed;
pub use registry::{MULTIPLICATIONS, Multiplication, REDUCTIONS, Reduction, TwoWay};
pub(crate) use sos_umaal::by_four as umaal_sos_by_four;
pub use sums::{add, add_wide, sub, sub_wide};
pub(super) use table::UMAAL;
pub(crate) use umaal_rows::multiply as umaal_operand_caching;
