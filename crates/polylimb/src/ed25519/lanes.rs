//! Verification of eight signatures over eight lanes.
//!
//! **Idea.** All lanes take the same steps: they decode key and `R`, add up windows of `S B - h A`
//! in one pass of doublings, and multiply the difference to `R` by 8. A point that is none computes
//! nonsense, which its mask hides. Each lane reads its entries of the tables at their addresses.
//! **Cost** for eight: two square roots side by side, 256 doublings, 94 additions. **Variable
//! time**: all input is public. Loops go by index, as in `field/lanes/digits.rs`.
#![allow(clippy::needless_range_loop, reason = "see above")]

use super::rows::{Challenges, Row};
use crate::Result;
use crate::cpu::Features;
use crate::curve::Group;
use crate::curve::edwards::{Edwards, EdwardsPoint};
use crate::curve::edwards_eights::{Eight, add, double};
use crate::curve25519::{
    BYTES, D as CURVE_D, Number, ROOT_OF_MINUS_ONE, SCALAR_BITS, base, curve, write,
};
use crate::field::apart::Apart;
use crate::field::lanes::waiting::Waiting;
use crate::field::lanes::{Compiled, FixedLanes, LANES, LaneMask, primes::F25519};
use crate::field::prime::{Portable, with_best};
use crate::field::{Field, Op, Truth};
use crate::limb::simd::Row as Digits;
use alloc::vec;
use alloc::vec::Vec;

/// Digits of an element.
const D: usize = 5;
type Lanes<V> = FixedLanes<V, F25519, D>;
/// Settled arithmetic.
const F: Waiting<F25519> = Waiting::NEW;

/// Bits of a window of the key's multiples.
const WIDTH: usize = 5;
/// Windows of a scalar, which is below 2^253; the top one's carry stays in it.
const WINDOWS: usize = (SCALAR_BITS - 2).div_ceil(WIDTH);
/// Of the base's multiples, whose windows are two of the key's.
const BASE_WIDTH: usize = 2 * WIDTH;
const BASE_WINDOWS: usize = WINDOWS.div_ceil(2);

/// The multiples in a table for signed windows: 0, 1, …, `2^(width - 1)`.
const fn multiples(width: usize) -> usize {
    (1 << (width - 1)) + 1
}

/// `Y + X`, `Y - X`, `2 d T` and `2 Z` of the key's multiples, in each lane; and the first three of
/// the base's.
type Table = [[[Digits; LANES]; 4]];
type BaseTable = [[Digits; 3]];

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
    let mut s = [Digit { index: [0; LANES], negative: 0 }; BASE_WINDOWS];
    let mut h = [Digit { index: [0; LANES], negative: 0 }; WINDOWS];
    for (lane, (row, challenge)) in rows.iter().zip(&challenges).enumerate() {
        let Some(signature) = &row.signature else { continue };
        present |= 1 << lane;
        for (i, mut encoded) in [*row.key, signature.r].into_iter().enumerate() {
            odd[i] |= (encoded[BYTES - 1] >> 7) << lane;
            encoded[BYTES - 1] &= 0x7f;
            y[i][lane] = Lanes::<V>::digits(encoded.into_iter());
            present &= !(u8::from(!Lanes::<V>::is_reduced(&y[i][lane])) << lane);
        }
        read_digits(&mut s, lane, BASE_WIDTH, &signature.s);
        read_digits(&mut h, lane, WIDTH, &write(challenge));
    }
    let curve = Edwards::new(field, splat(field, &CURVE_D));
    let root = splat(field, &ROOT_OF_MINUS_ONE);
    let mut table = vec![[[Digits::default(); LANES]; 4]; multiples(WIDTH)];
    let valid = field.run(Verify {
        curve: &curve,
        root,
        y: &y,
        odd,
        s: &s,
        h: &h,
        of_base: of_base(),
        table: &mut table,
    });
    Ok(valid.bits() & present)
}

/// The number in all lanes.
fn splat<V: Compiled>(field: Lanes<V>, number: &Number) -> [V; D] {
    field.of_digits(&[Lanes::<V>::digits(write(number).into_iter()); LANES])
}

/// The base's multiples; made once.
fn of_base() -> &'static BaseTable {
    static TABLE: std::sync::OnceLock<Vec<[Digits; 3]>> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| {
        let curve = curve(Portable);
        let mut points = vec![curve.neutral(); multiples(BASE_WIDTH)];
        for i in 1..points.len() {
            points[i] = curve.add_entry(&points[i - 1], &base(&curve));
        }
        let mut entries = vec![base(&curve); points.len()];
        curve.normalise(&points, &mut entries);
        let digits = |a: &Number| {
            let mut bytes = write(&curve.field().leave(a));
            bytes.reverse();
            Digits::read(52, &bytes)
        };
        entries
            .iter()
            .map(|e| [digits(&e.sum), digits(&e.difference), digits(&e.product)])
            .collect()
    })
}

/// A digit of each scalar: its size, and bit `i`, which is set if lane `i` has a negative one.
#[derive(Clone, Copy)]
struct Digit {
    index: [usize; LANES],
    negative: u8,
}

/// The digits of a public scalar in signed windows, as
/// [`signed_window_digit`](crate::recoding::signed_window_digit), for a lane.
fn read_digits(digits: &mut [Digit], lane: usize, width: usize, scalar: &[u8; BYTES]) {
    // One byte below the scalar, and three above it.
    let mut bytes = [0; BYTES + 4];
    bytes[1..=BYTES].copy_from_slice(scalar);
    for (i, digit) in digits.iter_mut().enumerate() {
        let low = i * width + 7;
        let mut word = [0; 4];
        let from = (low / 8).min(BYTES);
        word.copy_from_slice(&bytes[from..from + 4]);
        let window = u32::from_le_bytes(word) >> (low % 8) & ((2 << width) - 1);
        let (half_up, negative) = (window.div_ceil(2), window >> width);
        digit.index[lane] = (if negative == 1 { (1 << width) - half_up } else { half_up }) as usize;
        digit.negative |= (negative as u8) << lane;
    }
}

struct Verify<'a, V: Compiled> {
    curve: &'a Edwards<Lanes<V>>,
    root: [V; D],
    /// The ordinates of keys and of `R`, below the prime or not, and the parities of the abscissas.
    y: &'a [[[u64; D]; LANES]; 2],
    odd: [u8; 2],
    s: &'a [Digit; BASE_WINDOWS],
    h: &'a [Digit; WINDOWS],
    of_base: &'a BaseTable,
    /// Room for the keys' multiples.
    table: &'a mut Table,
}

impl<V: Compiled> Op for Verify<'_, V> {
    type Out = LaneMask;

    #[inline(always)]
    fn call(self) -> LaneMask {
        let (curve, f) = (self.curve, self.curve.field());
        let ([key, r], mut valid) = self.decode();
        // The multiples of -A, and its sixteenfold: not neutral.
        let (table, d2) = (self.table, curve.d2());
        let first = curve.neg(&key);
        let [plus, minus, product, z2] = cached(&d2, &[first.x, first.y, first.z, first.t]);
        let neutral = curve.neutral();
        let mut multiple = [neutral.x, neutral.y, neutral.z, neutral.t];
        for i in 0..table.len() {
            let cached = cached(&d2, &multiple);
            for e in 0..4 {
                f.scatter(&cached[e], &mut table[i][e]);
            }
            if i + 1 < table.len() {
                multiple = add(&multiple, &[plus, minus, product], Some(&z2), 0);
            }
        }
        valid = valid & !curve.is_neutral(&extended(&multiple));
        let mut sum = [neutral.x, neutral.y, neutral.z, neutral.t];
        for i in (0..WINDOWS).rev() {
            for _ in 1..WIDTH {
                sum = double::<V, false>(&sum);
            }
            sum = double::<V, true>(&sum);
            let digit = &self.h[i];
            let mut entry = [[V::zero(); D]; 4];
            for e in 0..4 {
                let mut rows = [&table[0][e][0]; LANES];
                for lane in 0..LANES {
                    rows[lane] = &table[digit.index[lane]][e][lane];
                }
                entry[e] = f.gather(rows);
            }
            let [plus, minus, product, z2] = entry;
            sum = add(&sum, &[plus, minus, product], Some(&z2), digit.negative);
            if i % 2 == 0 {
                let digit = &self.s[i / 2];
                let mut entry = [[V::zero(); D]; 3];
                for e in 0..3 {
                    let mut rows = [&self.of_base[0][e]; LANES];
                    for lane in 0..LANES {
                        rows[lane] = &self.of_base[digit.index[lane]][e];
                    }
                    entry[e] = f.gather(rows);
                }
                sum = add(&sum, &entry, None, digit.negative);
            }
        }
        let r = curve.neg(&r);
        let [plus, minus, product, z2] = cached(&d2, &[r.x, r.y, r.z, r.t]);
        sum = add(&sum, &[plus, minus, product], Some(&z2), 0);
        for _ in 0..3 {
            sum = double::<V, false>(&sum);
        }
        valid & curve.is_neutral(&extended(&sum))
    }
}

/// The point as elements.
#[inline(always)]
fn extended<V: Compiled>([x, y, z, t]: &Eight<V>) -> EdwardsPoint<[V; D]> {
    EdwardsPoint { x: F.element(x), y: F.element(y), z: F.element(z), t: F.element(t) }
}

/// `Y + X`, `Y - X`, `2 d T` and `2 Z`, as elements.
#[inline(always)]
fn cached<V: Compiled>(d2: &[V; D], [x, y, z, t]: &Eight<V>) -> [[V; D]; 4] {
    let product = F.mul(&F.settle(t), d2);
    let (plus, minus, z2) = (F.add(y, x), F.sub(y, x), F.add(z, z));
    [F.element(&plus), F.element(&minus), F.element(&product), F.element(&z2)]
}

impl<V: Compiled> Verify<'_, V> {
    /// Both points, as `decode_vartime` of [`curve25519`](crate::curve25519), for ordinates below
    /// the prime.
    #[inline(always)]
    fn decode(&self) -> ([EdwardsPoint<[V; D]>; 2], LaneMask) {
        let f = self.curve.field();
        // The root of a / b, [RFC8032], section 5.1.3: a b³ (a b⁷)^((p-5)/8).
        let mut y = [f.zero(); 2];
        let (mut fractions, mut starts, mut powers) = ([[f.zero(); 2]; 2], y, y);
        for i in 0..2 {
            y[i] = f.of_digits(&self.y[i]);
            fractions[i] = self.curve.x_squared(&y[i]);
            let [a, b] = &fractions[i];
            let cube = f.mul(&f.sqr(b), b);
            starts[i] = f.mul(a, &cube);
            powers[i] = f.mul(&starts[i], &f.sqr(&f.sqr(b)));
        }
        powers = power(&powers);
        let (mut points, mut valid) = ([self.curve.neutral(); 2], LaneMask::TRUE);
        for i in 0..2 {
            let [a, b] = &fractions[i];
            let x = f.mul(&starts[i], &powers[i]);
            let square = f.mul(b, &f.sqr(&x));
            let (is_root, is_other) = (f.equal(&square, a), f.equal(&square, &f.neg(a)));
            let x = f.select(is_root, &x, &f.mul(&x, &self.root));
            let (mut parity, digits, odd) = (0, f.to_digits(&x), LaneMask::from_bits(self.odd[i]));
            for lane in 0..LANES {
                parity |= (digits[lane][0] as u8 & 1) << lane;
            }
            let other = LaneMask::from_bits(parity ^ self.odd[i]);
            valid = valid & (is_root | is_other) & !(f.is_zero(&x) & odd);
            points[i] = self.curve.point(&f.select(other, &f.neg(&x), &x), &y[i]);
        }
        (points, valid)
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

/// `a^((p-5)/8) = a^(2^252 - 3)` of both, side by side, because a square waits for the one before.
#[inline(always)]
fn power<V: Compiled>(a: &[[V; D]; 2]) -> [[V; D]; 2] {
    let mut powers = [*a; CHAIN.len() + 1];
    for i in 0..CHAIN.len() {
        let (first, second, times) = CHAIN[i];
        let mut power = squares(&powers[first], times);
        for j in 0..2 {
            power[j] = F.settle(&F.mul(&power[j], &powers[second][j]));
        }
        powers[i + 1] = power;
    }
    let mut power = squares(&powers[CHAIN.len()], 2);
    for j in 0..2 {
        power[j] = F.element(&F.mul(&power[j], &a[j]));
    }
    power
}

/// Both settled numbers, squared `times` times.
#[inline(always)]
fn squares<V: Compiled>(a: &[[V; D]; 2], times: usize) -> [[V; D]; 2] {
    let mut r = *a;
    for _ in 0..times {
        r = [F.settle(&F.sqr(&r[0])), F.settle(&F.sqr(&r[1]))];
    }
    r
}
