//! Theorems about the kernels of eight lanes, for all inputs.
//!
//! **Idea.** The kernels are generic in the vector. Here they run over [`Abstract`], whose lanes
//! hold a polynomial and an interval in place of a number. The polynomial is over the digits of the
//! operands. Where an instruction cuts a value, `x = low + 2^n high`, `high` is a new variable: the
//! relation stays exact, and at the end the variables cancel. A theorem states
//!
//! - *range*: no instruction that reads a whole lane sees a value beyond 64 bits, and the result
//!   lies in the range that the documents name;
//! - *value*: the result is the formula modulo the prime, as an identity of polynomials.
//!
//! Where control depends on a lane, all cases are run ([`theorem::prove`]).
//!
//! **Trusted:** the rules of `word.rs`, one for each instruction. That AVX-512 computes what the
//! trait says is what the differential tests check. The arithmetic of polynomials need not be
//! trusted: Singular does it again (`recheck.rs`). Read `word.rs`, then `fixed_lanes.rs`; for
//! assembly `assembly/mod.rs`.

#[cfg(all(
    target_os = "linux",
    not(polylimb_word = "8"),
    any(
        target_arch = "arm",
        all(any(target_arch = "x86_64", target_arch = "aarch64"), not(polylimb_word = "32"))
    )
))]
pub(crate) mod assembly;
mod formulas;
mod polynomial;
mod recheck;
pub(crate) mod sums;
mod symbols;
mod theorem;
mod vector;
mod word;

pub(crate) use formulas::{Numbers, verify_ladder_step};
pub(crate) use polynomial::{Formula, Polynomial};
pub(crate) use symbols::{Symbolic, Symbols};
pub(crate) use theorem::{
    Montgomery, Number, multiplied_again, prove, prove_ranges, set_alone, set_lanes,
};
pub(crate) use vector::{Abstract, packed_number, packed_word, word_in};
