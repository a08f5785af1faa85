//! Sums and differences of four and six words in registers.

use crate::limb::{Mask, Word};
use core::arch::asm;

/// Loads the prime: as constants in registers, its words would take up to four instructions each.
macro_rules! load_four {
    () => {
        load!("{p}"; 0 16; "{p0}" "{p1}" "{p2}" "{p3}")
    };
}
macro_rules! load_six {
    () => {
        load!("{p}"; 0 16 32; "{p0}" "{p1}" "{p2}" "{p3}" "{p4}" "{p5}")
    };
}

/// `a + b + carry - p` if that is not negative, else `a + b + carry`; and `a - b - carry`, plus `p`
/// if that is negative. The carry is 0 or 1, or left out.
///
/// - Requires `a + b + carry < 2 p`, `a - b - carry >= -p`. Constant time. No stack. Clobbers
///   flags.
macro_rules! sums {
    ($add:ident, $sub:ident, $n:literal, $load:expr, $first_add:literal, $first_sub:literal
        $(, $carry:ident)?;
        $($i:literal $a:ident $b:ident $p:ident $d:ident)+;
        $($ra:literal)+; $($rb:literal)+; $($rp:literal)+; $($rd:literal)+) => {
        #[inline(always)]
        pub(super) fn $add(
            a: &[Word; $n],
            b: &[Word; $n],
            $($carry: Word,)?
            p: &[Word; $n],
        ) -> [Word; $n] {
            let mut r: [Word; $n] = [0; $n];
            // SAFETY: reads the prime, writes registers.
            unsafe {
                asm!(
                    $load,
                    $(concat!("cmp {", stringify!($carry), "}, #1"),)?
                    chain!($first_add "adcs"; $($ra)+; $($rb)+),
                    "adc {above}, xzr, xzr",
                    less!("subs"; $($rd)+; $($ra)+; $($rp)+),
                    "sbcs xzr, {above}, xzr",
                    $(concat!("csel ", $ra, ", ", $ra, ", ", $rd, ", lo"),)+
                    $($carry = in(reg) $carry,)?
                    above = out(reg) _,
                    $($a = inout(reg) a[$i] => r[$i],)+
                    $($b = in(reg) b[$i],)+
                    p = in(reg) p.as_ptr(),
                    $($p = out(reg) _,)+
                    $($d = out(reg) _,)+
                    options(pure, readonly, nostack),
                );
            }
            r
        }

        #[inline(always)]
        pub(super) fn $sub(
            a: &[Word; $n],
            b: &[Word; $n],
            $($carry: Word,)?
            p: &[Word; $n],
        ) -> [Word; $n] {
            let mut r: [Word; $n] = [0; $n];
            // SAFETY: reads the prime, writes registers.
            unsafe {
                asm!(
                    $load,
                    $(concat!("cmp xzr, {", stringify!($carry), "}"),)?
                    less!($first_sub; $($ra)+; $($ra)+; $($rb)+),
                    $(concat!("csel ", $rd, ", ", $rp, ", xzr, lo"),)+
                    chain!("adds" "adcs"; $($ra)+; $($rd)+),
                    $($carry = in(reg) $carry,)?
                    $($a = inout(reg) a[$i] => r[$i],)+
                    $($b = in(reg) b[$i],)+
                    p = in(reg) p.as_ptr(),
                    $($p = out(reg) _,)+
                    $($d = out(reg) _,)+
                    options(pure, readonly, nostack),
                );
            }
            r
        }
    };
}

sums!(sum_four, difference_four, 4, load_four!(), "adds", "subs"; 0 a0 b0 p0 d0 1 a1 b1 p1 d1 2 a2 b2 p2 d2 3 a3 b3 p3 d3;
    "{a0}" "{a1}" "{a2}" "{a3}"; "{b0}" "{b1}" "{b2}" "{b3}"; "{p0}" "{p1}" "{p2}" "{p3}"; "{d0}" "{d1}" "{d2}" "{d3}");
sums!(add_four, sub_four, 4, load_four!(), "adcs", "sbcs", carry; 0 a0 b0 p0 d0 1 a1 b1 p1 d1 2 a2 b2 p2 d2 3 a3 b3 p3 d3;
    "{a0}" "{a1}" "{a2}" "{a3}"; "{b0}" "{b1}" "{b2}" "{b3}"; "{p0}" "{p1}" "{p2}" "{p3}"; "{d0}" "{d1}" "{d2}" "{d3}");
sums!(sum_six, difference_six, 6, load_six!(), "adds", "subs"; 0 a0 b0 p0 d0 1 a1 b1 p1 d1 2 a2 b2 p2 d2 3 a3 b3 p3 d3 4 a4 b4 p4 d4 5 a5 b5 p5 d5;
    "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{b0}" "{b1}" "{b2}" "{b3}" "{b4}" "{b5}"; "{p0}" "{p1}" "{p2}" "{p3}" "{p4}" "{p5}"; "{d0}" "{d1}" "{d2}" "{d3}" "{d4}" "{d5}");
sums!(add_six, sub_six, 6, load_six!(), "adcs", "sbcs", carry; 0 a0 b0 p0 d0 1 a1 b1 p1 d1 2 a2 b2 p2 d2 3 a3 b3 p3 d3 4 a4 b4 p4 d4 5 a5 b5 p5 d5;
    "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{b0}" "{b1}" "{b2}" "{b3}" "{b4}" "{b5}"; "{p0}" "{p1}" "{p2}" "{p3}" "{p4}" "{p5}"; "{d0}" "{d1}" "{d2}" "{d3}" "{d4}" "{d5}");

/// `a + b` and `a - b` of numbers of twice as many words, modulo `p R`.
///
/// - Requires `a + b < 2 p R`, `a - b >= -p R`. Constant time. No stack. Clobbers flags.
macro_rules! wide_sums {
    ($add:ident, $sub:ident, $n:literal, $load:expr, [$($at:literal)+] [$($words:literal)+];
        $($i:literal $low:ident $high:ident $p:ident)+; $($t:literal)+; $($rp:literal)+) => {
        wide_sums!(@ $add, $n, "adds" "adcs", $load, [$($at)+] [$($words)+]; $($i $low $high $p)+; [
            "adc {above}, xzr, xzr",
            less!("subs"; $($rp)+; $($t)+; $($rp)+),
            "sbcs xzr, {above}, xzr",
            $(concat!("csel ", $t, ", ", $t, ", ", $rp, ", lo")),+
        ] above = out(reg) _,);
        wide_sums!(@ $sub, $n, "subs" "sbcs", $load, [$($at)+] [$($words)+]; $($i $low $high $p)+; [
            $(concat!("csel ", $rp, ", ", $rp, ", xzr, lo"),)+
            chain!("adds" "adcs"; $($t)+; $($rp)+)
        ]);
    };
    (@ $name:ident, $n:literal, $op:literal $next:literal, $load:expr, [$($at:literal)+] [$($words:literal)+];
        $($i:literal $low:ident $high:ident $p:ident)+; [$($after:expr),+] $($operands:tt)*) => {
        #[inline(always)]
        pub(super) fn $name(
            a: &[[Word; $n]; 2],
            b: &[[Word; $n]; 2],
            p: &[Word; $n],
        ) -> [[Word; $n]; 2] {
            let mut r: [[Word; $n]; 2] = [[0; $n]; 2];
            // SAFETY: reads the words of `b` and of the prime, writes registers.
            unsafe {
                asm!(
                    with_memory!($op $next "{b}"; $($at)+; $($words)+; "{p0}" "{p1}"),
                    $load,
                    $($after,)+
                    b = in(reg) b.as_ptr(),
                    p = in(reg) p.as_ptr(),
                    $($operands)*
                    $($low = inout(reg) a[0][$i] => r[0][$i],)+
                    $($high = inout(reg) a[1][$i] => r[1][$i],)+
                    $($p = out(reg) _,)+
                    options(pure, readonly, nostack),
                );
            }
            r
        }
    };
}

wide_sums!(add_wide_four, sub_wide_four, 4, load_four!(),
    [0 16 32 48] ["{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}"];
    0 t0 t4 p0 1 t1 t5 p1 2 t2 t6 p2 3 t3 t7 p3; "{t4}" "{t5}" "{t6}" "{t7}"; "{p0}" "{p1}" "{p2}" "{p3}");
wide_sums!(add_wide_six, sub_wide_six, 6, load_six!(),
    [0 16 32 48 64 80] ["{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t10}" "{t11}"];
    0 t0 t6 p0 1 t1 t7 p1 2 t2 t8 p2 3 t3 t9 p3 4 t4 t10 p4 5 t5 t11 p5;
    "{t6}" "{t7}" "{t8}" "{t9}" "{t10}" "{t11}"; "{p0}" "{p1}" "{p2}" "{p3}" "{p4}" "{p5}");

/// An `asm!` of these instructions on `a` in place, `b`, `c` and a free register `d`.
macro_rules! folded {
    ($a:ident, $b:ident, $c:ident, $($text:expr),+) => {{
        let mut r: [Word; 4] = [0; 4];
        // SAFETY: registers only.
        unsafe {
            asm!(
                $($text,)+
                a0 = inout(reg) $a[0] => r[0],
                a1 = inout(reg) $a[1] => r[1],
                a2 = inout(reg) $a[2] => r[2],
                a3 = inout(reg) $a[3] => r[3],
                b0 = in(reg) $b[0],
                b1 = in(reg) $b[1],
                b2 = in(reg) $b[2],
                b3 = in(reg) $b[3],
                c = in(reg) $c,
                d = out(reg) _,
                options(pure, nomem, nostack),
            );
        }
        r
    }};
}

/// `a + b` in `[0, 2^256)`, for `2^256 = c mod p`. After a second carry the number is below `c`.
///
/// - Requires `c < 2^63`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn add_folded(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    folded!(
        a,
        b,
        c,
        chain!("adds" "adcs"; "{a0}" "{a1}" "{a2}" "{a3}"; "{b0}" "{b1}" "{b2}" "{b3}"),
        "csel {d}, {c}, xzr, hs",
        "adds {a0}, {a0}, {d}",
        "adcs {a1}, {a1}, xzr",
        "adcs {a2}, {a2}, xzr",
        "adcs {a3}, {a3}, xzr",
        "csel {d}, {c}, xzr, hs",
        "add {a0}, {a0}, {d}"
    )
}

/// `a - b` in `[0, 2^256)`, in the same way.
#[inline(always)]
pub(super) fn sub_folded(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    folded!(
        a,
        b,
        c,
        chain!("subs" "sbcs"; "{a0}" "{a1}" "{a2}" "{a3}"; "{b0}" "{b1}" "{b2}" "{b3}"),
        "csel {d}, {c}, xzr, lo",
        "subs {a0}, {a0}, {d}",
        "sbcs {a1}, {a1}, xzr",
        "sbcs {a2}, {a2}, xzr",
        "sbcs {a3}, {a3}, xzr",
        "csel {d}, {c}, xzr, lo",
        "sub {a0}, {a0}, {d}"
    )
}

/// `a + b` in `[0, 2^256)` for numbers below `2^255 + 2^62`: after a carry the number is below
/// `2^63`, so the second step has none.
///
/// - Requires `c < 2^62`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn add_short(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    debug_assert!(is_short(a) && is_short(b));
    folded!(
        a,
        b,
        c,
        chain!("adds" "adcs"; "{a0}" "{a1}" "{a2}" "{a3}"; "{b0}" "{b1}" "{b2}" "{b3}"),
        "csel {d}, {c}, xzr, hs",
        "add {a0}, {a0}, {d}"
    )
}

/// `a - b` of such numbers: after a borrow the number is at least `2^255 - 2^62`.
#[inline(always)]
pub(super) fn sub_short(a: &[Word; 4], b: &[Word; 4], c: Word) -> [Word; 4] {
    debug_assert!(is_short(a) && is_short(b));
    folded!(
        a,
        b,
        c,
        chain!("subs" "sbcs"; "{a0}" "{a1}" "{a2}" "{a3}"; "{b0}" "{b1}" "{b2}" "{b3}"),
        "csel {d}, {c}, xzr, lo",
        "subs {a0}, {a0}, {d}",
        "sbcs {a1}, {a1}, xzr",
        "sbcs {a2}, {a2}, xzr",
        "sbc {a3}, {a3}, xzr"
    )
}

/// Whether a number is below `2^255 + 2^62`.
fn is_short(a: &[Word; 4]) -> bool {
    a[3] < 1 << 63 || (a[3] == 1 << 63 && a[2] == 0 && a[1] == 0 && a[0] < 1 << 62)
}

/// `if_true` where `condition`, else `if_false`: 5 instructions instead of 12.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn select(condition: Mask, if_true: &[Word; 4], if_false: &[Word; 4]) -> [Word; 4] {
    let mut r: [Word; 4] = [0; 4];
    // SAFETY: registers only.
    unsafe {
        asm!(
            "cmp {condition}, #0",
            "csel {r0}, {r0}, {b0}, ne",
            "csel {r1}, {r1}, {b1}, ne",
            "csel {r2}, {r2}, {b2}, ne",
            "csel {r3}, {r3}, {b3}, ne",
            condition = in(reg) condition.word(),
            r0 = inout(reg) if_true[0] => r[0],
            r1 = inout(reg) if_true[1] => r[1],
            r2 = inout(reg) if_true[2] => r[2],
            r3 = inout(reg) if_true[3] => r[3],
            b0 = in(reg) if_false[0],
            b1 = in(reg) if_false[1],
            b2 = in(reg) if_false[2],
            b3 = in(reg) if_false[3],
            options(pure, nomem, nostack),
        );
    }
    r
}
