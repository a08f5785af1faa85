//! Products, squares and reductions of six words.
//!
//! They are functions, which read their operands from memory and leave twelve words in registers
//! for the reduction that follows. Inlined, the products of a point addition would fill the
//! instruction cache.

use crate::field::prime::fixed::parameters::PrimeParameters;
use crate::limb::Word;
use core::arch::asm;

/// `a b`: 36 products of words.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn mul(a: &[Word; 6], b: &[Word; 6]) -> [[Word; 6]; 2] {
    product!(6; [
        load!("{a}"; 0 16 32; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"),
        load!("{b}"; 0 16 32; "{b0}" "{b1}" "{b2}" "{b3}" "{b4}" "{b5}")
    ] [] a b)
}

/// `a²`: each mixed product once, all doubled, and the squares of the words.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sqr(a: &[Word; 6]) -> [[Word; 6]; 2] {
    let mut t: [[Word; 6]; 2] = [[0; 6]; 2];
    // SAFETY: reads six words at `a`, writes registers.
    unsafe {
        asm!(
            "ldp {a0}, {a1}, [{a}]",
            "ldp {a2}, {a3}, [{a}, #16]",
            "ldp {a4}, {a5}, [{a}, #32]",
            first_row!("{a0}"; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}"; "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a1}"; "{t3}" "{t4}" "{t5}" "{t6}" "{t7}"; "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a2}"; "{t5}" "{t6}" "{t7}" "{t8}"; "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a3}"; "{t7}" "{t8}" "{t9}"; "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            "mul {l0}, {a4}, {a5}",
            "umulh {l1}, {a4}, {a5}",
            "adds {t9}, {t9}, {l0}",
            "adc {t10}, {l1}, xzr",
            double!("{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t10}"; "{t11}"),
            "mul {t0}, {a0}, {a0}",
            "umulh {l0}, {a0}, {a0}",
            "adds {t1}, {t1}, {l0}",
            squares!("{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t10}" "{t11}"; "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            a = in(reg) a.as_ptr(),
            a0 = out(reg) _,
            a1 = out(reg) _,
            a2 = out(reg) _,
            a3 = out(reg) _,
            a4 = out(reg) _,
            a5 = out(reg) _,
            t0 = out(reg) t[0][0],
            t1 = out(reg) t[0][1],
            t2 = out(reg) t[0][2],
            t3 = out(reg) t[0][3],
            t4 = out(reg) t[0][4],
            t5 = out(reg) t[0][5],
            t6 = out(reg) t[1][0],
            t7 = out(reg) t[1][1],
            t8 = out(reg) t[1][2],
            t9 = out(reg) t[1][3],
            t10 = out(reg) t[1][4],
            t11 = out(reg) t[1][5],
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            l3 = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    t
}

/// Clears word `$w` of six by a multiple of the prime; `$w` becomes the word above `$w5`. The low
/// half of the first product is known: it makes the sum 0, with a carry unless `$w` is 0.
macro_rules! clear_word {
    ($w:literal $w1:literal $w2:literal $w3:literal $w4:literal $w5:literal) => {
        concat!(
            "mul {q}, ", $w, ", {m_inverse}\n",
            "cmp ", $w, ", #1\n",
            halves!("mul" "adcs" "{q}"; $w1 $w2 $w3 $w4 $w5;
                "{p1}" "{p2}" "{p3}" "{p4}" "{p5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            "adc ", $w, ", xzr, xzr\n",
            halves!("umulh" "adds" "{q}"; $w1 $w2 $w3 $w4 $w5 $w;
                "{p0}" "{p1}" "{p2}" "{p3}" "{p4}" "{p5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
        )
    };
}

/// `t / 2^384 mod p` in `[0, p)`.
///
/// - Requires `t < 2^384 p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn reduce<P: PrimeParameters<N>, const N: usize>(t: &[[Word; 6]; 2]) -> [Word; 6] {
    let mut r: [Word; 6] = [0; 6];
    // SAFETY: reads seven words of a constant, writes registers.
    unsafe {
        asm!(
            "ldp {p0}, {p1}, [{m_inverse}]",
            "ldp {p2}, {p3}, [{m_inverse}, #16]",
            "ldp {p4}, {p5}, [{m_inverse}, #32]",
            "ldr {m_inverse}, [{m_inverse}, #48]",
            clear_word!("{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}"),
            clear_word!("{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t0}"),
            clear_word!("{t2}" "{t3}" "{t4}" "{t5}" "{t0}" "{t1}"),
            clear_word!("{t3}" "{t4}" "{t5}" "{t0}" "{t1}" "{t2}"),
            clear_word!("{t4}" "{t5}" "{t0}" "{t1}" "{t2}" "{t3}"),
            clear_word!("{t5}" "{t0}" "{t1}" "{t2}" "{t3}" "{t4}"),
            chain!("adds" "adcs"; "{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}"; "{t6}" "{t7}" "{t8}" "{t9}" "{t10}" "{t11}"),
            "adc {q}, xzr, xzr",
            "subs {l0}, {t0}, {p0}",
            "sbcs {l1}, {t1}, {p1}",
            "sbcs {l2}, {t2}, {p2}",
            "sbcs {l3}, {t3}, {p3}",
            "sbcs {m_inverse}, {t4}, {p4}",
            "sbcs {p5}, {t5}, {p5}",
            "sbcs xzr, {q}, xzr",
            "csel {t0}, {t0}, {l0}, lo",
            "csel {t1}, {t1}, {l1}, lo",
            "csel {t2}, {t2}, {l2}, lo",
            "csel {t3}, {t3}, {l3}, lo",
            "csel {t4}, {t4}, {m_inverse}, lo",
            "csel {t5}, {t5}, {p5}, lo",
            m_inverse = inout(reg) const { &super::constants::<P, N>() }.as_ptr() => _,
            p0 = out(reg) _,
            p1 = out(reg) _,
            p2 = out(reg) _,
            p3 = out(reg) _,
            p4 = out(reg) _,
            p5 = out(reg) _,
            t0 = inout(reg) t[0][0] => r[0],
            t1 = inout(reg) t[0][1] => r[1],
            t2 = inout(reg) t[0][2] => r[2],
            t3 = inout(reg) t[0][3] => r[3],
            t4 = inout(reg) t[0][4] => r[4],
            t5 = inout(reg) t[0][5] => r[5],
            t6 = in(reg) t[1][0],
            t7 = in(reg) t[1][1],
            t8 = in(reg) t[1][2],
            t9 = in(reg) t[1][3],
            t10 = in(reg) t[1][4],
            t11 = in(reg) t[1][5],
            q = out(reg) _,
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            l3 = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    r
}

/// Clears word `$w` of six by the multiple `m p` of the prime of P-384; `$w` becomes the word above
/// `$w5`. `-1/p = 2^32 + 1 mod 2^64` and `p = 2^384 - k` for `k = 2^128 + 2^96 - 2^32 + 1`, so the
/// words of `m k` come from shifts, and `m` is the word above.
macro_rules! clear_p384 {
    ($w:literal $w1:literal $w2:literal $w3:literal $w4:literal $w5:literal) => {
        concat!(
            "add {m}, ",
            $w,
            ", ",
            $w,
            ", lsl #32\n",
            "lsr {l0}, {m}, #32\n",
            "lsl {l1}, {m}, #32\n",
            // m (2^96 - 2^32 + 1): its lowest word is the one to clear.
            "cmp {m}, {l1}\n",
            "sbcs {l1}, {l1}, {l0}\n",
            "sbc {l2}, {m}, xzr\n",
            "adds {l2}, {l2}, {l0}\n",
            "adc {l3}, xzr, xzr\n",
            "subs ",
            $w1,
            ", ",
            $w1,
            ", {l1}\n",
            "sbcs ",
            $w2,
            ", ",
            $w2,
            ", {l2}\n",
            "sbcs ",
            $w3,
            ", ",
            $w3,
            ", {l3}\n",
            "sbcs ",
            $w4,
            ", ",
            $w4,
            ", xzr\n",
            "sbcs ",
            $w5,
            ", ",
            $w5,
            ", xzr\n",
            "sbc ",
            $w,
            ", {m}, xzr\n",
        )
    };
}

/// `t / 2^384 mod p` in `[0, p)` for the prime of P-384.
///
/// - Requires `t < 2^384 p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn reduce_p384(t: &[[Word; 6]; 2]) -> [Word; 6] {
    let mut r: [Word; 6] = [0; 6];
    // SAFETY: registers only.
    unsafe {
        asm!(
            clear_p384!("{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}"),
            clear_p384!("{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t0}"),
            clear_p384!("{t2}" "{t3}" "{t4}" "{t5}" "{t0}" "{t1}"),
            clear_p384!("{t3}" "{t4}" "{t5}" "{t0}" "{t1}" "{t2}"),
            clear_p384!("{t4}" "{t5}" "{t0}" "{t1}" "{t2}" "{t3}"),
            clear_p384!("{t5}" "{t0}" "{t1}" "{t2}" "{t3}" "{t4}"),
            chain!("adds" "adcs"; "{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}"; "{t6}" "{t7}" "{t8}" "{t9}" "{t10}" "{t11}"),
            "adc {m}, xzr, xzr",
            // p is 2^32 - 1, -2^32, -2, -1, -1, -1 from the lowest word.
            "mov {d5}, #-2",
            "mov {l0}, #0xffffffff",
            "mvn {l1}, {l0}",
            "subs {l0}, {t0}, {l0}",
            "sbcs {l1}, {t1}, {l1}",
            "sbcs {l2}, {t2}, {d5}",
            "mov {d5}, #-1",
            "sbcs {l3}, {t3}, {d5}",
            "sbcs {d4}, {t4}, {d5}",
            "sbcs {d5}, {t5}, {d5}",
            "sbcs xzr, {m}, xzr",
            "csel {t0}, {t0}, {l0}, lo",
            "csel {t1}, {t1}, {l1}, lo",
            "csel {t2}, {t2}, {l2}, lo",
            "csel {t3}, {t3}, {l3}, lo",
            "csel {t4}, {t4}, {d4}, lo",
            "csel {t5}, {t5}, {d5}, lo",
            t0 = inout(reg) t[0][0] => r[0],
            t1 = inout(reg) t[0][1] => r[1],
            t2 = inout(reg) t[0][2] => r[2],
            t3 = inout(reg) t[0][3] => r[3],
            t4 = inout(reg) t[0][4] => r[4],
            t5 = inout(reg) t[0][5] => r[5],
            t6 = in(reg) t[1][0],
            t7 = in(reg) t[1][1],
            t8 = in(reg) t[1][2],
            t9 = in(reg) t[1][3],
            t10 = in(reg) t[1][4],
            t11 = in(reg) t[1][5],
            m = out(reg) _,
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            l3 = out(reg) _,
            d4 = out(reg) _,
            d5 = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    r
}
