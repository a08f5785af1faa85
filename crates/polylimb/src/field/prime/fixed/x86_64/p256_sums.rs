//! Sums with small factors modulo the prime of P-256, reduced once.
//!
//! **Idea.** `2^256 = K mod p` with `K = 2^224 - 2^192 - 2^96 + 1`. The number `t` above word 3,
//! from 0 to 3, is worth `t K`, whose four words are `t`, `-2^32 t`, `-1` and `(2^32 - 1) t - 1`,
//! or all 0. Then one addition or subtraction of `p` remains.

use crate::limb::Word;
use core::arch::asm;

const P: [Word; 4] = [Word::MAX, 0xffff_ffff, 0, 0xffff_ffff_0000_0001];

/// The words of `t K` into `t`, `d1`, `d2`, `d3`. Clobbers `d0`, flags.
macro_rules! multiple_of_k {
    () => {
        concat!(
            "mov {d2}, {t}\n",
            "mov {d0}, {t}\n",
            "shl {d0}, 32\n",
            "xor {d1:e}, {d1:e}\n",
            "sub {d1}, {d0}\n",
            "neg {d2}\n",
            "sbb {d2}, {d2}\n",
            "lea {d3}, [{d0} + {d2}]\n",
            "sub {d3}, {t}\n",
        )
    };
}

/// `3 a + b` in `[0, p)`.
///
/// - Requires `a`, `b` below `p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn triple_sum(a: &[Word; 4], b: &[Word; 4]) -> [Word; 4] {
    let (r0, r1, r2, r3): (Word, Word, Word, Word);
    // SAFETY: reads four words at `a`, `b` and `p`, writes registers.
    unsafe {
        asm!(
            with_memory!("mov", "mov", "r", "a"),
            "xor {t:e}, {t:e}",
            with_registers!("add", "adc", "r", "r"),
            "adc {t}, 0",
            with_memory!("add", "adc", "r", "a"),
            "adc {t}, 0",
            with_memory!("add", "adc", "r", "b"),
            "adc {t}, 0",
            multiple_of_k!(),
            "add {r0}, {t}",
            "mov {t:e}, 0",
            "adc {r1}, {d1}",
            "adc {r2}, {d2}",
            "adc {r3}, {d3}",
            "adc {t}, 0",
            // Below 2 p now.
            with_registers!("mov", "mov", "d", "r"),
            with_memory!("sub", "sbb", "d", "p"),
            "sbb {t}, 0",
            with_registers!("cmovnc", "cmovnc", "r", "d"),
            a = in(reg) a.as_ptr(),
            b = in(reg) b.as_ptr(),
            p = in(reg) P.as_ptr(),
            r0 = out(reg) r0,
            r1 = out(reg) r1,
            r2 = out(reg) r2,
            r3 = out(reg) r3,
            d0 = out(reg) _,
            d1 = out(reg) _,
            d2 = out(reg) _,
            d3 = out(reg) _,
            t = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// `a - 2 b` in `[0, p)`.
///
/// - Requires `a`, `b` below `p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn difference_of_double(a: &[Word; 4], b: &[Word; 4]) -> [Word; 4] {
    let (r0, r1, r2, r3): (Word, Word, Word, Word);
    // SAFETY: reads four words at `a`, `b` and `p`, writes registers.
    unsafe {
        asm!(
            with_memory!("mov", "mov", "r", "a"),
            "xor {t:e}, {t:e}",
            with_memory!("sub", "sbb", "r", "b"),
            "adc {t}, 0",
            with_memory!("sub", "sbb", "r", "b"),
            "adc {t}, 0",
            multiple_of_k!(),
            "sub {r0}, {t}",
            "sbb {r1}, {d1}",
            "sbb {r2}, {d2}",
            "sbb {r3}, {d3}",
            "sbb {t}, {t}",
            // At least -p now, and below p.
            with_registers!("mov", "mov", "d", "r"),
            with_memory!("add", "adc", "d", "p"),
            "test {t}, {t}",
            with_registers!("cmovnz", "cmovnz", "r", "d"),
            a = in(reg) a.as_ptr(),
            b = in(reg) b.as_ptr(),
            p = in(reg) P.as_ptr(),
            r0 = out(reg) r0,
            r1 = out(reg) r1,
            r2 = out(reg) r2,
            r3 = out(reg) r3,
            d0 = out(reg) _,
            d1 = out(reg) _,
            d2 = out(reg) _,
            d3 = out(reg) _,
            t = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// `2 a - b` in `[0, p)`.
///
/// - Requires `a`, `b` below `p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn double_difference(a: &[Word; 4], b: &[Word; 4]) -> [Word; 4] {
    let (r0, r1, r2, r3): (Word, Word, Word, Word);
    // SAFETY: reads four words at `a` and `b`, writes registers.
    unsafe {
        asm!(
            with_memory!("mov", "mov", "r", "a"),
            "xor {t:e}, {t:e}",
            with_registers!("add", "adc", "r", "r"),
            "adc {t}, 0",
            with_memory!("sub", "sbb", "r", "b"),
            "sbb {t}, 0",
            // Subtracts p unless the number is negative.
            "mov {m}, {t}",
            "sar {m}, 63",
            "not {m}",
            "mov {d1:e}, {m:e}",
            "mov {d3}, {p3}",
            "and {d3}, {m}",
            "sub {r0}, {m}",
            "sbb {r1}, {d1}",
            "sbb {r2}, 0",
            "sbb {r3}, {d3}",
            "sbb {t}, 0",
            // Adds p if the number is negative now.
            "sar {t}, 63",
            "mov {d1:e}, {t:e}",
            "and {p3}, {t}",
            "add {r0}, {t}",
            "adc {r1}, {d1}",
            "adc {r2}, 0",
            "adc {r3}, {p3}",
            a = in(reg) a.as_ptr(),
            b = in(reg) b.as_ptr(),
            p3 = inout(reg) P[3] => _,
            r0 = out(reg) r0,
            r1 = out(reg) r1,
            r2 = out(reg) r2,
            r3 = out(reg) r3,
            d1 = out(reg) _,
            d3 = out(reg) _,
            m = out(reg) _,
            t = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}
