//! Sums in `F_2^163` and `F_2^233`.
//!
//! ```text
//! fn(r: *mut [u8; 21 or 30], a: *const [u8; 21 or 30])      r += a
//! ```
//! **Registers.** Z in `r`, X in `a`, r18 and r19 a byte of each. **Time.** Constant. **Aliasing.**
//! Any.

macro_rules! add_bytes {
    ($($at:literal)+) => {
        concat!($("ld r18, X+\n ldd r19, Z+", $at, "\n eor r19, r18\n std Z+", $at, ", r19\n"),+)
    };
}

// r += a.
kernel!(
    add_assign,
    (),
    [
        "movw r30, r24\n movw r26, r22",
        add_bytes!(0 1 2 3 4 5 6),
        add_bytes!(7 8 9 10 11 12 13),
        add_bytes!(14 15 16 17 18 19 20),
        "ret",
    ]
);

// r += a of 30 bytes.
kernel!(
    add_assign_30,
    (),
    [
        "movw r30, r24\n movw r26, r22",
        add_bytes!(0 1 2 3 4 5 6 7 8 9),
        add_bytes!(10 11 12 13 14 15 16 17 18 19),
        add_bytes!(20 21 22 23 24 25 26 27 28 29),
        "ret",
    ]
);
