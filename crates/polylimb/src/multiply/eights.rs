//! Eights: what an engine computes over eight lanes, and how batches are cut into eights.

use super::buckets::Tables;
use super::plain_point::PlainPoint;
use crate::error::{Error, Result};
use crate::field::lanes::{LANES, LaneMask};
use crate::limb::Bits;
use crate::team::{Split, each_chunk, map_parts, move_wiping};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Most jobs that share an inversion; their data stays within a core's own cache.
const MOST: usize = 16 * LANES;
/// Fewer multiples of points than this are computed one by one.
pub(crate) const LEAST: usize = 3;

/// Products, and which points of each eight lie on the curve.
pub(super) type Products = (Vec<Option<PlainPoint>>, Vec<LaneMask>);

/// A curve over eight lanes, for any prime and vector type.
pub(super) trait Eights: Send + Sync {
    /// `k p` for each scalar and point.
    fn multiply(&self, scalars: &[Bits<'_>], points: &[&PlainPoint]) -> Products;

    /// Tables of points for sums of many multiples; `None` for primes of more than eight digits.
    fn tables(&self) -> Option<Box<dyn Tables>>;

    /// For each abscissa the point with this parity of the ordinate, if there is one; all public.
    /// `None` if this curve does not compute them over lanes.
    fn decompress_vartime(&self, abscissas: &[(&[u8], bool)]) -> Option<Vec<Option<PlainPoint>>>;

    /// `k` times the generator: one multiple, computed over all lanes.
    fn multiply_generator_once(&self, k: Bits<'_>) -> Option<PlainPoint>;

    /// `k p` for a checked point, its coordinates across the lanes; `alone` computes it where there
    /// are no such formulas.
    fn multiply_once(
        &self,
        k: Bits<'_>,
        p: &PlainPoint,
        alone: &dyn Fn() -> Option<PlainPoint>,
    ) -> Option<PlainPoint>;

    /// `k` times the generator for each scalar.
    fn multiply_generator(&self, scalars: &[Bits<'_>]) -> Vec<Option<PlainPoint>>;

    /// `a` times the generator plus `b q` for each two scalars and point, all public. A sum that is
    /// said to be neutral may be another one.
    fn multiply_add_vartime(
        &self,
        of_generator: &[Bits<'_>],
        scalars: &[Bits<'_>],
        points: &[&PlainPoint],
    ) -> Products;
}

/// [`Eights::multiply`] for jobs; `check` returns the error of a point that does not lie on the
/// curve.
pub(super) fn multiply(
    eights: &dyn Eights,
    jobs: &[(Bits<'_>, &PlainPoint)],
    check: &dyn Fn(&PlainPoint) -> Result<()>,
) -> Vec<Result<Option<PlainPoint>>> {
    let (scalars, points): (Vec<_>, Vec<_>) = jobs.iter().copied().unzip();
    checked(eights.multiply(&scalars, &points), &points, check)
}

/// A sum: two scalars and a point.
pub(super) type SumJob<'a> = (Bits<'a>, Bits<'a>, &'a PlainPoint);

/// [`Eights::multiply_add_vartime`] likewise; `one` computes what may be neutral again.
pub(super) fn multiply_add_vartime(
    eights: &dyn Eights,
    jobs: &[SumJob<'_>],
    check: &dyn Fn(&PlainPoint) -> Result<()>,
    one: &dyn Fn(&SumJob<'_>) -> Result<Option<PlainPoint>>,
) -> Vec<Result<Option<PlainPoint>>> {
    let of_generator: Vec<_> = jobs.iter().map(|job| job.0).collect();
    let (scalars, points): (Vec<_>, Vec<_>) = jobs.iter().map(|job| (job.1, job.2)).unzip();
    let sums =
        checked(eights.multiply_add_vartime(&of_generator, &scalars, &points), &points, check);
    let again = |(sum, job)| if matches!(sum, Ok(None)) { one(job) } else { sum };
    sums.into_iter().zip(jobs).map(again).collect()
}

/// The results; for an invalid point, the error that `check` returns.
fn checked(
    (products, valid): Products,
    points: &[&PlainPoint],
    check: &dyn Fn(&PlainPoint) -> Result<()>,
) -> Vec<Result<Option<PlainPoint>>> {
    let results = products.into_iter().zip(points).enumerate();
    results
        .map(|(i, (product, point))| {
            if valid[i / LANES].bits() >> (i % LANES) & 1 == 0 {
                check(point)?;
            }
            Ok(product)
        })
        .collect()
}

/// Jobs in a part of a batch over `split`: a multiple of `lanes`, at most `most`.
pub(crate) fn part(split: &dyn Split, jobs: usize, lanes: usize, most: usize) -> usize {
    (lanes * jobs.div_ceil(lanes).div_ceil(split.threads())).clamp(lanes, most)
}

/// The results of all jobs in their order, in parts over `split`, each by `one`.
pub(crate) fn one_by_one<J: Sync, R: Send>(
    split: &dyn Split,
    jobs: &[J],
    one: &(dyn Fn(&J) -> R + Sync),
) -> Vec<R> {
    map_parts(split, jobs, part(split, jobs.len(), 1, usize::MAX), &|jobs| {
        jobs.iter().map(one).collect()
    })
}

/// The same in eights: `eights` does them, and pads the last; `one` does the last jobs of a part
/// that are fewer than `least`, which is where eight lanes begin to pay.
pub(crate) fn in_eights<J: Sync, R: Send>(
    split: &dyn Split,
    jobs: &[J],
    least: usize,
    one: &(dyn Fn(&J) -> R + Sync),
    eights: &(dyn Fn(&[J]) -> Vec<R> + Sync),
) -> Vec<R> {
    map_parts(split, jobs, part(split, jobs.len(), LANES, MOST), &|jobs| {
        let tail = jobs.len() % LANES;
        let (many, few) = jobs.split_at(if tail < least { jobs.len() - tail } else { jobs.len() });
        if few.is_empty() {
            return eights(many);
        }
        let mut results = Vec::with_capacity(jobs.len());
        if !many.is_empty() {
            move_wiping(&mut results, &mut eights(many));
        }
        results.extend(few.iter().map(one));
        results
    })
}

/// A bit for each of `count` rows, bit `i % 8` of byte `i / 8`: whether row `i` is valid. `valid`
/// answers for some rows, at most as many as share an inversion; a row without an answer is not
/// valid. Parts of whole bytes run over `split`.
pub(crate) fn bits_of_rows(
    split: &dyn Split,
    count: usize,
    valid: impl Fn(Range<usize>) -> Vec<bool> + Sync,
) -> Vec<u8> {
    let mut bits = vec![0; count.div_ceil(8)];
    let part = part(split, count, LANES, usize::MAX);
    each_chunk(split, &mut bits, part / 8, |i, bits| {
        for (j, bits) in bits.chunks_mut(MOST / 8).enumerate() {
            let first = i * part + j * MOST;
            let rows = first..count.min(first + 8 * bits.len());
            for (row, valid) in valid(rows).into_iter().enumerate() {
                bits[row / 8] |= u8::from(valid) << (row % 8);
            }
        }
    });
    bits
}

/// Checks that `count` rows of `width` bytes each are there.
///
/// # Errors
/// [`Error::Length`].
pub(crate) fn require_rows(
    what: &'static str,
    bytes: &[u8],
    width: usize,
    count: usize,
) -> Result<()> {
    let (expected, got) = (width.saturating_mul(count), bytes.len());
    if got == expected { Ok(()) } else { Err(Error::Length { what, expected, got }) }
}
