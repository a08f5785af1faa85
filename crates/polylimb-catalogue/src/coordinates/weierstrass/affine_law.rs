//! `affine`: pairs, and a division for each addition.
//!
//! **Source.** The chord and the tangent; `[Arruda2014]`, equations 2.12 and 2.13. **Cost** (its
//! Table 1). Doubling I + 2M + 2S, addition I + 2M + S. Pays where an inversion costs less than
//! five or six products, or is shared by many additions.

use polylimb::authors::curve::{AffinePoint, Coordinates, Curve};
use polylimb::authors::field::{Field, Truth};

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct Affine;

/// The third point of the line through `p` with that slope, negated; `x2` is the second point's
/// abscissa.
#[inline(always)]
fn third<F: Field>(f: &F, p: &AffinePoint<F>, x2: &F::El, slope: &F::El) -> (F::El, F::El) {
    let x = f.sub(&f.sub(&f.sqr(slope), &p.x), x2);
    let y = f.sub(&f.mul(slope, &f.sub(&p.x, &x)), &p.y);
    (x, y)
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
        let (xx, inverse) = (f.sqr(&p.x), f.inv0(&f.double(&p.y)));
        let numerator = f.add(&f.add(&f.double(&xx), &xx), &c.a);
        let (x, y) = third(f, p, &p.x, &f.mul(&numerator, &inverse));
        AffinePoint { x, y, neutral: p.neutral | f.is_zero(&p.y) }
    }

    fn add(c: &Curve<F>, p: &AffinePoint<F>, q: &AffinePoint<F>) -> AffinePoint<F> {
        let f = &c.field;
        let run = f.sub(&q.x, &p.x);
        let slope = f.mul(&f.sub(&q.y, &p.y), &f.inv0(&run));
        let (x, y) = third(f, p, &q.x, &slope);
        AffinePoint { x, y, neutral: f.is_zero(&run) }
    }

    fn add_affine(c: &Curve<F>, p: &AffinePoint<F>, x: &F::El, y: &F::El) -> AffinePoint<F> {
        Self::add(c, p, &AffinePoint::new(*x, *y))
    }

    fn neg(c: &Curve<F>, p: &AffinePoint<F>) -> AffinePoint<F> {
        p.neg(&c.field)
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
}
