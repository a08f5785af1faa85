//! The high half of a product (`[Mulders2000]`, mirrored): one full product of the high `k` words
//! of both operands, and two high products of `n - k` words for the remaining corners.
//!
//! **Which columns.** Column `c` holds the products `a_i b_j` with `i + j = c`. The sum includes
//! all columns from `n - 2` on, and of the lower columns only the parts inside the full products.
//! The omitted products are at most `(β-1)² (1 + 2 β + … + (n-2) β^(n-3)) < (n-2) β^(n-1)`: less
//! than `n - 2` units of word `n - 1`. Without the guard column `n - 2` the error would be `n - 1`
//! units of word `n`, and so would be the error of an estimated quotient. The corners' guard
//! columns lack the two products next to the full one; they are added one by one.
//!
//! Cost: as for [`super::low`]. Short operands use the kernel's rows, in portable form
//! `n(n+3)/2 - 1` word products.

use super::karatsuba;
use crate::limb::portable::{addmul_1, mul_1};
use crate::limb::word::{DoubleWord, WORD_BITS};
use crate::limb::{Kernel, Word};

/// Length `k` of the full product, for `n >= 20`; at least `n/2 + 1`; a multiple of 8 suits every
/// kernel.
fn cut(n: usize) -> usize {
    (5 * n / 8).next_multiple_of(8)
}

/// `r = ⌊a b / β^(n-2)⌋ - ε`, `0 <= ε < (n-2) β`; `r` has `n + 2` words, `a` and `b` equal lengths
/// `n`, not 0.
pub(in crate::limb) fn mul(
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
    karatsuba::mul(kernel, t, &a[m..], &b[m..], rest);
    r.copy_from_slice(&t[k - m - 2..]);
    let (t, scratch) = scratch.split_at_mut(m + 2);
    let (low, above) = r.split_at_mut(m + 2);
    let mut carry = 0;
    for (a, b) in [(&a[..m], &b[k..]), (&a[k..], &b[..m])] {
        mul(kernel, t, a, b, scratch);
        carry += kernel.add_assign(low, t);
    }
    let p = a[m - 1] as DoubleWord * b[k - 1] as DoubleWord;
    let (p, over) = p.overflowing_add(a[k - 1] as DoubleWord * b[m - 1] as DoubleWord);
    carry += kernel.add_assign(low, &[p as Word, (p >> WORD_BITS) as Word, over as Word]);
    let carry = kernel.add_word(above, carry);
    debug_assert!(carry == 0);
}

/// [`mul`] by one row of the trapezium per word of `b`.
pub(in crate::limb) fn by_rows(r: &mut [Word], a: &[Word], b: &[Word]) {
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

/// Number of words of scratch that [`mul`] needs.
pub(in crate::limb) fn scratch(kernel: Kernel, n: usize) -> usize {
    if n < kernel.high_from() {
        return 0;
    }
    let k = cut(n);
    (2 * k + karatsuba::scratch(kernel, k)).max(n - k + 2 + scratch(kernel, n - k))
}
