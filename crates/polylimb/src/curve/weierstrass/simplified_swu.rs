//! The simplified map of Shallue, van de Woestijne, Ulas: field elements to points of a curve with
//! `a b ≠ 0`.
//!
//! **Source.** RFC 9380, section 6.6.2 (`[Brier2010]`; `[Wahby2019]`). Abscissas are fractions, so
//! nothing is inverted. **Cost.** One square root, about 20 products. **Constant time.**

use crate::curve::Curve;
use crate::field::{Field, SquareRoot};

/// The map to one curve.
pub(crate) struct SimplifiedSwu<F: Field> {
    curve: Curve<F>,
    z: F::El,
    /// `z³`, and what roots of multiples by it need.
    cube: [F::El; 2],
}

impl<F: SquareRoot> SimplifiedSwu<F> {
    /// The map to `curve` for this `Z`, which the RFC has for each suite.
    pub(crate) fn new(curve: Curve<F>, z: F::El) -> Self {
        let f = &curve.field;
        let cube = f.mul(&f.sqr(&z), &z);
        let cube = [cube, f.root_for(&cube)];
        Self { curve, z, cube }
    }

    pub(crate) const fn field(&self) -> &F {
        &self.curve.field
    }

    /// The point for `u`: numerator and denominator of `x`, and `y` or `-y`, which the caller gives
    /// the sign of `u`.
    ///
    /// With `x = n/d`, the right side is `m/d³` for `m = n³ + a n d² + b d³`, and its root `m s`
    /// for a root `s` of `1/(m d³)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn point(&self, u: &F::El) -> [F::El; 3] {
        let Curve { field: f, a, b, .. } = &self.curve;
        let uu = f.sqr(u);
        let zu2 = f.mul(&self.z, &uu);
        let sum = f.add(&f.sqr(&zu2), &zu2);
        let denominator = f.select(f.is_zero(&sum), &self.z, &f.neg(&sum));
        let d = f.mul(a, &denominator);
        let n = f.mul(b, &f.add(&sum, &f.one()));
        let ([], [nn, dd]) = f.products([], [&n, &d]);
        let ([ddd, add], []) = f.products([(&d, &dd), (a, &dd)], []);
        let ([cubic, constant], []) = f.products([(&n, &f.add(&nn, &add)), (b, &ddd)], []);
        let m = f.add(&cubic, &constant);
        // The right side for the second x, z u² times the first, is z³ u⁶ times the other.
        let [cube, root] = &self.cube;
        let (s, exists) = f.inverse_sqrt_either(&f.mul(&m, &ddd), cube, root);
        let y = f.mul(&m, &s);
        let y2 = f.mul(&y, &f.mul(&uu, u));
        [f.select(exists, &n, &f.mul(&zu2, &n)), d, f.select(exists, &y, &y2)]
    }
}
