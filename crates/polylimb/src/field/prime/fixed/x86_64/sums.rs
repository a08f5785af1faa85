//! Sums and differences modulo a prime of four words, or of six with two free bits, and unreduced
//! ones. In `[0, p)`: the result and its correction are computed side by side, and `cmov` selects.
//! In `[0, 2^256)`: the carry out comes in again at the bottom, times `c = 2^256 mod p`. Every
//! x86-64 has these instructions.
//!
//! The sums in `[0, 2^256)` read their operands from memory by single words: a compiler that reads
//! two at a time waits for the two stores that the product before has just made.

use super::sized;
use crate::field::prime::fixed::portable;
use crate::limb::Word;
use core::arch::asm;

/// `op0` of register `$x`0 with the first word at the address in `$y`, then `op` of `$x`1 to `$x`3
/// with the following words.
#[rustfmt::skip]
macro_rules! with_memory {
    ($op0:literal, $op:literal, $x:literal, $y:literal) => {
        concat!(
            $op0, " {", $x, "0}, [{", $y, "}]\n",
            $op, " {", $x, "1}, [{", $y, "} + 8]\n",
            $op, " {", $x, "2}, [{", $y, "} + 16]\n",
            $op, " {", $x, "3}, [{", $y, "} + 24]",
        )
    };
}

/// `op0` of register `$x`0 with register `$y`0, then `op` of `$x`1 to `$x`3 with `$y`1 to `$y`3.
#[rustfmt::skip]
macro_rules! with_registers {
    ($op0:literal, $op:literal, $x:literal, $y:literal) => {
        concat!(
            $op0, " {", $x, "0}, {", $y, "0}\n",
            $op, " {", $x, "1}, {", $y, "1}\n",
            $op, " {", $x, "2}, {", $y, "2}\n",
            $op, " {", $x, "3}, {", $y, "3}",
        )
    };
}

/// A sum of four words from its instructions: `a` in registers `r`, the addresses of `b` and `p`,
/// the carry or borrow in `carry`, and the result in `d`.
macro_rules! reduced_4 {
    ($a:ident, $b:ident, $carry:ident, $p:ident; $($text:expr),+ $(,)?) => {{
        let (d0, d1, d2, d3): (Word, Word, Word, Word);
        // SAFETY: reads four words at `b` and at `p`, writes registers.
        unsafe {
            asm!(
                // The carry or borrow, into CF.
                "add {carry}, -1",
                $($text,)+
                r0 = inout(reg) $a[0] => _,
                r1 = inout(reg) $a[1] => _,
                r2 = inout(reg) $a[2] => _,
                r3 = inout(reg) $a[3] => _,
                d0 = out(reg) d0,
                d1 = out(reg) d1,
                d2 = out(reg) d2,
                d3 = out(reg) d3,
                carry = inout(reg) $carry => _,
                b = in(reg) $b.as_ptr(),
                p = in(reg) $p.as_ptr(),
                options(pure, readonly, nostack),
            );
        }
        [d0, d1, d2, d3]
    }};
}

/// `a + b + carry - p` if that is not negative, else `a + b + carry`.
///
/// - Requires `a + b + carry < 2 p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn add(a: &[Word; 4], b: &[Word; 4], carry: Word, p: &[Word; 4]) -> [Word; 4] {
    reduced_4!(a, b, carry, p;
        "mov {carry:e}, 0",
        with_memory!("adc", "adc", "r", "b"),
        "adc {carry}, 0",
        with_registers!("mov", "mov", "d", "r"),
        with_memory!("sub", "sbb", "d", "p"),
        "sbb {carry}, 0",
        with_registers!("cmovc", "cmovc", "d", "r"),
    )
}

/// `a - b - borrow` if that is not negative, else `a - b - borrow + p`.
///
/// - Requires `a - b - borrow >= -p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sub(a: &[Word; 4], b: &[Word; 4], borrow: Word, p: &[Word; 4]) -> [Word; 4] {
    reduced_4!(a, b, borrow, p;
        with_memory!("sbb", "sbb", "r", "b"),
        "sbb {carry}, {carry}",
        with_registers!("mov", "mov", "d", "r"),
        with_memory!("add", "adc", "d", "p"),
        "test {carry}, {carry}",
        with_registers!("cmovz", "cmovz", "d", "r"),
    )
}

/// `op0` of word 0 at the address in `$y` to register `$x` of six, then `op` of the others.
#[rustfmt::skip]
macro_rules! six_with_memory {
    ($op0:literal, $op:literal, $y:literal; $x0:literal $x1:literal $x2:literal $x3:literal $x4:literal $x5:literal) => {
        concat!(
            $op0, " ", $x0, ", [", $y, "]\n",
            $op, " ", $x1, ", [", $y, " + 8]\n",
            $op, " ", $x2, ", [", $y, " + 16]\n",
            $op, " ", $x3, ", [", $y, " + 24]\n",
            $op, " ", $x4, ", [", $y, " + 32]\n",
            $op, " ", $x5, ", [", $y, " + 40]\n",
        )
    };
}

/// Sums of six words from their instructions, with the addresses of `a`, `b` and `p` in `rdi`,
/// `r15` and `rsi`, the carry in `rax`, and the result in `r8` to `r13`.
macro_rules! sum_6 {
    ($a:ident, $b:ident, $carry:ident, $p:ident; $($text:expr),+ $(,)?) => {{
        let (r0, r1, r2, r3, r4, r5): (Word, Word, Word, Word, Word, Word);
        // SAFETY: reads six words at `a`, `b` and `p`, writes registers.
        unsafe {
            asm!(
                six_with_memory!("mov", "mov", "rdi"; "r8" "r9" "r10" "r11" "r12" "r13"),
                // The carry, into CF.
                "add rax, -1",
                $($text,)+
                inout("rax") $carry => _,
                inout("rdi") $a.as_ptr() => _,
                inout("r15") $b.as_ptr() => _,
                inout("rsi") $p.as_ptr() => _,
                out("rcx") _,
                out("rdx") _,
                out("r14") _,
                out("r8") r0,
                out("r9") r1,
                out("r10") r2,
                out("r11") r3,
                out("r12") r4,
                out("r13") r5,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3, r4, r5]
    }};
}

/// `a + b + carry - p` if that is not negative, else `a + b + carry`.
///
/// - Requires `a + b + carry < 2 p < 2^384`. Constant time. No stack. Clobbers all but
///   `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) fn add_6(a: &[Word; 6], b: &[Word; 6], carry: Word, p: &[Word; 6]) -> [Word; 6] {
    sum_6!(a, b, carry, p;
        six_with_memory!("adc", "adc", "r15"; "r8" "r9" "r10" "r11" "r12" "r13"),
        "mov rax, r8",
        "mov rcx, r9",
        "mov rdx, r10",
        "mov rdi, r11",
        "mov r14, r12",
        "mov r15, r13",
        six_with_memory!("sub", "sbb", "rsi"; "rax" "rcx" "rdx" "rdi" "r14" "r15"),
        "cmovnc r8, rax",
        "cmovnc r9, rcx",
        "cmovnc r10, rdx",
        "cmovnc r11, rdi",
        "cmovnc r12, r14",
        "cmovnc r13, r15",
    )
}

/// `a - b - borrow` if that is not negative, else `a - b - borrow + p`.
///
/// - Requires `a - b - borrow >= -p`. Constant time. No stack. Clobbers all but `rbx rbp rsp`,
///   flags.
#[inline(always)]
pub(super) fn sub_6(a: &[Word; 6], b: &[Word; 6], borrow: Word, p: &[Word; 6]) -> [Word; 6] {
    sum_6!(a, b, borrow, p;
        six_with_memory!("sbb", "sbb", "r15"; "r8" "r9" "r10" "r11" "r12" "r13"),
        "sbb rax, rax",
        six_with_memory!("mov", "mov", "rsi"; "rcx" "rdx" "rdi" "r14" "r15" "rsi"),
        "and rcx, rax",
        "and rdx, rax",
        "and rdi, rax",
        "and r14, rax",
        "and r15, rax",
        "and rsi, rax",
        "add r8, rcx",
        "adc r9, rdx",
        "adc r10, rdi",
        "adc r11, r14",
        "adc r12, r15",
        "adc r13, rsi",
    )
}

/// `a op b` word by word, and the carry. The words leave in registers: memory that an `asm!` has
/// written is copied once more, by vector loads that wait for its stores.
macro_rules! words_by {
    ($a:ident, $b:ident; $($r:ident $op:literal $i:literal)*) => {{
        let carry: Word;
        $(let $r: Word;)*
        // SAFETY: reads the words at `a` and `b`, writes registers.
        unsafe {
            asm!(
                $(concat!("mov {", stringify!($r), "}, [{a} + 8*", $i, "]"),)*
                $(concat!($op, " {", stringify!($r), "}, [{b} + 8*", $i, "]"),)*
                "sbb {carry}, {carry}",
                "neg {carry}",
                a = in(reg) $a.as_ptr(),
                b = in(reg) $b.as_ptr(),
                carry = lateout(reg) carry,
                $($r = out(reg) $r,)*
                options(pure, readonly, nostack),
            );
        }
        (sized(&[$($r),*]), carry)
    }};
}

/// `a + b` and the carry, for four or six words. The compiler takes three instructions a word for
/// the carry.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn add_words<const N: usize>(a: &[Word; N], b: &[Word; N]) -> ([Word; N], Word) {
    match const { N } {
        4 => words_by!(a, b; r0 "add" 0 r1 "adc" 1 r2 "adc" 2 r3 "adc" 3),
        6 => words_by!(a, b; r0 "add" 0 r1 "adc" 1 r2 "adc" 2 r3 "adc" 3 r4 "adc" 4 r5 "adc" 5),
        _ => portable::add_words(a, b, 0),
    }
}

/// `a - b` and the borrow, in the same way.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sub_words<const N: usize>(a: &[Word; N], b: &[Word; N]) -> ([Word; N], Word) {
    match const { N } {
        4 => words_by!(a, b; r0 "sub" 0 r1 "sbb" 1 r2 "sbb" 2 r3 "sbb" 3),
        6 => words_by!(a, b; r0 "sub" 0 r1 "sbb" 1 r2 "sbb" 2 r3 "sbb" 3 r4 "sbb" 4 r5 "sbb" 5),
        _ => portable::sub_words(a, b, 0),
    }
}

/// `a - b - c` word by word for borrows `$below`, -1 or 0, which it changes.
macro_rules! less_two {
    ($a:ident, $b:ident, $c:ident, $below:ident; $($r:ident $i:literal)*) => {{
        $(let $r: Word;)*
        // SAFETY: reads the words at `a`, `b` and `c`, writes registers.
        unsafe {
            asm!(
                $(concat!("mov {", stringify!($r), "}, [{a} + 8*", $i, "]"),)*
                // The borrow, into CF.
                "add {below_b}, {below_b}",
                $(concat!("sbb {", stringify!($r), "}, [{b} + 8*", $i, "]"),)*
                "sbb {below_b}, {below_b}",
                "add {below_c}, {below_c}",
                $(concat!("sbb {", stringify!($r), "}, [{c} + 8*", $i, "]"),)*
                "sbb {below_c}, {below_c}",
                a = in(reg) $a.as_ptr(),
                b = in(reg) $b.as_ptr(),
                c = in(reg) $c.as_ptr(),
                below_b = inout(reg) $below[0],
                below_c = inout(reg) $below[1],
                $($r = out(reg) $r,)*
                options(pure, readonly, nostack),
            );
        }
        sized(&[$($r),*])
    }};
}

/// `a - b - c` for numbers of eight or twelve words in halves, where that is not negative.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn less_two<const N: usize>(
    a: &[[Word; N]; 2],
    b: &[[Word; N]; 2],
    c: &[[Word; N]; 2],
) -> [[Word; N]; 2] {
    let mut below: [Word; 2] = [0; 2];
    let mut half = |a: &[Word; N], b: &[Word; N], c: &[Word; N]| match const { N } {
        4 => less_two!(a, b, c, below; r0 0 r1 1 r2 2 r3 3),
        6 => less_two!(a, b, c, below; r0 0 r1 1 r2 2 r3 3 r4 4 r5 5),
        _ => unreachable!("four or six words"),
    };
    [half(&a[0], &b[0], &c[0]), half(&a[1], &b[1], &c[1])]
}

/// Four words from the instructions `$text`, with the addresses of `a` and `b` in registers of
/// these names and the result in `r0` to `r3`.
macro_rules! sum_4 {
    ($a:ident, $b:ident; [$($text:expr),+ $(,)?] $($operands:tt)*) => {{
        let (r0, r1, r2, r3): (Word, Word, Word, Word);
        // SAFETY: reads four words at each address, writes registers.
        unsafe {
            asm!(
                $($text,)+
                a = in(reg) $a.as_ptr(),
                b = in(reg) $b.as_ptr(),
                r0 = out(reg) r0,
                r1 = out(reg) r1,
                r2 = out(reg) r2,
                r3 = out(reg) r3,
                $($operands)*
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }};
}

/// `a + b` in `[0, 2^256)`, for `2^256 = c mod p`.
///
/// - Requires `c < 2^63`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn add_folded(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    sum_4!(a, b; [
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
    ] c = in(reg) c, out = out(reg) _,)
}

/// `a + b` in `[0, 2^256)` for numbers below `2^255 + 2^62`, for `2^256 = c mod p`.
///
/// - Requires `c < 2^62`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn add_short(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    sum_4!(a, b; [
        with_memory!("mov", "mov", "r", "a"),
        with_memory!("add", "adc", "r", "b"),
        // After a carry the number is below 2^63.
        "sbb {out}, {out}",
        "and {out}, {c}",
        "add {r0}, {out}",
    ] c = in(reg) c, out = out(reg) _,)
}

/// `a - b` in `[0, 2^256)` for numbers below `2^255 + 2^62`, for `2^256 = c mod p`.
///
/// - Requires `c < 2^62`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sub_short(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    sum_4!(a, b; [
        with_memory!("mov", "mov", "r", "a"),
        with_memory!("sub", "sbb", "r", "b"),
        // After a borrow the number is at least 2^255 - 2^62.
        "sbb {out}, {out}",
        "and {out}, {c}",
        "sub {r0}, {out}",
        "sbb {r1}, 0",
        "sbb {r2}, 0",
        "sbb {r3}, 0",
    ] c = in(reg) c, out = out(reg) _,)
}

/// Whether a number is below `2^255 + 2^62`.
pub(super) fn is_short(a: &[Word; 4]) -> bool {
    a[3] >> 63 == 0 || (a[3] << 1 | a[2] | a[1] | a[0] >> 62) == 0
}

/// `a - b` in `[0, 2^256)`, for `2^256 = c mod p`.
///
/// - Requires `c < 2^63`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sub_folded(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    sum_4!(a, b; [
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
    ] c = in(reg) c, out = out(reg) _,)
}

// Sums with small factors modulo the prime of P-256, reduced once.
//
// **Idea.** `2^256 = K mod p` with `K = 2^224 - 2^192 - 2^96 + 1`. The number `t` above word 3,
// from 0 to 3, is worth `t K`, whose four words are `t`, `-2^32 t`, `-1` and `(2^32 - 1) t - 1`,
// or all 0. Then one addition or subtraction of `p` remains.

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
    sum_4!(a, b; [
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
    ] p = in(reg) P.as_ptr(), d0 = out(reg) _, d1 = out(reg) _, d2 = out(reg) _,
      d3 = out(reg) _, t = out(reg) _,)
}

/// `a - 2 b` in `[0, p)`.
///
/// - Requires `a`, `b` below `p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn difference_of_double(a: &[Word; 4], b: &[Word; 4]) -> [Word; 4] {
    sum_4!(a, b; [
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
    ] p = in(reg) P.as_ptr(), d0 = out(reg) _, d1 = out(reg) _, d2 = out(reg) _,
      d3 = out(reg) _, t = out(reg) _,)
}

/// `2 a - b` in `[0, p)`.
///
/// - Requires `a`, `b` below `p`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn double_difference(a: &[Word; 4], b: &[Word; 4]) -> [Word; 4] {
    sum_4!(a, b; [
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
    ] p3 = inout(reg) P[3] => _, d1 = out(reg) _, d3 = out(reg) _, m = out(reg) _,
      t = out(reg) _,)
}
