//! Squares in `F_2^163` and of polynomials below x^163.
//!
//! ```text
//! fn(r: *mut [u8; 21 or 42], a: *const [u8; 21])      degree below 163
//! ```
//! **Source.** `[Aranha2009]`, Algorithm 1 for the spreading; the merged reduction is ours.
//!
//! **Idea.** Squaring is linear, and so is reducing. After reduction a byte 2m + 1 of the square is
//! made of the spread upper half of byte m and of *eight* bits of the upper part, bits 2 to 7 of
//! byte m + 10 and bits 0 and 1 of byte m + 11; byte 2m + 2 of the spread lower half of byte m + 1
//! and of bits 6 and 7 of byte m + 10 and 0 to 5 of byte m + 11. So two look-ups per byte suffice,
//! in three tables of 256 bytes in flash. The last three bits of `a` reach x^163 once more; a
//! fourth table has the bits that they become.
//!
//! **Registers.** Y in `a`, X in `r`, Z in the tables; r18 and r19 a byte and the next of the upper
//! part, r20 their difference, r21 to r23 bytes of the result.
//!
//! **Time.** Constant: flash has no cache. **Aliasing.** `r` is not `a`.

/// The polynomial's lower part, x^7 + x^6 + x^3 + 1.
const LOWER: u32 = 0b1100_1001;
/// Unused table bytes.
const TABLES: usize = 4 * 256;

#[repr(align(256))]
pub(super) struct Tables(#[allow(dead_code, reason = "read by the assembly")] [u8; TABLES]);

/// Four tables: bits 2 to 7 of a byte and 0 and 1 of the next into an odd byte; bits 6 and 7 of a
/// byte and 0 to 5 of the next into an even byte; the lower half spread; the bits that bits 160 to
/// 162 add to byte 0 and, 8 entries on, to byte 1.
#[unsafe(link_section = ".progmem.data")]
pub(super) static TABLES_IN_FLASH: Tables = Tables(tables());

/// The byte from x^0 on of x^place (x^7 + x^6 + x^3 + 1).
const fn folded(place: i32) -> u8 {
    if place >= 8 || place < -8 {
        0
    } else if place >= 0 {
        (LOWER << place) as u8
    } else {
        (LOWER >> -place) as u8
    }
}

const fn tables() -> [u8; TABLES] {
    let mut t = [0; TABLES];
    let mut x = 0;
    while x < 256 {
        let mut bit = 0;
        while bit < 8 {
            if (x >> bit) & 1 == 1 {
                let place = 2 * bit as i32;
                // Bit 8 j + i becomes x^(16 j + 2 i - 163), seen from byte 2 j - 19 ...
                t[x] ^= folded(place + if bit >= 2 { -11 } else { 5 });
                // ... and from byte 2 j - 18.
                t[256 + x] ^= folded(place + if bit >= 6 { -19 } else { -3 });
                if bit < 4 {
                    t[512 + x] |= 1 << (2 * bit);
                }
            }
            bit += 1;
        }
        x += 1;
    }
    // Bits 160 to 162 first become x^157, x^159, x^161 times the lower part; `again` is the part of
    // that from x^163 on.
    let mut x = 0;
    while x < 8 {
        let mut again = 0;
        let mut bit = 0;
        while bit < 3 {
            if (x >> bit) & 1 == 1 {
                again ^= (LOWER << (2 * bit)) >> 6;
            }
            bit += 1;
        }
        // `again` is multiplied by the lower part.
        let mut bit = 0;
        while bit < 6 {
            if (again >> bit) & 1 == 1 {
                t[768 + x] ^= (LOWER << bit) as u8;
                t[776 + x] ^= ((LOWER << bit) >> 8) as u8;
            }
            bit += 1;
        }
        x += 1;
    }
    t
}

/// Bytes 2m + 1 and 2m + 2 of the result, from r21 = the spread upper half of byte m, byte m + 1,
/// and the upper bytes r18 = byte m + 10 and byte m + 11, which goes to r19.
macro_rules! two_bytes {
    ($next_low:literal, $next_high:literal, $p:literal $n:literal) => {
        concat!(
            "ldd ",
            $n,
            ", Y+",
            $next_high,
            "\n",
            "mov r20, ",
            $p,
            "\n eor r20, ",
            $n,
            "\n",
            // Z comes from the third table: now the first, then the second, then the third again.
            "mov r30, r20\n andi r30, 0x03\n eor r30, ",
            $p,
            "\n",
            "subi r31, 2\n lpm r24, Z\n eor r21, r24\n st X+, r21\n",
            "andi r20, 0xc0\n eor r20, ",
            $n,
            "\n mov r30, r20\n",
            "inc r31\n lpm r24, Z\n inc r31\n",
            "ldd r30, Y+",
            $next_low,
            "\n lpm r22, Z\n swap r30\n lpm r21, Z\n",
            "eor r22, r24\n st X+, r22\n",
        )
    };
}

// polylimb_f163_sqr: r = a^2.
kernel!(
    sqr,
    (tables = TABLES_IN_FLASH),
    [
        "push r28\n push r29\n movw r28, r22\n movw r26, r24",
        // Bytes 0 and, begun, 1.
        "ldd r30, Y+20\n ldi r31, hi8({tables}+768)\n lpm r22, Z\n subi r30, -8\n lpm r21, Z",
        "ldd r18, Y+10\n mov r30, r18\n andi r30, 0x3c\n subi r31, 2\n lpm r24, Z\n eor r22, r24",
        "inc r31\n ldd r30, Y+0\n lpm r24, Z\n eor r22, r24\n st X+, r22\n swap r30\n lpm r24, Z\n eor r21, r24",
        two_bytes!(1, 11, "r18" "r19"),
        two_bytes!(2, 12, "r19" "r18"),
        two_bytes!(3, 13, "r18" "r19"),
        two_bytes!(4, 14, "r19" "r18"),
        two_bytes!(5, 15, "r18" "r19"),
        two_bytes!(6, 16, "r19" "r18"),
        two_bytes!(7, 17, "r18" "r19"),
        two_bytes!(8, 18, "r19" "r18"),
        two_bytes!(9, 19, "r18" "r19"),
        // Byte 20 has bits 0 and 1 of byte 10 only, and ends below x^163.
        "ldd r18, Y+20\n mov r20, r19\n eor r20, r18",
        "mov r30, r20\n andi r30, 0x03\n eor r30, r19\n subi r31, 2\n lpm r24, Z\n eor r21, r24\n st X+, r21",
        "andi r20, 0xc0\n eor r20, r18\n mov r30, r20\n inc r31\n lpm r24, Z\n inc r31",
        "ldd r30, Y+10\n andi r30, 0x03\n lpm r22, Z\n eor r22, r24\n andi r22, 0x07\n st X, r22",
        "pop r29\n pop r28\n ret",
    ]
);

// polylimb_f163_square: r = a^2, 42 bytes. The other way round: X in `a`, Y in `r`.
macro_rules! spread_byte {
    () => {
        "ld r30, X+\n lpm r22, Z\n st Y+, r22\n swap r30\n lpm r22, Z\n st Y+, r22\n"
    };
}

macro_rules! spread_7_bytes {
    () => {
        concat!(
            spread_byte!(),
            spread_byte!(),
            spread_byte!(),
            spread_byte!(),
            spread_byte!(),
            spread_byte!(),
            spread_byte!()
        )
    };
}

kernel!(
    square,
    (tables = TABLES_IN_FLASH),
    [
        "push r28\n push r29\n movw r28, r24\n movw r26, r22\n ldi r31, hi8({tables}+512)",
        spread_7_bytes!(),
        spread_7_bytes!(),
        spread_7_bytes!(),
        "pop r29\n pop r28\n ret",
    ]
);
