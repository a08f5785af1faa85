//! Products and powers.

use crate::draw::{Draw, big, padded, words};
use crate::{Row, Work};
use num_bigint::BigUint;
use openssl::bn::{BigNum, BigNumContext};
use polylimb::authors::modmul::ALGORITHMS;
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::{BatchJob, BatchOptions, CrtModulus, Exponent, random_prime};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Chains for each modulus, products of each chain.
const CHAINS: usize = 64;
const CHAIN: usize = 16;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("products, odd moduli", "num-bigint", 750_000_000, || products(true)),
        Row::new("products, even moduli", "num-bigint", 250_000_000, || products(false)),
        Row::new("powers, odd moduli", "OpenSSL", 9_000_000, odd_powers),
        Row::new("powers, even moduli", "num-bigint", 800_000, || Box::new(even_powers)),
        Row::new("powers by CRT", "OpenSSL", 200_000, crt),
    ]
}

/// The modulus as it is made by default; one in four by any algorithm and fewer features of the
/// CPU.
fn modulus(draw: &mut Draw, m: &BigUint) -> Modulus {
    let mut options = Options::default();
    if draw.below(4) == 0 {
        let all = options.features;
        options.features = [all, all.without(Features::IFMA), Features::NONE][draw.below(3)];
        options.algorithm = Some(ALGORITHMS[draw.below(ALGORITHMS.len())].name);
    }
    let m = m.to_bytes_be();
    // Some algorithms refuse some moduli.
    let made = Modulus::from_be_bytes(&m, &options)
        .or_else(|_| Modulus::from_be_bytes(&m, &Options::default()));
    let made = made.expect("a modulus");
    draw.keep("modulus", &m);
    draw.keep(made.algorithm(), &[]);
    made
}

/// `x <- x y` and, at every fourth step, `x <- x²`. A wrong step stays visible at the end of its
/// chain, because `y` has no factor 2 where the modulus has one.
fn products(odd: bool) -> Work {
    Box::new(move |draw| {
        let bits = draw.bits(&[(70, 64, 256), (25, 257, 512), (4, 513, 1024), (1, 1025, 2048)]);
        let m = draw.modulus(bits, odd);
        let modulus = modulus(draw, &m);
        let length = modulus.byte_length();
        for _ in 0..CHAINS {
            draw.operands.truncate(2);
            let (mut x, mut y) = (draw.reduced(&m), draw.reduced(&m));
            y.set_bit(0, y.bit(0) || !odd);
            let [first, second] = [&x, &y].map(|number| padded(number, length));
            draw.keep("x", &first);
            draw.keep("y", &second);
            let mut ours = modulus.residue_from_be_bytes(&first).expect("reduced");
            let factor = modulus.residue_from_be_bytes(&second).expect("reduced");
            for i in 0..CHAIN {
                if i % 4 == 3 {
                    (ours, x) = (ours.sqr(), &x * &x % &m);
                } else {
                    (ours, x) = (ours.mul(&factor).expect("of one modulus"), &x * &y % &m);
                }
            }
            assert_eq!(BigUint::from_bytes_be(&ours.to_be_bytes()), x, "a chain of products");
        }
        (CHAINS * CHAIN) as u64
    })
}

/// A modulus, a base and an exponent of any length up to the modulus'.
fn power(draw: &mut Draw, bits: usize, odd: bool) -> [BigUint; 3] {
    let m = draw.modulus(bits, odd);
    let base = draw.reduced(&m);
    let exponent_bits = draw.within(1, bits);
    let exponent = draw.number(exponent_bits);
    for (name, number) in [("modulus", &m), ("base", &base), ("exponent", &exponent)] {
        draw.keep(name, &number.to_bytes_be());
    }
    [m, base, exponent]
}

fn bits_of_power(draw: &mut Draw) -> usize {
    draw.bits(&[(870, 256, 320), (100, 321, 512), (25, 513, 1024), (5, 1025, 2048)])
}

/// `base^exponent` by the two functions for one power.
fn singles(draw: &mut Draw, [m, base, exponent]: &[BigUint; 3], expected: &BigUint) {
    let modulus = modulus(draw, m);
    let base = modulus.residue_from_be_bytes(&padded(base, modulus.byte_length()));
    let (base, exponent) = (base.expect("reduced"), words(&exponent.to_bytes_be()));
    let result = base.pow(&exponent).expect("an exponent");
    assert_eq!(BigUint::from_bytes_be(&result.to_be_bytes()), *expected, "pow");
    let result = base.pow_vartime(&exponent).expect("an exponent");
    assert_eq!(BigUint::from_bytes_be(&result.to_be_bytes()), *expected, "pow_vartime");
}

/// OpenSSL's powers.
struct Judge(BigNumContext);

impl Judge {
    fn new() -> Self {
        Self(BigNumContext::new().expect("memory"))
    }

    fn power(&mut self, m: &BigUint, base: &BigUint, exponent: &BigUint) -> BigUint {
        let number = |n: &BigUint| BigNum::from_slice(&n.to_bytes_be()).expect("memory");
        let mut result = BigNum::new().expect("memory");
        let done = result.mod_exp(&number(base), &number(exponent), &number(m), &mut self.0);
        done.expect("an odd modulus");
        BigUint::from_bytes_be(&result.to_vec())
    }
}

/// Eight powers of similar size, one by one and together.
fn odd_powers() -> Work {
    let mut judge = Judge::new();
    Box::new(move |draw| {
        let most = bits_of_power(draw);
        let least = most.saturating_sub(draw.below(64)).max(64);
        let eight: [_; 8] = std::array::from_fn(|_| {
            let bits = draw.within(least, most);
            power(draw, bits, true)
        });
        let numbers = eight.each_ref().map(|job| job.each_ref().map(|n| words(&n.to_bytes_be())));
        let jobs = numbers.each_ref().map(|[modulus, base, exponent]| BatchJob {
            modulus,
            base,
            exponent: Exponent::new(exponent),
        });
        let together = BatchJob::pow_all(&jobs, &BatchOptions::default()).expect("odd moduli");
        for (job, power) in eight.iter().zip(together) {
            let expected = judge.power(&job[0], &job[1], &job[2]);
            assert_eq!(big(&power), expected, "BatchJob::pow_all");
            singles(draw, job, &expected);
        }
        3 * 8
    })
}

fn even_powers(draw: &mut Draw) -> u64 {
    let bits = bits_of_power(draw);
    let job = power(draw, bits, false);
    singles(draw, &job, &job[1].modpow(&job[2], &job[0]));
    2
}

/// Private operations of sixteen keys: one by one, and eight at once.
fn crt() -> Work {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let keys: Vec<_> = (0..16_usize).map(|i| key([128, 160, 256, 512][i % 4], &mut rng)).collect();
    let mut judge = Judge::new();
    Box::new(move |draw| {
        let eight: [_; 8] = std::array::from_fn(|_| &keys[draw.below(keys.len())]);
        let bases = eight.map(|(_, n, d)| {
            let base = draw.reduced(n);
            for (name, number) in [("modulus", n), ("base", &base), ("exponent", d)] {
                draw.keep(name, &number.to_bytes_be());
            }
            base
        });
        let length = |key: &CrtModulus| key.modulus().byte_length();
        let numbers: [_; 8] =
            std::array::from_fn(|i| words(&padded(&bases[i], length(&eight[i].0))));
        let jobs: [_; 8] = std::array::from_fn(|i| (&eight[i].0, &numbers[i][..]));
        let together = CrtModulus::private_all(&jobs, &BatchOptions::default(), &mut draw.rng);
        for (i, power) in together.into_iter().enumerate() {
            let (key, n, d) = eight[i];
            let expected = judge.power(n, &bases[i], d);
            assert_eq!(big(&power.expect("a power")), expected, "private_all");
            let alone = key.private(&numbers[i], &mut draw.rng).expect("a power");
            assert_eq!(big(&alone), expected, "private");
        }
        2 * 8
    })
}

/// A key from two primes of `bits` bits, its modulus, and its private exponent.
fn key(bits: usize, rng: &mut ChaCha8Rng) -> (CrtModulus, BigUint, BigUint) {
    let e = 65537;
    loop {
        let mut prime = || random_prime(bits, &BatchOptions::default(), rng).expect("a prime");
        let (p, q) = (prime(), prime());
        let Ok(key) = CrtModulus::from_primes(&[&p, &q], &[e], &Options::default()) else {
            continue;
        };
        let [p, q] = [big(&p), big(&q)];
        let order = (&p - 1_u8) * (&q - 1_u8);
        return (key, p * q, BigUint::from(e).modinv(&order).expect("the key was accepted"));
    }
}
