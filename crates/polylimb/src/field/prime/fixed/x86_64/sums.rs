//! Sums and differences modulo a prime of four words. In `[0, p)`: the result and its correction
//! are computed side by side, and `cmov` selects. In `[0, 2^256)`: the carry out comes in again at
//! the bottom, times `c = 2^256 mod p`. Every x86-64 has these instructions.
//!
//! The sums in `[0, 2^256)` read their operands from memory by single words: a compiler that reads
//! two at a time waits for the two stores that the product before has just made.

use crate::limb::{Mask, Word};
use core::arch::asm;

/// `a + b + carry - p` if that is not negative, else `a + b + carry`.
///
/// - Requires `a + b + carry < 2 p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn add(a: &[Word; 4], b: &[Word; 4], carry: Word, p: &[Word; 4]) -> [Word; 4] {
    let (d0, d1, d2, d3): (Word, Word, Word, Word);
    // SAFETY: reads four words at `b` and at `p`, writes registers.
    unsafe {
        asm!(
            // The carry, into CF.
            "add {above}, -1",
            "mov {above:e}, 0",
            with_memory!("adc", "adc", "r", "b"),
            "adc {above}, 0",
            with_registers!("mov", "mov", "d", "r"),
            with_memory!("sub", "sbb", "d", "p"),
            "sbb {above}, 0",
            with_registers!("cmovc", "cmovc", "d", "r"),
            r0 = inout(reg) a[0] => _,
            r1 = inout(reg) a[1] => _,
            r2 = inout(reg) a[2] => _,
            r3 = inout(reg) a[3] => _,
            d0 = out(reg) d0,
            d1 = out(reg) d1,
            d2 = out(reg) d2,
            d3 = out(reg) d3,
            above = inout(reg) carry => _,
            b = in(reg) b.as_ptr(),
            p = in(reg) p.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    [d0, d1, d2, d3]
}

/// `a - b - borrow` if that is not negative, else `a - b - borrow + p`.
///
/// - Requires `a - b - borrow >= -p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sub(a: &[Word; 4], b: &[Word; 4], borrow: Word, p: &[Word; 4]) -> [Word; 4] {
    let (d0, d1, d2, d3): (Word, Word, Word, Word);
    // SAFETY: reads four words at `b` and at `p`, writes registers.
    unsafe {
        asm!(
            // The borrow, into CF.
            "add {below}, -1",
            with_memory!("sbb", "sbb", "r", "b"),
            "sbb {below}, {below}",
            with_registers!("mov", "mov", "d", "r"),
            with_memory!("add", "adc", "d", "p"),
            "test {below}, {below}",
            with_registers!("cmovz", "cmovz", "d", "r"),
            r0 = inout(reg) a[0] => _,
            r1 = inout(reg) a[1] => _,
            r2 = inout(reg) a[2] => _,
            r3 = inout(reg) a[3] => _,
            d0 = out(reg) d0,
            d1 = out(reg) d1,
            d2 = out(reg) d2,
            d3 = out(reg) d3,
            below = inout(reg) borrow => _,
            b = in(reg) b.as_ptr(),
            p = in(reg) p.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    [d0, d1, d2, d3]
}

/// `a + b` in `[0, 2^256)`, for `2^256 = c mod p`.
///
/// - Requires `c < 2^63`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn add_folded(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    let (r0, r1, r2, r3): (Word, Word, Word, Word);
    // SAFETY: reads four words at `a` and at `b`, writes registers.
    unsafe {
        asm!(
            with_memory!("mov", "mov", "r", "a"),
            with_memory!("add", "adc", "r", "b"),
            "sbb {out}, {out}",
            "and {out}, {c}",
            "add {r0}, {out}",
            "adc {r1}, 0",
            "adc {r2}, 0",
            "adc {r3}, 0",
            // After a second carry the number is below c.
            "sbb {out}, {out}",
            "and {out}, {c}",
            "add {r0}, {out}",
            a = in(reg) a.as_ptr(),
            b = in(reg) b.as_ptr(),
            c = in(reg) c,
            out = out(reg) _,
            r0 = out(reg) r0,
            r1 = out(reg) r1,
            r2 = out(reg) r2,
            r3 = out(reg) r3,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// `a + b` in `[0, 2^256)` for numbers below `2^255 + 2^62`, for `2^256 = c mod p`.
///
/// - Requires `c < 2^62`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn add_short(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    debug_assert!(is_short(a) && is_short(b));
    let (r0, r1, r2, r3): (Word, Word, Word, Word);
    // SAFETY: reads four words at `a` and at `b`, writes registers.
    unsafe {
        asm!(
            with_memory!("mov", "mov", "r", "a"),
            with_memory!("add", "adc", "r", "b"),
            // After a carry the number is below 2^63.
            "sbb {out}, {out}",
            "and {out}, {c}",
            "add {r0}, {out}",
            a = in(reg) a.as_ptr(),
            b = in(reg) b.as_ptr(),
            c = in(reg) c,
            out = out(reg) _,
            r0 = out(reg) r0,
            r1 = out(reg) r1,
            r2 = out(reg) r2,
            r3 = out(reg) r3,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// `a - b` in `[0, 2^256)` for numbers below `2^255 + 2^62`, for `2^256 = c mod p`.
///
/// - Requires `c < 2^62`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sub_short(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    debug_assert!(is_short(a) && is_short(b));
    let (r0, r1, r2, r3): (Word, Word, Word, Word);
    // SAFETY: reads four words at `a` and at `b`, writes registers.
    unsafe {
        asm!(
            with_memory!("mov", "mov", "r", "a"),
            with_memory!("sub", "sbb", "r", "b"),
            // After a borrow the number is at least 2^255 - 2^62.
            "sbb {out}, {out}",
            "and {out}, {c}",
            "sub {r0}, {out}",
            "sbb {r1}, 0",
            "sbb {r2}, 0",
            "sbb {r3}, 0",
            a = in(reg) a.as_ptr(),
            b = in(reg) b.as_ptr(),
            c = in(reg) c,
            out = out(reg) _,
            r0 = out(reg) r0,
            r1 = out(reg) r1,
            r2 = out(reg) r2,
            r3 = out(reg) r3,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// Whether a number is below `2^255 + 2^62`.
fn is_short(a: &[Word; 4]) -> bool {
    a[3] >> 63 == 0 || (a[3] << 1 | a[2] | a[1] | a[0] >> 62) == 0
}

/// `a - b` in `[0, 2^256)`, for `2^256 = c mod p`.
///
/// - Requires `c < 2^63`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sub_folded(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    let (r0, r1, r2, r3): (Word, Word, Word, Word);
    // SAFETY: reads four words at `a` and at `b`, writes registers.
    unsafe {
        asm!(
            with_memory!("mov", "mov", "r", "a"),
            with_memory!("sub", "sbb", "r", "b"),
            "sbb {out}, {out}",
            "and {out}, {c}",
            "sub {r0}, {out}",
            "sbb {r1}, 0",
            "sbb {r2}, 0",
            "sbb {r3}, 0",
            // After a second borrow the number is at least 2^256 - c.
            "sbb {out}, {out}",
            "and {out}, {c}",
            "sub {r0}, {out}",
            a = in(reg) a.as_ptr(),
            b = in(reg) b.as_ptr(),
            c = in(reg) c,
            out = out(reg) _,
            r0 = out(reg) r0,
            r1 = out(reg) r1,
            r2 = out(reg) r2,
            r3 = out(reg) r3,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// Exchanges `a` and `b` where `condition`.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn swap_if(condition: Mask, a: &mut [Word; 4], b: &mut [Word; 4]) {
    for (a, b) in a.iter_mut().zip(b) {
        let (mut x, mut y) = (*a, *b);
        // SAFETY: registers only.
        unsafe {
            asm!(
                "test {condition}, {condition}",
                "mov {was}, {x}",
                "cmovnz {x}, {y}",
                "cmovnz {y}, {was}",
                condition = in(reg) condition.word(),
                was = out(reg) _,
                x = inout(reg) x,
                y = inout(reg) y,
                options(pure, nomem, nostack),
            );
        }
        (*a, *b) = (x, y);
    }
}
