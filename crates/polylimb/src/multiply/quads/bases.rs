//! The generator over four lanes: the multiple of it that each stretch of a scalar belongs to is a
//! base of its own, so the four sums are added as they are.

use super::FourLanes;
use super::regular_tau::stretches;
use crate::curve::binary::{LopezDahab, LopezDahabPoint, Uniform};
use crate::curve::{AffinePoint, Coordinates, Group};
use crate::field::Field;
use crate::limb::{Bits, Mask, Word, bit_length_vartime};
use crate::multiply::regular_tau::square_times;
use crate::recoding::{Koblitz, Representatives, reduced};
use zeroize::{Zeroize, Zeroizing};

/// `τ^(s j) p` in lane `j`, for stretches of `s` places.
pub(in crate::multiply) fn moved_bases<F: Field>(
    f: &F,
    ring: &Koblitz,
    representatives: &Representatives,
    p: [F::El; 2],
) -> [[F::El; 2]; 4] {
    let places = (representatives.width() - 1) * ring.regular_digits(representatives).div_ceil(4);
    let mut bases = [p; 4];
    for j in 1..4 {
        bases[j] = bases[j - 1].map(|v| square_times(f, &v, places));
    }
    bases
}

/// `2^(s j) p` in lane `j`, for stretches of `s` bits of a scalar below `order`.
pub(in crate::multiply) fn doubled_bases<F: Field, G>(
    group: &G,
    order: &[Word],
    p: &AffinePoint<F>,
) -> [[F::El; 2]; 4]
where
    G: Group<Entry = AffinePoint<F>>,
{
    let mut points = [group.lift(p); 4];
    for j in 1..4 {
        points[j] = group.double_times(&points[j - 1], stretch_bits(order));
    }
    let mut entries = [*p; 4];
    group.normalise(&points, &mut entries);
    entries.map(|p| [p.x, p.y])
}

/// Bits of a stretch of a scalar below `order`.
fn stretch_bits(order: &[Word]) -> usize {
    bit_length_vartime(order).div_ceil(4)
}

/// `k` times the generator on a Koblitz curve: no gap is met, as in [`super::regular_tau`].
pub(in crate::multiply) fn tau_generator<F: Field<Mask = Mask>>(
    lanes: &dyn FourLanes<F::El>,
    group: &Uniform<F>,
    ring: &Koblitz,
    representatives: &Representatives,
    k: Bits<'_>,
) -> LopezDahabPoint<F::El> {
    let c = group.curve();
    let (mut quads, late) = stretches(ring, representatives, k);
    let mut sums = lanes.sums_of_bases(&quads, late, representatives.width());
    let upper = LopezDahab::add(c, &LopezDahab::add(c, &sums[3], &sums[2]), &sums[1]);
    let r = group.add(&upper, &sums[0]);
    quads.zeroize();
    sums.zeroize();
    r
}

/// `k` times the generator by four ladders.
pub(in crate::multiply) fn ladder_generator<F: Field<Mask = Mask>>(
    lanes: &dyn FourLanes<F::El>,
    group: &Uniform<F>,
    k: Bits<'_>,
    order: &[Word],
) -> LopezDahabPoint<F::El> {
    let (k, bits) = (Zeroizing::new(reduced(k, order)), stretch_bits(order));
    let k = Bits::new(&k);
    let mut points = ladders(lanes, core::array::from_fn(|j| k.part(j * bits, bits)), None);
    let mut r = group.neutral();
    for p in &points {
        r = group.add_entry(&r, p);
    }
    points.zeroize();
    r
}

/// [`FourLanes::ladders`] as points.
pub(in crate::multiply) fn ladders<F: Field<Mask = Mask>>(
    lanes: &dyn FourLanes<F::El>,
    scalars: [Bits<'_>; 4],
    points: Option<&[[F::El; 2]; 4]>,
) -> [AffinePoint<F>; 4] {
    let (mut points, neutral) = lanes.ladders(scalars, points);
    let mut lane = 0;
    let r = points.map(|[x, y]| {
        let neutral = Mask::from_bit((neutral.bits() >> (2 * lane) & 1).into());
        lane += 1;
        AffinePoint { x, y, neutral }
    });
    points.zeroize();
    r
}
