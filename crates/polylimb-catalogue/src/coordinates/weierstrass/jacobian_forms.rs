//! The forms of Jacobian points with further values, and one doubling and one addition for all
//! forms.
//!
//! **Source.** `[Cohen1998]`. A point `(X/Z², Y/Z³)` is written as `(X, Y, Z)` (J); with `Z²` and
//! `Z³` (Chudnovsky, Jc); with `a Z⁴` (modified, Jm); or with `Z = 1` (affine, A). **Idea.** Each
//! form saves products in the addition or doubling that reads it, and costs some to make;
//! everything else is the same. So the formula exists once: it gets the values that it needs from
//! its operands, and passes `X, Y, Z` to the form of the result. All mixed rows of Tables 1 and 44
//! of `[Arruda2014]` are instances.
//!
//! ```
//! use polylimb::authors::curve::{AffinePoint, Coefficient, Curve, JacobianPoint};
//! use polylimb::authors::field::prime::Toy;
//! use polylimb_catalogue::coordinates::weierstrass::jacobian_forms;
//! let curve = Curve::new(Toy::new(29)?, 4, 20, Coefficient::Any);
//! // An affine point doubled, the result in Jacobian coordinates.
//! let twice: JacobianPoint<u8> = jacobian_forms::double(&curve, &AffinePoint::new(1, 5));
//! assert_ne!(twice.z, 0);
//! # Ok::<(), polylimb::Error>(())
//! ```

use polylimb::authors::curve::{AffinePoint, Coefficient, Curve, JacobianPoint};
use polylimb::authors::field::Field;

/// A form of Jacobian points, as operand.
pub trait Operand<F: Field> {
    /// Whether `Z = 1`.
    const AFFINE: bool = false;

    /// `X`.
    fn x(&self) -> &F::El;

    /// `Y`.
    fn y(&self) -> &F::El;

    /// `Z`.
    fn z(&self, f: &F) -> F::El;

    /// `Z²`, stored or computed.
    fn zz(&self, f: &F) -> F::El;

    /// `Z³`, stored or computed from `zz`.
    fn zzz(&self, f: &F, zz: &F::El) -> F::El;

    /// `a Z⁴`, if known without computation.
    fn azzzz(&self, c: &Curve<F>) -> Option<F::El>;
}

/// A form of Jacobian points, as result.
pub trait Outcome<F: Field>: Sized {
    /// The point `(X, Y, Z)` with the further values of this form.
    fn of(c: &Curve<F>, x: F::El, y: F::El, z: F::El) -> Self;

    /// [`Outcome::of`] for the double of a point with ordinate `Y1`; `eighth` is `8 Y1⁴`, `azzzz`
    /// is `a Z1⁴` if known.
    #[inline(always)]
    fn of_double(
        c: &Curve<F>,
        [x, y, z]: [F::El; 3],
        _eighth: &F::El,
        _azzzz: Option<F::El>,
    ) -> Self {
        Self::of(c, x, y, z)
    }
}

/// `3 v`.
#[inline(always)]
fn triple<F: Field>(f: &F, v: &F::El) -> F::El {
    f.add(&f.double(v), v)
}

/// `3 X² + a Z⁴`: the tangent's slope.
#[inline(always)]
fn slope<F: Field, P: Operand<F>>(c: &Curve<F>, p: &P) -> F::El {
    let f = &c.field;
    if let Some(azzzz) = p.azzzz(c) {
        return f.add(&triple(f, &f.sqr(p.x())), &azzzz);
    }
    match c.shape {
        Coefficient::Zero => triple(f, &f.sqr(p.x())),
        Coefficient::MinusThree => {
            let zz = p.zz(f);
            triple(f, &f.mul(&f.add(p.x(), &zz), &f.sub(p.x(), &zz)))
        }
        Coefficient::One | Coefficient::Any => {
            let ([], [xx, zzzz]) = f.products([], [p.x(), &p.zz(f)]);
            f.add(&triple(f, &xx), &c.mul_a(&zzzz))
        }
    }
}

/// `2 p` (`[Arruda2014]`, equation 2.17), for every `p`.
#[inline(always)]
pub fn double<F: Field, P: Operand<F>, R: Outcome<F>>(c: &Curve<F>, p: &P) -> R {
    let f = &c.field;
    let (yz, yy) = if P::AFFINE {
        (*p.y(), f.sqr(p.y()))
    } else {
        let ([yz], [yy]) = f.products([(p.y(), &p.z(f))], [p.y()]);
        (yz, yy)
    };
    let ([xyy], [yyyy]) = f.products([(p.x(), &yy)], [&yy]);
    let b = slope(c, p);
    let a = f.double(&f.double(&xyy));
    let x = f.sub(&f.sqr(&b), &f.double(&a));
    let eighth = f.double(&f.double(&f.double(&yyyy)));
    let y = f.sub(&f.mul(&b, &f.sub(&a, &x)), &eighth);
    R::of_double(c, [x, y, f.double(&yz)], &eighth, p.azzzz(c))
}

/// `p + q` (equation 2.16 and its names) for points that are not neutral; `Z = 0` for `p = -q` and
/// for `p = q`.
#[inline(always)]
pub fn add<F: Field, P: Operand<F>, Q: Operand<F>, R: Outcome<F>>(c: &Curve<F>, p: &P, q: &Q) -> R {
    let f = &c.field;
    let (a, cc, zz) = if Q::AFFINE {
        (*p.x(), *p.y(), p.z(f))
    } else {
        let qzz = q.zz(f);
        let ([a, zz], []) = f.products([(p.x(), &qzz), (&p.z(f), &q.z(f))], []);
        (a, f.mul(p.y(), &q.zzz(f, &qzz)), zz)
    };
    let (b, d) = if P::AFFINE {
        (*q.x(), *q.y())
    } else {
        let pzz = p.zz(f);
        let ([b, d], []) = f.products([(q.x(), &pzz), (q.y(), &p.zzz(f, &pzz))], []);
        (b, d)
    };
    let (e, ff) = (f.sub(&b, &a), f.sub(&d, &cc));
    let (z, ee, ffff) = if P::AFFINE && Q::AFFINE {
        let ([], [ee, ffff]) = f.products([], [&e, &ff]);
        (e, ee, ffff)
    } else {
        let ([z], [ee, ffff]) = f.products([(&zz, &e)], [&e, &ff]);
        (z, ee, ffff)
    };
    let ([eee, aee], []) = f.products([(&e, &ee), (&a, &ee)], []);
    let x = f.sub_double(&f.sub(&ffff, &eee), &aee);
    let ([t, ceee], []) = f.products([(&ff, &f.sub(&aee, &x)), (&cc, &eee)], []);
    R::of(c, x, f.sub(&t, &ceee), z)
}

/// Whether `p` and `q`, neither of them neutral, are the same point.
pub fn equal<F: Field, P: Operand<F>, Q: Operand<F>>(c: &Curve<F>, p: &P, q: &Q) -> F::Mask {
    let f = &c.field;
    let (pzz, qzz) = (p.zz(f), q.zz(f));
    let ([x1, x2], []) = f.products([(p.x(), &qzz), (q.x(), &pzz)], []);
    let (pzzz, qzzz) = (p.zzz(f, &pzz), q.zzz(f, &qzz));
    let ([y1, y2], []) = f.products([(p.y(), &qzzz), (q.y(), &pzzz)], []);
    f.equal(&x1, &x2) & f.equal(&y1, &y2)
}

/// `(X/Z², Y/Z³)`, given `1/Z`.
#[inline(always)]
pub fn to_affine<F: Field, P: Operand<F>>(f: &F, p: &P, inverse: &F::El) -> AffinePoint<F> {
    let square = f.sqr(inverse);
    let ([x, cube], []) = f.products([(p.x(), &square), (inverse, &square)], []);
    AffinePoint::new(x, f.mul(p.y(), &cube))
}

/// A pair as operand: `Z = 1`.
impl<F: Field> Operand<F> for AffinePoint<F> {
    const AFFINE: bool = true;

    #[inline(always)]
    fn x(&self) -> &F::El {
        &self.x
    }

    #[inline(always)]
    fn y(&self) -> &F::El {
        &self.y
    }

    #[inline(always)]
    fn z(&self, f: &F) -> F::El {
        f.one()
    }

    #[inline(always)]
    fn zz(&self, f: &F) -> F::El {
        f.one()
    }

    #[inline(always)]
    fn zzz(&self, f: &F, _: &F::El) -> F::El {
        f.one()
    }

    #[inline(always)]
    fn azzzz(&self, c: &Curve<F>) -> Option<F::El> {
        Some(c.a)
    }
}

impl<F: Field<El = E>, E: Copy> Operand<F> for JacobianPoint<E> {
    #[inline(always)]
    fn x(&self) -> &E {
        &self.x
    }

    #[inline(always)]
    fn y(&self) -> &E {
        &self.y
    }

    #[inline(always)]
    fn z(&self, _: &F) -> E {
        self.z
    }

    #[inline(always)]
    fn zz(&self, f: &F) -> E {
        f.sqr(&self.z)
    }

    #[inline(always)]
    fn zzz(&self, f: &F, zz: &E) -> E {
        f.mul(&self.z, zz)
    }

    #[inline(always)]
    fn azzzz(&self, _: &Curve<F>) -> Option<E> {
        None
    }
}

impl<F: Field<El = E>, E> Outcome<F> for JacobianPoint<E> {
    #[inline(always)]
    fn of(_: &Curve<F>, x: E, y: E, z: E) -> Self {
        Self { x, y, z }
    }
}
