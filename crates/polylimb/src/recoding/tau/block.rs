//! Many digits from the lowest words: one division of long numbers for all digits that a word
//! determines.
//!
//! **Idea.** A digit depends on the lowest bits, and each division by `τ` uses up one of them. So
//! the two lowest words determine `b = (W - w)/(w - 1) + 1` digits of width `w` (15 of width 5 in
//! words of 64 bits). The element that these digits stand for is subtracted at once, and the rest
//! divided by `τ^(b (w-1))` as a product with the conjugate's power and a shift: Lehmer's idea for
//! the Euclidean algorithm. Between the digits one word stands for both: with `t` the even root of
//! `t² + 2 = μ t` modulo `2^W` the image of `a + b τ` is `a + b t`; its lowest bits are the residue
//! modulo `τ^w`, and a division by `τ^(w-1)` is a shift and a product with the inverse of
//! `(t/2)^(w-1)`. **Constant time.**

use super::Representatives;
use super::ring::MOST_WORDS;
use super::ring::TauElement;
use crate::limb::{Kernel, Mask, WORD_BITS, Word};
use crate::recoding::Digit;
use zeroize::Zeroizing;

/// The conjugate of `τ` times `a + b τ`, in two's complement of words, as everything below.
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

/// Writes the next digits, at most [`Representatives::block`], each odd and between `-2^(w-1)` and
/// `2^(w-1)`, and subtracts them from `rest`, which `τ` must not divide.
pub(super) fn take_digits(
    rest: &mut TauElement,
    digits: &mut [Digit],
    representatives: &Representatives,
) {
    let (w, minus) = (representatives.width(), representatives.mu_is_minus());
    let (root, inverse) = (representatives.root(), representatives.inverse());
    let [low0, low1] = rest.lowest();
    let mut image = low0.wrapping_add(low1.wrapping_mul(root));
    let mut sum: [Word; 2] = [0; 2];
    for (digit, &power) in digits.iter_mut().zip(representatives.powers()) {
        let residue = image & ((1 << w) - 1);
        let [a, b] = representative(representatives, residue);
        let [c, d] = product([a, b], power, minus);
        sum = [sum[0].wrapping_add(c), sum[1].wrapping_add(d)];
        image = image.wrapping_sub(a).wrapping_sub(b.wrapping_mul(root)) >> (w - 1);
        image = image.wrapping_mul(inverse);
        *digit = digit_of(residue, w);
    }
    rest.subtract_small(sum);
    divide(rest, representatives.conjugates()[digits.len() - 1], digits.len() * (w - 1), minus);
}

/// The digit that an odd residue modulo `2^w` stands for.
pub(super) const fn digit_of(residue: Word, w: usize) -> Digit {
    residue.wrapping_sub(1 << (w - 1)) as Digit
}

/// Divides `rest` by `τ^e`, which must divide it, for an `e` below a word's bits: the product with
/// the conjugate's power `c + d τ`, divided by `2^e`.
fn divide(rest: &mut TauElement, [c, d]: [Word; 2], e: usize, mu_is_minus: bool) {
    let words = rest.coordinates()[0].len();
    let mut extended = Zeroizing::new([[0; MOST_WORDS + 1]; 2]);
    for (extended, r) in extended.iter_mut().zip(rest.coordinates()) {
        extended[..words].copy_from_slice(r);
        extended[words] = (r[words - 1].cast_signed() >> (WORD_BITS - 1)).cast_unsigned();
    }
    let mut sum = Zeroizing::new([0; MOST_WORDS + 1]);
    let sum = &mut sum[..=words];
    let mu_d = if mu_is_minus { d.wrapping_neg() } else { d };
    let factors = [[c, d.wrapping_add(d).wrapping_neg()], [d, c.wrapping_add(mu_d)]];
    for (r, factors) in rest.coordinates_mut().into_iter().zip(factors) {
        sum.fill(0);
        for (extended, factor) in extended.iter().zip(factors) {
            let extended = &extended[..=words];
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

/// `± α_|u|` for the digit `u` of an odd residue; no address depends on the residue.
pub(super) fn representative(representatives: &Representatives, residue: Word) -> [Word; 2] {
    let mut r = [0; 2];
    if let Some(packed) = representatives.packed() {
        // Four bits each.
        let shift = u64::BITS - 4 - 4 * ((residue >> 1) as u32);
        r = packed.map(|all| {
            (((all << shift).cast_signed() >> (u64::BITS - 4)) as isize).cast_unsigned() as Word
        });
    } else {
        let u = isize::from(digit_of(residue, representatives.width())).cast_unsigned() as Word;
        let negative = Mask::from_bit(u >> (WORD_BITS - 1));
        let size = (u ^ negative.word()).wrapping_sub(negative.word());
        for (i, alpha) in (0..).zip(representatives.alphas()) {
            let this = Mask::equal(size >> 1, i);
            for (r, &a) in r.iter_mut().zip(alpha) {
                *r |= this.word() & isize::from(a).cast_unsigned() as Word;
            }
        }
        r = r.map(|a| (a ^ negative.word()).wrapping_sub(negative.word()));
    }
    r
}
