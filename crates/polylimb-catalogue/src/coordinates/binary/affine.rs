//! `affine`: pairs, and a division for each addition.
//!
//! **Source.** The chord and the tangent; `[Hankerson2004]`, section 3.1.2. **Cost**
//! (`[Arruda2014]`, Table 45). Doubling and addition I + 2M + S.
//!
//! `[Arruda2014]` prints under this heading (equations 2.4 and 2.5) the law of the supersingular
//! curves `y² + c y = x³ + a x + b`. On `y² + x y = x³ + a x² + b`, with `λ = (y1 + y2)/(x1 + x2)`,
//! or `x + y/x` for a doubling: `x3 = λ² + λ + x1 + x2 + a`, `y3 = λ (x1 + x3) + x3 + y1`.

use polylimb::authors::curve::{AffinePoint, Coordinates, Curve, LopezDahab};
use polylimb::authors::field::{Field, Truth};

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct Affine;

/// The third point on the line through `(x1, y1)` with that slope, mirrored; `sum` is the sum of
/// the abscissas.
#[inline(always)]
pub(super) fn third<F: Field>(
    c: &Curve<F>,
    [x1, y1]: [&F::El; 2],
    sum: &F::El,
    slope: &F::El,
) -> (F::El, F::El) {
    let f = &c.field;
    let x = f.add(&f.add(&f.add(&f.sqr(slope), slope), sum), &c.a);
    let y = f.add(&f.add(&f.mul(slope, &f.add(x1, &x)), &x), y1);
    (x, y)
}

/// `(y1 + y2) / (x1 + x2)`.
#[inline(always)]
pub(super) fn chord<F: Field>(f: &F, p: &AffinePoint<F>, q: &AffinePoint<F>) -> F::El {
    f.mul(&f.add(&p.y, &q.y), &f.inv0(&f.add(&p.x, &q.x)))
}

/// `x + y/x`, the slope of the tangent.
#[inline(always)]
pub(super) fn lambda<F: Field>(f: &F, x: &F::El, y: &F::El) -> F::El {
    f.add(x, &f.mul(y, &f.inv0(x)))
}

impl<F: Field> Coordinates<F> for Affine {
    const NAME: &'static str = "affine";

    type Point = AffinePoint<F>;

    #[inline(always)]
    fn neutral(c: &Curve<F>) -> AffinePoint<F> {
        AffinePoint::neutral(&c.field)
    }

    #[inline(always)]
    fn is_neutral(_: &Curve<F>, p: &AffinePoint<F>) -> F::Mask {
        p.neutral
    }

    #[inline(always)]
    fn lift(_: &Curve<F>, x: &F::El, y: &F::El) -> AffinePoint<F> {
        AffinePoint::new(*x, *y)
    }

    fn double(c: &Curve<F>, p: &AffinePoint<F>) -> AffinePoint<F> {
        let f = &c.field;
        let slope = lambda(f, &p.x, &p.y);
        let (x, y) = third(c, [&p.x, &p.y], &f.zero(), &slope);
        AffinePoint { x, y, neutral: p.neutral | f.is_zero(&p.x) }
    }

    fn add(c: &Curve<F>, p: &AffinePoint<F>, q: &AffinePoint<F>) -> AffinePoint<F> {
        let f = &c.field;
        let sum = f.add(&p.x, &q.x);
        let (x, y) = third(c, [&p.x, &p.y], &sum, &chord(f, p, q));
        AffinePoint { x, y, neutral: f.is_zero(&sum) }
    }

    fn add_affine(c: &Curve<F>, p: &AffinePoint<F>, x: &F::El, y: &F::El) -> AffinePoint<F> {
        Self::add(c, p, &AffinePoint::new(*x, *y))
    }

    fn neg(c: &Curve<F>, p: &AffinePoint<F>) -> AffinePoint<F> {
        LopezDahab::neg_affine(c, p)
    }

    fn equal(c: &Curve<F>, p: &AffinePoint<F>, q: &AffinePoint<F>) -> F::Mask {
        c.field.equal(&p.x, &q.x) & c.field.equal(&p.y, &q.y)
    }

    fn denominator(c: &Curve<F>, _: &AffinePoint<F>) -> F::El {
        c.field.one()
    }

    fn to_affine(_: &Curve<F>, p: &AffinePoint<F>, _: &F::El) -> AffinePoint<F> {
        AffinePoint { neutral: F::Mask::FALSE, ..*p }
    }

    fn select(
        c: &Curve<F>,
        condition: F::Mask,
        if_true: &AffinePoint<F>,
        if_false: &AffinePoint<F>,
    ) -> AffinePoint<F> {
        AffinePoint::select(&c.field, condition, if_true, if_false)
    }

    fn neg_affine(c: &Curve<F>, e: &AffinePoint<F>) -> AffinePoint<F> {
        LopezDahab::neg_affine(c, e)
    }

    fn contains(c: &Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
        LopezDahab::contains(c, x, y)
    }
}
