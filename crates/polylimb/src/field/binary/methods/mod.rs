//! The literature's algorithms for binary fields, each a file, on any number of words, with every access to memory and
//! every exclusive or told to a [`Machine`].
//!
//! On processors without a cache an algorithm is as fast as its accesses are few, so the literature compares by counting:
//! [`Tally`] counts what [`Plain`] does without a cost. [`METHODS`] is the list. What fields compute with by default is in the
//! folder above, for lengths known to the compiler; [`Registers`] and [`Columns`] make a field of two of these.
//!
//! Read `registry.rs`, then `lopez_dahab.rs`.

mod columns;
pub(super) mod euclid;
mod itoh_tsujii;
mod karatsuba;
mod lopez_dahab;
mod machine;
mod product;
mod reduce_163_bytes;
mod reduce_163_registers;
pub(super) mod reduce_words;
mod registers;
mod registry;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod square_clmul;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod square_pdep;
mod square_spread;
mod square_table;
mod table;

pub use machine::{Machine, Plain, Tally};
pub use product::{Columns, Registers};
pub use reduce_163_bytes::reduce as reduce_163_bytes;
pub use reduce_163_registers::reduce as reduce_163_registers;
pub use registry::{METHODS, Method, Operation, Rows, find};
