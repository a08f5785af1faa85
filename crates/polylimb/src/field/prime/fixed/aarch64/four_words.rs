//! Products, squares and reductions of four words in registers.

use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
use crate::limb::Word;
use core::arch::asm;

/// `a b`: 16 products of words, 63 instructions.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn mul(a: &[Word; 4], b: &[Word; 4]) -> [[Word; 4]; 2] {
    let mut t: [[Word; 4]; 2] = [[0; 4]; 2];
    // SAFETY: registers only.
    unsafe {
        asm!(
            first_row!("{b0}"; "{t0}" "{t1}" "{t2}" "{t3}" "{t4}"; "{a0}" "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b1}"; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}"; "{a0}" "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b2}"; "{t2}" "{t3}" "{t4}" "{t5}" "{t6}"; "{a0}" "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b3}"; "{t3}" "{t4}" "{t5}" "{t6}" "{t7}"; "{a0}" "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            a0 = in(reg) a[0],
            a1 = in(reg) a[1],
            a2 = in(reg) a[2],
            a3 = in(reg) a[3],
            b0 = in(reg) b[0],
            b1 = in(reg) b[1],
            b2 = in(reg) b[2],
            b3 = in(reg) b[3],
            t0 = out(reg) t[0][0],
            t1 = out(reg) t[0][1],
            t2 = out(reg) t[0][2],
            t3 = out(reg) t[0][3],
            t4 = out(reg) t[1][0],
            t5 = out(reg) t[1][1],
            t6 = out(reg) t[1][2],
            t7 = out(reg) t[1][3],
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            l3 = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    t
}

/// `a²`: each mixed product once, all doubled, and the squares of the words; 45 instructions.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sqr(a: &[Word; 4]) -> [[Word; 4]; 2] {
    let mut t: [[Word; 4]; 2] = [[0; 4]; 2];
    // SAFETY: registers only.
    unsafe {
        asm!(
            first_row!("{a0}"; "{t1}" "{t2}" "{t3}" "{t4}"; "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}"),
            first_row!("{a3}"; "{l4}" "{t5}" "{t6}"; "{a1}" "{a2}"; "{l0}" "{l1}" "{l2}"),
            // a1 a2 at words 3 and 4.
            "mul {l0}, {a1}, {a2}",
            "umulh {l1}, {a1}, {a2}",
            "adds {t3}, {t3}, {l0}",
            "adcs {t4}, {t4}, {l1}",
            "adc {l0}, xzr, xzr",
            "adds {t4}, {t4}, {l4}",
            "adcs {t5}, {t5}, {l0}",
            "adc {t6}, {t6}, xzr",
            double!("{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}"; "{t7}"),
            "mul {t0}, {a0}, {a0}",
            "umulh {l0}, {a0}, {a0}",
            "adds {t1}, {t1}, {l0}",
            squares!("{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}"; "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}"),
            a0 = in(reg) a[0],
            a1 = in(reg) a[1],
            a2 = in(reg) a[2],
            a3 = in(reg) a[3],
            t0 = out(reg) t[0][0],
            t1 = out(reg) t[0][1],
            t2 = out(reg) t[0][2],
            t3 = out(reg) t[0][3],
            t4 = out(reg) t[1][0],
            t5 = out(reg) t[1][1],
            t6 = out(reg) t[1][2],
            t7 = out(reg) t[1][3],
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            l4 = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    t
}

/// Clears word `$w` of four by a multiple `w p` of the prime of P-256; `$w` becomes the word above
/// `$w3`. `-1/p = 1 mod 2^64` and `w p = w 2^256 - w 2^224 + w 2^192 + w 2^96 - w`, so shifts do.
macro_rules! clear_p256 {
    ($w:literal $w1:literal $w2:literal $w3:literal) => {
        concat!(
            concat!("lsr {l0}, ", $w, ", #32\n"),
            // w (2^64 - 2^32 + 1), two words.
            concat!("subs {l1}, ", $w, ", ", $w, ", lsl #32\n"),
            concat!("sbc {l2}, ", $w, ", {l0}\n"),
            concat!("adds ", $w1, ", ", $w1, ", ", $w, ", lsl #32\n"),
            concat!("adcs ", $w2, ", ", $w2, ", {l0}\n"),
            concat!("adcs ", $w3, ", ", $w3, ", {l1}\n"),
            concat!("adc ", $w, ", {l2}, xzr\n"),
        )
    };
}

/// `t / 2^256 mod p` in `[0, p)` for the prime of P-256; 42 instructions.
///
/// - Requires `t < 2^256 p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn reduce_p256(t: &[[Word; 4]; 2]) -> [Word; 4] {
    let mut r: [Word; 4] = [0; 4];
    // SAFETY: registers only.
    unsafe {
        asm!(
            clear_p256!("{t0}" "{t1}" "{t2}" "{t3}"),
            clear_p256!("{t1}" "{t2}" "{t3}" "{t0}"),
            clear_p256!("{t2}" "{t3}" "{t0}" "{t1}"),
            clear_p256!("{t3}" "{t0}" "{t1}" "{t2}"),
            chain!("adds" "adcs"; "{t0}" "{t1}" "{t2}" "{t3}"; "{t4}" "{t5}" "{t6}" "{t7}"),
            "adc {above}, xzr, xzr",
            "adds {l0}, {t0}, #1",
            "sbcs {l1}, {t1}, {p1}",
            "sbcs {l2}, {t2}, xzr",
            "sbcs {l3}, {t3}, {p3}",
            "sbcs xzr, {above}, xzr",
            "csel {t0}, {t0}, {l0}, lo",
            "csel {t1}, {t1}, {l1}, lo",
            "csel {t2}, {t2}, {l2}, lo",
            "csel {t3}, {t3}, {l3}, lo",
            p1 = in(reg) 0xffff_ffff_u64,
            p3 = in(reg) 0xffff_ffff_0000_0001_u64,
            t4 = in(reg) t[1][0],
            t5 = in(reg) t[1][1],
            t6 = in(reg) t[1][2],
            t7 = in(reg) t[1][3],
            t0 = inout(reg) t[0][0] => r[0],
            t1 = inout(reg) t[0][1] => r[1],
            t2 = inout(reg) t[0][2] => r[2],
            t3 = inout(reg) t[0][3] => r[3],
            above = out(reg) _,
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            l3 = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    r
}

/// Clears word `$w` of four by a multiple of the prime; `$w` becomes the word above `$w3`. The low
/// half of the first product is known: it makes the sum 0, with a carry unless `$w` is 0.
macro_rules! clear_word {
    ($w:literal $w1:literal $w2:literal $w3:literal) => {
        concat!(
            "mul {q}, ", $w, ", {m_inverse}\n",
            "cmp ", $w, ", #1\n",
            halves!("mul" "adcs" "{q}"; $w1 $w2 $w3; "{p1}" "{p2}" "{p3}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            "adc ", $w, ", xzr, xzr\n",
            halves!("umulh" "adds" "{q}"; $w1 $w2 $w3 $w; "{p0}" "{p1}" "{p2}" "{p3}"; "{l0}" "{l1}" "{l2}" "{l3}"),
        )
    };
}

/// `t / 2^256 mod p` in `[0, p)`.
///
/// - Requires `t < 2^256 p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn reduce<P: PrimeParameters<N>, const N: usize>(t: &[[Word; 4]; 2]) -> [Word; 4] {
    let mut r: [Word; 4] = [0; 4];
    // SAFETY: reads five words of a constant, writes registers.
    unsafe {
        asm!(
            "ldp {p0}, {p1}, [{m_inverse}]",
            "ldp {p2}, {p3}, [{m_inverse}, #16]",
            "ldr {m_inverse}, [{m_inverse}, #32]",
            clear_word!("{t0}" "{t1}" "{t2}" "{t3}"),
            clear_word!("{t1}" "{t2}" "{t3}" "{t0}"),
            clear_word!("{t2}" "{t3}" "{t0}" "{t1}"),
            clear_word!("{t3}" "{t0}" "{t1}" "{t2}"),
            chain!("adds" "adcs"; "{t0}" "{t1}" "{t2}" "{t3}"; "{t4}" "{t5}" "{t6}" "{t7}"),
            "adc {q}, xzr, xzr",
            "subs {l0}, {t0}, {p0}",
            "sbcs {l1}, {t1}, {p1}",
            "sbcs {l2}, {t2}, {p2}",
            "sbcs {l3}, {t3}, {p3}",
            "sbcs xzr, {q}, xzr",
            "csel {t0}, {t0}, {l0}, lo",
            "csel {t1}, {t1}, {l1}, lo",
            "csel {t2}, {t2}, {l2}, lo",
            "csel {t3}, {t3}, {l3}, lo",
            p0 = out(reg) _,
            p1 = out(reg) _,
            p2 = out(reg) _,
            p3 = out(reg) _,
            m_inverse = inout(reg) const { &super::constants::<P, N>() }.as_ptr() => _,
            t4 = in(reg) t[1][0],
            t5 = in(reg) t[1][1],
            t6 = in(reg) t[1][2],
            t7 = in(reg) t[1][3],
            t0 = inout(reg) t[0][0] => r[0],
            t1 = inout(reg) t[0][1] => r[1],
            t2 = inout(reg) t[0][2] => r[2],
            t3 = inout(reg) t[0][3] => r[3],
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

/// `t mod p` in `[0, 2^256)` for `2^256 = c mod p`, `c` a word. `c` times the high half is added to
/// the low half, then `c` times the word above. A carry is worth `c` again, and then the low words
/// are below `2^128`. For a prime of 255 bits the bits from bit 255 on are folded by half of `c`,
/// and the result is short, below `2^255 + 2^62`: sums of two such results need less reduction.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn fold<P: PrimeParameters<N>, const N: usize>(t: &[[Word; 4]; 2]) -> [Word; 4] {
    let mut r: [Word; 4] = [0; 4];
    macro_rules! fold {
        ($($top:literal),+ $(; $constant:ident = $value:expr)?) => {
            // SAFETY: registers only.
            unsafe {
                asm!(
                    halves!("mul" "adds" "{c}"; "{t0}" "{t1}" "{t2}" "{t3}"; "{t4}" "{t5}" "{t6}" "{t7}"; "{l0}" "{l1}" "{l2}" "{l3}"),
                    "adc {above}, xzr, xzr",
                    halves!("umulh" "adds" "{c}"; "{t1}" "{t2}" "{t3}" "{above}"; "{t4}" "{t5}" "{t6}" "{t7}"; "{l0}" "{l1}" "{l2}" "{l3}"),
                    $($top,)+
                    c = in(reg) P::FOLD,
                    $($constant = in(reg) $value,)?
                    t4 = in(reg) t[1][0],
                    t5 = in(reg) t[1][1],
                    t6 = in(reg) t[1][2],
                    t7 = in(reg) t[1][3],
                    t0 = inout(reg) t[0][0] => r[0],
                    t1 = inout(reg) t[0][1] => r[1],
                    t2 = inout(reg) t[0][2] => r[2],
                    t3 = inout(reg) t[0][3] => r[3],
                    above = out(reg) _,
                    l0 = out(reg) _,
                    l1 = out(reg) _,
                    l2 = out(reg) _,
                    l3 = out(reg) _,
                    options(pure, nomem, nostack),
                );
            }
        };
    }
    if const { super::is_short::<P, N>() } {
        fold!(
            "extr {l0}, {above}, {t3}, #63",
            "and {t3}, {t3}, #0x7fffffffffffffff",
            "mul {l0}, {l0}, {half}",
            "adds {t0}, {t0}, {l0}",
            "adcs {t1}, {t1}, xzr",
            "adcs {t2}, {t2}, xzr",
            "adc {t3}, {t3}, xzr";
            half = P::FOLD / 2
        );
    } else {
        fold!(
            "mul {l0}, {above}, {c}",
            "umulh {l1}, {above}, {c}",
            "adds {t0}, {t0}, {l0}",
            "adcs {t1}, {t1}, {l1}",
            "adcs {t2}, {t2}, xzr",
            "adcs {t3}, {t3}, xzr",
            "csel {l0}, {c}, xzr, hs",
            "adds {t0}, {t0}, {l0}",
            "adc {t1}, {t1}, xzr"
        );
    }
    r
}

/// `n a mod p` in `[0, 2^256)`, as [`fold`].
///
/// - Requires `n < 2^32` if the result is to be short. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn mul_small<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; 4],
    n: Word,
) -> [Word; 4] {
    let mut r: [Word; 4] = [0; 4];
    let above: Word;
    // SAFETY: registers only.
    unsafe {
        asm!(
            first_row!("{n}"; "{r0}" "{r1}" "{r2}" "{r3}" "{above}"; "{a0}" "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}"),
            n = in(reg) n,
            a0 = in(reg) a[0],
            a1 = in(reg) a[1],
            a2 = in(reg) a[2],
            a3 = in(reg) a[3],
            r0 = out(reg) r[0],
            r1 = out(reg) r[1],
            r2 = out(reg) r[2],
            r3 = out(reg) r[3],
            above = out(reg) above,
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    if const { super::is_short::<P, N>() } {
        // SAFETY: registers only.
        unsafe {
            asm!(
                "extr {l0}, {above}, {r3}, #63",
                "and {r3}, {r3}, #0x7fffffffffffffff",
                "mul {l0}, {l0}, {half}",
                "adds {r0}, {r0}, {l0}",
                "adcs {r1}, {r1}, xzr",
                "adcs {r2}, {r2}, xzr",
                "adc {r3}, {r3}, xzr",
                half = in(reg) P::FOLD / 2,
                above = in(reg) above,
                r0 = inout(reg) r[0],
                r1 = inout(reg) r[1],
                r2 = inout(reg) r[2],
                r3 = inout(reg) r[3],
                l0 = out(reg) _,
                options(pure, nomem, nostack),
            );
        }
        return r;
    }
    // SAFETY: registers only.
    unsafe {
        asm!(
            "mul {l0}, {above}, {c}",
            "umulh {above}, {above}, {c}",
            "adds {r0}, {r0}, {l0}",
            "adcs {r1}, {r1}, {above}",
            "adcs {r2}, {r2}, xzr",
            "adcs {r3}, {r3}, xzr",
            "csel {l0}, {c}, xzr, hs",
            "adds {r0}, {r0}, {l0}",
            "adc {r1}, {r1}, xzr",
            c = in(reg) P::FOLD,
            above = inout(reg) above => _,
            r0 = inout(reg) r[0],
            r1 = inout(reg) r[1],
            r2 = inout(reg) r[2],
            r3 = inout(reg) r[3],
            l0 = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    r
}
