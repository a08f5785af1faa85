//! The ladder of Curve25519 in four lanes: `crates/polylimb/src/curve/ladder_25519.rs`.

use super::{BYTES, multiply_in_lanes};
use super::{D, Four, MASK, RADIX, butterfly, bytes, carry, digits, ladder, multiply, step};
use crate::curve::Montgomery;
use crate::field::lanes::proofs::{
    Abstract, Formula, Number, Numbers, Polynomial, prove, verify_ladder_step, word_in,
};
use crate::field::prime::{F25519, KernelSet, Portable as Words};
use crate::limb::simd::fours::{Fours, One, PLACES};
use crate::limb::simd::{LANES, Portable, Vector};
use crate::limb::{Bits, WORD_BYTES, Word};
use num_bigint::BigInt;
use std::println;

type Lanes = Four<One<Abstract>>;

/// The largest loose digit, and the largest of columns.
const LOOSE: u64 = MASK + (1 << 15);
const COLUMN: u64 = (1 << 60) - 1;

fn prime() -> BigInt {
    (BigInt::from(1) << 255) - 19
}

/// Four numbers of other variables each, digits up to `most`.
fn numbers(most: u64) -> Lanes {
    core::array::from_fn(|_| {
        let lanes: [u64; PLACES] = core::array::from_fn(|_| word_in(0, most));
        One::load(&lanes)
    })
}

/// The number in a lane.
fn lane(x: &Lanes, lane: usize) -> [Abstract; D] {
    x.map(|digit| {
        let mut lanes = [0; PLACES];
        digit.store(&mut lanes);
        Abstract::load(&[lanes[lane]; LANES])
    })
}

fn value(x: &Lanes, at: usize) -> Polynomial {
    Number::new(&lane(x, at), RADIX).value()
}

/// Digits are at most `most`, and the value of each lane is `expected` modulo the prime.
fn verify(x: &Lanes, most: u64, expected: impl Fn(usize) -> Polynomial) {
    for i in 0..PLACES {
        Number::new(&lane(x, i), RADIX).verify(most, most);
        (&value(x, i) - &expected(i)).verify_zero_modulo(&prime());
    }
}

#[test]
fn products_and_sums() {
    prove("ladder of 2^255-19: a b", false, || {
        let (a, b) = (numbers(LOOSE), numbers(LOOSE));
        verify(&multiply(&a, &b), COLUMN >> 1, |i| &value(&a, i) * &value(&b, i));
    });
    prove("ladder of 2^255-19: carries", false, || {
        let x = numbers((1 << 61) - 1);
        verify(&carry(&x), LOOSE, |i| value(&x, i));
    });
    for lanes in [0b1111, 0b1110] {
        prove("ladder of 2^255-19: sums and differences", false, || {
            let x = numbers(COLUMN >> 1);
            verify(&butterfly(&x, lanes), (1 << 61) - 1, |i| {
                let zero = Polynomial::default();
                let other = if lanes >> i & 1 == 1 { value(&x, i ^ 1) } else { zero };
                let own = value(&x, i);
                if i % 2 == 0 { &own + &other } else { &other - &own }
            });
        });
    }
}

#[test]
fn a_step() {
    let prime: [u64; D] = core::array::from_fn(|k| MASK - if k == 0 { 18 } else { 0 });
    let f = Numbers::new(RADIX, &prime, 0);
    let place = |numbers: &[&Formula; PLACES], most| -> Lanes {
        let digits = numbers.map(|x| f.digits::<D>(x, [most; 2]));
        core::array::from_fn(|k| One::load(&digits.each_ref().map(|x| x[k].word())))
    };
    for second in [0, 1] {
        f.prove("ladder of 2^255-19: a step", || {
            let [x2, z2, x3, z3, u] = [(); 5].map(|()| Formula::any());
            let points = [&x2, &z2, &x3, &z3];
            let r = step(&place(&points, COLUMN >> 1), second, &place(&[&u; PLACES], MASK));
            let result = core::array::from_fn(|i| {
                Number::new(&lane(&r, i), RADIX).verify(COLUMN >> 1, COLUMN >> 1);
                f.value(&lane(&r, i))
            });
            verify_ladder_step(&result, points, second == 1, &u);
        });
    }
}

/// Scalars and coordinates: small, large, random.
fn cases() -> impl Iterator<Item = [[u8; BYTES]; 2]> {
    let mut state = 1_u64;
    let mut random = move || {
        core::array::from_fn(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            (state >> 56) as u8
        })
    };
    let edges = [[0; BYTES], [0xff; BYTES], core::array::from_fn(|i| u8::from(i == 0))];
    (0..100).map(move |i| {
        let mut case = [random(), if i < 3 { edges[i] } else { random() }];
        case[0][0] &= 0xfe;
        for number in &mut case {
            number[BYTES - 1] &= 0x7f;
        }
        case
    })
}

/// The twin, the vectors where this CPU has them, and the ladder over words, as fractions.
#[test]
fn the_ladders_agree() {
    const N: usize = BYTES / WORD_BYTES;
    let words = |bytes: &[u8; BYTES]| -> [Word; N] {
        let mut parts = bytes.chunks_exact(WORD_BYTES);
        core::array::from_fn(|_| {
            Word::from_le_bytes(parts.next().expect("a word").try_into().expect("a word"))
        })
    };
    let f = F25519::new(Words::available(crate::cpu::Features::NONE).expect("needs nothing"));
    let curve = Montgomery::new(f, 121_665);
    let mut vectors = 0;
    for [scalar, u] in cases() {
        let scalar = words(&scalar);
        let k = Bits::with_len(&scalar, 255);
        let expected = curve.multiply(&words(&u), k);
        let lanes = ladder::<One<Portable>>(k, &digits(&u));
        let twin = [0, 1].map(|i| bytes(&lanes.map(|digit| digit[i])));
        let vector = multiply_in_lanes(k, &u).map(|p| [p.x, p.z]);
        vectors += usize::from(vector.is_some());
        assert!(vector.is_none_or(|vector| vector == twin), "the vectors differ from the twin");
        let [x, z] = twin.map(|number| words(&number));
        let line = crate::curve::LinePoint { x, z };
        let number = |u| curve.field().leave(u);
        assert_eq!(number(&curve.coordinate(&line)), number(&expected));
    }
    if vectors == 0 {
        println!("SKIPPED the ladder in vectors of 256 bits");
    }
}
