//! `regular-tau` over four lanes.

use super::{FourLanes, QuadDigit};
use crate::curve::binary::{LopezDahab, LopezDahabPoint, Uniform};
use crate::curve::{Coordinates, Group};
use crate::field::binary::Quadratic;
use crate::limb::Bits;
use crate::multiply::regular_tau::tau_multiples_lambda;
use crate::recoding::{Koblitz, Representatives, regular_tau as recode};
use alloc::vec::Vec;
use zeroize::Zeroize;

/// `k p` for a point of the ring's order, in four stretches of digits.
///
/// **No gap is met** in the lanes, because their sums are much smaller than `δ` (see
/// `../regular_tau.rs`). None is met where the sums are combined either: `τ` divides the element of
/// the upper stretches, but not the element of the stretch below. The last sum may be as large as
/// `δ`, so the uniform law makes it.
#[inline(never)]
pub(in crate::multiply) fn regular_tau<F: Quadratic>(
    lanes: &dyn FourLanes<F::El>,
    group: &Uniform<F>,
    ring: &Koblitz,
    representatives: &Representatives,
    k: Bits<'_>,
    p: [&F::El; 2],
) -> LopezDahabPoint<F::El> {
    let (c, f) = (group.curve(), &group.curve().field);
    let (mut quads, late) = stretches(ring, representatives, k);
    let mut table = tau_multiples_lambda(c, representatives, p);
    let width = representatives.width();
    let mut sums = lanes.sums_of_one(&quads, late, width, &table);
    let moved = |p: &LopezDahabPoint<F::El>| {
        let [x, y, z] = [&p.x, &p.y, &p.z].map(|v| f.frobenius(v, (width - 1) * quads.len()));
        LopezDahabPoint { x, y, z }
    };
    let mut r = LopezDahab::add(c, &moved(&sums[3]), &sums[2]);
    r = LopezDahab::add(c, &moved(&r), &sums[1]);
    r = group.add(&moved(&r), &sums[0]);
    quads.zeroize();
    table.zeroize();
    sums.zeroize();
    r
}

/// The digits of `k` in four stretches, highest first, and after how many lane 3 begins.
pub(super) fn stretches(
    ring: &Koblitz,
    representatives: &Representatives,
    k: Bits<'_>,
) -> (Vec<QuadDigit>, usize) {
    let mut digits = [0; Koblitz::MOST_DIGITS];
    let used = recode(ring, &mut digits, k, representatives);
    let digits = &mut digits[..used];
    let steps = used.div_ceil(4);
    let mut quads = Vec::with_capacity(steps);
    for i in (0..steps).rev() {
        // Lane 3 has no digit in its first steps: any will do.
        let last = digits.get(3 * steps + i).copied().unwrap_or(1);
        let [first, second, third] = [digits[i], digits[steps + i], digits[2 * steps + i]];
        quads.push(QuadDigit::new([first, second, third, last]));
    }
    digits.zeroize();
    (quads, 4 * steps - used)
}

/// `k p` of four scalars and points of the ring's order.
pub(in crate::multiply) fn four_regular_tau<E: Zeroize>(
    lanes: &dyn FourLanes<E>,
    ring: &Koblitz,
    representatives: &Representatives,
    scalars: [Bits<'_>; 4],
    points: &[[E; 2]; 4],
) -> [LopezDahabPoint<E>; 4] {
    let mut digits = [[0; Koblitz::MOST_DIGITS]; 4];
    let mut used = 0;
    for (digits, k) in digits.iter_mut().zip(scalars) {
        // The same number for every scalar.
        used = recode(ring, digits, k, representatives);
    }
    let mut quads = Vec::with_capacity(used);
    for i in (0..used).rev() {
        quads.push(QuadDigit::new([digits[0][i], digits[1][i], digits[2][i], digits[3][i]]));
    }
    let sums = lanes.sums_of_four(&quads, representatives, points);
    for digits in &mut digits {
        digits[..used].zeroize();
    }
    quads.zeroize();
    sums
}
