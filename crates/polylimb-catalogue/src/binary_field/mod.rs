//! The literature's algorithms for binary fields, one file each, for any number of words. Each
//! reports every memory access and every exclusive or to a [`Machine`].
//!
//! On a processor without a cache the number of accesses decides the time, so the literature
//! compares counts. [`Tally`] counts; [`Plain`] does not and costs nothing. [`METHODS`] is the
//! list. `reduce-words` and `euclid-binary` are the library's own, in
//! [`polylimb::authors::field::binary::words`]; its fields use them. [`Registers`] and [`Columns`]
//! make fields of two of the other algorithms.
//!
//! Read `registry.rs`, then `lopez_dahab.rs`.

mod columns;
mod itoh_tsujii;
mod karatsuba;
mod lopez_dahab;
mod product;
mod reduce_163_bytes;
mod reduce_163_registers;
mod registers;
mod registry;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod square_clmul;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod square_pdep;
mod square_spread;
mod square_table;
mod table;
mod tally;

pub use polylimb::authors::field::binary::words::{Machine, Plain};
pub use product::{Columns, Registers};
pub use reduce_163_bytes::reduce as reduce_163_bytes;
pub use reduce_163_registers::reduce as reduce_163_registers;
pub use registry::{Entry, METHODS, Method, Operation, Rows, apply, find};
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
pub use square_pdep::Pdep;
pub use tally::Tally;

/// Words of an element of the largest field.
const MOST_WORDS: usize =
    polylimb::authors::field::binary::words_for(polylimb::authors::field::binary::MOST_DEGREE);
