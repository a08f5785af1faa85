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
    /// By bits 0 to 30 and bit 31, whose products have exact bounds.
    fn product(a: Abstract, b: Abstract) -> Self {
        let [[a, a_top], [b, b_top]] =
            [a, b].map(|x| [x.and(Abstract::splat((1 << 31) - 1)), x.shr(31)]);
        let middle = a_top.signed_product(b).add(a.signed_product(b_top));
        let top = a_top.signed_product(b_top);
        Self(a.signed_product(b).add(middle.shl(31)).add(top.shl(62)))
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
        let part = |bits: u32| Abstract::splat(word_in(0, (1 << bits) - 1));
        let [low, high] = [(); 2].map(|()| part(1).shl(31).add(part(31)));
        let a = high.shl(32).add(low);
        let [low, high] = squares(Twin(a)).map(|twin| twin.0);
        low.verify(0, u64::MAX);
        high.verify(0, u64::MAX);
        let value = |digits: &[Abstract]| Number::new(digits, 64).value();
        let square = &value(&[a]) * &value(&[a]);
        (&value(&[low, high]) - &square).verify_zero_modulo(&((BigInt::from(1) << 521) - 1));
    });
}
