//! Product scanning: each column's mixed products once, doubled, plus the square in its middle.

use crate::limb::Word;
use crate::limb::multiply::column::Column;

/// `r = a²`. `n(n+1)/2` word products.
pub(in crate::limb) fn sqr(r: &mut [Word], a: &[Word]) {
    let n = a.len();
    assert!(n > 0 && r.len() == 2 * n);
    let mut column = Column::default();
    for (k, r) in r.iter_mut().enumerate() {
        let from = k.saturating_sub(n - 1);
        for i in from..k.div_ceil(2) {
            column.add_product(a[i], a[k - i]);
            column.add_product(a[i], a[k - i]);
        }
        if k % 2 == 0 {
            column.add_product(a[k / 2], a[k / 2]);
        }
        *r = column.next();
    }
}
