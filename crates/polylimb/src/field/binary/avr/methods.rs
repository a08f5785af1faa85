//! The other products of `[Aranha2009]`, Table 4, for polynomials below x^163. They are slower than
//! `multiply.rs` and stand here to be measured.
//!
//! ```text
//! fn(r: *mut [u8; 42], a: *const [u8; 21], b: *const [u8; 21])
//! ```
//! **In memory.** `[LopezDahab2000]` with the sum in `r`: a row loads, adds and stores each of its
//! bytes. X in `a`, Y in `r`, Z the row.
//!
//! **Karatsuba.** Three products of 11 bytes over `[LopezDahab2000]`, the sum in twelve registers,
//! both passes upwards (Algorithm 4). Registers as in `multiply_233.rs`. The sums of halves, and
//! the products that do not fit into `r`, lie in the second page behind its row of zeros.
//!
//! **Time.** Constant. **Memory.** The table of `multiply.rs`.

use super::multiply::{MEMORY, tabulate};

/// `Y += row`: of the first 16 columns, and then of the other 5.
macro_rules! row_in_memory {
    () => {
        concat!(
            "ldi r31, hi8({table})\n", row_in_memory!(0; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
            "lsr r30\n ldi r31, hi8({table}+256)\n", row_in_memory!(16; 0 1 2 3 4),
            "adiw r28, 1\n"
        )
    };
    ($first:literal; $($j:literal)+) => {
        concat!($("ldd r18, Z+", $j, "\n ldd r19, Y+", $first, "+", $j, "\n eor r18, r19\n std Y+", $first, "+", $j, ", r18\n"),+)
    };
}

// r = a b, the sum in memory.
kernel!(
    product_in_memory,
    (table = MEMORY, tabulate = tabulate),
    [
        "push r28\n push r29\n movw r26, r20\n call {tabulate}",
        "movw r28, r24\n ldi r18, 42",
        "2: st Y+, r1\n dec r18\n brne 2b",
        "movw r28, r24\n movw r26, r22\n ldi r20, 21",
        "3: ld r30, X+\n andi r30, 0xf0",
        row_in_memory!(),
        "dec r20\n breq 4f\n rjmp 3b",
        "4: movw r28, r24\n clr r19\n ldi r20, 42\n ldi r21, 16",
        "5: ld r18, Y\n mul r18, r21\n eor r0, r19\n mov r19, r1\n st Y+, r0\n dec r20\n brne 5b",
        "movw r28, r24\n movw r26, r22\n ldi r20, 21",
        "6: ld r30, X+\n swap r30\n andi r30, 0xf0",
        row_in_memory!(),
        "dec r20\n breq 7f\n rjmp 6b",
        "7: pop r29\n pop r28\n clr r1\n ret",
    ]
);

/// The columns of a row of half a product.
macro_rules! each_of_12 {
    ($callback:ident, $($acc:ident)+) => {
        $callback!("Z+0" "Z+1" "Z+2" "Z+3" "Z+4" "Z+5" "Z+6" "Z+7" "Z+8" "Z+9" "Z+10" "Z+11"; $($acc)+)
    };
}

/// The rows of eleven half bytes, which `$select` brings into the upper half of r30; `$leave!`
/// takes the byte that leaves the sum, and at the end the others.
macro_rules! half_pass {
    ($select:literal, $leave:ident) => {
        concat!("movw r26, r20\n", half_pass!(@ $select, load_row, $leave, [0 1 2 3 4 5 6 7 8 9 10] r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13))
    };
    (@ $select:literal, $row:ident, $leave:ident, [$k:literal $($rest:literal)*] $bottom:ident $($acc:ident)+) => {
        concat!(
            "ld r30, X+\n", $select, "andi r30, 0xf0\n", each_of_12!($row, $bottom $($acc)+),
            $leave!($k $bottom), half_pass!(@ $select, add_row_new_top, $leave, [$($rest)*] $($acc)+ $bottom)
        )
    };
    (@ $select:literal, $row:ident, $leave:ident, [] $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident
        $h:ident $i:ident $j:ident $k:ident $free:ident) => {
        $leave!(11 $a 12 $b 13 $c 14 $d 15 $e 16 $f 17 $g 18 $h 19 $i 20 $j 21 $k)
    };
}

macro_rules! leave {
    ($($k:literal $r:ident)+) => { concat!($("std Y+", $k, ", ", stringify!($r), "\n"),+) };
}

macro_rules! leave_added {
    ($($k:literal $r:ident)+) => {
        concat!($("ldd r23, Y+", $k, "\n eor r23, ", stringify!($r), "\n std Y+", $k, ", r23\n"),+)
    };
}

macro_rules! shift_half {
    ($($k:literal)+) => {
        concat!($("ldd r18, Y+", $k, "\n mul r18, r25\n eor r0, r19\n mov r19, r1\n std Y+", $k, ", r0\n"),+)
    };
}

// Y = the product of the 11 bytes behind r21:r20 and the 11 behind X, 22 bytes.
kernel!(
    half_product,
    (table = MEMORY),
    [
        "clr r18",
        four_columns!(16, 0, 1, 2, 3),
        four_columns!(16, 4, 5, 6, 7),
        "ld r2, X+\n ld r3, X+\n ld r4, X+\n clr r5",
        four_columns!(@loaded 16, 8, 9, 10, 11),
        "ldi r31, hi8({table})",
        half_pass!("", leave),
        "ldi r25, 16\n clr r19",
        shift_half!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21),
        half_pass!("swap r30\n", leave_added),
        "ret",
    ]
);

/// The upper half of the operand behind Z, at `$at` of the memory; 10 bytes.
macro_rules! upper_half {
    ($at:literal; $($i:literal)+) => {
        concat!($("ldd r18, Z+11+", $i, "\n sts {table}+", $at, "+", $i, ", r18\n",)+ "sts {table}+10+", $at, ", r1\n")
    };
}

/// Adds the lower half.
macro_rules! add_lower_half {
    ($at:literal; $($i:literal)+) => {
        concat!($("ldd r18, Z+", $i, "\n lds r19, {table}+", $at, "+", $i, "\n eor r18, r19\n sts {table}+", $at, "+", $i, ", r18\n"),+)
    };
}

/// Y = l + (l + m + h) x^88 + h x^176, from l in Y, m in Z and h in Z + 22.
macro_rules! put_halves_together {
    ($($i:literal)+; $($top:literal)+) => {
        concat!(
            $(
                "ldd r18, Y+11+", $i, "\n ldd r19, Z+22+", $i, "\n eor r18, r19\n mov r19, r18\n",
                "ldd r20, Y+", $i, "\n eor r18, r20\n ldd r20, Z+", $i, "\n eor r18, r20\n std Y+11+", $i, ", r18\n",
                "ldd r20, Z+11+", $i, "\n eor r19, r20\n ldd r20, Z+33+", $i, "\n eor r19, r20\n std Y+22+", $i, ", r19\n",
            )+
            $("ldd r18, Z+33+", $top, "\n std Y+33+", $top, ", r18\n"),+
        )
    };
}

// r = a b.
kernel!(
    product_karatsuba,
    (table = MEMORY, half_product = half_product),
    [
        "push r28\n push r29\n movw r28, r24",
        "movw r30, r22",
        upper_half!(264; 0 1 2 3 4 5 6 7 8 9),
        "movw r30, r20",
        upper_half!(275; 0 1 2 3 4 5 6 7 8 9),
        "push r22\n push r23\n push r20\n push r21",
        "movw r26, r20\n movw r20, r22\n call {half_product}",
        "push r28\n push r29\n ldi r28, lo8({table}+308)\n ldi r29, hi8({table}+308)",
        "ldi r20, lo8({table}+264)\n ldi r21, hi8({table}+264)\n ldi r26, lo8({table}+275)\n ldi r27, hi8({table}+275)",
        "call {half_product}\n pop r29\n pop r28",
        "pop r31\n pop r30",
        add_lower_half!(275; 0 1 2 3 4 5 6 7 8 9 10),
        "pop r31\n pop r30",
        add_lower_half!(264; 0 1 2 3 4 5 6 7 8 9 10),
        "push r28\n push r29\n ldi r28, lo8({table}+286)\n ldi r29, hi8({table}+286)",
        "ldi r20, lo8({table}+264)\n ldi r21, hi8({table}+264)\n ldi r26, lo8({table}+275)\n ldi r27, hi8({table}+275)",
        "call {half_product}\n movw r30, r28\n pop r29\n pop r28",
        put_halves_together!(0 1 2 3 4 5 6 7 8 9 10; 0 1 2 3 4 5 6 7 8),
        "pop r29\n pop r28\n clr r1\n ret",
    ]
);
