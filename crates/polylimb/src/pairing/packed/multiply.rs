//! Products: coefficient `k` of `a b` is the sum of `a_(k-j) b_j`, with `ξ a_(k-j+6)` where `j`
//! exceeds `k`.

use super::{Apart, Packed, factor, mix, places, some, sum, times_xi};
use crate::field::lanes::{Complex, LANES, Spread};
use crate::field::{Field, Op};
use crate::pairing::Twist;

/// The coefficients of `a w^j` from the coefficients of `a` and, from 8 on, of `ξ a`.
const fn moved(j: u8) -> [u8; LANES] {
    let (mut from, mut k) = ([6; LANES], 0);
    while k < 6 {
        from[k as usize] = if k < j { 8 + 6 + k - j } else { k - j };
        k += 1;
    }
    from
}

struct Product<'a, F: Spread>(&'a Apart<F>, &'a Complex<F>, &'a Complex<F>);

impl<F: Spread> Op for Product<'_, F> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, a, b) = self;
        let xi = times_xi(q, a);
        macro_rules! term {
            ($j:literal) => {
                [&mix(q, a, &xi, const { moved($j) }), &places(q, b, [$j; LANES])]
            };
        }
        let sum = sum(q, &[term!(0), term!(1), term!(2), term!(3), term!(4), term!(5)], &[]);
        q.settle(&sum)
    }
}

/// An element times a line, whose coefficients of `y_P`, `x_P` and 1 are in lanes 3 to 5.
struct ByLine<'a, F: Spread>(&'a Apart<F>, Twist, &'a Complex<F>, &'a Complex<F>);

impl<F: Spread> Op for ByLine<'_, F> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, twist, a, line) = self;
        let (xi, line) = (times_xi(q, a), factor(q, line));
        let (at_y, at_x) = (places(q, &line, [3; LANES]), places(q, &line, [4; LANES]));
        let (rest, third) = (places(q, &line, [5; LANES]), mix(q, a, &xi, const { moved(3) }));
        // Which twist it is, is public.
        let (first, place, last) = match twist {
            Twist::D => (&at_y, mix(q, a, &xi, const { moved(1) }), &rest),
            Twist::M => (&rest, mix(q, a, &xi, const { moved(2) }), &at_y),
        };
        q.settle(&sum(q, &[[a, first], [&place, &at_x], [&third, last]], &[]))
    }
}

impl<F: Spread> Packed<F> {
    /// `a b`.
    pub fn mul(&self, a: &Complex<F>, b: &Complex<F>) -> Complex<F> {
        self.fp2().run(Product(self.fp2(), a, b))
    }

    /// `a` times a line.
    pub(super) fn mul_line(&self, a: &Complex<F>, line: &Complex<F>) -> Complex<F> {
        self.fp2().run(ByLine(self.fp2(), self.curve().twist, a, line))
    }

    /// The line as an element.
    pub(super) fn line(&self, line: &Complex<F>) -> Complex<F> {
        let from = match self.curve().twist {
            Twist::D => [3, 4, 8, 5, 8, 8, 8, 8],
            Twist::M => [5, 8, 4, 3, 8, 8, 8, 8],
        };
        self.fp2().settle(&some(self.fp2(), line, from))
    }
}
