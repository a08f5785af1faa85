//! Product scanning, hybrid multiplication and operand caching against num-bigint, for every length
//! and many widths of blocks and rows, also with columns of more than three bytes.

use crate::common::{big, operand, rng, words};
use polylimb::authors::limb::{Kernel, Word};
use polylimb::cpu::Features;
use polylimb_catalogue::limb::{comba, hybrid, operand_caching};

type Method = fn(&mut [Word], &[Word], &[Word]);

/// Widths below, at and above the lengths, divisors of them and others.
const METHODS: &[(&str, Method)] = &[
    ("hybrid 1", hybrid::<1>),
    ("hybrid 2", hybrid::<2>),
    ("hybrid 3", hybrid::<3>),
    ("hybrid 4", hybrid::<4>),
    ("hybrid 5", hybrid::<5>),
    ("hybrid 8", hybrid::<8>),
    ("hybrid 13", hybrid::<13>),
    ("hybrid 64", hybrid::<64>),
    ("operand caching 1", operand_caching::<1>),
    ("operand caching 2", operand_caching::<2>),
    ("operand caching 3", operand_caching::<3>),
    ("operand caching 4", operand_caching::<4>),
    ("operand caching 7", operand_caching::<7>),
    ("operand caching 10", operand_caching::<10>),
    ("operand caching 13", operand_caching::<13>),
    ("operand caching 64", operand_caching::<64>),
    ("comba", |r, a, b| comba::mul(Kernel::PORTABLE, r, a, b)),
    ("comba of this CPU", |r, a, b| comba::mul(Kernel::best(Features::detect()), r, a, b)),
];

fn check(a: &[Word], b: &[Word]) -> u32 {
    let n = a.len();
    let product = words(&(big(a) * big(b)), 2 * n);
    // Both methods write every word of the result before they read it, and no word outside.
    let mut r = vec![0xa5; 2 * n + 2];
    for (name, method) in METHODS {
        r.fill(0xa5);
        method(&mut r[1..=2 * n], a, b);
        assert_eq!(r[1..=2 * n], product, "{name}, {n} words: {a:x?} {b:x?}");
        assert!(r[0] == 0xa5 && r[2 * n + 1] == 0xa5, "{name}: written outside");
    }
    let square = words(&(big(a) * big(a)), 2 * n);
    for kernel in [Kernel::PORTABLE, Kernel::best(Features::detect())] {
        r.fill(0xa5);
        comba::sqr(kernel, &mut r[1..=2 * n], a);
        assert_eq!(r[1..=2 * n], square, "{kernel:?}, the square of {n} words: {a:x?}");
        assert!(r[0] == 0xa5 && r[2 * n + 1] == 0xa5, "{kernel:?}: written outside");
    }
    METHODS.len() as u32 + 2
}

#[test]
fn agree_with_the_judge() {
    let mut rng = rng(31);
    let mut compared = 0;
    for n in (1..=40).chain([63, 64, 65, 127, 128, 129, 255, 256, 257]) {
        let ones = vec![Word::MAX; n];
        compared += check(&ones, &ones);
        for _ in 0..if n <= 40 { 24 } else { 6 } {
            compared += check(&operand(&mut rng, n), &operand(&mut rng, n));
        }
    }
    assert!(compared >= 20_000, "only {compared} comparisons ran");
}

/// From 258 bytes on the largest column passes 2^24.
#[test]
fn columns_of_many_products() {
    let mut compared = 0;
    for n in [258, 259, 300, 1030] {
        let ones = vec![Word::MAX; n];
        compared += check(&ones, &ones);
    }
    assert!(compared >= 80, "only {compared} comparisons ran");
}

/// All operands of one byte, and a 1024th of the pairs of two bytes, by blocks and rows shorter
/// than the operands, as long, and longer.
#[test]
#[cfg(polylimb_word = "8")]
fn every_short_product() {
    let mut compared = 0u32;
    for a in 0..=u8::MAX {
        for b in 0..=u8::MAX {
            let product = (u16::from(a) * u16::from(b)).to_le_bytes();
            for (name, method) in METHODS {
                let mut r = [1; 2];
                method(&mut r, &[a], &[b]);
                assert_eq!(r, product, "{name}: {a} {b}");
                compared += 1;
            }
        }
    }
    for a in 0..=u16::MAX {
        // Every 1024th second operand, with another start for each first operand.
        for b in (a & 1023..=u16::MAX).step_by(1024) {
            let product = (u32::from(a) * u32::from(b)).to_le_bytes();
            for (name, method) in METHODS {
                let mut r = [1; 4];
                method(&mut r, &a.to_le_bytes(), &b.to_le_bytes());
                assert_eq!(r, product, "{name}: {a} {b}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 70_000_000, "only {compared} comparisons ran");
}

/// Every square of two bytes, and a 64th of the products by columns.
#[test]
#[cfg(polylimb_word = "8")]
fn every_short_product_by_columns() {
    let (mut compared, mut r) = (0u32, [0; 4]);
    for a in 0..=u16::MAX {
        comba::sqr(Kernel::PORTABLE, &mut r, &a.to_le_bytes());
        assert_eq!(r, (u32::from(a) * u32::from(a)).to_le_bytes(), "{a}");
        // Every 64th second operand, with another start for each first operand.
        for b in (a & 63..=u16::MAX).step_by(64) {
            comba::mul(Kernel::PORTABLE, &mut r, &a.to_le_bytes(), &b.to_le_bytes());
            assert_eq!(r, (u32::from(a) * u32::from(b)).to_le_bytes(), "{a} {b}");
            compared += 1;
        }
    }
    assert!(compared >= 67_000_000, "only {compared} comparisons ran");
}
