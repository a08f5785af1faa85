//! Sums and differences of four and six words in registers.

use crate::limb::Word;
use core::arch::asm;

/// Loads the prime: as constants in registers, its words would take up to four instructions each.
macro_rules! load_four {
    () => {
        "ldp {p0}, {p1}, [{p}]\nldp {p2}, {p3}, [{p}, #16]"
    };
}
macro_rules! load_six {
    () => {
        "ldp {p0}, {p1}, [{p}]\nldp {p2}, {p3}, [{p}, #16]\nldp {p4}, {p5}, [{p}, #32]"
    };
}

/// `d = a - b`, word by word from the lowest, the borrow being left in the flag.
macro_rules! less {
    ($op:literal; ; ; ) => { "" };
    ($op:literal; $d:literal $($ds:literal)*; $a:literal $($as:literal)*; $b:literal $($bs:literal)*) => {
        concat!($op, " ", $d, ", ", $a, ", ", $b, "\n", less!("sbcs"; $($ds)*; $($as)*; $($bs)*))
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

/// `a - b` of numbers of twelve words; if that is negative, plus `p 2^384`.
///
/// - Requires `a - b >= -p 2^384`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sub_wide_six(
    a: &[[Word; 6]; 2],
    b: &[[Word; 6]; 2],
    p: &[Word; 6],
) -> [[Word; 6]; 2] {
    let mut r: [[Word; 6]; 2] = [[0; 6]; 2];
    // SAFETY: reads twelve words at `b` and six at `p`, writes registers.
    unsafe {
        asm!(
            "ldp {p0}, {p1}, [{b}, #0]",
            "subs {t0}, {t0}, {p0}",
            "sbcs {t1}, {t1}, {p1}",
            "ldp {p0}, {p1}, [{b}, #16]",
            "sbcs {t2}, {t2}, {p0}",
            "sbcs {t3}, {t3}, {p1}",
            "ldp {p0}, {p1}, [{b}, #32]",
            "sbcs {t4}, {t4}, {p0}",
            "sbcs {t5}, {t5}, {p1}",
            "ldp {p0}, {p1}, [{b}, #48]",
            "sbcs {t6}, {t6}, {p0}",
            "sbcs {t7}, {t7}, {p1}",
            "ldp {p0}, {p1}, [{b}, #64]",
            "sbcs {t8}, {t8}, {p0}",
            "sbcs {t9}, {t9}, {p1}",
            "ldp {p0}, {p1}, [{b}, #80]",
            "sbcs {t10}, {t10}, {p0}",
            "sbcs {t11}, {t11}, {p1}",
            load_six!(),
            "csel {p0}, {p0}, xzr, lo",
            "csel {p1}, {p1}, xzr, lo",
            "csel {p2}, {p2}, xzr, lo",
            "csel {p3}, {p3}, xzr, lo",
            "csel {p4}, {p4}, xzr, lo",
            "csel {p5}, {p5}, xzr, lo",
            chain!("adds" "adcs"; "{t6}" "{t7}" "{t8}" "{t9}" "{t10}" "{t11}"; "{p0}" "{p1}" "{p2}" "{p3}" "{p4}" "{p5}"),
            b = in(reg) b.as_ptr(),
            p = in(reg) p.as_ptr(),
            t0 = inout(reg) a[0][0] => r[0][0],
            t1 = inout(reg) a[0][1] => r[0][1],
            t2 = inout(reg) a[0][2] => r[0][2],
            t3 = inout(reg) a[0][3] => r[0][3],
            t4 = inout(reg) a[0][4] => r[0][4],
            t5 = inout(reg) a[0][5] => r[0][5],
            t6 = inout(reg) a[1][0] => r[1][0],
            t7 = inout(reg) a[1][1] => r[1][1],
            t8 = inout(reg) a[1][2] => r[1][2],
            t9 = inout(reg) a[1][3] => r[1][3],
            t10 = inout(reg) a[1][4] => r[1][4],
            t11 = inout(reg) a[1][5] => r[1][5],
            p0 = out(reg) _,
            p1 = out(reg) _,
            p2 = out(reg) _,
            p3 = out(reg) _,
            p4 = out(reg) _,
            p5 = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    r
}

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
