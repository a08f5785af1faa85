//! Operand scanning: products, squares and Montgomery's reduction, one row per word of an operand.

use super::portable::{addmul_1, mul_1};
use super::word::{DoubleWord, WORD_BITS, Word, adc};

/// `r = a * b`. `a.len() * b.len()` word products.
pub(super) fn mul(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = a.len();
    assert!(n > 0 && !b.is_empty() && r.len() == n + b.len());
    r[n] = mul_1(&mut r[..n], a, b[0]);
    for (i, &b) in b.iter().enumerate().skip(1) {
        r[i + n] = addmul_1(&mut r[i..i + n], a, b);
    }
}

/// `r = a * b mod 2^(words of r)`, equal lengths. `n(n+1)/2` word products.
pub(super) fn mul_low(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = r.len();
    assert!(n > 0 && a.len() == n && b.len() == n);
    let _ = mul_1(r, a, b[0]);
    for i in 1..n {
        let _ = addmul_1(&mut r[i..], &a[..n - i], b[i]);
    }
}

/// The high product of [`mulders`](super::mulders), by one row of the trapezium per word of `b`.
pub(super) fn mul_high(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = a.len();
    assert!(n > 0 && b.len() == n && r.len() == n + 2);
    if n == 1 {
        // Column -1 is empty.
        r[0] = 0;
        r[2] = mul_1(&mut r[1..2], a, b[0]);
        return;
    }
    r[2] = mul_1(&mut r[..2], &a[n - 2..], b[0]);
    for j in 1..n - 1 {
        r[j + 2] = addmul_1(&mut r[..j + 2], &a[n - 2 - j..], b[j]);
    }
    r[n + 1] = addmul_1(&mut r[1..=n], a, b[n - 1]);
}

/// `r = a²`: each mixed product once, doubled, then the squares of the words. `n(n+1)/2` word
/// products.
pub(super) fn sqr(r: &mut [Word], a: &[Word]) {
    let n = a.len();
    assert!(n > 0 && r.len() == 2 * n);
    r.fill(0);
    for i in 0..n - 1 {
        r[i + n] = addmul_1(&mut r[2 * i + 1..i + n], &a[i + 1..], a[i]);
    }
    let (mut top, mut carry) = (0, 0);
    for (r, &a) in r.chunks_exact_mut(2).zip(a) {
        let p = a as DoubleWord * a as DoubleWord;
        let doubled = [(r[0] << 1) | top, (r[1] << 1) | (r[0] >> (WORD_BITS - 1))];
        top = r[1] >> (WORD_BITS - 1);
        (r[0], carry) = adc(doubled[0], p as Word, carry);
        (r[1], carry) = adc(doubled[1], (p >> WORD_BITS) as Word, carry);
    }
    debug_assert!(carry == 0 && top == 0);
}

/// See [`super::Kernel::montgomery_reduce`].
pub(super) fn montgomery_reduce(t: &mut [Word], m: &[Word], m_inverse: Word) -> Word {
    let n = m.len();
    assert!(n > 0 && t.len() >= n && t.len() <= 2 * n);
    let mut carry = 0;
    for i in 0..t.len() - n {
        let q = t[i].wrapping_mul(m_inverse);
        let high = addmul_1(&mut t[i..i + n], m, q);
        (t[i + n], carry) = adc(t[i + n], high, carry);
    }
    carry
}

/// The fused multiplication of kernels without one.
pub(super) fn no_fused_mul(_: &mut [Word], _: &[Word], _: &[Word], _: &[Word], _: Word) {
    unreachable!("the kernel has no fused Montgomery multiplication");
}
