//! Sums, differences, a product by a small number, and a choice.
//!
//! ```text
//! sum_and_difference: fn(r: *mut [[u8; 32]; 2], p: *const [[u8; 32]; 2])      r = (x + z, x - z)
//! difference, multiply_add_small: fn(r: *mut [u8; 32], a: *const [u8; 32], b: *const [u8; 32])
//! choose: fn(r: *mut [[u8; 32]; 2], p: *const [[u8; 32]; 2], q: *const [[u8; 32]; 2])
//! ```
//! **Aliasing.** Any.

/// Eight registers with the places of eight bytes.
macro_rules! eight {
    ($callback:ident, $($with:tt)*) => {
        $callback!($($with)*: r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7)
    };
}

/// Eight bytes of both. What is added comes in r26, what is subtracted in r27.
macro_rules! sum_and_difference_block {
    ($i:literal, $top_of_sum:literal, $top_of_difference:literal) => {
        concat!(
            eight!(each, load "Z+" $i),
            each!(load "Z+32+" $i: r10 0 r11 1 r12 2 r13 3 r14 4 r15 5 r16 6 r17 7),
            "movw r18, r2\n movw r20, r4\n movw r22, r6\n movw r24, r8\n",
            chain!("add" "adc": r18 r26 r19 r1 r20 r1 r21 r1 r22 r1 r23 r1 r24 r1 r25 r1),
            "sbc r26, r26\n",
            chain!("add" "adc": r18 r10 r19 r11 r20 r12 r21 r13 r22 r14 r23 r15 r24 r16 r25 r17),
            "sbc r26, r1\n neg r26\n", $top_of_sum,
            each!(store "Y+" $i: r18 0 r19 1 r20 2 r21 3 r22 4 r23 5 r24 6 r25 7),
            chain!("sub" "sbc": r2 r27 r3 r1 r4 r1 r5 r1 r6 r1 r7 r1 r8 r1 r9 r1),
            "sbc r27, r27\n",
            chain!("sub" "sbc": r2 r10 r3 r11 r4 r12 r5 r13 r6 r14 r7 r15 r8 r16 r9 r17),
            "sbc r27, r1\n neg r27\n", $top_of_difference,
            eight!(each, store "Y+32+" $i)
        )
    };
}

// r = (x + z, x - z) of products, whose highest bytes are at most 128. **Idea.** These two bytes
// tell which multiple k of 2^255 to subtract from the sum or to add to the difference, so that both
// are below 2^256 and not negative; 19 k goes to the lowest bytes. Eight bytes at a time: one chain
// for what comes from below, one for the other operand, and both carries go to the next block.
kernel!(
    sum_and_difference,
    (),
    [
        "push r28\n push r29\n movw r28, r24\n movw r30, r22",
        "ldd r24, Z+31\n ldd r25, Z+63\n ldi r20, 19",
        // The sum: k is its bits from 7 on. 128 k modulo 256 waits in r18.
        "mov r22, r24\n add r22, r25\n clr r23\n rol r23\n lsl r22\n rol r23\n mul r23, r20\n mov r26, r0",
        "clr r18\n lsr r23\n ror r18",
        // The difference: k is 0 if x has the higher byte, 2 if z's is 127 or more above it,
        // else 1.
        "sub r25, r24\n sbc r22, r22\n com r22\n subi r25, 127\n sbc r24, r24\n subi r24, 0xfe\n and r24, r22",
        "mul r24, r20\n mov r27, r0\n lsr r24\n ror r18\n mov r0, r18\n clr r1",
        sum_and_difference_block!("0", "", ""),
        sum_and_difference_block!("8", "", ""),
        sum_and_difference_block!("16", "", ""),
        sum_and_difference_block!(
            "24",
            "mov r26, r0\n lsl r26\n andi r26, 0x80\n eor r25, r26\n",
            "mov r18, r0\n andi r18, 0x80\n eor r9, r18\n"
        ),
        "pop r29\n pop r28\n ret",
    ]
);

macro_rules! first {
    ($op:literal: $r:ident) => {
        concat!("ld ", stringify!($r), ", X+\n ld r0, Z+\n ", $op, " ", stringify!($r), ", r0\n")
    };
}

macro_rules! held {
    ($($r:ident)+) => { concat!($(first!("sbc": $r)),+) };
}

macro_rules! stored {
    ($($i:literal)+) => { concat!($(first!("sbc": r24), "std Y+", $i, ", r24\n"),+) };
}

/// A carry, and zero in `$zero`, go through bytes of the result.
macro_rules! carried {
    ($op:literal $zero:literal: $($i:literal)+) => {
        concat!($("ldd r24, Y+", $i, "\n ", $op, " r24, ", $zero, "\n std Y+", $i, ", r24\n"),+)
    };
}

// r = a - b for any elements. **Idea.** A borrow from 2^256 is 38, which may borrow again, but then
// the number is above 2^256 - 38. 22 bytes wait in registers, the others in `r`.
kernel!(
    difference,
    (),
    [
        "push r28\n push r29\n movw r28, r24\n movw r26, r22\n movw r30, r20",
        first!("sub": r2),
        held!(r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23),
        stored!(22 23 24 25 26 27 28 29 30 31),
        "sbc r25, r25\n andi r25, 38\n sub r2, r25\n ldi r25, 0",
        each!("sbc" "r25": r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23),
        carried!("sbc" "r25": 22 23 24 25 26 27 28 29 30 31),
        "sbc r24, r24\n andi r24, 38\n sub r2, r24",
        each!(store "Y+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7 r10 8 r11 9 r12 10 r13 11 r14 12 r15 13
            r16 14 r17 15 r18 16 r19 17 r20 18 r21 19 r22 20 r23 21),
        "pop r29\n pop r28\n clr r1\n ret",
    ]
);

/// A byte of `121665 a + b`: the number is 1 db 41 in hexadecimal. The byte of `a` and the two
/// below it are in registers, and so are the sum's.
macro_rules! small_byte {
    ($i:literal: $a:ident $b:ident $c:ident, $p:ident $q:ident $r:ident) => {
        concat!(
            "ld ", stringify!($a), ", X+\n clr ", stringify!($r), "\n",
            "mul ", stringify!($a), ", r18\n", small_sum!($p $q $r),
            // 0xdb times a byte and two bytes more are below 2^16.
            "ld r21, Z+\n mul ", stringify!($b), ", r19\n add r0, ", stringify!($c), "\n adc r1, r20\n add r0, r21\n adc r1, r20\n",
            small_sum!($p $q $r),
            "std Y+", $i, ", ", stringify!($p), "\n"
        )
    };
}

macro_rules! small_sum {
    ($p:ident $q:ident $r:ident) => {
        concat!(
            "add ",
            stringify!($p),
            ", r0\n adc ",
            stringify!($q),
            ", r1\n adc ",
            stringify!($r),
            ", r20\n"
        )
    };
}

macro_rules! small_bytes {
    ([] $a:ident $b:ident $c:ident, $p:ident $q:ident $r:ident) => { "" };
    ([$i:literal $($j:literal)*] $a:ident $b:ident $c:ident, $p:ident $q:ident $r:ident) => {
        concat!(small_byte!($i: $a $b $c, $p $q $r), small_bytes!([$($j)*] $c $a $b, $q $r $p))
    };
}

// r = 121665 a + b.
kernel!(
    multiply_add_small,
    (),
    [
        "push r28\n push r29\n movw r28, r24\n movw r26, r22\n movw r30, r20",
        "ldi r18, 0x41\n ldi r19, 0xdb\n ldi r20, 0",
        // a in r2, r3 and r4 in turn, the sum in r5, r6 and r7.
        "clr r3\n clr r4\n clr r5\n clr r6",
        small_bytes!([0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31] r2 r3 r4, r5 r6 r7),
        // After 32 bytes the last is in r4, the one before in r2, the next bytes of the sum in r7
        // and r5.
        "mul r4, r19\n add r7, r0\n adc r5, r1\n clr r6\n adc r6, r20\n add r7, r2\n adc r5, r4\n adc r6, r20",
        // 38 times these three bytes, of which the highest is at most 1.
        "ldi r18, 38\n mul r7, r18\n movw r8, r0\n mul r6, r18\n mov r10, r0\n mul r5, r18\n add r9, r0\n adc r10, r1",
        each!(load "Y+": r11 0 r12 1 r13 2),
        "add r11, r8\n adc r12, r9\n adc r13, r10",
        each!(store "Y+": r11 0 r12 1 r13 2),
        carried!("adc" "r20": 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31),
        // The last carry meets a number below 2^24.
        "sbc r24, r24\n andi r24, 38\n ldd r11, Y+0\n ldd r12, Y+1\n ldd r13, Y+2",
        "add r11, r24\n adc r12, r20\n adc r13, r20",
        each!(store "Y+": r11 0 r12 1 r13 2),
        "pop r29\n pop r28\n clr r1\n ret",
    ]
);

macro_rules! choose_bytes {
    ($from:literal: $($i:literal)+) => {
        concat!($("ld r19, X+\n ld r20, Z+\n eor r20, r19\n and r20, r18\n eor r19, r20\n std Y+", $from, "+", $i, ", r19\n"),+)
    };
}

// r = q if r18 is 0xff, p if it is 0; 64 bytes.
kernel!(
    choose,
    (),
    [
        "push r28\n push r29\n movw r28, r24\n movw r26, r22\n movw r30, r20",
        choose_bytes!("0": 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
        choose_bytes!("16": 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
        choose_bytes!("32": 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
        choose_bytes!("48": 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
        "pop r29\n pop r28\n ret",
    ]
);
