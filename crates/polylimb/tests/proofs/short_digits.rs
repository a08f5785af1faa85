//! Short digits: `crates/polylimb/src/field/short_digits/kernel.rs`.

use super::super::vector::Four;
use super::{Both, DIGITS, Loaded, RADIX, carry_of_multiple, complex, factor, reduce, two};
use crate::field::lanes::proofs::{Abstract, Montgomery, Number, Polynomial, prove, prove_ranges};
use crate::limb::simd::{LANES, Lanewise, Vector};
use num_bigint::BigInt;
use std::vec::Vec;

const HALF: i64 = 1 << (RADIX - 1);
const MASK: u64 = (1 << RADIX) - 1;
/// The most in digits of factors, and in the top one.
const FACTOR: i64 = HALF + 8;
const TOP: i64 = 1 << 23;
/// The most in a column of a complex product, and in a sum of products.
const COLUMN: i64 = (26 << 54) + (1 << 40);
const SUM: i64 = 506 << 54;

/// The prime of BLS12-381.
const P: [i64; DIGITS] = [
    -21_845,
    -1_048_576,
    67_108_794,
    -5_355,
    103_030_444,
    -99_652_849,
    -10_014_509,
    -13_086_420,
    74_926_981,
    79_351_158,
    -72_894_909,
    -26_630_990,
    32_127_360,
    106_513,
];
/// `(κ p + 1) / 2^28`.
const H: [i64; DIGITS] = [
    3_145_744,
    80_872_402,
    -20_939_072,
    26_190_848,
    10_721_292,
    -11_367_772,
    -19_715_805,
    738_018,
    -110_313_153,
    -96_536_016,
    112_059_001,
    -37_642_319,
    -3_685_406,
    -78,
];

/// The twin: digits and columns in the first lanes of a vector.
#[derive(Clone, Copy)]
struct Twin(Abstract);

impl Twin {
    fn lanes(self, other: Self, [a, b, c, d]: [u8; 4]) -> Self {
        Self(self.0.mix(other.0, [a, b, c, d, a, a, a, a]))
    }
    fn low(self) -> Abstract {
        self.lanes(self, [0, 1, 0, 1]).0
    }
    fn high(self) -> Abstract {
        self.lanes(self, [2, 3, 2, 3]).0
    }
    fn lane<const J: usize>(self) -> Abstract {
        self.lanes(self, [J as u8; 4]).0
    }
}

fn half() -> Abstract {
    Abstract::splat(HALF.cast_unsigned())
}

impl Four for Twin {
    type Two = Abstract;

    fn load(_: &[i32; 4]) -> Self {
        unreachable!("vectors only")
    }
    fn store(self, _: &mut [i32; 4]) {
        unreachable!("vectors only")
    }
    fn splat(n: i32) -> Self {
        Self(Abstract::splat(n.cast_unsigned().into()))
    }
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0))
    }
    fn sub(self, other: Self) -> Self {
        Self(self.0.sub(other.0))
    }
    fn low_bits(self) -> Self {
        Self(self.0.add(half()).and(Abstract::splat(MASK)).sub(half()))
    }
    fn above(self) -> Self {
        Self(self.0.add(half()).sar(RADIX.cast_unsigned()))
    }
    fn mul_low_bits(self, other: Self) -> Self {
        Self(self.0.signed_product(other.0)).low_bits()
    }
    fn move_up(self, below: Self) -> Self {
        below.lanes(self, [3, 8, 9, 10])
    }
    fn low_by_turns(self, other: Self) -> Self {
        self.lanes(other, [0, 8, 1, 9])
    }
    fn high_by_turns(self, other: Self) -> Self {
        self.lanes(other, [2, 10, 3, 11])
    }
    fn evens(self, other: Self) -> Self {
        self.lanes(other, [0, 2, 8, 10])
    }
    fn odds(self, other: Self) -> Self {
        self.lanes(other, [1, 3, 9, 11])
    }
    fn halves(a: Self) -> Self {
        a.lanes(a, [2, 3, 0, 1])
    }
    fn load_columns(_: &[i64; 2]) -> Abstract {
        unreachable!("vectors only")
    }
    fn store_columns(_: Abstract, _: &mut [i64; 2]) {
        unreachable!("vectors only")
    }
    fn column(n: i64) -> Abstract {
        Abstract::splat(n.cast_unsigned())
    }
    fn firsts(_: Abstract, _: Abstract) -> Abstract {
        unreachable!("vectors only")
    }
    fn seconds(_: Abstract, _: Abstract) -> Abstract {
        unreachable!("vectors only")
    }
    fn sum(a: Abstract, b: Abstract) -> Abstract {
        a.add(b)
    }
    fn add_rounded(sum: Abstract, other: Abstract) -> Abstract {
        sum.add(Self(other).above().0)
    }
    fn add_digits(sum: Abstract, digits: Self) -> Abstract {
        sum.add(digits.low())
    }
    fn pack(low: Abstract, high: Abstract) -> Self {
        Self(low).lanes(Self(high), [0, 1, 8, 9])
    }
    fn mul_low(a: Self, b: Self) -> Abstract {
        a.low().signed_product(b.low())
    }
    fn mul_high(a: Self, b: Self) -> Abstract {
        a.high().signed_product(b.high())
    }
    fn mul_low_by<const J: usize>(a: Self, b: Self) -> Abstract {
        a.low().signed_product(b.lane::<J>())
    }
    fn mul_high_by<const J: usize>(a: Self, b: Self) -> Abstract {
        a.high().signed_product(b.lane::<J>())
    }
    fn add_low(sum: Abstract, a: Self, b: Self) -> Abstract {
        sum.add(Self::mul_low(a, b))
    }
    fn add_high(sum: Abstract, a: Self, b: Self) -> Abstract {
        sum.add(Self::mul_high(a, b))
    }
    fn add_low_by<const J: usize>(sum: Abstract, a: Self, b: Self) -> Abstract {
        sum.add(Self::mul_low_by::<J>(a, b))
    }
    fn add_high_by<const J: usize>(sum: Abstract, a: Self, b: Self) -> Abstract {
        sum.add(Self::mul_high_by::<J>(a, b))
    }
}

/// A vector of these lanes.
fn vector(lanes: [Abstract; 4]) -> Twin {
    let [a, b, c, d] = lanes.map(|lane| lane.word());
    Twin(Abstract::load(&[a, b, c, d, a, a, a, a]))
}

/// A number with digits of these sizes at most.
fn number(most: i64, top: i64) -> Loaded<Twin> {
    core::array::from_fn(|k| {
        vector(core::array::from_fn(|i| match 4 * k + i {
            place if place < DIGITS - 1 => Abstract::variable(-most, most),
            place if place == DIGITS - 1 => Abstract::variable(-top, top),
            _ => Abstract::splat(0),
        }))
    })
}

fn any() -> Loaded<Twin> {
    number(FACTOR, TOP)
}

/// A lane in all lanes.
fn all(x: Abstract, lane: usize) -> Abstract {
    let mut lanes = [0; LANES];
    x.store(&mut lanes);
    Abstract::load(&[lanes[lane]; LANES])
}

fn digits(a: &Loaded<Twin>) -> Vec<Abstract> {
    (0..DIGITS).map(|k| all(a[k / 4].0, k % 4)).collect()
}

fn value_of(digits: &[Abstract]) -> Polynomial {
    Number::new(digits, RADIX.cast_unsigned()).value()
}

fn value(a: &Loaded<Twin>) -> Polynomial {
    value_of(&digits(a))
}

/// No larger in size.
fn verify(a: Abstract, most: i64) {
    a.add(Abstract::splat(most.cast_unsigned())).verify(0, 2 * most.cast_unsigned());
}

fn verify_digits(a: &Loaded<Twin>, most: i64, top: i64) {
    let digits = digits(a);
    digits[..DIGITS - 1].iter().for_each(|digit| verify(*digit, most));
    verify(digits[DIGITS - 1], top);
}

/// The columns of one of both numbers, below a bound, with their value.
fn verify_columns(t: &Both<Twin>, lane: usize, most: i64, expected: &Polynomial) {
    let columns: Vec<_> = t.iter().map(|column| all(*column, lane)).collect();
    for column in &columns {
        verify(*column, most);
    }
    (&value_of(&columns) - expected).verify_multiple_of(&(BigInt::from(1) << 1000));
}

#[test]
fn factors_and_products() {
    prove("short digits: factors", false, || {
        // Sums of up to 15 results.
        let a = number(15 * HALF, TOP);
        let r = factor(a);
        verify_digits(&r, FACTOR, TOP + 8);
        (&value(&r) - &value(&a)).verify_multiple_of(&(BigInt::from(1) << 1000));
    });
    prove("short digits: complex products", false, || {
        let [a, b] = [[any(), any()], [any(), any()]];
        let t = complex(&a, &b);
        let [a0, a1] = a.each_ref().map(value);
        let [b0, b1] = b.each_ref().map(value);
        verify_columns(&t, 0, COLUMN, &(&(&a0 * &b0) - &(&a1 * &b1)));
        verify_columns(&t, 1, COLUMN, &(&(&a0 * &b1) + &(&a1 * &b0)));
    });
    prove("short digits: two products", false, || {
        let [a, b] = [[any(), any()], [any(), any()]];
        let t = two(&a, &b);
        for i in 0..2 {
            verify_columns(&t, i, COLUMN, &(&value(&a[i]) * &value(&b[i])));
        }
    });
}

/// Columns of sums of products; the upper ones have the top digits.
fn columns() -> Both<Twin> {
    core::array::from_fn(|k| match k {
        27 => Abstract::splat(0),
        26 => Abstract::variable(-(1_i64 << 52), 1_i64 << 52),
        _ => Abstract::variable(-SUM, SUM),
    })
}

/// `R r` is the product plus multiples of `B h - 1` and of `p`, modulo `R²`: beyond it, the last
/// carry is dropped, which the bound of `r` makes 0.
#[test]
fn reductions() {
    prove_ranges("short digits: reduction", || {
        // The digits of BLS12-381's prime, and of the other multiple.
        let constant = |digits: [i64; DIGITS]| -> Loaded<Twin> {
            core::array::from_fn(|k| {
                vector(core::array::from_fn(|i| {
                    let digit = digits.get(4 * k + i).copied().unwrap_or(0);
                    Abstract::variable(digit, digit)
                }))
            })
        };
        let r = reduce(
            columns(),
            &constant(P),
            &constant(H),
            vector([Abstract::variable(-HALF, HALF - 1); 4]),
        );
        for r in &r {
            verify_digits(r, HALF, 1 << 25);
        }
    });
    prove("short digits: reduction", false, || {
        let [a, b, p, h] = [any(), any(), any(), any()];
        let kappa = vector([Abstract::variable(-HALF, HALF - 1); 4]);
        let [r, _] = reduce(two(&[a, a], &[b, b]), &p, &h, kappa);
        let expected = &value(&a) * &value(&b);
        let [low] = Montgomery::low(DIGITS, 1)[..] else { panic!("one digit") };
        let (q, p0) = (Twin(low).mul_low_bits(kappa), p[0]);
        let carry = all(carry_of_multiple(Twin(low), q, p0), 0);
        let (m, h, kappa) = (digits(&p), digits(&h), [all(kappa.0, 0)]);
        let theorem = Montgomery {
            radix: RADIX.cast_unsigned(),
            block: 1,
            m: &m,
            h: &h,
            kappa: &kappa,
            carry,
        };
        theorem
            .rest(&value(&r), &expected)
            .verify_multiple_of(&(BigInt::from(1) << (2 * RADIX as usize * DIGITS)));
    });
}
