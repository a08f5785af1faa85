//! The building block of every multiplication here: a *row*, one word times up to eight words.
//!
//! A strip of `w` columns keeps `w` accumulators in registers and takes the rows of a product one
//! after another. In each row the multiplier is `rdx`; each column adds the low half of its product
//! in the CF chain (`adcx`) and the high half of its neighbour's in the OF chain (`adox`), so both
//! chains run in parallel with the multiplier. The completed word goes to memory: one load and one
//! store for `w` products. A row cannot overflow, because
//! `acc + memory word + word * columns <= 2^(64 (w + 1)) - 1`.
//!
//! Two forms of a row differ in how the accumulators move down by one word:
//! - *shifted*: column `j` leaves its sum in the register of accumulator `j - 1`. One row is a
//!   loop.
//! - *renamed*: the new top accumulator takes the register of the word that was stored. Eight rows
//!   of eight columns are a loop. Saves the copies of the shifted form, 6 % (8.75 cycles a row, not
//!   9.3).
//!
//! | register | holds |
//! |---|---|
//! | `r8` … `r15` | accumulators 0 … 7 |
//! | `rax`, `rbx` | halves of products |
//! | `rdx` | the multiplier |
//! | `rsi` | the words of the columns |
//! | `rbp` | the end of the rows' words |
//! | `rdi` | the end of the rows' words of the result |
//! | `rcx` | rows still to do, negative |
//!
//! On AMD Zen 5 `mulx` is two operations and `adcx`, `adox` are one, all on the same four units: a
//! row of eight takes at least (16 + 18) / 4 = 8.5 cycles.
//!
//! The macros expand to the text of the instructions.

/// Saves the registers that belong to the caller.
macro_rules! save {
    () => {
        "push rbx\npush rbp\npush r12\npush r13\npush r14\npush r15\n"
    };
}

/// Restores them and returns.
macro_rules! restore_and_return {
    () => {
        "pop r15\npop r14\npop r13\npop r12\npop rbp\npop rbx\nret\n"
    };
}

/// `$op!(register, index)` for the first `$w` accumulators.
#[rustfmt::skip]
macro_rules! accumulators {
    ($op:ident, 1) => { $op!("r8", 0) };
    ($op:ident, 2) => { concat!(accumulators!($op, 1), $op!("r9", 1)) };
    ($op:ident, 3) => { concat!(accumulators!($op, 2), $op!("r10", 2)) };
    ($op:ident, 4) => { concat!(accumulators!($op, 3), $op!("r11", 3)) };
    ($op:ident, 5) => { concat!(accumulators!($op, 4), $op!("r12", 4)) };
    ($op:ident, 6) => { concat!(accumulators!($op, 5), $op!("r13", 5)) };
    ($op:ident, 7) => { concat!(accumulators!($op, 6), $op!("r14", 6)) };
    ($op:ident, 8) => { concat!(accumulators!($op, 7), $op!("r15", 7)) };
}

/// The functions `$function!($mode …, width)` for the widths 1 to 8.
macro_rules! by_width {
    ($function:ident $($mode:ident)*) => {
        [
            $function!($($mode,)* 1), $function!($($mode,)* 2), $function!($($mode,)* 3),
            $function!($($mode,)* 4), $function!($($mode,)* 5), $function!($($mode,)* 6),
            $function!($($mode,)* 7), $function!($($mode,)* 8),
        ]
    };
}

/// For [`accumulators`]: `acc = 0`.
macro_rules! clear {
    ($acc:literal, $j:literal) => {
        concat!("xor ", $acc, ", ", $acc, "\n")
    };
}

/// For [`accumulators`]: from the words at `rdi`.
macro_rules! load {
    ($acc:literal, $j:literal) => {
        concat!("mov ", $acc, ", [rdi + 8*", $j, "]\n")
    };
}

/// For [`accumulators`]: to the words at `rdi`.
macro_rules! store {
    ($acc:literal, $j:literal) => {
        concat!("mov [rdi + 8*", $j, "], ", $acc, "\n")
    };
}

/// For [`accumulators`]: onto the words at `rdi`, with CF in and out.
macro_rules! add_onto {
    ($acc:literal, $j:literal) => {
        concat!("adc ", $acc, ", [rdi + 8*", $j, "]\nmov [rdi + 8*", $j, "], ", $acc, "\n")
    };
}

/// The memory word that comes into a row, or none.
macro_rules! memory_in {
    (from_zero, $word:expr) => {
        ""
    };
    (onto_memory, $word:expr) => {
        concat!("adox rbx, ", $word, "\n")
    };
}

/// Shifted form, column 0: starts both chains. The completed word is in `rbx`.
macro_rules! shifted_first {
    () => {
        "xor eax, eax\nmulx rax, rbx, [rsi]\nadcx rbx, r8\n"
    };
}

/// Shifted form, columns 1 to `$w - 1`, then the top accumulator.
macro_rules! shifted_rest {
    (1) => { shifted_rest!(top "r8", "rax") };
    (2) => { concat!(shifted_rest!(to 2), shifted_rest!(top "r9", "rbx")) };
    (3) => { concat!(shifted_rest!(to 3), shifted_rest!(top "r10", "rax")) };
    (4) => { concat!(shifted_rest!(to 4), shifted_rest!(top "r11", "rbx")) };
    (5) => { concat!(shifted_rest!(to 5), shifted_rest!(top "r12", "rax")) };
    (6) => { concat!(shifted_rest!(to 6), shifted_rest!(top "r13", "rbx")) };
    (7) => { concat!(shifted_rest!(to 7), shifted_rest!(top "r14", "rax")) };
    (8) => { concat!(shifted_rest!(to 8), shifted_rest!(top "r15", "rbx")) };
    (to 2) => { shifted_rest!(column 1, "r8", "r9", "rax", "rbx") };
    (to 3) => { concat!(shifted_rest!(to 2), shifted_rest!(column 2, "r9", "r10", "rbx", "rax")) };
    (to 4) => { concat!(shifted_rest!(to 3), shifted_rest!(column 3, "r10", "r11", "rax", "rbx")) };
    (to 5) => { concat!(shifted_rest!(to 4), shifted_rest!(column 4, "r11", "r12", "rbx", "rax")) };
    (to 6) => { concat!(shifted_rest!(to 5), shifted_rest!(column 5, "r12", "r13", "rax", "rbx")) };
    (to 7) => { concat!(shifted_rest!(to 6), shifted_rest!(column 6, "r13", "r14", "rbx", "rax")) };
    (to 8) => { concat!(shifted_rest!(to 7), shifted_rest!(column 7, "r14", "r15", "rax", "rbx")) };
    // `$lo = low half + $acc + $below`; the high half to `$high`.
    (column $j:literal, $lo:literal, $acc:literal, $below:literal, $high:literal) => {
        concat!(
            "mulx ", $high, ", ", $lo, ", [rsi + 8*", $j, "]\n",
            "adcx ", $lo, ", ", $acc, "\n",
            "adox ", $lo, ", ", $below, "\n",
        )
    };
    (top $acc:literal, $high:literal) => {
        concat!(
            "mov edx, 0\n",
            "adcx ", $high, ", rdx\n",
            "adox ", $high, ", rdx\n",
            "mov ", $acc, ", ", $high, "\n",
        )
    };
}

/// The products of a row onto the accumulators in place, lowest first. The last high half and both
/// carries: `top $t` puts them into `$t`, `cut` drops them.
macro_rules! products {
    (top $top:literal; $acc:literal; $j:literal $($js:literal)*) => {
        concat!(
            "mulx ", $top, ", rbx, [rsi + 8*", $j, "]\n",
            "adcx ", $acc, ", rbx\n",
            "mov edx, 0\n",
            "adox ", $top, ", rdx\n",
            "adc ", $top, ", 0\n",
        )
    };
    (cut; $acc:literal; $j:literal $($js:literal)*) => {
        concat!("mulx rax, rbx, [rsi + 8*", $j, "]\n", "adcx ", $acc, ", rbx\n")
    };
    ($end:ident $($top:literal)?; $acc:literal $next:literal $($accs:literal)*; $j:literal $($js:literal)*) => {
        concat!(
            "mulx rax, rbx, [rsi + 8*", $j, "]\n",
            "adcx ", $acc, ", rbx\n",
            "adox ", $next, ", rax\n",
            products!($end $($top)?; $next $($accs)*; $($js)*),
        )
    };
}

/// Row `$i` in the renamed form: accumulators lowest first; the lowest is stored and becomes the
/// top.
macro_rules! renamed_row {
    ($mode:ident, $i:literal; $lowest:literal $next:literal $($accs:literal)*) => {
        concat!(
            "mov rdx, [rbp + 8*rcx + 8*", $i, "]\n",
            "xor eax, eax\n",
            "mulx rax, rbx, [rsi]\n",
            memory_in!($mode, concat!("[rdi + 8*rcx + 8*", $i, "]")),
            "adcx ", $lowest, ", rbx\n",
            "adox ", $next, ", rax\n",
            "mov [rdi + 8*rcx + 8*", $i, "], ", $lowest, "\n",
            products!(top $lowest; $next $($accs)*; 1 2 3 4 5 6 7),
        )
    };
}

/// One row in the shifted form, in a loop.
macro_rules! shifted_row {
    ($mode:ident, $w:tt) => {
        concat!(
            "mov rdx, [rbp + 8*rcx]\n",
            shifted_first!(),
            memory_in!($mode, "[rdi + 8*rcx]"),
            "mov [rdi + 8*rcx], rbx\n",
            shifted_rest!($w),
            "inc rcx\n",
        )
    };
}

/// All rows of a strip of `$w` columns: `-rcx` rows, possibly none. Labels 2 to 4.
macro_rules! rows {
    ($mode:ident, 8) => {
        concat!(
            "test cl, 7\n",
            "jz 3f\n",
            ".p2align 5\n",
            "2:\n",
            shifted_row!($mode, 8),
            "test cl, 7\n",
            "jnz 2b\n",
            "3:\n",
            "test rcx, rcx\n",
            "jz 4f\n",
            ".p2align 5\n",
            "2:\n",
            renamed_row!($mode, 0; "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"),
            renamed_row!($mode, 1; "r9" "r10" "r11" "r12" "r13" "r14" "r15" "r8"),
            renamed_row!($mode, 2; "r10" "r11" "r12" "r13" "r14" "r15" "r8" "r9"),
            renamed_row!($mode, 3; "r11" "r12" "r13" "r14" "r15" "r8" "r9" "r10"),
            renamed_row!($mode, 4; "r12" "r13" "r14" "r15" "r8" "r9" "r10" "r11"),
            renamed_row!($mode, 5; "r13" "r14" "r15" "r8" "r9" "r10" "r11" "r12"),
            renamed_row!($mode, 6; "r14" "r15" "r8" "r9" "r10" "r11" "r12" "r13"),
            renamed_row!($mode, 7; "r15" "r8" "r9" "r10" "r11" "r12" "r13" "r14"),
            "add rcx, 8\n",
            "jnz 2b\n",
            "4:\n",
        )
    };
    ($mode:ident, $w:tt) => {
        concat!(
            "test rcx, rcx\n",
            "jz 4f\n",
            ".p2align 5\n",
            "2:\n",
            shifted_row!($mode, $w),
            "jnz 2b\n",
            "4:\n",
        )
    };
}
