//! T32, which Cortex-M executes, Thumb-1 of Armv6-M included: each instruction as the one of A32
//! that does the same, whose rule it has.

/// The instruction of A32, the bytes of this one, and how far it jumps, if it is a jump.
pub(super) fn decode(first: u16, second: u16) -> (u32, u64, Option<i64>) {
    let (i, wide) = (u32::from(first), u32::from(first) << 16 | u32::from(second));
    if i >> 11 > 28 {
        let (code, jump) = of_two_halves(wide);
        return (code, 4, jump);
    }
    // From the end of the next instruction on.
    let jump = |bits: u32| Some(i64::from((i << (32 - bits)).cast_signed() >> (31 - bits)) + 4);
    match i >> 12 {
        13 => ((i >> 8 & 15) << 28 | 0x0a00_0000, 2, jump(8)),
        14 => (0xea00_0000, 2, jump(11)),
        _ => (of_one_half(i), 2, None),
    }
}

fn of_one_half(i: u32) -> u32 {
    let field = |lowest: u32, bits: u32| i >> lowest & ((1 << bits) - 1);
    let loads = field(11, 1) << 20;
    // Registers in their usual places.
    let (d, n, m) = (field(0, 3), field(3, 3), field(6, 3));
    match i >> 11 {
        // Shifts by constants, sums with a third register or constant.
        0..3 => 0xe1b0_0000 | d << 12 | field(6, 5) << 7 | field(11, 2) << 5 | n,
        3 => {
            [0xe090_0000, 0xe050_0000, 0xe290_0000, 0xe250_0000][field(9, 2) as usize]
                | n << 16
                | d << 12
                | m
        }
        // mov, cmp, add, sub of a constant
        operation @ 4..8 => {
            [0xe3b0_0000, 0xe350_0000, 0xe290_0000, 0xe250_0000][operation as usize - 4]
                | field(8, 3) << 16
                | field(8, 3) << 12
                | field(0, 8)
        }
        8 if field(10, 1) == 0 => match field(6, 4) {
            9 => 0xe270_0000 | n << 16 | d << 12,
            13 => 0xe010_0090 | d << 16 | d << 8 | n,
            operation @ (0 | 1 | 5 | 6 | 8 | 10 | 11 | 12 | 14 | 15) => {
                0xe010_0000 | operation << 21 | d << 16 | d << 12 | n
            }
            _ => panic!("no rule for a shift by a register"),
        },
        8 => {
            let (d, m) = (field(7, 1) << 3 | d, field(3, 4));
            match field(8, 2) {
                0 => 0xe080_0000 | d << 16 | d << 12 | m,
                1 => 0xe150_0000 | d << 16 | m,
                2 => 0xe1a0_0000 | d << 12 | m,
                _ => 0xe12f_ff10 | m,
            }
        }
        // Loads and stores of words, of halves, and from the stack.
        12 | 13 => 0xe580_0000 | loads | n << 16 | d << 12 | field(6, 5) << 2,
        16 | 17 => {
            let offset = field(6, 5) << 1;
            0xe1c0_00b0 | loads | n << 16 | d << 12 | (offset >> 4) << 8 | offset & 15
        }
        18 | 19 => 0xe58d_0000 | loads | field(8, 3) << 12 | field(0, 8) << 2,
        21 => 0xe28d_0f00 | field(8, 3) << 12 | field(0, 8),
        22 | 23 => match i >> 7 {
            0x160 => 0xe28d_df00 | field(0, 7),
            0x161 => 0xe24d_df00 | field(0, 7),
            _ if i >> 9 == 0x5a => 0xe92d_0000 | field(8, 1) << 14 | field(0, 8),
            _ if i >> 9 == 0x5e => 0xe8bd_0000 | field(8, 1) << 15 | field(0, 8),
            _ if i == 0xbf00 => 0xe1a0_0000,
            _ => panic!("no rule for {i:#06x}"),
        },
        24 => 0xe8a0_0000 | field(8, 3) << 16 | field(0, 8),
        25 => {
            let moves = !i >> field(8, 3) & 1;
            0xe890_0000 | moves << 21 | field(8, 3) << 16 | field(0, 8)
        }
        _ => panic!("no rule for {i:#06x}"),
    }
}

fn of_two_halves(i: u32) -> (u32, Option<i64>) {
    let field = |lowest: u32, bits: u32| i >> lowest & ((1 << bits) - 1);
    let [rn, rd, rt, rm] = [16, 8, 12, 0].map(|lowest| field(lowest, 4));
    let constant = field(26, 1) << 11 | field(12, 3) << 8 | field(0, 8);
    let code = if i & 0xfe40_0000 == 0xe800_0000 {
        // ldm, stm
        0xe800_0000 | i & 0x01bf_ffff
    } else if i & 0xfe00_0000 == 0xea00_0000 {
        let shift = (field(12, 3) << 2 | field(6, 2)) << 7 | field(4, 2) << 5;
        operation(i) | shift | rm
    } else if i & 0xfa00_8000 == 0xf000_0000 {
        0x0200_0000 | operation(i) | rotated(expanded(constant))
    } else if i & 0xfb70_8000 == 0xf240_0000 {
        // movw, movt
        0xe300_0000 | field(23, 1) << 22 | rn << 16 | rd << 12 | constant
    } else if i & 0xfff0_f0f0 == 0xfac0_f040 {
        // usub8
        0xe650_0ff0 | rn << 16 | rd << 12 | rm
    } else if i & 0xfff0_f0f0 == 0xfaa0_f080 {
        // sel
        0xe680_0fb0 | rn << 16 | rd << 12 | rm
    } else if i & 0xf800_8000 == 0xf000_8000 {
        return jump(i);
    } else if i & 0xffe0_0000 == 0xf8c0_0000 {
        0xe580_0000 | field(20, 1) << 20 | rn << 16 | rt << 12 | field(0, 12)
    } else if i & 0xffe0_0800 == 0xf840_0800 {
        let (before, adds, moves) = (field(10, 1), field(9, 1), field(8, 1));
        let order = before << 24 | adds << 23 | (before & moves) << 21 | field(20, 1) << 20;
        0xe400_0000 | order | rn << 16 | rt << 12 | field(0, 8)
    } else {
        let products = match (field(20, 12), field(4, 4)) {
            (0xfb0, 0) if rt == 15 => return (0xe000_0090 | rd << 16 | rm << 8 | rn, None),
            (0xfba, 0) => 0xe080_0090,
            (0xfbe, 0) => 0xe0a0_0090,
            (0xfbe, 6) => 0xe040_0090,
            _ => panic!("no rule for {i:#010x}"),
        };
        products | rd << 16 | rt << 12 | rm << 8 | rn
    };
    (code, None)
}

/// Logic, sums, comparisons, moves: all but the second operand.
fn operation(i: u32) -> u32 {
    let (rn, rd, flags) = (i >> 16 & 15, i >> 8 & 15, i >> 20 & 1);
    let compares = rd == 15 && flags == 1;
    let operation = match i >> 21 & 15 {
        0 if compares => 8,
        0 => 0,
        1 => 14,
        2 if rn == 15 => 13,
        2 => 12,
        3 if rn == 15 => 15,
        4 if !compares => 1,
        8 if compares => 11,
        8 => 4,
        10 => 5,
        11 => 6,
        13 if compares => 10,
        13 => 2,
        14 => 3,
        _ => panic!("no rule for {i:#010x}"),
    };
    0xe000_0000 | operation << 21 | flags << 20 | rn << 16 | rd << 12
}

/// What the 12 bits of a constant mean.
fn expanded(constant: u32) -> u32 {
    let byte = constant & 0xff;
    match constant >> 8 {
        0 => byte,
        1 => byte << 16 | byte,
        2 => byte << 24 | byte << 8,
        3 => byte * 0x0101_0101,
        _ => (byte & 0x7f | 0x80).rotate_right(constant >> 7),
    }
}

/// A constant as A32 has it.
fn rotated(constant: u32) -> u32 {
    let turn = (0..16).find(|turn| constant.rotate_left(2 * turn) < 256);
    let turn = turn.unwrap_or_else(|| panic!("no rule for the constant {constant:#x}"));
    turn << 8 | constant.rotate_left(2 * turn)
}

/// b, bl.
fn jump(i: u32) -> (u32, Option<i64>) {
    let bit = |n: u32| i >> n & 1;
    let (sign, low) = (bit(26), i & 0x7ff);
    let signed = |x: u32, bits: u32| {
        let offset = (x << (32 - bits)).cast_signed() >> (31 - bits);
        Some(i64::from(offset) + 4)
    };
    if i & 0x5000 == 0 {
        let offset = sign << 19 | bit(11) << 18 | bit(13) << 17 | (i >> 16 & 63) << 11 | low;
        return ((i >> 22 & 15) << 28 | 0x0a00_0000, signed(offset, 20));
    }
    assert!(i & 0x1000 != 0, "no rule for {i:#010x}");
    let [above, below] = [13, 11].map(|n| 1 ^ bit(n) ^ sign);
    let offset = sign << 23 | above << 22 | below << 21 | (i >> 16 & 0x3ff) << 11 | low;
    (0xea00_0000 | bit(14) << 24, signed(offset, 24))
}
