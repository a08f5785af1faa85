//! The instruction sequences that the products of `multiply.rs` consist of, as text for the
//! assembler.
//!
//! Registers are given as lists in the order of their positions in the sum. A sum of 21 bytes moves
//! along the product one byte per row, so the list rotates and no byte is ever moved:
//! `low_to_high!` frees the register of the lowest byte, `high_to_low!` frees the register of the
//! highest.

/// A function of these instructions alone; the last is `ret` or a jump. Call it by [`call!`] only,
/// because the compiler takes it for a function that never returns. (`global_asm!` and naked
/// functions do not know the processor's instructions when optimised across crates.)
macro_rules! kernel {
    ($name:ident, ($($symbol:ident = $item:ident),*), [$($text:expr),+ $(,)?]) => {
        #[inline(never)]
        pub(super) unsafe extern "C" fn $name() -> ! {
            // SAFETY: the caller fulfils the file's contract; code after the instructions is never
            // reached.
            unsafe { core::arch::asm!($($text),+, $($symbol = sym $item,)* options(noreturn)) }
        }
    };
}

/// Calls a kernel with its pointers in r25:r24, r23:r22 and r21:r20. With `all`, any register but
/// r28 and r29 may change; with `few`, only the registers that the C calling convention gives to a
/// callee. The caller of several kernels saves the other registers once, instead of each kernel.
macro_rules! call {
    (all $kernel:path, $r:expr, $a:expr, $b:expr) => {
        call!(@ $kernel, $r, $a, $b, "r2" "r3" "r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "r16" "r17")
    };
    (few $kernel:path, $r:expr, $a:expr) => { call!(@ $kernel, $r, $a, 0_usize,) };
    (@ $kernel:path, $r:expr, $a:expr, $b:expr, $($clobbered:tt)*) => {
        core::arch::asm!(
            "call {kernel}", kernel = sym $kernel,
            inlateout("r25r24") $r => _, inlateout("r23r22") $a => _, inlateout("r21r20") $b => _,
            $(out($clobbered) _,)*
            out("r18") _, out("r19") _, out("r26") _, out("r27") _, out("r30") _, out("r31") _,
        )
    };
}

/// Columns of a row: 16 bytes behind Z, the other 5 behind Y.
macro_rules! each_column {
    ($callback:ident, $($acc:ident)+) => {
        $callback!(
            "Z+0" "Z+1" "Z+2" "Z+3" "Z+4" "Z+5" "Z+6" "Z+7" "Z+8" "Z+9" "Z+10" "Z+11" "Z+12" "Z+13" "Z+14"
            "Z+15" "Y+0" "Y+1" "Y+2" "Y+3" "Y+4"; $($acc)+
        )
    };
}

/// sum = row: 21 loads.
macro_rules! load_row {
    ($($column:literal)+; $($acc:ident)+) => {
        concat!($("ldd ", stringify!($acc), ", ", $column, "\n"),+)
    };
}

/// sum += row: 21 loads and sums.
macro_rules! add_row {
    ($($column:literal)+; $($acc:ident)+) => {
        concat!($("ldd r23, ", $column, "\n eor ", stringify!($acc), ", r23\n"),+)
    };
}

/// sum += row; the highest byte of the sum is new and is loaded.
macro_rules! add_row_new_top {
    ($($column:literal)+; $($acc:ident)+) => {
        add_row_new_top!(@ [] $($column $acc)+)
    };
    (@ [$($text:expr,)*] $column:literal $acc:ident) => {
        concat!($($text,)* "ldd ", stringify!($acc), ", ", $column, "\n")
    };
    (@ [$($text:expr,)*] $column:literal $acc:ident $($rest:tt)+) => {
        add_row_new_top!(@ [$($text,)* "ldd r23, ", $column, "\n eor ", stringify!($acc), ", r23\n",] $($rest)+)
    };
}

/// sum += row; the lowest byte of the sum becomes r0 plus the row's lowest byte.
macro_rules! add_row_new_bottom {
    ($first:literal $($column:literal)+; $bottom:ident $($acc:ident)+) => {
        concat!(
            "ldd ", stringify!($bottom), ", ", $first, "\n eor ", stringify!($bottom), ", r0\n",
            $("ldd r23, ", $column, "\n eor ", stringify!($acc), ", r23\n"),+
        )
    };
}

/// Z and Y to the row of the upper half of the next byte of `a`, upwards.
macro_rules! upper_row_up {
    () => {
        "ld r30, X+\n andi r30, 0xf0\n mov r28, r30\n lsr r28\n"
    };
}

/// Z and Y to the row of the lower half of the next byte of `a`, downwards.
macro_rules! lower_row_down {
    () => {
        "ld r30, -X\n swap r30\n andi r30, 0xf0\n mov r28, r30\n lsr r28\n"
    };
}

/// The upper halves of the bytes 0 to 19 of `a`: the sum moves up; the byte that leaves it is
/// stored as byte k of `low`. Then `$next!` with the registers in order of the positions 20 to 40;
/// the last register is free.
macro_rules! low_to_high {
    ($next:ident, [] $($acc:ident)+) => { $next!($($acc)+) };
    ($next:ident, [0 $($k:literal)*] $bottom:ident $($acc:ident)+) => {
        concat!(
            upper_row_up!(), each_column!(load_row, $bottom $($acc)+),
            "sts {table}+384, ", stringify!($bottom), "\n",
            low_to_high!($next, [$($k)*] $($acc)+ $bottom)
        )
    };
    ($next:ident, [$k:literal $($rest:literal)*] $bottom:ident $($acc:ident)+) => {
        concat!(
            upper_row_up!(), each_column!(add_row_new_top, $bottom $($acc)+),
            "sts {table}+384+", $k, ", ", stringify!($bottom), "\n",
            low_to_high!($next, [$($rest)*] $($acc)+ $bottom)
        )
    };
}

/// sum <<= 4 through products by r25 = 16, from the free top register downwards.
macro_rules! shift_left_4 {
    ($($acc:ident)+) => { shift_left_4!(@reverse [] $($acc)+) };
    (@reverse [$($done:ident)*] $first:ident $($rest:ident)*) => {
        shift_left_4!(@reverse [$first $($done)*] $($rest)*)
    };
    (@reverse [$free:ident $top:ident $($acc:ident)+]) => {
        concat!(
            "mul ", stringify!($top), ", r25\n mov ", stringify!($free), ", r1\n mov ", stringify!($top), ", r0\n",
            shift_left_4!(@ $top $($acc)+)
        )
    };
    (@ $last:ident) => { "" };
    (@ $above:ident $here:ident $($acc:ident)*) => {
        concat!(
            "mul ", stringify!($here), ", r25\n eor ", stringify!($above), ", r1\n mov ", stringify!($here), ", r0\n",
            shift_left_4!(@ $here $($acc)*)
        )
    };
}

/// Folds the byte `top`, 21 bytes above the position before `low`, into `low` and `high` (F163 has
/// exponents 7, 6, 3 and 0), except the part that r0 = `top` << 5 holds afterwards. r24 = 32, r25 =
/// 8.
macro_rules! fold {
    ($top:ident $low:ident $high:ident) => {
        concat!(
            "mul ",
            stringify!($top),
            ", r25\n",
            "eor ",
            stringify!($low),
            ", r0\n eor ",
            stringify!($high),
            ", r1\n",
            "lsl r0\n rol r1\n",
            "eor ",
            stringify!($low),
            ", r0\n eor ",
            stringify!($high),
            ", r1\n",
            "eor ",
            stringify!($low),
            ", ",
            stringify!($top),
            "\n",
            "mul ",
            stringify!($top),
            ", r24\n eor ",
            stringify!($low),
            ", r1\n",
        )
    };
}

/// The five bits of byte 20 from x^163 on come back at x^0, x^3, x^6 and x^7. r24 = 32, r25 = 8;
/// `$t` is free.
macro_rules! fold_last {
    ($p0:ident $p1:ident $p20:ident, $t:ident) => {
        concat!(
            // $t = their value times 8.
            "mov ",
            stringify!($t),
            ", ",
            stringify!($p20),
            "\n andi ",
            stringify!($t),
            ", 0xf8\n",
            "eor ",
            stringify!($p20),
            ", ",
            stringify!($t),
            "\n",
            "eor ",
            stringify!($p0),
            ", ",
            stringify!($t),
            "\n mul ",
            stringify!($t),
            ", r24\n eor ",
            stringify!($p0),
            ", r1\n",
            "mul ",
            stringify!($t),
            ", r25\n",
            "eor ",
            stringify!($p0),
            ", r0\n eor ",
            stringify!($p1),
            ", r1\n lsl r0\n rol r1\n",
            "eor ",
            stringify!($p0),
            ", r0\n eor ",
            stringify!($p1),
            ", r1\n",
        )
    };
}

/// sum += row; the lowest byte of the sum is new and is loaded.
macro_rules! add_row_new_bottom_load {
    ($first:literal $($column:literal)+; $bottom:ident $($acc:ident)+) => {
        concat!(
            "ldd ", stringify!($bottom), ", ", $first, "\n",
            $("ldd r23, ", $column, "\n eor ", stringify!($acc), ", r23\n"),+
        )
    };
}

/// The lower halves of the bytes of `a` below the highest, once for each `*`: the sum moves down;
/// the byte that leaves it at the top goes through `$leave!`, then `$row!` adds a row with a new
/// bottom. Then `$next!` with the registers in order of the positions 0 to 20.
macro_rules! high_to_low {
    ($leave:ident, $row:ident, $next:ident, [] $($acc:ident)+) => { $next!($($acc)+) };
    ($leave:ident, $row:ident, $next:ident, [* $($rest:tt)*]
        $p0:ident $p1:ident $p2:ident $p3:ident $p4:ident $p5:ident $p6:ident $p7:ident $p8:ident $p9:ident $p10:ident
        $p11:ident $p12:ident $p13:ident $p14:ident $p15:ident $p16:ident $p17:ident $p18:ident $p19:ident $top:ident) => {
        concat!(
            $leave!($top $p0 $p1), lower_row_down!(),
            each_column!($row, $top $p0 $p1 $p2 $p3 $p4 $p5 $p6 $p7 $p8 $p9 $p10 $p11 $p12 $p13 $p14 $p15 $p16 $p17 $p18 $p19),
            high_to_low!($leave, $row, $next, [$($rest)*]
                $top $p0 $p1 $p2 $p3 $p4 $p5 $p6 $p7 $p8 $p9 $p10 $p11 $p12 $p13 $p14 $p15 $p16 $p17 $p18 $p19)
        )
    };
}

/// Adds the bytes that the upper halves stored, shifted up by four bits: bytes 0 to 19 of `low`, by
/// r25 = 16.
macro_rules! add_low {
    ($($acc:ident)+) => {
        add_low!(@ [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19] $($acc)+)
    };
    (@ [] $last:ident) => { "" };
    (@ [$k:literal $($rest:literal)*] $here:ident $above:ident $($acc:ident)*) => {
        concat!(
            "lds r23, {table}+384+", $k, "\n mul r23, r25\n",
            "eor ", stringify!($here), ", r0\n eor ", stringify!($above), ", r1\n",
            add_low!(@ [$($rest)*] $above $($acc)*)
        )
    };
}

/// One byte of each of a column's fifteen multiples, from its bytes of b, 2b, 4b and 8b. The rows
/// lie `$stride` apart.
macro_rules! column {
    ($stride:literal, $at:expr, $b1:ident $b2:ident $b4:ident $b8:ident) => {
        concat!(
            column!(@store $stride, $at, 1, $b1), column!(@store $stride, $at, 2, $b2),
            column!(@store $stride, $at, 4, $b4), column!(@store $stride, $at, 8, $b8),
            column!(@sum $stride, $at, 3, $b1 $b2), column!(@sum $stride, $at, 7, $b1 $b4),
            column!(@sum $stride, $at, 5, $b1 $b2), column!(@sum $stride, $at, 13, $b1 $b8),
            column!(@sum $stride, $at, 15, $b1 $b2), column!(@sum $stride, $at, 11, $b1 $b4),
            column!(@sum $stride, $at, 9, $b1 $b2), column!(@sum $stride, $at, 6, $b2 $b4),
            column!(@sum $stride, $at, 14, $b2 $b8), column!(@sum $stride, $at, 10, $b2 $b4),
            column!(@sum $stride, $at, 12, $b4 $b8)
        )
    };
    (@store $stride:literal, $at:expr, $u:literal, $r:ident) => {
        concat!("sts {table}+", $at, "+", $stride, "*", $u, ", ", stringify!($r), "\n")
    };
    (@sum $stride:literal, $at:expr, $u:literal, $r:ident $s:ident) => {
        concat!("eor ", stringify!($r), ", ", stringify!($s), "\n", column!(@store $stride, $at, $u, $r))
    };
}

/// Four columns from the next four bytes of `b` behind X, in r2 to r17; r18 is the byte before
/// them.
macro_rules! four_columns {
    ($stride:literal, $a0:expr, $a1:expr, $a2:expr, $a3:expr) => {
        concat!(
            "ld r2, X+\n ld r3, X+\n ld r4, X+\n ld r5, X+\n",
            four_columns!(@loaded $stride, $a0, $a1, $a2, $a3)
        )
    };
    (@loaded $stride:literal, $a0:expr, $a1:expr, $a2:expr, $a3:expr) => {
        concat!(
            "movw r6, r2\n movw r8, r4\n lsl r18\n rol r6\n rol r7\n rol r8\n rol r9\n",
            "movw r10, r6\n movw r12, r8\n lsl r18\n rol r10\n rol r11\n rol r12\n rol r13\n",
            "movw r14, r10\n movw r16, r12\n lsl r18\n rol r14\n rol r15\n rol r16\n rol r17\n",
            "mov r18, r5\n",
            column!($stride, $a0, r2 r6 r10 r14), column!($stride, $a1, r3 r7 r11 r15),
            column!($stride, $a2, r4 r8 r12 r16), column!($stride, $a3, r5 r9 r13 r17)
        )
    };
}

/// The fifteen multiples of the 21 bytes behind X, in columns: 16 bytes of each row in the first
/// page, with room for 16; the other 5 in the second, with room for 8. Row 0 is zero and is not
/// written. Uses r2 to r18.
macro_rules! tabulate {
    () => {
        concat!(
            "clr r18\n",
            four_columns!(16, 0, 1, 2, 3), four_columns!(16, 4, 5, 6, 7),
            four_columns!(16, 8, 9, 10, 11), four_columns!(16, 12, 13, 14, 15),
            four_columns!(8, "256+0", "256+1", "256+2", "256+3"),
            "ld r2, X+\n",
            "mov r6, r2\n lsl r18\n rol r6\n",
            "mov r10, r6\n lsl r18\n rol r10\n",
            "mov r14, r10\n lsl r18\n rol r14\n",
            column!(8, "256+4", r2 r6 r10 r14)
        )
    };
}
