//! The correction at the end of a reduction: one subtraction, undone by selection.

use crate::limb::Word;
use core::arch::naked_asm;

/// `$step!(index)` for each word: `r9` of them, then `r10` times four. `rcx` is minus the number of
/// words left, for pointers to the ends. Clobbers `r11`; keeps CF, which only `$step!` changes.
/// Labels 2 to 5.
macro_rules! each_word {
    ($step:ident) => {
        concat!(
            "lea rcx, [r9 + 4*r10]\n",
            "not rcx\n",
            "lea rcx, [rcx + 1]\n",
            "mov r11, r9\n",
            // Whether it is 0, without touching CF.
            "inc r11\n",
            "dec r11\n",
            "jz 3f\n",
            "2:\n",
            $step!(0),
            "inc rcx\n",
            "dec r11\n",
            "jnz 2b\n",
            "3:\n",
            "mov r11, r10\n",
            "inc r11\n",
            "dec r11\n",
            "jz 5f\n",
            ".p2align 5\n",
            "4:\n",
            $step!(0),
            $step!(1),
            $step!(2),
            $step!(3),
            "lea rcx, [rcx + 4]\n",
            "dec r11\n",
            "jnz 4b\n",
            "5:\n",
        )
    };
}

macro_rules! subtract {
    ($i:literal) => {
        concat!(
            "mov rax, [rsi + 8*rcx + 8*",
            $i,
            "]\n",
            "sbb rax, [rdx + 8*rcx + 8*",
            $i,
            "]\n",
            "mov [rdi + 8*rcx + 8*",
            $i,
            "], rax\n",
        )
    };
}

macro_rules! take_back {
    ($i:literal) => {
        concat!(
            "mov rax, [rdi + 8*rcx + 8*",
            $i,
            "]\n",
            "cmovc rax, [rsi + 8*rcx + 8*",
            $i,
            "]\n",
            "mov [rdi + 8*rcx + 8*",
            $i,
            "], rax\n",
        )
    };
}

/// `r = z - m` if that is not negative, else `r = z`, for the `z` of `n` words and the word `high`
/// above.
///
/// - `fn(r: rdi, z: rsi, m: rdx, n: rcx, high: r8)`; requires `n` words each, `z < 2^(64 n) + m`.
/// - `r` disjoint from `z`; may be `m`. Constant time for given `n`: `cmov` on CF. No stack.
///   Clobbers `rax rcx rdx rsi rdi r8-r11`, flags. 1.8 cycles a word on Zen 5.
#[unsafe(naked)]
unsafe extern "sysv64" fn subtract_or_keep(
    r: *mut Word,
    z: *const Word,
    m: *const Word,
    n: usize,
    high: Word,
) {
    naked_asm!(
        "lea rdi, [rdi + 8*rcx]",
        "lea rsi, [rsi + 8*rcx]",
        "lea rdx, [rdx + 8*rcx]",
        "mov r9, rcx",
        "mov r10, rcx",
        "shr r10, 2",
        "and r9d, 3",
        each_word!(subtract),
        "sbb r8, 0",
        each_word!(take_back),
        "ret",
    )
}

/// See [`crate::limb::Kernel::subtract_once`].
pub(super) fn subtract_once(r: &mut [Word], high: Word, z: &[Word], m: &[Word]) {
    assert!(r.len() == z.len() && r.len() == m.len());
    // SAFETY: each x86-64 has the instructions; the lengths are equal.
    unsafe { subtract_or_keep(r.as_mut_ptr(), z.as_ptr(), m.as_ptr(), r.len(), high) };
}
