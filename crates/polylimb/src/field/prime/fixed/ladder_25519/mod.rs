//! The ladder of Curve25519 by NEON, two products side by side, and one beside them in the
//! multiplier of integers.
//!
//! **Source.** `[BernsteinSchwabe2012]` for digits and lanes, `[Lenngren]` for a third product
//! beside two. **Idea.** Of the products of a step four pairs do not wait for each other:
//!
//! | lane | 0 | 1 |
//! |---|---|---|
//! | products | `D A` | `C B` |
//! | squares | `AA = A²`, or `C²` | `BB = B²`, or `D²` |
//! | squares | `X₃ = (D A + C B)²` | `(D A - C B)²` |
//! | products | `X₂ = AA BB` | `Z₂ = E (AA + a E)`, `E = AA - BB` |
//!
//! for `A = X₂ + Z₂`, `B = X₂ - Z₂`, `C = X₃ + Z₃`, `D = X₃ - Z₃`. `Z₃ = u (D A - C B)²` is left,
//! computed in registers of integers beside the last pair. A core with a slow 64-bit multiplier
//! takes two 32-bit products in a vector each cycle, and one more in its integer unit. The step has
//! no product of 64-bit words: on the Cortex-A53 their time is said to depend on the data.
//!
//! **Representation.** Ten digits of 26 and 25 bits by turns. A vector has digit `2 k` of both
//! numbers, then digit `2 k + 1` of both. "Columns" are sums of products. After a carry, digits
//! are below `2^26 + 2^13` and `2^25 + 2^18`; sums and differences of two such numbers are
//! multiplied as they are. **Cost** of a step: 310 products of vectors, 100 of words, about 460
//! other instructions. **Constant time.** `tests/proofs/ladder_25519_quads.rs` proves ranges, and
//! values modulo the prime.

mod quad;

use quad::{Column, Quad};

/// Vectors of a pair, and digits of a number.
const VECTORS: usize = 5;
const DIGITS: usize = 2 * VECTORS;
/// Bits of digits in even and in odd places.
const EVEN: i32 = 26;
const ODD: i32 = 25;
/// `(A - 2) / 4`.
pub(super) const A24: u32 = 121_665;
/// The lanes of a pair's second number.
const SECOND: u8 = 0b1010;

/// Two numbers.
type Pair<Q> = [Q; VECTORS];
type Columns<Q> = [<Q as Quad>::Wide; DIGITS];
type Words<Q> = [<Q as Quad>::Word; DIGITS];
/// A number that is the same in all steps, and 19 times it.
type Constant<Q> = [[<Q as Quad>::Half; DIGITS]; 2];

/// Vector by vector.
#[inline(always)]
fn zip<Q: Quad>(a: &Pair<Q>, b: &Pair<Q>, f: impl Fn(Q, Q) -> Q) -> Pair<Q> {
    let mut r = *a;
    for k in 0..VECTORS {
        r[k] = f(a[k], b[k]);
    }
    r
}

#[inline(always)]
fn doubled<Q: Quad>(a: &Pair<Q>) -> Pair<Q> {
    zip(a, a, Q::add)
}

/// The pair and 19 times it, for columns beyond the top: `2^255` is 19.
#[inline(always)]
fn factor<Q: Quad>(b: &Pair<Q>) -> [Pair<Q>; 2] {
    [*b, b.map(Q::times_19)]
}

/// Adds `a_i b_j` to its column; if one place is odd, the halves of `a` are exchanged.
macro_rules! term {
    ($columns:ident, $a:expr, $b:expr, $i:literal, $j:literal) => {{
        let (a, b) = ($a[$i / 2], $b[($i + $j) / DIGITS][$j / 2]);
        let column = &mut $columns[($i + $j) % DIGITS];
        *column = if $j % 2 == 0 { Q::add_low(*column, a, b) } else { Q::add_high(*column, a, b) };
    }};
}

/// The columns of the row of digit 0, which come first.
#[inline(always)]
fn first_row<Q: Quad>(even: Q, odd: Q, b: &Pair<Q>) -> Columns<Q> {
    let mut columns = [Q::mul_low(even, b[0]); DIGITS];
    for k in 0..VECTORS {
        columns[2 * k] = Q::mul_low(even, b[k]);
        columns[2 * k + 1] = Q::mul_high(odd, b[k]);
    }
    columns
}

/// The columns of the products of two pairs, and of `w` and `u`, in turns. Two digits in odd places
/// have half a bit more than their column each, so they count twice.
#[inline(always)]
fn multiply<Q: Quad>(
    a: &Pair<Q>,
    b: &Pair<Q>,
    words: Option<(&Words<Q>, &Constant<Q>)>,
) -> (Columns<Q>, Words<Q>) {
    let (twice, exchanged, b) = (doubled(a), a.map(Q::halves), factor(b));
    let mut columns = first_row(a[0], exchanged[0], &b[0]);
    let mut beside = [Q::zero_word(); DIGITS];
    macro_rules! word {
        ($i:literal, $j:literal) => {
            if let Some((w, u)) = words {
                let w = if $i & $j & 1 == 1 { w[$i].shl::<1>() } else { w[$i] };
                let column = &mut beside[($i + $j) % DIGITS];
                *column = Q::add_product(*column, w, u[($i + $j) / DIGITS][$j]);
            }
        };
    }
    macro_rules! rows {
        ($($i:literal: $($j:literal)*;)*) => { $($(
            if $i & $j & 1 == 1 {
                term!(columns, twice, b, $i, $j);
            } else if ($i ^ $j) & 1 == 1 {
                term!(columns, exchanged, b, $i, $j);
            } else {
                term!(columns, a, b, $i, $j);
            }
            word!($i, $j);
        )*)* };
    }
    macro_rules! first {
        ($($j:literal)*) => { $( word!(0, $j); )* };
    }
    first!(0 1 2 3 4 5 6 7 8 9);
    rows! {
        1: 0 1 2 3 4 5 6 7 8 9;
        2: 0 1 2 3 4 5 6 7 8 9;
        3: 0 1 2 3 4 5 6 7 8 9;
        4: 0 1 2 3 4 5 6 7 8 9;
        5: 0 1 2 3 4 5 6 7 8 9;
        6: 0 1 2 3 4 5 6 7 8 9;
        7: 0 1 2 3 4 5 6 7 8 9;
        8: 0 1 2 3 4 5 6 7 8 9;
        9: 0 1 2 3 4 5 6 7 8 9;
    }
    (columns, beside)
}

/// The columns of the squares: mixed products once, doubled.
#[inline(always)]
fn square<Q: Quad>(a: &Pair<Q>) -> Columns<Q> {
    let twice = doubled(a);
    let (fourfold, exchanged, b) = (doubled(&twice), twice.map(Q::halves), factor(a));
    let mut columns = first_row(twice[0], exchanged[0], a);
    columns[0] = Q::mul_low(a[0], a[0]);
    macro_rules! rows {
        ($($i:literal: $($j:literal)*;)*) => { $(
            if $i % 2 == 1 {
                term!(columns, twice, b, $i, $i);
            } else {
                term!(columns, a, b, $i, $i);
            }
            $(
                if $i & $j & 1 == 1 {
                    term!(columns, fourfold, b, $i, $j);
                } else if ($i ^ $j) & 1 == 1 {
                    term!(columns, exchanged, b, $i, $j);
                } else {
                    term!(columns, twice, b, $i, $j);
                }
            )*
        )* };
    }
    rows! {
        1: 2 3 4 5 6 7 8 9;
        2: 3 4 5 6 7 8 9;
        3: 4 5 6 7 8 9;
        4: 5 6 7 8 9;
        5: 6 7 8 9;
        6: 7 8 9;
        7: 8 9;
        8: 9;
        9: ;
    }
    columns
}

/// The digits of columns below `2^63`: two chains of carries side by side.
#[inline(always)]
fn carry<C: Column>(mut c: [C; DIGITS]) -> [C; DIGITS] {
    macro_rules! carry {
        ($($from:literal)*) => { $(
            let next = c[($from + 1) % DIGITS];
            c[($from + 1) % DIGITS] = if $from == DIGITS - 1 {
                let above = c[$from].shr::<ODD>();
                next.add(above).add(above.shl::<1>()).add(above.shl::<4>())
            } else if $from % 2 == 0 {
                next.add_shifted::<EVEN>(c[$from])
            } else {
                next.add_shifted::<ODD>(c[$from])
            };
            c[$from] = if $from % 2 == 0 {
                c[$from].low_bits::<EVEN>()
            } else {
                c[$from].low_bits::<ODD>()
            };
        )* };
    }
    carry!(5 0 6 1 7 2 8 3 9 4 0 5);
    c
}

#[inline(always)]
fn carried<Q: Quad>(columns: Columns<Q>) -> Pair<Q> {
    let c = carry(columns);
    core::array::from_fn(|k| Q::pack(c[2 * k], c[2 * k + 1]))
}

/// `a - b` plus twice the prime.
#[inline(always)]
fn less<Q: Quad>(a: &Pair<Q>, b: &Pair<Q>) -> Pair<Q> {
    let mut r = *a;
    for k in 0..VECTORS {
        let even = (1 << (EVEN + 1)) - if k == 0 { 38 } else { 2 };
        let odd = (1 << (ODD + 1)) - 2;
        r[k] = a[k].add(Q::load(&[even, even, odd, odd])).sub(b[k]);
    }
    r
}

/// A step on both points; all lanes of `second` are set if the second one is doubled, or none.
#[inline(always)]
fn step<Q: Quad>([p, q]: &[Pair<Q>; 2], second: Q::Mask, u: &Constant<Q>) -> [Pair<Q>; 2] {
    let right = Q::mask(SECOND);
    let (x, z) = (zip(p, q, Q::evens), zip(p, q, Q::odds));
    // `(A, C)` and `(B, D)`.
    let (sums, differences) = (zip(&x, &z, Q::add), less(&x, &z));
    let (products, _) = multiply(&sums, &differences.map(Q::neighbours), None);
    let (ab, cd) = (zip(&sums, &differences, Q::evens), zip(&sums, &differences, Q::odds));
    let squares = square(&zip(&ab, &cd, |ab, cd| ab.choose(cd, second)));

    let products = carried(products);
    let others = products.map(Q::neighbours);
    let (sums, differences) = (zip(&products, &others, Q::add), less(&others, &products));
    let sum_squares = square(&zip(&sums, &differences, |s, d| s.choose(d, right)));

    // `(AA, E)` and `(BB, AA + a E)`.
    let squares = carried(squares);
    let others = squares.map(Q::neighbours);
    let left = zip(&squares, &less(&others, &squares), |s, d| s.choose(d, right));
    let a24 = Q::load(&[0, A24, 0, A24]);
    let mut columns = [others[0].low(); DIGITS];
    for k in 0..VECTORS {
        columns[2 * k] = Q::add_low(others[k].low(), left[k], a24);
        columns[2 * k + 1] = Q::add_high(others[k].high(), left[k], a24);
    }

    let x = carried::<Q>(sum_squares);
    let mut w = [Q::zero_word(); DIGITS];
    for k in 0..VECTORS {
        [w[2 * k], w[2 * k + 1]] = x[k].odd_words();
    }
    let (double, z) = multiply(&left, &carried(columns), Some((&w, u)));
    let z = carry(z);
    let mut sum = x;
    for k in 0..VECTORS {
        sum[k] = x[k].evens(Q::of_words(z[2 * k], z[2 * k + 1]));
    }
    [carried(double), sum]
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub(super) use whole::ladder;

/// The ladder from words to words.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod whole {
    use super::quad::Neon;
    use super::{DIGITS, EVEN, ODD, Pair, Quad, VECTORS, step};
    use crate::limb::{Bits, WORD_BITS, Word};
    use zeroize::{Zeroize, Zeroizing};

    /// The lowest bit of a digit.
    const fn place(k: usize) -> usize {
        (k * (EVEN + ODD) as usize).div_ceil(2)
    }

    /// The digits of a number below `2^255`.
    fn digits(a: &[Word; 4]) -> [u32; DIGITS] {
        core::array::from_fn(|k| {
            let (word, bit) = (place(k) / WORD_BITS, place(k) % WORD_BITS);
            let above = a.get(word + 1).map_or(0, |&a| u128::from(a) << WORD_BITS);
            let bits = if k % 2 == 0 { EVEN } else { ODD };
            ((u128::from(a[word]) | above) >> bit) as u32 & ((1 << bits) - 1)
        })
    }

    /// The number below `2^256` of digits.
    fn number(digits: impl Iterator<Item = u32>) -> [Word; 4] {
        let (mut r, mut above, mut word) = ([0; 4], 0_u128, 0);
        for (k, digit) in digits.enumerate() {
            above += u128::from(digit) << (place(k) - WORD_BITS * word);
            if place(k + 1) >= WORD_BITS * (word + 1) {
                r[word] = above as Word;
                (above, word) = (above >> WORD_BITS, word + 1);
            }
        }
        r[3] = above as Word;
        r
    }

    fn pair(a: &[u32; DIGITS], b: &[u32; DIGITS]) -> Pair<Neon> {
        core::array::from_fn(|k| Neon::load(&[a[2 * k], b[2 * k], a[2 * k + 1], b[2 * k + 1]]))
    }

    /// `X` and `Z` of `k` times the point of coordinate `u`, which is below `2^255`.
    #[inline(never)]
    pub(in super::super) fn ladder(u: &[Word; 4], k: Bits<'_>) -> [[Word; 4]; 2] {
        let (u, one) = (digits(u), digits(&[1, 0, 0, 0]));
        let mut points = [pair(&one, &[0; DIGITS]), pair(&u, &one)];
        let factors = [u, u.map(|digit| 19 * digit)];
        let mut swapped = 0;
        for i in (0..k.len()).rev() {
            let bit = k.bit(i);
            points = step(&points, Neon::all_if(bit ^ swapped), &factors);
            swapped = bit;
        }
        let [p, q] = points;
        let mut lanes = Zeroizing::new([[0; 4]; VECTORS]);
        for (k, lanes) in lanes.iter_mut().enumerate() {
            *lanes = p[k].choose(q[k], Neon::all_if(swapped)).to_lanes();
        }
        swapped.zeroize();
        [0, 1].map(|i| number(lanes.iter().flat_map(|lanes| [lanes[i], lanes[i + 2]])))
    }
}

#[cfg(test)]
#[path = "../../../../../tests/proofs/ladder_25519_quads.rs"]
mod theorems;
