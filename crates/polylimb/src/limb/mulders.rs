//! The low or the high half of a product (`[Mulders2000]`): one full product of the low or high `k`
//! words of both operands, and two half products of `n - k` words for the remaining corners.
//!
//! Cost: with schoolbook alone half a product. With Karatsuba below, `k = 5/8 n` costs about 0.8 of
//! a full product, where halves (`k = n/2`) would cost nearly all of it: a Karatsuba product gains
//! from every doubling of its length, a triangle does not. Short operands use the kernel's rows.
//!
//! **Which columns of the high half.** Column `c` holds the products `a_i b_j` with `i + j = c`.
//! The sum includes all columns from `n - 2` on, and of the lower columns only the parts inside the
//! full products. The omitted products are at most
//! `(β-1)² (1 + 2 β + … + (n-2) β^(n-3)) < (n-2) β^(n-1)`: less than `n - 2` units of word `n - 1`.
//! Without the guard column `n - 2` the error would be `n - 1` units of word `n`, and so would be
//! the error of an estimated quotient. The corners' guard columns lack the two products next to the
//! full one; they are added one by one.

use super::karatsuba::{balanced, balanced_scratch};
use super::word::{DoubleWord, WORD_BITS};
use super::{Kernel, Word};

/// Length `k` of the full product, for `n >= 20`; at least `n/2 + 1`; a multiple of 8 suits every
/// kernel.
fn cut(n: usize) -> usize {
    (5 * n / 8).next_multiple_of(8)
}

/// `r = a * b mod 2^(words of r)`; all the same length, not empty.
pub(super) fn mul_low(
    kernel: Kernel,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    scratch: &mut [Word],
) {
    let n = r.len();
    if n < kernel.low_from() {
        return kernel.schoolbook_low(r, a, b);
    }
    assert!(a.len() == n && b.len() == n);
    let k = cut(n);
    let (t, rest) = scratch.split_at_mut(2 * k);
    balanced(kernel, t, &a[..k], &b[..k], rest);
    r.copy_from_slice(&t[..n]);
    let (t, scratch) = scratch.split_at_mut(n - k);
    mul_low(kernel, t, &a[k..], &b[..n - k], scratch);
    let _ = kernel.add_assign(&mut r[k..], t);
    mul_low(kernel, t, &a[..n - k], &b[k..], scratch);
    let _ = kernel.add_assign(&mut r[k..], t);
}

/// Words of scratch that [`mul_low`] needs.
pub(super) fn mul_low_scratch(kernel: Kernel, n: usize) -> usize {
    if n < kernel.low_from() {
        return 0;
    }
    let k = cut(n);
    (2 * k + balanced_scratch(kernel, k)).max(n - k + mul_low_scratch(kernel, n - k))
}

/// `r = ⌊a b / β^(n-2)⌋ - ε`, `0 <= ε < (n-2) β`; `r` has `n + 2` words, `a` and `b` equal lengths
/// `n`, not 0.
pub(super) fn mul_high(
    kernel: Kernel,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    scratch: &mut [Word],
) {
    let n = a.len();
    assert!(n > 0 && b.len() == n && r.len() == n + 2);
    if n < kernel.high_from() {
        return kernel.schoolbook_high(r, a, b);
    }
    let k = cut(n);
    let m = n - k;
    let (t, rest) = scratch.split_at_mut(2 * k);
    balanced(kernel, t, &a[m..], &b[m..], rest);
    r.copy_from_slice(&t[k - m - 2..]);
    let (t, scratch) = scratch.split_at_mut(m + 2);
    let (low, above) = r.split_at_mut(m + 2);
    let mut carry = 0;
    for (a, b) in [(&a[..m], &b[k..]), (&a[k..], &b[..m])] {
        mul_high(kernel, t, a, b, scratch);
        carry += kernel.add_assign(low, t);
    }
    let p = a[m - 1] as DoubleWord * b[k - 1] as DoubleWord;
    let (p, over) = p.overflowing_add(a[k - 1] as DoubleWord * b[m - 1] as DoubleWord);
    carry += kernel.add_assign(low, &[p as Word, (p >> WORD_BITS) as Word, over as Word]);
    let carry = kernel.add_word(above, carry);
    debug_assert!(carry == 0);
}

/// Words of scratch that [`mul_high`] needs.
pub(super) fn mul_high_scratch(kernel: Kernel, n: usize) -> usize {
    if n < kernel.high_from() {
        return 0;
    }
    let k = cut(n);
    (2 * k + balanced_scratch(kernel, k)).max(n - k + 2 + mul_high_scratch(kernel, n - k))
}
