//! The ladder of Curve25519 in pairs of products: `field/prime/fixed/ladder_25519`.

use super::{
    Column, DIGITS, EVEN, ODD, Pair, Quad, Words, carried, carry, less, multiply, square, step, zip,
};
use crate::field::lanes::proofs::{
    Abstract, Formula, Number, Numbers, Polynomial, prove, verify_ladder_step, word_in,
};
use crate::limb::simd::{LANES, Lanewise, Vector};
use num_bigint::BigInt;

/// The twin: 32-bit lanes, 64-bit lanes and words in the first lanes of a vector.
#[derive(Clone, Copy)]
struct Twin<V>(V);

impl<V: Vector> Twin<V> {
    fn low_32(self) -> Self {
        Self(self.0.and(V::splat(u32::MAX.into())))
    }
    fn lanes(self, other: Self, from: [u8; 4]) -> Self {
        let [a, b, c, d] = from;
        Self(self.0.mix(other.0, [a, b, c, d, a, a, a, a]))
    }
    fn product(a: Self, b: Self) -> Self {
        let (zero, high) = (V::zero(), V::zero().madd_high(a.0, b.0));
        Self(zero.madd_low(a.0, b.0).add(high.shl(52)))
    }
    fn lane(self, i: u8) -> Self {
        self.lanes(self, [i; 4])
    }
}

impl<V: Vector> Column for Twin<V> {
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0))
    }
    fn add_shifted<const N: i32>(self, other: Self) -> Self {
        Column::add(self, other.shr::<N>())
    }
    fn low_bits<const N: i32>(self) -> Self {
        Self(self.0.and(V::splat((1 << N) - 1)))
    }
    fn shr<const N: i32>(self) -> Self {
        Self(self.0.shr(N.cast_unsigned()))
    }
    fn shl<const N: i32>(self) -> Self {
        Self(self.0.shl(N.cast_unsigned()))
    }
}

impl<V: Vector> Quad for Twin<V> {
    type Wide = Self;
    type Word = Self;
    type Half = Self;
    type Mask = u8;

    fn load(from: &[u32; 4]) -> Self {
        let [a, b, c, d] = from.map(u64::from);
        Self(V::from_lanes([a, b, c, d, a, a, a, a]))
    }
    fn to_lanes(self) -> [u32; 4] {
        let lanes = self.0.to_lanes();
        core::array::from_fn(|i| lanes[i] as u32)
    }
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0)).low_32()
    }
    fn sub(self, other: Self) -> Self {
        Self(self.0.sub(other.0)).low_32()
    }
    fn times_19(self) -> Self {
        Self(self.0.shl(4).add(self.0.shl(1)).add(self.0)).low_32()
    }
    fn halves(a: Self) -> Self {
        a.lanes(a, [2, 3, 0, 1])
    }
    fn neighbours(self) -> Self {
        self.lanes(self, [1, 0, 3, 2])
    }
    fn evens(self, other: Self) -> Self {
        self.lanes(other, [0, 8, 2, 10])
    }
    fn odds(self, other: Self) -> Self {
        self.lanes(other, [1, 9, 3, 11])
    }
    fn mask(lanes: u8) -> u8 {
        lanes
    }
    fn choose(self, other: Self, mask: u8) -> Self {
        Self(self.0.blend(other.0, mask))
    }
    fn low(self) -> Self {
        self
    }
    fn high(self) -> Self {
        Self::halves(self)
    }
    fn mul_low(a: Self, b: Self) -> Self {
        Self::product(a.low_32(), b.low_32())
    }
    fn mul_high(a: Self, b: Self) -> Self {
        Self::mul_low(a.high(), b.high())
    }
    fn add_low(sum: Self, a: Self, b: Self) -> Self {
        Column::add(sum, Self::mul_low(a, b))
    }
    fn add_high(sum: Self, a: Self, b: Self) -> Self {
        Column::add(sum, Self::mul_high(a, b))
    }
    fn pack(low: Self, high: Self) -> Self {
        low.lanes(high, [0, 1, 8, 9]).low_32()
    }
    fn all_if(bit: u64) -> u8 {
        (bit as u8).wrapping_neg()
    }
    fn zero_word() -> Self {
        Self(V::zero())
    }
    fn add_product(sum: Self, a: Self, b: Self) -> Self {
        Self::add_low(sum, a, b)
    }
    fn odd_words(self) -> [Self; 2] {
        [self.lane(1), self.lane(3)]
    }
    fn of_words(a: Self, b: Self) -> Self {
        a.lanes(b, [0, 0, 8, 8])
    }
}

type Lanes = Pair<Twin<Abstract>>;

/// The largest digits after a carry, and of sums and differences.
const CARRIED: [u64; 2] = [(1 << EVEN) + (1 << 13), (1 << ODD) + (1 << 18)];
const SUMS: [u64; 2] = [(3 << EVEN) + (1 << 13), (3 << ODD) + (1 << 18)];

fn prime() -> BigInt {
    (BigInt::from(1) << 255) - 19
}

/// Two numbers of other variables each, with digits up to these.
fn numbers(most: [u64; 2]) -> Lanes {
    core::array::from_fn(|_| {
        let [a, b, c, d] = [most[0], most[0], most[1], most[1]].map(|most| word_in(0, most));
        Twin(Abstract::load(&[a, b, c, d, a, a, a, a]))
    })
}

fn number(most: [u64; 2]) -> Words<Twin<Abstract>> {
    core::array::from_fn(|k| Twin(Abstract::splat(word_in(0, most[k % 2]))))
}

/// A lane in all lanes.
fn all(x: Twin<Abstract>, lane: usize) -> Abstract {
    let mut lanes = [0; LANES];
    x.0.store(&mut lanes);
    Abstract::load(&[lanes[lane]; LANES])
}

/// The digits of a number of the pair.
fn digits(x: &Lanes, i: usize) -> [Abstract; DIGITS] {
    core::array::from_fn(|k| all(x[k / 2], i + 2 * (k % 2)))
}

fn of(digits: &[Abstract; DIGITS]) -> Number<'_> {
    Number::by_turns(digits, [EVEN.cast_unsigned(), ODD.cast_unsigned()])
}

fn value(x: &Lanes, i: usize) -> Polynomial {
    of(&digits(x, i)).value()
}

fn word_value(x: &Words<Twin<Abstract>>) -> Polynomial {
    of(&x.map(|word| all(word, 0))).value()
}

/// Columns are below `2^63`, and their value is the expected one modulo the prime.
fn verify_columns(x: &Words<Twin<Abstract>>, expected: impl Fn(usize) -> Polynomial, lanes: usize) {
    for i in 0..lanes {
        let x = x.map(|column| all(column, i));
        for column in &x {
            column.verify(0, (1 << 63) - 1);
        }
        (&of(&x).value() - &expected(i)).verify_zero_modulo(&prime());
    }
}

fn verify_digits(x: &[Abstract; DIGITS], most: [u64; 2], expected: &Polynomial) {
    x.iter().zip([most; 5].as_flattened()).for_each(|(digit, most)| digit.verify(0, *most));
    (&of(x).value() - expected).verify_zero_modulo(&prime());
}

#[test]
fn products_and_sums() {
    prove("pairs of 2^255-19: a b", false, || {
        let (a, b) = (numbers(SUMS), numbers(SUMS));
        let (columns, _) = multiply(&a, &b, None);
        verify_columns(&columns, |i| &value(&a, i) * &value(&b, i), 2);
    });
    prove("pairs of 2^255-19: u w beside", false, || {
        let (a, w) = (numbers(SUMS), number(CARRIED));
        let u = number([(1 << EVEN) - 1, (1 << ODD) - 1]);
        let u_19 = u.map(Quad::times_19);
        let (_, words) = multiply(&a, &a, Some((&w, &[u, u_19])));
        verify_columns(&words, |_| &word_value(&u) * &word_value(&w), 1);
    });
    prove("pairs of 2^255-19: a²", false, || {
        let a = numbers(SUMS);
        verify_columns(&square(&a), |i| &value(&a, i) * &value(&a, i), 2);
    });
    prove("pairs of 2^255-19: carries", false, || {
        let columns = number([(1 << 63) - 1; 2]);
        let value = word_value(&columns);
        verify_digits(&digits(&carried(columns), 1), CARRIED, &value);
        verify_digits(&carry(columns).map(|word| all(word, 0)), CARRIED, &value);
    });
    prove("pairs of 2^255-19: a + b, a - b", false, || {
        let (a, b) = (numbers(CARRIED), numbers(CARRIED));
        for i in 0..2 {
            let (a_value, b_value) = (value(&a, i), value(&b, i));
            verify_digits(&digits(&less(&a, &b), i), SUMS, &(&a_value - &b_value));
            verify_digits(&digits(&zip(&a, &b, Quad::add), i), SUMS, &(&a_value + &b_value));
        }
    });
}

#[test]
fn a_step() {
    let widths = [EVEN.cast_unsigned(), ODD.cast_unsigned()];
    let f = Numbers::by_turns(widths, &prime());
    let place = |a: &Formula, b: &Formula| -> Lanes {
        let [a, b] = [a, b].map(|x| f.digits_up_to::<DIGITS>(x, |k| CARRIED[k % 2]));
        core::array::from_fn(|k| {
            let [a, b, c, d] =
                [&a[2 * k], &b[2 * k], &a[2 * k + 1], &b[2 * k + 1]].map(Abstract::word);
            Twin(Abstract::load(&[a, b, c, d, a, a, a, a]))
        })
    };
    for second in [0, u8::MAX] {
        f.prove("pairs of 2^255-19: a step", || {
            let [x2, z2, x3, z3, u] = [(); 5].map(|()| Formula::any());
            let points = [place(&x2, &z2), place(&x3, &z3)];
            let u_digits = f.digits_up_to(&u, |k| (1 << widths[k % 2]) - 1).map(Twin);
            let r = step(&points, second, &[u_digits, u_digits.map(Quad::times_19)]);
            let result = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(point, i)| {
                let x = digits(&r[point], i);
                x.iter().zip([CARRIED; 5].as_flattened()).for_each(|(x, most)| x.verify(0, *most));
                f.value(&x)
            });
            verify_ladder_step(&result, [&x2, &z2, &x3, &z3], second != 0, &u);
        });
    }
}

/// NEON computes what the twin does.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[test]
fn the_twin_agrees() {
    use super::quad::Neon;
    use crate::limb::simd::Portable;
    let mut state = 1_u64;
    let mut random = |bits: i32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        (state >> 32) as u32 & ((1 << bits) - 1)
    };
    for _ in 0..100 {
        let mut lanes = || -> [[u32; 4]; 5] {
            core::array::from_fn(|_| [random(EVEN), random(EVEN), random(ODD), random(ODD)])
        };
        let points = [lanes(), lanes()];
        let u: [u32; DIGITS] = core::array::from_fn(|k| lanes()[0][2 * (k % 2)]);
        let u = [u, u.map(|digit| 19 * digit)];
        for second in [0, u8::MAX] {
            let twin = step::<Twin<Portable>>(
                &points.map(|p| p.map(|lanes| Quad::load(&lanes))),
                second,
                &u.map(|u| u.map(|digit| Twin(Portable::splat(digit.into())))),
            );
            let neon = step::<Neon>(
                &points.map(|p| p.map(|lanes| Quad::load(&lanes))),
                Neon::all_if((second & 1).into()),
                &u,
            );
            assert_eq!(neon.map(|p| p.map(Quad::to_lanes)), twin.map(|p| p.map(Quad::to_lanes)));
        }
    }
}
