//! Whether a point of a binary curve is in the subgroup of prime order, by traces instead of a
//! multiplication.
//!
//! **Source.** `[Knudsen1999]`; `[King2001]`. **Idea.** Doubling maps the group onto the subgroup
//! of order `n`; with cofactor 4, two doublings do. `P` is a double if and only if `Tr(x) = Tr(a)`.
//! The abscissa of its half is the square root of `y + (λ + 1) x` for `λ² + λ = x + a`; an element
//! and its square root have the same trace.

use super::straus_vartime;
use crate::curve::binary::LopezDahab;
use crate::curve::{AffinePoint, Group, Vartime};
use crate::field::VartimeField;
use crate::field::binary::Quadratic;
use crate::limb::{Bits, Mask, Word};

/// Width of the windows of the multiplication by the order, for other cofactors.
const WIDTH: usize = 5;

/// Whether the point `(x, y)` of the curve is in the subgroup of order `order`, and not neutral.
/// Constant time in the point if the cofactor is 2 or 4; variable time otherwise.
pub fn in_subgroup<F: VartimeField + Quadratic>(
    group: &Vartime<F, LopezDahab>,
    cofactor: &[Word],
    order: &[Word],
    [x, y]: [&F::El; 2],
) -> Mask {
    let (c, f) = (group.curve(), &group.curve().field);
    let is_double = |x: &F::El| !(f.trace(x) ^ f.trace(&c.a));
    match cofactor {
        [2] => is_double(x),
        [4] => {
            let lambda = f.half_trace(&f.add(x, &c.a));
            let square = f.add(y, &f.mul(&f.add(&lambda, &f.one()), x));
            is_double(x) & is_double(&square) & !f.is_zero(x)
        }
        _ => {
            let entry = AffinePoint::new(*x, *y);
            let order = Bits::new_vartime(order);
            group.is_neutral(&straus_vartime(group, &[(order, &entry)], WIDTH))
        }
    }
}
