//! Inverses, greatest common divisors and Jacobi symbols of numbers against num-bigint.

use crate::common::{below, big, modulus, operand, residue, rng, words};
use num_bigint::BigUint;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::authors::modmul::inverse;
use rand_chacha::ChaCha8Rng;

/// Runs both inversions with dirty buffers and compares with the extended Euclidean algorithm.
fn check_inverse(a: &[Word], m: &[Word]) {
    let n = m.len();
    let expected = big(a).modinv(&big(m));
    // num-bigint finds no inverse modulo 1; ours is 0.
    let exists = expected.is_some() || big(m) == BigUint::from(1u32);
    let expected = words(&expected.unwrap_or_default(), n);
    let mut r = vec![Word::MAX; n];
    let mut scratch = vec![Word::MAX; inverse::invert_scratch(n)];
    let found = inverse::invert(&mut r, a, m, &mut scratch).to_bool_vartime();
    assert_eq!((found, &r), (exists, &expected), "1/{} mod {}", big(a), big(m));
    r.fill(Word::MAX);
    let found = inverse::invert_vartime(&mut r, a, m, &mut scratch).to_bool_vartime();
    assert_eq!((found, &r), (exists, &expected), "vartime 1/{} mod {}", big(a), big(m));
}

fn check_gcd(a: &[Word], b: &[Word]) {
    let n = a.len();
    let (mut x, mut y) = (big(a), big(b));
    while y != BigUint::ZERO {
        (x, y) = (y.clone(), x % y);
    }
    let expected = words(&x, n);
    let mut r = vec![Word::MAX; n];
    let mut scratch = vec![Word::MAX; inverse::gcd_scratch(n)];
    inverse::gcd(&mut r, a, b, &mut scratch);
    assert_eq!(r, expected, "gcd({}, {})", big(a), big(b));
}

fn check_jacobi(a: &[Word], m: &[Word]) {
    let expected = jacobi_by_division(big(a), big(m));
    let mut scratch = vec![Word::MAX; inverse::jacobi_scratch(m.len())];
    assert_eq!(inverse::jacobi(a, m, &mut scratch), expected, "({} / {})", big(a), big(m));
}

/// The textbook algorithm with remainders, for large numbers.
fn jacobi_by_division(mut a: BigUint, mut m: BigUint) -> i8 {
    let low = |x: &BigUint| x.iter_u32_digits().next().unwrap_or(0) % 8;
    let mut symbol = 1;
    a %= &m;
    while let Some(twos) = a.trailing_zeros() {
        a >>= twos;
        if twos % 2 == 1 && matches!(low(&m), 3 | 5) {
            symbol = -symbol;
        }
        if low(&a) % 4 == 3 && low(&m) % 4 == 3 {
            symbol = -symbol;
        }
        (a, m) = (m % &a, a);
    }
    if m == BigUint::from(1u32) { symbol } else { 0 }
}

#[test]
fn every_residue_of_every_modulus_below_2_to_the_8() {
    let mut compared = 0;
    for m in 1u8..=255 {
        for a in 0..m {
            // In one word, and with leading zeros.
            for n in [1, 3] {
                let number = |low: u8| words(&BigUint::from(low), n);
                check_inverse(&number(a), &number(m));
                compared += 2;
            }
        }
    }
    assert!(compared >= 130_000, "only {compared} comparisons ran");
}

#[test]
fn every_gcd_of_numbers_below_2_to_the_8() {
    for a in 0u8..=255 {
        for b in 0u8..=255 {
            check_gcd(&[Word::from(a)], &[Word::from(b)]);
        }
    }
}

#[test]
fn every_jacobi_symbol_below_2_to_the_8_by_its_definition() {
    // Euler's criterion for primes, the product over the factors otherwise.
    let legendre = |a: u32, p: u32| match (0..p / 2).fold(1, |power, _| power * a % p) {
        0 => 0,
        1 => 1,
        _ => -1,
    };
    for m in (1u8..=255).step_by(2) {
        for a in 0..m {
            let (mut rest, mut expected) = (u32::from(m), 1);
            for p in (3..=255).step_by(2) {
                while rest % p == 0 {
                    expected *= legendre(u32::from(a), p);
                    rest /= p;
                }
            }
            let (a, m) = ([Word::from(a)], [Word::from(m)]);
            let mut scratch = vec![0; inverse::jacobi_scratch(1)];
            assert_eq!(inverse::jacobi(&a, &m, &mut scratch), expected, "({a:?} / {m:?})");
            assert_eq!(jacobi_by_division(big(&a), big(&m)), expected);
        }
    }
}

/// Sizes at and around the ends of words and digits, and some standard ones.
fn sizes(rng: &mut ChaCha8Rng, most: usize) -> Vec<usize> {
    let mut sizes: Vec<usize> = (2..=3 * WORD_BITS + 2).collect();
    sizes.extend([192, 224, 255, 256, 257, 381, 384, 512, 521, 576, 1023, 1024, 1536, 2047, 2048]);
    sizes.extend([3072, 4095, 4096]);
    sizes.extend((0..20).map(|_| 2 + below(rng, most - 1)));
    sizes.retain(|&bits| bits <= most);
    sizes
}

const MOST_BITS: usize = if WORD_BITS == 8 { 2048 } else { 4096 };

#[test]
fn inverses_at_all_sizes() {
    let mut rng = rng(41);
    let mut compared = 0;
    for bits in sizes(&mut rng, MOST_BITS) {
        for _ in 0..(if bits <= 600 { 24 } else { 4 }) {
            let odd = below(&mut rng, 4) > 0;
            let m = modulus(&mut rng, bits, odd);
            let mut a = residue(&mut rng, &m);
            if !odd && m[0] & 1 == 0 {
                // Otherwise hardly any number would be invertible.
                a[0] |= 1;
            }
            check_inverse(&a, &m);
            compared += 2;
        }
    }
    assert!(compared >= 1500, "only {compared} comparisons ran");
}

#[test]
fn numbers_with_a_factor_in_common_have_no_inverse() {
    let mut rng = rng(42);
    for bits in (16..=512).step_by(31) {
        for _ in 0..20 {
            let (p, q) = (modulus(&mut rng, bits / 2, true), modulus(&mut rng, bits / 2, true));
            let m = big(&p) * big(&q);
            let n = (m.bits() as usize).div_ceil(WORD_BITS);
            let a = words(&(big(&operand(&mut rng, n)) * big(&p) % &m), n);
            let m = words(&m, n);
            check_inverse(&a, &m);
            check_gcd(&a, &m);
            check_jacobi(&a, &m);
        }
    }
}

#[test]
fn gcds_and_jacobi_symbols_at_all_sizes() {
    let mut rng = rng(43);
    for bits in sizes(&mut rng, MOST_BITS / 2) {
        for _ in 0..(if bits <= 600 { 24 } else { 4 }) {
            let m = modulus(&mut rng, bits, true);
            check_jacobi(&residue(&mut rng, &m), &m);
            // Any parity, with powers of two in each, and with a common factor.
            let n = bits.div_ceil(WORD_BITS);
            let (a, b) = (operand(&mut rng, n), operand(&mut rng, n));
            check_gcd(&a, &b);
            let half = operand(&mut rng, n.div_ceil(2));
            let multiple = |x: &[Word]| words(&(big(&half) * big(&x[..n / 2])), n);
            check_gcd(&multiple(&a), &multiple(&b));
            check_gcd(&a, &a);
        }
    }
}

#[test]
fn jacobi_symbol_is_multiplicative() {
    let mut rng = rng(44);
    for bits in (8..700).step_by(17) {
        let m = modulus(&mut rng, bits, true);
        let (a, b) = (residue(&mut rng, &m), residue(&mut rng, &m));
        let product = words(&(big(&a) * big(&b) % big(&m)), m.len());
        let mut scratch = vec![0; inverse::jacobi_scratch(m.len())];
        let mut jacobi = |a: &[Word]| inverse::jacobi(a, &m, &mut scratch);
        assert_eq!(jacobi(&product), jacobi(&a) * jacobi(&b));
    }
}

#[test]
fn sixteen_thousand_bits() {
    let mut rng = rng(45);
    let m = modulus(&mut rng, 16_384, true);
    let a = residue(&mut rng, &m);
    check_inverse(&a, &m);
    check_jacobi(&a, &m);
    let m = modulus(&mut rng, 16_384, false);
    check_inverse(&residue(&mut rng, &m), &m);
    if WORD_BITS > 8 {
        check_gcd(&a, &m);
    }
}
