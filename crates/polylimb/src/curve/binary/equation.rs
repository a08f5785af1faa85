//! The equation `y² + x y = x³ + a x² + b` and its one point of order 2.

use crate::curve::weierstrass::{AffinePoint, Curve};
use crate::field::{Field, VartimeField};

/// `x³ + a x² + b`.
#[inline(always)]
pub fn right_side<F: Field>(c: &Curve<F>, x: &F::El) -> F::El {
    let f = &c.field;
    let xx = f.sqr(x);
    f.add(&f.add(&f.mul(&xx, x), &c.mul_a(&xx)), &c.b)
}

/// Whether `(x, y)` lies on the curve.
#[inline(always)]
pub fn contains<F: Field>(c: &Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
    let f = &c.field;
    f.equal(&f.mul(y, &f.add(y, x)), &right_side(c, x))
}

/// `-(x, y) = (x, x + y)`.
#[inline(always)]
pub(super) fn neg<F: Field>(f: &F, e: &AffinePoint<F>) -> AffinePoint<F> {
    AffinePoint { y: f.add(&e.x, &e.y), ..*e }
}

/// The ordinate `√b` of the point of order 2: the last square before `b` comes again. `m` squarings.
pub(super) fn root_of_b_vartime<F: VartimeField>(c: &Curve<F>) -> F::El {
    let f = &c.field;
    let mut root = c.b;
    loop {
        let square = f.sqr(&root);
        if f.equal_vartime(&square, &c.b) {
            return root;
        }
        root = square;
    }
}

/// What every coordinate system over pairs `(x, y)` says of its curve.
macro_rules! binary_equation {
    () => {
        #[inline(always)]
        fn neg_affine(
            c: &$crate::curve::weierstrass::Curve<F>,
            e: &$crate::curve::weierstrass::AffinePoint<F>,
        ) -> $crate::curve::weierstrass::AffinePoint<F> {
            $crate::curve::binary::equation::neg(&c.field, e)
        }

        #[inline(always)]
        fn contains(c: &$crate::curve::weierstrass::Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
            $crate::curve::binary::equation::contains(c, x, y)
        }
    };
}
pub(super) use binary_equation;

/// The same for systems over pairs `(x, λ)`: `-(x, λ) = (x, λ + 1)`, and `x = 0` stands for `(0, √b)`.
macro_rules! lambda_equation {
    () => {
        #[inline(always)]
        fn neg_affine(c: &Curve<F>, e: &AffinePoint<F>) -> AffinePoint<F> {
            AffinePoint { y: c.field.add(&e.y, &c.field.one()), ..*e }
        }

        #[inline(always)]
        fn contains(c: &Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
            equation::contains(c, x, y)
        }

        fn enter(c: &Curve<F>, x: &F::El, y: &F::El) -> AffinePoint<F> {
            $crate::curve::binary::LambdaAffine::of_pair(&c.field, x, y)
        }

        fn leave(c: &Curve<F>, e: &AffinePoint<F>) -> (F::El, F::El) {
            let f = &c.field;
            if f.is_zero_vartime(&e.x) {
                return (e.x, root_of_b_vartime(c));
            }
            (e.x, f.mul(&e.x, &f.add(&e.x, &e.y)))
        }
    };
}
pub(super) use lambda_equation;
