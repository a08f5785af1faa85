//! The computations over lanes; each is an operation under one root.

use super::curve::{Eight, LaneCurve, MULTIPLES};
use super::digits::{Digits, LaneDigit};
use crate::curve::{AffinePoint, Group};
use crate::field::lanes::{Compiled, FixedLanes, LANES, LaneMask, LanePrime};
use crate::field::{Field, Op};
use crate::multiply::glv::{ReadHalves, sum_of_halves};
use crate::multiply::regular_window::{ReadTable, sum_of_windows};
use crate::multiply::signed_comb::{ReadRow, Shape, sum_of_rows};

/// Points from their coordinates.
pub(super) struct Enter<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    pub(super) curve: &'a LaneCurve<V, P, D>,
    pub(super) lanes: &'a [[[u64; D]; LANES]; 2],
    pub(super) generator: [[u64; D]; 2],
    pub(super) present: LaneMask,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Enter<'_, V, P, D> {
    type Out = (AffinePoint<FixedLanes<V, P, D>>, LaneMask);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        let (c, f) = (self.curve.group.curve(), self.curve.field());
        let [x, y] = [f.of_digits(&self.lanes[0]), f.of_digits(&self.lanes[1])];
        let valid = c.contains(&x, &y) & self.present;
        let other_x = f.of_digits(&[self.generator[0]; LANES]);
        let other_y = f.of_digits(&[self.generator[1]; LANES]);
        let (x, y) = (f.select(valid, &x, &other_x), f.select(valid, &y, &other_y));
        (AffinePoint::new(x, y), valid)
    }
}

/// Multiples of eight points.
pub(super) struct Windows<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    pub(super) curve: &'a LaneCurve<V, P, D>,
    pub(super) digits: &'a Digits,
    pub(super) p: AffinePoint<FixedLanes<V, P, D>>,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Windows<'_, V, P, D> {
    type Out = Eight<V, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Eight<V, D> {
        let group = &self.curve.group;
        let count = self.digits.digits.len();
        let sum = sum_of_windows::<MULTIPLES, _, _>(group.curve(), group, count, &self.p, &self);
        group.select(self.digits.negative, &group.neg(&sum), &sum)
    }
}

/// The entry with its ordinate negated where the digit is negative.
#[inline(always)]
pub(super) fn signed<V: Compiled, P: LanePrime<D>, const D: usize>(
    f: &FixedLanes<V, P, D>,
    [x, y]: [[V; D]; 2],
    digit: &LaneDigit,
) -> [[V; D]; 2] {
    [x, f.select(digit.negative, &f.neg(&y), &y)]
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> ReadTable<[V; D]> for Windows<'_, V, P, D> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry(&self, table: &[[[V; D]; 2]], i: usize) -> [[V; D]; 2] {
        let digit = &self.digits.digits[i];
        let entry = FixedLanes::<V, P, D>::look_up(table, &digit.index);
        signed(self.curve.field(), entry, digit)
    }
}

/// Multiples of eight points by the endomorphism of secp256k1.
pub(super) struct HalfWindows<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    pub(super) curve: &'a LaneCurve<V, P, D>,
    pub(super) beta: &'a [V; D],
    /// The digits of each half, and whether it is odd.
    pub(super) halves: &'a [(Digits, LaneMask); 2],
    /// Whether the multiple has to be negated.
    pub(super) negative: LaneMask,
    pub(super) p: AffinePoint<FixedLanes<V, P, D>>,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for HalfWindows<'_, V, P, D> {
    type Out = Eight<V, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Eight<V, D> {
        let (group, beta) = (&self.curve.group, self.beta);
        let sum = sum_of_halves::<MULTIPLES, _, _>(group.curve(), group, beta, &self.p, &self);
        group.select(self.negative, &group.neg(&sum), &sum)
    }
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> ReadHalves<FixedLanes<V, P, D>>
    for HalfWindows<'_, V, P, D>
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry(&self, table: &[[[V; D]; 2]], half: usize, i: usize) -> [[V; D]; 2] {
        let digit = &self.halves[half].0.digits[i];
        let entry = FixedLanes::<V, P, D>::look_up(table, &digit.index);
        signed(self.curve.field(), entry, digit)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sign_and_parity(&self, half: usize) -> (LaneMask, LaneMask) {
        (self.halves[half].0.negative, self.halves[half].1)
    }
}

/// Multiples of the generator.
pub(super) struct Comb<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    pub(super) curve: &'a LaneCurve<V, P, D>,
    pub(super) digits: &'a Digits,
    pub(super) entries: &'a [[[u64; D]; 2]],
    pub(super) shape: Shape,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Comb<'_, V, P, D> {
    type Out = Eight<V, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Eight<V, D> {
        let group = &self.curve.group;
        let sum = sum_of_rows(group.curve(), group, self.shape, &self);
        group.select(self.digits.negative, &group.neg(&sum), &sum)
    }
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> ReadRow<[V; D]> for Comb<'_, V, P, D> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(&self, block: usize, s: usize) -> [[V; D]; 2] {
        let digit = &self.digits.digits[s * self.shape.blocks + block];
        let table = &self.entries[block * self.shape.entries()..][..self.shape.entries()];
        let entry = FixedLanes::<V, P, D>::look_up(table, &digit.index);
        signed(self.curve.field(), entry, digit)
    }
}

/// Sums of eight pairs of points.
pub(super) struct Sum<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    pub(super) curve: &'a LaneCurve<V, P, D>,
    pub(super) p: Eight<V, D>,
    pub(super) q: Eight<V, D>,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Sum<'_, V, P, D> {
    type Out = Eight<V, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Eight<V, D> {
        self.curve.group.add(&self.p, &self.q)
    }
}

/// The coordinates of points, and whether they are neutral.
pub(super) struct Leave<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    pub(super) curve: &'a LaneCurve<V, P, D>,
    pub(super) points: &'a [Eight<V, D>],
    pub(super) entries: &'a mut [AffinePoint<FixedLanes<V, P, D>>],
    pub(super) digits: &'a mut [[[[u64; D]; LANES]; 2]],
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Leave<'_, V, P, D> {
    type Out = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) {
        let f = self.curve.field();
        self.curve.group.normalise(self.points, self.entries);
        for (e, digits) in self.entries.iter().zip(self.digits) {
            *digits = [f.to_digits(&e.x), f.to_digits(&e.y)];
        }
    }
}
