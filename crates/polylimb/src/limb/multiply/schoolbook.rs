//! Operand scanning: one row of the product per word of the second operand.

use crate::limb::Word;
use crate::limb::portable::{addmul_1, mul_1};

/// `r = a * b`. `a.len() * b.len()` word products.
pub(in crate::limb) fn mul(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = a.len();
    assert!(n > 0 && !b.is_empty() && r.len() == n + b.len());
    r[n] = mul_1(&mut r[..n], a, b[0]);
    for (i, &b) in b.iter().enumerate().skip(1) {
        r[i + n] = addmul_1(&mut r[i..i + n], a, b);
    }
}

/// `r = a * b mod 2^(words of r)`, equal lengths. `n(n+1)/2` word products.
pub(in crate::limb) fn mul_low(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = r.len();
    assert!(n > 0 && a.len() == n && b.len() == n);
    let _ = mul_1(r, a, b[0]);
    for i in 1..n {
        let _ = addmul_1(&mut r[i..], &a[..n - i], b[i]);
    }
}
