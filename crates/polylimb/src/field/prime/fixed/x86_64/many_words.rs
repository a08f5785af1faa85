//! Products and squares of six and nine words, into memory.
//!
//! As rows of four words (`four_words.rs`), but each row sends its lowest word to memory, and the
//! register of that word becomes the top of the next row: this takes one register more than words.
//! In a square, row `i` has the mixed products with the words above `i` and completes two words;
//! one final pass doubles all and adds the squares.

use crate::limb::Word;
use core::arch::asm;

/// The products of `rdx` with the words `$j` at `rdi` onto the accumulators, lowest first, the last
/// one new and 0. Starts with both carries clear. Clobbers `rax rcx`, flags.
macro_rules! columns {
    ($words:literal; $acc:literal $new:literal; $j:literal) => {
        concat!(
            "mulx rcx, rax, [", $words, " + 8*", $j, "]\n",
            "adcx ", $acc, ", rax\n",
            "adox ", $new, ", rcx\n",
            "adc ", $new, ", 0\n",
        )
    };
    ($words:literal; $acc:literal $next:literal $($accs:literal)*; $j:literal $($js:literal)*) => {
        concat!(
            "mulx rcx, rax, [", $words, " + 8*", $j, "]\n",
            "adcx ", $acc, ", rax\n",
            "adox ", $next, ", rcx\n",
            columns!($words; $next $($accs)*; $($js)*),
        )
    };
}

/// Rows `$i` of a product: the words at `rdi` times a word of the other factor, whose address
/// `$factor` puts into `rdx`. Words go to `rsi`; at the end the accumulators hold the upper half.
macro_rules! rows {
    ($factor:literal; ; $($acc:literal)* | $free:literal; $($j:literal)*) => {
        ""
    };
    ($factor:literal; $i:literal $($is:literal)*; $lowest:literal $($acc:literal)* | $new:literal; $($j:literal)*) => {
        concat!(
            $factor,
            "mov rdx, [rdx + 8*", $i, "]\n",
            "xor ", $new, ", ", $new, "\n",
            columns!("rdi"; $lowest $($acc)* $new; $($j)*),
            "mov [rsi + 8*", $i, "], ", $lowest, "\n",
            rows!($factor; $($is)*; $($acc)* $new | $lowest; $($j)*),
        )
    };
}

/// `xor` of each register with itself.
macro_rules! clear {
    ($($acc:literal)*) => {
        concat!($("xor ", $acc, ", ", $acc, "\n"),*)
    };
}

/// Stores to the words at `rsi` from word `$i` on.
macro_rules! store {
    ($i:literal; $($k:literal $acc:literal)*) => {
        concat!($("mov [rsi + 8*(", $i, " + ", $k, ")], ", $acc, "\n"),*)
    };
}

/// Rows `$i` of the mixed products of the words at `rdi`. The accumulators hold the words from
/// `2 i + 1` on; two of them go to `rsi`.
macro_rules! triangle {
    ($i:literal; $low:literal | $new:literal $($free:literal)*; $j:literal) => {
        concat!(
            "mov rdx, [rdi + 8*", $i, "]\n",
            "xor ", $new, ", ", $new, "\n",
            columns!("rdi"; $low $new; $j),
            "mov [rsi + 8*(2*", $i, " + 1)], ", $low, "\n",
            "mov [rsi + 8*(2*", $i, " + 2)], ", $new, "\n",
        )
    };
    ($i:literal $($is:literal)*; $low:literal $second:literal $($acc:literal)* | $new:literal $($free:literal)*;
        $j:literal $($js:literal)*) => {
        concat!(
            "mov rdx, [rdi + 8*", $i, "]\n",
            "xor ", $new, ", ", $new, "\n",
            columns!("rdi"; $low $second $($acc)* $new; $j $($js)*),
            "mov [rsi + 8*(2*", $i, " + 1)], ", $low, "\n",
            "mov [rsi + 8*(2*", $i, " + 2)], ", $second, "\n",
            triangle!($($is)*; $($acc)* $new | $($free)* $low $second; $($js)*),
        )
    };
}

/// Doubles the words at `rsi` in the CF chain and adds the squares of the words `$i` at `rdi` in
/// the OF chain; words 0 and `$top` are not read, because they are 0.
macro_rules! squares {
    ($top:literal; 0 $($i:literal)* , $last:literal) => {
        concat!(
            "xor ecx, ecx\n",
            "mov rdx, [rdi]\n",
            "mulx rcx, rax, rdx\n",
            "mov [rsi], rax\n",
            "mov r9, [rsi + 8]\n",
            "adcx r9, r9\n",
            "adox r9, rcx\n",
            "mov [rsi + 8], r9\n",
            $(
                "mov rdx, [rdi + 8*", $i, "]\n",
                "mulx rcx, rax, rdx\n",
                "mov r8, [rsi + 16*", $i, "]\n",
                "mov r9, [rsi + 16*", $i, " + 8]\n",
                "adcx r8, r8\n",
                "adox r8, rax\n",
                "adcx r9, r9\n",
                "adox r9, rcx\n",
                "mov [rsi + 16*", $i, "], r8\n",
                "mov [rsi + 16*", $i, " + 8], r9\n",
            )*
            "mov rdx, [rdi + 8*", $last, "]\n",
            "mulx rcx, rax, rdx\n",
            "mov r8, [rsi + 16*", $last, "]\n",
            "mov r9d, 0\n",
            "adcx r8, r8\n",
            "adox r8, rax\n",
            "adcx r9, r9\n",
            "adox r9, rcx\n",
            "mov [rsi + 16*", $last, "], r8\n",
            "mov [rsi + 8*", $top, "], r9\n",
        )
    };
}

/// `t = a b`, six words each.
///
/// - Requires six words at `a` and `b`; ensures twelve written at `t`, disjoint from them. Constant
///   time. Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn mul_6(t: *mut Word, a: *const Word, b: *const Word) {
    // SAFETY: six words are read at `a` and `b`, twelve written at `t`.
    unsafe {
        asm!(
            clear!("r8" "r9" "r10" "r11" "r12" "r13"),
            rows!("mov rdx, r15\n"; 0 1 2 3 4 5; "r8" "r9" "r10" "r11" "r12" "r13" | "r14"; 0 1 2 3 4 5),
            store!(6; 0 "r14" 1 "r8" 2 "r9" 3 "r10" 4 "r11" 5 "r12"),
            in("rsi") t,
            in("rdi") b,
            in("r15") a,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _, out("r12") _, out("r13") _, out("r14") _,
            out("rax") _, out("rcx") _, out("rdx") _,
            options(nostack),
        );
    }
}

/// `t = a²`, six words.
///
/// - Requires six words at `a`; ensures twelve written at `t`, disjoint from them. Constant time.
///   Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn sqr_6(t: *mut Word, a: *const Word) {
    // SAFETY: six words are read at `a`, twelve written at `t`.
    unsafe {
        asm!(
            clear!("r8" "r9" "r10" "r11" "r12"),
            triangle!(0 1 2 3 4; "r8" "r9" "r10" "r11" "r12" | "r13"; 1 2 3 4 5),
            squares!(11; 0 1 2 3 4, 5),
            in("rsi") t,
            in("rdi") a,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _, out("r12") _, out("r13") _,
            out("rax") _, out("rcx") _, out("rdx") _,
            options(nostack),
        );
    }
}

/// `t = a b`, nine words each.
///
/// - Requires nine words at `a` and `b`; ensures eighteen written at `t`, disjoint from them.
///   Constant time. Needs BMI2, ADX. Stack: 24 bytes. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn mul_9(t: *mut Word, a: *const Word, b: *const Word) {
    // SAFETY: nine words are read at `a` and `b`, eighteen written at `t`; each push has its pop.
    unsafe {
        asm!(
            "push rbx",
            "push rbp",
            "push rax",
            clear!("r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx"),
            rows!("mov rdx, [rsp]\n"; 0 1 2 3 4 5 6 7 8;
                "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" | "rbp"; 0 1 2 3 4 5 6 7 8),
            store!(9; 0 "rbp" 1 "r8" 2 "r9" 3 "r10" 4 "r11" 5 "r12" 6 "r13" 7 "r14" 8 "r15"),
            "pop rax",
            "pop rbp",
            "pop rbx",
            in("rsi") t,
            in("rdi") b,
            inout("rax") a => _,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _, out("r12") _, out("r13") _, out("r14") _,
            out("r15") _, out("rcx") _, out("rdx") _,
        );
    }
}

/// `t = a²`, nine words.
///
/// - Requires nine words at `a`; ensures eighteen written at `t`, disjoint from them. Constant
///   time. Needs BMI2, ADX. Stack: 8 bytes. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn sqr_9(t: *mut Word, a: *const Word) {
    // SAFETY: nine words are read at `a`, eighteen written at `t`; each push has its pop.
    unsafe {
        asm!(
            "push rbx",
            clear!("r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"),
            triangle!(0 1 2 3 4 5 6 7; "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" | "rbx"; 1 2 3 4 5 6 7 8),
            squares!(17; 0 1 2 3 4 5 6 7, 8),
            "pop rbx",
            in("rsi") t,
            in("rdi") a,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _, out("r12") _, out("r13") _, out("r14") _,
            out("r15") _, out("rax") _, out("rcx") _, out("rdx") _,
        );
    }
}
