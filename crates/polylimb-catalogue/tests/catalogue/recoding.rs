//! Recodings: the value is preserved, digits stay in their set, each form obeys its law, and the
//! densities agree with the literature.

#![allow(clippy::cast_precision_loss, reason = "counts below 2^52")]

use num_bigint::{BigInt, BigUint};
use polylimb::authors::limb::{Bits, WORD_BITS, Word};
use polylimb::authors::recoding::{Digit, digits_needed};
use polylimb_catalogue::recoding::{Form, MutualOpposite, RECODINGS, Term, Width, find, weight};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

fn number(words: &[Word]) -> BigInt {
    BigUint::from_bytes_le(&words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<_>>()).into()
}

fn words(n: &BigUint) -> Vec<Word> {
    let bytes = n.to_bytes_le();
    bytes
        .chunks(WORD_BITS / 8)
        .map(|c| c.iter().rev().fold(0, |w, &b| (w << 7 << 1) | Word::from(b)))
        .collect()
}

/// The sum of `digit_i 2^(w i)`.
fn value(digits: &[Digit], w: usize) -> BigInt {
    digits.iter().rev().fold(BigInt::ZERO, |n, &d| (n << w) + d)
}

fn value_of_terms(terms: &[Term]) -> BigInt {
    let term = |t: &Term| {
        let [a, b, c] = t.exponents.map(|e| e as u32);
        let size = BigInt::from(2).pow(a) * BigInt::from(3).pow(b) * BigInt::from(5).pow(c);
        if t.negative { -size } else { size }
    };
    terms.iter().map(term).sum()
}

/// 0, 1, all ones, powers of 2 and their neighbours, and random ones, with their lengths in bits.
fn scalars(random: usize) -> Vec<(Vec<Word>, usize)> {
    let mut scalars: Vec<_> = (0..1024u32).map(BigUint::from).collect();
    for bits in [8u32, 16, 63, 64, 65, 127, 160, 256, 521] {
        let power = BigUint::from(1u8) << bits;
        scalars.extend([&power - 1u8, power.clone(), power + 1u8]);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for bits in [31_usize, 64, 160, 256, 521] {
        for _ in 0..random {
            let mut bytes = vec![0; bits.div_ceil(8)];
            rng.fill_bytes(&mut bytes);
            scalars.push(BigUint::from_bytes_le(&bytes) % (BigUint::from(1u8) << bits));
        }
    }
    scalars.iter().map(|n| (words(n), n.bits() as usize)).collect()
}

/// The widths that a recoding takes; 1 for recodings without widths.
fn widths(width: Width) -> std::ops::RangeInclusive<usize> {
    match width {
        Width::None => 1..=1,
        Width::From { least, most, .. } => least..=most,
    }
}

#[test]
fn digits_have_the_value_and_lie_in_their_set() {
    let mut compared = 0;
    for (words, bits) in scalars(20) {
        for length in [bits, bits + 3] {
            let scalar = Bits::with_len(&words, length);
            for recoding in RECODINGS {
                for w in widths(recoding.make.width) {
                    let mut digits = vec![99; digits_needed(length)];
                    let (used, radix) = match recoding.make.form {
                        Form::Digits(write) => (write(&mut digits, scalar, w), 1),
                        Form::Windows(write) => (write(&mut digits, scalar, w), w),
                        Form::OddWindows(write) if words[0] & 1 == 1 => {
                            (write(&mut digits, scalar, w), w)
                        }
                        _ => continue,
                    };
                    let digits = &digits[..used];
                    assert_eq!(value(digits, radix), number(&words), "{} {w}", recoding.name);
                    check_law(recoding.name, w, digits);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 40_000, "{compared}");
}

/// The law of each form's digits, apart from the value.
fn check_law(name: &str, w: usize, digits: &[Digit]) {
    let within = |most: Digit| digits.iter().all(|d| d.unsigned_abs() <= most.unsigned_abs());
    let odd = || digits.iter().all(|d| *d == 0 || d & 1 == 1);
    let apart = |w: usize| {
        let places: Vec<_> = (0..digits.len()).filter(|&i| digits[i] != 0).collect();
        places.windows(2).all(|p| p[1] - p[0] >= w)
    };
    let holds = match name {
        "binary" => digits.iter().all(|d| matches!(d, 0 | 1)),
        "naf" => within(1) && apart(2),
        "w-naf" => within((1 << (w - 1)) - 1) && odd() && apart(w),
        "mof" => {
            let signs: Vec<_> = digits.iter().filter(|d| **d != 0).collect();
            within(1) && signs.windows(2).all(|s| *s[0] == -*s[1])
        }
        // Windows of w places hold one digit each, and w neighbours touch two of them.
        "w-mof" => {
            let crowded = digits.windows(w).any(|d| weight(d) > 2);
            within(((1 << (w - 1)) - 1).max(1)) && odd() && !crowded
        }
        "signed-window" => within((1 << (w - 1)) as Digit),
        "regular" => digits.iter().all(|d| d & 1 == 1) && within(((1i16 << w) - 1) as Digit),
        _ => panic!("{name} has no law here"),
    };
    assert!(holds, "{name} {w}: {digits:?}");
}

#[test]
fn the_example_of_the_thesis() {
    let Form::Digits(naf) = find("naf").unwrap().make.form else { panic!() };
    let mut digits = [0; 13];
    let k: Vec<Word> = words(&BigUint::from(2927u32));
    assert_eq!(naf(&mut digits, Bits::with_len(&k, 12), 1), 13);
    digits.reverse();
    assert_eq!(digits, [1, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, 0, -1]);
}

/// Prodinger 2000: the nonzero digits of the NAF are at the bits in which 3n and n differ.
#[test]
fn the_naf_is_as_light_as_signed_bits_can_be() {
    let Form::Digits(naf) = find("naf").unwrap().make.form else { panic!() };
    for n in 0..50_000u32 {
        let mut digits = [0; 18];
        let k = words(&BigUint::from(n));
        let used = naf(&mut digits, Bits::with_len(&k, 17), 1);
        assert_eq!(weight(&digits[..used]), (n ^ (3 * n)).count_ones() as usize);
    }
}

#[test]
fn densities_are_those_of_the_literature() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let expected = |name: &str, w: usize| match name {
        "binary" | "mof" => Some(0.5),
        "naf" => Some(1.0 / 3.0),
        "w-naf" | "w-mof" => Some(1.0 / (w as f64 + 1.0)),
        _ => None,
    };
    for recoding in RECODINGS {
        let Form::Digits(write) = recoding.make.form else { continue };
        for w in widths(recoding.make.width) {
            let Some(expected) = expected(recoding.name, w) else { continue };
            let (mut ones, runs, bits) = (0, 40, 4096);
            for _ in 0..runs {
                let mut bytes = vec![0; bits / 8];
                rng.fill_bytes(&mut bytes);
                let words = words(&BigUint::from_bytes_le(&bytes));
                let mut digits = vec![0; digits_needed(bits)];
                let used = write(&mut digits, Bits::with_len(&words, bits), w);
                ones += weight(&digits[..used]);
            }
            let density = ones as f64 / (runs * bits) as f64;
            assert!((density / expected - 1.0).abs() < 0.02, "{} {w}: {density}", recoding.name);
        }
    }
}

#[test]
fn windows_from_the_top_come_in_order_with_every_position() {
    for (words, bits) in scalars(3) {
        for w in 1..=7 {
            let digits: Vec<_> = MutualOpposite::new(Bits::with_len(&words, bits), w).collect();
            assert!(digits.iter().map(|d| d.0).eq((0..=bits).rev()));
        }
    }
}

#[test]
fn joint_rows_have_the_values_and_half_of_the_columns_are_zero() {
    let Form::Pair(write) = find("jsf").unwrap().make.form else { panic!() };
    let scalars = scalars(30);
    let mut compared = 0;
    for (i, k) in scalars.iter().enumerate() {
        for l in [&scalars[(i * 7 + 3) % scalars.len()], &scalars[scalars.len() - 1 - i]] {
            let bits = k.1.max(l.1);
            let (mut first, mut second) =
                (vec![9; digits_needed(bits)], vec![9; digits_needed(bits)]);
            let pair = [Bits::with_len(&k.0, k.1), Bits::with_len(&l.0, l.1)];
            let used = write([&mut first, &mut second], pair);
            assert_eq!(value(&first[..used], 1), number(&k.0));
            assert_eq!(value(&second[..used], 1), number(&l.0));
            compared += 2;
            // Of three columns in a row at least one is zero (Solinas 2001, JSF-1).
            let zero = |i: usize| first[i] == 0 && second[i] == 0;
            assert!((2..used).all(|i| zero(i) || zero(i - 1) || zero(i - 2)));
        }
    }
    assert!(compared > 2000, "{compared}");

    let (mut rng, bits, runs) = (ChaCha8Rng::seed_from_u64(3), 4096, 20);
    let mut nonzero = 0;
    for _ in 0..runs {
        let mut bytes = vec![0; bits / 4];
        rng.fill_bytes(&mut bytes);
        let (k, l) = bytes.split_at(bits / 8);
        let (k, l) = (words(&BigUint::from_bytes_le(k)), words(&BigUint::from_bytes_le(l)));
        let (mut first, mut second) = (vec![0; bits + 1], vec![0; bits + 1]);
        write([&mut first, &mut second], [Bits::with_len(&k, bits), Bits::with_len(&l, bits)]);
        nonzero += first.iter().zip(&second).filter(|&(a, b)| (*a, *b) != (0, 0)).count();
    }
    let density = nonzero as f64 / (runs * bits) as f64;
    assert!((density - 0.5).abs() < 0.01, "{density}");
}

#[test]
fn terms_have_the_value_and_chains_fall() {
    let mut compared = 0;
    for (words, bits) in scalars(2) {
        for recoding in RECODINGS {
            let Form::Terms(write) = recoding.make.form else { continue };
            let terms = write(Bits::with_len(&words, bits));
            assert_eq!(value_of_terms(&terms), number(&words), "{}", recoding.name);
            let falls =
                |pair: &[Term]| (0..3).all(|i| pair[0].exponents[i] >= pair[1].exponents[i]);
            assert!(recoding.name == "dbns" || terms.windows(2).all(falls), "{terms:?}");
            // Fewer terms than the NAF has on average, except for short scalars.
            assert!(
                bits < 100 || terms.len() * 3 < bits,
                "{} {bits}: {}",
                recoding.name,
                terms.len()
            );
            compared += 1;
        }
    }
    assert!(compared > 3000, "{compared}");
}
