//! The ladder of López and Dahab with its four coordinates in four lanes.
//!
//! **Idea.** With `β² = √b` a doubling is `(X : Z) -> ((X + β Z)⁴ : (X Z)²)`, so the products of
//! coordinates from the previous step, `X1 Z2`, `X2 Z1`, `X1 Z1` and `β Z1`, are one product of
//! four lanes. The addition's `x (A + B)² + A B` is `(√x (A + B))² + A B`: its two products are a
//! second product of four lanes, and each coordinate ends with a squaring. **Cost** per bit: two
//! products and two squares of four lanes, in a chain of two products and one square.

use super::FourPoints;
use crate::field::binary::{BinaryQuads, Polynomial, Quad};
use crate::field::lanes::LaneMask;
use crate::field::{Field, Op};
use crate::limb::{Bits, Mask, Word};
use crate::multiply::lopez_dahab_ladder::{Scalars, ladder_here};
use zeroize::Zeroize;

/// The bits of the lanes.
const LANE: [LaneMask; 4] = [
    LaneMask::from_bits(0b0000_0011),
    LaneMask::from_bits(0b0000_1100),
    LaneMask::from_bits(0b0011_0000),
    LaneMask::from_bits(0b1100_0000),
];

/// An order of lanes.
const fn order(lanes: [i32; 4]) -> i32 {
    lanes[0] | lanes[1] << 2 | lanes[2] << 4 | lanes[3] << 6
}

/// The multiples `k` and `k + 1`.
pub(super) struct Ladder<'a, V: Quad, const N: usize, const D: usize, P: Polynomial> {
    pub(super) field: &'a BinaryQuads<V, N, D, P>,
    pub(super) k: Bits<'a>,
    /// `X1`, `Z1`, `X2`, `Z2` before the first bit: 1, 0, x, 1.
    pub(super) begin: [V; D],
    /// `β` in all lanes.
    pub(super) beta: [V; D],
    /// `√x` in all lanes.
    pub(super) root_of_x: [V; D],
}

impl<V: Quad, const N: usize, const D: usize, P: Polynomial> Op for Ladder<'_, V, N, D, P> {
    /// `X1`, `Z1`, `X2`, `Z2`.
    type Out = [V; D];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> [V; D] {
        let f = self.field;
        let zero = f.zero();
        let mut state = self.begin;
        let mut swapped = 0;
        for i in (0..self.k.len()).rev() {
            let bit = self.k.bit(i);
            let swap = LaneMask::from_bits(Mask::from_bit(bit ^ swapped).word() as u8);
            swapped = bit;
            // X1, X2, X1, Z1 and Z2, Z1, Z1, β.
            let a = f.select(
                swap,
                &f.permute::<{ order([2, 0, 2, 3]) }>(&state),
                &f.permute::<{ order([0, 2, 0, 1]) }>(&state),
            );
            let b = f.select(
                swap,
                &f.permute::<{ order([1, 3, 3, 3]) }>(&state),
                &f.permute::<{ order([3, 1, 1, 1]) }>(&state),
            );
            let b = f.select(LANE[3], &self.beta, &b);
            // A, B, X1 Z1, β Z1.
            let t = f.mul(&a, &b);
            // A, A + B and B, √x.
            let all_b = f.permute::<{ order([1; 4]) }>(&t);
            let left = f.permute::<{ order([0; 4]) }>(&t);
            let left = f.add(&left, &f.select(LANE[1], &all_b, &zero));
            let right = f.select(LANE[1], &self.root_of_x, &all_b);
            // A B, √x (A + B).
            let u = f.mul(&left, &right);
            let double = f.sqr(&f.add(&a, &f.permute::<{ order([3; 4]) }>(&t)));
            let squares = f.select(LANE[0], &double, &f.permute::<{ order([1; 4]) }>(&left));
            let squares = f.select(LANE[1], &f.permute::<{ order([2; 4]) }>(&t), &squares);
            let squares = f.select(LANE[2], &f.permute::<{ order([1; 4]) }>(&u), &squares);
            let product = f.select(LANE[2], &f.permute::<{ order([0; 4]) }>(&u), &zero);
            state = f.add(&f.sqr(&squares), &product);
        }
        let swap = LaneMask::from_bits(Mask::from_bit(swapped).word() as u8);
        f.select(swap, &f.permute::<{ order([2, 3, 0, 1]) }>(&state), &state)
    }
}

/// A ladder in each lane.
pub(super) struct Ladders<'a, V: Quad, const N: usize, const D: usize, P: Polynomial> {
    pub(super) field: &'a BinaryQuads<V, N, D, P>,
    pub(super) scalars: [Bits<'a>; 4],
    pub(super) points: &'a [[[Word; N]; 2]; 4],
    /// `β` in all lanes.
    pub(super) beta: &'a [V; D],
}

impl<V: Quad, const N: usize, const D: usize, P: Polynomial> Op for Ladders<'_, V, N, D, P> {
    type Out = FourPoints<[Word; N]>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        let (f, [p, q, r, s]) = (self.field, self.points);
        let (x, y) = (f.enter(&[p[0], q[0], r[0], s[0]]), f.enter(&[p[1], q[1], r[1], s[1]]));
        let root_of_b = f.sqr(self.beta);
        let mut points = ladder_here(f, &root_of_b, self.scalars, [&x, &y]);
        let (x, y) = (f.leave(&points.x), f.leave(&points.y));
        points.x.zeroize();
        points.y.zeroize();
        ([[x[0], y[0]], [x[1], y[1]], [x[2], y[2]], [x[3], y[3]]], points.neutral)
    }
}

impl Scalars<LaneMask> for [Bits<'_>; 4] {
    #[inline(always)]
    fn length(self) -> usize {
        let [a, b, c, d] = self;
        a.len().max(b.len()).max(c.len()).max(d.len())
    }

    #[inline(always)]
    fn bits(self, i: usize) -> LaneMask {
        let [a, b, c, d] = self;
        let bits = a.bit(i) | b.bit(i) << 2 | c.bit(i) << 4 | d.bit(i) << 6;
        LaneMask::from_bits(3 * bits as u8)
    }
}
