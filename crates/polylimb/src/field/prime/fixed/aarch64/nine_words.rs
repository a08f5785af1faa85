//! Products and squares of nine words, and their reduction modulo 2^521 - 1.
//!
//! They are functions. Two factors and a product do not fit into registers: rows of a product send
//! their lowest words to memory. A square does fit, as each row ends the use of a word.

use crate::limb::Word;
use core::arch::asm;

/// A row of nine products, whose lowest word goes to word `$i` at `t`; `$after` are the words that
/// stay.
macro_rules! stored_row {
    ($row:ident $i:literal $b:literal; $low:literal $($after:literal)+) => {
        concat!(
            $row!($b; $low $($after)+;
                "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            "str ", $low, ", [{t}, #8*", $i, "]\n",
        )
    };
}

/// `a b`: 81 products of words.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn mul(a: &[Word; 9], b: &[Word; 9]) -> [[Word; 9]; 2] {
    let mut t: [[Word; 9]; 2] = [[0; 9]; 2];
    let [low, high] = &mut t;
    // SAFETY: reads nine words at `a` and `b`, writes nine at `t` and registers.
    unsafe {
        asm!(
            load!("{a8}"; 0 16 32 48; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}"),
            "ldr {a8}, [{a8}, #64]",
            load!("{b}"; 0; "{b0}" "{b1}"),
            stored_row!(first_row 0 "{b0}"; "{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}"),
            stored_row!(row 1 "{b1}"; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t0}"),
            load!("{b}"; 16; "{b0}" "{b1}"),
            stored_row!(row 2 "{b0}"; "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t0}" "{t1}"),
            stored_row!(row 3 "{b1}"; "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t0}" "{t1}" "{t2}"),
            load!("{b}"; 32; "{b0}" "{b1}"),
            stored_row!(row 4 "{b0}"; "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t0}" "{t1}" "{t2}" "{t3}"),
            stored_row!(row 5 "{b1}"; "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t0}" "{t1}" "{t2}" "{t3}" "{t4}"),
            load!("{b}"; 48; "{b0}" "{b1}"),
            stored_row!(row 6 "{b0}"; "{t6}" "{t7}" "{t8}" "{t9}" "{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}"),
            stored_row!(row 7 "{b1}"; "{t7}" "{t8}" "{t9}" "{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}"),
            "ldr {b0}, [{b}, #64]",
            stored_row!(row 8 "{b0}"; "{t8}" "{t9}" "{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}"),
            t = in(reg) low.as_mut_ptr(),
            b = in(reg) b.as_ptr(),
            a0 = out(reg) _,
            a1 = out(reg) _,
            a2 = out(reg) _,
            a3 = out(reg) _,
            a4 = out(reg) _,
            a5 = out(reg) _,
            a6 = out(reg) _,
            a7 = out(reg) _,
            a8 = inout(reg) a.as_ptr() => _,
            b0 = out(reg) _,
            b1 = out(reg) _,
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            l3 = out(reg) _,
            t9 = out(reg) high[0],
            t0 = out(reg) high[1],
            t1 = out(reg) high[2],
            t2 = out(reg) high[3],
            t3 = out(reg) high[4],
            t4 = out(reg) high[5],
            t5 = out(reg) high[6],
            t6 = out(reg) high[7],
            t7 = out(reg) high[8],
            t8 = out(reg) _,
            options(nostack),
        );
    }
    t
}

/// `a²`: each mixed product once, all doubled, and the squares of the words.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn sqr(a: &[Word; 9]) -> [[Word; 9]; 2] {
    let mut t: [[Word; 9]; 2] = [[0; 9]; 2];
    // SAFETY: reads nine words at `a`, writes registers.
    unsafe {
        asm!(
            load!("{a}"; 0 16 32 48; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}"),
            "ldr {a8}, [{a}, #64]",
            // Words 10 to 16 take the places of words of `a`.
            first_row!("{a0}"; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}"; "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a1}"; "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{a0}"; "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a2}"; "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{a0}" "{a1}"; "{a3}" "{a4}" "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a3}"; "{t7}" "{t8}" "{t9}" "{a0}" "{a1}" "{a2}"; "{a4}" "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a4}"; "{t9}" "{a0}" "{a1}" "{a2}" "{a3}"; "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a5}"; "{a1}" "{a2}" "{a3}" "{a4}"; "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a6}"; "{a3}" "{a4}" "{a5}"; "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            "mul {l0}, {a7}, {a8}",
            "umulh {l1}, {a7}, {a8}",
            "adds {a5}, {a5}, {l0}",
            "adc {a6}, {l1}, xzr",
            double!("{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}"; "{a7}"),
            load!("{a}"; 0; "{l0}" "{l1}"),
            "mul {t0}, {l0}, {l0}",
            "umulh {l0}, {l0}, {l0}",
            "adds {t1}, {t1}, {l0}",
            squares!("{t2}" "{t3}"; "{l1}"; "{l2}" "{l3}"),
            load!("{a}"; 16; "{l0}" "{l1}"),
            squares!("{t4}" "{t5}" "{t6}" "{t7}"; "{l0}" "{l1}"; "{l2}" "{l3}"),
            load!("{a}"; 32; "{l0}" "{l1}"),
            squares!("{t8}" "{t9}" "{a0}" "{a1}"; "{l0}" "{l1}"; "{l2}" "{l3}"),
            load!("{a}"; 48; "{l0}" "{l1}"),
            squares!("{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}"; "{l2}" "{l3}"),
            squares!("{a6}" "{a7}"; "{a8}"; "{l2}" "{l3}"),
            a = in(reg) a.as_ptr(),
            t0 = out(reg) t[0][0],
            t1 = out(reg) t[0][1],
            t2 = out(reg) t[0][2],
            t3 = out(reg) t[0][3],
            t4 = out(reg) t[0][4],
            t5 = out(reg) t[0][5],
            t6 = out(reg) t[0][6],
            t7 = out(reg) t[0][7],
            t8 = out(reg) t[0][8],
            t9 = out(reg) t[1][0],
            a0 = out(reg) t[1][1],
            a1 = out(reg) t[1][2],
            a2 = out(reg) t[1][3],
            a3 = out(reg) t[1][4],
            a4 = out(reg) t[1][5],
            a5 = out(reg) t[1][6],
            a6 = out(reg) t[1][7],
            a7 = out(reg) t[1][8],
            a8 = out(reg) _,
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            l3 = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    t
}

/// Adds the words `$h` above `$t`, moved up by 55 bits, but the bits above.
macro_rules! fold_words {
    ($op:literal; ; $h:literal) => { "" };
    ($op:literal; $t:literal $($ts:literal)*; $low:literal $h:literal $($hs:literal)*) => {
        concat!(
            "extr {l}, ", $h, ", ", $low, ", #9\n",
            $op, " ", $t, ", ", $t, ", {l}\n",
            fold_words!("adcs"; $($ts)*; $h $($hs)*),
        )
    };
}

/// `t mod 2^521 - 1` below `2^521 + 2^112`, for any `t`: first the words above `2^576`, which are
/// worth `2^55`, then the bits above `2^521`.
///
/// - Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn reduce_p521(t: &[[Word; 9]; 2]) -> [Word; 9] {
    let mut r: [Word; 9] = [0; 9];
    // SAFETY: registers only.
    unsafe {
        asm!(
            "adds {t0}, {t0}, {h0}, lsl #55",
            fold_words!("adcs"; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}";
                "{h0}" "{h1}" "{h2}" "{h3}" "{h4}" "{h5}" "{h6}" "{h7}" "{h8}"),
            "lsr {l}, {h8}, #9",
            "adc {l}, {l}, xzr",
            "extr {h8}, {l}, {t8}, #9",
            "lsr {l}, {l}, #9",
            "and {t8}, {t8}, #0x1ff",
            "adds {t0}, {t0}, {h8}",
            "adcs {t1}, {t1}, {l}",
            "adcs {t2}, {t2}, xzr",
            "adcs {t3}, {t3}, xzr",
            "adcs {t4}, {t4}, xzr",
            "adcs {t5}, {t5}, xzr",
            "adcs {t6}, {t6}, xzr",
            "adcs {t7}, {t7}, xzr",
            "adc {t8}, {t8}, xzr",
            t0 = inout(reg) t[0][0] => r[0],
            t1 = inout(reg) t[0][1] => r[1],
            t2 = inout(reg) t[0][2] => r[2],
            t3 = inout(reg) t[0][3] => r[3],
            t4 = inout(reg) t[0][4] => r[4],
            t5 = inout(reg) t[0][5] => r[5],
            t6 = inout(reg) t[0][6] => r[6],
            t7 = inout(reg) t[0][7] => r[7],
            t8 = inout(reg) t[0][8] => r[8],
            h0 = in(reg) t[1][0],
            h1 = in(reg) t[1][1],
            h2 = in(reg) t[1][2],
            h3 = in(reg) t[1][3],
            h4 = in(reg) t[1][4],
            h5 = in(reg) t[1][5],
            h6 = in(reg) t[1][6],
            h7 = in(reg) t[1][7],
            h8 = inout(reg) t[1][8] => _,
            l = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    r
}
