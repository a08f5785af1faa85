//! Product scanning with `mulx` (BMI2): one column after another in a
//! three-word accumulator, each word of the result written once.
//!
//! Each product costs three additions in one carry chain, where the rows of operand scanning pay
//! two in two chains: the laboratory shows what that is worth (1.4 times the time on Zen 5).

use core::arch::naked_asm;
use polylimb::authors::limb::{Kernel, Word};

/// Proves that this CPU has BMI2.
#[derive(Clone, Copy)]
pub(super) struct Bmi2(());

impl Bmi2 {
    /// The proof, if the kernel is one of the kernels that need BMI2.
    pub(super) fn of(kernel: Kernel) -> Option<Self> {
        matches!(kernel.name(), "mulx" | "ifma").then_some(Self(()))
    }
    /// `r = a b`; equal lengths, not empty, `r` twice as long.
    #[allow(clippy::unused_self, reason = "the proof")]
    pub(super) fn mul(self, r: &mut [Word], a: &[Word], b: &[Word]) {
        let n = a.len();
        assert!(n > 0 && b.len() == n && r.len() == 2 * n);
        // SAFETY: `self` proves that the CPU has BMI2; the lengths are as required.
        unsafe { multiply(r.as_mut_ptr(), a.as_ptr(), b.as_ptr(), n) };
    }

    /// `r = a²`; not empty, `r` twice as long. The mixed products of a column once, doubled.
    #[allow(clippy::unused_self, reason = "the proof")]
    pub(super) fn sqr(self, r: &mut [Word], a: &[Word]) {
        let n = a.len();
        assert!(n > 0 && r.len() == 2 * n);
        let mut carry: u128 = 0;
        for (k, r) in r.iter_mut().enumerate() {
            let from = (k + 1).saturating_sub(n);
            let mixed = k.div_ceil(2).saturating_sub(from);
            let mut c = [0; 3];
            if mixed > 0 {
                // SAFETY: `self` proves that the CPU has BMI2. The column reads
                // `a[from..from + mixed]` and `a[k - from - mixed + 1..=k - from]`, where
                // `k - from < n` and `from + mixed <= k`.
                unsafe {
                    one_column(
                        c.as_mut_ptr(),
                        a.as_ptr().add(from),
                        a.as_ptr().add(k - from),
                        mixed,
                    );
                }
            }
            let low = u128::from(c[0]) | u128::from(c[1]) << 64;
            let high = c[2] << 1 | c[1] >> 63;
            let square = if k % 2 == 0 { u128::from(a[k / 2]) * u128::from(a[k / 2]) } else { 0 };
            let (sum, carry_1) = (low << 1).overflowing_add(square);
            let (sum, carry_2) = sum.overflowing_add(carry);
            *r = sum as Word;
            carry = sum >> 64 | u128::from(high + Word::from(carry_1) + Word::from(carry_2)) << 64;
        }
        debug_assert!(carry == 0);
    }
}

/// One product onto `r8 r9 r10`.
#[rustfmt::skip]
macro_rules! product {
    ($i:literal) => {
        concat!(
            "mov rdx, [rsi + 8*", $i, "]\n",
            "mulx rax, rdx, [rbx - 8*", $i, "]\n",
            "add r8, rdx\n",
            "adc r9, rax\n",
            "adc r10, 0\n",
        )
    };
}

/// `r8 r9 r10 += sum(a[i] b[-i], i < rcx)`, `rsi` pointing to `a`, `rbx` to `b`, `rcx > 0`.
/// Clobbers `rax rcx rdx rsi rbx r11`, flags. Called from assembly only.
#[unsafe(naked)]
unsafe extern "sysv64" fn column() {
    naked_asm!(
        "mov r11, rcx",
        "shr r11, 2",
        "and ecx, 3",
        "jz 3f",
        "2:",
        product!(0),
        "add rsi, 8",
        "sub rbx, 8",
        "dec ecx",
        "jnz 2b",
        "3:",
        "test r11, r11",
        "jz 5f",
        ".p2align 5",
        "4:",
        product!(0),
        product!(1),
        product!(2),
        product!(3),
        "add rsi, 32",
        "sub rbx, 32",
        "dec r11",
        "jnz 4b",
        "5:",
        "ret",
    )
}

/// `r = a b`.
///
/// - `fn(r: rdi, a: rsi, b: rdx, n: rcx)`; requires `n > 0`, `a` and `b` of `n` words, `r` of
///   `2 n`.
/// - `r` disjoint from `a` and `b`. Constant time for given `n`. Needs BMI2. Stack: 32 bytes.
///   Clobbers `rax rcx rdx rsi rdi r8 r9 r10 r11`, flags.
#[unsafe(naked)]
unsafe extern "sysv64" fn multiply(r: *mut Word, a: *const Word, b: *const Word, n: usize) {
    naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "mov r12, rsi", // where the column starts in a
        "mov r13, rdx", // where it starts in b
        "mov ebp, 1",   // its length
        "mov rdx, rcx", // n
        "push rdx",
        "xor r8d, r8d",
        "xor r9d, r9d",
        "xor r10d, r10d",
        // Growing columns: from the start of a, ever further up in b.
        "6:",
        "mov rsi, r12",
        "mov rbx, r13",
        "mov rcx, rbp",
        "call {column}",
        "mov [rdi], r8",
        "add rdi, 8",
        "mov r8, r9",
        "mov r9, r10",
        "xor r10d, r10d",
        "add r13, 8",
        "inc rbp",
        "cmp rbp, [rsp]",
        "jbe 6b",
        "sub r13, 8",
        "sub rbp, 2",
        "jz 8f",
        // Shrinking columns: each starts further up in a, and at the end of b.
        "7:",
        "add r12, 8",
        "mov rsi, r12",
        "mov rbx, r13",
        "mov rcx, rbp",
        "call {column}",
        "mov [rdi], r8",
        "add rdi, 8",
        "mov r8, r9",
        "mov r9, r10",
        "xor r10d, r10d",
        "dec rbp",
        "jnz 7b",
        "8:",
        "mov [rdi], r8",
        "pop rdx",
        "pop r13",
        "pop r12",
        "pop rbp",
        "pop rbx",
        "ret",
        column = sym column,
    )
}

/// `c[0..3] = sum(a[i] b[-i], i < n)`.
///
/// - `fn(c: rdi, a: rsi, b: rdx, n: rcx)`; requires `n > 0`, `n` words from `a` up and from `b`
///   down, `c` of 3.
/// - Constant time for given `n`. Needs BMI2. Stack: 16 bytes. Clobbers
///   `rax rcx rdx rsi r8 r9 r10 r11`, flags.
#[unsafe(naked)]
unsafe extern "sysv64" fn one_column(c: *mut Word, a: *const Word, b: *const Word, n: usize) {
    naked_asm!(
        "push rbx",
        "mov rbx, rdx",
        "xor r8d, r8d",
        "xor r9d, r9d",
        "xor r10d, r10d",
        "call {column}",
        "mov [rdi], r8",
        "mov [rdi + 8], r9",
        "mov [rdi + 16], r10",
        "pop rbx",
        "ret",
        column = sym column,
    )
}
