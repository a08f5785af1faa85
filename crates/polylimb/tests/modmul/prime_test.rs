//! The primality test against a sieve, on pseudoprimes, and on primes and products from the
//! literature.

use num_bigint::BigUint;
use polylimb::authors::limb::{Natural, WORD_BITS, Word};
use polylimb::authors::modmul::is_probable_prime_vartime;

fn words(n: u64) -> Vec<Word> {
    Natural::from(n).words().to_vec()
}

#[test]
fn small_numbers_agree_with_a_sieve() {
    const LIMIT: usize = 60_000;
    let mut composite = vec![false; LIMIT];
    for n in 2..LIMIT {
        if !composite[n] {
            (n * n..LIMIT).step_by(n).for_each(|m| composite[m] = true);
        }
        assert_eq!(is_probable_prime_vartime(&words(n as u64)), !composite[n], "{n}");
    }
    assert!(!is_probable_prime_vartime(&[]) && !is_probable_prime_vartime(&[0, 0]));
    assert!(!is_probable_prime_vartime(&[1]));
}

/// Composites that pass the strong test to base 2 (Pomerance, Selfridge, Wagstaff 1980), the strong
/// Lucas test (`[Baillie1980]`), and Carmichael numbers; squares, for which Selfridge's search does
/// not end.
#[test]
fn pseudoprimes_do_not_pass() {
    let base_2 = [2047, 3277, 4033, 4681, 8321, 15841, 29341, 3_215_031_751, 4_759_123_141];
    let lucas = [5459, 5777, 10877, 16109, 18971, 22499, 24569, 25199, 40309, 58519, 75077, 97439];
    let carmichael = [561, 1105, 1729, 2465, 2821, 6601, 8911, 825_265, 321_197_185];
    let squares = [1093 * 1093, 3511 * 3511, 4_294_967_291_u64 * 4_294_967_291, 65521 * 65521];
    for n in base_2.into_iter().chain(lucas).chain(carmichael).chain(squares) {
        assert!(!is_probable_prime_vartime(&words(n)), "{n}");
    }
}

#[test]
fn large_primes_pass_and_their_products_do_not() {
    let mersenne = |p: u32| (BigUint::from(1u8) << p) - 1u8;
    let ed = (BigUint::from(1u8) << 255) - 19u8;
    let koblitz = (BigUint::from(1u8) << 256) - (BigUint::from(1u8) << 32) - 977u32;
    let primes = [mersenne(61), mersenne(89), mersenne(127), mersenne(521), ed, koblitz];
    let words = |n: &BigUint| -> Vec<Word> {
        let bytes = n.to_bytes_le();
        let word = |c: &[u8]| c.iter().rev().fold(0, |w: Word, &b| (w << 7 << 1) | Word::from(b));
        bytes.chunks(WORD_BITS / 8).map(word).collect()
    };
    for (i, p) in primes.iter().enumerate() {
        assert!(is_probable_prime_vartime(&words(p)), "{p}");
        let mut padded = words(p);
        padded.push(0);
        assert!(is_probable_prime_vartime(&padded));
        assert!(!is_probable_prime_vartime(&words(&(p + 2u8))) || p + 2u8 == BigUint::ZERO);
        for q in &primes[i..] {
            assert!(!is_probable_prime_vartime(&words(&(p * q))));
        }
    }
    for composite in [67, 101, 103, 109, 113, 131] {
        assert!(!is_probable_prime_vartime(&words(&mersenne(composite))), "2^{composite} - 1");
    }
}

/// Includes pseudoprimes of the literature, made to pass weaker tests.
#[test]
fn wycheproof() {
    let (mut primes, mut composites) = (0, 0);
    for line in include_str!("../vectors/wycheproof_primality.txt").lines() {
        let mut fields = line.split(' ').skip(1);
        let (Some(number), Some(verdict), None) = (fields.next(), fields.next(), fields.next())
        else {
            assert!(line.starts_with('#'), "{line}");
            continue;
        };
        // Long ones take seconds each with short words.
        if WORD_BITS == 8 && number.len() > 128 {
            continue;
        }
        let number = Natural::parse(&format!("0x{number}")).unwrap();
        assert_eq!(is_probable_prime_vartime(number.words()), verdict == "p", "{line}");
        *(if verdict == "p" { &mut primes } else { &mut composites }) += 1;
    }
    println!("{primes} primes, {composites} composites");
    assert_eq!([primes, composites], if WORD_BITS == 8 { [38, 71] } else { [44, 184] });
}
