//! Sums of many multiples in one of the two groups, over words or lanes.

use super::encoding::encode;
use super::{Bases, GroupPoint, PairingName, SourceField};
use crate::curve::weierstrass::{Jacobian, JacobianPoint};
use crate::curve::{AffinePoint, Group, Vartime};
use crate::error::{Error, Result};
use crate::limb::Bits;
use crate::multiply::buckets::{Prepared, sum_of_parts};
use crate::team::Split;
use alloc::vec;
use alloc::vec::Vec;

/// The point as plain data.
pub(super) fn leave<F: SourceField, const D: usize>(
    curve: PairingName,
    f: &F,
    p: &AffinePoint<F>,
) -> GroupPoint<D> {
    let neutral = p.neutral.to_bool_vartime();
    let mut coordinates = vec![0; 2 * f.encoded_bytes()];
    if !neutral {
        // In place: the point may be secret.
        let (x, y) = coordinates.split_at_mut(f.encoded_bytes());
        encode(f, x, &p.x);
        encode(f, y, &p.y);
    }
    GroupPoint { curve, coordinates, neutral }
}

/// The points as plain data, with one inversion.
pub(super) fn leave_all<F: SourceField, const D: usize>(
    curve: PairingName,
    group: &Vartime<F, Jacobian>,
    points: &[JacobianPoint<F::El>],
) -> Vec<GroupPoint<D>> {
    let f = &group.curve().field;
    let mut entries = vec![AffinePoint::neutral(f); points.len()];
    group.normalise(points, &mut entries);
    entries.iter().map(|p| leave(curve, f, p)).collect()
}

/// Prepared points of a group.
pub(super) struct Sums<F: SourceField> {
    pub(super) curve: PairingName,
    pub(super) group: Vartime<F, Jacobian>,
    pub(super) prepared: Prepared,
}

impl<F: SourceField, const D: usize> Bases<GroupPoint<D>> for Sums<F> {
    fn sums_of_multiples_vartime(
        &self,
        split: &dyn Split,
        scalars: &[Bits<'_>],
        each: usize,
    ) -> Result<Vec<GroupPoint<D>>> {
        if scalars.len() > self.prepared.len() || each == 0 {
            let (expected, got) = (self.prepared.len(), scalars.len());
            return Err(Error::Length { what: "the scalars", expected, got });
        }
        let parts = self.prepared.sums_vartime(split, scalars, each);
        let mut sums = vec![self.group.neutral(); scalars.len().div_ceil(each)];
        for parts in parts.chunk_by(|a, b| a.sum == b.sum) {
            sums[parts[0].sum] = sum_of_parts(&self.group, parts)?;
        }
        Ok(leave_all(self.curve, &self.group, &sums))
    }
}
