//! One multiple of any point, the coordinates across four lanes: regular windows as in
//! `../regular_window.rs`, with that file's argument why no gap is met.
//!
//! **Cost** for `l` bits and `m = l / 5` digits, in products of four lanes: `3 l` for doublings,
//! `4 m` for additions of points with their own denominators, 78 for the table. **Constant time.**
//! Loops go by index, as in `../../field/lanes/digits.rs`.
#![allow(clippy::needless_range_loop, reason = "see `digits.rs`")]

use super::curve::{LaneCurve, MULTIPLES};
use crate::cpu::Features;
use crate::curve::weierstrass::jacobian_fours::{
    Summand, add, double_times, enter, leave, running, summand,
};
use crate::curve::weierstrass::{JacobianPoint, ProjectivePoint};
use crate::curve::{Coefficient, Group};
use crate::field::lanes::{Compiled, FixedLanes, LaneMask, LanePrime};
use crate::field::{Field, Op};
use crate::limb::Bits;
use crate::limb::simd::compiled_for;
use crate::limb::simd::fours::{Fours, Half, PLACES};
use crate::multiply::plain_point::PlainPoint;
use crate::multiply::regular_window::{OddScalar, homogeneous, width};
use crate::recoding::regular_digit;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// Four numbers in memory, digit by digit.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Stored<const D: usize>([[u64; PLACES]; D]);

impl<const D: usize> Stored<D> {
    const ZERO: Self = Self([[0; PLACES]; D]);

    #[inline(always)]
    fn load<F: Fours>(&self) -> [F; D] {
        let mut a = [F::zero(); D];
        for k in 0..D {
            a[k] = F::load(&self.0[k]);
        }
        a
    }

    #[inline(always)]
    fn store<F: Fours>(&mut self, a: &[F; D]) {
        for k in 0..D {
            a[k].store(&mut self.0[k]);
        }
    }
}

impl<const D: usize> Zeroize for Stored<D> {
    fn zeroize(&mut self) {
        self.0.as_flattened_mut().zeroize();
    }
}

/// A [`Summand`] in memory.
type Entry<const D: usize> = [Stored<D>; 2];

#[inline(always)]
fn loaded<F: Fours, const D: usize>([point, z]: &Entry<D>) -> Summand<F, D> {
    Summand { point: point.load(), z: z.load() }
}

#[inline(always)]
fn store<F: Fours, const D: usize>([point, z]: &mut Entry<D>, summand: &Summand<F, D>) {
    point.store(&summand.point);
    z.store(&summand.z);
}

/// What is computed: the points in memory, and the digits.
struct Windows<'a, const D: usize> {
    /// The odd multiples; the sum is left in the first one, and entry of digit 0 in the second.
    table: &'a mut [Entry<D>; MULTIPLES],
    point: [[u64; D]; 2],
    r_squared: [u64; D],
    /// Each digit's entry, and 255 where it is negative.
    digits: &'a [(u8, u8)],
}

/// The table entry. Every entry is read.
#[inline(always)]
fn look_up<F: Fours, const D: usize>(table: &[Entry<D>; MULTIPLES], index: u8) -> Summand<F, D> {
    let mut found = Summand { point: [F::zero(); D], z: [F::zero(); D] };
    for (i, entry) in table.iter().enumerate() {
        // 255 where they are equal.
        let here = ((i as u8 ^ index).wrapping_sub(1) & 0x80).wrapping_shr(7).wrapping_neg();
        let here = core::hint::black_box(here);
        let entry = loaded::<F, D>(entry);
        for k in 0..D {
            found.point[k] = found.point[k].blend(entry.point[k], here);
            found.z[k] = found.z[k].blend(entry.z[k], here);
        }
    }
    found
}

/// The entry of digit `i`, and 255 if it is to be negated.
#[inline(always)]
fn digit<F: Fours, const D: usize>(job: &Windows<'_, D>, i: usize) -> (Summand<F, D>, u8) {
    (look_up(job.table, job.digits[i].0), job.digits[i].1)
}

#[inline(always)]
fn windows<F: Fours, P: LanePrime<D>, const D: usize>(job: &mut Windows<'_, D>) {
    let first = enter::<F, P, D>(&job.point, &job.r_squared);
    store(&mut job.table[0], &first);
    let twice = double_times::<F, P, D>(&running::<F, P, D>(&first, 0), 1);
    let mut sum = first;
    for i in 1..MULTIPLES {
        sum = summand::<F, P, D>(&add::<F, P, D>(&sum, &twice, 0));
        store(&mut job.table[i], &sum);
    }
    let (w, count) = (width::<MULTIPLES>(), job.digits.len());
    let (entry, negative) = digit(job, count - 1);
    let mut s = running::<F, P, D>(&entry, negative);
    for i in (1..count).rev() {
        if i + 1 < count {
            let (entry, negative) = digit(job, i);
            s = add::<F, P, D>(&sum, &entry, negative);
        }
        sum = double_times::<F, P, D>(&s, w);
    }
    let (mut last, negative) = digit(job, 0);
    last.point = running::<F, P, D>(&last, negative);
    for (entry, of) in job.table.iter_mut().zip([&sum, &last]) {
        let (point, z) = (leave::<F, P, D>(&of.point), leave::<F, P, D>(&of.z));
        store(entry, &Summand { point, z });
    }
}

compiled_for! {
    "avx512f,avx512vl,avx512ifma", root:
    fn root[P: LanePrime<D>, const D: usize][P, D](job: &mut Windows<'_, D>) = windows::<Half, P, D>(job)
}

/// The sum of two points in digits, by the complete law in all lanes; negated where `negative`.
struct Last<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    curve: &'a LaneCurve<V, P, D>,
    points: [&'a Entry<D>; 2],
    negative: LaneMask,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Last<'_, V, P, D> {
    type Out = ProjectivePoint<[V; D]>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        let (f, group) = (self.curve.field(), &self.curve.group);
        let [p, q] = self.points;
        let sum = group.add(&everywhere(f, p), &everywhere(f, q));
        group.select(self.negative, &group.neg(&sum), &sum)
    }
}

/// The point in all lanes.
#[inline(always)]
fn everywhere<V: Compiled, P: LanePrime<D>, const D: usize>(
    f: &FixedLanes<V, P, D>,
    [point, z]: &Entry<D>,
) -> ProjectivePoint<[V; D]> {
    let (x, y2, z) = (spread(point, 0), spread(point, 1), spread(z, 2));
    homogeneous(f, &JacobianPoint { x, y: f.halve(&y2), z })
}

/// The number of one lane in all lanes.
#[inline(always)]
fn spread<V: Compiled, const D: usize>(stored: &Stored<D>, lane: usize) -> [V; D] {
    let mut a = [V::splat(0); D];
    for k in 0..D {
        a[k] = V::splat(stored.0[k][lane]);
    }
    a
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> LaneCurve<V, P, D> {
    /// `k p` for a valid point; by `alone` without the instructions, or where `a` is not -3.
    pub(super) fn multiply_across(
        &self,
        k: Bits<'_>,
        p: &PlainPoint,
        alone: &dyn Fn() -> Option<PlainPoint>,
    ) -> Option<PlainPoint> {
        if const { P::LENT == 0 && !P::SPARE_BITS }
            || V::NEEDS != Features::IFMA
            || self.group.curve().shape != Coefficient::MinusThree
        {
            return alone();
        }
        let point = [Self::coordinate(p.x())?, Self::coordinate(p.y())?];
        let scalar = OddScalar::new(k, self.order());
        let w = width::<MULTIPLES>();
        let count = scalar.odd().len().div_ceil(w);
        let mut digits = Zeroizing::new(Vec::with_capacity(count));
        for i in 0..count {
            let (index, negative) = regular_digit(scalar.odd(), i, w);
            digits.push((index as u8, negative.word() as u8));
        }
        let mut table = Zeroizing::new([[Stored::ZERO; 2]; MULTIPLES]);
        let r_squared = FixedLanes::<V, P, D>::R_SQUARED;
        root::<P, D>(&mut Windows { table: &mut table, point, r_squared, digits: &digits });
        let negative = LaneMask::from_bits(scalar.negative.word() as u8);
        let points = [&table[0], &table[1]];
        self.finish_one(self.field().run(Last { curve: self, points, negative }))
    }
}
