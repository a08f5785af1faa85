//! Squares in `F_2^233`.
//!
//! ```text
//! fn(r: *mut [u8; 30], a: *const [u8; 30])      degree below 233
//! ```
//! **Idea.** A square is E(x²) + x O(x²). For a trinomial with an odd degree 233 and an even
//! exponent 74, a few shifts make E and O from `a` before anything is spread. Let A be the
//! coefficients of `a` below x^117, H those from there on (116), K those from x^196 on (37). Then O
//! is H + H x^37 below x^116, and E is A + K + K x^37. One look-up in 256 bytes of flash for each
//! byte of the result puts four bits of E between four of O. No reduction follows. As far as we
//! know this form is new.
//!
//! **Registers.** Y in `a`, X in `r`, Z in the table; r18 a byte of E, r19 of O, r20 and r17 the
//! bits that the shifts carry, r21 and r22 temporary, r23 = 2, r24 = 16, r25 = 8.
//!
//! **Time.** Constant: flash has no cache. **Aliasing.** `r` is not `a`.

#[repr(align(256))]
pub(super) struct Table(#[allow(dead_code, reason = "read by the assembly")] [u8; 256]);

/// The bits of the lower half at the even places, the bits of the upper half at the odd places.
#[unsafe(link_section = ".progmem.data")]
pub(super) static TABLE_IN_FLASH: Table = Table(table());

const fn table() -> [u8; 256] {
    let mut t = [0; 256];
    let mut x = 0;
    while x < 256 {
        let mut bit = 0;
        while bit < 4 {
            t[x] |= (((x >> bit) & 1) << (2 * bit) | ((x >> (4 + bit)) & 1) << (2 * bit + 1)) as u8;
            bit += 1;
        }
        x += 1;
    }
    t
}

/// r18 = byte m of A.
macro_rules! low {
    ($m:literal) => {
        concat!("ldd r18, Y+", $m, "\n")
    };
}

/// Adds byte m of K to r18: byte m + 25 of `a` is its upper half, the lower half is in r17.
macro_rules! add_k {
    ($of_a:literal) => {
        concat!(
            "eor r18, r17\n ldd r21, Y+",
            $of_a,
            "\n mul r21, r24\n eor r18, r0\n mov r17, r1\n"
        )
    };
}

/// Adds a byte of K x^37 to r18: byte m + 20 of `a` is its upper seven bits, the lowest bit is in
/// r22.
macro_rules! add_k_37 {
    ($of_a:literal) => {
        concat!(
            "eor r18, r22\n ldd r21, Y+",
            $of_a,
            "\n mul r21, r23\n eor r18, r0\n mov r22, r1\n"
        )
    };
}

/// r19 = byte m of H: byte m + 15 of `a` is its upper five bits, the lower bits are in r20.
macro_rules! high {
    ($of_a:literal) => {
        concat!("ldd r19, Y+", $of_a, "\n mul r19, r25\n mov r19, r0\n or r19, r20\n mov r20, r1\n")
    };
}

/// r19 += byte m of H x^37, which is byte m + 10 of `a`.
macro_rules! add_h_37 {
    ($of_a:literal) => {
        concat!("ldd r21, Y+", $of_a, "\n eor r19, r21\n")
    };
    ($of_a:literal, $mask:literal) => {
        concat!("ldd r21, Y+", $of_a, "\n andi r21, ", $mask, "\n eor r19, r21\n")
    };
}

/// Two bytes of the result: the lower halves of r18 and r19 interleaved, then the upper halves.
macro_rules! interleave {
    () => {
        concat!(
            "swap r19\n mov r21, r18\n eor r21, r19\n andi r21, 0x0f\n",
            "eor r19, r21\n mov r30, r19\n lpm r0, Z\n st X+, r0\n",
            "eor r18, r21\n swap r18\n mov r30, r18\n lpm r0, Z\n st X+, r0\n"
        )
    };
}

kernel!(
    sqr,
    (table = TABLE_IN_FLASH),
    [
        "push r28\n push r29\n push r17\n movw r28, r22\n movw r26, r24\n ldi r31, hi8({table})",
        "ldi r23, 2\n ldi r24, 16\n ldi r25, 8",
        "ldd r21, Y+14\n mul r21, r25\n mov r20, r1\n ldd r21, Y+24\n mul r21, r24\n mov r17, r1",
        concat!(low!(0), add_k!(25), high!(15), interleave!()),
        concat!(low!(1), add_k!(26), high!(16), interleave!()),
        concat!(low!(2), add_k!(27), high!(17), interleave!()),
        concat!(low!(3), add_k!(28), high!(18), interleave!()),
        // The upper half of byte 24 is in K.
        "ldd r21, Y+24\n andi r21, 0xf0\n mul r21, r23\n mov r22, r0\n push r1",
        concat!(
            low!(4),
            add_k!(29),
            "eor r18, r22\n pop r22\n",
            high!(19),
            add_h_37!(14, "0xe0"),
            interleave!()
        ),
        concat!(low!(5), add_k_37!(25), high!(20), add_h_37!(15), interleave!()),
        concat!(low!(6), add_k_37!(26), high!(21), add_h_37!(16), interleave!()),
        concat!(low!(7), add_k_37!(27), high!(22), add_h_37!(17), interleave!()),
        concat!(low!(8), add_k_37!(28), high!(23), add_h_37!(18), interleave!()),
        concat!(low!(9), add_k_37!(29), high!(24), add_h_37!(19), interleave!()),
        concat!(low!(10), high!(25), add_h_37!(20), interleave!()),
        concat!(low!(11), high!(26), add_h_37!(21), interleave!()),
        concat!(low!(12), high!(27), add_h_37!(22), interleave!()),
        concat!(low!(13), high!(28), add_h_37!(23), interleave!()),
        concat!(low!(14), "andi r18, 0x1f\n", high!(29), add_h_37!(24, "0x0f"), interleave!()),
        "pop r17\n pop r29\n pop r28\n clr r1\n ret",
    ]
);
