//! Division against num-bigint, and exhaustively where words are bytes.

use crate::common::{below, big, operand, rng, words};
use polylimb::authors::limb::{Kernel, Word};
use polylimb::cpu::Features;

/// Quotient and remainder by every kernel; they must agree.
fn divide(a: &[Word], b: &[Word]) -> (Vec<Word>, Vec<Word>) {
    let mut results: Vec<_> = Kernel::available(Features::detect())
        .map(|kernel| {
            let (mut q, mut r) = (vec![1; a.len()], vec![1; b.len()]);
            let mut scratch = vec![1; Kernel::divide_scratch(a.len(), b.len())];
            Kernel::divide_vartime(kernel, &mut q, &mut r, a, b, &mut scratch);
            (q, r)
        })
        .collect();
    results.dedup();
    assert_eq!(results.len(), 1, "kernels differ: {a:x?} / {b:x?}");
    results.remove(0)
}

#[test]
fn agrees_with_the_judge() {
    let mut rng = rng(5);
    let mut compared = 0;
    for _ in 0..20_000 {
        let (n, m) = (1 + below(&mut rng, 24), 1 + below(&mut rng, 12));
        let (a, b) = (operand(&mut rng, n), operand(&mut rng, m));
        if b.iter().all(|&w| w == 0) {
            continue;
        }
        let (q, r) = divide(&a, &b);
        assert_eq!(q, words(&(big(&a) / big(&b)), n), "{a:x?} / {b:x?}");
        assert_eq!(r, words(&(big(&a) % big(&b)), m), "{a:x?} mod {b:x?}");
        compared += 1;
    }
    assert!(compared >= 15_000, "only {compared} comparisons ran");
}

/// Dividends just below a multiple of the divisor, with top words chosen so that the estimate of a
/// digit is too large; random operands of 64-bit words never reach this case.
#[test]
fn corrects_digits_that_are_too_large() {
    let mut rng = rng(6);
    let mut compared = 0;
    for _ in 0..5_000 {
        let n = 2 + below(&mut rng, 5);
        let mut b = vec![Word::MAX; n];
        b[n - 1] = Word::MAX / 2 + 1;
        b[n - 2] = [0, 1, Word::MAX][below(&mut rng, 3)];
        let q = operand(&mut rng, 3);
        let product = big(&q) * big(&b);
        for a in [product.clone() + 1u32, product.clone(), product + big(&b) - 1u32] {
            let a = words(&a, n + 4);
            let (q, r) = divide(&a, &b);
            assert_eq!(q, words(&(big(&a) / big(&b)), n + 4), "{a:x?} / {b:x?}");
            assert_eq!(r, words(&(big(&a) % big(&b)), n), "{a:x?} mod {b:x?}");
            compared += 1;
        }
    }
    assert!(compared >= 15_000, "only {compared} comparisons ran");
}

/// Multiples of one-word divisors little above half of the words' range: where the estimate of a
/// digit is one too small and the rest that remains is the divisor itself.
#[test]
fn corrects_digits_that_are_too_small() {
    let mut compared = 0;
    for d in (1..=8).map(|e| Word::MAX / 2 + 1 + e) {
        for q in (0..16).map(|k| Word::MAX - k) {
            let product = big(&[q]) * big(&[d]);
            for a in [product.clone() - 1u32, product.clone(), product + 1u32] {
                let a = words(&a, 2);
                let (q, r) = divide(&a, &[d]);
                assert_eq!(q, words(&(big(&a) / big(&[d])), 2), "{a:x?} / {d:x}");
                assert_eq!(r, words(&(big(&a) % big(&[d])), 1), "{a:x?} mod {d:x}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 8 * 16 * 3);
}

#[test]
#[should_panic(expected = "division by zero")]
fn refuses_zero() {
    let _ = divide(&[1, 2], &[0]);
}

#[test]
#[cfg(polylimb_word = "8")]
fn every_two_bytes_by_every_divisor() {
    let kernel = Kernel::PORTABLE;
    let mut compared = 0u32;
    let (mut q, mut r, mut scratch) = ([0; 2], [0; 2], [0; Kernel::divide_scratch(2, 2)]);
    // Every divisor; every dividend for some divisors, every 509th for the others.
    for b in 1..=u16::MAX {
        for a in (0..=u16::MAX).step_by(if b % 4096 == 1 || b < 64 { 1 } else { 509 }) {
            Kernel::divide_vartime(
                kernel,
                &mut q,
                &mut r,
                &a.to_le_bytes(),
                &b.to_le_bytes(),
                &mut scratch,
            );
            assert_eq!((u16::from_le_bytes(q), u16::from_le_bytes(r)), (a / b, a % b), "{a} / {b}");
            compared += 1;
        }
    }
    assert!(compared >= 12_000_000, "only {compared} comparisons ran");
}
