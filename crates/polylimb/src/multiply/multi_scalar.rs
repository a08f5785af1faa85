//! `straus` and `pippenger`: a sum of many multiples in one pass of doublings.
//!
//! **Source.** `[Straus1964]`, interleaved with windows of signed digits (`[Moller2001]`);
//! `[Pippenger1976]` in the form of `[Bernstein2012]`. **Idea.** Straus keeps a table for each
//! point; Pippenger keeps one bucket for each digit, adds every point to the bucket of its digit,
//! and adds up the buckets by running sums. **Cost** for `n` points and `h` bits: Straus `h`
//! doublings and `n h / (w + 1)` additions, Pippenger `h / c (n + 2^c)` additions for windows of
//! `c` bits. **Variable time**, which reveals the scalars.

use super::interleaved::{OddMultiples, sum_of_rows_vartime};
use crate::curve::Group;
use crate::limb::Bits;
use crate::recoding::signed_window_digit;
use alloc::vec;
use alloc::vec::Vec;

/// A point and its scalar.
pub type Term<'a, E> = (Bits<'a>, &'a E);

/// The length of the longest scalar.
fn longest<E>(terms: &[Term<'_, E>]) -> usize {
    terms.iter().map(|(k, _)| k.len()).max().unwrap_or(0)
}

/// The sum of the terms by interleaved windows of `w` bits, 2 to 7.
pub fn straus_vartime<G: Group>(group: &G, terms: &[Term<'_, G::Entry>], w: usize) -> G::Point {
    let tables: Vec<_> = terms.iter().map(|(_, p)| OddMultiples::new(group, p, w)).collect();
    let rows: Vec<_> = terms.iter().zip(&tables).map(|((k, _), table)| table.row(*k)).collect();
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
