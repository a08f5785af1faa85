//! Inverses in `F_2^163` by the binary Euclidean algorithm. Variable time: for public elements.
//!
//! ```text
//! fn(r: *mut [u8; 21], a: *const [u8; 21])      a not 0, or it never ends; degree below 163
//! ```
//! **Source.** `[Hankerson2004]`, Algorithm 2.49 (`[Aranha2009]`, Algorithm 7). **Idea.** u = a b
//! and v = a c modulo f. Factors x are removed from u, and from b with it, until u is odd; then the
//! smaller of u and v is added to the larger. Comparing them as numbers serves as well as comparing
//! degrees. u and b lie 32 bytes apart behind one pointer, v and c behind another, so that
//! exchanging the pointers exchanges both pairs.
//!
//! **Registers.** Y at u and b, Z at v and c; r18, r19 and r21 bytes, r20 the lowest byte of f, X
//! temporary.
//!
//! **Memory.** The product's table except its row of zeros. **Aliasing.** Any.

use super::multiply::MEMORY;

/// `$line!` for each byte of a number, highest first.
macro_rules! downwards {
    ($line:ident, $offset:literal) => {
        concat!(
            $line!($offset, 20),
            $line!($offset, 19),
            $line!($offset, 18),
            $line!($offset, 17),
            $line!($offset, 16),
            $line!($offset, 15),
            $line!($offset, 14),
            $line!($offset, 13),
            $line!($offset, 12),
            $line!($offset, 11),
            $line!($offset, 10),
            $line!($offset, 9),
            $line!($offset, 8),
            $line!($offset, 7),
            $line!($offset, 6),
            $line!($offset, 5),
            $line!($offset, 4),
            $line!($offset, 3),
            $line!($offset, 2),
            $line!($offset, 1),
            $line!($offset, 0)
        )
    };
}

/// As `downwards!`, without the highest and the lowest byte.
macro_rules! inner_downwards {
    ($line:ident, $offset:literal) => {
        concat!(
            $line!($offset, 19),
            $line!($offset, 18),
            $line!($offset, 17),
            $line!($offset, 16),
            $line!($offset, 15),
            $line!($offset, 14),
            $line!($offset, 13),
            $line!($offset, 12),
            $line!($offset, 11),
            $line!($offset, 10),
            $line!($offset, 9),
            $line!($offset, 8),
            $line!($offset, 7),
            $line!($offset, 6),
            $line!($offset, 5),
            $line!($offset, 4),
            $line!($offset, 3),
            $line!($offset, 2),
            $line!($offset, 1)
        )
    };
}

macro_rules! halve_byte {
    ($offset:literal, $i:literal) => {
        concat!("ldd r21, Y+", $offset, "+", $i, "\n ror r21\n std Y+", $offset, "+", $i, ", r21\n")
    };
}

macro_rules! add_byte {
    ($offset:literal, $i:literal) => {
        concat!(
            "ldd r18, Y+",
            $offset,
            "+",
            $i,
            "\n ldd r19, Z+",
            $offset,
            "+",
            $i,
            "\n eor r18, r19\n",
            "std Y+",
            $offset,
            "+",
            $i,
            ", r18\n"
        )
    };
}

/// Jumps to 4 at the first bytes that differ.
macro_rules! compare_byte {
    ($offset:literal, $i:literal) => {
        concat!("ldd r18, Y+", $i, "\n ldd r19, Z+", $i, "\n cpse r18, r19\n rjmp 4f\n")
    };
}

macro_rules! collect_byte {
    ($offset:literal, $i:literal) => {
        concat!("ldd r19, Y+", $i, "\n or r21, r19\n")
    };
}

macro_rules! clear_byte {
    ($offset:literal, $i:literal) => {
        concat!("std Y+", $offset, "+", $i, ", r1\n std Z+", $offset, "+", $i, ", r1\n")
    };
}

macro_rules! load_byte {
    ($offset:literal, $i:literal) => {
        concat!("ld r18, -X\n std Y+", $i, ", r18\n")
    };
}

macro_rules! store_byte {
    ($offset:literal, $i:literal) => {
        concat!("ldd r18, Y+32+", $i, "\n st -X, r18\n")
    };
}

// r = 1 / a.
kernel!(
    euclid_vartime,
    (memory = MEMORY),
    [
        "push r28\n push r29\n push r24\n push r25",
        "ldi r28, lo8({memory}+16)\n ldi r29, hi8({memory}+16)\n ldi r30, lo8({memory}+80)\n ldi r31, hi8({memory}+80)",
        // u = a, b = 1, v = f, c = 0.
        downwards!(clear_byte, 0),
        downwards!(clear_byte, 32),
        "movw r26, r22\n adiw r26, 21",
        downwards!(load_byte, 0),
        "ldi r18, 1\n std Y+32, r18\n ldi r20, 0xc9\n std Z+0, r20\n ldi r18, 8\n std Z+20, r18",
        // 1: while u is even.
        "1: ldd r18, Y+0\n sbrc r18, 0\n rjmp 3f",
        // 2: u and b divided by x; b + f if b is odd.
        "2: clc",
        downwards!(halve_byte, 0),
        "ldd r18, Y+32\n ldd r19, Y+52\n sbrs r18, 0\n rjmp 5f\n eor r18, r20\n ori r19, 8",
        "5: lsr r19\n std Y+52, r19",
        inner_downwards!(halve_byte, 32),
        "ror r18\n std Y+32, r18\n rjmp 1b",
        // 3: u is odd; is it 1?
        "3: cpi r18, 1\n brne 6f\n clr r21",
        inner_downwards!(collect_byte, 0),
        "ldd r19, Y+20\n or r21, r19\n brne 6f\n rjmp 7f",
        "6:",
        downwards!(compare_byte, 0),
        "4: cp r18, r19\n brcc 8f\n movw r26, r28\n movw r28, r30\n movw r30, r26",
        "8:",
        downwards!(add_byte, 0),
        downwards!(add_byte, 32),
        "rjmp 2b",
        "7: pop r27\n pop r26\n adiw r26, 21",
        downwards!(store_byte, 0),
        "pop r29\n pop r28\n ret",
    ]
);
