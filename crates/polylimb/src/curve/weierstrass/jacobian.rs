//! `jacobian`: `(x, y, z)` stands for `(x/z², y/z³)`; `z = 0` is the neutral element.
//!
//! **Source.** Cohen, Miyaji, Ono 1998; the thesis's equations 2.16, 2.17. **Cost** (Tables 1 and 44). Doubling 4M + 6S with one of
//! the M by the coefficient a, 4M + 4S for a = -3, 3M + 4S for a = 0; addition 12M + 4S, mixed 8M + 3S.

use super::Curve;
use super::jacobian_forms::{Operand, Outcome, jacobian_coordinates};
use crate::field::Field;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct Jacobian;

jacobian_coordinates!(Jacobian, JacobianPoint { x, y, z }, "jacobian");

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
