//! Operand caching: product scanning in L-shaped rows whose columns share all operands but one.
//!
//! **Source.** `[HutterWenger2011]`. **Idea.** A row keeps `e` words of both operands in registers.
//! Along the columns of its first leg the words of `a` stay and the words of `b` move on by one,
//! along the second leg the words of `b` stay and the words of `a` move on: each column of up to
//! `e` products loads one operand word and one word of the result so far. Row `p` covers `a_i b_j`
//! for `i >= p e`, `j < n - p e` without the rows above `p`, which are done first; what remains
//! when `e` does not divide `n` is a block of less than `e` by `e` words in the middle, the initial
//! block. **Cost.** `n²` word products; with `s = n mod e`, `(2 n² + 2 s (e - s)) / e` loads and
//! `(n² + s (e - s)) / e + n` stores, in print `2 n²/e` and `n²/e + n`; `2 e + 3` words in
//! registers.
//!
//! The portable form of kernels for processors with many registers and no cache; no gain on others.

use super::comba::Column;
use super::memory::{Direct, Memory};
use polylimb::authors::limb::Word;

/// `r = a * b` by rows of `E` words; equal lengths, not empty, `r` twice as long.
/// Constant time.
///
/// # Panics
/// On other lengths.
pub fn mul<const E: usize>(r: &mut [Word], a: &[Word], b: &[Word]) {
    scan::<E>(&mut Direct::new(r, a, b), a.len());
}

fn scan<const E: usize>(memory: &mut impl Memory, n: usize) {
    const { assert!(E > 0, "a row has at least one word") };
    initial_block::<E>(memory, n, n - n % E);
    for p in (0..n / E).rev() {
        row::<E>(memory, n, p * E);
    }
}

/// The middle: the words of `a` from `base`, less than `E`, times as many low words of `b`.
fn initial_block<const E: usize>(memory: &mut impl Memory, n: usize, base: usize) {
    let size = n - base;
    if size == 0 {
        return;
    }
    let (mut a, mut b) = ([0; E], [0; E]);
    let mut sum = Column::default();
    for k in 0..size {
        a[k] = memory.a(base + k);
        b[k] = memory.b(k);
        sum.add_products(&a[..=k], &b[..=k]);
        memory.set_r(base + k, sum.next());
    }
    for k in 1..=size {
        sum.add_products(&a[k..size], &b[k..size]);
        memory.set_r(n + k - 1, sum.next());
    }
}

/// The row that starts with word `base` of `a`; its four parts as in print.
fn row<const E: usize>(memory: &mut impl Memory, n: usize, base: usize) {
    let length = n - base;
    let (mut a, mut b) = ([0; E], [0; E]);
    let mut sum = Column::default();
    // Growing columns, where nothing is stored yet: load words of both operands.
    for k in 0..E {
        a[k] = memory.a(base + k);
        b[k] = memory.b(k);
        sum.add_products(&a[..=k], &b[..=k]);
        memory.set_r(base + k, sum.next());
    }
    // The first leg: `b` moves on.
    for k in E..length {
        push(&mut b, memory.b(k));
        sum.add_products(&a, &b);
        sum.add_word(memory.r(base + k));
        memory.set_r(base + k, sum.next());
    }
    // The second leg: `a` moves on.
    for k in 0..length - E {
        push(&mut a, memory.a(base + E + k));
        sum.add_products(&a, &b);
        sum.add_word(memory.r(n + k));
        memory.set_r(n + k, sum.next());
    }
    // Shrinking columns, where nothing is stored yet, and the carry: nothing to load.
    for k in 1..=E {
        sum.add_products(&a[k..], &b[k..]);
        memory.set_r(n + length - E + k - 1, sum.next());
    }
    debug_assert!(sum.word() == 0);
}

/// Drops the lowest word and appends `w` as the highest. An unrolled kernel renames registers
/// instead.
#[inline(always)]
fn push<const E: usize>(window: &mut [Word; E], w: Word) {
    window.copy_within(1.., 0);
    window[E - 1] = w;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb::memory::Counted;

    fn check<const E: usize>() {
        for n in 1..=Counted::CAPACITY {
            let (loads, stores) = Counted::count(n, |memory| scan::<E>(memory, n));
            let s = n % E;
            assert_eq!(loads * E, 2 * n * n + 2 * s * (E - s), "{n} words, e = {E}");
            assert_eq!(stores * E, n * n + s * (E - s) + n * E, "{n} words, e = {E}");
            if s == 0 {
                assert_eq!(loads, 2 * n * n / E, "{n} words, e = {E}: not as published");
                assert_eq!(stores, n * n / E + n, "{n} words, e = {E}: not as published");
            }
        }
    }

    #[test]
    fn loads_and_stores_as_published() {
        check::<1>();
        check::<2>();
        check::<3>();
        check::<4>();
        check::<5>();
        check::<10>();
        check::<48>();
        check::<64>();
        // The ATmega128's 160-bit product: 20 bytes, e = 10.
        assert_eq!(Counted::count(20, |memory| scan::<10>(memory, 20)), (80, 60));
    }
}
