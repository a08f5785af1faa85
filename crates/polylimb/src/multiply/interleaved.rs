//! `interleaved`: `k B + l P` for a base `B` known beforehand, as signatures are verified.
//!
//! **Source.** Möller 2001. **Idea.** Both scalars share the doublings; the one of the known base takes wide windows over a table made once.
//! The table of `P` stays in the coordinates of the law, which saves its inversion. **Cost** for `h` bits: `h` doublings, `h / (v + 1)`
//! mixed additions for windows of `v` bits, and `h / 6 + 8` additions for `P`. **Time** tells the scalars: for verification.

use super::signed_digits::{add_digit_vartime, odd_multiples};
use crate::curve::Group;
use crate::limb::Bits;
use crate::recoding::{Digit, digits_needed, width_naf_vartime};
use alloc::vec;
use alloc::vec::Vec;

/// The window of the point that is not known beforehand, and its odd multiples.
const WIDTH: usize = 5;
const MULTIPLES: usize = 1 << (WIDTH - 2);

/// Odd multiples of a base, for any group with these entries.
pub struct OddMultiples<E> {
    entries: Vec<E>,
    w: usize,
}

impl<E: Copy> OddMultiples<E> {
    /// The table of `p` for windows of `w` bits, 2 to 7.
    pub fn new<G: Group<Entry = E>>(group: &G, p: &E, w: usize) -> Self {
        Self { entries: odd_multiples(group, p, 1 << (w - 2)), w }
    }
}

/// The digits of width `w`.
fn digits_vartime(k: Bits<'_>, w: usize) -> Vec<Digit> {
    let mut digits = vec![0; digits_needed(k.len())];
    let used = width_naf_vartime(&mut digits, k, w);
    digits.truncate(used);
    digits
}

/// `k B + l p`, where `base` is the table of `B`.
#[inline(always)]
pub fn interleaved_vartime<G: Group>(
    group: &G,
    k: Bits<'_>,
    base: &OddMultiples<G::Entry>,
    l: Bits<'_>,
    p: &G::Point,
) -> G::Point {
    let twice = group.double(p);
    let mut multiples = [*p; MULTIPLES];
    for i in 1..MULTIPLES {
        multiples[i] = group.add(&multiples[i - 1], &twice);
    }
    let (of_base, of_point) = (digits_vartime(k, base.w), digits_vartime(l, WIDTH));
    let mut r = group.neutral();
    // Doublings in a row cost less than one at a time.
    let mut doublings = 0;
    for i in (0..of_base.len().max(of_point.len())).rev() {
        doublings += 1;
        let digit = |digits: &[Digit]| digits.get(i).copied().unwrap_or(0);
        let (d, e) = (digit(&of_base), digit(&of_point));
        if d == 0 && e == 0 {
            continue;
        }
        r = group.double_times(&r, doublings);
        doublings = 0;
        r = add_digit_vartime(group, &r, &base.entries, d);
        if e != 0 {
            let multiple = multiples[usize::from(e.unsigned_abs() / 2)];
            r = group.add(&r, &if e < 0 { group.neg(&multiple) } else { multiple });
        }
    }
    group.double_times(&r, doublings)
}
