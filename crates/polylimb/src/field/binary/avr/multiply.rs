//! Products in `F_2^163` and of polynomials below x^163.
//!
//! ```text
//! fn(r: *mut [u8; 21 or 42], a: *const [u8; 21], b: *const [u8; 21])      degrees below 163
//! ```
//! **Source.** `[LopezDahab2000]`, by windows of four bits; the sum in rotating registers is
//! Algorithm 4 of `[Aranha2009]`; the order of the passes and the merged reduction are new.
//!
//! **Idea.** The multiples u b, deg u < 4, are tabulated column by column from b, 2b, 4b and 8b in
//! registers: eleven sums for fifteen stores. The first pass goes upwards through the upper halves
//! of the bytes of `a` and stores its lowest bytes. Its last 21 bytes are shifted by four bits in
//! their registers; the second pass starts with them and goes downwards through the lower halves.
//! Each byte that the second pass completes at the top is reduced (or stored) at once, and its
//! register takes the new lowest byte.
//!
//! **Registers.** r2 to r22 the sum, r23 a byte of the table, r24 = 32 and r25 = 16 or 8 for shifts
//! by `mul`, X in `a`, Z and Y the table's row, r1:r0 products. While tabulating: r2 to r17 four
//! bytes each of b, 2b, 4b, 8b, r18 the byte before, X in `b`.
//!
//! **Time.** Constant: no branch, and the look-ups follow `a` in memory without a cache.
//! **Memory.** The static table, 384 bytes, and 22 bytes; not to be called by an interrupt that
//! interrupts it. `r` may be `a` or `b`.

/// r = the sum, whose registers are given in order; X behind its last byte.
macro_rules! store {
    ($($acc:ident)+) => {
        concat!("pop r27\n pop r26\n", $("st X+, ", stringify!($acc), "\n"),+)
    };
}

// From the first pass to the second.
macro_rules! turn_reduced {
    ($($acc:ident)+) => {
        concat!(
            turn_row!($($acc)+), "ldi r24, 32\n ldi r25, 8\n",
            high_to_low!(fold, add_row_new_bottom, finish_reduced, [* * * * * * * * * * * * * * * * * * * *] $($acc)+)
        )
    };
}

macro_rules! turn_unreduced {
    ($($acc:ident)+) => {
        concat!(
            turn_row!($($acc)+),
            high_to_low!(push_top, add_row_new_bottom_load, finish_unreduced,
                [* * * * * * * * * * * * * * * * * * * *] $($acc)+)
        )
    };
}

macro_rules! turn_row {
    ($($acc:ident)+) => {
        concat!(
            "ldi r25, 16\n", shift_left_4!($($acc)+),
            "adiw r26, 1\n", lower_row_down!(), each_column!(add_row, $($acc)+)
        )
    };
}

macro_rules! push_top {
    ($top:ident $p1:ident $p2:ident) => {
        concat!("push ", stringify!($top), "\n")
    };
}

macro_rules! finish_reduced {
    ($p0:ident $p1:ident $p2:ident $p3:ident $p4:ident $p5:ident $p6:ident $p7:ident $p8:ident $p9:ident
        $p10:ident $p11:ident $p12:ident $p13:ident $p14:ident $p15:ident $p16:ident $p17:ident $p18:ident
        $p19:ident $p20:ident) => {
        concat!(
            "ldi r25, 16\n",
            add_low!($p0 $p1 $p2 $p3 $p4 $p5 $p6 $p7 $p8 $p9 $p10 $p11 $p12 $p13 $p14 $p15 $p16 $p17 $p18 $p19 $p20),
            "ldi r25, 8\n", fold_last!($p0 $p1 $p20, r23),
            store!($p0 $p1 $p2 $p3 $p4 $p5 $p6 $p7 $p8 $p9 $p10 $p11 $p12 $p13 $p14 $p15 $p16 $p17 $p18 $p19 $p20),
            "pop r29\n pop r28\n clr r1\n ret\n"
        )
    };
}

// The upper bytes were pushed from the highest down.
macro_rules! finish_unreduced {
    ($($acc:ident)+) => {
        concat!(
            "ldi r25, 16\n", add_low!($($acc)+),
            "lds r26, {table}+404\n lds r27, {table}+405\n",
            $("st X+, ", stringify!($acc), "\n",)+
            pop_4!(), pop_4!(), pop_4!(), pop_4!(), pop_4!(),
            "clr r1\n st X+, r1\n", "pop r29\n pop r28\n clr r1\n ret\n"
        )
    };
}

macro_rules! pop_4 {
    () => {
        "pop r2\n st X+, r2\n pop r2\n st X+, r2\n pop r2\n st X+, r2\n pop r2\n st X+, r2\n"
    };
}

/// Both passes, from the table on; X in `a`.
macro_rules! passes {
    ($turn:ident) => {
        concat!(
            "ldi r31, hi8({table})\n ldi r29, hi8({table}+256)\n",
            low_to_high!($turn, [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19]
                r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22)
        )
    };
}

// The static memory: multiples of an operand in a page and a half, aligned to a page; 20 bytes that
// the first pass stores; a pointer. (A Rust static aligned to a page would fill whole pages.)
core::arch::global_asm!(
    ".section .bss.polylimb_f163_memory,\"aw\",@nobits",
    ".balign 256",
    ".global polylimb_f163_memory",
    "polylimb_f163_memory: .zero 406",
    ".text",
);

unsafe extern "C" {
    #[link_name = "polylimb_f163_memory"]
    pub(super) static mut MEMORY: [u8; 406];
}

// The table of the 21 bytes behind X. Clobbers r2 to r18.
kernel!(tabulate, (table = MEMORY), [tabulate!(), "ret"]);

// r = a times the operand of the table: X in `a`, `r` on the stack above r28 and r29.
kernel!(pass, (table = MEMORY), [passes!(turn_reduced)]);

// r = a b.
kernel!(
    multiply,
    (tabulate = tabulate, pass = pass),
    [
        "push r28\n push r29",
        "push r24\n push r25\n movw r26, r20\n call {tabulate}\n movw r26, r22\n jmp {pass}",
    ]
);

// r = a times the operand of the table.
kernel!(
    multiply_tabulated,
    (pass = pass),
    ["push r28\n push r29", "push r24\n push r25\n movw r26, r22\n jmp {pass}",]
);

// r = a b, 42 bytes.
kernel!(
    product,
    (table = MEMORY, tabulate = tabulate),
    [
        "push r28\n push r29",
        "sts {table}+404, r24\n sts {table}+405, r25\n movw r26, r20\n call {tabulate}\n movw r26, r22",
        passes!(turn_unreduced),
    ]
);
