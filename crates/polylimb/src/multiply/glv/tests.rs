//! Checks the decomposition and its constants against num-bigint.

extern crate std;

use super::*;
use num_bigint::{BigInt, Sign};
use std::vec::Vec;

fn big(words: &[Word]) -> BigInt {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    BigInt::from_bytes_le(Sign::Plus, &bytes)
}

fn power(bits: u32) -> BigInt {
    BigInt::from(1) << bits
}

/// `λ`, from the condition of `[Gallant2001]` alone: a cube root of 1 modulo the order. Of the two,
/// the one to which the basis belongs.
fn lambda() -> BigInt {
    let n = big(&ORDER);
    let inverse = big(&B1).modpow(&(&n - 2), &n);
    big(&A1) * inverse % n
}

#[test]
fn the_constants_are_what_they_are_called() {
    let (n, lambda) = (big(&ORDER), lambda());
    let p = power(256) - power(32) - 977;
    assert_eq!((&lambda * &lambda + &lambda + 1) % &n, BigInt::ZERO);
    let beta = BigInt::from_bytes_le(Sign::Plus, &Halves::beta());
    assert_eq!((&beta * &beta + &beta + 1) % p, BigInt::ZERO);
    let [a1, b1, a2] = [&A1, &B1, &A2].map(|c| big(c));
    assert_eq!((&a1 - &b1 * &lambda) % &n, BigInt::ZERO);
    assert_eq!((&a2 + &a1 * &lambda) % &n, BigInt::ZERO);
    // The basis generates all such pairs and is reduced: the first vector is a shortest one.
    assert_eq!(&a1 * &a1 + &a2 * &b1, n);
    let (first, inner) = (&a1 * &a1 + &b1 * &b1, &a1 * &a2 - &b1 * &a1);
    assert!(&inner * 2 <= first && &inner * 2 >= -&first);
    assert!(first < &a2 * &a2 + &a1 * &a1);
    // A coordinate of every pair but (0, 0) is first / 2 or more when squared: 0.644 2^128.
    assert!(&first * 500_000 > power(256) * 644 * 644 / 2);
    for (g, c) in [(&G1, &a1), (&G2, &b1)] {
        let twice: BigInt = (big(g) * &n - (c << SCALE)) * 2;
        assert!(twice <= n && twice >= -&n);
    }
    // The bounds of the halves, e = 1/2 + 2^-129.
    let e = power(128) + 1;
    assert!(&e * (&a1 + &a2) * 1000 < power(129 + 128) * 636);
    assert!(&e * (&a1 + &b1) * 1000 < power(129 + 128) * 541);
}

#[test]
fn halves_make_the_scalar_and_are_short() {
    let (n, lambda) = (big(&ORDER), lambda());
    let bound = [&A1, &B1].map(|other| big(other) + big(if other == &A1 { &A2 } else { &A1 }));
    let (mut longest, mut compared) = ([BigInt::ZERO, BigInt::ZERO], 0);
    let mut state = 1u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 11
    };
    let mut check = |k: BigInt| {
        let mut words = [0; N];
        for (i, byte) in k.to_bytes_le().1.into_iter().enumerate() {
            words[i / WORD_BYTES] |= Word::from(byte) << (8 * (i % WORD_BYTES));
        }
        let halves = Halves::of_number(&words);
        let half = |i: usize| {
            let size = big(&halves.sizes[i]);
            assert!(size < power(128));
            if halves.negative[i].to_bool_vartime() { -size } else { size }
        };
        let sum: BigInt = k - half(0) - half(1) * &lambda;
        assert_eq!(sum % &n, BigInt::ZERO);
        for i in 0..2 {
            let size = big(&halves.sizes[i]);
            // At most (1/2 + 2^-129) times the sum of the basis' coordinates.
            assert!(&size * 2 <= &bound[i] + 1);
            longest[i] = size.max(longest[i].clone());
        }
        compared += 1;
    };
    let near = |m: &BigInt| [-2, -1, 0, 1, 2].map(|d| m + d);
    for m in [BigInt::from(2), n.clone(), power(256) - 3, lambda.clone(), &n - &lambda, &n / 2] {
        near(&m).into_iter().for_each(&mut check);
    }
    // Where a quotient is about to be rounded the other way: multiples of n / 2 a₁, n / 2 b₁.
    for _ in 0..300 {
        for c in [&A1, &B1] {
            let odd = BigInt::from(next()) * next() % big(c) * 2 + 1;
            near(&(odd * &n / (big(c) * 2)))
                .into_iter()
                .filter(|k| *k < power(256))
                .for_each(&mut check);
        }
        check((0..5).fold(BigInt::ZERO, |k, _| (k << 53) + next()) % power(256));
    }
    assert!(compared > 2500, "{compared}");
    // The bounds are nearly reached.
    assert!(&longest[0] * 1000 > power(128) * 600, "{}", longest[0]);
    assert!(&longest[1] * 1000 > power(128) * 500, "{}", longest[1]);
}
