//! Montgomery reduction, word by word.

use super::portable::addmul_1;
use super::word::{Word, adc};

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
