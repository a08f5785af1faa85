//! Sums of multiples in one pass of doublings: `interleaved`, `k B + l P` for a fixed base `B`, to
//! verify signatures; `straus` and `pippenger`, many multiples.
//!
//! **Interleaved.** `[Straus1964]`; `[Moller2001]`. **Idea.** All scalars share the doublings; the
//! scalar of the fixed base takes wide windows over a table made once. The table of `P` stays in
//! the coordinates of the law, which saves its inversion. **Cost** for `h` bits: `h` doublings,
//! `h / (v + 1)` mixed additions for windows of `v` bits, and `h / 6 + 8` additions for `P`.
//!
//! **Many.** `[Straus1964]`, interleaved with windows of signed digits (`[Moller2001]`);
//! `[Pippenger1976]` in the form of `[Bernstein2012]`. **Idea.** Straus keeps a table for each
//! point; Pippenger keeps one bucket for each digit, adds every point to the bucket of its digit,
//! and adds up the buckets by running sums. **Cost** for `n` points and `h` bits: Straus `h`
//! doublings and `n h / (w + 1)` additions, Pippenger `h / c (n + 2^c)` additions for windows of
//! `c` bits. **Variable time**, which reveals the scalars.

use super::sum_of_two::{MULTIPLES, WIDTH, point_multiples};
use crate::curve::weierstrass::CommonDenominator;
use crate::curve::{AffinePoint, Curve, Group};
use crate::field::VartimeField;
use crate::limb::Bits;
use crate::recoding::{Digit, digits_needed, signed_window_digit, width_naf_vartime};
use alloc::vec;
use alloc::vec::Vec;

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
}

/// The sum of all rows.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn sum_of_rows_vartime<G: Group>(
    group: &G,
    of_entries: &[Row<'_, G::Entry>],
    of_points: &[Row<'_, G::Point>],
) -> G::Point {
    let double_times = |p: &G::Point, times| group.double_times(p, times);
    sum_by_doublings_vartime(group, of_entries, of_points, double_times)
}

/// An addition in a sum of rows, and the doublings before it.
struct Step {
    doublings: usize,
    row: usize,
    multiple: usize,
    negative: bool,
}

/// The additions for the digits of these rows, and the doublings after them. Doublings in a row
/// cost less than one at a time. Not generic: iterators compile to much code.
fn steps(rows: &[&[Digit]]) -> (Vec<Step>, usize) {
    let longest = rows.iter().map(|digits| digits.len()).max().unwrap_or(0);
    let (mut steps, mut doublings) = (Vec::new(), 0);
    for i in (0..longest).rev() {
        doublings += 1;
        for (row, digits) in rows.iter().enumerate() {
            if let Some(&digit) = digits.get(i).filter(|digit| **digit != 0) {
                let multiple = usize::from(digit.unsigned_abs() / 2);
                steps.push(Step { doublings, row, multiple, negative: digit < 0 });
                doublings = 0;
            }
        }
    }
    (steps, doublings)
}

/// The sum of all rows, with `double_times` for runs of doublings, 0 or more.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn sum_by_doublings_vartime<G: Group>(
    group: &G,
    of_entries: &[Row<'_, G::Entry>],
    of_points: &[Row<'_, G::Point>],
    double_times: impl Fn(&G::Point, usize) -> G::Point,
) -> G::Point {
    let mut digits = Vec::with_capacity(of_entries.len() + of_points.len());
    for row in of_entries {
        digits.push(&*row.digits);
    }
    for row in of_points {
        digits.push(&*row.digits);
    }
    let (steps, last) = steps(&digits);
    let mut r = group.neutral();
    for Step { doublings, row, multiple, negative } in steps {
        if doublings > 0 {
            r = double_times(&r, doublings);
        }
        if row < of_entries.len() {
            let multiple = &of_entries[row].multiples[multiple];
            let entry = if negative { group.neg_entry(multiple) } else { *multiple };
            r = group.add_entry(&r, &entry);
        } else {
            let multiple = &of_points[row - of_entries.len()].multiples[multiple];
            r = group.add(&r, &if negative { group.neg(multiple) } else { *multiple });
        }
    }
    double_times(&r, last)
}

/// `k B + l p`, where `base` is the table of `B`.
#[cfg_attr(not(debug_assertions), inline(always))]
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

/// `l` times the point with these multiples.
pub(super) fn point_row<'a, P>(l: Bits<'_>, multiples: &'a [P; MULTIPLES]) -> Row<'a, P> {
    Row { digits: width_naf_digits_vartime(l, WIDTH), multiples }
}

/// A point and its scalar.
pub(crate) type Term<'a, E> = (Bits<'a>, &'a E);

/// The length of the longest scalar.
fn longest<E>(terms: &[Term<'_, E>]) -> usize {
    terms.iter().map(|(k, _)| k.len()).max().unwrap_or(0)
}

/// The sum of the terms by interleaved windows of `w` bits, 2 to 7.
pub fn straus_vartime<G: Group>(group: &G, terms: &[Term<'_, G::Entry>], w: usize) -> G::Point {
    let mut tables = Vec::with_capacity(terms.len());
    for (_, p) in terms {
        tables.push(OddMultiples::new(group, p, w));
    }
    let mut rows = Vec::with_capacity(terms.len());
    for (i, table) in tables.iter().enumerate() {
        rows.push(table.row(terms[i].0));
    }
    sum_of_rows_vartime(group, &rows, &[])
}

/// The window width with the fewest additions for `points` points and scalars of `bits` bits.
fn bucket_width(points: usize, bits: usize) -> usize {
    let additions = |c: &usize| (bits / c + 1) * (points + (1 << c));
    (1..=WIDEST).min_by_key(additions).unwrap_or(1)
}

/// The widest window of signed digits.
const WIDEST: usize = 6;

/// The sum of the terms by buckets of signed digits.
pub fn pippenger_vartime<G: Group>(group: &G, terms: &[Term<'_, G::Entry>]) -> G::Point {
    let bits = longest(terms);
    let c = bucket_width(terms.len(), bits);
    let mut r = group.neutral();
    for window in (0..=bits / c).rev() {
        r = group.double_times(&r, c);
        let mut buckets = vec![group.neutral(); 1 << (c - 1)];
        for (k, p) in terms {
            let (size, negative) = signed_window_digit(*k, window, c);
            if size > 0 {
                let p = if negative.to_bool_vartime() { group.neg_entry(p) } else { **p };
                let bucket = &mut buckets[size as usize - 1];
                *bucket = group.add_entry(bucket, &p);
            }
        }
        // Bucket d counts d times: once in each of d running sums.
        let (mut running, mut sum) = (group.neutral(), group.neutral());
        for bucket in buckets.iter().rev() {
            running = group.add(&running, bucket);
            sum = group.add(&sum, &running);
        }
        r = group.add(&r, &sum);
    }
    r
}
