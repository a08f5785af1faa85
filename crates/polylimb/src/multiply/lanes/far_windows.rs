//! One multiple of the generator over all lanes: each lane sums its own windows, without doublings.
//!
//! **Source.** Tables of multiples of far doublings: `[Brickell1992]`; digits: `[Joye2009]`.
//! **Idea.** An odd scalar is `Σ d_i 2^(w i)` with odd digits, none of them 0. Lane `i mod 8` adds
//! entry `d_i` of the multiples of `2^(w i) P`, the lowest `i` first. Then the lanes' sums are
//! added, with rotations by four, two and one lanes.
//!
//! **No gap is met.** Before window `i` a lane's sum is neither 0 nor as large as `2^(w (i - 7))`,
//! and the addend is an odd multiple of `2^(w i)`. So sum and addend are neither equal nor opposite
//! as integers, and their sum is below `2^(w (i + 1))`. That is below the order except in the last
//! round of windows. The complete law adds the last round and the lanes' sums. **Cost** for `m`
//! windows: `m / 8 - 2` additions of 8M + 3S, one complete mixed addition, three complete
//! additions; tables of `2^(w-1) m` points. **Constant time.**

use super::curve::{Eight, LaneCurve, MULTIPLES};
use super::digits::LaneDigit;
use super::operations::signed;
use crate::curve::weierstrass::{Jacobian, JacobianPoint, ProjectivePoint};
use crate::curve::{AffinePoint, Coordinates, Group};
use crate::field::lanes::{Compiled, FixedLanes, LANES, LaneMask, LanePrime};
use crate::field::{Field, Op, Truth};
use crate::multiply::regular_window::{homogeneous, width};

/// Bits of a window.
pub(super) const WIDTH: usize = width::<MULTIPLES>();

/// The odd multiples of each lane's window, round after round.
pub(super) type Tables<V, const D: usize> = [[[V; D]; 2]];

/// Makes the tables, from the bases of the first eight windows.
pub(super) struct MakeTables<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    pub(super) curve: &'a LaneCurve<V, P, D>,
    pub(super) bases: AffinePoint<FixedLanes<V, P, D>>,
    /// A place for each point of the tables.
    pub(super) points: &'a mut [Eight<V, D>],
    pub(super) entries: &'a mut [AffinePoint<FixedLanes<V, P, D>>],
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for MakeTables<'_, V, P, D> {
    type Out = ();

    #[inline(always)]
    fn call(self) {
        let group = &self.curve.group;
        let mut base = group.lift(&self.bases);
        for round in self.points.chunks_exact_mut(MULTIPLES) {
            let twice = group.double(&base);
            round[0] = base;
            for i in 1..MULTIPLES {
                round[i] = group.add(&round[i - 1], &twice);
            }
            base = group.double_times(&twice, LANES * WIDTH - 1);
        }
        group.normalise(self.points, self.entries);
    }
}

/// The multiple, in all lanes.
pub(super) struct FarWindows<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    pub(super) curve: &'a LaneCurve<V, P, D>,
    pub(super) tables: &'a Tables<V, D>,
    /// The digits of each round.
    pub(super) rounds: &'a [LaneDigit],
    /// The lanes that have no window in the last round.
    pub(super) absent: LaneMask,
    /// Whether the multiple has to be negated.
    pub(super) negative: LaneMask,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> FarWindows<'_, V, P, D> {
    #[inline(always)]
    fn read(&self, round: usize) -> [[V; D]; 2] {
        let digit = &self.rounds[round];
        let table = &self.tables[round * MULTIPLES..][..MULTIPLES];
        let entry = FixedLanes::<V, P, D>::look_up(table, &digit.index);
        signed(self.curve.field(), entry, digit)
    }
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for FarWindows<'_, V, P, D> {
    type Out = Eight<V, D>;

    #[inline(always)]
    fn call(self) -> Eight<V, D> {
        let (group, f) = (&self.curve.group, self.curve.field());
        let last = self.rounds.len() - 1;
        let [x, y] = self.read(0);
        let mut partial = JacobianPoint { x, y, z: f.one() };
        for round in 1..last {
            let [x, y] = self.read(round);
            partial = Jacobian::add_affine(group.curve(), &partial, &x, &y);
        }
        let [x, y] = self.read(last);
        let entry = AffinePoint { x, y, neutral: self.absent };
        let mut sum = group.add_entry(&homogeneous(f, &partial), &entry);
        for places in [4, 2, 1] {
            sum = group.add(&sum, &turn(&sum, places));
        }
        group.select(self.negative, &group.neg(&sum), &sum)
    }
}

/// Rotates the points by `places` lanes.
#[inline(always)]
fn turn<V: Compiled, const D: usize>(p: &Eight<V, D>, places: u64) -> Eight<V, D> {
    let mut r = *p;
    for j in 0..D {
        r.x[j] = r.x[j].turn(places);
        r.y[j] = r.y[j].turn(places);
        r.z[j] = r.z[j].turn(places);
    }
    r
}

/// `x / z` and `y / z` of lane 0, from `1 / z` in digits.
pub(super) struct Divide<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    pub(super) curve: &'a LaneCurve<V, P, D>,
    pub(super) p: &'a Eight<V, D>,
    pub(super) inverse: [u64; D],
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Divide<'_, V, P, D> {
    type Out = [[u64; D]; 2];

    #[inline(always)]
    fn call(self) -> [[u64; D]; 2] {
        let f = self.curve.field();
        let inverse = f.of_digits(&[self.inverse; LANES]);
        let ProjectivePoint { x, y, .. } = self.p;
        [f.to_digits(&f.mul(x, &inverse))[0], f.to_digits(&f.mul(y, &inverse))[0]]
    }
}

/// `z` of lane 0, in digits.
pub(super) struct Denominator<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    pub(super) curve: &'a LaneCurve<V, P, D>,
    pub(super) p: &'a Eight<V, D>,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Denominator<'_, V, P, D> {
    type Out = [u64; D];

    #[inline(always)]
    fn call(self) -> [u64; D] {
        self.curve.field().to_digits(&self.p.z)[0]
    }
}

/// The lanes from `count` on.
pub(super) fn lanes_from(count: usize) -> LaneMask {
    let all = LaneMask::TRUE.bits();
    LaneMask::from_bits(if count < LANES { all << count } else { 0 })
}
