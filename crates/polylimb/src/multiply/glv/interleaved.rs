//! `glv-interleaved`: sums of multiples on secp256k1, each scalar in two halves, all halves in one pass of doublings.
//!
//! **Source.** Gallant, Lambert, Vanstone 2001, with interleaved windows (Möller 2001). **Cost** of `a G + b Q`: 128 doublings and `2 · 128 / 6 + 2 · 128 / (v + 1)`
//! additions for windows of `v` bits for `G`, whose tables are made once; 8 additions and 8 products for those of `Q`. **Time** tells the scalars: for
//! verification.

use super::{Halves, order};
use crate::curve::Group;
use crate::curve::weierstrass::{AffinePoint, Jacobian, Vartime};
use crate::field::VartimeField;
use crate::limb::Bits;
use crate::multiply::interleaved::{OddMultiples, point_multiples, point_row, sum_of_rows_vartime};
use crate::multiply::odd_scalar::OddScalar;

/// The halves of a scalar and their signs.
fn signed_halves_vartime(k: Bits<'_>) -> (Halves, [bool; 2]) {
    let scalar = OddScalar::new(k, order());
    let halves = Halves::new(scalar.words());
    let negative = halves.negative.map(|half| (half ^ scalar.negative).to_bool_vartime());
    (halves, negative)
}

/// `k P` for the tables of `P` and of its image.
pub(in crate::multiply) fn glv_interleaved_vartime<G: Group>(
    group: &G,
    k: Bits<'_>,
    tables: [&OddMultiples<G::Entry>; 2],
) -> G::Point {
    let (halves, negative) = signed_halves_vartime(k);
    let row = |i: usize| tables[i].row(halves.bits(i)).negated_if(negative[i]);
    sum_of_rows_vartime(group, &[row(0), row(1)], &[])
}

/// `a G + b q` for the tables of `G` and of its image.
pub(in crate::multiply) fn sum_vartime<F: VartimeField>(
    group: &Vartime<F, Jacobian>,
    beta: &F::El,
    a: Bits<'_>,
    tables: [&OddMultiples<AffinePoint<F>>; 2],
    b: Bits<'_>,
    q: &AffinePoint<F>,
) -> <Vartime<F, Jacobian> as Group>::Point {
    let (of_a, a_negative) = signed_halves_vartime(a);
    let (of_b, b_negative) = signed_halves_vartime(b);
    let multiples = point_multiples(group, &group.lift(q));
    let images = multiples.map(|mut p| {
        group.curve().field.mul_assign(&mut p.x, beta);
        p
    });
    let known = |i: usize| tables[i].row(of_a.bits(i)).negated_if(a_negative[i]);
    let of_q = [&multiples, &images];
    let point = |i: usize| point_row(of_b.bits(i), of_q[i]).negated_if(b_negative[i]);
    sum_of_rows_vartime(group, &[known(0), known(1)], &[point(0), point(1)])
}
