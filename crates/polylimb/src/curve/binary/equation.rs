//! The equation `y² + x y = x³ + a x² + b` and its one point of order 2.

use crate::curve::{AffinePoint, Curve};
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

/// The ordinate `√b` of the point of order 2: the last of the repeated squares before `b` returns.
/// `m` squarings.
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
