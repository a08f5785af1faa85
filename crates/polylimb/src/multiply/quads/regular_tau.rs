//! `regular-tau` over four lanes.

use super::FourLanes;
use super::digits::QuadDigit;
use crate::curve::Group;
use crate::curve::binary::{LopezDahab, LopezDahabPoint, Uniform};
use crate::curve::weierstrass::Coordinates;
use crate::field::binary::Quadratic;
use crate::limb::Bits;
use crate::multiply::tau_multiples::tau_multiples;
use crate::recoding::{Digit, Koblitz, Representatives, regular_tau as recode};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// `k p` for a point of the ring's order, in four stretches of digits.
///
/// **No gap is met** in the lanes, for their sums are much smaller than `δ` (see `../regular_tau.rs`); nor where they are put together: the upper stretches stand for an element
/// that `τ` divides, the one below for one that it does not. The last sum may be as large as `δ`: it is made by the uniform law.
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
    let mut digits = vec![0; ring.digits_needed()];
    let used = recode(ring, &mut digits, k, representatives);
    let steps = used.div_ceil(4);
    let mut quads: Vec<QuadDigit> = (0..steps)
        .rev()
        .map(|i| {
            // Lane 3 has no digit in its first steps: any will do.
            let digit = |lane: usize| digits[..used].get(lane * steps + i).copied().unwrap_or(1);
            QuadDigit::new(core::array::from_fn(digit))
        })
        .collect();
    let mut table = tau_multiples(c, representatives, p);
    let width = representatives.width();
    let mut sums = lanes.sums_of_one(&quads, 4 * steps - used, width, &table);
    let moved = |p: &LopezDahabPoint<F::El>| {
        let [x, y, z] = [&p.x, &p.y, &p.z].map(|v| f.frobenius(v, (width - 1) * steps));
        LopezDahabPoint { x, y, z }
    };
    let mut r = LopezDahab::add(c, &moved(&sums[3]), &sums[2]);
    r = LopezDahab::add(c, &moved(&r), &sums[1]);
    r = group.add(&moved(&r), &sums[0]);
    digits.zeroize();
    quads.zeroize();
    table.zeroize();
    sums.zeroize();
    r
}

/// `k p` of four scalars and points of the ring's order.
pub(in crate::multiply) fn four_regular_tau<E: Zeroize>(
    lanes: &dyn FourLanes<E>,
    ring: &Koblitz,
    representatives: &Representatives,
    scalars: [Bits<'_>; 4],
    points: &[[E; 2]; 4],
) -> [LopezDahabPoint<E>; 4] {
    let mut digits: [Vec<Digit>; 4] = scalars.map(|k| {
        let mut digits = vec![0; ring.digits_needed()];
        let used = recode(ring, &mut digits, k, representatives);
        digits.truncate(used);
        digits
    });
    // As many for every scalar.
    let mut quads: Vec<QuadDigit> = (0..digits[0].len())
        .rev()
        .map(|i| QuadDigit::new(core::array::from_fn(|lane| digits[lane][i])))
        .collect();
    let sums = lanes.sums_of_four(&quads, representatives, points);
    digits.zeroize();
    quads.zeroize();
    sums
}
