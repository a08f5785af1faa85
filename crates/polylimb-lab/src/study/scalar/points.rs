//! The curve's numbers, the scalars, and the independent results.

use super::Curve;
use crate::judge::curve::{self as judge, number};
use crate::registry::curve::law::{Affine, Law, Point};
use crate::study::draw::{below, generator, words};
use num_bigint::BigUint;
use polylimb::authors::limb::Natural;
use std::cell::RefCell;

/// The number of scalars that take turns: one alone would say little about a method whose time
/// depends on the scalar's digits.
pub(super) const SCALARS: usize = 4;

/// Common to all rows of a curve and a seed.
pub(super) struct Points {
    pub(super) curve: Curve,
    /// Random, below the order.
    pub(super) scalars: [Natural; SCALARS],
    judge: judge::Curve,
    big: [BigUint; SCALARS],
    /// The successive multiples, by their first scalar; as long as needed so far.
    expected: RefCell<[Vec<judge::Point>; SCALARS]>,
}

impl Points {
    pub(super) fn draw(seed: u64, curve: &Curve) -> Self {
        let rng = &mut generator(seed, curve.parameters.bits());
        let order = number(curve.parameters.order());
        let big = [(); SCALARS].map(|()| below(rng, &order));
        Self {
            curve: Curve::clone(curve),
            scalars: big.each_ref().map(|k| Natural::from_words(words(k))),
            judge: judge::Curve::new(&curve.parameters),
            big,
            expected: RefCell::default(),
        }
    }

    /// The generator's coordinates.
    pub(super) fn base(&self) -> [Natural; 2] {
        self.curve.parameters.generator().map(Natural::from_words)
    }

    /// The generator in that law.
    pub(super) fn base_in(&self, law: &Law) -> polylimb::Result<Point> {
        let wrong = |_| polylimb::Error::Curve { wrong: "the generator does not lie on the curve" };
        law.point(&Some(self.base())).map_err(wrong)
    }

    /// Whether `result` is the correct end of a chain of `count` multiples, from the generator and
    /// the scalar of index `first` on. num-bigint computes it, once for all rows.
    pub(super) fn is_right(&self, result: &Affine, first: usize, count: usize) -> bool {
        let chain = &mut self.expected.borrow_mut()[first % SCALARS];
        if chain.is_empty() {
            chain.push(big(&Some(self.base())));
        }
        while chain.len() <= count {
            let k = &self.big[(first + chain.len() - 1) % SCALARS];
            chain.push(self.judge.multiply(k, &chain[chain.len() - 1]));
        }
        big(result) == chain[count]
    }
}

/// The same coordinates for num-bigint.
fn big(point: &Affine) -> judge::Point {
    point.as_ref().map(|coordinates| coordinates.each_ref().map(|c| number(c.words())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::curve;

    /// The points 2 G and 3 G of P-256, from the NIST's worked examples of point multiplication.
    #[test]
    fn small_multiples_of_a_generator_and_nothing_else_are_right() {
        let mut points = Points::draw(1, &curve::find("P-256").unwrap().into());
        points.big = [2u32, 3, 1, 6].map(BigUint::from);
        let point = |x: &str, y: &str| Some([x, y].map(|n| Natural::parse(n).unwrap()));
        let twice = point(
            "0x7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            "0x07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1",
        );
        let thrice = point(
            "0x5ecbe4d1a6330a44c8f7ef951d4bf165e6c6b721efada985fb41661bc6e7fd6c",
            "0x8734640c4998ff7e374b06ce1a64a2ecd82ab036384fb83d9a79b127a27d5032",
        );
        assert!(points.is_right(&twice, 0, 1) && points.is_right(&thrice, 1, 1));
        assert!(points.is_right(&Some(points.base()), 2, 1));
        assert!(!points.is_right(&thrice, 0, 1) && !points.is_right(&None, 0, 1));
        // 2 · 3 G = 6 G, and 6 G is the same point.
        assert!(!points.is_right(&twice, 0, 2) && !points.is_right(&twice, 3, 1));
        let expected = points.expected.borrow();
        assert!(expected[0][2].is_some() && expected[0][2] == expected[3][1]);
    }

    #[test]
    fn scalars_are_below_the_order_and_differ() {
        let curve: Curve = curve::find("SS_P1536").unwrap().into();
        let points = Points::draw(9, &curve);
        let order = number(curve.parameters.order());
        assert!(points.big.iter().all(|k| *k < order && k.bits() > order.bits() - 64));
        assert!(points.scalars[0] != points.scalars[1]);
    }
}
