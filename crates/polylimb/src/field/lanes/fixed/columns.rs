//! The columns of products and squares, digits of up to 52 bits.
//!
//! The low halves of a column are summed on top of the high halves of the column below; these are
//! shifted up where digits are shorter than the instruction's 52 bits. Every column is written out:
//! an array that a loop indexes would live in memory.

use crate::field::lanes::digits::DIGIT_BITS;
use crate::limb::simd::Lanewise;

/// `$step!(0) … $step!(21)`: the columns of up to eleven digits.
macro_rules! each_column {
    ($step:ident) => {
        each_column!($step: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21)
    };
    ($step:ident: $($k:literal)*) => { $($step!($k);)* };
}

/// `$step!($k, 0) … $step!($k, 10)`: the digits.
macro_rules! each_digit {
    ($step:ident, $k:literal) => { each_digit!($step, $k: 0 1 2 3 4 5 6 7 8 9 10) };
    ($step:ident, $k:literal: $($i:literal)*) => { $($step!($k, $i);)* };
}

/// The columns of `a b`.
#[inline(always)]
#[allow(unused_assignments, reason = "the last column hands nothing on")]
pub(crate) fn product<V: Lanewise, const D: usize>(
    radix: u32,
    a: &[V; D],
    b: &[V; D],
) -> [[V; D]; 2] {
    const { assert!(D <= 11) };
    let mut columns = [[V::splat(0); D]; 2];
    let t = columns.as_flattened_mut();
    let mut high = V::splat(0);
    macro_rules! digit {
        ($k:literal, $i:literal) => {
            if $i <= $k {
                if const { $i < D && $k < D + $i } {
                    t[$k] = t[$k].madd_low(a[$i], b[$k - $i]);
                    high = high.madd_high(a[$i], b[$k - $i]);
                }
            }
        };
    }
    macro_rules! column {
        ($k:literal) => {
            if const { $k < 2 * D } {
                let below = high.shl(DIGIT_BITS - radix);
                high = V::splat(0);
                if const { !V::WAITS } {
                    t[$k] = below;
                }
                each_digit!(digit, $k);
                if const { V::WAITS } {
                    t[$k] = t[$k].add(below);
                }
            }
        };
    }
    each_column!(column);
    columns
}

/// The columns of `a²`: the products of different digits once, doubled, then the squares.
#[inline(always)]
#[allow(unused_assignments, reason = "the last column hands nothing on")]
pub(crate) fn square<V: Lanewise, const D: usize>(radix: u32, a: &[V; D]) -> [[V; D]; 2] {
    const { assert!(D <= 11) };
    let mut columns = [[V::splat(0); D]; 2];
    let t = columns.as_flattened_mut();
    let (mut high, mut diagonal) = (V::splat(0), V::splat(0));
    macro_rules! digit {
        ($k:literal, $i:literal) => {
            if 2 * $i < $k {
                if const { $k < D + $i } {
                    t[$k] = t[$k].madd_low(a[$i], a[$k - $i]);
                    high = high.madd_high(a[$i], a[$k - $i]);
                }
            }
        };
    }
    // In halves of columns: `high` and `t` are doubled together, the squares' high halves wait in
    // `diagonal`.
    macro_rules! column {
        ($k:literal) => {
            if const { $k < 2 * D } {
                t[$k] = high;
                high = V::splat(0);
                if radix < DIGIT_BITS {
                    t[$k] = t[$k].shl(DIGIT_BITS - radix);
                }
                each_digit!(digit, $k);
                t[$k] = t[$k].add(t[$k]);
                if $k % 2 == 0 {
                    t[$k] = t[$k].madd_low(a[$k / 2], a[$k / 2]);
                    diagonal = V::splat(0).madd_high(a[$k / 2], a[$k / 2]);
                } else {
                    t[$k] = t[$k].add(diagonal.shl(DIGIT_BITS - radix));
                }
            }
        };
    }
    each_column!(column);
    columns
}
