//! Numbers in radix 2^52, eight digits to a vector: the arithmetic of AVX-512 IFMA.
//!
//! **Representation.** A number is a slice of 64-bit digits, least significant first, padded with
//! zeros to a multiple of eight. A digit is *normalised* below 2^52; a *column* is the sum of the
//! half products of one weight, below 2^63, not yet carried.
//!
//! **Why it is fast.** One instruction multiplies eight digits by eight and adds a half of each
//! product to a column; two such instructions start in a cycle, and no digit carries until all
//! columns are summed.
//!
//! **One source.** Everything is written over [`Vector`](super::simd::Vector), and serves 64-bit
//! words on x86-64 only. Read `columns.rs`.

mod columns;
mod convert;
mod normalise;
mod product;
mod short;
mod sums;
pub(crate) use columns::{PADDING, columns, padded, square_columns};
pub(crate) use convert::{digits_from_words, words_from_digits};
pub(crate) use normalise::{normalise, normalise_short};
pub(crate) use product::{MOST_WORDS, high_product, product};
pub(crate) use short::{
    HighColumns, above_diagonal, double_and_add_diagonal, for_each_place, low_columns,
    low_square_columns,
};
