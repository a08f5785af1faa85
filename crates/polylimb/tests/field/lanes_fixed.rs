//! Lanes of the named primes against num-bigint: chains of operations on random and extreme
//! numbers, the laws, on vectors and their portable twin.

use crate::common::rng;
use crate::laws::field_laws;
use num_bigint::BigUint;
use polylimb::Error;
use polylimb::authors::field::lanes::{FixedLanes, LANES, LaneMask, primes};
use polylimb::authors::field::{Field, Truth};
use polylimb::cpu::Features;
use rand_core::RngCore;

const P256: &str = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
const SECP256K1: &str = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f";

fn prime(name: &str) -> BigUint {
    let two = |n: u32| BigUint::from(1u32) << n;
    match name {
        "P-256" => BigUint::parse_bytes(P256.as_bytes(), 16).expect("hexadecimal"),
        "secp256k1" => BigUint::parse_bytes(SECP256K1.as_bytes(), 16).expect("hexadecimal"),
        "2^255-19" => two(255) - 19u32,
        "P-384" => two(384) + two(32) - two(128) - two(96) - 1u32,
        "P-521" => two(521) - 1u32,
        _ => panic!("no such prime"),
    }
}

fn bytes<const B: usize>(a: &BigUint) -> [u8; B] {
    let mut bytes = [0; B];
    let digits = a.to_bytes_le();
    bytes[..digits.len()].copy_from_slice(&digits);
    bytes
}

/// Random, or with long runs of zeros and ones, or next to 0, to p, to a power of 2.
fn draw(rng: &mut impl RngCore, p: &BigUint) -> BigUint {
    let near = |rng: &mut dyn RngCore| BigUint::from(rng.next_u32() % 3);
    let bits = p.bits();
    let power = BigUint::from(1u32) << (u64::from(rng.next_u32()) % bits);
    let number = match rng.next_u32() % 6 {
        0 => near(rng),
        1 => p - 1u32 - near(rng),
        2 => power,
        3 => power - 1u32,
        4 => {
            let run = BigUint::from(1u32) << (u64::from(rng.next_u32()) % bits);
            if run > power { run - power } else { power - run }
        }
        _ => {
            let mut bytes = vec![0; 80];
            rng.fill_bytes(&mut bytes);
            BigUint::from_bytes_le(&bytes)
        }
    };
    number % p
}

/// The trait of a lane's vector cannot be named outside of the library, so the tests are a macro.
macro_rules! tests {
    ($module:ident, $vector:ty) => {
        mod $module {
            use super::*;

            macro_rules! prime_tests {
                ($name:ident, $prime:ident, $d:literal, $b:literal, $text:literal) => {
                    #[test]
                    fn $name() {
                        let f = match FixedLanes::<$vector, primes::$prime, $d>::new(
                            Features::detect(),
                        ) {
                            Err(Error::MissingFeature { kernel, needs }) => {
                                return println!("SKIPPED {kernel}: needs {needs}");
                            }
                            f => f.expect("no other error"),
                        };
                        let (mut rng, p) = (rng(31), prime($text));
                        let mut compared = 0;
                        for _ in 0..40 {
                            let mut lanes = || -> [BigUint; LANES] {
                                core::array::from_fn(|_| draw(&mut rng, &p))
                            };
                            let mut numbers = [lanes(), lanes(), lanes()];
                            let mut elements = numbers
                                .each_ref()
                                .map(|n| f.enter::<$b>(&n.each_ref().map(bytes)).expect("reduced"));
                            // Results become operands, so that elements take values in their whole
                            // range.
                            for step in 0..60 {
                                let [i, j, k] = [0; 3].map(|_| rng.next_u32() as usize % 3);
                                let (a, b) = (elements[i], elements[j]);
                                let judge = |what: fn(&BigUint, &BigUint, &BigUint) -> BigUint| {
                                    core::array::from_fn(|l| {
                                        what(&numbers[i][l], &numbers[j][l], &p) % &p
                                    })
                                };
                                let (r, expected): (_, [BigUint; LANES]) = match rng.next_u32() % 9
                                {
                                    0 | 1 => (f.add(&a, &b), judge(|a, b, _| a + b)),
                                    2 | 3 => (f.sub(&a, &b), judge(|a, b, p| a + p - b)),
                                    4 => (f.neg(&a), judge(|a, _, p| p - a)),
                                    5 => (f.halve(&a), judge(|a, _, p| a * ((p + 1u32) >> 1))),
                                    6 => {
                                        (f.mul_small(&a, 121_665), judge(|a, _, _| a * 121_665u32))
                                    }
                                    7 => (f.sqr(&a), judge(|a, _, _| a * a)),
                                    _ => (f.mul(&a, &b), judge(|a, b, _| a * b)),
                                };
                                let plain: [[u8; $b]; LANES] = f.leave(&r);
                                for (lane, plain) in plain.iter().enumerate() {
                                    let got = BigUint::from_bytes_le(plain);
                                    assert_eq!(got, expected[lane], "step {step}, lane {lane}");
                                    let equal = f.equal(&r, &elements[k]).bits() >> lane & 1 == 1;
                                    assert_eq!(equal, expected[lane] == numbers[k][lane]);
                                    compared += 2;
                                }
                                (elements[k], numbers[k]) = (r, expected);
                            }
                            let inverse = f.inv0(&elements[0]);
                            let product: [[u8; $b]; LANES] =
                                f.leave(&f.mul(&inverse, &elements[0]));
                            for (lane, product) in product.iter().enumerate() {
                                let one = u32::from(numbers[0][lane] != BigUint::ZERO);
                                assert_eq!(BigUint::from_bytes_le(product), BigUint::from(one));
                                compared += 1;
                            }
                        }
                        assert_eq!(compared, 40 * (60 * 16 + 8));
                        let mut not_reduced = [[0; $b]; LANES];
                        not_reduced[5] = bytes(&p);
                        assert!(matches!(f.enter(&not_reduced), Err(Error::NotReduced { .. })));
                        assert!(matches!(
                            f.enter(&[[0; $b + 1]; LANES]),
                            Err(Error::Length { .. })
                        ));
                        let mut sample = || {
                            let numbers: [_; LANES] =
                                core::array::from_fn(|_| bytes(&draw(&mut rng, &p)));
                            f.enter::<$b>(&numbers).expect("reduced")
                        };
                        let samples = [sample(), sample(), f.neg(&f.one()), f.zero()];
                        assert!(field_laws(&f, &samples, |mask| mask == LaneMask::TRUE) >= 1_000);
                    }
                };
            }

            prime_tests!(p256, P256, 5, 32, "P-256");
            prime_tests!(secp256k1, Secp256k1, 5, 32, "secp256k1");
            prime_tests!(f25519, F25519, 5, 32, "2^255-19");
            prime_tests!(p384, P384, 8, 48, "P-384");
            prime_tests!(p521, P521, 11, 66, "P-521");
        }
    };
}

tests!(portable, polylimb::authors::field::lanes::Portable);
#[cfg(target_arch = "x86_64")]
tests!(ifma, polylimb::authors::field::lanes::Ifma);
