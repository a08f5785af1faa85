//! Products and squares in the field.
//!
//! ```text
//! multiply: fn(r: *mut [u8; 32], a: *const [u8; 32], b: *const [u8; 32])      r = a b
//! square:   fn(r: *mut [u8; 32], a: *const [u8; 32])                          r = a²
//! ```
//! **Idea.** Again three products of halves, L, H and M, and S = L + H - (±M). Since 2^256 is 38,
//! the result is L + 38 H + 2^128 S, so S_lo is added to the upper half and 38 S_hi to the lower:
//! the product of 64 bytes is never formed.
//!
//! **Range.** 2^255 is 19, so the upper half is cut to 127 bits before the lower half is known, and
//! the carry from there stays below 2^7: the result is below `2^255 + 2^135`.

use super::product::product;
use super::square::square as square_16;

/// The differences of halves, 16 bytes each; L, H, M.
pub(super) static mut MEMORY: [u8; 128] = [0; 128];

/// A register list with the places of 16 bytes.
macro_rules! sixteen {
    ($callback:ident, $($with:tt)*) => {
        $callback!($($with)*: r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7 r10 8 r11 9 r12 10 r13 11 r14 12 r15 13 r16 14 r17 15)
    };
}

/// The absolute value of the upper half behind a pointer less the lower, stored in the memory.
macro_rules! difference {
    ($upper:literal, $lower:literal, $mask:literal, $to:literal) => {
        concat!(
            sixteen!(each, load $upper), sixteen!(with_bytes, "sub" "sbc" $lower),
            absolute!($mask: r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17),
            sixteen!(keep, $to)
        )
    };
}

macro_rules! keep {
    ($to:literal: $($r:ident $i:literal)+) => {
        concat!($("sts {memory}+", $to, "+", $i, ", ", stringify!($r), "\n"),+)
    };
}

/// `registers += (M ^ r22) + carry`, `$at` in the memory.
macro_rules! add_m {
    ($at:literal: $($r:ident $i:literal)+) => {
        concat!($("lds r18, {memory}+", $at, "+", $i, "\n eor r18, r22\n adc ", stringify!($r), ", r18\n"),+)
    };
}

/// 38 times four bytes of H_hi, two bytes apart, in r0, r18, r20, r24 and the registers above.
macro_rules! four_by_38 {
    ($a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "ldd r18, Y+48+",
            $b,
            "\n mul r18, r23\n movw r18, r0\n",
            "ldd r20, Y+48+",
            $c,
            "\n mul r20, r23\n movw r20, r0\n",
            "ldd r24, Y+48+",
            $d,
            "\n mul r24, r23\n movw r24, r0\n",
            "ldd r0, Y+48+",
            $a,
            "\n mul r0, r23\n"
        )
    };
}

/// The lower half: a byte of L_lo, 38 times the register, and the byte above the last one, r20.
macro_rules! lower_byte {
    ($r:ident $i:literal) => { lower_byte!($r $i r21) };
    ($r:ident $i:literal $above:ident) => {
        concat!(
            "mul ", stringify!($r), ", r23\n add r0, r20\n adc r1, ", stringify!($above),
            "\n ldd r18, Y+", $i, "\n add r0, r18\n adc r1, r22\n std Z+", $i, ", r0\n mov r20, r1\n"
        )
    };
}

macro_rules! lower_bytes {
    (: $r0:ident $i0:literal $($r:ident $i:literal)+) => {
        concat!(lower_byte!($r0 $i0), $(lower_byte!($r $i r22)),+)
    };
}

/// The carry in r20 goes through the upper half.
macro_rules! upper_bytes {
    (: $r0:ident $i0:literal $($r:ident $i:literal)+) => {
        concat!(
            "ldd r18, Z+16\n add r18, r20\n std Z+16, r18\n",
            $("ldd r18, Z+16+", $i, "\n adc r18, r22\n std Z+16+", $i, ", r18\n"),+
        )
    };
}

kernel!(
    multiply,
    (memory = MEMORY, product = product, fold = fold),
    [
        "push r28\n push r29\n push r24\n push r25\n movw r30, r22\n movw r28, r20",
        difference!("Z+16+", "Z+", "r19", "0"),
        difference!("Y+16+", "Y+", "r18", "16"),
        "eor r19, r18\n com r19\n push r19\n movw r26, r22\n push r22\n push r23",
        "ldi r30, lo8({memory}+32)\n ldi r31, hi8({memory}+32)\n call {product}",
        "pop r27\n pop r26\n adiw r26, 16\n adiw r28, 16\n adiw r30, 32\n call {product}",
        "ldi r26, lo8({memory})\n ldi r27, hi8({memory})\n ldi r28, lo8({memory}+16)\n ldi r29, hi8({memory}+16)",
        "ldi r30, lo8({memory}+96)\n ldi r31, hi8({memory}+96)\n call {product}",
        "pop r22\n jmp {fold}",
    ]
);

kernel!(
    square,
    (memory = MEMORY, square = square_16, fold = fold),
    [
        "push r28\n push r29\n push r24\n push r25\n movw r30, r22",
        difference!("Z+16+", "Z+", "r19", "0"),
        "ldi r28, lo8({memory}+32)\n ldi r29, hi8({memory}+32)\n call {square}",
        "adiw r28, 32\n adiw r30, 16\n call {square}",
        "adiw r28, 32\n ldi r30, lo8({memory})\n ldi r31, hi8({memory})\n call {square}",
        "ser r22\n jmp {fold}",
    ]
);

// The result from L, H and M; r22 is 0xff if M is subtracted. What `multiply` pushed is popped.
kernel!(
    fold,
    (memory = MEMORY),
    [
        "pop r31\n pop r30\n ldi r28, lo8({memory}+32)\n ldi r29, hi8({memory}+32)\n ldi r23, 38",
        // S_lo; the two carries are kept as bits of r26.
        sixteen!(each, load "Y+"),
        sixteen!(with_bytes, "add" "adc" "Y+32+"),
        "clr r26\n rol r26\n mov r18, r22\n lsl r18",
        sixteen!(add_m, "96"),
        "rol r26",
        // L_hi + S_lo + 38 H_hi.
        sixteen!(with_bytes, "add" "adc" "Y+16+"),
        "clr r27\n rol r27",
        four_by_38!(0 2 4 6),
        chain!("add" "adc": r2 r0 r3 r1 r4 r18 r5 r19 r6 r20 r7 r21 r8 r24 r9 r25),
        "rol r26",
        four_by_38!(8 10 12 14),
        "lsr r26",
        chain!("adc" "adc": r10 r0 r11 r1 r12 r18 r13 r19 r14 r20 r15 r21 r16 r24 r17 r25),
        "ldi r18, 0\n adc r27, r18",
        four_by_38!(1 3 5 7),
        chain!("add" "adc": r3 r0 r4 r1 r5 r18 r6 r19 r7 r20 r8 r21 r9 r24 r10 r25),
        "rol r26",
        four_by_38!(9 11 13 15),
        "lsr r26",
        chain!("adc" "adc": r11 r0 r12 r1 r13 r18 r14 r19 r15 r20 r16 r21 r17 r24 r27 r25),
        // What is above 2^255, in r27.
        "lsl r17\n rol r27\n lsr r17",
        sixteen!(each, store "Z+16+"),
        // S_hi + H_lo; what is above 2^128, in r25.
        sixteen!(each, load "Y+16+"),
        "lsr r26",
        sixteen!(with_bytes, "adc" "adc" "Y+48+"),
        "clr r25\n rol r25\n lsr r26",
        sixteen!(add_m, "112"),
        "adc r25, r22\n ldi r22, 0",
        sixteen!(with_bytes, "add" "adc" "Y+32+"),
        "adc r25, r22",
        // L_lo + 38 (S_hi + H_lo), and 19 times what was above the upper half.
        "ldi r18, 19\n mul r27, r18\n movw r20, r0",
        sixteen!(lower_bytes,),
        "mul r25, r23\n add r20, r0",
        sixteen!(upper_bytes,),
        "pop r29\n pop r28\n clr r1\n ret",
    ]
);
