//! `modified-jacobian`: Jacobian coordinates that carry `azzzz = a z⁴`: the cheapest doublings for
//! any a.
//!
//! **Source.** `[Cohen1998]`. **Cost** (`[Arruda2014]`, Table 1). Doubling 4M + 4S, addition 13M +
//! 6S, mixed 9M + 5S, where one M of both additions is by a.

use super::jacobian_coordinates::jacobian_coordinates;
use super::jacobian_forms::{Operand, Outcome};
use polylimb::authors::curve::Curve;
use polylimb::authors::field::Field;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct ModifiedJacobian;

jacobian_coordinates!(
    ModifiedJacobian,
    ModifiedJacobianPoint { x, y, z, azzzz },
    "modified-jacobian"
);

impl<F: Field<El = E>, E: Copy> Operand<F> for ModifiedJacobianPoint<E> {
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
        Some(self.azzzz)
    }
}

impl<F: Field<El = E>, E: Copy> Outcome<F> for ModifiedJacobianPoint<E> {
    #[inline(always)]
    fn of(c: &Curve<F>, x: E, y: E, z: E) -> Self {
        let f = &c.field;
        Self { x, y, z, azzzz: c.mul_a(&f.sqr(&f.sqr(&z))) }
    }

    /// `a (2 Y Z)⁴ = 2 (8 Y⁴) (a Z⁴)`.
    #[inline(always)]
    fn of_double(c: &Curve<F>, [x, y, z]: [E; 3], eighth: &E, azzzz: Option<E>) -> Self {
        match azzzz {
            Some(azzzz) => {
                let f = &c.field;
                Self { x, y, z, azzzz: f.double(&f.mul(eighth, &azzzz)) }
            }
            None => Self::of(c, x, y, z),
        }
    }
}
