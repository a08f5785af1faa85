//! The square of a number of 16 bytes.
//!
//! ```text
//! r28 = r (32 bytes), r30 = a (16 bytes); both stay
//! ```
//! **Idea.** As in `product.rs`, from three squares of 8 bytes; the difference's square is never
//! negative. A square of 8 bytes is the 28 mixed products, doubled, and eight squares of bytes.
//!
//! **Registers.** r2 to r9 `a`; bytes 1 to 14 of a square in r10 to r23, byte 0 at the end in r2,
//! byte 15 in r9; r24 to r27 products.

/// The square of r2 to r9, its bytes in r2, r10 to r23 and r9.
macro_rules! square_8 {
    () => {
        concat!(
            // Products by byte 0.
            "mul r2, r3\n movw r10, r0\n mul r2, r5\n movw r12, r0\n mul r2, r7\n movw r14, r0\n mul r2, r9\n movw r16, r0\n",
            "mul r2, r6\n movw r26, r0\n mul r2, r8\n movw r24, r0\n mul r2, r4\n clr r18\n",
            chain!("add" "adc": r11 r0 r12 r1 r13 r26 r14 r27 r15 r24 r16 r25 r17 r18),
            // By byte 1.
            "mul r3, r6\n movw r26, r0\n mul r3, r8\n movw r24, r0\n mul r3, r4\n",
            chain!("add" "adc": r12 r0 r13 r1 r14 r26 r15 r27 r16 r24 r17 r25 r18 r18),
            "mul r3, r7\n movw r26, r0\n mul r3, r9\n movw r24, r0\n mul r3, r5\n clr r19\n",
            chain!("add" "adc": r13 r0 r14 r1 r15 r26 r16 r27 r17 r24 r18 r25),
            // By byte 2.
            "mul r4, r8\n movw r26, r0\n mul r4, r6\n",
            chain!("add" "adc": r15 r0 r16 r1 r17 r26 r18 r27 r19 r19),
            "mul r4, r7\n movw r26, r0\n mul r4, r9\n movw r24, r0\n mul r4, r5\n clr r20\n",
            chain!("add" "adc": r14 r0 r15 r1 r16 r26 r17 r27 r18 r24 r19 r25),
            // By byte 3.
            "mul r5, r8\n movw r26, r0\n mul r5, r6\n",
            chain!("add" "adc": r16 r0 r17 r1 r18 r26 r19 r27 r20 r20),
            "mul r5, r9\n movw r26, r0\n mul r5, r7\n clr r21\n",
            chain!("add" "adc": r17 r0 r18 r1 r19 r26 r20 r27),
            // By bytes 4, 5 and 6.
            "mul r6, r8\n",
            chain!("add" "adc": r19 r0 r20 r1 r21 r21),
            "mul r6, r9\n movw r26, r0\n mul r6, r7\n clr r22\n",
            chain!("add" "adc": r18 r0 r19 r1 r20 r26 r21 r27),
            "mul r7, r8\n",
            chain!("add" "adc": r20 r0 r21 r1 r22 r22),
            "mul r7, r9\n clr r23\n",
            chain!("add" "adc": r21 r0 r22 r1),
            "mul r8, r9\n",
            chain!("add" "adc": r22 r0 r23 r1),
            // Doubled; the highest bit is in r27.
            "clr r27\n lsl r10\n",
            chain!("adc" "adc": r11 r11 r12 r12 r13 r13 r14 r14 r15 r15 r16 r16 r17 r17 r18 r18 r19 r19
                r20 r20 r21 r21 r22 r22 r23 r23 r27 r27),
            // The squares of the bytes.
            "mul r3, r3\n movw r24, r0\n mul r2, r2\n movw r2, r0\n mul r4, r4\n mov r4, r0\n mov r26, r1\n mul r5, r5\n",
            chain!("add" "adc": r10 r3 r11 r24 r12 r25 r13 r4 r14 r26 r15 r0 r16 r1),
            "sbc r26, r26\n",
            "mul r7, r7\n movw r24, r0\n mul r8, r8\n movw r4, r0\n mul r9, r9\n movw r8, r0\n mul r6, r6\n lsr r26\n",
            chain!("adc" "adc": r17 r0 r18 r1 r19 r24 r20 r25 r21 r4 r22 r5 r23 r8 r9 r27),
        )
    };
}

kernel!(
    square,
    (),
    [
        each!(load "Z+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        square_8!(),
        each!(store "Y+": r2 0 r10 1 r11 2 r12 3 r13 4 r14 5 r15 6 r16 7 r17 8 r18 9 r19 10 r20 11 r21 12 r22 13 r23 14 r9 15),
        each!(load "Z+8+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        square_8!(),
        each!(store "Y+16+": r2 0 r10 1 r11 2 r12 3 r13 4 r14 5 r15 6 r16 7 r17 8 r18 9 r19 10 r20 11 r21 12 r22 13 r23 14 r9 15),
        // The difference and its square.
        each!(load "Z+8+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        with_bytes!("sub" "sbc" "Z+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        absolute!("r26": r2 r3 r4 r5 r6 r7 r8 r9),
        square_8!(),
        // Its negative, but for 1.
        "com r2\n com r10\n com r11\n com r12\n com r13\n com r14\n com r15\n com r16",
        "com r17\n com r18\n com r19\n com r20\n com r21\n com r22\n com r23\n com r9",
        // L_hi + H_lo, whose carry has two places to go.
        each!(load "Y+8+": r3 0 r4 1 r5 2 r6 3 r7 4 r8 5 r24 6 r25 7),
        with_bytes!("add" "adc" "Y+16+": r3 0 r4 1 r5 2 r6 3 r7 4 r8 5 r24 6 r25 7),
        "clr r26\n rol r26",
        // That sum to both halves, with L_lo and H_hi; and the 1.
        chain!("add" "adc": r2 r3 r10 r4 r11 r5 r12 r6 r13 r7 r14 r8 r15 r24 r16 r25
            r17 r3 r18 r4 r19 r5 r20 r6 r21 r7 r22 r8 r23 r24 r9 r25),
        "clr r0\n rol r0\n sec",
        with_bytes!("adc" "adc" "Y+": r2 0 r10 1 r11 2 r12 3 r13 4 r14 5 r15 6 r16 7 r17 24 r18 25 r19 26 r20 27 r21 28 r22 29 r23 30 r9 31),
        "clr r1\n adc r0, r1\n dec r0",
        "add r17, r26",
        each!("adc" "r1": r18 r19 r20 r21 r22 r23 r9),
        "adc r0, r26",
        each!(store "Y+8+": r2 0 r10 1 r11 2 r12 3 r13 4 r14 5 r15 6 r16 7 r17 8 r18 9 r19 10 r20 11 r21 12 r22 13 r23 14 r9 15),
        // The carries, from -1 to 3, go on into H_hi.
        "mov r26, r0\n lsl r26\n sbc r26, r26",
        each!(load "Y+24+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        chain!("add" "adc": r2 r0 r3 r26 r4 r26 r5 r26 r6 r26 r7 r26 r8 r26 r9 r26),
        each!(store "Y+24+": r2 0 r3 1 r4 2 r5 3 r6 4 r7 5 r8 6 r9 7),
        "ret",
    ]
);
