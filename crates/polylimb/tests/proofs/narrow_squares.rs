//! Squares of words by products of halves: `field/prime/fixed/aarch64/narrow_squares.rs`.

use super::{WordPair, squares};
use crate::field::lanes::proofs::{Abstract, Number, prove, word_in};
use crate::limb::simd::Lanewise;
use num_bigint::BigInt;

/// The twin, the same word in all lanes.
#[derive(Clone, Copy)]
struct Twin(Abstract);

impl WordPair for Twin {
    type Halves = Abstract;

    fn halves(self) -> [Abstract; 2] {
        [self.0.and(Abstract::splat(u32::MAX.into())), self.0.shr(32)]
    }
    fn product(a: Abstract, b: Abstract) -> Self {
        let (zero, high) = (Abstract::zero(), Abstract::zero().madd_high(a, b));
        Self(zero.madd_low(a, b).add(high.shl(52)))
    }
    fn add_shifted<const N: i32>(self, other: Self) -> Self {
        Self(self.0.add(other.0.shr(N.cast_unsigned())))
    }
    fn below<const N: i32>(self, other: Self) -> Self {
        let n = N.cast_unsigned();
        let [low, above] = [n, 64 - n].map(|bits| Abstract::splat((1 << bits) - 1));
        Self(self.0.and(low).add(other.0.and(above).shl(n)))
    }
}

#[test]
pub(in super::super) fn squares_of_words() {
    prove("squares of words by halves", false, || {
        let [low, high] = [(); 2].map(|()| Abstract::splat(word_in(0, u32::MAX.into())));
        let a = high.shl(32).add(low);
        let [low, high] = squares(Twin(a)).map(|twin| twin.0);
        low.verify(0, u64::MAX);
        high.verify(0, u64::MAX);
        let value = |digits: &[Abstract]| Number::new(digits, 64).value();
        let square = &value(&[a]) * &value(&[a]);
        (&value(&[low, high]) - &square).verify_zero_modulo(&((BigInt::from(1) << 521) - 1));
    });
}
