//! Product scanning: each column's mixed products once, doubled, plus the square in its middle.

use crate::limb::multiply::comba::{accumulate, shift_out};
use crate::limb::word::{DoubleWord, Word};

/// `r = a²`. `n(n+1)/2` word products.
pub(in crate::limb) fn sqr(r: &mut [Word], a: &[Word]) {
    let n = a.len();
    assert!(n > 0 && r.len() == 2 * n);
    let mut acc = (0, 0);
    for (k, r) in r.iter_mut().enumerate() {
        let from = k.saturating_sub(n - 1);
        for i in from..k.div_ceil(2) {
            let p = a[i] as DoubleWord * a[k - i] as DoubleWord;
            accumulate(&mut acc, p);
            accumulate(&mut acc, p);
        }
        if k % 2 == 0 {
            accumulate(&mut acc, a[k / 2] as DoubleWord * a[k / 2] as DoubleWord);
        }
        *r = shift_out(&mut acc);
    }
}
