//! `F_2^163` on 8-bit AVR processors (`ATmega128`): kernels in assembly.
//!
//! **What it is.** [`Avr163`] is the field of `Binary<21, F163>` with products, squares, reductions and inverses written for
//! the processor's 32 registers. An element is 21 bytes, always reduced.
//!
//! **Promises.** Constant time, unless a name says `vartime`. The product's table of 384 bytes is static: none of this may be
//! called from an interrupt that interrupts it; [`Avr163::wipe`] clears it.
//!
//! Read `rows.rs`, then `multiply.rs`.

#[macro_use]
mod rows;
mod euclid;
mod field;
mod multiply;
mod reduce;
mod square;
mod sum;

pub use field::{Avr163, Element};
