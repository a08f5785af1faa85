//! Reduction modulo x^163 + x^7 + x^6 + x^3 + 1.
//!
//! ```text
//! fn(r: *mut [u8; 21], c: *const [u8; 42])      degree below 328, so byte 41 is 0
//! ```
//! **Source.** `[Aranha2009]`, Algorithm 6, with shifts by `mul`. Two misprints of the paper are
//! corrected here: t ^ (t >> 1) loses a bit, and the top of byte 20 comes last.
//!
//! **Idea.** From byte 40 down: byte i is added to bytes i - 21, i - 20 and i - 19; the last one is
//! then complete. Three products shift it by five, three and four bits both ways at once.
//!
//! **Registers.** Z in `c`, X in `r`; r18 the byte to fold, r19 to r21 in turn the three bytes that
//! it is added to, r22 and r23 bytes 21 and 20 until their turn, r24 = 32, r25 = 8.
//!
//! **Time.** Constant. **Aliasing.** `r` may be `c`.

/// Folds byte `$i` into its three places. The lowest is loaded; the highest is complete and is
/// stored.
macro_rules! step {
    ($i:literal, $place:literal, $low:ident $middle:ident $high:ident) => {
        concat!("ldd r18, Z+", $i, "\n", step!(@ r18, $place, $low $middle $high), "st -X, ", stringify!($high), "\n")
    };
    (@ $top:ident, $place:literal, $low:ident $middle:ident $high:ident) => {
        concat!(
            fold!($top $middle $high),
            "ldd ", stringify!($low), ", Z+", $place, "\n eor ", stringify!($low), ", r0\n"
        )
    };
}

kernel!(
    reduce,
    (),
    [
        "movw r30, r22\n movw r26, r24\n adiw r26, 20\n ldi r24, 32\n ldi r25, 8",
        "ldd r22, Z+21\n ldd r20, Z+20",
        "ldd r18, Z+40",
        step!(@ r18, 19, r19 r20 r22),
        "ldd r18, Z+39",
        step!(@ r18, 18, r21 r19 r20),
        "mov r23, r20",
        step!(38, 17, r20 r21 r19),
        step!(37, 16, r19 r20 r21),
        step!(36, 15, r21 r19 r20),
        step!(35, 14, r20 r21 r19),
        step!(34, 13, r19 r20 r21),
        step!(33, 12, r21 r19 r20),
        step!(32, 11, r20 r21 r19),
        step!(31, 10, r19 r20 r21),
        step!(30, 9, r21 r19 r20),
        step!(29, 8, r20 r21 r19),
        step!(28, 7, r19 r20 r21),
        step!(27, 6, r21 r19 r20),
        step!(26, 5, r20 r21 r19),
        step!(25, 4, r19 r20 r21),
        step!(24, 3, r21 r19 r20),
        step!(23, 2, r20 r21 r19),
        step!(22, 1, r19 r20 r21),
        step!(@ r22, 0, r21 r19 r20),
        "st -X, r20",
        // Bytes 0 and 1 are r21 and r19. The five bits from x^163 on come back at x^0, x^3, x^6 and
        // x^7.
        fold_last!(r21 r19 r23, r18),
        "st -X, r19\n st -X, r21\n adiw r26, 20\n st X, r23\n clr r1\n ret",
    ]
);
