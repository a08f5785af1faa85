//! `mulx` Montgomery reduction in blocks of up to eight words.

use crate::limb::Word;
use core::arch::naked_asm;

type Block = unsafe extern "sysv64" fn(*mut Word, *const Word, Word, usize, Word) -> Word;

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
                "push r8",
                "push rdx",
                accumulators!(load, $w),
                "xor ebp, ebp",
                ".p2align 5",
                "5:",
                "mov rdx, r8",
                "imul rdx, [rsp]",
                "mov [rdi + 8*rbp], rdx",
                shifted_first!(),
                shifted_rest!($w),
                "inc ebp",
                concat!("cmp ebp, ", $w),
                "jne 5b",
                concat!("lea rbp, [rsi + 8*rcx + 8*", $w, "]"),
                "mov rsi, rdi",
                concat!("lea rdi, [rdi + 8*rcx + 8*", $w, "]"),
                "neg rcx",
                rows!(onto_memory, $w),
                "pop rdx",
                "pop rax",
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
        // SAFETY: the kernel is only reachable where BMI2 and ADX are. The block touches `n + w` words of
        // `t` from `done`, and `done + w <= rows <= n`, and all `n` words of `m`.
        carry =
            unsafe { BLOCKS[w - 1](t.as_mut_ptr().add(done), m.as_ptr(), m_inverse, n - w, carry) };
        done += w;
    }
    carry
}
