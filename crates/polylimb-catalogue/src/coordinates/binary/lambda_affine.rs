//! `lambda-affine`: `(x, λ)` with `λ = x + y/x`, the form A′ of `[Cohen2006]`.
//!
//! **Source.** `[Schroeppel1997]`; `[Knudsen1999]`; `[Arruda2014]`, Table 45; the addition from
//! `[Oliveira2013]`. **Idea.** λ is the slope of the tangent, so a doubling needs no division to
//! find it, and halving needs no other slope. **Cost.** Doubling I + M + 2S, where Table 45 prints
//! I + M + S: `x3 = λ² + λ + a` and `λ3 = λ² + a + 1 + x²/x3` have two squares; with an affine
//! result M + 2S as printed; two affine points with a result in this form 2I + 3M + S as printed.
//! An addition within the form 2I + 6M + 2S. **Domain.** The point `(0, √b)` of order 2 is `x = 0`
//! with any λ; a branch recognises it.

use super::LambdaProjective;
use super::affine::{Affine, chord, lambda, third};
use polylimb::authors::curve::{AffinePoint, Coordinates, Curve};
use polylimb::authors::field::{Field, VartimeField};
use polylimb::authors::limb::Mask;

/// The coordinate system; a point is an [`AffinePoint`] with `λ` as its second coordinate.
#[derive(Debug, Clone, Copy)]
pub struct LambdaAffine;

impl LambdaAffine {
    /// `(x, λ)` of `(x, y)`.
    #[inline(always)]
    pub fn of_pair<F: Field>(f: &F, x: &F::El, y: &F::El) -> AffinePoint<F> {
        AffinePoint::new(*x, lambda(f, x, y))
    }

    /// `2 (x, λ)` as pair `(x, y)`; `x` is not 0.
    #[inline(always)]
    pub fn double_to_pair<F: Field>(c: &Curve<F>, p: &AffinePoint<F>) -> AffinePoint<F> {
        let f = &c.field;
        let ([], [square, xx]) = f.products([], [&p.y, &p.x]);
        let x = f.add(&f.add(&square, &p.y), &c.a);
        let y = f.add(&f.add(&xx, &f.mul(&p.y, &x)), &x);
        AffinePoint { x, y, neutral: p.neutral }
    }

    /// `(x1, y1) + (x2, y2)` of two pairs in this form; `x1 ≠ x2`.
    #[inline(always)]
    pub fn add_pairs<F: Field>(
        c: &Curve<F>,
        p: &AffinePoint<F>,
        q: &AffinePoint<F>,
    ) -> AffinePoint<F> {
        let f = &c.field;
        let slope = chord(f, p, q);
        let (x, y) = third(c, [&p.x, &p.y], &f.add(&p.x, &q.x), &slope);
        Self::of_pair(f, &x, &y)
    }
}

/// `p` plus the point of order 2: `(√b/x, λ + 1)`.
fn add_two_torsion_vartime<F: VartimeField>(c: &Curve<F>, p: &AffinePoint<F>) -> AffinePoint<F> {
    let f = &c.field;
    let (_, root_of_b) = LambdaAffine::leave(c, &AffinePoint::new(f.zero(), f.zero()));
    let x = f.mul(&root_of_b, &f.inv0(&p.x));
    AffinePoint { x, y: f.add(&p.y, &f.one()), neutral: f.is_zero(&p.x) }
}

impl<F: VartimeField> Coordinates<F> for LambdaAffine {
    const NAME: &'static str = "lambda-affine";

    type Point = AffinePoint<F>;

    fn neutral(c: &Curve<F>) -> AffinePoint<F> {
        AffinePoint::neutral(&c.field)
    }

    fn is_neutral(_: &Curve<F>, p: &AffinePoint<F>) -> Mask {
        p.neutral
    }

    fn lift(_: &Curve<F>, x: &F::El, lambda: &F::El) -> AffinePoint<F> {
        AffinePoint::new(*x, *lambda)
    }

    fn double(c: &Curve<F>, p: &AffinePoint<F>) -> AffinePoint<F> {
        let f = &c.field;
        let ([], [square, xx]) = f.products([], [&p.y, &p.x]);
        let square_a = f.add(&square, &c.a);
        let x = f.add(&square_a, &p.y);
        let quotient = f.mul(&xx, &f.inv0(&x));
        let lambda = f.add(&f.add(&square_a, &f.one()), &quotient);
        AffinePoint { x, y: lambda, neutral: p.neutral | f.is_zero(&p.x) }
    }

    fn add(c: &Curve<F>, p: &AffinePoint<F>, q: &AffinePoint<F>) -> AffinePoint<F> {
        let f = &c.field;
        if f.is_zero_vartime(&p.x) {
            return add_two_torsion_vartime(c, q);
        }
        if f.is_zero_vartime(&q.x) {
            return add_two_torsion_vartime(c, p);
        }
        let (sum, lambdas) = (f.add(&p.x, &q.x), f.add(&p.y, &q.y));
        let ([product], [square]) = f.products([(&p.x, &q.x)], [&sum]);
        let x = f.mul(&f.mul(&product, &f.inv0(&square)), &lambdas);
        let inverse = f.inv0(&f.mul(&x, &p.x));
        let t = f.mul(&f.mul(&q.x, &f.sqr(&f.add(&x, &p.x))), &inverse);
        let lambda = f.add(&f.add(&t, &p.y), &f.one());
        AffinePoint { x, y: lambda, neutral: f.is_zero(&sum) }
    }

    fn add_affine(c: &Curve<F>, p: &AffinePoint<F>, x: &F::El, lambda: &F::El) -> AffinePoint<F> {
        Self::add(c, p, &AffinePoint::new(*x, *lambda))
    }

    fn neg(c: &Curve<F>, p: &AffinePoint<F>) -> AffinePoint<F> {
        AffinePoint { y: c.field.add(&p.y, &c.field.one()), ..*p }
    }

    fn equal(c: &Curve<F>, p: &AffinePoint<F>, q: &AffinePoint<F>) -> Mask {
        let f = &c.field;
        f.equal(&p.x, &q.x) & (f.is_zero(&p.x) | f.equal(&p.y, &q.y))
    }

    fn denominator(c: &Curve<F>, _: &AffinePoint<F>) -> F::El {
        c.field.one()
    }

    fn to_affine(_: &Curve<F>, p: &AffinePoint<F>, _: &F::El) -> AffinePoint<F> {
        AffinePoint { neutral: Mask::FALSE, ..*p }
    }

    fn select(
        c: &Curve<F>,
        condition: Mask,
        if_true: &AffinePoint<F>,
        if_false: &AffinePoint<F>,
    ) -> AffinePoint<F> {
        <Affine as Coordinates<F>>::select(c, condition, if_true, if_false)
    }

    fn neg_affine(c: &Curve<F>, e: &AffinePoint<F>) -> AffinePoint<F> {
        LambdaProjective::neg_affine(c, e)
    }

    fn contains(c: &Curve<F>, x: &F::El, y: &F::El) -> Mask {
        LambdaProjective::contains(c, x, y)
    }

    fn enter(c: &Curve<F>, x: &F::El, y: &F::El) -> AffinePoint<F> {
        LambdaProjective::enter(c, x, y)
    }

    fn leave(c: &Curve<F>, e: &AffinePoint<F>) -> (F::El, F::El) {
        LambdaProjective::leave(c, e)
    }
}
