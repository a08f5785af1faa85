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
    ($w:tt) => {{
        #[unsafe(naked)]
        unsafe extern "sysv64" fn multiply(
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
        multiply
    }};
}

/// By words minus 1.
static MULTIPLY: [Multiply; 8] = by_width!(multiply);

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

// Montgomery reduction in blocks of up to eight words (`[Koc1996]`, separated operand scanning;
// digits of a block first, then the rest of its rows).
//
// A block finds its `w` digits of `q` one after another on the low `w` words of `m`, which latency
// bounds: `imul`, the high half of `q m[0]`, one addition, 8 cycles a digit. Then a strip with the
// digits as its columns takes the other words of `m`; the accumulators stay in registers
// throughout. In all `n² + n` products.

/// The digit of the accumulator `$lowest`, and the start of its row. `$lowest + low half` is 0 by
/// choice of the digit and carries unless `$lowest` is 0: adding -1 gives that carry without
/// waiting for the product.
#[rustfmt::skip]
macro_rules! digit {
    ($lowest:literal, $to:expr) => {
        concat!(
            "mov rdx, ", $lowest, "\n",
            "imul rdx, [rsp]\n",
            "mov ", $to, ", rdx\n",
            "xor eax, eax\n",
            "mulx rax, rbx, [rsi]\n",
            "adcx ", $lowest, ", [rsp + 16]\n",
        )
    };
}

/// All digits of a block. Label 5.
#[rustfmt::skip]
macro_rules! digits {
    ($w:tt) => {
        concat!(
            "xor ebp, ebp\n",
            ".p2align 5\n",
            "5:\n",
            digit!("r8", "[rdi + 8*rbp]"),
            shifted_rest!($w),
            "inc ebp\n",
            "cmp ebp, ", $w, "\n",
            "jne 5b\n",
        )
    };
}

/// `t, m, -1/m, number of rows, carry`; returns the carry.
type Block = unsafe extern "sysv64" fn(*mut Word, *const Word, Word, usize, Word) -> Word;

/// A block of `w` digits.
///
/// - `fn(t: rdi, m: rsi, m_inverse: rdx, n: rcx, carry: r8)`; requires `m` of `w + n` words, `t` of
///   `n + 2 w`, `m m_inverse = -1 mod 2^64`, carry 0 or 1.
/// - Ensures `t[w..]`, with the returned carry above, is
///   `(t + carry 2^(64 (w + n)) + q m) / 2^(64 w)`, and `t[..w] = q < 2^(64 w)`.
/// - `t` and `m` disjoint. Constant time for given `w`, `n`. Needs BMI2, ADX. Stack: 72 bytes.
///   Clobbers `rax rcx rdx rsi rdi r8-r11`, flags. On Zen 5 about 9 cycles a digit and 8.75 a row
///   for `w = 8`.
macro_rules! block {
    ($w:tt) => {{
        #[unsafe(naked)]
        unsafe extern "sysv64" fn block(
            t: *mut Word,
            m: *const Word,
            m_inverse: Word,
            n_rows: usize,
            carry: Word,
        ) -> Word {
            naked_asm!(
                save!(),
                "push -1",
                "push r8",
                "push rdx",
                accumulators!(load, $w),
                digits!($w),
                concat!("lea rbp, [rsi + 8*rcx + 8*", $w, "]"),
                "mov rsi, rdi",
                concat!("lea rdi, [rdi + 8*rcx + 8*", $w, "]"),
                "neg rcx",
                rows!(onto_memory, $w),
                "pop rdx",
                "pop rax",
                "pop rdx",
                "neg rax",
                accumulators!(add_onto, $w),
                "setc al",
                "movzx eax, al",
                restore_and_return!(),
            )
        }
        block
    }};
}

/// By width minus 1.
static BLOCKS: [Block; 8] = by_width!(block);

/// See [`crate::limb::Kernel::montgomery_reduce`].
pub(super) fn reduce(t: &mut [Word], m: &[Word], m_inverse: Word) -> Word {
    let n = m.len();
    assert!(n > 0 && t.len() >= n && t.len() <= 2 * n);
    let rows = t.len() - n;
    let mut carry = 0;
    let mut done = 0;
    for w in super::widths(rows) {
        // SAFETY: the kernel is only reachable where BMI2 and ADX are. The block touches `n + w`
        // words of `t` from `done`, and `done + w <= rows <= n`, and all `n` words of `m`.
        carry =
            unsafe { BLOCKS[w - 1](t.as_mut_ptr().add(done), m.as_ptr(), m_inverse, n - w, carry) };
        done += w;
    }
    carry
}
