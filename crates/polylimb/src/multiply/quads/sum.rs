//! Sums of points that digits in the radix `τ` stand for, four at a time: each an operation under one root.

use super::digits::QuadDigit;
use crate::curve::binary::{LopezDahab, LopezDahabPoint, Uniform};
use crate::curve::weierstrass::{AffinePoint, Coordinates};
use crate::field::binary::{BinaryQuads, Polynomial, Quad};
use crate::field::lanes::LaneMask;
use crate::field::{Field, Op};
use crate::multiply::tau_multiples::tau_multiples_here;
use crate::recoding::Representatives;
use alloc::vec::Vec;

/// The bits of lane 3.
const LANE_3: LaneMask = LaneMask::from_bits(0b1100_0000);

/// The sums of the digits' points, highest digits first.
pub(super) struct Sum<'a, V: Quad, const N: usize, const D: usize, P: Polynomial> {
    pub(super) group: &'a Uniform<BinaryQuads<V, N, D, P>>,
    pub(super) digits: &'a [QuadDigit],
    /// After how many digits lane 3 begins.
    pub(super) late: usize,
    pub(super) width: usize,
    pub(super) table: &'a [[[V; D]; 2]],
    /// Whether the last additions may meet equal or opposite points.
    pub(super) with_gap: bool,
}

/// The entries of four digits.
#[inline(always)]
fn entry<V: Quad, const N: usize, const D: usize, P: Polynomial>(
    f: &BinaryQuads<V, N, D, P>,
    table: &[[[V; D]; 2]],
    digit: &QuadDigit,
) -> [[V; D]; 2] {
    let index = V::from_pairs([
        [digit.index[0]; 2],
        [digit.index[1]; 2],
        [digit.index[2]; 2],
        [digit.index[3]; 2],
    ]);
    let [mut x, mut y] = table[0];
    for (i, [entry_x, entry_y]) in (0..).zip(table) {
        let this = index.equal(V::new(i, i));
        x = f.select(this, entry_x, &x);
        y = f.select(this, entry_y, &y);
    }
    [x, f.select(digit.negative, &f.add(&x, &y), &y)]
}

impl<V: Quad, const N: usize, const D: usize, P: Polynomial> Op for Sum<'_, V, N, D, P> {
    type Out = LopezDahabPoint<[V; D]>;

    #[inline(always)]
    fn call(self) -> Self::Out {
        let (c, f) = (self.group.curve(), &self.group.curve().field);
        let [x, y] = entry(f, self.table, &self.digits[0]);
        let mut r = LopezDahab::lift(c, &x, &y);
        let last = self.digits.len() - 1;
        for i in 1..=last {
            for _ in 1..self.width {
                r = LopezDahab::frobenius(f, &r);
            }
            let [x, y] = entry(f, self.table, &self.digits[i]);
            if self.with_gap && i == last {
                return self.group.sum_with_entry(&r, &AffinePoint::new(x, y));
            }
            r = LopezDahab::add_affine(c, &r, &x, &y);
            if i <= self.late {
                let begun = LopezDahab::lift(c, &x, &y);
                r = LopezDahab::select(c, LANE_3, &begun, &r);
            }
        }
        r
    }
}

/// `α_1 P, α_3 P, …` of the points in the lanes.
pub(super) struct Multiples<'a, V: Quad, const N: usize, const D: usize, P: Polynomial> {
    pub(super) group: &'a Uniform<BinaryQuads<V, N, D, P>>,
    pub(super) representatives: &'a Representatives,
    pub(super) p: [[V; D]; 2],
}

impl<V: Quad, const N: usize, const D: usize, P: Polynomial> Op for Multiples<'_, V, N, D, P> {
    type Out = Vec<[[V; D]; 2]>;

    #[inline(always)]
    fn call(self) -> Self::Out {
        let [x, y] = &self.p;
        tau_multiples_here(self.group.curve(), self.representatives, [x, y])
    }
}
