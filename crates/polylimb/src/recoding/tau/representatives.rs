//! The digits of width-`w` forms: `α_u`, the element of least norm congruent to `u` modulo `τ^w`,
//! for odd `u` below `2^(w-1)`.
//!
//! **Source.** `[Solinas2000]`, section 7; the even root of `t² + 2 = μ t` modulo `2^w` stands for
//! `τ`. **Idea.** Every `α_u P` is, up to the sign, the sum or difference of `τ^i P` and a known
//! `τ^j α_v P`: one mixed addition each. A search finds the chains.

use super::block::{times_conjugate, times_tau as times_tau_of_words};
use crate::limb::{WORD_BITS, Word};
use alloc::vec;
use alloc::vec::Vec;

/// The largest power of `τ` in a step of a chain.
const MOST_SHIFT: usize = 6;

/// `α` of one digit is `± (τ^base_shift ± τ^shift α)`, where the `α` on the right belongs to
/// another digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The index of the result: `(u - 1) / 2`.
    pub result: usize,
    /// The first operand is this power of `τ`.
    pub base_shift: usize,
    /// The index of the other operand.
    pub index: usize,
    /// The power of `τ` that multiplies the other operand.
    pub shift: usize,
    /// Whether the other operand is subtracted.
    pub subtracted: bool,
    /// Whether the sum is negated.
    pub negated: bool,
}

/// The digits of one width on curves with one `μ`.
#[derive(Clone, Debug)]
pub struct Representatives {
    width: usize,
    /// `t` modulo the word's range.
    root: Word,
    /// `(t/2)^(1-w)` modulo the word's range.
    inverse: Word,
    /// `α_u` at `(u - 1) / 2`, as `a + b τ`.
    alphas: Vec<[i16; 2]>,
    steps: Vec<Step>,
    mu_is_minus: bool,
    /// `τ^((w-1) i)`, then the conjugates of the next powers.
    powers: Vec<[Word; 2]>,
    conjugates: Vec<[Word; 2]>,
    /// The first and second coordinates of `± α_|u|` for all odd `u` from the least up, four bits
    /// each, if they fit a register.
    packed: Option<[u64; 2]>,
}

fn norm([a, b]: [i16; 2], mu: i16) -> i32 {
    let [a, b, mu] = [a, b, mu].map(i32::from);
    a * a + mu * a * b + 2 * b * b
}

fn times_tau([a, b]: [i16; 2], mu: i16) -> [i16; 2] {
    [-2 * b, a + mu * b]
}

impl Representatives {
    /// The digits for windows of `w` places, 2 to 7.
    ///
    /// # Panics
    /// For another width.
    #[must_use]
    pub fn new(mu_is_minus: bool, w: usize) -> Self {
        assert!((2..=7).contains(&w));
        let mu = if mu_is_minus { -1 } else { 1 };
        let modulus = 1i16 << w;
        // Each round of t = μ (t² + 2) makes one more bit correct.
        let mut full: Word = 0;
        for _ in 0..=WORD_BITS {
            full = full.wrapping_mul(full).wrapping_add(2);
            full = if mu_is_minus { full.wrapping_neg() } else { full };
        }
        let root = (full & ((1 << w) - 1)) as i16;
        let alpha = |u: i16| {
            let candidates = (-8..=8).map(|b| {
                let a = (u - b * root).rem_euclid(modulus);
                [if a >= modulus / 2 { a - modulus } else { a }, b]
            });
            candidates.min_by_key(|&c| norm(c, mu)).unwrap_or([u, 0])
        };
        let alphas: Vec<_> = (0..modulus / 4).map(|i| alpha(2 * i + 1)).collect();
        let steps = Self::chain(&alphas, mu);
        let power = (1..w).fold(1 as Word, |power, _| power.wrapping_mul(full >> 1));
        // Newton's iteration doubles the correct bits; an odd number is its own inverse to three
        // bits.
        let mut inverse = power;
        for _ in 0..WORD_BITS.ilog2() {
            let rest = (2 as Word).wrapping_sub(power.wrapping_mul(inverse));
            inverse = inverse.wrapping_mul(rest);
        }
        let (mut powers, mut conjugates) = (vec![[1, 0]], Vec::new());
        for i in 0..=WORD_BITS.saturating_sub(w) / (w - 1) {
            let (mut power, mut conjugate) = (powers[i], conjugates.last().map_or([1, 0], |c| *c));
            for _ in 1..w {
                power = times_tau_of_words(power, mu_is_minus);
                conjugate = times_conjugate(conjugate, mu_is_minus);
            }
            powers.push(power);
            conjugates.push(conjugate);
        }
        let pack = |k: usize| {
            let negative = alphas.iter().rev().map(|alpha| -alpha[k]);
            let all = negative.chain(alphas.iter().map(|alpha| alpha[k]));
            let four_bits = |v: i16| u64::from(v.cast_unsigned() & 15);
            (0..).zip(all).fold(0, |packed, (i, v)| packed | four_bits(v) << (4 * i))
        };
        let packed = (WORD_BITS == 64 && alphas.len() <= 8).then(|| [pack(0), pack(1)]);
        Self {
            width: w,
            root: full,
            inverse,
            alphas,
            steps,
            mu_is_minus,
            powers,
            conjugates,
            packed,
        }
    }

    /// The steps that make all from the first, in order.
    fn chain(alphas: &[[i16; 2]], mu: i16) -> Vec<Step> {
        let mut known = vec![false; alphas.len()];
        known[0] = true;
        let mut steps = Vec::new();
        while steps.len() + 1 < alphas.len() {
            let before = steps.len();
            for result in 0..alphas.len() {
                if known[result] {
                    continue;
                }
                if let Some(step) = Self::step(alphas, &known, mu, result) {
                    known[result] = true;
                    steps.push(step);
                }
            }
            assert!(steps.len() > before, "every digit is the sum of a power and another");
        }
        steps
    }

    fn step(alphas: &[[i16; 2]], known: &[bool], mu: i16, result: usize) -> Option<Step> {
        let signs = [(false, false), (true, false), (true, true), (false, true)];
        let mut base = alphas[0];
        for base_shift in 0..=MOST_SHIFT {
            for index in (0..alphas.len()).filter(|&i| known[i]) {
                let mut other = alphas[index];
                for shift in 0..=MOST_SHIFT {
                    for (subtracted, negated) in signs {
                        let sum = [0, 1].map(|k| {
                            let sum =
                                if subtracted { base[k] - other[k] } else { base[k] + other[k] };
                            if negated { -sum } else { sum }
                        });
                        if sum == alphas[result] {
                            return Some(Step {
                                result,
                                base_shift,
                                index,
                                shift,
                                subtracted,
                                negated,
                            });
                        }
                    }
                    other = times_tau(other, mu);
                }
            }
            base = times_tau(base, mu);
        }
        None
    }

    /// The width.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// `t` with `t² + 2 = μ t` modulo the word, even.
    pub(super) const fn root(&self) -> Word {
        self.root
    }

    /// The inverse of `(t/2)^(w-1)` modulo the word's range, except its highest bits: a division by
    /// `2^(w-1)` loses as many.
    pub(super) const fn inverse(&self) -> Word {
        self.inverse
    }

    /// Whether `μ` is -1.
    pub(super) const fn mu_is_minus(&self) -> bool {
        self.mu_is_minus
    }

    /// Number of regular digits that the lowest words determine.
    pub(super) const fn block(&self) -> usize {
        self.conjugates.len()
    }

    /// `τ^((w-1) i)` for the digits of a block.
    pub(super) fn powers(&self) -> &[[Word; 2]] {
        &self.powers
    }

    /// The conjugates of `τ^((w-1) (i+1))`.
    pub(super) fn conjugates(&self) -> &[[Word; 2]] {
        &self.conjugates
    }

    /// The field `packed`.
    pub(super) const fn packed(&self) -> Option<[u64; 2]> {
        self.packed
    }

    /// `α_1, α_3, …` as `a + b τ`.
    #[must_use]
    pub fn alphas(&self) -> &[[i16; 2]] {
        &self.alphas
    }

    /// The chain that makes all of them from 1.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}
