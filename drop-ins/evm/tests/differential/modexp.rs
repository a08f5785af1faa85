//! Powers: any lengths, zeros before numbers, even moduli, powers of two, 0 and 1.

use super::{random, rng, same};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::RngCore;

/// How a number looks.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Random,
    Even,
    /// A random number times a power of 2.
    Shifted(usize),
    /// A single bit.
    PowerOfTwo(usize),
    Ones,
    /// With this value.
    Small(u8),
    /// As many zero bytes first.
    Padded(usize),
}

fn number(rng: &mut ChaCha20Rng, kind: Kind, bytes: usize) -> Vec<u8> {
    let mut number = vec![0; bytes];
    rng.fill_bytes(&mut number);
    let Some(last) = number.last_mut() else { return number };
    match kind {
        Kind::Random => *last |= 1,
        Kind::Even => *last &= !1,
        Kind::Shifted(bits) => {
            for i in 0..bits.min(8 * bytes) {
                number[bytes - 1 - i / 8] &= !(1 << (i % 8));
            }
        }
        Kind::PowerOfTwo(bit) => {
            number.fill(0);
            let bit = bit.min(8 * bytes - 1);
            number[bytes - 1 - bit / 8] = 1 << (bit % 8);
        }
        Kind::Ones => number.fill(0xff),
        Kind::Small(value) => {
            number.fill(0);
            number[bytes - 1] = value;
        }
        Kind::Padded(zeros) => number[..zeros.min(bytes)].fill(0),
    }
    number
}

/// Compares the powers, to the length of the modulus.
fn compare(base: &[u8], exponent: &[u8], modulus: &[u8]) {
    let what = format!("{base:02x?} ^ {exponent:02x?} mod {modulus:02x?}");
    same(&what, |crypto| {
        let power = crypto.modexp(base, exponent, modulus).expect("has a value");
        assert!(power.len() <= modulus.len(), "the power is longer than the modulus");
        [vec![0; modulus.len() - power.len()], power].concat()
    });
}

#[test]
fn powers_of_all_kinds() {
    let mut rng = rng(3);
    let mut compared = 0;
    let moduli = [
        Kind::Random,
        Kind::Even,
        Kind::Shifted(9),
        Kind::Shifted(64),
        Kind::Shifted(130),
        Kind::PowerOfTwo(0),
        Kind::PowerOfTwo(7),
        Kind::PowerOfTwo(64),
        Kind::PowerOfTwo(usize::MAX),
        Kind::Ones,
        Kind::Small(0),
        Kind::Small(1),
        Kind::Small(2),
        Kind::Small(3),
        Kind::Padded(5),
    ];
    let bases =
        [Kind::Random, Kind::Even, Kind::Small(0), Kind::Small(1), Kind::Ones, Kind::Padded(9)];
    let exponents = [Kind::Random, Kind::Small(0), Kind::Small(1), Kind::Small(2), Kind::Padded(3)];
    for bytes in [0, 1, 7, 8, 9, 32, 33, 72] {
        for modulus in moduli {
            let modulus = number(&mut rng, modulus, bytes);
            for (i, base) in bases.into_iter().enumerate() {
                // As long as the modulus, shorter, longer, empty.
                let base = number(&mut rng, base, [bytes, bytes / 2, 2 * bytes + 3][i % 3]);
                let exponent = exponents[(rng.next_u32() % 5) as usize];
                let length = [0, 1, 9, 33][(rng.next_u32() % 4) as usize];
                let exponent = number(&mut rng, exponent, length);
                compare(&base, &exponent, &modulus);
                compared += 1;
            }
            compare(&[], &random::<4>(&mut rng), &modulus);
            compare(&modulus, &[3], &modulus);
            compared += 2;
        }
    }
    assert_eq!(compared, 8 * 15 * 8);
}

#[test]
fn long_powers() {
    let mut rng = rng(4);
    for bytes in [128, 255, 256, 257, 512, 1024] {
        for kind in [
            Kind::Random,
            Kind::Even,
            Kind::Shifted(4 * bytes),
            Kind::Shifted(8 * bytes - 1),
            Kind::PowerOfTwo(8 * bytes - 1),
            Kind::PowerOfTwo(4 * bytes + 3),
        ] {
            let modulus = number(&mut rng, kind, bytes);
            for base in [Kind::Random, Kind::Even, Kind::Ones] {
                let base = number(&mut rng, base, bytes + 8);
                compare(&base, &random::<9>(&mut rng), &modulus);
            }
        }
    }
}

/// Longer than polylimb takes: the default's power.
#[test]
fn a_modulus_above_the_limit() {
    let modulus = vec![0xff; (1 << 17) + 1];
    compare(&[3], &[2], &modulus);
}
