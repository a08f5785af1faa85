//! Sums, differences, a product by a small number, and a choice.
//!
//! ```text
//! fn(r: *mut [u8; 32], a: *const [u8; 32], b: *const [u8; 32])
//! ```
//! **Idea.** A carry out of 256 bits is 38. It may carry again, but then the number is below 38. 22
//! bytes of the result wait in registers, the others in `r`.
//!
//! **Aliasing.** Any.

/// `r = a op b` and the carry, which is 38, in turn; both instructions without carry and with it.
macro_rules! sum {
    ($op:literal $next:literal) => {
        concat!(
            "push r28\n push r29\n movw r28, r24\n movw r26, r22\n movw r30, r20\n",
            first!($op: r2), held!($next: r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23),
            stored!($next: 22 23 24 25 26 27 28 29 30 31),
            "sbc r25, r25\n andi r25, 38\n ", $op, " r2, r25\n ldi r25, 0\n",
            each!($next "r25": r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23),
            carried!($next: 22 23 24 25 26 27 28 29 30 31),
            "sbc r24, r24\n andi r24, 38\n ", $op, " r2, r24\n",
            each!(store "Y+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7 r10 8 r11 9 r12 10 r13 11 r14 12 r15 13
                r16 14 r17 15 r18 16 r19 17 r20 18 r21 19 r22 20 r23 21),
            "pop r29\n pop r28\n clr r1\n ret",
        )
    };
}

macro_rules! first {
    ($op:literal: $r:ident) => {
        concat!("ld ", stringify!($r), ", X+\n ld r0, Z+\n ", $op, " ", stringify!($r), ", r0\n")
    };
}

macro_rules! held {
    ($op:literal: $($r:ident)+) => { concat!($(first!($op: $r)),+) };
}

macro_rules! stored {
    ($op:literal: $($i:literal)+) => { concat!($(first!($op: r24), "std Y+", $i, ", r24\n"),+) };
}

macro_rules! carried {
    ($op:literal: $($i:literal)+) => {
        concat!($("ldd r24, Y+", $i, "\n ", $op, " r24, r25\n std Y+", $i, ", r24\n"),+)
    };
}

// r = a + b.
kernel!(sum, (), [sum!("add" "adc")]);

// r = a - b.
kernel!(difference, (), [sum!("sub" "sbc")]);

/// A byte of `121665 a + b`: the number is 1 db 41 in hexadecimal. The byte of `a` and the two below
/// it are in registers, and so are the sum's.
macro_rules! small_byte {
    ($i:literal: $a:ident $b:ident $c:ident, $p:ident $q:ident $r:ident) => {
        concat!(
            "ld ", stringify!($a), ", X+\n clr ", stringify!($r), "\n",
            "mul ", stringify!($a), ", r18\n", small_sum!($p $q $r),
            "mul ", stringify!($b), ", r19\n", small_sum!($p $q $r),
            "ld r0, Z+\n add ", stringify!($p), ", ", stringify!($c), "\n adc ", stringify!($q), ", r20\n adc ", stringify!($r), ", r20\n",
            "add ", stringify!($p), ", r0\n adc ", stringify!($q), ", r20\n adc ", stringify!($r), ", r20\n",
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

/// A carry, and zero in r20, go through bytes of the result.
macro_rules! small_carry {
    ($($i:literal)+) => { concat!($("ldd r24, Y+", $i, "\n adc r24, r20\n std Y+", $i, ", r24\n"),+) };
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
        // After 32 bytes the last is in r4, the one before in r2; the next bytes of the sum in r7 and r5.
        "mul r4, r19\n add r7, r0\n adc r5, r1\n clr r6\n adc r6, r20\n add r7, r2\n adc r5, r4\n adc r6, r20",
        // 38 times these three bytes, of which the highest is at most 1.
        "ldi r18, 38\n mul r7, r18\n movw r8, r0\n mul r6, r18\n mov r10, r0\n mul r5, r18\n add r9, r0\n adc r10, r1",
        each!(load "Y+": r11 0 r12 1 r13 2),
        "add r11, r8\n adc r12, r9\n adc r13, r10",
        each!(store "Y+": r11 0 r12 1 r13 2),
        small_carry!(3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31),
        // The last carry meets a number below 2^24.
        "sbc r24, r24\n andi r24, 38\n ldd r11, Y+0\n ldd r12, Y+1\n ldd r13, Y+2",
        "add r11, r24\n adc r12, r20\n adc r13, r20",
        each!(store "Y+": r11 0 r12 1 r13 2),
        "pop r29\n pop r28\n clr r1\n ret",
    ]
);

macro_rules! choose_bytes {
    ($($i:literal)+) => {
        concat!($("ld r19, X+\n ld r20, Z+\n eor r20, r19\n and r20, r18\n eor r19, r20\n std Y+", $i, ", r19\n"),+)
    };
}

// r = b if r18 is 0xff, a if it is 0.
kernel!(
    choose,
    (),
    [
        "push r28\n push r29\n movw r28, r24\n movw r26, r22\n movw r30, r20",
        choose_bytes!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
        choose_bytes!(16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31),
        "pop r29\n pop r28\n ret",
    ]
);
