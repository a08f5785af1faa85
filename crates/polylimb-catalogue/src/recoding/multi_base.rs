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
//! over the odd parts. The pass compares the highest 64 bits; only parts that these cannot tell
//! from the nearest are subtracted in full.

use polylimb::authors::limb::{
    Bits, Kernel, WORD_BITS, Word, bit_length_vartime, less_than, shl_assign,
};

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

/// `3^b 5^c` for all exponents up to some limits.
struct OddParts {
    /// Words of each number.
    words: usize,
    /// The powers of 3 and of 5.
    powers: [Vec<Number>; 2],
    parts: Vec<Part>,
}

/// What a pass looks at.
#[derive(Clone, Copy)]
struct Part {
    /// The exponents of 3 and 5.
    exponents: [usize; 2],
    bits: usize,
    /// The highest 64 bits, the first of them set; less than [`CUT`] too small.
    top: u64,
}

/// By how much a product of the highest bits of two numbers is too small, at most.
const CUT: u64 = 5;

impl OddParts {
    /// The ones of at most `bits + 1` bits.
    fn new(bits: usize, [threes, fives]: [usize; 2]) -> Self {
        let words = (bits + 4).div_ceil(WORD_BITS) + 1;
        let powers = [(3, threes), (5, fives)].map(|(base, most)| {
            let (mut powers, mut power) = (Vec::new(), vec![0; words]);
            power[0] = 1;
            while powers.len() <= most && bit_length_vartime(&power) <= bits + 1 {
                powers.push(power.clone());
                times(&mut power, base);
            }
            powers
        });
        let highest = |power: &Number| {
            let length = bit_length_vartime(power);
            (length, top(power, length))
        };
        let [threes, fives] =
            powers.each_ref().map(|powers| powers.iter().map(highest).collect::<Vec<_>>());
        let mut parts = Vec::with_capacity(threes.len() * fives.len());
        for (c, five) in fives.iter().enumerate() {
            for (b, three) in threes.iter().enumerate() {
                let product = u128::from(three.1) * u128::from(five.1);
                // 0 or 1.
                let shorter = product.leading_zeros();
                let length = three.0 + five.0 - shorter as usize;
                if length > bits + 1 {
                    break;
                }
                let top = ((product << shorter) >> 64) as u64;
                parts.push(Part { exponents: [b, c], bits: length, top });
            }
        }
        Self { words, powers, parts }
    }

    /// The product of the powers with these exponents.
    fn number(&self, [b, c]: [usize; 2]) -> Number {
        let mut product = vec![0; 2 * self.words];
        Kernel::PORTABLE.schoolbook(&mut product, &self.powers[0][b], &self.powers[1][c]);
        product.truncate(self.words);
        product
    }

    /// Keeps those of at most these exponents of 3 and 5.
    fn limit(&mut self, threes: usize, fives: usize) {
        self.parts.retain(|part| part.exponents[0] <= threes && part.exponents[1] <= fives);
    }
}

/// The highest 64 of the `bits` bits of `a`, the first of them set unless `a` is 0.
fn top(a: &[Word], bits: usize) -> u64 {
    let from = bits.saturating_sub(64);
    let (first, offset) = (from / WORD_BITS, from % WORD_BITS);
    let mut value: u128 = 0;
    for (i, &word) in a[first..].iter().take(128 / WORD_BITS).enumerate() {
        value |= u128::from(word) << (i * WORD_BITS);
    }
    let kept = (value >> offset) as u64;
    if bits < 64 && bits > 0 { kept << (64 - bits) } else { kept }
}

/// `a *= factor`, 3 or 5, for an `a` with room.
fn times(a: &mut [Word], factor: u8) {
    let mut carry = 0;
    for word in a {
        let wide = u128::from(*word) * u128::from(factor) + carry;
        *word = wide as Word;
        carry = wide >> WORD_BITS;
    }
}

/// `|a - b|`, and whether it is below 0.
fn distance(a: &[Word], b: &[Word]) -> (Number, bool) {
    let negative = less_than(a, b).to_bool_vartime();
    let (mut larger, smaller) = if negative { (b.to_vec(), a) } else { (a.to_vec(), b) };
    let _ = Kernel::PORTABLE.sub_assign(&mut larger, smaller);
    (larger, negative)
}

fn greedy(scalar: Bits<'_>, mut limits: [usize; 3], chain: bool) -> Vec<Term> {
    let mut parts = OddParts::new(scalar.len(), [limits[1], limits[2]]);
    let mut rest: Number = vec![0; parts.words];
    for i in 0..scalar.len() {
        rest[i / WORD_BITS] |= scalar.bit(i) << (i % WORD_BITS);
    }
    let mut negative = false;
    let mut terms = Vec::new();
    while rest.iter().any(|&w| w != 0) {
        let (left, past, exponents) = nearest(&rest, &parts, limits[0]);
        terms.push(Term { negative, exponents });
        // A term larger than the rest changes the sign of the rest.
        negative ^= past;
        rest = left;
        if chain {
            limits = exponents;
            parts.limit(limits[1], limits[2]);
        }
    }
    terms
}

/// The highest bits are compared in units of a quarter of the last of the 64. Two terms that differ
/// by less may be the other way round: each is up to four times [`CUT`] too small, and the rest by 1.
const UNIT: u32 = 2;
const UNSURE: u128 = (8 * CUT as u128 + 2) << UNIT;

/// The term nearest to `rest`, with at most `twos` as exponent of 2: its distance, whether it is
/// larger, and its exponents.
fn nearest(rest: &[Word], odd: &OddParts, twos: usize) -> (Number, bool, [usize; 3]) {
    let bits = bit_length_vartime(rest);
    let whole = u128::from(top(rest, bits)) << UNIT;
    let far = |part: &Part, a: usize| {
        let term = u128::from(part.top) << UNIT;
        let term = match (part.bits + a).checked_sub(bits) {
            Some(longer) => term << longer,
            None => term.checked_shr((bits - part.bits - a) as u32).unwrap_or(0),
        };
        whole.abs_diff(term)
    };
    // Those that may be the nearest, as far as was looked.
    let (mut least, mut near) = (u128::MAX, Vec::new());
    for part in &odd.parts {
        // The power of 2 that gives both the same length, and the powers one below and above it.
        let same = bits.saturating_sub(part.bits);
        for a in [same.saturating_sub(1), same, same + 1].map(|a| a.min(twos)) {
            if part.bits + a > bits + 2 {
                continue;
            }
            let far = far(part, a);
            if far <= least.saturating_add(UNSURE) {
                least = least.min(far);
                near.push((far, part, a));
            }
        }
    }
    let (left, past) = distance(rest, &odd.number([0, 0]));
    let mut best = (left, past, [0; 3]);
    for (_, part, a) in near.into_iter().filter(|n| n.0 <= least.saturating_add(UNSURE)) {
        let mut term = odd.number(part.exponents);
        shift(&mut term, a);
        let (left, past) = distance(rest, &term);
        if less_than(&left, &best.0).to_bool_vartime() {
            best = (left, past, [a, part.exponents[0], part.exponents[1]]);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The nearest term by subtracting every one in full.
    fn by_all(rest: &[Word], odd: &OddParts, limits: [usize; 3]) -> (Number, bool, [usize; 3]) {
        let bits = bit_length_vartime(rest);
        let (left, past) = distance(rest, &odd.number([0, 0]));
        let mut best = (left, past, [0; 3]);
        for part in &odd.parts {
            let [b, c] = part.exponents;
            if b > limits[1] || c > limits[2] {
                continue;
            }
            let same = bits.saturating_sub(part.bits);
            for a in [same.saturating_sub(1), same, same + 1] {
                let a = a.min(limits[0]);
                if part.bits + a > bits + 2 {
                    continue;
                }
                let mut term = odd.number(part.exponents);
                shift(&mut term, a);
                let (left, past) = distance(rest, &term);
                if less_than(&left, &best.0).to_bool_vartime() {
                    best = (left, past, [a, b, c]);
                }
            }
        }
        best
    }

    #[test]
    fn the_highest_bits_choose_what_a_full_comparison_chooses() {
        let mut seed = 7_u64;
        let mut compared = 0;
        for bits in [1, 2, 5, 63, 64, 65, 127, 128, 129, 200] {
            for limits in [[bits + 1, bits / 5, bits / 10], [bits / 2, bits / 5, 0], [3, 1, 1]] {
                let mut odd = OddParts::new(bits, [limits[1] + 2, limits[2] + 1]);
                let all = OddParts::new(bits, [limits[1] + 2, limits[2] + 1]);
                odd.limit(limits[1], limits[2]);
                for part in &all.parts {
                    let number = all.number(part.exponents);
                    assert_eq!(part.bits, bit_length_vartime(&number));
                    assert!(top(&number, part.bits) - part.top < CUT);
                }
                for round in 0..12 {
                    let mut rest = vec![0; odd.words];
                    for i in 0..bits {
                        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                        // Ones alone, or as they come.
                        let bit = round % 3 == 0 || seed >> 63 == 1 || i + 1 == bits;
                        rest[i / WORD_BITS] |= Word::from(bit) << (i % WORD_BITS);
                    }
                    assert_eq!(
                        nearest(&rest, &odd, limits[0]),
                        by_all(&rest, &all, limits),
                        "{bits}"
                    );
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, 10 * 3 * 12);
    }
}
