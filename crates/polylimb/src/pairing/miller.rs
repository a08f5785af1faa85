//! The Miller loop of the optimal ate pairing `[Vercauteren2010]`, for one pair and for several
//! with shared squares.
//!
//! **Source.** `[Cuiman2019]`, Algorithm 1; for negative `u` the loop runs over `|6u + 2|` or
//! `|u|`, after which `f` is conjugated and `T` negated `[Aranha2011]`. A product of pairings
//! shares the squares of `f` `[Scott2005]`. **Cost.** For each bit a square of `F_p¹²`. For each
//! bit and pair a doubling with its line, and a product by the line; for each nonzero digit an
//! addition with the same.

use super::curve::digits;
use super::final_exponentiation::Cyclotomic;
use super::line::{self, Coefficients, Lines, Point};
use super::{Family, PairingCurve, Value};
use crate::field::Field;
use crate::field::extension::{Line, Quadratic};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;
use zeroize::Zeroize;
#[cfg(feature = "alloc")]
use zeroize::Zeroizing;

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

impl<Q: Quadratic> Zeroize for Pair<Q> {
    fn zeroize(&mut self) {
        self.p.zeroize();
        self.q.zeroize();
    }
}

/// The next step of the loop.
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

impl Step {
    /// Whether a line belongs to it.
    pub(super) const fn has_line(self) -> bool {
        !matches!(self, Self::Negate)
    }
}

/// The steps of a loop of this length. Not generic over the curve: an iterator compiles to much
/// code.
fn steps(
    length: u128,
    signed: bool,
    family: Family,
    negative: bool,
) -> impl Iterator<Item = Step> + Clone {
    let loop_steps = digits(length, signed).rev().skip(1).flat_map(|digit| {
        let added = match digit {
            0 => None,
            1 => Some(Step::Add),
            _ => Some(Step::Subtract),
        };
        [Some(Step::Double), added].into_iter().flatten()
    });
    let adjustment: &[Step] = match family {
        Family::Bn => &[Step::AddFrobenius, Step::SubtractFrobeniusSquare],
        Family::Bls12 => &[],
    };
    loop_steps.chain(negative.then_some(Step::Negate)).chain(adjustment.iter().copied())
}

/// Where a loop's lines come from.
pub(super) trait LineSource<T> {
    /// The work on a step's lines that does not wait for the square of the value.
    fn begin(&mut self, _: Step) {}

    /// The step's evaluated line for pair `i`; `None` if the step has no line or the value is not
    /// multiplied by it.
    fn line(&mut self, step: Step, i: usize) -> Option<T>;
}

/// The operations that accumulate the loop's value, for any form of its elements.
pub(super) trait MillerLoop: Cyclotomic {
    /// A line, evaluated.
    type Line;

    /// The steps of the loop in their order; the same for all points.
    fn steps(&self) -> impl Iterator<Item = Step> + Clone;

    /// 1.
    fn one(&self) -> Self::El;

    /// `f²`.
    fn square(&self, f: &Self::El) -> Self::El;

    /// The line as an element.
    fn begin_with(&self, line: &Self::Line) -> Self::El;

    /// `f` times the line.
    fn mul_line(&self, f: &Self::El, line: &Self::Line) -> Self::El;

    /// The product of the loop's values for this number of pairs.
    fn accumulate(&self, pairs: usize, lines: &mut impl LineSource<Self::Line>) -> Self::El {
        // No `Option`: over lanes an element has kilobytes, and wrapping it would copy it.
        let (mut f, mut begun) = (self.one(), false);
        for step in self.steps() {
            lines.begin(step);
            match step {
                Step::Double if begun => f = self.square(&f),
                Step::Negate if begun => f = self.conjugate(&f),
                _ => {}
            }
            for i in 0..pairs {
                if let Some(line) = lines.line(step, i) {
                    f = if begun { self.mul_line(&f, &line) } else { self.begin_with(&line) };
                    begun = true;
                }
            }
        }
        f
    }
}

impl<Q: Quadratic> PairingCurve<Q> {
    /// The steps of the loop in their order; the same for all points.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> + Clone {
        steps(self.loop_length(), self.signed_loop, self.family, self.u_is_negative)
    }

    /// Advances `t` by one step of the loop for `point`. Returns the step's line, if it has one.
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

    /// The Miller loop's value for one pair.
    pub fn miller_loop<L: Lines>(&self, pair: &Pair<Q>) -> Value<Q> {
        let points = [Point::affine(self.tower.fp2(), &pair.q)];
        let pairs = core::slice::from_ref(pair);
        self.accumulate(1, &mut Walk { curve: self, pairs, points, lines: PhantomData::<L> })
    }

    /// The product of the values for all `pairs`; 1 for no pairs.
    #[cfg(feature = "alloc")]
    pub fn miller_loop_product<L: Lines>(&self, pairs: &[Pair<Q>]) -> Value<Q> {
        self.accumulate(pairs.len(), &mut self.walk::<L>(pairs))
    }

    /// The lines of all `pairs`.
    #[cfg(feature = "alloc")]
    pub(super) fn walk<'a, L: Lines>(
        &'a self,
        pairs: &'a [Pair<Q>],
    ) -> Walk<'a, Q, L, Zeroizing<Vec<Point<Q::El>>>> {
        let points = pairs.iter().map(|pair| Point::affine(self.tower.fp2(), &pair.q)).collect();
        let points = Zeroizing::new(points);
        Walk { curve: self, pairs, points, lines: PhantomData }
    }
}

/// Several pairs on their way through the loop, the multiples of their points in `points`.
pub(super) struct Walk<'a, Q: Quadratic, L, P> {
    curve: &'a PairingCurve<Q>,
    pairs: &'a [Pair<Q>],
    points: P,
    lines: PhantomData<L>,
}

impl<Q, L, P> LineSource<Line<Q::El>> for Walk<'_, Q, L, P>
where
    Q: Quadratic,
    L: Lines,
    P: AsMut<[Point<Q::El>]>,
{
    fn line(&mut self, step: Step, i: usize) -> Option<Line<Q::El>> {
        let pair = &self.pairs[i];
        let line = self.curve.step::<L>(step, &mut self.points.as_mut()[i], &pair.q);
        line.map(|line| line::evaluate(self.curve, &line, &pair.p))
    }
}

impl<Q: Quadratic> MillerLoop for PairingCurve<Q> {
    type Line = Line<Q::El>;

    fn steps(&self) -> impl Iterator<Item = Step> + Clone {
        Self::steps(self)
    }

    fn one(&self) -> Value<Q> {
        self.tower.one()
    }

    fn square(&self, f: &Value<Q>) -> Value<Q> {
        self.tower.sqr(f)
    }

    fn begin_with(&self, line: &Line<Q::El>) -> Value<Q> {
        self.tower.from_line(line)
    }

    fn mul_line(&self, f: &Value<Q>, line: &Line<Q::El>) -> Value<Q> {
        self.tower.mul_line(f, line)
    }
}

/// The lines of the Miller loop for a fixed point of `G₂`, such as a public key or a generator, not
/// the neutral element (`[Scott2007]`; `[CostelloStebila2010]`): 73 to 90 lines of three elements
/// of `F_p²`, 14 to 20 kB. A pairing then takes only the products of `F_p` that evaluate a line in
/// `P`, squares, and products by lines.
#[cfg(feature = "alloc")]
pub struct Prepared<Q: Quadratic> {
    lines: Vec<Coefficients<Q::El>>,
}

/// A point `(x, y)` of `G₁`.
#[cfg(feature = "alloc")]
type Affine<Q> = [<<Q as Quadratic>::Base as Field>::El; 2];

#[cfg(feature = "alloc")]
impl<Q: Quadratic> PairingCurve<Q> {
    /// The lines for the point `(x, y)`.
    pub fn prepare<L: Lines>(&self, point: &[Q::El; 2]) -> Prepared<Q> {
        let mut t = Point::affine(self.tower.fp2(), point);
        Prepared {
            lines: self.steps().filter_map(|step| self.step::<L>(step, &mut t, point)).collect(),
        }
    }

    /// The product of the loop's values for pairs of a point `(x, y)` of `G₁` and prepared lines.
    pub fn miller_loop_prepared(&self, pairs: &[(Affine<Q>, &Prepared<Q>)]) -> Value<Q> {
        let next = alloc::vec![0; pairs.len()];
        self.accumulate(pairs.len(), &mut Kept { curve: self, pairs, next })
    }
}

/// The lines of several pairs, one after another.
#[cfg(feature = "alloc")]
struct Kept<'a, Q: Quadratic> {
    curve: &'a PairingCurve<Q>,
    pairs: &'a [(Affine<Q>, &'a Prepared<Q>)],
    next: Vec<usize>,
}

#[cfg(feature = "alloc")]
impl<Q: Quadratic> LineSource<Line<Q::El>> for Kept<'_, Q> {
    fn line(&mut self, step: Step, i: usize) -> Option<Line<Q::El>> {
        let (p, prepared) = &self.pairs[i];
        step.has_line().then(|| {
            let line = &prepared.lines[self.next[i]];
            self.next[i] += 1;
            line::evaluate(self.curve, line, p)
        })
    }
}
