//! `k p + l q` without a heap, to verify signatures on small devices.
//!
//! **Source.** `[Straus1964]`; `[Moller2001]`. **Idea.** Both scalars share the doublings. Both
//! tables are made for one sum and stay in the coordinates of the law, which saves the inversion
//! that would make them affine. **Cost** for `h` bits: `h` doublings and `h / 3 + 16` additions.
//! **Variable time**, which reveals the scalars.

use crate::curve::Group;
use crate::limb::Bits;
use crate::recoding::{digits_needed, width_naf_vartime};

/// Window width for a variable point; `MULTIPLES` is the number of its odd multiples.
pub(super) const WIDTH: usize = 5;
pub(super) const MULTIPLES: usize = 1 << (WIDTH - 2);

/// The odd multiples of a variable point, in the coordinates of the law.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn point_multiples<G: Group>(group: &G, p: &G::Point) -> [G::Point; MULTIPLES] {
    let twice = group.double(p);
    let mut multiples = [*p; MULTIPLES];
    for i in 1..MULTIPLES {
        multiples[i] = group.add(&multiples[i - 1], &twice);
    }
    multiples
}

/// The longest scalar, in bits.
const BITS: usize = 256;

/// `k p + l q` for scalars of up to 256 bits.
///
/// # Panics
/// For longer ones.
pub fn sum_of_two_vartime<G: Group>(
    group: &G,
    scalars: [Bits<'_>; 2],
    points: [&G::Point; 2],
) -> G::Point {
    let mut digits = [[0; digits_needed(BITS)]; 2];
    for (digits, k) in digits.iter_mut().zip(scalars) {
        width_naf_vartime(digits, k, WIDTH);
    }
    let multiples = points.map(|p| point_multiples(group, p));
    let (mut r, mut doublings) = (group.neutral(), 0);
    for i in (0..digits[0].len()).rev() {
        doublings += 1;
        for (digits, multiples) in digits.iter().zip(&multiples) {
            if digits[i] != 0 {
                r = group.double_times(&r, core::mem::take(&mut doublings));
                let multiple = &multiples[usize::from(digits[i].unsigned_abs() / 2)];
                r = group.add(&r, &if digits[i] < 0 { group.neg(multiple) } else { *multiple });
            }
        }
    }
    group.double_times(&r, doublings)
}
