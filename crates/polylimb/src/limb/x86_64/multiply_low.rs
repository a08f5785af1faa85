//! `mulx` low products by operand scanning: strips that end in a triangle.

use crate::limb::Word;
use core::arch::naked_asm;

/// Row `$i` of the triangle: its products up to the last column, whose high half is not wanted.
macro_rules! low_row {
    ($mode:ident, $i:literal; $last:literal) => {
        concat!(
            low_row!(load $mode, $i),
            "adcx ", $last, ", rbx\n",
            "mov [rdi + 8*", $i, "], ", $last, "\n",
        )
    };
    ($mode:ident, $i:literal; $lowest:literal $next:literal $($accs:literal)*) => {
        concat!(
            low_row!(load $mode, $i),
            "adcx ", $lowest, ", rbx\n",
            "adox ", $next, ", rax\n",
            "mov [rdi + 8*", $i, "], ", $lowest, "\n",
            products!(cut; $next $($accs)*; 1 2 3 4 5 6 7),
        )
    };
    (load $mode:ident, $i:literal) => {
        concat!(
            "mov rdx, [rbp + 8*", $i, "]\n",
            "xor eax, eax\n",
            "mulx rax, rbx, [rsi]\n",
            memory_in!($mode, concat!("[rdi + 8*", $i, "]")),
        )
    };
}

/// The last `w` rows of a strip of `w` columns, each one column shorter than the one before.
macro_rules! triangle {
    ($mode:ident, 1) => { triangle!(@ $mode; 0; "r8") };
    ($mode:ident, 2) => { triangle!(@ $mode; 0 1; "r8" "r9") };
    ($mode:ident, 3) => { triangle!(@ $mode; 0 1 2; "r8" "r9" "r10") };
    ($mode:ident, 4) => { triangle!(@ $mode; 0 1 2 3; "r8" "r9" "r10" "r11") };
    ($mode:ident, 5) => { triangle!(@ $mode; 0 1 2 3 4; "r8" "r9" "r10" "r11" "r12") };
    ($mode:ident, 6) => { triangle!(@ $mode; 0 1 2 3 4 5; "r8" "r9" "r10" "r11" "r12" "r13") };
    ($mode:ident, 7) => {
        triangle!(@ $mode; 0 1 2 3 4 5 6; "r8" "r9" "r10" "r11" "r12" "r13" "r14")
    };
    ($mode:ident, 8) => {
        triangle!(@ $mode; 0 1 2 3 4 5 6 7; "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15")
    };
    (@ $mode:ident; $i:literal $($is:literal)*; $acc:literal $($accs:literal)*) => {
        concat!(low_row!($mode, $i; $acc $($accs)*), triangle!(@ $mode; $($is)*; $($accs)*))
    };
    (@ $mode:ident; ;) => { "" };
}

/// `r, columns, rows, number of full rows`.
type Strip = unsafe extern "sysv64" fn(*mut Word, *const Word, *const Word, usize);

/// A strip of a low product: the low `n + w` words of `w` words times `n + w` words.
///
/// - `fn(r: rdi, columns: rsi, rows: rdx, n: rcx)`; requires `w` and `n + w` words, `r` of `n + w`.
/// - Ensures `r = r' + columns * rows mod 2^(64 (n + w))`, `r'` being 0 (`first`) or the old `r`
///   (`next`).
/// - `r` disjoint from the others. Constant time for given `w`, `n`. Needs BMI2, ADX. Stack: 48
///   bytes. Clobbers `rax rcx rdx rsi rdi r8-r11`, flags. On Zen 5, 8.75 cycles a row for `w = 8`
///   and about 45 for its triangle.
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
                triangle!($mode, $w),
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

/// `r = a * b mod 2^(64 n)`, all of `n > 0` words.
pub(super) fn schoolbook(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = r.len();
    assert!(n > 0 && a.len() == n && b.len() == n);
    let mut done = 0;
    for w in super::widths(n) {
        let strip = if done == 0 { FIRST[w - 1] } else { NEXT[w - 1] };
        // SAFETY: the kernel is only reachable where BMI2 and ADX are. `done + w <= n`, so the
        // strip reads `w` words of `a` from `done`, `n - done` of `b`, and writes `n - done` of `r`
        // from `done`; words that it reads are written already.
        unsafe {
            strip(r.as_mut_ptr().add(done), a.as_ptr().add(done), b.as_ptr(), n - done - w);
        }
        done += w;
    }
}
