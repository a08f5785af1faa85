//! `F_2^163` and `F_2^233` on 8-bit AVR processors (`ATmega128`): kernels in assembly.
//!
//! **What it is.** [`Avr163`] is the field of `Binary<21, F163>` with products, squares, reductions
//! and inverses written for the processor's 32 registers. An element is 21 bytes, always reduced.
//! [`Avr233`] is the field of `Binary<30, F233>`, of 30 bytes.
//!
//! **Promises.** Constant time, unless a name says `vartime`. The product's table of 384 bytes is
//! static, as is the memory of `Avr233`, 376 bytes: no function here may be called from an
//! interrupt that interrupts another one. [`Avr163::wipe`] clears the table.
//!
//! Read `rows.rs`, then `multiply.rs`; for 233 then the files of the same names with `_233`.

#[macro_use]
mod rows;
#[macro_use]
mod common;
mod euclid;
mod field;
mod field_233;
mod methods;
mod multiply;
mod multiply_233;
mod reduce;
mod reduce_233;
mod square;
mod square_233;
mod sum;

pub use field::{Avr163, Element};
pub use field_233::{Avr233, Element233};
