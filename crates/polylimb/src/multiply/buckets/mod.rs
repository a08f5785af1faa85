//! Sums of many multiples: buckets of signed digits, filled by sums of affine points.
//!
//! **Source.** `[Pippenger1976]` in the form of `[Bernstein2012]`; affine sums with a shared
//! inversion: `[Montgomery1987]`. **Idea.** A point goes into the bucket of its scalar's digit.
//! Points of one bucket are added in pairs, then the sums in pairs, and so on, so the sums of a
//! round do not depend on each other: they share inversions and fill the lanes. The weights of the
//! buckets are added up in the same way: a bucket goes into one bucket for the upper half of its
//! digit and one for the lower half, until the digits are single bits. What is left is a point for
//! each bit of the scalars. **Cost** for `n` points, `h` bits, windows of `c` bits:
//! `h / c (n + 2^c)` affine sums of five products and a square each. Tables of `2^(c i) P` let all
//! windows share their buckets: `n h / c + 2^c`.
//!
//! **Domain.** Any points, equal and opposite ones included, and any scalars. **Variable time**,
//! which reveals all of them.
//!
//! The order of sums (this file) knows points by their ids; coordinates and lanes are
//! `affine.rs`'s.

mod affine;
mod transform;

pub(crate) use transform::transforms_vartime;

use crate::curve::weierstrass::{Jacobian, JacobianPoint};
use crate::curve::{AffinePoint, Group, Vartime};
use crate::error::Result;
use crate::field::{Encoding, VartimeField};
use crate::limb::{Bits, WORD_BITS};
use crate::recoding::signed_window_digit;
use crate::team::{Split, map_parts};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A point of an arena or its table: first the table's, then the sums. With [`SIGN`] its opposite.
pub(crate) type Id = u32;
const SIGN: Id = 1 << 31;

/// With this many points buckets are cheaper than tables.
pub(crate) const MANY: usize = 32;
/// The widest window.
const WIDEST: usize = if WORD_BITS < 18 { WORD_BITS - 2 } else { 16 };
/// Points whose windows are worked on together: more share inversions, fewer stay in the cache.
const TOGETHER: usize = 1 << 15;

/// Makes tables of a curve's points.
pub(crate) trait Tables: Send + Sync {
    /// The points with these coordinates, each of `bytes` bytes, most significant first. No point
    /// is neutral.
    fn table(&self, bytes: usize, points: &[[&[u8]; 2]]) -> Box<dyn Table>;
}

/// Points of a curve.
pub(crate) trait Table: Send + Sync {
    /// A place for sums of these points.
    fn arena(&self) -> Box<dyn Arena + '_>;

    /// Appends the points times `2^doublings`, then those times `2^doublings`, and so on, `times`
    /// times.
    fn extend(&mut self, doublings: usize, times: usize);
}

/// Sums of a table's points.
pub(crate) trait Arena {
    /// Adds each pair. The sums have consecutive ids from the returned one on; ids in
    /// `neutral` are no points.
    fn add(&mut self, pairs: &[[Id; 2]], neutral: &mut Vec<Id>) -> Id;

    /// The coordinates of these points, without their signs.
    fn coordinates(&self, ids: &[Id]) -> Vec<[Vec<u8>; 2]>;

    /// The id of the next sum.
    fn end(&self) -> Id;

    /// Forgets the sums from the id `from` on, except these, which get new ids.
    fn keep(&mut self, from: Id, ids: &mut [Option<Id>]);
}

/// A part of a sum of multiples: `2^bit` times a point.
pub(crate) struct Part {
    /// Which sum.
    pub(crate) sum: usize,
    pub(crate) bit: usize,
    pub(crate) coordinates: [Vec<u8>; 2],
    /// Whether the point is the opposite of the one with these coordinates.
    pub(crate) negative: bool,
}

/// The parts by their bits, the lowest first. Not in the generic function: a sort fills kilobytes.
fn by_bit(parts: &[Part]) -> Vec<&Part> {
    let mut parts: Vec<&Part> = parts.iter().collect();
    parts.sort_by_key(|part| part.bit);
    parts
}

/// The sum of these parts.
///
/// # Errors
/// None for the curve's own parts.
pub(crate) fn sum_of_parts<F: VartimeField + Encoding>(
    group: &Vartime<F, Jacobian>,
    parts: &[Part],
) -> Result<JacobianPoint<F::El>> {
    let f = &group.curve().field;
    let (mut r, mut bit) = (group.neutral(), 0);
    for part in by_bit(parts).into_iter().rev() {
        r = group.double_times(&r, bit.max(part.bit) - part.bit);
        bit = part.bit;
        let [x, y] = &part.coordinates;
        let p = AffinePoint::new(f.decode_be(x)?, f.decode_be(y)?);
        r = group.add_entry(&r, &if part.negative { p.neg(f) } else { p });
    }
    Ok(group.double_times(&r, bit))
}

/// Points prepared for sums of multiples.
pub(crate) struct Prepared {
    table: Box<dyn Table>,
    /// Which points are not neutral.
    present: Vec<bool>,
    /// The width of windows for which the table has multiples, and the bits of the scalars.
    multiples: Option<(usize, usize)>,
}

/// The width of windows with the fewest sums for `points` points and scalars of `bits` bits.
fn best_width(points: usize, bits: usize, shared: bool) -> usize {
    let sums = |c: &usize| {
        let windows = bits / c + 1;
        windows * points + if shared { 1 << c } else { windows << c }
    };
    (2..=WIDEST).min_by_key(sums).unwrap_or(2)
}

impl Prepared {
    /// These points, `None` for the neutral one; coordinates have `bytes` bytes.
    pub(crate) fn new(tables: &dyn Tables, bytes: usize, points: &[Option<[&[u8]; 2]>]) -> Self {
        let zeros = vec![0; bytes];
        let coordinates: Vec<_> = points.iter().map(|p| p.unwrap_or([&zeros; 2])).collect();
        let present = points.iter().map(Option::is_some).collect();
        Self { table: tables.table(bytes, &coordinates), present, multiples: None }
    }

    /// With tables for sums of `each` points and scalars of up to `bits` bits. The points' order is
    /// odd.
    pub(crate) fn with_multiples(mut self, each: usize, bits: usize) -> Self {
        let width = best_width(each, bits, true);
        self.table.extend(width, bits / width);
        self.multiples = Some((width, bits));
        self
    }

    /// The number of points.
    pub(crate) const fn len(&self) -> usize {
        self.present.len()
    }

    /// The parts of sums of `each` multiples, in the order of the sums; scalar `i` belongs to
    /// point `i`. At most as many scalars as points.
    pub(crate) fn sums_vartime(
        &self,
        split: &dyn Split,
        scalars: &[Bits<'_>],
        each: usize,
    ) -> Vec<Part> {
        let bits = scalars.iter().map(Bits::len).max().unwrap_or(0);
        if bits == 0 || each == 0 {
            return Vec::new();
        }
        let sums = scalars.len().div_ceil(each);
        let shared = self.multiples.filter(|(_, most)| bits <= *most);
        let width = shared.map_or_else(|| best_width(each, bits, false), |(width, _)| width);
        let windows = bits / width + 1;
        let slices = if shared.is_some() { 1 } else { windows };
        // Fewer jobs than threads: cut the sums, too.
        let cuts = split.threads().div_ceil(sums * slices).min(each);
        let piece = each.div_ceil(cuts);
        let mut jobs = Vec::with_capacity(sums * slices * cuts);
        for sum in 0..sums {
            let end = scalars.len().min((sum + 1) * each);
            for first in (sum * each..end).step_by(piece) {
                let terms = first..end.min(first + piece);
                for slice in 0..slices {
                    let shared = shared.is_some();
                    let windows = if shared { 0..windows } else { slice..slice + 1 };
                    jobs.push(Job { sum, terms: terms.clone(), windows, shared });
                }
            }
        }
        let together = (TOGETHER / (piece * windows / slices)).max(1);
        let mut parts = map_parts(split, &jobs, jobs.len().div_ceil(split.threads()), &|jobs| {
            let mut arena = self.table.arena();
            let (mut parts, start) = (Vec::new(), arena.end());
            for jobs in jobs.chunks(together) {
                arena.keep(start, &mut []);
                let entries = self.entries(jobs, scalars, width);
                parts.extend(parts_of(&mut *arena, jobs, entries, width));
            }
            parts
        });
        parts.sort_by_key(|part| part.sum);
        parts
    }

    /// The buckets of all digits of these jobs.
    fn entries(&self, jobs: &[Job], scalars: &[Bits<'_>], width: usize) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (i, job) in jobs.iter().enumerate() {
            // A table has all points, then their multiples for window 1, and so on.
            let first = if job.shared { 0 } else { job.windows.start };
            for window in job.windows.clone() {
                for term in job.terms.clone().filter(|&term| self.present[term]) {
                    let (size, negative) = signed_window_digit(scalars[term], window, width);
                    if size > 0 {
                        let id = ((window - first) * self.len() + term) as Id;
                        let sign = if negative.to_bool_vartime() { SIGN } else { 0 };
                        entries
                            .push(Entry { key: (i << width) as u32 | size as u32, id: id | sign });
                    }
                }
            }
        }
        entries
    }
}

/// The parts of these jobs, from the points in their buckets.
fn parts_of(
    arena: &mut dyn Arena,
    jobs: &[Job],
    mut entries: Vec<Entry>,
    width: usize,
) -> Vec<Part> {
    let base = |job: &Job| if job.shared { 0 } else { job.windows.start * width };
    let mut bits: Vec<usize> = jobs.iter().map(base).collect();
    let mut digit = width;
    entries = reduce(arena, &entries, bits.len() << digit);
    while digit > 1 {
        let half = digit.div_ceil(2);
        let mut halves = Vec::with_capacity(2 * entries.len());
        for Entry { key, id } in entries {
            let (job, digits) = (key >> digit, key & ((1 << digit) - 1));
            for (i, part) in [digits & ((1 << half) - 1), digits >> half].into_iter().enumerate() {
                if part > 0 {
                    halves.push(Entry { key: (2 * job + i as u32) << half | part, id });
                }
            }
        }
        bits = bits.iter().flat_map(|bit| [*bit, bit + half]).collect();
        digit = half;
        entries = reduce(arena, &halves, bits.len() << digit);
    }
    let ids: Vec<Id> = entries.iter().map(|entry| entry.id).collect();
    let part = |(entry, coordinates): (&Entry, _)| {
        let group = (entry.key >> 1) as usize;
        let sum = jobs[group * jobs.len() / bits.len()].sum;
        Part { sum, bit: bits[group], coordinates, negative: entry.id & SIGN != 0 }
    };
    entries.iter().zip(arena.coordinates(&ids)).map(part).collect()
}

/// The terms of a sum that a thread adds up, in these windows.
struct Job {
    sum: usize,
    terms: Range<usize>,
    windows: Range<usize>,
    /// Whether all windows share their buckets.
    shared: bool,
}

/// A point and the bucket that it goes into.
#[derive(Clone, Copy)]
struct Entry {
    key: u32,
    id: Id,
}

/// The sum of each bucket that is not neutral; keys are below `keys`.
fn reduce(arena: &mut dyn Arena, entries: &[Entry], keys: usize) -> Vec<Entry> {
    let mut next = vec![0; keys];
    for entry in entries {
        next[entry.key as usize] += 1;
    }
    // Buckets that are added up, as key, first and end of their ids.
    let (mut open, mut first) = (Vec::new(), 0);
    for (key, next) in next.iter_mut().enumerate() {
        let end = first + *next;
        if *next > 0 {
            open.push((key as u32, first..end));
        }
        *next = first;
        first = end;
    }
    let mut ids = vec![0; entries.len()];
    for Entry { key, id } in entries {
        ids[next[*key as usize]] = *id;
        next[*key as usize] += 1;
    }
    let (mut sums, mut pairs, mut neutral) =
        (Vec::with_capacity(open.len()), Vec::new(), Vec::new());
    loop {
        open.retain(|(key, range)| {
            if range.len() == 1 {
                sums.push(Entry { key: *key, id: ids[range.start] });
            }
            range.len() > 1
        });
        if open.is_empty() {
            return sums;
        }
        pairs.clear();
        for (_, range) in &open {
            pairs.extend(ids[range.clone()].chunks_exact(2).map(|pair| [pair[0], pair[1]]));
        }
        neutral.clear();
        let mut sum = arena.add(&pairs, &mut neutral);
        for (_, range) in &mut open {
            let mut end = range.start;
            for i in 0..range.len() / 2 {
                ids[range.start + i] = sum;
                sum += 1;
                end += 1;
            }
            if range.len() % 2 == 1 {
                ids[end] = ids[range.end - 1];
                end += 1;
            }
            range.end = end;
        }
        if !neutral.is_empty() {
            for (_, range) in &mut open {
                let mut end = range.start;
                for i in range.clone() {
                    if neutral.binary_search(&ids[i]).is_err() {
                        ids[end] = ids[i];
                        end += 1;
                    }
                }
                range.end = end;
            }
        }
    }
}
