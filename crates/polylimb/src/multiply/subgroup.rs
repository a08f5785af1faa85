//! Whether a point of a binary curve is in the subgroup of prime order, by traces instead of a
//! multiplication.
//!
//! **Source.** `[Knudsen1999]`; `[King2001]`. **Idea.** Doubling maps the group onto the subgroup
//! of order `n`; with cofactor 4, two doublings do. `P` is a double if and only if `Tr(x) = Tr(a)`.
//! The abscissa of its half is the square root of `y + (λ + 1) x` for `λ² + λ = x + a`; an element
//! and its square root have the same trace.

#[cfg(any(feature = "engine", test))]
use super::straus_vartime;
use crate::curve::Curve;
#[cfg(any(feature = "engine", test))]
use crate::curve::{AffinePoint, Group, Vartime, binary::LopezDahab};
use crate::field::VartimeField;
use crate::field::binary::Quadratic;
use crate::limb::Mask;
#[cfg(any(feature = "engine", test))]
use crate::limb::{Bits, Word};

/// Whether the point `(x, y)` is not neutral and four times another, which says on a curve of
/// cofactor 4 that it is in the subgroup of prime order. Constant time.
pub(crate) fn is_quadruple<F: Quadratic<Mask = Mask>>(c: &Curve<F>, [x, y]: [&F::El; 2]) -> Mask {
    let f = &c.field;
    let lambda = f.half_trace(&f.add(x, &c.a));
    let square = f.add(y, &f.mul(&f.add(&lambda, &f.one()), x));
    is_double(c, x) & is_double(c, &square) & !f.is_zero(x)
}

/// Whether a point with this abscissa is twice another.
fn is_double<F: Quadratic<Mask = Mask>>(c: &Curve<F>, x: &F::El) -> Mask {
    !(c.field.trace(x) ^ c.field.trace(&c.a))
}

/// Width of the windows of the multiplication by the order, for other cofactors.
#[cfg(any(feature = "engine", test))]
const WIDTH: usize = 5;

/// Whether the point `(x, y)` of the curve is in the subgroup of order `order`, and not neutral.
/// Constant time in the point if the cofactor is 2 or 4; variable time otherwise.
#[cfg(any(feature = "engine", test))]
pub fn in_subgroup<F: VartimeField + Quadratic>(
    group: &Vartime<F, LopezDahab>,
    cofactor: &[Word],
    order: &[Word],
    [x, y]: [&F::El; 2],
) -> Mask {
    match cofactor {
        [2] => is_double(group.curve(), x),
        [4] => is_quadruple(group.curve(), [x, y]),
        _ => {
            let entry = AffinePoint::new(*x, *y);
            let order = Bits::new_vartime(order);
            group.is_neutral(&straus_vartime(group, &[(order, &entry)], WIDTH))
        }
    }
}
