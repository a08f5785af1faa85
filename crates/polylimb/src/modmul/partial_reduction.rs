//! The two partial reductions of all partite methods.
//!
//! **Source.** `[Giorgi2013]` (RPM and RPB; `[Arruda2014]`, Algorithms 11 and 12). Throughout, `r`
//! = 2^[`WORD_BITS`](crate::limb::WORD_BITS), and the modulus `M` has `n` words, the top one not 0.
//! - [`partial_montgomery`] clears the *low* `t` words: `C → C r^(-t)` ([`PartialMontgomery`]
//!   chooses between it and its form by rows);
//! - [`partial_barrett`] clears the *high* `t` words: `C → C`, `t` words shorter.
//!
//! With `t = n` they are Montgomery's and Barrett's full reductions (Algorithms 6 and 7). A number
//! of `m > n + t` words goes through [`partial_barrett`] by its top `n + t` words: the lower words
//! do not change, and `C r^(-k)` is reduced.
//!
//! **Corrected bounds.** `[Arruda2014]` prints `Q = ⌊C1 ν / r^t⌋ r^(m-n-t)` from the top `t` words
//! `C1`. Its error is two multiples of `M` plus all of `C0 < r^(m-t)`, so for a modulus with
//! leading zero bits in its top word the remainder may be many times `M`. One more word of `C` and
//! of `ν` corrects this. For `C < r^(n+t)`, `C1 = ⌊C / r^(n-1)⌋`, `ν >= r^(n+t)/M - 1`,
//! `Q = ⌊C1 ν / r^(t+1)⌋`: `C/M - Q < C/r^(n+t) + r^(n-1)/M + 1 <= 3`, thus `0 <= C - Q M < 3M`;
//! with a `Q` from a truncated product, which may be one less, `4M`: three masked corrections give
//! `[0, M)`.
//!
//! **Half products.** With `M_0` the low `t` words of `M`, the low half of `Q M_0` is known
//! beforehand (`-C mod r^t`), and of `C1 ν` only the high half is needed: [`Kernel::mul_high`]
//! computes both, at about 0.7 of a product.

use super::long_division::barrett_constant;
use super::montgomery_form::negated_inverse;
use super::residue::subtract_once;
use crate::limb::{Kernel, WORD_BITS, Word, inverse_mod_word, is_zero};
use alloc::boxed::Box;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// The longest operands, in words, whose high product has an error below 2^[`WORD_BITS`], so its
/// lowest word shows the error. (2^24 words are more than any operand has.)
const HIGH_TO_WORDS: usize = 1 << if WORD_BITS < 24 { WORD_BITS } else { 24 };

/// RPM: `C ← C + Q M` with the one `Q < r^t` that clears the low `t = mu.len()` words,
/// `mu = -1/M mod r^t`.
///
/// `c` has at least `n + t` words. Afterwards `(carry, c[t..])` is congruent to `C r^(-t)` and less
/// than `C r^(-t) + M`; `c[..t]` is unspecified. Returns the carry, 0 or 1. Cost: a low and a high
/// product of `t` words, and a product of `t` by `n - t`.
pub(super) fn partial_montgomery(
    kernel: Kernel,
    c: &mut [Word],
    modulus: &[Word],
    mu: &[Word],
    scratch: &mut [Word],
) -> Word {
    let (n, t) = (modulus.len(), mu.len());
    assert!(c.len() >= n + t);
    if t == 0 {
        return 0;
    }
    let (q, scratch) = scratch.split_at_mut(t);
    kernel.mul_low(q, &c[..t], mu, scratch);
    let (low, high) = c.split_at_mut(t);
    if t > n.min(HIGH_TO_WORDS) {
        let (qm, scratch) = scratch.split_at_mut(n + t);
        kernel.mul(qm, modulus, q, scratch);
        let carry = kernel.add_assign(low, &qm[..t]);
        return kernel.add_assign(high, &qm[t..]) + kernel.add_assign(high, &[carry]);
    }
    let (m0, m1) = modulus.split_at(t);
    let (qm, scratch) = scratch.split_at_mut(t + 2);
    kernel.mul_high(qm, q, m0, scratch);
    // The low half of `Q M_0` is `-C mod r^t`; its top word shows by how much the estimate is too
    // small.
    let clears = (!is_zero(low)).bit();
    let known = (!low[t - 1]).wrapping_add(is_zero(&low[..t - 1]).bit());
    let error = known.wrapping_sub(qm[1]);
    let _ = kernel.add_assign(&mut qm[1..], &[error]);
    // At most one of these sums carries out of `C`: all of it is below `C r^(-t) + M`.
    let mut carry = kernel.add_assign(high, &qm[2..]) + kernel.add_assign(high, &[clears]);
    if !m1.is_empty() {
        let (qm, scratch) = scratch.split_at_mut(n);
        kernel.mul(qm, m1, q, scratch);
        carry += kernel.add_assign(high, qm);
    }
    carry
}

/// RPM row by row: the same `C + Q M`, but each word of `Q` is found when its column is reached, so
/// `t n` word products suffice, without Karatsuba. `t <= n`; `c[..t]` is unspecified afterwards.
fn partial_montgomery_by_rows(
    kernel: Kernel,
    c: &mut [Word],
    modulus: &[Word],
    t: usize,
    m_inverse: Word,
) -> Word {
    let (low, high) = c.split_at_mut(modulus.len() + t);
    let carry = kernel.montgomery_reduce(low, modulus, m_inverse);
    if high.is_empty() { carry } else { kernel.add_assign(high, &[carry]) }
}

/// From this many words `t`, [`partial_montgomery`] is faster than [`partial_montgomery_by_rows`]:
/// with scalar loops, and with products on lanes, which rows cannot use.
const BLOCK_FROM_WORDS: [usize; 2] = [96, 24];

/// Montgomery's partial reduction from below: it clears the low `t` words, for one odd modulus and
/// one `t`. Constant time.
pub struct PartialMontgomery {
    t: usize,
    m_inverse: Box<Zeroizing<Word>>,
    /// `-1/M mod r^t`; `None` where rows are faster.
    mu: Option<Zeroizing<Vec<Word>>>,
}

impl PartialMontgomery {
    /// For the odd `modulus` of `n` words, the top one not 0, and a `t` from 0 to `n`.
    #[must_use]
    pub fn new(kernel: Kernel, modulus: &[Word], t: usize) -> Self {
        let m_inverse = Box::new(inverse_mod_word(modulus[0]).wrapping_neg().into());
        let mu = (t >= BLOCK_FROM_WORDS[kernel.has_ifma() as usize])
            .then(|| negated_inverse(kernel, modulus, t));
        Self { t, m_inverse, mu }
    }

    /// The words it clears.
    #[must_use]
    pub fn t(&self) -> usize {
        self.t
    }

    /// Reduces a number `C` of at least `n + t` words, for the `modulus` of
    /// [`PartialMontgomery::new`].
    ///
    /// Afterwards `c[t..]` and the carry above it are congruent to `C r^(-t)` and less than
    /// `C r^(-t) + M`; `c[..t]` is unspecified. Returns the carry, 0 or 1.
    ///
    /// # Panics
    /// If a slice is too short.
    pub fn reduce(
        &self,
        kernel: Kernel,
        c: &mut [Word],
        modulus: &[Word],
        scratch: &mut [Word],
    ) -> Word {
        match &self.mu {
            Some(mu) => partial_montgomery(kernel, c, modulus, mu, scratch),
            None => partial_montgomery_by_rows(kernel, c, modulus, self.t, **self.m_inverse),
        }
    }

    /// Words of scratch that [`PartialMontgomery::reduce`] needs for a modulus of `n` words.
    #[must_use]
    pub fn scratch_words(&self, kernel: Kernel, n: usize) -> usize {
        self.mu.as_ref().map_or(0, |mu| partial_montgomery_scratch(kernel, n, mu.len()))
    }
}

/// Barrett's partial reduction from above: it clears the high `t` words, for one modulus and one
/// `t`. Constant time.
pub struct PartialBarrett {
    nu: Zeroizing<Vec<Word>>,
}

impl PartialBarrett {
    /// For a `modulus` of `n` words, the top one not 0, and any `t`.
    #[must_use]
    pub fn new(kernel: Kernel, modulus: &[Word], t: usize) -> Self {
        Self { nu: barrett_constant(kernel, modulus, t) }
    }

    /// Barrett's constant `⌊(r^(n+t) - 1) / M⌋`, `t + 1` words.
    #[must_use]
    pub fn reciprocal(&self) -> &[Word] {
        &self.nu
    }

    /// `c[..n] = C mod M` for a `C` of exactly `n + t` words, for the `modulus` of
    /// [`PartialBarrett::new`]; the higher words are unspecified afterwards.
    ///
    /// # Panics
    /// If `c` has another length or `scratch` is too short.
    pub fn reduce(&self, kernel: Kernel, c: &mut [Word], modulus: &[Word], scratch: &mut [Word]) {
        partial_barrett(kernel, c, modulus, &self.nu, scratch);
    }

    /// Words of scratch that [`PartialBarrett::reduce`] needs for a modulus of `n` words.
    #[must_use]
    pub fn scratch_words(&self, kernel: Kernel, n: usize) -> usize {
        partial_barrett_scratch(kernel, n, self.nu.len() - 1)
    }
}

/// Words of scratch that [`partial_montgomery`] needs.
pub(super) fn partial_montgomery_scratch(kernel: Kernel, n: usize, t: usize) -> usize {
    if t == 0 {
        return 0;
    }
    let after_low = if t > n.min(HIGH_TO_WORDS) {
        n + t + kernel.mul_scratch(n, t)
    } else {
        let upper = if t == n { 0 } else { n + kernel.mul_scratch(n - t, t) };
        t + 2 + kernel.mul_high_scratch(t).max(upper)
    };
    t + kernel.mul_low_scratch(t).max(after_low)
}

/// RPB: `c[..n] ← C mod M` for a `C` of exactly `n + t` words and `nu` of `t + 1`, as
/// [`super::long_division::barrett_constant`] makes it; the higher words are unspecified
/// afterwards.
///
/// Any modulus of at least 1, any `t` from 0. Cost: a product of `t + 1` words and the low `n + 1`
/// words of a product of `t + 1` by `n`.
fn partial_barrett(
    kernel: Kernel,
    c: &mut [Word],
    modulus: &[Word],
    nu: &[Word],
    scratch: &mut [Word],
) {
    let (n, t) = (modulus.len(), nu.len() - 1);
    assert!(c.len() == n + t);
    // One word more than a product: a high product of one word has three.
    let (estimate, scratch) = scratch.split_at_mut(2 * (t + 1) + 1);
    let (c1, words) = (&c[n - 1..], t + 1);
    let q = if words > HIGH_TO_WORDS {
        kernel.mul(&mut estimate[..2 * words], c1, nu, scratch);
        &estimate[words..2 * words]
    } else {
        kernel.mul_high(&mut estimate[..words + 2], c1, nu, scratch);
        &estimate[2..words + 2]
    };
    let (qm, scratch) = scratch.split_at_mut(n + 1);
    quotient_times_modulus(kernel, qm, q, modulus, scratch);
    finish_barrett(kernel, c, modulus, qm);
}

/// `c[..n] ← C - Q M`, brought from `[0, 4M)` into `[0, M)`, given the low `n + 1` words of `Q M`.
pub(super) fn finish_barrett(kernel: Kernel, c: &mut [Word], modulus: &[Word], qm: &[Word]) {
    let n = modulus.len();
    let above = c.get(n).copied().unwrap_or(0);
    let z = &mut c[..n];
    let borrow = kernel.sub_assign(z, &qm[..n]);
    let mut high = above.wrapping_sub(qm[n]).wrapping_sub(borrow);
    for _ in 0..3 {
        high = subtract_once(kernel, high, z, modulus);
    }
    debug_assert!(high == 0);
}

/// The low `n + 1` words of `Q M`: first the part of `M` that all words of `Q` multiply, then a
/// triangle.
fn quotient_times_modulus(
    kernel: Kernel,
    qm: &mut [Word],
    q: &[Word],
    modulus: &[Word],
    scratch: &mut [Word],
) {
    let n = modulus.len();
    let q = &q[..q.len().min(n + 1)];
    let corner = q.len();
    let full = n + 1 - corner;
    let (upper, scratch) = scratch.split_at_mut(corner);
    upper[..corner - 1].copy_from_slice(&modulus[full..]);
    upper[corner - 1] = 0;
    if full == 0 {
        kernel.mul_low(qm, q, upper, scratch);
    } else {
        let (triangle, scratch) = scratch.split_at_mut(corner);
        kernel.mul_low(triangle, q, upper, scratch);
        kernel.mul(qm, q, &modulus[..full], scratch);
        let _ = kernel.add_assign(&mut qm[full..], triangle);
    }
}

/// Words of scratch that [`partial_barrett`] needs.
fn partial_barrett_scratch(kernel: Kernel, n: usize, t: usize) -> usize {
    let corner = (t + 1).min(n + 1);
    let full = n + 1 - corner;
    let product = if full == 0 { 0 } else { kernel.mul_scratch(corner, full) };
    let triangle = kernel.mul_low_scratch(corner).max(product);
    let estimate = if t + 1 > HIGH_TO_WORDS {
        kernel.mul_scratch(t + 1, t + 1)
    } else {
        kernel.mul_high_scratch(t + 1)
    };
    2 * (t + 1) + 1 + estimate.max(n + 1 + 2 * corner + triangle)
}

#[cfg(test)]
mod tests {
    use super::super::long_division::Divisor;
    use super::*;
    use crate::limb::{WORD_BITS, less_than};
    use alloc::vec;

    /// Moduli of `n` words where the quotient's error is largest: near `r^(n-1)` and `r^n`.
    fn moduli(n: usize) -> Vec<Vec<Word>> {
        let mut all = Vec::new();
        for top in [1, 2, 3, 1 << (WORD_BITS - 1), Word::MAX] {
            for low in [0, 1, Word::MAX - 2, Word::MAX] {
                let mut m = vec![if low == Word::MAX { low } else { 0 }; n];
                m[0] = low;
                m[n - 1] = top;
                all.push(m);
            }
        }
        all
    }

    /// Numbers of `words` words from the whole range of the contract.
    fn numbers(words: usize) -> Vec<Vec<Word>> {
        let mut all = vec![vec![0; words], vec![Word::MAX; words]];
        for i in 0..words {
            let mut c = vec![Word::MAX; words];
            c[i] = Word::MAX - 1;
            all.push(c.clone());
            c[i] = 0;
            all.push(c.clone());
            c[..i].fill(0);
            all.push(c);
        }
        all
    }

    #[test]
    fn partial_barrett_agrees_with_long_division_at_the_bounds() {
        let kernel = Kernel::PORTABLE;
        let mut compared = 0;
        for n in 1..=4 {
            for m in moduli(n) {
                let divisor = Divisor::new(kernel, &m);
                for t in 0..=n + 2 {
                    let nu = barrett_constant(kernel, &m, t);
                    let mut scratch = vec![0; partial_barrett_scratch(kernel, n, t)];
                    for mut c in numbers(n + t) {
                        let expected = divisor.divide(&c).1;
                        partial_barrett(kernel, &mut c, &m, &nu, &mut scratch);
                        assert_eq!(c[..n], expected[..], "{m:?}, t = {t}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 5_000, "only {compared} comparisons ran");
    }

    #[test]
    fn partial_montgomery_is_congruent_and_bounded() {
        let kernel = Kernel::PORTABLE;
        let mut compared = 0;
        for n in 1..=4 {
            for m in moduli(n).into_iter().filter(|m| m[0] & 1 == 1) {
                let divisor = Divisor::new(kernel, &m);
                for t in 0..=n + 2 {
                    let mu = negated_inverse(kernel, &m, t);
                    let mut scratch = vec![0; partial_montgomery_scratch(kernel, n, t)];
                    for mut c in numbers(n + t).into_iter().chain(numbers(n + t + 2)) {
                        let before = divisor.divide(&c).1;
                        // C r^(-t) + M, the bound.
                        let mut bound = c[t..].to_vec();
                        bound.push(0);
                        let _ = kernel.add_assign(&mut bound, &m);
                        let _ = kernel.add_assign(&mut bound, &[1]);
                        let mut by_rows = c.clone();
                        let carry = partial_montgomery(kernel, &mut c, &m, &mu, &mut scratch);
                        c.push(carry);
                        if t <= n {
                            let m_inverse = inverse_mod_word(m[0]).wrapping_neg();
                            let carry =
                                partial_montgomery_by_rows(kernel, &mut by_rows, &m, t, m_inverse);
                            by_rows.push(carry);
                            assert_eq!(by_rows[t..], c[t..], "{m:?}, t = {t}");
                        }
                        // The cleared words.
                        c[..t].fill(0);
                        assert_eq!(divisor.divide(&c).1, before, "{m:?}, t = {t}");
                        assert!(less_than(&c[t..], &bound).to_bool_vartime());
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 5_000, "only {compared} comparisons ran");
    }
}
