//! `dbns`, `double-base-chain` and `mbns`: a scalar as a sum of few `± 2^a 3^b 5^c`.
//!
//! **Source.** `[Dimitrov1998]` (double base); `[Dimitrov2005]` (chains); `[Mishra2007]` (three
//! bases). **Idea.** Greedy: subtract the nearest term and continue with the rest. In a **chain**
//! no exponent rises from one term to the next, so that one pass of doublings, triplings and
//! quintuplings computes it. **Length.** `O(log k / log log k)` terms for the free form. The limits
//! of the exponents are a choice and decide how many triplings and quintuplings a chain has. Here
//! the exponents of 3 and 5 are limited to 0.22 and 0.10 of the bits, and the exponent of 2 makes
//! the largest term as long as the scalar.
//!
//! For a given odd part `3^b 5^c` the power of 2 follows from the lengths; a term costs one pass
//! over the odd parts.

use polylimb::limb::{Bits, Kernel, WORD_BITS, Word, bit_length_vartime, less_than, shl_assign};

/// `± 2^exponents[0] 3^exponents[1] 5^exponents[2]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// Whether the term is subtracted.
    pub negative: bool,
    /// The exponents of 2, 3 and 5.
    pub exponents: [usize; 3],
}

/// The double-base form, greedy, any exponents; largest term first.
#[must_use]
pub fn double_base_vartime(scalar: Bits<'_>) -> Vec<Term> {
    // 3^b is longer than the scalar for b above two thirds of its bits.
    greedy(scalar, [scalar.len() + 1, scalar.len() * 2 / 3 + 1, 0], false)
}

/// The double-base chain: exponents do not rise.
#[must_use]
pub fn double_base_chain_vartime(scalar: Bits<'_>) -> Vec<Term> {
    chain(scalar, scalar.len() * 22 / 100, 0)
}

/// The chain over 2, 3 and 5.
#[must_use]
pub fn multi_base_vartime(scalar: Bits<'_>) -> Vec<Term> {
    chain(scalar, scalar.len() * 22 / 100, scalar.len() / 10)
}

/// A chain with at most `threes` triplings and `fives` quintuplings, and doublings for the rest of
/// the scalar's length.
fn chain(scalar: Bits<'_>, threes: usize, fives: usize) -> Vec<Term> {
    let twos = (scalar.len() + 1).saturating_sub(threes * 158 / 100 + fives * 232 / 100);
    greedy(scalar, [twos, threes, fives], true)
}

/// Numbers of one length.
type Number = Vec<Word>;

/// `3^b 5^c` for all exponents up to the limits, without products longer than `bits`.
fn odd_parts(bits: usize, [threes, fives]: [usize; 2]) -> Vec<(Number, [usize; 2])> {
    let words = (bits + 4).div_ceil(WORD_BITS) + 1;
    let mut five = vec![0; words];
    five[0] = 1;
    let mut parts = Vec::new();
    for c in 0..=fives {
        let mut part = five.clone();
        for b in 0..=threes {
            if bit_length_vartime(&part) > bits + 1 {
                break;
            }
            parts.push((part.clone(), [b, c]));
            times(&mut part, 3);
        }
        times(&mut five, 5);
        if bit_length_vartime(&five) > bits + 1 {
            break;
        }
    }
    parts
}

/// `a *= factor`, 3 or 5, for an `a` with room.
fn times(a: &mut [Word], factor: u8) {
    let once = a.to_vec();
    let _ = shl_assign(a, if factor == 5 { 2 } else { 1 });
    let _ = Kernel::PORTABLE.add_assign(a, &once);
}

/// `|a - b|`, and whether it is below 0.
fn distance(a: &[Word], b: &[Word]) -> (Number, bool) {
    let negative = less_than(a, b).to_bool_vartime();
    let (mut larger, smaller) = if negative { (b.to_vec(), a) } else { (a.to_vec(), b) };
    let _ = Kernel::PORTABLE.sub_assign(&mut larger, smaller);
    (larger, negative)
}

fn greedy(scalar: Bits<'_>, mut limits: [usize; 3], chain: bool) -> Vec<Term> {
    let parts = odd_parts(scalar.len(), [limits[1], limits[2]]);
    let mut rest: Number = vec![0; parts[0].0.len()];
    for i in 0..scalar.len() {
        rest[i / WORD_BITS] |= scalar.bit(i) << (i % WORD_BITS);
    }
    let mut negative = false;
    let mut terms = Vec::new();
    while rest.iter().any(|&w| w != 0) {
        let (left, past, exponents) = nearest(&rest, &parts, limits);
        terms.push(Term { negative, exponents });
        // A term larger than the rest changes the sign of the rest.
        negative ^= past;
        rest = left;
        if chain {
            limits = exponents;
        }
    }
    terms
}

/// The term nearest to `rest` within the limits: its distance, whether it is larger, and its
/// exponents.
fn nearest(
    rest: &[Word],
    parts: &[(Number, [usize; 2])],
    limits: [usize; 3],
) -> (Number, bool, [usize; 3]) {
    let bits = bit_length_vartime(rest);
    let one = &parts[0].0;
    let (left, past) = distance(rest, one);
    let mut best = (left, past, [0; 3]);
    for (part, [b, c]) in parts {
        if *b > limits[1] || *c > limits[2] {
            continue;
        }
        // The power of 2 that gives both the same length, and the power one below it.
        let same = bits.saturating_sub(bit_length_vartime(part));
        for a in [same.saturating_sub(1), same, same + 1] {
            let a = a.min(limits[0]);
            let mut term = part.clone();
            if bit_length_vartime(part) + a > bits + 2 {
                continue;
            }
            shift(&mut term, a);
            let (left, past) = distance(rest, &term);
            if less_than(&left, &best.0).to_bool_vartime() {
                best = (left, past, [a, *b, *c]);
            }
        }
    }
    best
}

/// `a <<= bits` for any `bits`, for an `a` with room.
fn shift(a: &mut [Word], bits: usize) {
    let words = bits / WORD_BITS;
    if words > 0 {
        a.copy_within(..a.len() - words, words);
        a[..words].fill(0);
    }
    let _ = shl_assign(a, bits % WORD_BITS);
}
