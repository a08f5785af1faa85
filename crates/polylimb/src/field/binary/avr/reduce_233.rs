//! Reduction modulo x^233 + x^74 + 1.
//!
//! ```text
//! fn(r: *mut [u8; 30], c: *const [u8; 60])      degree below 465, so byte 59 is 0
//! ```
//! **Idea.** From byte 58 down: byte i is added to bytes i - 30 and i - 29 (shifted by seven bits)
//! and to i - 20 and i - 19 (by one), two products. The twelve bytes i - 30 to i - 19 are a window
//! in registers. It moves down by rotating its list at compile time, so each byte is loaded and
//! stored once; bytes 30 to 39 are held in registers until their turn.
//!
//! **Registers.** r2 to r23 the window and the bytes held, r26 the byte to fold, r24 = 2, r25 =
//! 128, Z in `c`, Y in `r`.
//!
//! **Time.** Constant. **Aliasing.** `r` may be `c`.

/// Folds byte `$t` into its four places.
macro_rules! fold_trinomial {
    ($t:ident, $w0:ident $w1:ident $w10:ident $w11:ident) => {
        concat!(
            "mul ",
            stringify!($t),
            ", r25\n eor ",
            stringify!($w0),
            ", r0\n eor ",
            stringify!($w1),
            ", r1\n",
            "mul ",
            stringify!($t),
            ", r24\n eor ",
            stringify!($w10),
            ", r0\n eor ",
            stringify!($w11),
            ", r1\n"
        )
    };
}

/// Bytes 58 to 49: the byte that leaves the window at the top is held.
macro_rules! hold {
    ([] $window:tt $held:tt []) => {
        leave!([(48 29 17) (47 28 16) (46 27 15) (45 26 14) (44 25 13) (43 24 12) (42 23 11) (41 22 10) (40 21 9)] $window $held)
    };
    ([($i:literal $new:literal) $($rest:tt)*] [$w0:ident $w1:ident $w2:ident $w3:ident $w4:ident $w5:ident $w6:ident $w7:ident $w8:ident $w9:ident $w10:ident $w11:ident] [$($held:ident)*] [$free:ident $($more:ident)*]) => {
        concat!(
            "ldd r26, Z+", $i, "\n", fold_trinomial!(r26, $w0 $w1 $w10 $w11),
            "ldd ", stringify!($free), ", Z+", $new, "\n",
            hold!([$($rest)*] [$free $w0 $w1 $w2 $w3 $w4 $w5 $w6 $w7 $w8 $w9 $w10] [$($held)* $w11] [$($more)*])
        )
    };
}

/// Bytes 48 to 40: the byte that leaves the window is complete.
macro_rules! leave {
    ([] $window:tt $held:tt) => {
        use_held!([(20 8) (19 7) (18 6) (17 5) (16 4) (15 3) (14 2) (13 1) (12 0)] $window $held)
    };
    ([($i:literal $done:literal $new:literal) $($rest:tt)*] [$w0:ident $w1:ident $w2:ident $w3:ident $w4:ident $w5:ident $w6:ident $w7:ident $w8:ident $w9:ident $w10:ident $w11:ident] $held:tt) => {
        concat!(
            "ldd r26, Z+", $i, "\n", fold_trinomial!(r26, $w0 $w1 $w10 $w11),
            "std Y+", $done, ", ", stringify!($w11), "\n ldd ", stringify!($w11), ", Z+", $new, "\n",
            leave!([$($rest)*] [$w11 $w0 $w1 $w2 $w3 $w4 $w5 $w6 $w7 $w8 $w9 $w10] $held)
        )
    };
}

/// Bytes 39 to 30, which were held.
macro_rules! use_held {
    ([] [$w0:ident $w1:ident $w2:ident $w3:ident $w4:ident $w5:ident $w6:ident $w7:ident $w8:ident $w9:ident $w10:ident $w11:ident] [$t:ident]) => {
        concat!(fold_trinomial!($t, $w0 $w1 $w10 $w11), finish!($w0 $w1 $w2 $w3 $w4 $w5 $w6 $w7 $w8 $w9 $w10 $w11))
    };
    ([($done:literal $new:literal) $($rest:tt)*] [$w0:ident $w1:ident $w2:ident $w3:ident $w4:ident $w5:ident $w6:ident $w7:ident $w8:ident $w9:ident $w10:ident $w11:ident] [$t:ident $($held:ident)*]) => {
        concat!(
            fold_trinomial!($t, $w0 $w1 $w10 $w11),
            "std Y+", $done, ", ", stringify!($w11), "\n ldd ", stringify!($w11), ", Z+", $new, "\n",
            use_held!([$($rest)*] [$w11 $w0 $w1 $w2 $w3 $w4 $w5 $w6 $w7 $w8 $w9 $w10] [$($held)*])
        )
    };
}

/// The seven bits of byte 29 from x^233 on come back at x^0 and x^74; bytes 0 to 11 are complete
/// then.
macro_rules! finish {
    ($w0:ident $w1:ident $w2:ident $w3:ident $w4:ident $w5:ident $w6:ident $w7:ident $w8:ident $w9:ident $w10:ident $w11:ident) => {
        concat!(
            "ldd r26, Y+29\n mov r27, r26\n andi r27, 0x01\n std Y+29, r27\n andi r26, 0xfe\n",
            "mul r26, r24\n eor ", stringify!($w9), ", r0\n eor ", stringify!($w10), ", r1\n",
            "lsr r26\n eor ", stringify!($w0), ", r26\n",
            finish!(@ [0 1 2 3 4 5 6 7 8 9 10 11] $w0 $w1 $w2 $w3 $w4 $w5 $w6 $w7 $w8 $w9 $w10 $w11)
        )
    };
    (@ [$($k:literal)+] $($w:ident)+) => {
        concat!($("std Y+", $k, ", ", stringify!($w), "\n"),+)
    };
}

kernel!(
    reduce,
    (),
    [
        "push r28\n push r29\n movw r28, r24\n movw r30, r22\n ldi r24, 2\n ldi r25, 128",
        "ldd r2, Z+28\n ldd r3, Z+29\n ldd r4, Z+30\n ldd r5, Z+31\n ldd r6, Z+32\n ldd r7, Z+33\n ldd r8, Z+34\n ldd r9, Z+35\n ldd r10, Z+36\n ldd r11, Z+37\n ldd r12, Z+38\n ldd r13, Z+39",
        hold!([(58 27) (57 26) (56 25) (55 24) (54 23) (53 22) (52 21) (51 20) (50 19) (49 18)] [r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13] [] [r14 r15 r16 r17 r18 r19 r20 r21 r22 r23]),
        "pop r29\n pop r28\n clr r1\n ret",
    ]
);
