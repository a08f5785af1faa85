//! Products and squares of four words, all eight words of the result in registers, and the frame
//! around a kernel.
//!
//! | register | holds |
//! |---|---|
//! | `rsi`, `rdi` | the factors in memory, `rdi` the prime if there is no second factor |
//! | `r8` … `r15` | the result, least significant first; `r15` until then the prime in memory |
//! | `rdx` | the multiplier |
//! | `rax`, `rcx` | halves of products |
//!
//! Afterwards `rsi` points to the prime.

/// One row beyond the first: adds `[rsi + 8 i]` times the words at `rdi` to five accumulators, the
/// last of them new. Low halves in the CF chain, high halves in the OF chain.
#[rustfmt::skip]
macro_rules! row_4 {
    ($i:literal; $a:literal $b:literal $c:literal $d:literal $new:literal) => {
        row_4!($i, ""; $a $b $c $d $new)
    };
    // `$then`: instructions that follow the load of the last word at `rsi`.
    ($i:literal, $then:literal; $a:literal $b:literal $c:literal $d:literal $new:literal) => {
        concat!(
            "mov rdx, [rsi + 8*", $i, "]\n",
            $then,
            "xor ", $new, ", ", $new, "\n",
            "mulx rcx, rax, [rdi]\n",
            "adcx ", $a, ", rax\n",
            "adox ", $b, ", rcx\n",
            "mulx rcx, rax, [rdi + 8]\n",
            "adcx ", $b, ", rax\n",
            "adox ", $c, ", rcx\n",
            "mulx rcx, rax, [rdi + 16]\n",
            "adcx ", $c, ", rax\n",
            "adox ", $d, ", rcx\n",
            "mulx rcx, rax, [rdi + 24]\n",
            "adcx ", $d, ", rax\n",
            "adox ", $new, ", rcx\n",
            "adc ", $new, ", 0\n",
        )
    };
}

/// `r8 … r15 = [rsi] [rdi]`. Clobbers `rax rcx rdx`, flags.
macro_rules! product_4 {
    () => {
        concat!(
            "mov rdx, [rsi]\n",
            "mulx r9, r8, [rdi]\n",
            "mulx r10, rax, [rdi + 8]\n",
            "add r9, rax\n",
            "mulx r11, rax, [rdi + 16]\n",
            "adc r10, rax\n",
            "mulx r12, rax, [rdi + 24]\n",
            "adc r11, rax\n",
            "adc r12, 0\n",
            row_4!(1; "r9" "r10" "r11" "r12" "r13"),
            row_4!(2; "r10" "r11" "r12" "r13" "r14"),
            row_4!(3, "mov rsi, r15\n"; "r11" "r12" "r13" "r14" "r15"),
        )
    };
}

/// `r8 … r15 = [rsi]²`: the six mixed products; then their doubles in the CF chain and the squares
/// in the OF chain. Clobbers `rax rcx rdx`, flags.
macro_rules! square_4 {
    () => {
        concat!(
            "mov rdx, [rsi]\n",
            "mulx r10, r9, [rsi + 8]\n",
            "mulx r11, rax, [rsi + 16]\n",
            "mulx r12, rcx, [rsi + 24]\n",
            "add r10, rax\n",
            "adc r11, rcx\n",
            "adc r12, 0\n",
            "mov rdx, [rsi + 8]\n",
            "xor r13d, r13d\n",
            "mulx rcx, rax, [rsi + 16]\n",
            "adcx r11, rax\n",
            "adox r12, rcx\n",
            "mulx rcx, rax, [rsi + 24]\n",
            "adcx r12, rax\n",
            "adox r13, rcx\n",
            "adc r13, 0\n",
            "mov rdx, [rsi + 16]\n",
            "mulx r14, rax, [rsi + 24]\n",
            "add r13, rax\n",
            "adc r14, 0\n",
            "mov rdx, [rsi]\n",
            "xor r15d, r15d\n",
            "mulx rax, r8, rdx\n",
            "adcx r9, r9\n",
            "adox r9, rax\n",
            "mov rdx, [rsi + 8]\n",
            "mulx rcx, rax, rdx\n",
            "adcx r10, r10\n",
            "adox r10, rax\n",
            "adcx r11, r11\n",
            "adox r11, rcx\n",
            "mov rdx, [rsi + 16]\n",
            "mulx rcx, rax, rdx\n",
            "adcx r12, r12\n",
            "adox r12, rax\n",
            "adcx r13, r13\n",
            "adox r13, rcx\n",
            "mov rdx, [rsi + 24]\n",
            "mulx rcx, rax, rdx\n",
            "adcx r14, r14\n",
            "adox r14, rax\n",
            "adcx r15, r15\n",
            "adox r15, rcx\n",
            "mov rsi, rdi\n",
        )
    };
}

/// Loads `r8 … r15` from the words at `rsi`, then those at `rdi`; `rsi = r15`.
macro_rules! load_8 {
    () => {
        "mov r8, [rsi]\nmov r9, [rsi + 8]\nmov r10, [rsi + 16]\nmov r11, [rsi + 24]\nmov rsi, r15\n\
         mov r12, [rdi]\nmov r13, [rdi + 8]\nmov r14, [rdi + 16]\nmov r15, [rdi + 24]\n"
    };
}

/// An `asm!` of the texts. Inputs: the factors `$a` and `$b` and the prime `$m` in memory. Outputs:
/// `r8` to `r15` as two numbers.
macro_rules! kernel_4 {
    ($a:expr, $b:expr, $m:expr; $($text:expr),+ $(; $constant:ident = $value:expr)*) => {{
        let (a, b, m): (*const Word, *const Word, *const Word) = ($a, $b, $m);
        let (r0, r1, r2, r3, r4, r5, r6, r7);
        // SAFETY: the text reads the words behind the pointers and writes registers only.
        unsafe {
            core::arch::asm!(
                $($text,)+
                $($constant = const $value,)*
                inout("rsi") a => _,
                inout("rdi") b => _,
                out("r8") r0,
                out("r9") r1,
                out("r10") r2,
                out("r11") r3,
                out("r12") r4,
                out("r13") r5,
                out("r14") r6,
                inout("r15") m => r7,
                out("rax") _,
                out("rcx") _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [[r0, r1, r2, r3], [r4, r5, r6, r7]]
    }};
}
