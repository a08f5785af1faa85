//! The kernel for every target and word size, in plain Rust.

use super::compare::assign_if;
use super::kernel::Table;
use super::mask::Mask;
use super::word::{DoubleWord, WORD_BITS, Word, adc, mac, sbb};
use super::{look_up, schoolbook};
use crate::cpu::Features;

pub(super) static TABLE: Table = Table {
    name: "portable",
    needs: Features::NONE,
    needs_names: "nothing",
    add,
    sub,
    add_assign,
    sub_assign,
    add_assign_if,
    sub_assign_if,
    mul_1,
    addmul_1,
    submul_1,
    schoolbook: schoolbook::mul,
    schoolbook_low: schoolbook::mul_low,
    schoolbook_high: schoolbook::mul_high,
    schoolbook_square: schoolbook::sqr,
    montgomery_reduce: schoolbook::montgomery_reduce,
    montgomery_mul: schoolbook::no_fused_mul,
    fused_to: 0,
    subtract_once,
    look_up: look_up::look_up,
    negate_if,
    interpolate,
    // Zen 5, `limb_cycles portable 20 24 28 32 48 64` with one threshold after another: Karatsuba
    // takes 334 ns at 24 words, schoolbook 358; low products meet at 48 (727 and 771 ns).
    karatsuba_from: 24,
    karatsuba_square_from: 48,
    low_from: 48,
    high_from: 48,
};

pub(super) fn add(r: &mut [Word], a: &[Word], b: &[Word]) -> Word {
    assert!(r.len() == a.len() && a.len() == b.len());
    let mut carry = 0;
    for ((r, &a), &b) in r.iter_mut().zip(a).zip(b) {
        (*r, carry) = adc(a, b, carry);
    }
    carry
}

pub(super) fn sub(r: &mut [Word], a: &[Word], b: &[Word]) -> Word {
    assert!(r.len() == a.len() && a.len() == b.len());
    let mut borrow = 0;
    for ((r, &a), &b) in r.iter_mut().zip(a).zip(b) {
        (*r, borrow) = sbb(a, b, borrow);
    }
    borrow
}

pub(super) fn add_assign(r: &mut [Word], a: &[Word]) -> Word {
    assert!(r.len() == a.len());
    let mut carry = 0;
    for (r, &a) in r.iter_mut().zip(a) {
        (*r, carry) = adc(*r, a, carry);
    }
    carry
}

pub(super) fn sub_assign(r: &mut [Word], a: &[Word]) -> Word {
    assert!(r.len() == a.len());
    let mut borrow = 0;
    for (r, &a) in r.iter_mut().zip(a) {
        (*r, borrow) = sbb(*r, a, borrow);
    }
    borrow
}

/// `r += w`; returns the carry.
pub(super) fn add_word(r: &mut [Word], mut w: Word) -> Word {
    for r in r {
        (*r, w) = adc(*r, w, 0);
    }
    w
}

/// `r -= w`; returns the borrow.
pub(super) fn sub_word(r: &mut [Word], mut w: Word) -> Word {
    for r in r {
        (*r, w) = sbb(*r, w, 0);
    }
    w
}

pub(super) fn add_assign_if(r: &mut [Word], a: &[Word], condition: Mask) -> Word {
    assert!(r.len() == a.len());
    let mut carry = 0;
    for (r, &a) in r.iter_mut().zip(a) {
        (*r, carry) = adc(*r, a & condition.word(), carry);
    }
    carry
}

pub(super) fn sub_assign_if(r: &mut [Word], a: &[Word], condition: Mask) -> Word {
    assert!(r.len() == a.len());
    let mut borrow = 0;
    for (r, &a) in r.iter_mut().zip(a) {
        (*r, borrow) = sbb(*r, a & condition.word(), borrow);
    }
    borrow
}

pub(super) fn mul_1(r: &mut [Word], a: &[Word], w: Word) -> Word {
    assert!(r.len() == a.len());
    let mut carry = 0;
    for (r, &a) in r.iter_mut().zip(a) {
        (*r, carry) = mac(0, a, w, carry);
    }
    carry
}

pub(super) fn addmul_1(r: &mut [Word], a: &[Word], w: Word) -> Word {
    assert!(r.len() == a.len());
    let mut carry = 0;
    for (r, &a) in r.iter_mut().zip(a) {
        (*r, carry) = mac(*r, a, w, carry);
    }
    carry
}

pub(super) fn submul_1(r: &mut [Word], a: &[Word], w: Word) -> Word {
    assert!(r.len() == a.len());
    let mut carry = 0;
    for (r, &a) in r.iter_mut().zip(a) {
        let (low, high) = mac(0, a, w, carry);
        let (d, borrow) = r.overflowing_sub(low);
        *r = d;
        carry = high + borrow as Word;
    }
    carry
}

pub(super) fn subtract_once(r: &mut [Word], high: Word, z: &[Word], m: &[Word]) {
    let borrow = sub(r, z, m);
    let (_, below) = sbb(high, 0, borrow);
    assign_if(r, z, Mask::from_bit(below));
}

pub(super) fn negate_if(r: &mut [Word], condition: Mask) {
    let mut carry = condition.bit();
    for r in r {
        (*r, carry) = adc(*r ^ condition.word(), 0, carry);
    }
}

pub(super) fn interpolate(p: &mut [Word], z0: &[Word], z2: &[Word], subtract: Mask) -> Word {
    assert!(p.len() == z0.len() && z2.len() <= z0.len());
    let mut carry = subtract.bit();
    let (low, high) = p.split_at_mut(z2.len());
    let (z0_low, z0_high) = z0.split_at(z2.len());
    for ((p, &z0), &z2) in low.iter_mut().zip(z0_low).zip(z2) {
        let sum = DoubleWord::from(z0)
            + DoubleWord::from(z2)
            + DoubleWord::from(*p ^ subtract.word())
            + DoubleWord::from(carry);
        *p = sum as Word;
        carry = (sum >> WORD_BITS) as Word;
    }
    for (p, &z0) in high.iter_mut().zip(z0_high) {
        (*p, carry) = adc(z0, *p ^ subtract.word(), carry);
    }
    carry.wrapping_sub(subtract.bit())
}
