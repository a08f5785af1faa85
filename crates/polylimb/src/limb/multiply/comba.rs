//! Product scanning (`[Comba1990]`): one column of the product after another, each word of the
//! result written once.

use super::column::Column;
use crate::limb::Word;

/// `r = a * b`, equal lengths. `n²` word products.
pub(in crate::limb) fn mul(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = a.len();
    assert!(n > 0 && b.len() == n && r.len() == 2 * n);
    let mut column = Column::default();
    for (k, r) in r.iter_mut().enumerate() {
        let (from, to) = (k.saturating_sub(n - 1), k.min(n - 1));
        if from <= to {
            column.add_products(&a[from..=to], &b[k - to..=k - from]);
        }
        *r = column.next();
    }
}
