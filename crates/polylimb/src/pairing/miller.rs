//! The Miller loop of the optimal ate pairing (Vercauteren 2009), for one pair and for several with shared squarings.
//!
//! **Source.** Cuiman, Cabrera, Sánchez-Solano, Algorithm 1; for negative `u` the loop runs over `|6u + 2|` or `|u|`, after which `f` is conjugated and `T` negated
//! (Aranha, Karabina, Longa, Gebotys, López 2011). A product of pairings shares the squarings of `f` (Scott 2005).
//! **Cost.** For each bit a square of `F_p¹²`, and for each pair a doubling with its line and a product by it; for each digit other than 0 an addition likewise.

use super::line::{self, Coefficients, Lines, Point};
use super::{Family, PairingCurve, Value};
use crate::field::Field;
use crate::field::extension::{Line, Quadratic};

/// A point of `G₁` and one of `G₂`, neither of them neutral, in affine coordinates.
pub struct Pair<Q: Quadratic> {
    /// `(x, y)` on the curve.
    pub p: [<Q::Base as Field>::El; 2],
    /// `(x, y)` on the twist.
    pub q: [Q::El; 2],
}

impl<Q: Quadratic> Clone for Pair<Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q: Quadratic> Copy for Pair<Q> {}

/// What the loop does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// `T = 2T`, after a squaring of the value.
    Double,
    /// `T = T + Q`.
    Add,
    /// `T = T - Q`.
    Subtract,
    /// `T = -T`, and the value's conjugate.
    Negate,
    /// `T = T + π(Q)`.
    AddFrobenius,
    /// `T = T - π²(Q)`.
    SubtractFrobeniusSquare,
}

#[cfg(feature = "alloc")]
impl Step {
    /// Whether a line belongs to it.
    pub(super) const fn has_line(self) -> bool {
        !matches!(self, Self::Negate)
    }
}

impl<Q: Quadratic> PairingCurve<Q> {
    /// The loop's digit of weight `2^i`: of the length's bits, or of its non-adjacent form, in which digit `i` is the difference of the
    /// bits `i + 1` of three times and of once the length.
    const fn digit(&self, i: usize) -> i8 {
        let n = self.loop_length();
        if self.signed_loop {
            ((3 * n) >> (i + 1) & 1) as i8 - (n >> (i + 1) & 1) as i8
        } else {
            (n >> i & 1) as i8
        }
    }

    /// The number of digits.
    const fn digits(&self) -> usize {
        let n = self.loop_length();
        let top = if self.signed_loop { 3 * n } else { 2 * n };
        (u128::BITS - 1 - top.leading_zeros()) as usize
    }

    /// The steps of the loop in their order; the same for all points.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> {
        let loop_steps = (0..self.digits() - 1).rev().flat_map(|i| {
            let added = match self.digit(i) {
                0 => None,
                1 => Some(Step::Add),
                _ => Some(Step::Subtract),
            };
            [Some(Step::Double), added].into_iter().flatten()
        });
        let adjustment: &[Step] = match self.family {
            Family::Bn => &[Step::AddFrobenius, Step::SubtractFrobeniusSquare],
            Family::Bls12 => &[],
        };
        loop_steps
            .chain(self.u_is_negative.then_some(Step::Negate))
            .chain(adjustment.iter().copied())
    }

    /// Takes `t` through a step of the loop for `point`; the line, if the step has one.
    pub(super) fn step<L: Lines>(
        &self,
        step: Step,
        t: &mut Point<Q::El>,
        point: &[Q::El; 2],
    ) -> Option<Coefficients<Q::El>> {
        let q = self.tower.fp2();
        let negative = |[x, y]: [Q::El; 2]| [x, q.neg(&y)];
        Some(match step {
            Step::Double => L::double(self, t),
            Step::Add => L::add(self, t, point),
            Step::Subtract => L::add(self, t, &negative(*point)),
            Step::Negate => {
                t.y = q.neg(&t.y);
                return None;
            }
            Step::AddFrobenius => L::add(self, t, &self.twist_frobenius(point, 1)),
            Step::SubtractFrobeniusSquare => {
                L::add(self, t, &negative(self.twist_frobenius(point, 2)))
            }
        })
    }

    /// The product of the loop's values for `pairs` pairs, whose lines `line` gives, evaluated, step by step.
    pub(super) fn accumulate(
        &self,
        pairs: usize,
        mut line: impl FnMut(Step, usize) -> Option<Line<Q::El>>,
    ) -> Value<Q> {
        let tower = &self.tower;
        let mut f = None;
        for step in self.steps() {
            f = match step {
                Step::Double => f.map(|f| tower.sqr(&f)),
                Step::Negate => f.map(|f| tower.conjugate(&f)),
                _ => f,
            };
            for i in 0..pairs {
                if let Some(line) = line(step, i) {
                    f = Some(match f {
                        None => tower.from_line(&line),
                        Some(f) => tower.mul_line(&f, &line),
                    });
                }
            }
        }
        f.unwrap_or_else(|| tower.one())
    }

    /// The Miller loop's value for one pair.
    pub fn miller_loop<L: Lines>(&self, pair: &Pair<Q>) -> Value<Q> {
        let mut t = Point::affine(self.tower.fp2(), &pair.q);
        self.accumulate(1, |step, _| {
            self.step::<L>(step, &mut t, &pair.q).map(|c| line::evaluate(self, &c, &pair.p))
        })
    }

    /// The product of the values for all `pairs`; 1 for none.
    #[cfg(feature = "alloc")]
    pub fn miller_loop_product<L: Lines>(&self, pairs: &[Pair<Q>]) -> Value<Q> {
        let affine = |pair: &Pair<Q>| Point::affine(self.tower.fp2(), &pair.q);
        let mut points: alloc::vec::Vec<_> = pairs.iter().map(affine).collect();
        self.accumulate(pairs.len(), |step, i| {
            let line = self.step::<L>(step, &mut points[i], &pairs[i].q);
            line.map(|c| line::evaluate(self, &c, &pairs[i].p))
        })
    }
}
