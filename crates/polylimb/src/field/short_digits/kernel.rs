//! Products and reductions of two numbers side by side.
//!
//! **Source.** Montgomery's reduction by multiples of `B H - 1` in place of `p`, as in
//! `powm/crt/two_lanes`: its quotient digit is the digit that it clears, without a product that
//! the next digit would wait for. The last digit is cleared by `p`. **Bounds.** `B = 2^28` and
//! `R = B^14`. The first 13 multiples are together within `B^13 B p / 4`, the last within
//! `B^14 p / 2`, but for a factor of `1 + 2^-27`; so `|r| < |t| / R + 0.76 p`. Digits are signed,
//! carries round to the nearest. **Cost** of a complex product: 392 products of vectors, of two
//! products or a complex square 196, of two reductions 197.

use super::vector::Four;

/// Bits of a digit.
pub(super) const RADIX: i32 = 28;
/// Digits of a number.
pub(super) const DIGITS: usize = 14;
/// Vectors of a number; the last two lanes are 0.
pub(super) const VECTORS: usize = 4;

/// A number.
pub(super) type Number = [[i32; 4]; VECTORS];
/// The columns of a sum of unreduced products; the top one is 0 or a carry.
pub(super) type Columns = [[i64; 2]; DIGITS];
pub(super) type Loaded<V> = [V; VECTORS];
/// Digits of two numbers by turns.
type Pair<V> = [V; DIGITS / 2];
/// Columns of two numbers.
pub(super) type Both<V> = [<V as Four>::Two; 2 * DIGITS];

/// Of a prime: `p`; `(κ p + 1) / B`; `κ = -1/p mod B` and `2^34 2^364 / p`, rounded.
pub(super) type Constants = [Number; 3];

/// `$row!(i; j …)` for all products of digits, four columns at a time, so that sums do not
/// wait for each other.
macro_rules! rows {
    ($row:ident) => {
        rows!(@ $row
            0: 0 1 2 3; 1: 0 1 2; 2: 0 1; 3: 0;
            0: 4 5 6 7; 1: 3 4 5 6; 2: 2 3 4 5; 3: 1 2 3 4; 4: 0 1 2 3; 5: 0 1 2; 6: 0 1; 7: 0;
            0: 8 9 10 11; 1: 7 8 9 10; 2: 6 7 8 9; 3: 5 6 7 8; 4: 4 5 6 7; 5: 3 4 5 6; 6: 2 3 4 5;
            7: 1 2 3 4; 8: 0 1 2 3; 9: 0 1 2; 10: 0 1; 11: 0;
            0: 12 13; 1: 11 12 13; 2: 10 11 12 13; 3: 9 10 11 12; 4: 8 9 10 11; 5: 7 8 9 10;
            6: 6 7 8 9; 7: 5 6 7 8; 8: 4 5 6 7; 9: 3 4 5 6; 10: 2 3 4 5; 11: 1 2 3 4; 12: 0 1 2 3;
            13: 0 1 2;
            3: 13; 4: 12 13; 5: 11 12 13; 6: 10 11 12 13; 7: 9 10 11 12; 8: 8 9 10 11;
            9: 7 8 9 10; 10: 6 7 8 9; 11: 5 6 7 8; 12: 4 5 6 7; 13: 3 4 5 6;
            7: 13; 8: 12 13; 9: 11 12 13; 10: 10 11 12 13; 11: 9 10 11 12; 12: 8 9 10 11;
            13: 7 8 9 10;
            11: 13; 12: 12 13; 13: 11 12 13;
        )
    };
    (@ $row:ident $($i:literal: $($j:literal)*;)*) => { $($row!($i; $($j)*);)* };
}

/// The same number with digits that can be multiplied: each hands on what exceeds it.
#[inline(always)]
pub(super) fn factor<V: Four>(a: Loaded<V>) -> Loaded<V> {
    let (mut r, mut below) = (a, V::splat(0));
    for k in 0..VECTORS {
        let above = a[k].above();
        r[k] = a[k].low_bits().add(above.move_up(below));
        below = above;
    }
    r
}

#[inline(always)]
fn pair<V: Four>(a: &Loaded<V>, b: &Loaded<V>) -> Pair<V> {
    let mut r = [a[0]; DIGITS / 2];
    for (k, r) in r.iter_mut().enumerate() {
        let (a, b) = (a[k / 2], b[k / 2]);
        *r = if k % 2 == 0 { a.low_by_turns(b) } else { a.high_by_turns(b) };
    }
    r
}

/// The columns of `a b` for complex numbers of factors: real parts, then imaginary ones.
#[inline(always)]
pub(super) fn complex<V: Four>([re, im]: &[Loaded<V>; 2], [c, d]: &[Loaded<V>; 2]) -> Both<V> {
    let less = im.map(|v| V::splat(0).sub(v));
    let (a, turned) = (pair(re, im), pair(&less, re));
    let mut t = [V::column(0); 2 * DIGITS];
    macro_rules! term {
        ($i:literal, $j:literal, $a:ident, $b:ident, $first:expr) => {
            let (x, y, column) = ($a[$i / 2], $b[$j / 4], &mut t[$i + $j]);
            *column = match ($first, $i % 2 == 0) {
                (true, true) => V::mul_low_by::<{ $j % 4 }>(x, y),
                (true, false) => V::mul_high_by::<{ $j % 4 }>(x, y),
                (false, true) => V::add_low_by::<{ $j % 4 }>(*column, x, y),
                (false, false) => V::add_high_by::<{ $j % 4 }>(*column, x, y),
            };
        };
    }
    macro_rules! row {
        ($i:literal; $($j:literal)*) => {
            $( term!($i, $j, a, c, $i == 0 || $j == DIGITS - 1); )*
            $( term!($i, $j, turned, d, false); )*
        };
    }
    rows!(row);
    t
}

/// The columns of two products of factors.
#[inline(always)]
pub(super) fn two<V: Four>(a: &[Loaded<V>; 2], b: &[Loaded<V>; 2]) -> Both<V> {
    let (a, b) = (pair(&a[0], &a[1]), pair(&b[0], &b[1]));
    let exchanged = a.map(V::halves);
    let mut t = [V::column(0); 2 * DIGITS];
    macro_rules! row {
        ($i:literal; $($j:literal)*) => { $(
            let x = if $i % 2 == $j % 2 { a[$i / 2] } else { exchanged[$i / 2] };
            let (y, column) = (b[$j / 2], &mut t[$i + $j]);
            *column = match ($i == 0 || $j == DIGITS - 1, $j % 2 == 0) {
                (true, true) => V::mul_low(x, y),
                (true, false) => V::mul_high(x, y),
                (false, true) => V::add_low(*column, x, y),
                (false, false) => V::add_high(*column, x, y),
            };
        )* };
    }
    rows!(row);
    t
}

/// What `low + q p₀` hands on, if it is a multiple of `B`.
#[inline(always)]
fn carry_of_multiple<V: Four>(low: V, q: V, p: V) -> V::Two {
    V::add_rounded(V::column(0), V::add_digits(V::mul_low_by::<0>(q, p), low))
}

/// The numbers `t / R` modulo the prime.
#[inline(always)]
pub(super) fn reduce<V: Four>(
    mut t: Both<V>,
    p: &Loaded<V>,
    h: &Loaded<V>,
    kappa: V,
) -> [Loaded<V>; 2] {
    const LAST: usize = DIGITS - 1;
    macro_rules! add {
        ($q:ident, $m:ident, $from:expr; $($j:literal)*) => { $(
            t[$from + $j] = V::add_low_by::<{ $j % 4 }>(t[$from + $j], $q, $m[$j / 4]);
        )* };
    }
    macro_rules! clear {
        ($($i:literal)*) => { $(
            let q = V::pack(t[$i], t[$i]).low_bits();
            t[$i + 1] = V::add_rounded(t[$i + 1], t[$i]);
            add!(q, h, $i + 1; 0 1 2 3 4 5 6 7 8 9 10 11 12 13);
        )* };
    }
    clear!(0 1 2 3 4 5 6 7 8 9 10 11 12);
    let low = V::pack(t[LAST], t[LAST]).low_bits();
    t[DIGITS] = V::add_rounded(t[DIGITS], t[LAST]);
    let q = low.mul_low_bits(kappa);
    t[DIGITS] = V::sum(t[DIGITS], carry_of_multiple(low, q, p[0]));
    add!(q, p, LAST; 1 2 3 4 5 6 7 8 9 10 11 12 13);
    for k in DIGITS..2 * DIGITS - 1 {
        t[k + 1] = V::add_rounded(t[k + 1], t[k]);
    }
    let (mut digits, mut r) = ([V::splat(0); 2 * VECTORS], [[V::splat(0); VECTORS]; 2]);
    for k in 0..DIGITS / 2 {
        digits[k] = V::pack(t[DIGITS + 2 * k], t[DIGITS + 2 * k + 1]).low_bits();
    }
    for k in 0..VECTORS {
        let (low, high) = (digits[2 * k], digits[2 * k + 1]);
        (r[0][k], r[1][k]) = (low.evens(high), low.odds(high));
    }
    r
}

#[cfg(test)]
#[path = "../../../tests/proofs/short_digits.rs"]
mod theorems;
