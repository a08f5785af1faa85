//! `glv-interleaved`: sums of multiples on secp256k1, each scalar in two halves, all halves in one
//! pass of doublings.
//!
//! **Source.** `[Gallant2001]`, with interleaved windows (`[Moller2001]`). **Cost** of `a G + b Q`:
//! 128 doublings and `2 · 128 / 6 + 2 · 128 / (v + 1)` additions for windows of `v` bits for `G`,
//! whose tables are made once; 8 additions and 8 products for the tables of `Q`. **Variable time**,
//! which reveals the scalars: for verification.

use super::Halves;
use crate::curve::weierstrass::Jacobian;
use crate::curve::{AffinePoint, Group, Vartime};
use crate::field::VartimeField;
use crate::limb::Bits;
use crate::multiply::interleaved::{OddMultiples, point_multiples, point_row, sum_of_rows_vartime};

/// `a G + b q` for the tables of `G` and of its image.
pub(in crate::multiply) fn sum_vartime<F: VartimeField>(
    group: &Vartime<F, Jacobian>,
    beta: &F::El,
    a: Bits<'_>,
    tables: [&OddMultiples<AffinePoint<F>>; 2],
    b: Bits<'_>,
    q: &AffinePoint<F>,
) -> <Vartime<F, Jacobian> as Group>::Point {
    let (of_a, of_b) = (Halves::new(a), Halves::new(b));
    let multiples = point_multiples(group, &group.lift(q));
    let images = multiples.map(|mut p| {
        group.curve().field.mul_assign(&mut p.x, beta);
        p
    });
    let known =
        |i: usize| tables[i].row(of_a.size(i)).negated_if(of_a.negative(i).to_bool_vartime());
    let of_q = [&multiples, &images];
    let point =
        |i: usize| point_row(of_b.size(i), of_q[i]).negated_if(of_b.negative(i).to_bool_vartime());
    sum_of_rows_vartime(group, &[known(0), known(1)], &[point(0), point(1)])
}
