//! `mulx` high products by operand scanning: strips that leave out their first rows.
//!
//! The strip of columns `d` to `d + w - 1` reaches column `n - 2` of the product from row
//! `n - 1 - d - w` on. So all strips begin at about the same word of the result, at most seven
//! below the two wanted words.

use super::multiply;
use crate::limb::Word;

/// The most words; longer operands are split before they come here.
const MOST: usize = 128;
/// Up to this many words the full product is as fast.
const FULL_TO: usize = 16;

/// See [`crate::limb::Kernel::mul_high`]; at most [`MOST`] words.
pub(super) fn schoolbook(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = a.len();
    assert!(n > 0 && n <= MOST && b.len() == n && r.len() == n + 2);
    if n <= FULL_TO {
        let mut t = [0; 2 * FULL_TO + 1];
        // A single word does not have two words below the high half: a 0 precedes its product.
        multiply::schoolbook(&mut t[1..=2 * n], a, b);
        return r.copy_from_slice(&t[n - 1..=2 * n]);
    }
    let mut t = [0; MOST + 9];
    let base = n - 9;
    let mut done = 0;
    for w in super::widths(n) {
        let first_row = (n - 1).saturating_sub(done + w);
        let t = &mut t[done + first_row - base..];
        multiply::add_strip(t, &a[done..done + w], &b[first_row..]);
        done += w;
    }
    r.copy_from_slice(&t[7..n + 9]);
}
