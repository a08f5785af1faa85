//! `interleaved`: `k B + l P` for a fixed base `B`, to verify signatures; and the one pass of
//! doublings that all sums of multiples share.
//!
//! **Source.** `[Straus1964]`; `[Moller2001]`. **Idea.** All scalars share the doublings; the
//! scalar of the fixed base takes wide windows over a table made once. The table of `P` stays in
//! the coordinates of the law, which saves its inversion. **Cost** for `h` bits: `h` doublings,
//! `h / (v + 1)` mixed additions for windows of `v` bits, and `h / 6 + 8` additions for `P`.
//! **Variable time**, which reveals the scalars: for verification.

use crate::curve::weierstrass::CommonDenominator;
use crate::curve::{AffinePoint, Curve, Group};
use crate::field::VartimeField;
use crate::limb::Bits;
use crate::recoding::{Digit, digits_needed, width_naf_vartime};
use alloc::vec;
use alloc::vec::Vec;

/// Window width for the variable point; `MULTIPLES` is the number of its odd multiples.
const WIDTH: usize = 5;
const MULTIPLES: usize = 1 << (WIDTH - 2);

/// The first `count` of `p, 3 p, 5 p, …`, as entries.
fn odd_multiples<G: Group>(group: &G, p: &G::Entry, count: usize) -> Vec<G::Entry> {
    let mut entries = vec![*p; count];
    if count > 1 {
        let first = group.lift(p);
        let twice = group.double(&first);
        let mut multiple = first;
        let mut points = Vec::with_capacity(count);
        for _ in 0..count {
            points.push(multiple);
            multiple = group.add(&multiple, &twice);
        }
        group.normalise(&points, &mut entries);
    }
    entries
}

/// The width-`w` NAF of `k`, `w` from 2 to 7, without leading zeros.
fn width_naf_digits_vartime(k: Bits<'_>, w: usize) -> Vec<Digit> {
    let mut digits = vec![0; digits_needed(k.len())];
    let used = width_naf_vartime(&mut digits, k, w);
    digits.truncate(used);
    digits
}

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

    /// `p, 3 p, 5 p, …`: `2^(w-2)` entries.
    #[must_use]
    pub fn entries(&self) -> &[E] {
        &self.entries
    }

    /// `k` times the base, as a row.
    pub(super) fn row(&self, k: Bits<'_>) -> Row<'_, E> {
        Row { digits: width_naf_digits_vartime(k, self.w), multiples: &self.entries }
    }
}

impl<F: VartimeField> OddMultiples<AffinePoint<F>> {
    /// The table of a variable point of an order above 16, for windows of five bits. It is made
    /// over one denominator and then divided by it. The inversion pays from about thirty additions
    /// on, because it makes all of them mixed.
    #[inline(never)]
    pub(super) fn of_point_vartime(c: &Curve<F>, p: &AffinePoint<F>) -> Self {
        let f = &c.field;
        let table = CommonDenominator::<F, MULTIPLES>::new(c, p);
        let inverse = f.inv0_vartime(&table.z);
        let square = f.sqr(&inverse);
        let cube = f.mul(&square, &inverse);
        let mut entries = Vec::with_capacity(MULTIPLES);
        for [x, y] in &table.entries {
            entries.push(AffinePoint::new(f.mul(x, &square), f.mul(y, &cube)));
        }
        Self { entries, w: WIDTH }
    }
}

/// A multiple of a point: digits that are 0 or odd, and the point's odd multiples.
pub(super) struct Row<'a, E> {
    pub(super) digits: Vec<Digit>,
    pub(super) multiples: &'a [E],
}

impl<E> Row<'_, E> {
    /// The negative if `condition`.
    pub(super) fn negated_if(mut self, condition: bool) -> Self {
        if condition {
            self.digits.iter_mut().for_each(|digit| *digit = -*digit);
        }
        self
    }

    /// Digit `i`, if it is not 0: its multiple, and whether it is negative.
    #[inline(always)]
    fn digit(&self, i: usize) -> Option<(&E, bool)> {
        let digit = self.digits.get(i).copied().filter(|digit| *digit != 0)?;
        Some((&self.multiples[usize::from(digit.unsigned_abs() / 2)], digit < 0))
    }
}

/// The sum of all rows.
#[inline(always)]
pub(super) fn sum_of_rows_vartime<G: Group>(
    group: &G,
    of_entries: &[Row<'_, G::Entry>],
    of_points: &[Row<'_, G::Point>],
) -> G::Point {
    let double_times = |p: &G::Point, times| group.double_times(p, times);
    sum_by_doublings_vartime(group, of_entries, of_points, double_times)
}

/// The sum of all rows, with `double_times` for runs of doublings, 0 or more.
#[inline(always)]
pub(super) fn sum_by_doublings_vartime<G: Group>(
    group: &G,
    of_entries: &[Row<'_, G::Entry>],
    of_points: &[Row<'_, G::Point>],
    double_times: impl Fn(&G::Point, usize) -> G::Point,
) -> G::Point {
    let lengths = of_entries.iter().map(|row| row.digits.len());
    let longest = lengths.chain(of_points.iter().map(|row| row.digits.len())).max().unwrap_or(0);
    let mut r = group.neutral();
    // Doublings in a row cost less than one at a time.
    let mut doublings = 0;
    for i in (0..longest).rev() {
        doublings += 1;
        let zero = of_entries.iter().all(|row| row.digit(i).is_none());
        if zero && of_points.iter().all(|row| row.digit(i).is_none()) {
            continue;
        }
        r = double_times(&r, doublings);
        doublings = 0;
        for (multiple, negative) in of_entries.iter().filter_map(|row| row.digit(i)) {
            let entry = if negative { group.neg_entry(multiple) } else { *multiple };
            r = group.add_entry(&r, &entry);
        }
        for (multiple, negative) in of_points.iter().filter_map(|row| row.digit(i)) {
            r = group.add(&r, &if negative { group.neg(multiple) } else { *multiple });
        }
    }
    double_times(&r, doublings)
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
    let multiples = point_multiples(group, p);
    sum_of_rows_vartime(group, &[base.row(k)], &[point_row(l, &multiples)])
}

/// The odd multiples of a variable point, in the coordinates of the law.
#[inline(always)]
pub(super) fn point_multiples<G: Group>(group: &G, p: &G::Point) -> [G::Point; MULTIPLES] {
    let twice = group.double(p);
    let mut multiples = [*p; MULTIPLES];
    for i in 1..MULTIPLES {
        multiples[i] = group.add(&multiples[i - 1], &twice);
    }
    multiples
}

/// `l` times the point with these multiples.
pub(super) fn point_row<'a, P>(l: Bits<'_>, multiples: &'a [P; MULTIPLES]) -> Row<'a, P> {
    Row { digits: width_naf_digits_vartime(l, WIDTH), multiples }
}
