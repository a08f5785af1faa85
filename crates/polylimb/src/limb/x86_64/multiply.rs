//! `mulx` products by operand scanning, in strips of up to eight columns; strips that end in a
//! triangle make low products, strips that leave out their first rows high products.

use crate::limb::Word;
use core::arch::naked_asm;

/// `r, columns, rows, number of rows`.
type Strip = unsafe extern "sysv64" fn(*mut Word, *const Word, *const Word, usize);

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

/// The end of a strip: all accumulators, or the triangle of a low product.
macro_rules! strip_end {
    (whole, $mode:ident, $w:tt) => {
        accumulators!(store, $w)
    };
    (low, $mode:ident, $w:tt) => {
        triangle!($mode, $w)
    };
}

/// A strip: `w` words times `n` words; `low`: the low `n + w` words of `w` words times `n + w`
/// words.
///
/// - `fn(r: rdi, columns: rsi, rows: rdx, n: rcx)`; requires `w` and `n` words, `low` `w` and
///   `n + w`; `r` of `n + w`.
/// - Ensures `r = r' + columns * rows`, `low` modulo `2^(64 (n + w))`; `r'` is 0 (`from_zero`), or
///   the old first `n` words, `low` the old `r` (`onto_memory`).
/// - `r` disjoint from the others. Constant time for given `w`, `n`. Needs BMI2, ADX. Stack: 48
///   bytes. Clobbers `rax rcx rdx rsi rdi r8-r11`, flags. On Zen 5, 8.75 cycles a row for `w = 8`
///   (9.3 for the first `n % 8` rows), about 45 for its triangle, and about 20 for the call.
macro_rules! strip {
    ($end:ident, $mode:ident, $w:tt) => {{
        #[unsafe(naked)]
        unsafe extern "sysv64" fn strip(
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
                strip_end!($end, $mode, $w),
                restore_and_return!(),
            )
        }
        strip
    }};
}

/// By width minus 1.
static FIRST: [Strip; 8] = by_width!(strip whole from_zero);
/// By width minus 1.
static NEXT: [Strip; 8] = by_width!(strip whole onto_memory);
/// By width minus 1.
static FIRST_LOW: [Strip; 8] = by_width!(strip low from_zero);
/// By width minus 1.
static NEXT_LOW: [Strip; 8] = by_width!(strip low onto_memory);

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
fn add_strip(r: &mut [Word], columns: &[Word], rows: &[Word]) {
    let w = columns.len();
    assert!((1..=8).contains(&w) && !rows.is_empty() && r.len() >= rows.len() + w);
    // SAFETY: the kernel is only reachable where BMI2 and ADX are; the lengths are as the strip
    // requires.
    unsafe { NEXT[w - 1](r.as_mut_ptr(), columns.as_ptr(), rows.as_ptr(), rows.len()) };
}

/// `r = a * b mod 2^(64 n)`, all of `n > 0` words.
pub(super) fn schoolbook_low(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = r.len();
    assert!(n > 0 && a.len() == n && b.len() == n);
    let mut done = 0;
    for w in super::widths(n) {
        let strip = if done == 0 { FIRST_LOW[w - 1] } else { NEXT_LOW[w - 1] };
        // SAFETY: the kernel is only reachable where BMI2 and ADX are. `done + w <= n`, so the
        // strip reads `w` words of `a` from `done`, `n - done` of `b`, and writes `n - done` of `r`
        // from `done`; words that it reads are written already.
        unsafe {
            strip(r.as_mut_ptr().add(done), a.as_ptr().add(done), b.as_ptr(), n - done - w);
        }
        done += w;
    }
}

/// The most words; longer operands are split before they come here.
const MOST: usize = 128;
/// Up to this many words the full product is as fast.
const FULL_TO: usize = 16;

/// See [`crate::limb::Kernel::mul_high`]; at most [`MOST`] words.
///
/// The strip of columns `d` to `d + w - 1` reaches column `n - 2` of the product from row
/// `n - 1 - d - w` on. So all strips begin at about the same word of the result, at most seven
/// below the two wanted words.
pub(super) fn schoolbook_high(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = a.len();
    assert!(n > 0 && n <= MOST && b.len() == n && r.len() == n + 2);
    if n <= FULL_TO {
        let mut t = [0; 2 * FULL_TO + 1];
        // A single word does not have two words below the high half: a 0 precedes its product.
        schoolbook(&mut t[1..=2 * n], a, b);
        return r.copy_from_slice(&t[n - 1..=2 * n]);
    }
    let mut t = [0; MOST + 9];
    let base = n - 9;
    let mut done = 0;
    for w in super::widths(n) {
        let first_row = (n - 1).saturating_sub(done + w);
        let t = &mut t[done + first_row - base..];
        add_strip(t, &a[done..done + w], &b[first_row..]);
        done += w;
    }
    r.copy_from_slice(&t[7..n + 9]);
}
