//! Sums, products and reductions in plain Rust, for every prime and word size; loops over constants
//! that the compiler unrolls.
#![allow(clippy::needless_range_loop, reason = "each index is that of several numbers")]

use super::parameters::{Derived, PrimeParameters};
#[cfg(all(target_arch = "arm", not(target_has_atomic = "ptr"), not(polylimb_word = "8")))]
use crate::limb::armv6m::sbb;
#[cfg(not(all(
    target_arch = "arm",
    not(target_has_atomic = "ptr"),
    not(polylimb_word = "8")
)))]
use crate::limb::sbb;
use crate::limb::{self, Mask, WORD_BITS, Word, mac};

/// `a + b + carry` for `carry` 0 or 1, in a form that compilers turn into one instruction, or for
/// AVR into no branch.
#[inline(always)]
fn adc(a: Word, b: Word, carry: Word) -> (Word, Word) {
    if WORD_BITS == 8 {
        return limb::adc(a, b, carry);
    }
    #[cfg(all(target_arch = "arm", not(target_has_atomic = "ptr"), not(polylimb_word = "8")))]
    return limb::armv6m::adc(a, b, carry);
    #[cfg(not(all(
        target_arch = "arm",
        not(target_has_atomic = "ptr"),
        not(polylimb_word = "8")
    )))]
    {
        let (sum, carry_1) = a.overflowing_add(b);
        let (sum, carry_2) = sum.overflowing_add(carry);
        (sum, Word::from(carry_1 | carry_2))
    }
}

/// `a` where `c`, else `b`.
#[inline(always)]
pub(super) fn select<const N: usize>(c: Mask, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    core::array::from_fn(|i| c.select(a[i], b[i]))
}

/// `a b`, one row after another.
#[inline(always)]
pub(super) fn mul_wide<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
    let mut t = [[0; N]; 2];
    let words = t.as_flattened_mut();
    for i in 0..N {
        let mut carry = 0;
        for j in 0..N {
            (words[i + j], carry) = mac(words[i + j], a[i], b[j], carry);
        }
        words[i + N] = carry;
    }
    t
}

/// `a²`: each mixed product once, all doubled, and the squares of the words.
#[inline(always)]
pub(super) fn sqr_wide<const N: usize>(a: &[Word; N]) -> [[Word; N]; 2] {
    let mut t = [[0; N]; 2];
    let words = t.as_flattened_mut();
    for i in 0..N {
        let mut carry = 0;
        for j in i + 1..N {
            (words[i + j], carry) = mac(words[i + j], a[i], a[j], carry);
        }
        words[i + N] = carry;
    }
    let (mut out, mut carry) = (0, 0);
    for i in 0..N {
        let (low, high) = mac(0, a[i], a[i], 0);
        for (word, square) in [(2 * i, low), (2 * i + 1, high)] {
            let doubled = words[word] << 1 | out;
            out = words[word] >> (WORD_BITS - 1);
            (words[word], carry) = adc(doubled, square, carry);
        }
    }
    t
}

/// The element of `t`; see [`super::kernel::sealed::Products::reduce`].
#[inline(always)]
pub(super) fn reduce<P: PrimeParameters<N>, const N: usize>(t: [[Word; N]; 2]) -> [Word; N] {
    if P::FOLDS { fold::<P, N>(t) } else { montgomery_reduce::<P, N>(t) }
}

/// `t / R mod p` for `t < p R` (`[Montgomery1985]`): adding multiples of `p` clears the low words.
#[inline(always)]
fn montgomery_reduce<P: PrimeParameters<N>, const N: usize>(mut t: [[Word; N]; 2]) -> [Word; N] {
    let words = t.as_flattened_mut();
    let mut above = 0;
    for i in 0..N {
        let q = words[i].wrapping_mul(P::M_INVERSE);
        let mut carry = 0;
        for j in 0..N {
            (words[i + j], carry) = mac(words[i + j], q, P::MODULUS[j], carry);
        }
        (words[i + N], above) = adc(words[i + N], carry, above);
    }
    subtract_once::<P, N>(&t[1], above)
}

/// `t mod p` in `[0, R)`. `R = FOLD mod p`, so `FOLD` times the high half is added to the low half,
/// then `FOLD` times the word above, which is at most `FOLD`, and then `FOLD` times a last carry,
/// after which the low words are below `FOLD²`.
#[inline(always)]
fn fold<P: PrimeParameters<N>, const N: usize>([mut r, high]: [[Word; N]; 2]) -> [Word; N] {
    let mut carry = 0;
    for i in 0..N {
        (r[i], carry) = mac(r[i], high[i], P::FOLD, carry);
    }
    fold_word::<P, N>(&mut r, carry);
    r
}

/// `r + above R` modulo `p`, in `[0, R)`.
#[inline(always)]
fn fold_word<P: PrimeParameters<N>, const N: usize>(r: &mut [Word; N], above: Word) {
    let (low, high) = mac(0, above, P::FOLD, 0);
    let mut carry;
    (r[0], carry) = adc(r[0], low, 0);
    (r[1], carry) = adc(r[1], high, carry);
    for r in &mut r[2..] {
        (*r, carry) = adc(*r, 0, carry);
    }
    let last = P::FOLD & Mask::from_bit(carry).word();
    (r[0], carry) = adc(r[0], last, 0);
    r[1] = r[1].wrapping_add(carry);
}

/// `a + above R - p` if that is not negative, else `a`; for a number below `2 p`.
#[inline(always)]
fn subtract_once<P: PrimeParameters<N>, const N: usize>(a: &[Word; N], above: Word) -> [Word; N] {
    let (mut r, borrow) = sub_words(a, &P::MODULUS, 0);
    let keep = Mask::from_bit(sbb(above, 0, borrow).1);
    for i in 0..N {
        r[i] = keep.select(a[i], r[i]);
    }
    r
}

/// `a + b + carry` and the new carry.
#[inline(always)]
pub(super) fn add_words<const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
    mut carry: Word,
) -> ([Word; N], Word) {
    let mut r = [0; N];
    for i in 0..N {
        (r[i], carry) = adc(a[i], b[i], carry);
    }
    (r, carry)
}

/// `a - b - borrow` and the new borrow.
#[inline(always)]
pub(super) fn sub_words<const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
    mut borrow: Word,
) -> ([Word; N], Word) {
    let mut r = [0; N];
    for i in 0..N {
        (r[i], borrow) = sbb(a[i], b[i], borrow);
    }
    (r, borrow)
}

/// `a + b + carry` as an element.
#[inline(always)]
pub(super) fn add<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
    carry: Word,
) -> [Word; N] {
    if P::FOLDS {
        let (mut r, carry) = add_words(a, b, carry);
        fold_carry::<P, N>(&mut r, carry);
        return r;
    }
    // `a - (p - b)` keeps fewer words alive.
    sub::<P, N>(a, &sub_words(&P::MODULUS, b, carry).0, 0)
}

/// `r += carry R`, twice: the first sum may carry again, and is then below `FOLD`.
#[inline(always)]
fn fold_carry<P: PrimeParameters<N>, const N: usize>(r: &mut [Word; N], mut carry: Word) {
    let first = P::FOLD & Mask::from_bit(carry).word();
    (r[0], carry) = adc(r[0], first, 0);
    for r in &mut r[1..] {
        (*r, carry) = adc(*r, 0, carry);
    }
    r[0] = r[0].wrapping_add(P::FOLD & Mask::from_bit(carry).word());
}

/// `a - b - borrow` as an element.
#[inline(always)]
pub(super) fn sub<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
    borrow: Word,
) -> [Word; N] {
    let (mut r, mut borrow) = sub_words(a, b, borrow);
    let negative = Mask::from_bit(borrow).word();
    if P::FOLDS {
        // As in `fold_carry`: after a second borrow the number is at least R - FOLD.
        (r[0], borrow) = sbb(r[0], P::FOLD & negative, 0);
        for r in &mut r[1..] {
            (*r, borrow) = sbb(*r, 0, borrow);
        }
        r[0] = r[0].wrapping_sub(P::FOLD & Mask::from_bit(borrow).word());
    } else {
        let mut carry = 0;
        for i in 0..N {
            (r[i], carry) = adc(r[i], P::MODULUS[i] & negative, carry);
        }
    }
    r
}

/// `a / 2`: half of `a`, or of `a + p` where `a` is odd.
#[inline(always)]
pub(super) fn halve<P: PrimeParameters<N>, const N: usize>(a: &[Word; N]) -> [Word; N] {
    let odd = Mask::from_bit(a[0] & 1).word();
    let (mut r, mut carry) = ([0; N], 0);
    for i in 0..N {
        (r[i], carry) = adc(a[i], P::MODULUS[i] & odd, carry);
    }
    for i in 0..N {
        let above = if i + 1 < N { r[i + 1] } else { carry };
        r[i] = r[i] >> 1 | above << (WORD_BITS - 1);
    }
    r
}

/// `a mod p` in `[0, p)`, for a number below `R`.
#[inline(always)]
pub(super) fn canonical<P: PrimeParameters<N>, const N: usize>(a: &[Word; N]) -> [Word; N] {
    if !P::FOLDS {
        return *a;
    }
    // 2^BITS = FOLD_BITS mod p. The bits above become a number below 2 p - 2^BITS, so the sum is
    // below 2 p.
    let mut r = *a;
    let bits = P::BITS % WORD_BITS;
    if bits != 0 {
        let above = r[N - 1] >> bits;
        r[N - 1] &= Word::MAX >> (WORD_BITS - bits);
        let (low, high) = mac(0, above, P::FOLD_BITS, 0);
        let mut carry;
        (r[0], carry) = adc(r[0], low, 0);
        (r[1], carry) = adc(r[1], high, carry);
        for r in &mut r[2..] {
            (*r, carry) = adc(*r, 0, carry);
        }
    }
    subtract_once::<P, N>(&r, 0)
}

/// `n a` for a word `n`, where elements are folded.
#[inline(always)]
pub(super) fn mul_small_folded<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; N],
    n: Word,
) -> [Word; N] {
    let (mut r, mut carry) = ([0; N], 0);
    for i in 0..N {
        (r[i], carry) = mac(0, a[i], n, carry);
    }
    fold_word::<P, N>(&mut r, carry);
    r
}
