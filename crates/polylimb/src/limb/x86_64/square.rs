//! `mulx` squares by operand scanning: each mixed product once, in strips; then one pass doubles
//! everything and adds the squares of the words.

use crate::limb::Word;
use core::arch::naked_asm;

/// Row `$i` of the mixed products within a block of eight words: the accumulators of columns
/// `2 i + 1` to `i + 7`, then `top`, the accumulator of column `i`, which is complete and becomes
/// the one of column `i + w`.
macro_rules! triangle_row {
    ($i:literal; $done:literal; $($acc:literal)*; $($j:literal)*) => {
        concat!(
            "mov [rdi + 8*", $i, "], ", $done, "\n",
            "mov rdx, [rsi + 8*", $i, "]\n",
            "xor eax, eax\n",
            products!(top $done; $($acc)*; $($j)*),
        )
    };
}

/// All mixed products within a block of `$w` words onto its accumulators; leaves columns 0 to
/// `w - 1` in memory and the accumulators of columns `w` to `2 w - 1`.
macro_rules! triangle {
    (1) => {
        concat!("mov [rdi], r8\n", clear!("r8", 0))
    };
    (2) => {
        concat!(
            triangle_row!(0; "r8"; "r9"; 1),
            "mov [rdi + 8*1], r9\n",
            clear!("r9", 1),
        )
    };
    (3) => {
        concat!(
            triangle_row!(0; "r8"; "r9" "r10"; 1 2),
            triangle_row!(1; "r9"; "r8"; 2),
            "mov [rdi + 8*2], r10\n",
            clear!("r10", 2),
        )
    };
    (4) => {
        concat!(
            triangle_row!(0; "r8"; "r9" "r10" "r11"; 1 2 3),
            triangle_row!(1; "r9"; "r11" "r8"; 2 3),
            triangle_row!(2; "r10"; "r9"; 3),
            "mov [rdi + 8*3], r11\n",
            clear!("r11", 3),
        )
    };
    (5) => {
        concat!(
            triangle_row!(0; "r8"; "r9" "r10" "r11" "r12"; 1 2 3 4),
            triangle_row!(1; "r9"; "r11" "r12" "r8"; 2 3 4),
            triangle_row!(2; "r10"; "r8" "r9"; 3 4),
            triangle_row!(3; "r11"; "r10"; 4),
            "mov [rdi + 8*4], r12\n",
            clear!("r12", 4),
        )
    };
    (6) => {
        concat!(
            triangle_row!(0; "r8"; "r9" "r10" "r11" "r12" "r13"; 1 2 3 4 5),
            triangle_row!(1; "r9"; "r11" "r12" "r13" "r8"; 2 3 4 5),
            triangle_row!(2; "r10"; "r13" "r8" "r9"; 3 4 5),
            triangle_row!(3; "r11"; "r9" "r10"; 4 5),
            triangle_row!(4; "r12"; "r11"; 5),
            "mov [rdi + 8*5], r13\n",
            clear!("r13", 5),
        )
    };
    (7) => {
        concat!(
            triangle_row!(0; "r8"; "r9" "r10" "r11" "r12" "r13" "r14"; 1 2 3 4 5 6),
            triangle_row!(1; "r9"; "r11" "r12" "r13" "r14" "r8"; 2 3 4 5 6),
            triangle_row!(2; "r10"; "r13" "r14" "r8" "r9"; 3 4 5 6),
            triangle_row!(3; "r11"; "r8" "r9" "r10"; 4 5 6),
            triangle_row!(4; "r12"; "r10" "r11"; 5 6),
            triangle_row!(5; "r13"; "r12"; 6),
            "mov [rdi + 8*6], r14\n",
            clear!("r14", 6),
        )
    };
    (8) => {
        concat!(
            triangle_row!(0; "r8"; "r9" "r10" "r11" "r12" "r13" "r14" "r15"; 1 2 3 4 5 6 7),
            triangle_row!(1; "r9"; "r11" "r12" "r13" "r14" "r15" "r8"; 2 3 4 5 6 7),
            triangle_row!(2; "r10"; "r13" "r14" "r15" "r8" "r9"; 3 4 5 6 7),
            triangle_row!(3; "r11"; "r15" "r8" "r9" "r10"; 4 5 6 7),
            triangle_row!(4; "r12"; "r9" "r10" "r11"; 5 6 7),
            triangle_row!(5; "r13"; "r11" "r12"; 6 7),
            triangle_row!(6; "r14"; "r13"; 7),
            "mov [rdi + 8*7], r15\n",
            clear!("r15", 7),
        )
    };
}

/// `r, a, number of rows`.
type Block = unsafe extern "sysv64" fn(*mut Word, *const Word, usize);

/// The mixed products of `w` words with each other and with the `n` words above them.
///
/// - `fn(r: rdi, a: rsi, n: rdx)`; requires `a` of `w + n` words and `r` of `n + 2 w`.
/// - Ensures `r = r' + sum(a_i a_j 2^(64 (i + j)), i < w, i < j < w + n)`, `r'` being 0
///   (`clear`) or the old first `n + w` words (`load`).
/// - `r` and `a` disjoint. Constant time for given `w`, `n`. Needs BMI2, ADX. Stack: 48 bytes.
///   Clobbers `rax rcx rdx rsi rdi`, flags. Cycles on Zen 5: 8.75 a row for `w = 8`, about 40 for
///   its triangle.
macro_rules! block {
    ($start:ident, $mode:ident, $w:tt) => {{
        #[unsafe(naked)]
        unsafe extern "sysv64" fn block(r: *mut Word, a: *const Word, n_rows: usize) {
            naked_asm!(
                save!(),
                "mov rcx, rdx",
                accumulators!($start, $w),
                triangle!($w),
                concat!("lea rdi, [rdi + 8*rcx + 8*", $w, "]"),
                concat!("lea rbp, [rsi + 8*rcx + 8*", $w, "]"),
                "neg rcx",
                rows!($mode, $w),
                accumulators!(store, $w),
                restore_and_return!(),
            )
        }
        block
    }};
}

/// By width minus 1.
static FIRST: [Block; 8] = by_width!(block clear from_zero);
/// By width minus 1.
static NEXT: [Block; 8] = by_width!(block load onto_memory);

/// One word of [`double_and_add_squares`].
#[rustfmt::skip]
macro_rules! double_and_square {
    ($i:literal) => {
        concat!(
            "mov rdx, [rsi + 8*", $i, "]\n",
            "mulx rax, rdx, rdx\n",
            "mov r8, [rdi + 16*", $i, "]\n",
            "mov r9, [rdi + 16*", $i, " + 8]\n",
            "adcx r8, r8\n",
            "adox r8, rdx\n",
            "mov [rdi + 16*", $i, "], r8\n",
            "adcx r9, r9\n",
            "adox r9, rax\n",
            "mov [rdi + 16*", $i, " + 8], r9\n",
        )
    };
}

/// `r = 2 r + sum(a_i² 2^(128 i))`: the doubling in the CF chain, the squares in the OF chain.
///
/// - `fn(r: rdi, a: rsi, n: rdx)`; requires `n > 0`, `a` of `n` words, `r` of `2 n`; no carry may
///   come out.
/// - `r` and `a` disjoint. Constant time for given `n`. Needs BMI2, ADX. No stack. Clobbers
///   `rax rcx rdx rsi rdi r8 r9`, flags. `lea` and `jrcxz` count, because they do not change the
///   flags.
#[unsafe(naked)]
unsafe extern "sysv64" fn double_and_add_squares(r: *mut Word, a: *const Word, n: usize) {
    naked_asm!(
        "mov rcx, rdx",
        "shr rdx, 2",
        "and ecx, 3",
        "mov r10, rdx",
        "xor eax, eax",
        "2:",
        "jrcxz 3f",
        double_and_square!(0),
        "lea rsi, [rsi + 8]",
        "lea rdi, [rdi + 16]",
        "lea rcx, [rcx - 1]",
        "jmp 2b",
        // `jrcxz` reaches 128 bytes: both ways out are near it.
        "3:",
        "mov rcx, r10",
        "5:",
        "jrcxz 6f",
        "jmp 4f",
        "6:",
        "ret",
        "4:",
        double_and_square!(0),
        double_and_square!(1),
        double_and_square!(2),
        double_and_square!(3),
        "lea rsi, [rsi + 32]",
        "lea rdi, [rdi + 64]",
        "lea rcx, [rcx - 1]",
        "jmp 5b",
    )
}

/// `r = a²`; `a` not empty, `r` twice as long.
pub(super) fn schoolbook(r: &mut [Word], a: &[Word]) {
    let n = a.len();
    assert!(n > 0 && r.len() == 2 * n);
    let mut done = 0;
    for w in super::widths(n) {
        let block = if done == 0 { FIRST[w - 1] } else { NEXT[w - 1] };
        // SAFETY: the kernel is only reachable where BMI2 and ADX are. `done + w <= n`, so the
        // block reads `n - done` words of `a` and stays within
        // `2 done + 2 w + (n - done - w) = n + done + w` words of `r`; the block before wrote the
        // `n + done` words that it reads.
        unsafe { block(r.as_mut_ptr().add(2 * done), a.as_ptr().add(done), n - done - w) };
        done += w;
    }
    // SAFETY: as above; `r` is written in full, and a square has no carry beyond its 2 n words.
    unsafe { double_and_add_squares(r.as_mut_ptr(), a.as_ptr(), n) };
}
