//! `chudnovsky`: Jacobian coordinates that carry `zz = z²` and `zzz = z³`: cheaper additions, more
//! expensive doublings.
//!
//! **Source.** `[Chudnovsky1986]`; `[Cohen1998]`. **Cost** (`[Arruda2014]`, Tables 1 and 44).
//! Doubling 5M + 6S with one M by a, 5M + 4S for a = -3; addition 11M + 3S, mixed 8M + 3S.

use super::jacobian_coordinates::jacobian_coordinates;
use super::jacobian_forms::{Operand, Outcome};
use polylimb::authors::curve::Curve;
use polylimb::authors::field::Field;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct Chudnovsky;

jacobian_coordinates!(Chudnovsky, ChudnovskyPoint { x, y, z, zz, zzz }, "chudnovsky");

impl<F: Field<El = E>, E: Copy> Operand<F> for ChudnovskyPoint<E> {
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
    fn zz(&self, _: &F) -> E {
        self.zz
    }

    #[inline(always)]
    fn zzz(&self, _: &F, _: &E) -> E {
        self.zzz
    }

    #[inline(always)]
    fn azzzz(&self, _: &Curve<F>) -> Option<E> {
        None
    }
}

impl<F: Field<El = E>, E: Copy> Outcome<F> for ChudnovskyPoint<E> {
    #[inline(always)]
    fn of(c: &Curve<F>, x: E, y: E, z: E) -> Self {
        let zz = c.field.sqr(&z);
        Self { x, y, z, zz, zzz: c.field.mul(&z, &zz) }
    }
}
