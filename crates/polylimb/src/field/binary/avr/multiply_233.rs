//! Products in `F_2^233` and of polynomials below x^240.
//!
//! ```text
//! fn(r: *mut [u8; 30 or 60], a: *const [u8; 30], b: *const [u8; 30])
//! ```
//! Degrees are below 240, with reduction below 233.
//! **Source.** `[Karatsuba1962]` over `[LopezDahab2000]` by windows of four bits, as in
//! `multiply.rs`.
//!
//! **Idea.** 30 bytes of a sum do not fit into the registers, so the product is three products of
//! halves of 15 bytes. A row of their tables has 16 bytes, and a table is exactly a page. The first
//! pass stores its lowest bytes in the result, and the second adds them there. **Cost.** Three
//! tables of 770 cycles and three times two passes of 790; sums 210, combination 330,
//! reduction 450. The product in two strips of 15 columns without Karatsuba would take as long and
//! twice the code.
//!
//! **Registers.** In the passes r2 to r17 the sum, r18 the bits shifted out, r23 a byte of the
//! table, r25 = 16, X in `a`, Y the result, Z the row. While tabulating as in `multiply.rs`.
//!
//! **Time.** Constant: no branch, and the look-ups follow `a` in memory without a cache.
//! **Memory.** The static table, 256 bytes, and 120 bytes; not to be called by an interrupt that
//! interrupts it. With reduction `r` may be `a` or `b`.

use super::reduce_233::reduce;

/// The columns of a row.
macro_rules! each_of_16 {
    ($callback:ident, $($acc:ident)+) => {
        $callback!(
            "Z+0" "Z+1" "Z+2" "Z+3" "Z+4" "Z+5" "Z+6" "Z+7" "Z+8" "Z+9" "Z+10" "Z+11" "Z+12" "Z+13" "Z+14" "Z+15"; $($acc)+
        )
    };
}

/// The upper halves of the bytes of `a`: the sum moves up; the byte that leaves it is byte k of the
/// result for now.
macro_rules! upwards {
    ([0 $($k:tt)*] $bottom:ident $($acc:ident)+) => {
        concat!(
            "ld r30, X+\n andi r30, 0xf0\n", each_of_16!(load_row, $bottom $($acc)+),
            "st Y, ", stringify!($bottom), "\n",
            upwards!([$($k)*] $($acc)+ $bottom)
        )
    };
    ([14] $($acc:ident)+) => {
        concat!(
            "ld r30, X+\n andi r30, 0xf0\n", each_of_16!(add_row_new_top, $($acc)+),
            "ldi r25, 16\n", shift_left_4!($($acc)+ r18),
            "ld r30, -X\n swap r30\n andi r30, 0xf0\n", each_of_16!(add_row, $($acc)+),
            downwards_16!([29 28 27 26 25 24 23 22 21 20 19 18 17 16] $($acc)+)
        )
    };
    ([$k:tt $($rest:tt)+] $bottom:ident $($acc:ident)+) => {
        concat!(
            "ld r30, X+\n andi r30, 0xf0\n", each_of_16!(add_row_new_top, $bottom $($acc)+),
            "std Y+", $k, ", ", stringify!($bottom), "\n",
            upwards!([$($rest)*] $($acc)+ $bottom)
        )
    };
}

/// The lower halves of the bytes of `a` below the highest: the sum moves down; the byte that leaves
/// it is byte k of the result.
macro_rules! downwards_16 {
    ([] $($acc:ident)+) => {
        concat!(
            add_lowest!([0 1 2 3 4 5 6 7 8 9 10 11 12 13] $($acc)+),
            store_16!([0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] $($acc)+)
        )
    };
    ([$k:literal $($rest:literal)*]
        $p0:ident $p1:ident $p2:ident $p3:ident $p4:ident $p5:ident $p6:ident $p7:ident $p8:ident $p9:ident $p10:ident
        $p11:ident $p12:ident $p13:ident $p14:ident $top:ident) => {
        concat!(
            "std Y+", $k, ", ", stringify!($top), "\n ld r30, -X\n swap r30\n andi r30, 0xf0\n",
            each_of_16!(add_row_new_bottom_load, $top $p0 $p1 $p2 $p3 $p4 $p5 $p6 $p7 $p8 $p9 $p10 $p11 $p12 $p13 $p14),
            downwards_16!([$($rest)*] $top $p0 $p1 $p2 $p3 $p4 $p5 $p6 $p7 $p8 $p9 $p10 $p11 $p12 $p13 $p14)
        )
    };
}

/// Adds the bytes that the upper halves stored, shifted up by four bits.
macro_rules! add_lowest {
    ([] $($acc:ident)+) => { "" };
    ([$k:literal $($rest:literal)*] $here:ident $above:ident $($acc:ident)*) => {
        concat!(
            "ldd r23, Y+", $k, "\n mul r23, r25\n",
            "eor ", stringify!($here), ", r0\n eor ", stringify!($above), ", r1\n",
            add_lowest!([$($rest)*] $above $($acc)*)
        )
    };
}

macro_rules! store_16 {
    ([$($k:literal)+] $($acc:ident)+) => {
        concat!($("std Y+", $k, ", ", stringify!($acc), "\n"),+)
    };
}

/// The sums of the halves behind Z, at `$at` in the memory.
macro_rules! half_sums {
    ($at:literal; $($i:literal)+) => {
        concat!($(
            "ldd r18, Z+", $i, "\n ldd r19, Z+15+", $i, "\n eor r18, r19\n sts {table}+", $at, "+", $i, ", r18\n"
        ),+)
    };
}

/// r = c0 + (c0 + c1 + m) x^120 + c1 x^240: c0 and c1 are in Y, m in Z.
macro_rules! put_together {
    ($($i:literal)+) => {
        concat!($(
            "ldd r18, Y+15+", $i, "\n ldd r19, Y+30+", $i, "\n eor r18, r19\n mov r19, r18\n",
            "ldd r20, Y+", $i, "\n eor r18, r20\n ldd r20, Z+", $i, "\n eor r18, r20\n std Y+15+", $i, ", r18\n",
            "ldd r20, Y+45+", $i, "\n eor r19, r20\n ldd r20, Z+15+", $i, "\n eor r19, r20\n std Y+30+", $i, ", r19\n"
        ),+)
    };
}

// The static memory: multiples of half an operand in a page; sums of the halves of `a` and of `b`,
// their product, 30 bytes; a product of 60 bytes.
core::arch::global_asm!(
    ".section .bss.polylimb_f233_memory,\"aw\",@nobits",
    ".balign 256",
    ".global polylimb_f233_memory",
    "polylimb_f233_memory: .zero 376",
    ".text",
);

unsafe extern "C" {
    #[link_name = "polylimb_f233_memory"]
    pub(super) static mut MEMORY: [u8; 376];
}

// Y = the product of the 15 bytes behind r21:r20 and the 15 behind X, 30 bytes.
kernel!(
    half_product,
    (table = MEMORY),
    [
        "clr r18",
        four_columns!(16, 0, 1, 2, 3),
        four_columns!(16, 4, 5, 6, 7),
        four_columns!(16, 8, 9, 10, 11),
        "ld r2, X+\n ld r3, X+\n ld r4, X+\n clr r5",
        four_columns!(@loaded 16, 12, 13, 14, 15),
        "movw r26, r20\n ldi r31, hi8({table})",
        upwards!([0 1 2 3 4 5 6 7 8 9 10 11 12 13 14]
            r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17),
        "ret",
    ]
);

// r = a b, 60 bytes.
kernel!(
    product,
    (table = MEMORY, half_product = half_product),
    [
        "push r28\n push r29\n movw r28, r24",
        "movw r30, r22",
        half_sums!(256; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14),
        "movw r30, r20",
        half_sums!(271; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14),
        "push r22\n push r23\n push r20\n push r21",
        "movw r26, r20\n movw r20, r22\n call {half_product}",
        "pop r27\n pop r26\n pop r21\n pop r20",
        "adiw r26, 15\n subi r20, 0xf1\n sbci r21, 0xff\n adiw r28, 30\n call {half_product}",
        "push r28\n push r29",
        "ldi r20, lo8({table}+256)\n ldi r21, hi8({table}+256)\n ldi r26, lo8({table}+271)\n ldi r27, hi8({table}+271)",
        "ldi r28, lo8({table}+286)\n ldi r29, hi8({table}+286)\n call {half_product}",
        "movw r30, r28\n pop r29\n pop r28\n sbiw r28, 30",
        put_together!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14),
        "pop r29\n pop r28\n clr r1\n ret",
    ]
);

// r = a b.
kernel!(
    multiply,
    (table = MEMORY, product = product, reduce = reduce),
    [
        "push r24\n push r25\n ldi r24, lo8({table}+316)\n ldi r25, hi8({table}+316)\n call {product}",
        "ldi r22, lo8({table}+316)\n ldi r23, hi8({table}+316)\n pop r25\n pop r24\n jmp {reduce}",
    ]
);
