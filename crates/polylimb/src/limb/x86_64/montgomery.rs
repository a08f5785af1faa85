//! `mulx` Montgomery multiplication of up to eight words, product and reduction in turns (coarsely
//! integrated operand scanning, `[Koc1996]`), all in registers.
//!
//! A digit is two rows: `a b[i]` onto the accumulators in place, then `q m`, shifted. The 2 w
//! products of a digit hide its latency. A product followed by a reduction cannot do that at these
//! sizes.
//!
//! | register | holds |
//! |---|---|
//! | `r8` … `r15`, `rdi` | accumulators, the word above them |
//! | `rax`, `rbx`, `rdx` | halves of products, the multiplier |
//! | `rsi`, `rcx` | `a` and `m`, in turns |
//! | `rbp` | the next word of `b` |
//! | `[rsp]`, `[rsp + 8]` | `-1/m`, the bit above the accumulators |
//! | `[rsp + 16]`, `[rsp + 24]`, `[rsp + 32]` | the end of `b`, `r`, -1 |

use crate::limb::Word;
use core::arch::naked_asm;

/// The row `a b[i]`, onto `$w` accumulators and into `rdi` above them.
macro_rules! row_of_a {
    (1) => { products!(top "rdi"; "r8"; 0) };
    (2) => { products!(top "rdi"; "r8" "r9"; 0 1) };
    (3) => { products!(top "rdi"; "r8" "r9" "r10"; 0 1 2) };
    (4) => { products!(top "rdi"; "r8" "r9" "r10" "r11"; 0 1 2 3) };
    (5) => { products!(top "rdi"; "r8" "r9" "r10" "r11" "r12"; 0 1 2 3 4) };
    (6) => { products!(top "rdi"; "r8" "r9" "r10" "r11" "r12" "r13"; 0 1 2 3 4 5) };
    (7) => { products!(top "rdi"; "r8" "r9" "r10" "r11" "r12" "r13" "r14"; 0 1 2 3 4 5 6) };
    (8) => { products!(top "rdi"; "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"; 0 1 2 3 4 5 6 7) };
}

/// The row `q m`, shifted; `rdi`, the last high half and the bit above from the digit before become
/// the top accumulator. The bit above it, in `rdi` as well, is again 0 or 1, because the sum stays
/// below `2 m`.
macro_rules! row_of_m {
    (1) => { row_of_m!(top "r8", "rax") };
    (2) => { concat!(shifted_rest!(to 2), row_of_m!(top "r9", "rbx")) };
    (3) => { concat!(shifted_rest!(to 3), row_of_m!(top "r10", "rax")) };
    (4) => { concat!(shifted_rest!(to 4), row_of_m!(top "r11", "rbx")) };
    (5) => { concat!(shifted_rest!(to 5), row_of_m!(top "r12", "rax")) };
    (6) => { concat!(shifted_rest!(to 6), row_of_m!(top "r13", "rbx")) };
    (7) => { concat!(shifted_rest!(to 7), row_of_m!(top "r14", "rax")) };
    (8) => { concat!(shifted_rest!(to 8), row_of_m!(top "r15", "rbx")) };
    (top $acc:literal, $high:literal) => {
        concat!(
            "mov edx, 0\n",
            "adox ", $high, ", rdx\n",
            "adcx rdi, ", $high, "\n",
            "mov ", $acc, ", rdi\n",
            "mov edi, 0\n",
            "adc edi, 0\n",
            "add ", $acc, ", [rsp + 8]\n",
            "adc edi, 0\n",
            "mov [rsp + 8], rdi\n",
        )
    };
}

/// For [`accumulators`]: less the words at `rcx`.
macro_rules! subtract {
    ($acc:literal, $j:literal) => {
        concat!("sbb ", $acc, ", [rcx + 8*", $j, "]\n")
    };
}

/// For [`accumulators`]: back to the words at `rsi` if CF is set.
macro_rules! take_back {
    ($acc:literal, $j:literal) => {
        concat!("cmovc ", $acc, ", [rsi + 8*", $j, "]\n")
    };
}

/// For [`accumulators`]: to the words at `rsi`.
macro_rules! put {
    ($acc:literal, $j:literal) => {
        concat!("mov [rsi + 8*", $j, "], ", $acc, "\n")
    };
}

/// `r, a, b, m, -1/m`.
type Multiply = unsafe extern "sysv64" fn(*mut Word, *const Word, *const Word, *const Word, Word);

/// Montgomery multiplication of `w` words.
///
/// - `fn(r: rdi, a: rsi, b: rdx, m: rcx, m_inverse: r8)`; requires `w` words each, `a < m`,
///   `b < m`, `m` odd, `m m_inverse = -1 mod 2^64`.
/// - Ensures `r = a b / 2^(64 w) mod m`, `r < m`.
/// - `r` disjoint from `m`; may be `a` or `b`. Constant time for given `w`. Needs BMI2, ADX. Stack:
///   88 bytes. Clobbers `rax rcx rdx rsi rdi r8-r11`, flags.
macro_rules! multiply {
    ($name:ident, $w:tt) => {
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name(
            r: *mut Word,
            a: *const Word,
            b: *const Word,
            m: *const Word,
            m_inverse: Word,
        ) {
            naked_asm!(
                save!(),
                "push -1",
                "push rdi",
                concat!("lea rax, [rdx + 8*", $w, "]"),
                "push rax",
                "push 0",
                "push r8",
                "mov rbp, rdx",
                accumulators!(clear, $w),
                ".p2align 5",
                "2:",
                "mov rdx, [rbp]",
                "add rbp, 8",
                "xor eax, eax",
                row_of_a!($w),
                "xchg rsi, rcx",
                // The digit; its first product only adds its high half, and a carry unless r8 is 0.
                "mov rdx, r8",
                "imul rdx, [rsp]",
                "xor eax, eax",
                "mulx rax, rbx, [rsi]",
                "adcx r8, [rsp + 32]",
                row_of_m!($w),
                "xchg rsi, rcx",
                "cmp rbp, [rsp + 16]",
                "jne 2b",
                // The bit above the words decides only whether the subtraction borrows.
                "mov rsi, [rsp + 24]",
                accumulators!(put, $w),
                "xor eax, eax",
                accumulators!(subtract, $w),
                "sbb rdi, 0",
                accumulators!(take_back, $w),
                accumulators!(put, $w),
                "add rsp, 40",
                restore_and_return!(),
            )
        }
    };
}

multiply!(multiply_1, 1);
multiply!(multiply_2, 2);
multiply!(multiply_3, 3);
multiply!(multiply_4, 4);
multiply!(multiply_5, 5);
multiply!(multiply_6, 6);
multiply!(multiply_7, 7);
multiply!(multiply_8, 8);

/// By words minus 1.
static MULTIPLY: [Multiply; 8] = [
    multiply_1, multiply_2, multiply_3, multiply_4, multiply_5, multiply_6, multiply_7, multiply_8,
];

/// See [`crate::limb::Kernel::montgomery_mul`]; at most eight words.
pub(super) fn mul(r: &mut [Word], a: &[Word], b: &[Word], m: &[Word], m_inverse: Word) {
    let n = m.len();
    assert!((1..=8).contains(&n) && r.len() == n && a.len() == n && b.len() == n);
    debug_assert!(m[0].wrapping_mul(m_inverse) == Word::MAX);
    // SAFETY: the kernel is only reachable where BMI2 and ADX are; all have `n` words.
    unsafe {
        MULTIPLY[n - 1](r.as_mut_ptr(), a.as_ptr(), b.as_ptr(), m.as_ptr(), m_inverse);
    }
}
