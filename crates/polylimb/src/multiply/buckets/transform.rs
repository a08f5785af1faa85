//! Discrete Fourier transforms of points, by the same affine sums.
//!
//! **Idea.** The butterflies of a layer do not depend on each other, in any row, so all of their
//! multiples go through the same doublings and windows together. **Cost** of a row of `n` points:
//! about `n/2 log n` multiples of 320 sums each. **Variable time**, which reveals everything.

use super::{Arena, Id, SIGN, Tables};
use crate::limb::Bits;
use crate::recoding::signed_window_digit;
use crate::team::{Split, map_parts};
use alloc::vec;
use alloc::vec::Vec;

/// Width of the windows, and the multiples of a point in its table.
const WIDTH: usize = 4;
const MULTIPLES: usize = 1 << (WIDTH - 1);
/// Multiples that are computed together; their sums stay in the second cache.
const TOGETHER: usize = 512;

/// A point's coordinates; `None` for the neutral element.
pub(crate) type Coordinates<T> = Option<[T; 2]>;

/// The transforms `Σ_j ω^(i j) P_j` of rows of `n` points, where `powers` are `1, ω, … ω^(n-1)`
/// and `n` is a power of 2. Coordinates have `bytes` bytes each; the points' order is odd. The
/// `bool` says that a point is the opposite of the one with these coordinates.
pub(crate) fn transforms_vartime(
    split: &dyn Split,
    tables: &dyn Tables,
    bytes: usize,
    points: &[Coordinates<&[u8]>],
    powers: &[Bits<'_>],
) -> Vec<(Coordinates<Vec<u8>>, bool)> {
    let n = powers.len();
    let present: Vec<_> = points.iter().copied().flatten().collect();
    let table = tables.table(bytes, &present);
    let mut ids = 0..;
    let all: Vec<Option<Id>> = points.iter().map(|p| p.and_then(|_| ids.next())).collect();
    let rows: Vec<Vec<Option<Id>>> = all.chunks(n).map(reversed).collect();
    map_parts(split, &rows, rows.len().div_ceil(split.threads()).max(1), &|rows| {
        let mut arena = table.arena();
        let mut points = rows.concat();
        let mut half = 1;
        while half < n {
            butterflies(&mut *arena, &mut points, half, powers);
            half *= 2;
        }
        let ids: Vec<Id> = points.iter().copied().flatten().collect();
        let mut coordinates = arena.coordinates(&ids).into_iter();
        let leave = |id: &Option<Id>| match id {
            Some(id) => (coordinates.next(), id & SIGN != 0),
            None => (None, false),
        };
        points.iter().map(leave).collect()
    })
}

/// The entries in the order of their reversed indices.
fn reversed<T: Copy>(row: &[T]) -> Vec<T> {
    let shift = usize::BITS - row.len().trailing_zeros();
    let place = |i: usize| if row.len() == 1 { 0 } else { i.reverse_bits() >> shift };
    (0..row.len()).map(|i| row[place(i)]).collect()
}

/// One layer: blocks of `2 half` points; `(a, b)` becomes `(a + ω b, a - ω b)`.
fn butterflies(arena: &mut dyn Arena, points: &mut [Option<Id>], half: usize, powers: &[Bits<'_>]) {
    let start = arena.end();
    let stride = powers.len() / (2 * half);
    let upper = |i: usize| i / half % 2 == 1;
    let places: Vec<usize> = (0..points.len()).filter(|&i| upper(i) && i % half > 0).collect();
    let jobs: Vec<_> =
        places.iter().filter_map(|&i| Some((points[i]?, powers[i % half * stride]))).collect();
    let mut multiples = multiples(arena, &jobs).into_iter();
    for i in places {
        if points[i].is_some() {
            points[i] = multiples.next().flatten();
        }
    }
    let pairs: Vec<_> = (0..points.len())
        .map(|i| match (points[i & !half], points[i | half]) {
            (a, b) if upper(i) => [a, b.map(|b| b ^ SIGN)],
            (a, b) => [a, b],
        })
        .collect();
    points.copy_from_slice(&sums(arena, &pairs));
    arena.keep(start, points);
}

/// The sums of pairs of points, any of which may be neutral.
fn sums(arena: &mut dyn Arena, pairs: &[[Option<Id>; 2]]) -> Vec<Option<Id>> {
    let both: Vec<[Id; 2]> = pairs.iter().filter_map(|[a, b]| Some([(*a)?, (*b)?])).collect();
    let mut neutral = Vec::new();
    let mut next = if both.is_empty() { 0 } else { arena.add(&both, &mut neutral) };
    let sum = |pair: &[Option<Id>; 2]| match *pair {
        [Some(_), Some(_)] => {
            next += 1;
            Some(next - 1).filter(|id| neutral.binary_search(id).is_err())
        }
        [a, b] => a.or(b),
    };
    pairs.iter().map(sum).collect()
}

/// `k P` of each job.
fn multiples(arena: &mut dyn Arena, jobs: &[(Id, Bits<'_>)]) -> Vec<Option<Id>> {
    let bits = jobs.iter().map(|(_, k)| k.len()).max().unwrap_or(0);
    let mut all = Vec::with_capacity(jobs.len());
    for jobs in jobs.chunks(TOGETHER) {
        let start = arena.end();
        let points: Vec<Option<Id>> = jobs.iter().map(|(p, _)| Some(*p)).collect();
        let mut table = vec![points.clone()];
        for m in 1..MULTIPLES {
            let pairs: Vec<_> = table[m - 1].iter().zip(&points).map(|(m, p)| [*m, *p]).collect();
            table.push(sums(arena, &pairs));
        }
        let (after, mut r) = (arena.end(), vec![None; jobs.len()]);
        for window in (0..=bits / WIDTH).rev() {
            for _ in 0..WIDTH {
                let pairs: Vec<_> = r.iter().map(|&r| [r, r]).collect();
                r = sums(arena, &pairs);
            }
            let entry = |(i, (_, k)): (usize, &(Id, Bits<'_>))| {
                let (size, negative) = signed_window_digit(*k, window, WIDTH);
                let sign = if negative.to_bool_vartime() { SIGN } else { 0 };
                let multiple = table.get((size as usize).wrapping_sub(1))?;
                multiple[i].map(|id| id ^ sign)
            };
            let pairs: Vec<_> =
                jobs.iter().enumerate().zip(&r).map(|(job, r)| [*r, entry(job)]).collect();
            r = sums(arena, &pairs);
            arena.keep(after, &mut r);
        }
        arena.keep(start, &mut r);
        all.extend(r);
    }
    all
}
