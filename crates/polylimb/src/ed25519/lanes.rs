//! Verification of eight signatures over eight lanes.
//!
//! **Idea.** All lanes take the same steps: they decode key and `R`, add up windows of `S B - h A`
//! in one pass of doublings, and multiply the difference to `R` by 8. A point that is none computes
//! nonsense, which its mask hides. **Cost** for eight: two square roots, 256 doublings, 128
//! additions. **Variable time**: all input is public. Loops go by index, as in
//! `field/lanes/digits.rs`.
#![allow(clippy::needless_range_loop, reason = "see above")]

use super::rows::{Challenges, Row};
use crate::Result;
use crate::cpu::Features;
use crate::curve::Group;
use crate::curve::edwards::{Edwards, EdwardsEntry, EdwardsPoint};
use crate::curve25519::{
    BYTES, D as CURVE_D, Number, ROOT_OF_MINUS_ONE, SCALAR_BITS, base, curve, read, write,
};
use crate::field::lanes::{Compiled, FixedLanes, LANES, LaneMask, primes::F25519};
use crate::field::prime::{Portable, with_best};
use crate::field::{Field, Op, Truth};
use crate::limb::Bits;
use crate::recoding::signed_window_digit;

/// Digits of an element.
const D: usize = 5;
type Lanes<V> = FixedLanes<V, F25519, D>;
type Entries = [[[u64; D]; 3]; MULTIPLES];

/// Bits of a window.
const WIDTH: usize = 4;
/// The multiples in a table: 0, 1, …, `2^(WIDTH - 1)`.
const MULTIPLES: usize = (1 << (WIDTH - 1)) + 1;
/// Windows of a scalar, with the one that the last carry needs.
const WINDOWS: usize = SCALAR_BITS / WIDTH + 1;

/// Which of up to eight rows are valid: bit `i` is row `i`'s.
///
/// # Errors
/// [`Error::MissingFeature`](crate::Error::MissingFeature) if this CPU or `features` lack the
/// instructions of the vectors.
pub(crate) fn verify<V: Compiled>(features: Features, rows: &[Row<'_>]) -> Result<u8> {
    let field = Lanes::<V>::new(features)?;
    let challenges = with_best(features, Challenges(rows));
    let mut y = [[[0; D]; LANES]; 2];
    let (mut odd, mut present) = ([0; 2], 0);
    let mut digits = [[Digit { index: [0; LANES], negative: 0 }; WINDOWS]; 2];
    for (lane, (row, h)) in rows.iter().zip(&challenges).enumerate() {
        let Some(signature) = &row.signature else { continue };
        present |= 1 << lane;
        for (i, mut encoded) in [*row.key, signature.r].into_iter().enumerate() {
            odd[i] |= (encoded[BYTES - 1] >> 7) << lane;
            encoded[BYTES - 1] &= 0x7f;
            y[i][lane] = Lanes::<V>::digits(encoded.into_iter());
            present &= !(u8::from(!Lanes::<V>::is_reduced(&y[i][lane])) << lane);
        }
        for (scalar, digits) in [&read(&signature.s), h].into_iter().zip(&mut digits) {
            let scalar = Bits::with_len(scalar, SCALAR_BITS);
            for (i, digit) in digits.iter_mut().enumerate() {
                let (size, negative) = signed_window_digit(scalar, i, WIDTH);
                digit.index[lane] = u128::from(size) as u64;
                digit.negative |= u8::from(negative.to_bool_vartime()) << lane;
            }
        }
    }
    let curve = Edwards::new(field, splat(field, &CURVE_D));
    let root = splat(field, &ROOT_OF_MINUS_ONE);
    let [s, h] = &digits;
    let valid =
        field.run(Verify { curve: &curve, root, y: &y, odd, s, h, of_base: of_base::<V>() });
    Ok(valid.bits() & present)
}

/// The number in all lanes.
fn splat<V: Compiled>(field: Lanes<V>, number: &Number) -> [V; D] {
    field.of_digits(&[Lanes::<V>::digits(write(number).into_iter()); LANES])
}

/// The base's multiples as entries; made once. Their digits are the same for all vectors.
fn of_base<V: Compiled>() -> &'static Entries {
    static TABLE: std::sync::OnceLock<Entries> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| {
        let curve = curve(Portable);
        let mut multiples = [curve.neutral(); MULTIPLES];
        for i in 1..MULTIPLES {
            multiples[i] = curve.add_entry(&multiples[i - 1], &base(&curve));
        }
        let mut entries = [base(&curve); MULTIPLES];
        curve.normalise(&multiples, &mut entries);
        let digits = |a: &Number| Lanes::<V>::digits(write(&curve.field().leave(a)).into_iter());
        entries.map(|e| [digits(&e.sum), digits(&e.difference), digits(&e.product)])
    })
}

/// A digit of each scalar: its size, and bit `i`, which is set if lane `i` has a negative one.
#[derive(Clone, Copy)]
struct Digit {
    index: [u64; LANES],
    negative: u8,
}

struct Verify<'a, V: Compiled> {
    curve: &'a Edwards<Lanes<V>>,
    root: [V; D],
    /// The ordinates of keys and of `R`, below the prime or not, and the parities of the abscissas.
    y: &'a [[[u64; D]; LANES]; 2],
    odd: [u8; 2],
    s: &'a [Digit; WINDOWS],
    h: &'a [Digit; WINDOWS],
    of_base: &'a Entries,
}

impl<V: Compiled> Op for Verify<'_, V> {
    type Out = LaneMask;

    #[inline(always)]
    fn call(self) -> LaneMask {
        let (curve, f) = (self.curve, self.curve.field());
        let (mut valid, mut points) = (LaneMask::TRUE, [curve.neutral(); 2]);
        for i in 0..2 {
            let (p, exists) = self.decode(i);
            points[i] = p;
            valid = valid & exists;
        }
        let negated = [curve.neg(&points[0]), curve.neg(&points[1])];
        // The multiples of -A, and its eightfold: not neutral.
        let mut table = [[f.zero(); 4]; MULTIPLES];
        let mut multiple = curve.neutral();
        for i in 0..MULTIPLES {
            table[i] = [multiple.x, multiple.y, multiple.z, multiple.t];
            if i + 1 < MULTIPLES {
                multiple = curve.add(&multiple, &negated[0]);
            }
        }
        valid = valid & !curve.is_neutral(&multiple);
        let mut sum = curve.neutral();
        for i in (0..WINDOWS).rev() {
            sum = curve.double_times(&sum, WIDTH);
            let (s, h) = (&self.s[i], &self.h[i]);
            let [plus, minus, product] = Lanes::<V>::look_up(self.of_base, &s.index);
            let entry = EdwardsEntry { sum: plus, difference: minus, product };
            let negative = LaneMask::from_bits(s.negative);
            let entry = curve.select_entry(negative, &curve.neg_entry(&entry), &entry);
            sum = curve.add_entry(&sum, &entry);
            let [x, y, z, t] = Lanes::<V>::look_up(&table, &h.index);
            let p = EdwardsPoint { x, y, z, t };
            let negative = LaneMask::from_bits(h.negative);
            sum = curve.add(&sum, &curve.select(negative, &curve.neg(&p), &p));
        }
        let difference = curve.add(&sum, &negated[1]);
        valid & curve.is_neutral(&curve.double_times(&difference, 3))
    }
}

impl<V: Compiled> Verify<'_, V> {
    /// As `decode_vartime` of [`curve25519`](crate::curve25519), for ordinates below the prime.
    #[inline(always)]
    fn decode(&self, i: usize) -> (EdwardsPoint<[V; D]>, LaneMask) {
        let f = self.curve.field();
        let y = f.of_digits(&self.y[i]);
        let [a, b] = self.curve.x_squared(&y);
        // The root of a / b, [RFC8032], section 5.1.3: a b³ (a b⁷)^((p-5)/8).
        let cube = f.mul(&f.sqr(&b), &b);
        let start = f.mul(&a, &cube);
        let power = power(f, &f.mul(&start, &f.sqr(&f.sqr(&b))));
        let x = f.mul(&start, &power);
        let square = f.mul(&b, &f.sqr(&x));
        let (is_root, is_other) = (f.equal(&square, &a), f.equal(&square, &f.neg(&a)));
        let x = f.select(is_root, &x, &f.mul(&x, &self.root));
        let (mut parity, digits, odd) = (0, f.to_digits(&x), LaneMask::from_bits(self.odd[i]));
        for lane in 0..LANES {
            parity |= (digits[lane][0] as u8 & 1) << lane;
        }
        let other = LaneMask::from_bits(parity ^ self.odd[i]);
        let valid = (is_root | is_other) & !(f.is_zero(&x) & odd);
        (self.curve.point(&f.select(other, &f.neg(&x), &x), &y), valid)
    }
}

/// Powers `a^(2^n - 1)`, each from two before it: `n`s add up, and the first is squared as often as
/// the second's `n` says. They are 1, 2, 3, 5, 10, 20, 25, 50, 100, 200, 250.
const CHAIN: [(usize, usize, usize); 10] = [
    (0, 0, 1),
    (1, 0, 1),
    (2, 1, 2),
    (3, 3, 5),
    (4, 4, 10),
    (5, 3, 5),
    (6, 6, 25),
    (7, 7, 50),
    (8, 8, 100),
    (9, 7, 50),
];

/// `a^((p-5)/8) = a^(2^252 - 3)`.
#[inline(always)]
fn power<V: Compiled>(f: &Lanes<V>, a: &[V; D]) -> [V; D] {
    let mut powers = [*a; CHAIN.len() + 1];
    for i in 0..CHAIN.len() {
        let (first, second, times) = CHAIN[i];
        let mut power = powers[first];
        for _ in 0..times {
            f.sqr_assign(&mut power);
        }
        powers[i + 1] = f.mul(&power, &powers[second]);
    }
    f.mul(&f.sqr(&f.sqr(&powers[CHAIN.len()])), a)
}
