//! `mulx` products by operand scanning, in strips of up to eight columns.

use crate::limb::Word;
use core::arch::naked_asm;

/// `r, columns, rows, number of rows`.
type Strip = unsafe extern "sysv64" fn(*mut Word, *const Word, *const Word, usize);

/// A strip: `w` words times `n` words.
///
/// - `fn(r: rdi, columns: rsi, rows: rdx, n: rcx)`; requires `w` and `n` words, `r` of `n + w`.
/// - Ensures `r = r' + columns * rows`, `r'` being 0 (`first`) or the old first `n` words (`next`).
/// - `r` disjoint from the others. Constant time for given `w`, `n`. Needs BMI2, ADX. Stack: 48
///   bytes. Clobbers `rax rcx rdx rsi rdi r8-r11`, flags. On Zen 5, 8.75 cycles a row for `w = 8`
///   (9.3 for the first `n % 8` rows), and about 20 for the call.
macro_rules! strip {
    ($name:ident, $mode:ident, $w:tt) => {
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name(
            r: *mut Word,
            columns: *const Word,
            rows: *const Word,
            n_rows: usize,
        ) {
            naked_asm!(
                save!(),
                "lea rbp, [rdx + 8*rcx]",
                "lea rdi, [rdi + 8*rcx]",
                "neg rcx",
                accumulators!(clear, $w),
                rows!($mode, $w),
                accumulators!(store, $w),
                restore_and_return!(),
            )
        }
    };
}

strip!(first_1, from_zero, 1);
strip!(first_2, from_zero, 2);
strip!(first_3, from_zero, 3);
strip!(first_4, from_zero, 4);
strip!(first_5, from_zero, 5);
strip!(first_6, from_zero, 6);
strip!(first_7, from_zero, 7);
strip!(first_8, from_zero, 8);
strip!(next_1, onto_memory, 1);
strip!(next_2, onto_memory, 2);
strip!(next_3, onto_memory, 3);
strip!(next_4, onto_memory, 4);
strip!(next_5, onto_memory, 5);
strip!(next_6, onto_memory, 6);
strip!(next_7, onto_memory, 7);
strip!(next_8, onto_memory, 8);

/// By width minus 1.
static FIRST: [Strip; 8] = [first_1, first_2, first_3, first_4, first_5, first_6, first_7, first_8];
/// By width minus 1.
static NEXT: [Strip; 8] = [next_1, next_2, next_3, next_4, next_5, next_6, next_7, next_8];

/// `r = a * b`, `r.len() == a.len() + b.len()`, neither empty.
pub(super) fn schoolbook(r: &mut [Word], a: &[Word], b: &[Word]) {
    // The shorter operand is cut into strips: fewer and longer strips.
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    assert!(!a.is_empty() && r.len() == a.len() + b.len());
    let mut done = 0;
    for w in super::widths(a.len()) {
        let strip = if done == 0 { FIRST[w - 1] } else { NEXT[w - 1] };
        // SAFETY: the kernel is only reachable where BMI2 and ADX are. `columns` has `w` words from
        // `done`, `rows` has `b.len()`, and the strip writes `b.len() + w` words of `r` from
        // `done`, where the first `b.len()` are written already if it reads them.
        unsafe { strip(r.as_mut_ptr().add(done), a.as_ptr().add(done), b.as_ptr(), b.len()) };
        done += w;
    }
}

/// `r += columns * rows` for up to eight columns; the words of `r` beyond the length of `rows`
/// count as 0.
pub(super) fn add_strip(r: &mut [Word], columns: &[Word], rows: &[Word]) {
    let w = columns.len();
    assert!((1..=8).contains(&w) && !rows.is_empty() && r.len() >= rows.len() + w);
    // SAFETY: the kernel is only reachable where BMI2 and ADX are; the lengths are as the strip
    // requires.
    unsafe { NEXT[w - 1](r.as_mut_ptr(), columns.as_ptr(), rows.as_ptr(), rows.len()) };
}
