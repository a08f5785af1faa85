//! `straus` and `pippenger`: a sum of many multiples in one pass of doublings.
//!
//! **Source.** Straus 1964, interleaved with windows of signed digits (Möller 2001); Pippenger 1976 in the form of Bernstein, Doumen, Lange, Oosterwijk 2012.
//! **Idea.** Straus keeps a table for each point; Pippenger keeps one bucket for each digit, adds every point into its digit's, and
//! sums the buckets with running sums. **Cost** for `n` points and `h` bits: Straus `h` doublings and `n h / (w + 1)` additions,
//! Pippenger `h / c (n + 2^c)` additions for windows of `c` bits. **Time** tells the scalars.

use super::signed_digits::{add_digit_vartime, odd_multiples};
use crate::curve::Group;
use crate::limb::Bits;
use crate::recoding::{Digit, digits_needed, signed_window_digit, width_naf_vartime};
use alloc::vec;
use alloc::vec::Vec;

/// A point and its scalar.
pub type Term<'a, E> = (Bits<'a>, &'a E);

/// The length of the longest scalar.
fn longest<E>(terms: &[Term<'_, E>]) -> usize {
    terms.iter().map(|(k, _)| k.len()).max().unwrap_or(0)
}

/// The odd multiples of a point for windows of so many bits.
pub struct OddTable<G: Group> {
    entries: Vec<G::Entry>,
    w: usize,
}

impl<G: Group> OddTable<G> {
    /// Those of `p` for windows of `w` bits, 2 to 7.
    pub fn new(group: &G, p: &G::Entry, w: usize) -> Self {
        Self { entries: odd_multiples(group, p, 1 << (w - 2)), w }
    }
}

/// The sum of the terms by interleaved windows of `w` bits, 2 to 7.
pub fn straus_vartime<G: Group>(group: &G, terms: &[Term<'_, G::Entry>], w: usize) -> G::Point {
    let tables: Vec<_> = terms.iter().map(|(k, p)| (*k, OddTable::new(group, p, w))).collect();
    let terms: Vec<_> = tables.iter().map(|(k, table)| (*k, table)).collect();
    straus_with_tables_vartime(group, &terms)
}

/// The same with tables made beforehand.
pub fn straus_with_tables_vartime<G: Group>(
    group: &G,
    terms: &[(Bits<'_>, &OddTable<G>)],
) -> G::Point {
    let rows: Vec<(Vec<Digit>, &[G::Entry])> = terms
        .iter()
        .map(|(k, table)| {
            let mut digits = vec![0; digits_needed(k.len())];
            let used = width_naf_vartime(&mut digits, *k, table.w);
            digits.truncate(used);
            (digits, &table.entries[..])
        })
        .collect();
    let longest = rows.iter().map(|(digits, _)| digits.len()).max().unwrap_or(0);
    let mut r = group.neutral();
    for i in (0..longest).rev() {
        r = group.double(&r);
        for (digits, table) in &rows {
            let digit = digits.get(i).copied().unwrap_or(0);
            r = add_digit_vartime(group, &r, table, digit);
        }
    }
    r
}

/// The window with the fewest additions for so many points.
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
