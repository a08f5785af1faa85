//! The kernel `mulx` for x86-64 with BMI2 and ADX: two carry chains run in parallel with the
//! multiplier.
//!
//! Each function here is a safe wrapper that checks lengths around naked functions in assembly. The
//! tables of [`super::Kernel`] offer it only on CPUs with the features. Read `rows.rs` first:
//! products, squares and reductions consist of its rows.

#[macro_use]
mod rows;
mod ifma;
mod linear;
mod montgomery;
mod multiply;
mod square;

use super::kernel::Table;
use super::look_up;
use super::radix52::MOST_WORDS;
use crate::cpu::Features;

pub(super) static MULX: Table = SCALAR;

/// `mulx`, and products for AVX-512 IFMA (see [`super::radix52`]).
pub(super) static IFMA: Table = Table {
    name: "ifma",
    needs: Features::MULX.with(Features::IFMA),
    needs_names: "BMI2, ADX, AVX-512 F and AVX-512 IFMA",
    schoolbook: ifma::schoolbook,
    schoolbook_low: ifma::schoolbook_low,
    schoolbook_high: ifma::schoolbook_high,
    schoolbook_square: ifma::schoolbook_square,
    look_up: ifma::look_up,
    karatsuba_square_from: MOST_WORDS + 1,
    karatsuba_from: MOST_WORDS + 1,
    low_from: MOST_WORDS + 1,
    high_from: MOST_WORDS + 1,
    ..SCALAR
};

const SCALAR: Table = Table {
    name: "mulx",
    needs: Features::MULX,
    needs_names: "BMI2 and ADX",
    add: linear::add,
    sub: linear::sub,
    add_assign: linear::add_assign,
    sub_assign: linear::sub_assign,
    add_assign_if: linear::add_assign_if,
    sub_assign_if: linear::sub_assign_if,
    mul_1: linear::mul_1,
    addmul_1: linear::addmul_1,
    submul_1: linear::submul_1,
    schoolbook: multiply::schoolbook,
    schoolbook_low: multiply::schoolbook_low,
    schoolbook_high: multiply::schoolbook_high,
    schoolbook_square: square::schoolbook,
    montgomery_reduce: montgomery::reduce,
    montgomery_mul: montgomery::mul,
    fused_to: 8,
    subtract_once: linear::subtract_once,
    look_up: look_up::look_up,
    negate_if: linear::negate_if,
    interpolate: linear::interpolate,
    // Measured on Zen 5 with `limb_cycles mulx 24 32 48 64 96` for several thresholds: Karatsuba
    // and schoolbook are equal at 32 words (282 ns), squares at 48 (340 ns), low products at 80
    // to 96.
    karatsuba_from: 32,
    karatsuba_square_from: 48,
    low_from: 96,
    high_from: 96,
};

/// Cuts `n` words into as few strips of at most eight columns as possible, of nearly equal width. A
/// strip of one or two columns would spend most of its time outside its rows.
fn widths(n: usize) -> impl Iterator<Item = usize> {
    let strips = n.div_ceil(8);
    // The common case pays for no division.
    let (width, wider) = if n.is_multiple_of(8) { (8, 0) } else { (n / strips, n % strips) };
    (0..strips).map(move |i| width + usize::from(i < wider))
}

#[cfg(test)]
#[path = "../../../tests/proofs/limb_assembly.rs"]
mod theorems;
