//! The product of two numbers of 16 bytes.
//!
//! ```text
//! r30 = r (32 bytes), r26 = a, r28 = b (16 bytes each); r26 changes
//! ```
//! **Idea.** Three products of 8 bytes: L of the lower halves, H of the upper ones, M of the
//! differences' absolute values. H starts with the upper half of L, H' = H + L_hi, so the product
//! is L_lo + (L_lo + H'_lo) 2^64 + (H'_lo + H'_hi) 2^128 + H'_hi 2^192 - (±M) 2^64.
//!
//! A product of 8 bytes is eight rows `a b_j`. In a row the products of bytes with even numbers do
//! not overlap, nor do those with odd ones, so each kind is one chain of carries: 40 cycles for
//! eight products.
//!
//! **Registers.** r2 to r9 `a`, r19 `b_j`, r10 to r18 the sum, whose list rotates by one a row,
//! r20 to r25 products.

/// `sum += a b_j`; the highest byte is new.
macro_rules! row {
    ($p0:ident $p1:ident $p2:ident $p3:ident $p4:ident $p5:ident $p6:ident $p7:ident $p8:ident) => {
        concat!(
            "mul r4, r19\n movw r20, r0\n mul r6, r19\n movw r22, r0\n mul r8, r19\n movw r24, r0\n mul r2, r19\n",
            "clr ", stringify!($p8), "\n",
            chain!("add" "adc": $p0 r0 $p1 r1 $p2 r20 $p3 r21 $p4 r22 $p5 r23 $p6 r24 $p7 r25 $p8 $p8),
            odd!($p1 $p2 $p3 $p4 $p5 $p6 $p7 $p8)
        )
    };
}

/// The products of the odd bytes.
macro_rules! odd {
    ($p1:ident $p2:ident $p3:ident $p4:ident $p5:ident $p6:ident $p7:ident $p8:ident) => {
        concat!(
            "mul r5, r19\n movw r20, r0\n mul r7, r19\n movw r22, r0\n mul r9, r19\n movw r24, r0\n mul r3, r19\n",
            chain!("add" "adc": $p1 r0 $p2 r1 $p3 r20 $p4 r21 $p5 r22 $p6 r23 $p7 r24 $p8 r25)
        )
    };
}

/// `sum = a b_j`.
macro_rules! first_row {
    () => {
        concat!(
            "mul r2, r19\n movw r10, r0\n mul r4, r19\n movw r12, r0\n mul r6, r19\n movw r14, r0\n mul r8, r19\n movw r16, r0\n clr r18\n",
            odd!(r11 r12 r13 r14 r15 r16 r17 r18)
        )
    };
}

/// Rows of `b_j` at `$b`; the byte that leaves the sum goes to `$r`.
macro_rules! rows {
    ($b:literal, $r:literal: first [0 $($j:literal)+]) => {
        concat!(
            "ldd r19, ", $b, "0\n", first_row!(), "std ", $r, "0, r10\n",
            rows!($b, $r: [$($j)+] r11 r12 r13 r14 r15 r16 r17 r18 r10)
        )
    };
    ($b:literal, $r:literal: [$j:literal $($k:literal)*] $p0:ident $($p:ident)+) => {
        concat!(
            "ldd r19, ", $b, $j, "\n", row!($p0 $($p)+), "std ", $r, $j, ", ", stringify!($p0), "\n",
            rows!($b, $r: [$($k)*] $($p)+ $p0)
        )
    };
    ($b:literal, $r:literal: [] $($p:ident)+) => { "" };
}

/// The absolute value of a number, whose borrow is the carry; `$mask` becomes its sign.
macro_rules! absolute {
    ($mask:literal: $($r:ident)+) => {
        concat!(
            "sbc ", $mask, ", ", $mask, "\n",
            each!("eor" $mask: $($r)+),
            negative_of!($mask: $($r)+)
        )
    };
}

macro_rules! negative_of {
    ($mask:literal: $first:ident $($r:ident)+) => {
        concat!("sub ", stringify!($first), ", ", $mask, "\n", each!("sbc" $mask: $($r)+))
    };
}

/// `sum -= ` the bytes behind a pointer that moves.
macro_rules! subtract_bytes {
    ($from:literal: $first:ident $($r:ident)+) => {
        concat!(
            "ld r20, ", $from, "\n sub ", stringify!($first), ", r20\n",
            $("ld r20, ", $from, "\n sbc ", stringify!($r), ", r20\n"),+
        )
    };
}

/// `registers op= bytes`, with carry but for the first if `$first` is not `$op`.
macro_rules! with_bytes {
    ($first:literal $op:literal $from:literal: $d:ident $i:literal $($e:ident $j:literal)*) => {
        concat!(
            "ldd r1, ", $from, $i, "\n ", $first, " ", stringify!($d), ", r1\n",
            $("ldd r1, ", $from, $j, "\n ", $op, " ", stringify!($e), ", r1\n"),*
        )
    };
}

/// The same of bytes that are inverted if r26 is 0xff.
macro_rules! add_signed {
    ($from:literal: $($d:ident $i:literal)+) => {
        concat!($("ldd r27, ", $from, $i, "\n eor r27, r26\n adc ", stringify!($d), ", r27\n"),+)
    };
}

kernel!(
    product,
    (),
    [
        // L.
        "ld r2, X+\n ld r3, X+\n ld r4, X+\n ld r5, X+\n ld r6, X+\n ld r7, X+\n ld r8, X+\n ld r9, X+",
        rows!("Y+", "Z+": first [0 1 2 3 4 5 6 7]),
        // H'.
        "ld r2, X+\n ld r3, X+\n ld r4, X+\n ld r5, X+\n ld r6, X+\n ld r7, X+\n ld r8, X+\n ld r9, X+",
        rows!("Y+8+", "Z+16+": [0 1 2 3 4 5 6 7] r18 r10 r11 r12 r13 r14 r15 r16 r17),
        each!(store "Z+24+": r17 0 r18 1 r10 2 r11 3 r12 4 r13 5 r14 6 r15 7),
        // The difference of `a` stays in registers; the difference of `b` lies where M will.
        "sbiw r26, 16",
        subtract_bytes!("X+": r2 r3 r4 r5 r6 r7 r8 r9),
        absolute!("r18": r2 r3 r4 r5 r6 r7 r8 r9),
        each!(load "Y+8+": r10 0 r11 1 r12 2 r13 3 r14 4 r15 5 r16 6 r17 7),
        with_bytes!("sub" "sbc" "Y+": r10 0 r11 1 r12 2 r13 3 r14 4 r15 5 r16 6 r17 7),
        absolute!("r26": r10 r11 r12 r13 r14 r15 r16 r17),
        each!(store "Z+8+": r10 0 r11 1 r12 2 r13 3 r14 4 r15 5 r16 6 r17 7),
        // 0xff if M is subtracted.
        "eor r26, r18\n com r26",
        // M.
        rows!("Z+8+", "Z+8+": first [0 1 2 3 4 5 6 7]),
        // L_lo + H'_lo; the carry is kept.
        each!(load "Z+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        each!(load "Z+16+": r20 0 r21 1 r22 2 r23 3 r24 4 r25 5 r0 6 r1 7),
        chain!("add" "adc": r2 r20 r3 r21 r4 r22 r5 r23 r6 r24 r7 r25 r8 r0 r9 r1),
        "sbc r19, r19",
        // -(±M), the lower half.
        "mov r27, r26\n lsl r27",
        add_signed!("Z+8+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        each!(store "Z+8+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        // The upper half, with H'_lo + H'_hi.
        each!("eor" "r26": r18 r10 r11 r12 r13 r14 r15 r16),
        chain!("adc" "adc": r20 r18 r21 r10 r22 r11 r23 r12 r24 r13 r25 r14 r0 r15 r1 r16),
        "mov r27, r26\n sbc r17, r17\n sub r27, r17",
        each!(load "Z+24+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        "lsr r19\n ldi r19, 0",
        chain!("adc" "adc": r20 r2 r21 r3 r22 r4 r23 r5 r24 r6 r25 r7 r0 r8 r1 r9),
        "adc r27, r19",
        each!(store "Z+16+": r20 0 r21 1 r22 2 r23 3 r24 4 r25 5 r0 6 r1 7),
        // The carries, from -1 to 2, go on into H'_hi.
        "mov r26, r27\n lsl r26\n sbc r26, r26",
        chain!("add" "adc": r2 r27 r3 r26 r4 r26 r5 r26 r6 r26 r7 r26 r8 r26 r9 r26),
        each!(store "Z+24+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        "ret",
    ]
);
