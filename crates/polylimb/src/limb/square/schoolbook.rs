//! Operand scanning: each mixed product once, doubled, then the squares of the words.

use crate::limb::Word;
use crate::limb::portable::addmul_1;
use crate::limb::word::{DoubleWord, WORD_BITS, adc};

/// `r = a²`. `n(n+1)/2` word products.
pub(in crate::limb) fn sqr(r: &mut [Word], a: &[Word]) {
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
