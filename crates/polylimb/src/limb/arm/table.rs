//! The kernel `umaal`: rows of any length, and eight words by the kernels of this folder.

use super::{sos_umaal, umaal_rows};
use crate::cpu::Features;
use crate::limb::kernel::Table;
use crate::limb::word::{Word, adc};
use crate::limb::{portable, schoolbook as rows};
use core::arch::naked_asm;

pub(in crate::limb) static UMAAL: Table = Table {
    name: "umaal",
    needs: Features::UMAAL,
    needs_names: "UMAAL (Armv6)",
    mul_1,
    addmul_1,
    schoolbook,
    schoolbook_square: sqr,
    montgomery_reduce,
    montgomery_mul,
    fused_to: 8,
    ..portable::TABLE
};

/// `r += a w`; the carry word.
///
/// - `fn(r: r0, a: r1, n: r2, w: r3)`; requires `n` words of both.
/// - `r` and `a` equal or disjoint. Constant time for given `n`. Stack: 36 bytes. Clobbers
///   `r0`-`r3`, `r12`, flags.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn row(r: *mut Word, a: *const Word, n: usize, w: Word) -> Word {
    naked_asm!(
        "push {{r4-r11, lr}}",
        "mov r12, #0",
        "subs r2, r2, #4",
        "blo 3f",
        "2:",
        "ldm r1!, {{r4-r7}}",
        "ldm r0, {{r8-r11}}",
        "umaal r8, r12, r4, r3",
        "umaal r9, r12, r5, r3",
        "umaal r10, r12, r6, r3",
        "umaal r11, r12, r7, r3",
        "stm r0!, {{r8-r11}}",
        "subs r2, r2, #4",
        "bhs 2b",
        "3:",
        "adds r2, r2, #4",
        "beq 5f",
        "4:",
        "ldr r4, [r1], #4",
        "ldr r8, [r0]",
        "umaal r8, r12, r4, r3",
        "str r8, [r0], #4",
        "subs r2, r2, #1",
        "bne 4b",
        "5:",
        "mov r0, r12",
        "pop {{r4-r11, pc}}",
    )
}

fn addmul_1(r: &mut [Word], a: &[Word], w: Word) -> Word {
    assert!(r.len() == a.len());
    // SAFETY: the lengths are equal; the kernel is only reachable where the processor has `UMAAL`.
    unsafe { row(r.as_mut_ptr(), a.as_ptr(), a.len(), w) }
}

fn mul_1(r: &mut [Word], a: &[Word], w: Word) -> Word {
    r.fill(0);
    addmul_1(r, a, w)
}

fn schoolbook(r: &mut [Word], a: &[Word], b: &[Word]) {
    // The longer operand makes the rows.
    let (a, b) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    assert!(!b.is_empty() && r.len() == a.len() + b.len());
    if let (Ok(r), Ok(a), Ok(b)) = (r.try_into(), a.try_into(), b.try_into()) {
        return umaal_rows::multiply(r, a, b);
    }
    r[..a.len()].fill(0);
    for (i, &b) in b.iter().enumerate() {
        r[i + a.len()] = addmul_1(&mut r[i..i + a.len()], a, b);
    }
}

fn sqr(r: &mut [Word], a: &[Word]) {
    match (r.try_into(), a.try_into()) {
        (Ok(r), Ok(a)) => umaal_rows::multiply(r, a, a),
        _ => rows::sqr(r, a),
    }
}

fn montgomery_reduce(t: &mut [Word], m: &[Word], m_inverse: Word) -> Word {
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

fn montgomery_mul(r: &mut [Word], a: &[Word], b: &[Word], m: &[Word], m_inverse: Word) {
    let n = m.len();
    let mut t = [0; 16];
    if let (Ok(r), Ok(a), Ok(b), Ok(m)) = (
        <&mut [Word; 8]>::try_from(&mut *r),
        <&[Word; 8]>::try_from(a),
        <&[Word; 8]>::try_from(b),
        <&[Word; 8]>::try_from(m),
    ) {
        umaal_rows::multiply(&mut t, a, b);
        return sos_umaal::by_four(r, &t, m, m_inverse);
    }
    let t = &mut t[..2 * n];
    schoolbook(t, a, b);
    let carry = montgomery_reduce(t, m, m_inverse);
    portable::subtract_once(r, carry, &t[n..], m);
}
