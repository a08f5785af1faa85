//! Sums of points that digits in the radix `τ` stand for, four at a time; each is an operation
//! under one root.
//!
//! The sums are in projective λ-coordinates (`[Oliveira2013]`): a mixed addition takes 8M + 2S
//! instead of 8M + 5S in López-Dahab coordinates, and a negative entry has `λ + 1`. One product
//! converts the result to López-Dahab coordinates.

use super::QuadDigit;
use crate::curve::binary::{LopezDahabPoint, Uniform};
use crate::curve::{AffinePoint, coordinates};
use crate::field::binary::{BinaryQuads, Polynomial, Quad};
use crate::field::lanes::LaneMask;
use crate::field::{Field, Op};
use crate::limb::Word;
use crate::multiply::regular_tau::tau_multiples_lambda_here;
use crate::recoding::Representatives;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// `(X : L : Z)` stands for `x = X/Z`, `λ = x + y/x = L/Z`.
#[derive(Clone, Copy)]
struct LambdaPoint<E> {
    x: E,
    l: E,
    z: E,
}

coordinates!(select LambdaPoint: x, l, z);

impl<E: Copy> LambdaPoint<E> {
    /// `(x, λ)` with `Z = 1`; `x ≠ 0`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift<F: Field<El = E>>(f: &F, [x, l]: [E; 2]) -> Self {
        Self { x, l, z: f.one() }
    }

    /// `τ(P)`: the squares of the coordinates.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn frobenius<F: Field<El = E>>(&self, f: &F) -> Self {
        let ([], [x, l, z]) = f.products([], [&self.x, &self.l, &self.z]);
        Self { x, l, z }
    }

    /// `P + (x, λ)` without branches: neither operand is neutral or of order 2, and they are not
    /// equal. 8M + 2S.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_distinct<F: Field<El = E>>(&self, f: &F, [x, lambda]: &[E; 2]) -> Self {
        let ([l, xz], []) = f.products([(lambda, &self.z), (x, &self.z)], []);
        let a = f.add(&l, &self.l);
        let ([ax1, ax2], [b]) = f.products([(&a, &self.x), (&a, &xz)], [&f.add(&self.x, &xz)]);
        let ([x, ab], [square]) = f.products([(&ax1, &ax2), (&a, &b)], [&f.add(&ax1, &b)]);
        let z = f.mul(&ab, &self.z);
        let l = f.add(&square, &f.mul(&z, &f.add(lambda, &f.one())));
        Self { x, l, z }
    }

    /// The same point as `(X/Z, Y/Z²)`: `Y = X (L + X)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lopez_dahab<F: Field<El = E>>(&self, f: &F) -> LopezDahabPoint<E> {
        let y = f.mul(&self.x, &f.add(&self.l, &self.x));
        LopezDahabPoint { x: self.x, y, z: self.z }
    }
}

/// The bits of lane 3.
const LANE_3: LaneMask = LaneMask::from_bits(0b1100_0000);

/// The points that digits stand for.
#[derive(Clone, Copy)]
pub(super) enum Table<'a, E, L> {
    /// Of one point, for all lanes, as `(x, λ)`.
    OfOne(&'a [[E; 2]]),
    /// Of a point for each lane, likewise.
    OfFour(&'a [[L; 2]]),
}

/// The sums of the digits' points, highest digits first.
pub(super) struct Sum<'a, V: Quad, const N: usize, const D: usize, P: Polynomial> {
    pub(super) group: &'a Uniform<BinaryQuads<V, N, D, P>>,
    pub(super) digits: &'a [QuadDigit],
    /// After how many digits lane 3 begins.
    pub(super) late: usize,
    pub(super) width: usize,
    pub(super) table: Table<'a, [Word; N], [V; D]>,
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
    let index = digit.index;
    let index = V::from_pairs([
        [index[0].into(); 2],
        [index[1].into(); 2],
        [index[2].into(); 2],
        [index[3].into(); 2],
    ]);
    let [mut x, mut l] = table[0];
    for (i, [entry_x, entry_l]) in (0..).zip(table) {
        let this = index.equal(V::new(i, i));
        x = f.select(this, entry_x, &x);
        l = f.select(this, entry_l, &l);
    }
    [x, f.select(digit.negative, &f.add(&l, &f.one()), &l)]
}

impl<V: Quad, const N: usize, const D: usize, P: Polynomial> Op for Sum<'_, V, N, D, P> {
    type Out = [LopezDahabPoint<[Word; N]>; 4];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        let f = &self.group.curve().field;
        let mut entered = Vec::new();
        let table = match self.table {
            Table::OfFour(table) => table,
            Table::OfOne(table) => {
                entered.reserve_exact(table.len());
                for [x, y] in table {
                    entered.push([f.enter(&[*x; 4]), f.enter(&[*y; 4])]);
                }
                &entered
            }
        };
        let mut sum = self.sum(table);
        let [x, y, z] = [f.leave(&sum.x), f.leave(&sum.y), f.leave(&sum.z)];
        sum.zeroize();
        entered.zeroize();
        [
            LopezDahabPoint { x: x[0], y: y[0], z: z[0] },
            LopezDahabPoint { x: x[1], y: y[1], z: z[1] },
            LopezDahabPoint { x: x[2], y: y[2], z: z[2] },
            LopezDahabPoint { x: x[3], y: y[3], z: z[3] },
        ]
    }
}

impl<V: Quad, const N: usize, const D: usize, P: Polynomial> Sum<'_, V, N, D, P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum(&self, table: &[[[V; D]; 2]]) -> LopezDahabPoint<[V; D]> {
        let f = &self.group.curve().field;
        let mut r = LambdaPoint::lift(f, entry(f, table, &self.digits[0]));
        let last = self.digits.len() - 1;
        for i in 1..=last {
            for _ in 1..self.width {
                r = r.frobenius(f);
            }
            let entry = entry(f, table, &self.digits[i]);
            if self.with_gap && i == last {
                let [x, lambda] = entry;
                let y = f.mul(&x, &f.add(&x, &lambda));
                let entry = AffinePoint::new(x, y);
                return self.group.sum_with_entry(&r.lopez_dahab(f), &entry);
            }
            r = r.add_distinct(f, &entry);
            if i <= self.late {
                r = LambdaPoint::select(f, LANE_3, &LambdaPoint::lift(f, entry), &r);
            }
        }
        r.lopez_dahab(f)
    }
}

/// `α_1 P, α_3 P, …` of the points in the lanes as `(x, λ)`.
pub(super) struct Multiples<'a, V: Quad, const N: usize, const D: usize, P: Polynomial> {
    pub(super) group: &'a Uniform<BinaryQuads<V, N, D, P>>,
    pub(super) representatives: &'a Representatives,
    pub(super) points: &'a [[[Word; N]; 2]; 4],
}

impl<V: Quad, const N: usize, const D: usize, P: Polynomial> Op for Multiples<'_, V, N, D, P> {
    type Out = Vec<[[V; D]; 2]>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        let (f, [p, q, r, s]) = (&self.group.curve().field, self.points);
        let (x, y) = (f.enter(&[p[0], q[0], r[0], s[0]]), f.enter(&[p[1], q[1], r[1], s[1]]));
        tau_multiples_lambda_here(self.group.curve(), self.representatives, [&x, &y])
    }
}
