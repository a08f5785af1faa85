//! Many digits from the lowest words: one division of long numbers for as many digits as a word tells.
//!
//! **Idea.** A digit depends on the lowest bits, and each division by `τ` costs one of them. So the two lowest words tell `b = (W - w)/(w - 1) + 1` digits of width `w`
//! (15 of width 5 in words of 64 bits). What they stand for, `s`, is taken off at once, and the rest divided by `τ^(b (w-1))` as a product with the conjugate's power and a
//! shift: Lehmer's idea for the Euclidean algorithm. **Constant time.**

use super::{Representatives, TauElement};
use crate::limb::{Kernel, Mask, WORD_BITS, Word};
use crate::recoding::Digit;
use alloc::vec;
use zeroize::Zeroizing;

/// The conjugate of `τ` times `a + b τ`, in two's complement of words; so is all below.
pub(super) const fn times_conjugate([a, b]: [Word; 2], mu_is_minus: bool) -> [Word; 2] {
    let mu_a = if mu_is_minus { a.wrapping_neg() } else { a };
    [mu_a.wrapping_add(b).wrapping_add(b), a.wrapping_neg()]
}

/// `τ` times `a + b τ`.
pub(super) const fn times_tau([a, b]: [Word; 2], mu_is_minus: bool) -> [Word; 2] {
    let mu_b = if mu_is_minus { b.wrapping_neg() } else { b };
    [b.wrapping_add(b).wrapping_neg(), a.wrapping_add(mu_b)]
}

/// `(a + b τ) (c + d τ)`.
fn product([a, b]: [Word; 2], [c, d]: [Word; 2], mu_is_minus: bool) -> [Word; 2] {
    let bd = b.wrapping_mul(d);
    let mu_bd = if mu_is_minus { bd.wrapping_neg() } else { bd };
    let mixed = a.wrapping_mul(d).wrapping_add(b.wrapping_mul(c));
    [a.wrapping_mul(c).wrapping_sub(bd).wrapping_sub(bd), mixed.wrapping_add(mu_bd)]
}

/// Writes the next digits, at most [`Representatives::block`], each odd and between `-2^(w-1)` and `2^(w-1)`, and takes them off `rest`, which `τ` does not divide.
pub(super) fn take_digits(
    rest: &mut TauElement,
    digits: &mut [Digit],
    representatives: &Representatives,
) {
    let (w, minus) = (representatives.width(), representatives.mu_is_minus());
    let mut low = [rest.r[0][0], rest.r[1][0]];
    let mut sum: [Word; 2] = [0; 2];
    for (digit, &power) in digits.iter_mut().zip(representatives.powers()) {
        let residue = TauElement::residue_of(low, representatives.root(), w);
        let u = residue.wrapping_sub(1 << (w - 1));
        let [a, b] = representative(representatives, u);
        let [c, d] = product([a, b], power, minus);
        sum = [sum[0].wrapping_add(c), sum[1].wrapping_add(d)];
        low = [low[0].wrapping_sub(a), low[1].wrapping_sub(b)];
        for _ in 1..w {
            let half = low[0] >> 1;
            let mu_half = if minus { half.wrapping_neg() } else { half };
            low = [low[1].wrapping_add(mu_half), half.wrapping_neg()];
        }
        *digit = u as Digit;
    }
    rest.subtract_small(sum);
    divide(rest, representatives.conjugates()[digits.len() - 1], digits.len() * (w - 1), minus);
}

/// Divides by `τ^e`, which divides `rest`, for an `e` below a word's bits: the product with the conjugate's power, which is given, over `2^e`.
fn divide(rest: &mut TauElement, [c, d]: [Word; 2], e: usize, mu_is_minus: bool) {
    let words = rest.r[0].len();
    let mut scratch = Zeroizing::new(vec![0; 3 * (words + 1)]);
    let (extended, sum) = scratch.split_at_mut(2 * (words + 1));
    for (extended, r) in extended.chunks_exact_mut(words + 1).zip(&rest.r) {
        extended[..words].copy_from_slice(r);
        extended[words] = (r[words - 1].cast_signed() >> (WORD_BITS - 1)).cast_unsigned();
    }
    let mu_d = if mu_is_minus { d.wrapping_neg() } else { d };
    let factors = [[c, d.wrapping_add(d).wrapping_neg()], [d, c.wrapping_add(mu_d)]];
    for (r, factors) in rest.r.iter_mut().zip(factors) {
        sum.fill(0);
        for (extended, factor) in extended.chunks_exact(words + 1).zip(factors) {
            // The factors are public.
            let size = factor.cast_signed().unsigned_abs();
            if size == factor {
                let _ = Kernel::PORTABLE.addmul_1(sum, extended, size);
            } else {
                let _ = Kernel::PORTABLE.submul_1(sum, extended, size);
            }
        }
        for (i, r) in r.iter_mut().enumerate() {
            *r = sum[i] >> e | sum[i + 1] << (WORD_BITS - e);
        }
    }
}

/// `α_u` for an odd `u` in two's complement, without an address that depends on it.
pub(super) fn representative(representatives: &Representatives, u: Word) -> [Word; 2] {
    let negative = Mask::from_bit(u >> (WORD_BITS - 1));
    let size = (u ^ negative.word()).wrapping_sub(negative.word());
    let mut r = [0; 2];
    if let Some(packed) = representatives.packed() {
        r = packed.map(|all| isize::from((all >> (size >> 1 << 3)) as i8).cast_unsigned() as Word);
    } else {
        for (i, alpha) in (0..).zip(representatives.alphas()) {
            let this = Mask::equal(size >> 1, i);
            for (r, &a) in r.iter_mut().zip(alpha) {
                *r |= this.word() & isize::from(a).cast_unsigned() as Word;
            }
        }
    }
    r.map(|a| (a ^ negative.word()).wrapping_sub(negative.word()))
}
