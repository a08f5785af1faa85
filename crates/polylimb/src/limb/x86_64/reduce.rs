//! `mulx` Montgomery reduction in blocks of up to eight words (`[Koc1996]`, separated operand
//! scanning; digits of a block first, then the rest of its rows).
//!
//! A block finds its `w` digits of `q` one after another on the low `w` words of `m`, which latency
//! bounds: `imul`, the high half of `q m[0]`, one addition, 8 cycles a digit. Then a strip with the
//! digits as its columns takes the other words of `m`; the accumulators stay in registers
//! throughout. In all `n² + n` products.

use crate::limb::Word;
use core::arch::naked_asm;

/// The digit of the accumulator `$lowest`, and the start of its row. `$lowest + low half` is 0 by
/// choice of the digit and carries unless `$lowest` is 0: adding -1 gives that carry without
/// waiting for the product.
macro_rules! digit {
    ($lowest:literal, $to:expr) => {
        concat!(
            "mov rdx, ",
            $lowest,
            "\n",
            "imul rdx, [rsp]\n",
            "mov ",
            $to,
            ", rdx\n",
            "xor eax, eax\n",
            "mulx rax, rbx, [rsi]\n",
            "adcx ",
            $lowest,
            ", [rsp + 16]\n",
        )
    };
}

/// All digits of a block. Label 5.
macro_rules! digits {
    ($w:tt) => {
        concat!(
            "xor ebp, ebp\n",
            ".p2align 5\n",
            "5:\n",
            digit!("r8", "[rdi + 8*rbp]"),
            shifted_rest!($w),
            "inc ebp\n",
            "cmp ebp, ",
            $w,
            "\n",
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
    ($name:ident, $w:tt) => {
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name(
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
    };
}

block!(block_1, 1);
block!(block_2, 2);
block!(block_3, 3);
block!(block_4, 4);
block!(block_5, 5);
block!(block_6, 6);
block!(block_7, 7);
block!(block_8, 8);

/// By width minus 1.
static BLOCKS: [Block; 8] =
    [block_1, block_2, block_3, block_4, block_5, block_6, block_7, block_8];

/// See [`crate::limb::Kernel::montgomery_reduce`].
pub(super) fn montgomery_reduce(t: &mut [Word], m: &[Word], m_inverse: Word) -> Word {
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
