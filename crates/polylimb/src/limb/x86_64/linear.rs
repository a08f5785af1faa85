//! `mulx` loops over one row: sums, differences, one word times many.
//!
//! The loops count with `lea` and `jrcxz`, because the carries stay in CF and OF from one word to
//! the next. The words beyond a multiple of four come first.

use crate::limb::{Mask, Word};
use core::arch::naked_asm;

/// `$step!(index)` for each of the `rcx > 0` words; `$advance!(words)` moves the pointers on.
/// Clobbers `r11`. `$start` may set flags. Ends with `$finish` and a return. Labels 2 to 6.
macro_rules! each_word {
    ($start:expr, $step:ident, $advance:ident, $finish:expr) => {
        concat!(
            "mov r11, rcx\n",
            "shr r11, 2\n",
            "and ecx, 3\n",
            $start,
            "2:\n",
            "jrcxz 3f\n",
            $step!(0),
            $advance!(1),
            "lea rcx, [rcx - 1]\n",
            "jmp 2b\n",
            "3:\n",
            "mov rcx, r11\n",
            // `jrcxz` reaches no further than 128 bytes.
            "4:\n",
            "jrcxz 5f\n",
            "jmp 6f\n",
            "5:\n",
            $finish,
            "ret\n",
            ".p2align 5\n",
            "6:\n",
            $step!(0),
            $step!(1),
            $step!(2),
            $step!(3),
            $advance!(4),
            "lea rcx, [rcx - 1]\n",
            "jmp 4b\n",
        )
    };
}

macro_rules! advance_two {
    ($words:literal) => {
        concat!("lea rsi, [rsi + 8*", $words, "]\n", "lea rdi, [rdi + 8*", $words, "]\n")
    };
}

macro_rules! advance_three {
    ($words:literal) => {
        concat!(advance_two!($words), "lea rdx, [rdx + 8*", $words, "]\n")
    };
}

#[rustfmt::skip]
macro_rules! add_word {
    ($i:literal) => {
        concat!(
            "mov rax, [rsi + 8*", $i, "]\n",
            "adc rax, [rdx + 8*", $i, "]\n",
            "mov [rdi + 8*", $i, "], rax\n",
        )
    };
}

#[rustfmt::skip]
macro_rules! sub_word {
    ($i:literal) => {
        concat!(
            "mov rax, [rsi + 8*", $i, "]\n",
            "sbb rax, [rdx + 8*", $i, "]\n",
            "mov [rdi + 8*", $i, "], rax\n",
        )
    };
}

/// `r = a + b` or `r = a - b`, returning the carry or borrow.
///
/// - `fn(r: rdi, a: rsi, b: rdx, n: rcx)`; `n` words each, may be 0.
/// - `r` may be `a` or `b`. Constant time for given `n`. No stack. Clobbers
///   `rax rcx rdx rsi rdi r11`, flags. 1.1 cycles a word on Zen 5.
macro_rules! sum {
    ($name:ident, $step:ident) => {
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name(
            r: *mut Word,
            a: *const Word,
            b: *const Word,
            n: usize,
        ) -> Word {
            naked_asm!(each_word!(
                "xor eax, eax\n",
                $step,
                advance_three,
                "setc al\nmovzx eax, al\n"
            ))
        }
    };
}

sum!(add_words, add_word);
sum!(sub_words, sub_word);

/// ZF is set if the condition is false; `adcx` does not change it.
#[rustfmt::skip]
macro_rules! add_word_if {
    ($i:literal) => {
        concat!(
            "mov rax, [rsi + 8*", $i, "]\n",
            "cmovz rax, r8\n",
            "adcx rax, [rdi + 8*", $i, "]\n",
            "mov [rdi + 8*", $i, "], rax\n",
        )
    };
}

/// `r - x = r + not x + 1 - 2^64`.
#[rustfmt::skip]
macro_rules! sub_word_if {
    ($i:literal) => {
        concat!(
            "mov rax, [rsi + 8*", $i, "]\n",
            "cmovz rax, r8\n",
            "not rax\n",
            "adcx rax, [rdi + 8*", $i, "]\n",
            "mov [rdi + 8*", $i, "], rax\n",
        )
    };
}

/// `r += a` or `r -= a` if the mask is all ones, `r` unchanged if 0; returns the carry or borrow.
///
/// - `fn(r: rdi, a: rsi, mask: rdx, n: rcx)`; `n` words each, may be 0.
/// - Constant time for given `n`, in `mask` too: `cmov` on ZF. Needs ADX. No stack. Clobbers
///   `rax rcx rdx rsi rdi r8 r11`, flags. 1.2 cycles a word on Zen 5.
macro_rules! sum_if {
    ($name:ident, $step:ident, $first_carry:literal, $finish:literal) => {
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name(
            r: *mut Word,
            a: *const Word,
            mask: Word,
            n: usize,
        ) -> Word {
            naked_asm!(each_word!(
                concat!("xor r8d, r8d\ntest rdx, rdx\n", $first_carry),
                $step,
                advance_two,
                $finish
            ))
        }
    };
}

sum_if!(add_words_if, add_word_if, "", "setc al\nmovzx eax, al\n");
sum_if!(sub_words_if, sub_word_if, "stc\n", "setnc al\nmovzx eax, al\n");

macro_rules! advance_one {
    ($words:literal) => {
        concat!("lea rdi, [rdi + 8*", $words, "]\n")
    };
}

#[rustfmt::skip]
macro_rules! negate_word_if {
    ($i:literal) => {
        concat!(
            "mov rax, [rdi + 8*", $i, "]\n",
            "not rax\n",
            "cmovz rax, [rdi + 8*", $i, "]\n",
            "adcx rax, r8\n",
            "mov [rdi + 8*", $i, "], rax\n",
        )
    };
}

/// `r = -r mod 2^(64 n)` if the mask is all ones, unchanged if 0.
///
/// - `fn(r: rdi, mask: rsi, n: rdx)`; `n` words, may be 0.
/// - Constant time for given `n`, in `mask` too: `cmov` on ZF. Needs ADX. No stack. Clobbers
///   `rax rcx rdi r8 r11`, flags. 1.2 cycles a word on Zen 5.
#[unsafe(naked)]
unsafe extern "sysv64" fn negate_words_if(r: *mut Word, mask: Word, n: usize) {
    naked_asm!(
        "mov rcx, rdx",
        each_word!(
            // ZF: the mask is 0. CF: it is not.
            "xor r8d, r8d\ntest rsi, rsi\nmov rax, rsi\nadcx rax, rsi\n",
            negate_word_if,
            advance_one,
            ""
        )
    )
}

/// CF chain: the sum; OF chain: plus `p`, or its complement where ZF is clear.
#[rustfmt::skip]
macro_rules! interpolate_word {
    ($i:literal) => {
        concat!(
            "mov rax, [rsi + 8*", $i, "]\n",
            "adcx rax, [rdx + 8*", $i, "]\n",
            "mov r10, [rdi + 8*", $i, "]\n",
            "not r10\n",
            "cmovz r10, [rdi + 8*", $i, "]\n",
            "adox rax, r10\n",
            "mov [rdi + 8*", $i, "], rax\n",
        )
    };
}

/// `p = z0 + z2 - p` if the mask is all ones, `z0 + z2 + p` if 0; returns the word above.
///
/// - `fn(p: rdi, z0: rsi, z2: rdx, n: rcx, mask: r8, extra: r9)`; `p` and `z0` have `n + extra`
///   words, `z2` has `n`.
/// - Constant time for given lengths, in `mask` too: `cmov` on ZF. Needs ADX. No stack. Clobbers
///   `rax rcx rdx rsi rdi r9 r10 r11`, flags. 1.6 cycles a word on Zen 5.
#[unsafe(naked)]
unsafe extern "sysv64" fn interpolate_words(
    p: *mut Word,
    z0: *const Word,
    z2: *const Word,
    n: usize,
    mask: Word,
    extra: usize,
) -> Word {
    naked_asm!(each_word!(
        // ZF: the mask is 0. CF: the 1 that makes the complement a negation.
        "test r8, r8\nmov rax, r8\nadcx rax, r8\n",
        interpolate_word,
        advance_three,
        concat!(
            "mov rcx, r9\n",
            "mov edx, 0\n",
            "7:\n",
            "jrcxz 8f\n",
            "mov rax, [rsi]\n",
            "adcx rax, rdx\n",
            "mov r10, [rdi]\n",
            "not r10\n",
            "cmovz r10, [rdi]\n",
            "adox rax, r10\n",
            "mov [rdi], rax\n",
            advance_two!(1),
            "lea rcx, [rcx - 1]\n",
            "jmp 7b\n",
            "8:\n",
            "mov eax, 0\n",
            "adcx rax, rdx\n",
            "adox rax, r8\n",
        )
    ))
}

/// CF chain: low half and the high half below.
#[rustfmt::skip]
macro_rules! mul_word {
    ($i:literal) => {
        concat!(
            "mulx r9, rax, [rsi + 8*", $i, "]\n",
            "adcx rax, r8\n",
            "mov [rdi + 8*", $i, "], rax\n",
            "mov r8, r9\n",
        )
    };
}

/// OF chain: the word of `r`.
#[rustfmt::skip]
macro_rules! addmul_word {
    ($i:literal) => {
        concat!(
            "mulx r9, rax, [rsi + 8*", $i, "]\n",
            "adcx rax, r8\n",
            "adox rax, [rdi + 8*", $i, "]\n",
            "mov [rdi + 8*", $i, "], rax\n",
            "mov r8, r9\n",
        )
    };
}

/// `r - x = not (not r + x)`, and a carry there is a borrow here.
#[rustfmt::skip]
macro_rules! submul_word {
    ($i:literal) => {
        concat!(
            "mulx r9, rax, [rsi + 8*", $i, "]\n",
            "adcx rax, r8\n",
            "mov r8, [rdi + 8*", $i, "]\n",
            "not r8\n",
            "adox rax, r8\n",
            "not rax\n",
            "mov [rdi + 8*", $i, "], rax\n",
            "mov r8, r9\n",
        )
    };
}

/// `r = a w`, `r += a w` or `r -= a w`, returning the word above.
///
/// - `fn(r: rdi, a: rsi, w: rdx, n: rcx)`; `n` words each, may be 0.
/// - `r` may be `a`. Constant time for given `n`. Needs BMI2, ADX. No stack. Clobbers
///   `rax rcx rdx rsi rdi r8 r9 r11`, flags. 1.5 cycles a word on Zen 5.
macro_rules! row {
    ($name:ident, $step:ident) => {
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name(r: *mut Word, a: *const Word, w: Word, n: usize) -> Word {
            naked_asm!(each_word!(
                "xor r8d, r8d\n",
                $step,
                advance_two,
                "mov eax, 0\nadcx r8, rax\nadox rax, r8\n"
            ))
        }
    };
}

row!(mul_words, mul_word);
row!(addmul_words, addmul_word);
row!(submul_words, submul_word);

/// See [`crate::limb::Kernel::add`].
pub(super) fn add(r: &mut [Word], a: &[Word], b: &[Word]) -> Word {
    assert!(r.len() == a.len() && a.len() == b.len());
    // SAFETY: the kernel is only reachable where its features are; the lengths are equal.
    unsafe { add_words(r.as_mut_ptr(), a.as_ptr(), b.as_ptr(), a.len()) }
}

/// See [`crate::limb::Kernel::sub`].
pub(super) fn sub(r: &mut [Word], a: &[Word], b: &[Word]) -> Word {
    assert!(r.len() == a.len() && a.len() == b.len());
    // SAFETY: as in `add`.
    unsafe { sub_words(r.as_mut_ptr(), a.as_ptr(), b.as_ptr(), a.len()) }
}

/// `r += a`, equal lengths; the carry.
pub(super) fn add_assign(r: &mut [Word], a: &[Word]) -> Word {
    assert!(r.len() == a.len());
    let r = r.as_mut_ptr();
    // SAFETY: as in `add`; the function allows `r` to be an operand.
    unsafe { add_words(r, r, a.as_ptr(), a.len()) }
}

/// `r -= a`, equal lengths; the borrow.
pub(super) fn sub_assign(r: &mut [Word], a: &[Word]) -> Word {
    assert!(r.len() == a.len());
    let r = r.as_mut_ptr();
    // SAFETY: as in `add`; the function allows `r` to be an operand.
    unsafe { sub_words(r, r, a.as_ptr(), a.len()) }
}

/// See [`crate::limb::Kernel::add_assign_if`].
pub(super) fn add_assign_if(r: &mut [Word], a: &[Word], condition: Mask) -> Word {
    assert!(r.len() == a.len());
    // SAFETY: as in `add`.
    unsafe { add_words_if(r.as_mut_ptr(), a.as_ptr(), condition.word(), a.len()) }
}

/// See [`crate::limb::Kernel::sub_assign_if`].
pub(super) fn sub_assign_if(r: &mut [Word], a: &[Word], condition: Mask) -> Word {
    assert!(r.len() == a.len());
    // SAFETY: as in `add`.
    unsafe { sub_words_if(r.as_mut_ptr(), a.as_ptr(), condition.word(), a.len()) }
}

/// See [`crate::limb::Kernel::mul_1`].
pub(super) fn mul_1(r: &mut [Word], a: &[Word], w: Word) -> Word {
    assert!(r.len() == a.len());
    // SAFETY: as in `add`.
    unsafe { mul_words(r.as_mut_ptr(), a.as_ptr(), w, a.len()) }
}

/// See [`crate::limb::Kernel::addmul_1`].
pub(super) fn addmul_1(r: &mut [Word], a: &[Word], w: Word) -> Word {
    assert!(r.len() == a.len());
    // SAFETY: as in `add`.
    unsafe { addmul_words(r.as_mut_ptr(), a.as_ptr(), w, a.len()) }
}

/// See [`crate::limb::Kernel::submul_1`].
pub(super) fn submul_1(r: &mut [Word], a: &[Word], w: Word) -> Word {
    assert!(r.len() == a.len());
    // SAFETY: as in `add`.
    unsafe { submul_words(r.as_mut_ptr(), a.as_ptr(), w, a.len()) }
}

/// See the `negate_if` of [`crate::limb::kernel::Table`].
pub(super) fn negate_if(r: &mut [Word], condition: Mask) {
    // SAFETY: the kernel is only reachable where its features are.
    unsafe { negate_words_if(r.as_mut_ptr(), condition.word(), r.len()) };
}

/// See the `interpolate` of [`crate::limb::kernel::Table`].
pub(super) fn interpolate(p: &mut [Word], z0: &[Word], z2: &[Word], subtract: Mask) -> Word {
    assert!(p.len() == z0.len() && z2.len() <= z0.len());
    let extra = z0.len() - z2.len();
    let (p, z0, n) = (p.as_mut_ptr(), z0.as_ptr(), z2.len());
    // SAFETY: the kernel is only reachable where its features are; the lengths are as required.
    unsafe { interpolate_words(p, z0, z2.as_ptr(), n, subtract.word(), extra) }
}

// The correction at the end of a reduction: one subtraction, undone by selection.

/// `$step!(index)` for each word: `r9` of them, then `r10` times four. `rcx` is minus the number of
/// words left, for pointers to the ends. Clobbers `r11`; keeps CF, which only `$step!` changes.
/// Labels 2 to 5.
macro_rules! each_counted_word {
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

#[rustfmt::skip]
macro_rules! subtract_word {
    ($i:literal) => {
        concat!(
            "mov rax, [rsi + 8*rcx + 8*", $i, "]\n",
            "sbb rax, [rdx + 8*rcx + 8*", $i, "]\n",
            "mov [rdi + 8*rcx + 8*", $i, "], rax\n",
        )
    };
}

#[rustfmt::skip]
macro_rules! take_back {
    ($i:literal) => {
        concat!(
            "mov rax, [rdi + 8*rcx + 8*", $i, "]\n",
            "cmovc rax, [rsi + 8*rcx + 8*", $i, "]\n",
            "mov [rdi + 8*rcx + 8*", $i, "], rax\n",
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
        each_counted_word!(subtract_word),
        "sbb r8, 0",
        each_counted_word!(take_back),
        "ret",
    )
}

/// See [`crate::limb::Kernel::subtract_once`].
pub(super) fn subtract_once(r: &mut [Word], high: Word, z: &[Word], m: &[Word]) {
    assert!(r.len() == z.len() && r.len() == m.len());
    // SAFETY: each x86-64 has the instructions; the lengths are equal.
    unsafe { subtract_or_keep(r.as_mut_ptr(), z.as_ptr(), m.as_ptr(), r.len(), high) };
}
