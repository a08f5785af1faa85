//! High products of every kernel against num-bigint: the stated bound, its effect on the high half,
//! and that a known word makes them exact.

use crate::common::{big, operand, rng, words};
use num_bigint::BigUint;
use polylimb::authors::limb::{Kernel, WORD_BITS, Word};
use polylimb::cpu::Features;

/// The kernel's high product, computed with scratch of exactly the documented size.
fn high(kernel: Kernel, a: &[Word], b: &[Word]) -> Vec<Word> {
    let n = a.len();
    let promised = kernel.mul_high_scratch(n);
    let mut r = vec![0xa5; n + 4];
    let mut scratch = vec![0xa5; promised + 2];
    kernel.mul_high(&mut r[1..=n + 2], a, b, &mut scratch[1..=promised]);
    assert!(r[0] == 0xa5 && r[n + 3] == 0xa5, "written outside the result");
    assert!(scratch[0] == 0xa5 && scratch[promised + 1] == 0xa5, "written outside the scratch");
    r[1..=n + 2].to_vec()
}

/// Checks all guarantees of [`Kernel::mul_high`]; returns the error in units of word `n - 1`.
fn check(kernel: Kernel, a: &[Word], b: &[Word]) -> BigUint {
    let n = a.len();
    let what = || format!("{kernel:?}, {n} words: {a:x?} {b:x?}");
    let product = big(a) * big(b);
    let r = high(kernel, a, b);
    // In units of word n - 2, which for one word lies below the product.
    let exact = (&product << (2 * WORD_BITS)) >> (n * WORD_BITS);
    let bound = BigUint::from(n.saturating_sub(2)) << WORD_BITS;
    assert!(big(&r) <= exact, "above the product, {}", what());
    let error = &exact - big(&r);
    assert!(error < bound || error == BigUint::ZERO, "error {error:x}, {}", what());

    let exact = &exact >> WORD_BITS;
    let error = &exact - big(&r[1..]);
    assert!(error <= BigUint::from(n.saturating_sub(2)), "guard word, {}", what());
    let in_high_half = (&exact >> WORD_BITS) - big(&r[2..]);
    let word = BigUint::from(1u32) << WORD_BITS;
    if BigUint::from(n) <= &word + 2u32 {
        assert!(in_high_half <= BigUint::from(1u32), "high half, {}", what());
    }
    if BigUint::from(n) <= word + 1u32 {
        let known = words(&product, 2 * n)[n - 1];
        let mut mended = r[1..].to_vec();
        assert_eq!(kernel.add_assign(&mut mended, &[known.wrapping_sub(r[1])]), 0);
        assert_eq!(big(&mended), exact, "mended, {}", what());
    }
    error
}

fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::available(Features::detect())
}

#[test]
fn within_the_bound() {
    let mut rng = rng(41);
    let mut compared = 0;
    for kernel in kernels() {
        for n in (1..=70).chain([95, 96, 97, 127, 128, 129, 200, 255, 256, 257, 258, 259, 300]) {
            for _ in 0..if n <= 70 { 40 } else { 10 } {
                check(kernel, &operand(&mut rng, n), &operand(&mut rng, n));
                compared += 1;
            }
        }
    }
    assert!(compared >= 2_900, "only {compared} comparisons ran");
}

/// The operands with the largest error: all ones lose the whole `n - 2` units if no full product
/// carries the lower columns, and their high half is one too small, since word `n - 1` of the
/// square is 0.
#[test]
fn at_the_bound() {
    let (mut compared, mut attained, mut too_small) = (0, 0, 0);
    for kernel in kernels() {
        for n in 3..=300 {
            let ones = vec![Word::MAX; n];
            let error = check(kernel, &ones, &ones);
            attained += u32::from(error == BigUint::from(n - 2));
            let half = words(&(big(&ones) * big(&ones)), 2 * n)[n..].to_vec();
            too_small += u32::from(high(kernel, &ones, &ones)[2..] != half);
            for zeros in [1, 2, n / 2, n - 1] {
                let mut a = ones.clone();
                a[n - zeros..].fill(0);
                check(kernel, &a, &ones);
                check(kernel, &ones, &a);
            }
            // Between the two words only one row and one column count.
            let mut ends = vec![0; n];
            ends[0] = 1;
            ends[n - 1] = 1;
            check(kernel, &ones, &ends);
            check(kernel, &ends, &ones);
            compared += 11;
        }
    }
    assert!(compared >= 3_000, "only {compared} comparisons ran");
    assert!(attained >= 20, "only {attained} errors as large as can be");
    assert!(too_small >= 20, "only {too_small} high halves were too small");
}

/// All pairs of operands if words are bytes: one word, and two words by rows.
#[test]
#[cfg(polylimb_word = "8")]
fn short_products_are_exact() {
    let kernel = Kernel::PORTABLE;
    let mut compared = 0u32;
    for a in 0..=u8::MAX {
        for b in 0..=u8::MAX {
            let mut r = [1; 3];
            kernel.mul_high(&mut r, &[a], &[b], &mut []);
            let [low, high] = (u16::from(a) * u16::from(b)).to_le_bytes();
            assert_eq!(r, [0, low, high], "{a} {b}");
            compared += 1;
        }
    }
    for a in 0..=u16::MAX {
        for b in (a & 127..=u16::MAX).step_by(128) {
            let mut r = [1; 4];
            kernel.mul_high(&mut r, &a.to_le_bytes(), &b.to_le_bytes(), &mut []);
            assert_eq!(r, (u32::from(a) * u32::from(b)).to_le_bytes(), "{a} {b}");
            compared += 1;
        }
    }
    assert!(compared >= 33_000_000, "only {compared} comparisons ran");
}
