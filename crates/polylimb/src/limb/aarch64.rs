//! The kernel `umulh` for `AArch64`: products, squares and Montgomery's reduction in strips.
//!
//! A strip multiplies eight words, in registers, by any number of words, one row after another
//! (x86-64 does the same, `x86_64/rows.rs`). A row is two chains of carries, of high and of low
//! halves. The second writes each sum one register lower: the completed word goes to memory, and
//! the others stand where the next row expects them. 39 instructions for eight products. What is
//! left of a length that is no multiple of eight goes row by row.
//!
//! A square has each mixed product once: within eight words in registers, all others in strips.
//! Then the sum is doubled and the squares of the words are added.

#[allow(unused_macros, reason = "fields use all of them")]
#[macro_use]
mod text;

use super::word::{Word, adc, mac};
use core::arch::asm;

/// Words of a strip.
const STRIP: usize = 8;
/// The words of a strip that are not complete yet.
type Words = [Word; STRIP];

/// `t += high halves of a b`; the last goes to `{top}`, with the carry.
macro_rules! highs {
    ($op:literal $b:literal; $($t:literal $a:literal $l:literal)+) => {
        concat!(
            $("umulh {", $l, "}, {", $a, "}, {", $b, "}\n", $op, " {", $t, "}, {", $t, "}, {", $l, "}\n",)+
            "umulh {top}, {a7}, {", $b, "}\nadc {top}, {top}, xzr\n",
        )
    };
}

/// The low halves of words 1 to 7 of `a b`, each sum one register lower, and `{top}` above.
macro_rules! lows {
    ($b:literal) => {
        lows!(@ $b; "t0" "t1" "a1" "l1" "t1" "t2" "a2" "l2" "t2" "t3" "a3" "l3" "t3" "t4" "a4" "l0"
            "t4" "t5" "a5" "l1" "t5" "t6" "a6" "l2" "t6" "t7" "a7" "l3")
    };
    (@ $b:literal; $($r:literal $t:literal $a:literal $l:literal)+) => {
        concat!(
            $("mul {", $l, "}, {", $a, "}, {", $b, "}\nadcs {", $r, "}, {", $t, "}, {", $l, "}\n",)+
            "adc {t7}, {top}, xzr\n",
        )
    };
}

/// An `asm!` whose registers `a0` to `a7` hold the words at `a`, and `t0` to `t7` the words at `t`,
/// which it writes back.
macro_rules! with_eight {
    ($a:expr, $t:expr, $text:expr; $($operands:tt)*) => {
        asm!(
            "ldp {a0}, {a1}, [{a7}]",
            "ldp {a2}, {a3}, [{a7}, #16]",
            "ldp {a4}, {a5}, [{a7}, #32]",
            "ldp {a6}, {a7}, [{a7}, #48]",
            "ldp {t0}, {t1}, [{t}]",
            "ldp {t2}, {t3}, [{t}, #16]",
            "ldp {t4}, {t5}, [{t}, #32]",
            "ldp {t6}, {t7}, [{t}, #48]",
            $text,
            "stp {t0}, {t1}, [{t}]",
            "stp {t2}, {t3}, [{t}, #16]",
            "stp {t4}, {t5}, [{t}, #32]",
            "stp {t6}, {t7}, [{t}, #48]",
            a7 = inout(reg) $a => _,
            t = in(reg) $t,
            a0 = out(reg) _, a1 = out(reg) _, a2 = out(reg) _, a3 = out(reg) _,
            a4 = out(reg) _, a5 = out(reg) _, a6 = out(reg) _,
            t0 = out(reg) _, t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _,
            t4 = out(reg) _, t5 = out(reg) _, t6 = out(reg) _, t7 = out(reg) _,
            l0 = out(reg) _, l1 = out(reg) _, l2 = out(reg) _, l3 = out(reg) _,
            top = out(reg) _,
            $($operands)*
            options(nostack),
        )
    };
}

/// `(t, r) = r + t + columns rows`: the words of `r`, then eight words above them. `r` is as long
/// as `rows`.
fn strip(r: &mut [Word], t: &mut Words, columns: &Words, rows: &[Word]) {
    assert!(r.len() == rows.len());
    if rows.is_empty() {
        return;
    }
    // SAFETY: every AArch64 has the instructions. Reads eight words at `columns` and at `t`, as
    // many words as `rows` has there and at `r`; writes `r` and `t`. Not one overlaps another. No
    // sum overflows: `t + r[i] + columns rows[i] < 2^576`.
    unsafe {
        with_eight!(
            columns.as_ptr(),
            t.as_mut_ptr(),
            concat!(
                "2:\n",
                "ldr {b}, [{rows}], #8\n",
                "ldr {word}, [{r}]\n",
                "adds {t0}, {t0}, {word}\n",
                highs!("adcs" "b"; "t1" "a0" "l0" "t2" "a1" "l1" "t3" "a2" "l2" "t4" "a3" "l3"
                    "t5" "a4" "l0" "t6" "a5" "l1" "t7" "a6" "l2"),
                "mul {l0}, {a0}, {b}\n",
                "adds {word}, {t0}, {l0}\n",
                lows!("b"),
                "str {word}, [{r}], #8\n",
                "sub {n}, {n}, #1\n",
                "cbnz {n}, 2b\n",
            );
            r = inout(reg) r.as_mut_ptr() => _,
            rows = inout(reg) rows.as_ptr() => _,
            n = inout(reg) rows.len() => _,
            b = out(reg) _,
            word = out(reg) _,
        );
    }
}

/// Eight digits `q` of Montgomery's reduction on the low eight words `m`: `t = (t + q m) / 2^512`.
fn digits(q: &mut Words, t: &mut Words, m: &Words, m_inverse: Word) {
    // SAFETY: every AArch64 has the instructions. Reads eight words at `m` and at `t`, writes eight
    // at `t` and at `q`. Not one overlaps another. The low half of the first product makes the sum
    // 0, with a carry unless the word is 0.
    unsafe {
        with_eight!(
            m.as_ptr(),
            t.as_mut_ptr(),
            concat!(
                "2:\n",
                "mul {b}, {t0}, {m_inverse}\n",
                "str {b}, [{q}], #8\n",
                // Clears the carry.
                "cmn xzr, xzr\n",
                highs!("adcs" "b"; "t1" "a0" "l0" "t2" "a1" "l1" "t3" "a2" "l2" "t4" "a3" "l3"
                    "t5" "a4" "l0" "t6" "a5" "l1" "t7" "a6" "l2"),
                "cmp {t0}, #1\n",
                lows!("b"),
                "sub {n}, {n}, #1\n",
                "cbnz {n}, 2b\n",
            );
            q = inout(reg) q.as_mut_ptr() => _,
            n = inout(reg) STRIP => _,
            m_inverse = in(reg) m_inverse,
            b = out(reg) _,
        );
    }
}

/// See [`super::Kernel::addmul_1`].
pub(super) fn addmul_1(r: &mut [Word], a: &[Word], w: Word) -> Word {
    assert!(r.len() == a.len());
    let fours = r.len() / 4;
    let mut carry: Word = 0;
    if fours > 0 {
        // SAFETY: every AArch64 has the instructions. Reads and writes `4 fours` words, of which
        // there are at least as many.
        unsafe {
            asm!(
                "2:",
                "ldp {a0}, {a1}, [{a}], #16",
                "ldp {a2}, {a3}, [{a}], #16",
                "ldp {r0}, {r1}, [{r}]",
                "ldp {r2}, {r3}, [{r}, #16]",
                "adds {r0}, {r0}, {carry}",
                "umulh {l0}, {a0}, {w}",
                "adcs {r1}, {r1}, {l0}",
                "umulh {l1}, {a1}, {w}",
                "adcs {r2}, {r2}, {l1}",
                "umulh {l0}, {a2}, {w}",
                "adcs {r3}, {r3}, {l0}",
                "umulh {carry}, {a3}, {w}",
                "adc {carry}, {carry}, xzr",
                "mul {l0}, {a0}, {w}",
                "adds {r0}, {r0}, {l0}",
                "mul {l1}, {a1}, {w}",
                "adcs {r1}, {r1}, {l1}",
                "mul {l0}, {a2}, {w}",
                "adcs {r2}, {r2}, {l0}",
                "mul {l1}, {a3}, {w}",
                "adcs {r3}, {r3}, {l1}",
                "adc {carry}, {carry}, xzr",
                "stp {r0}, {r1}, [{r}], #16",
                "stp {r2}, {r3}, [{r}], #16",
                "sub {n}, {n}, #1",
                "cbnz {n}, 2b",
                a = inout(reg) a.as_ptr() => _,
                r = inout(reg) r.as_mut_ptr() => _,
                n = inout(reg) fours => _,
                w = in(reg) w,
                carry = inout(reg) carry,
                a0 = out(reg) _, a1 = out(reg) _, a2 = out(reg) _, a3 = out(reg) _,
                r0 = out(reg) _, r1 = out(reg) _, r2 = out(reg) _, r3 = out(reg) _,
                l0 = out(reg) _, l1 = out(reg) _,
                options(nostack),
            );
        }
    }
    for (r, &a) in r[4 * fours..].iter_mut().zip(&a[4 * fours..]) {
        (*r, carry) = mac(*r, a, w, carry);
    }
    carry
}

/// `r = a b`, `r.len() == a.len() + b.len()`, neither empty.
pub(super) fn multiply(r: &mut [Word], a: &[Word], b: &[Word]) {
    // The shorter operand is cut into strips: fewer and longer strips.
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    assert!(!a.is_empty() && r.len() == a.len() + b.len());
    r[..b.len()].fill(0);
    let (strips, rest) = a.as_chunks::<STRIP>();
    let mut done = 0;
    for columns in strips {
        let (low, high) = r[done..].split_at_mut(b.len());
        let mut t = [0; STRIP];
        strip(low, &mut t, columns, b);
        high[..STRIP].copy_from_slice(&t);
        done += STRIP;
    }
    for &column in rest {
        r[done + b.len()] = addmul_1(&mut r[done..done + b.len()], b, column);
        done += 1;
    }
}

/// The mixed products of eight words, each once, `Σ a_i a_j 2^(64 (i + j))` for `i < j`: the low
/// eight words are added to `r`, the words above go to `t`, with the carry.
fn triangle(r: &mut Words, t: &mut Words, a: &Words) {
    // SAFETY: every AArch64 has the instructions. Reads eight words at `a` and at `r`, writes eight
    // at `r` and at `t`.
    unsafe {
        asm!(
            load!("{a7}"; 0 16 32 48; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}"),
            first_row!("{a0}"; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}"; "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}"; "{l0}" "{l1}" "{l2}"),
            row!("{a1}"; "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}"; "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}"; "{l0}" "{l1}" "{l2}"),
            row!("{a2}"; "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t10}"; "{a3}" "{a4}" "{a5}" "{a6}" "{a7}"; "{l0}" "{l1}" "{l2}"),
            row!("{a3}"; "{t7}" "{t8}" "{t9}" "{t10}" "{t11}"; "{a4}" "{a5}" "{a6}" "{a7}"; "{l0}" "{l1}" "{l2}"),
            row!("{a4}"; "{t9}" "{t10}" "{t11}" "{t12}"; "{a5}" "{a6}" "{a7}"; "{l0}" "{l1}" "{l2}"),
            row!("{a5}"; "{t11}" "{t12}" "{t13}"; "{a6}" "{a7}"; "{l0}" "{l1}" "{l2}"),
            "mul {l0}, {a6}, {a7}",
            "umulh {t14}, {a6}, {a7}",
            "adds {t13}, {t13}, {l0}",
            "adc {t14}, {t14}, xzr",
            load!("{r}"; 0 16 32 48; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}"),
            chain!("adds" "adcs"; "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}"; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}"),
            "adcs {t8}, {t8}, xzr",
            "adcs {t9}, {t9}, xzr",
            "adcs {t10}, {t10}, xzr",
            "adcs {t11}, {t11}, xzr",
            "adcs {t12}, {t12}, xzr",
            "adcs {t13}, {t13}, xzr",
            "adc {t14}, {t14}, xzr",
            "stp {a0}, {a1}, [{r}]",
            "stp {a2}, {a3}, [{r}, #16]",
            "stp {a4}, {a5}, [{r}, #32]",
            "stp {a6}, {a7}, [{r}, #48]",
            "stp {t8}, {t9}, [{t}]",
            "stp {t10}, {t11}, [{t}, #16]",
            "stp {t12}, {t13}, [{t}, #32]",
            "stp {t14}, xzr, [{t}, #48]",
            a7 = inout(reg) a.as_ptr() => _,
            r = in(reg) r.as_mut_ptr(),
            t = in(reg) t.as_mut_ptr(),
            a0 = out(reg) _, a1 = out(reg) _, a2 = out(reg) _, a3 = out(reg) _,
            a4 = out(reg) _, a5 = out(reg) _, a6 = out(reg) _,
            t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _, t4 = out(reg) _, t5 = out(reg) _,
            t6 = out(reg) _, t7 = out(reg) _, t8 = out(reg) _, t9 = out(reg) _, t10 = out(reg) _,
            t11 = out(reg) _, t12 = out(reg) _, t13 = out(reg) _, t14 = out(reg) _,
            l0 = out(reg) _, l1 = out(reg) _, l2 = out(reg) _,
            options(nostack),
        );
    }
}

/// `r = 2 r + Σ a_i² 2^(128 i)`, where that has no carry.
fn double_and_squares(r: &mut [Word], a: &[Word]) {
    assert!(!a.is_empty() && r.len() == 2 * a.len());
    // SAFETY: every AArch64 has the instructions. Reads the words of `a`, reads and writes `r`,
    // which has twice as many. The carry stays in its flag from one turn to the next.
    unsafe {
        asm!(
            // Clears the carry.
            "cmn xzr, xzr",
            "2:",
            "ldr {w}, [{a}], #8",
            "ldp {r0}, {r1}, [{r}]",
            "extr {above}, {r0}, {above}, #63",
            "extr {r0}, {r1}, {r0}, #63",
            "mul {l0}, {w}, {w}",
            "adcs {l0}, {above}, {l0}",
            "umulh {l1}, {w}, {w}",
            "adcs {l1}, {r0}, {l1}",
            "mov {above}, {r1}",
            "stp {l0}, {l1}, [{r}], #16",
            "sub {n}, {n}, #1",
            "cbnz {n}, 2b",
            a = inout(reg) a.as_ptr() => _,
            r = inout(reg) r.as_mut_ptr() => _,
            n = inout(reg) a.len() => _,
            above = inout(reg) 0_u64 => _,
            w = out(reg) _, r0 = out(reg) _, r1 = out(reg) _, l0 = out(reg) _, l1 = out(reg) _,
            options(nostack),
        );
    }
}

/// `r = a²`, `r.len() == 2 a.len()`, not empty.
pub(super) fn square(r: &mut [Word], a: &[Word]) {
    let n = a.len();
    assert!(n > 0 && r.len() == 2 * n);
    r[..n].fill(0);
    let (strips, rest) = a.as_chunks::<STRIP>();
    for (i, columns) in strips.iter().enumerate() {
        let above = &a[STRIP * (i + 1)..];
        let (low, high) = r[2 * STRIP * i..].split_first_chunk_mut().expect("eight words");
        let (middle, high) = high.split_at_mut(above.len());
        let mut t = [0; STRIP];
        triangle(low, &mut t, columns);
        strip(middle, &mut t, columns, above);
        high[..STRIP].copy_from_slice(&t);
    }
    let start = 2 * STRIP * strips.len();
    for (i, &column) in rest.iter().enumerate() {
        let end = start + i + rest.len();
        r[end] = addmul_1(&mut r[start + 2 * i + 1..end], &rest[i + 1..], column);
    }
    double_and_squares(r, a);
}

/// See [`super::Kernel::montgomery_reduce`].
pub(super) fn montgomery_reduce(t: &mut [Word], m: &[Word], m_inverse: Word) -> Word {
    let n = m.len();
    assert!(n > 0 && t.len() >= n && t.len() <= 2 * n);
    let rows = t.len() - n;
    let (mut carry, mut done) = (0, 0);
    if let Some((m_low, m_high)) = m.split_first_chunk::<STRIP>() {
        while done + STRIP <= rows {
            let (low, above) = t[done..].split_first_chunk_mut::<STRIP>().expect("eight words");
            let (middle, high) = above.split_at_mut(n - STRIP);
            let (mut q, mut sum) = ([0; STRIP], *low);
            digits(&mut q, &mut sum, m_low, m_inverse);
            strip(middle, &mut sum, &q, m_high);
            for (high, sum) in high.iter_mut().zip(sum) {
                (*high, carry) = adc(*high, sum, carry);
            }
            done += STRIP;
        }
    }
    for i in done..rows {
        let q = t[i].wrapping_mul(m_inverse);
        let high = addmul_1(&mut t[i..i + n], m, q);
        (t[i + n], carry) = adc(t[i + n], high, carry);
    }
    carry
}

#[cfg(test)]
#[path = "../../tests/proofs/limb_assembly.rs"]
mod theorems;
