//! `addition-subtraction` and windows of signed digits: doublings, and an addition or subtraction
//! where a digit is not 0.
//!
//! **Source.** `[Arruda2014]`, Algorithm 5 (digits 0, ±1 of the NAF); `[Koyama1993]`, `[Okeya2004]`
//! (windows). **Idea.** The negative of a point is free, so digits may have signs; odd digits below
//! `2^(w-1)` need a table of `2^(w-2)` odd multiples. **Cost.** For `h` bits `h` doublings and
//! `h / (w + 1)` mixed additions, and for the table 1 doubling, `2^(w-2) - 1` additions, one
//! inversion. **Time** tells the scalar.

use crate::recoding::MutualOpposite;
use polylimb::authors::curve::Group;
use polylimb::authors::limb::Bits;
use polylimb::authors::multiply::OddMultiples;
use polylimb::authors::recoding::{Digit, digits_needed, width_naf_vartime};

/// The digits of width `w`, 2 to 7, without zeros at the top.
pub(super) fn width_naf_digits_vartime(k: Bits<'_>, w: usize) -> Vec<Digit> {
    let mut digits = vec![0; digits_needed(k.len())];
    let used = width_naf_vartime(&mut digits, k, w);
    digits.truncate(used);
    digits
}

/// `r + digit p`, for a digit that is 0 or odd, from a table of odd multiples.
pub(super) fn add_digit_vartime<G: Group>(
    group: &G,
    r: &G::Point,
    table: &[G::Entry],
    digit: Digit,
) -> G::Point {
    let entry = || &table[usize::from(digit.unsigned_abs() / 2)];
    match digit {
        0 => *r,
        1.. => group.add_entry(r, entry()),
        _ => group.add_entry(r, &group.neg_entry(entry())),
    }
}

/// The sum of `digits[i] 2^i p` for digits that are 0 or odd and below `2^(w-1)` in size (`w = 1,
/// 2`: 0, ±1).
pub fn signed_digits_vartime<G: Group>(
    group: &G,
    digits: &[Digit],
    w: usize,
    p: &G::Entry,
) -> G::Point {
    let table = OddMultiples::new(group, p, w.max(2));
    let mut r = group.neutral();
    for &digit in digits.iter().rev() {
        r = group.double(&r);
        r = add_digit_vartime(group, &r, table.entries(), digit);
    }
    r
}

/// `k p` with the mutual opposite form of width `w`, whose digits are written from the top while
/// they are used, so they need no memory.
pub fn on_the_fly_vartime<G: Group>(group: &G, k: Bits<'_>, w: usize, p: &G::Entry) -> G::Point {
    let table = OddMultiples::new(group, p, w.max(2));
    let mut r = group.neutral();
    for (_, digit) in MutualOpposite::new(k, w) {
        r = group.double(&r);
        r = add_digit_vartime(group, &r, table.entries(), digit);
    }
    r
}
