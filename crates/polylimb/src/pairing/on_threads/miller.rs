//! The Miller loop on two threads.
//!
//! **Idea.** The loop's value is a product of lines, each raised to a power of 2. It is cut:
//! `f = f_high^(2^k) f_low` (`[AranhaKMR2011]` find the point at the cut by doublings without
//! lines). Here one thread computes all points. It passes the lines above the cut to the other
//! thread through a [`Pipe`] and then accumulates the lines below the cut itself. No point is
//! computed twice, and the thread with the points never waits. **Cost.** The other thread squares
//! as often as the whole loop does, and multiplies by the lines above the cut. With 9, 12 and 13
//! products of `F_p²` for a line, a square and a product by a line, that is 19 to 20 a bit; one
//! thread alone has 34. The times of a square and of a product by a line differ less than these
//! counts; the cut follows the times. **Several pairs** are distributed over twos of threads.

use super::Shared;
use crate::pairing::miller::{LineSource, Step};
use crate::team::{End, Pipe, Reader, Split, Writer, each_chunk};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// Times of the parts of a step in an arbitrary unit, measured on x86-64.
#[derive(Clone, Copy)]
pub(super) struct Times {
    /// A doubling or an addition with its line, evaluated.
    pub(super) line: usize,
    /// A square of the loop's value.
    pub(super) square: usize,
    /// Its product by a line.
    pub(super) product: usize,
}

/// The product of the loop's values for all `pairs`, with lines from `source`; 1 for no pairs.
pub(super) fn on<'p, G: Shared, P: Sync, S: LineSource<G::Line>>(
    g: &G,
    split: &dyn Split,
    pairs: &'p [P],
    source: impl Fn(&'p [P]) -> S + Sync,
) -> G::El {
    if split.threads() < 2 || pairs.is_empty() {
        return g.accumulate(pairs.len(), &mut source(pairs));
    }
    let shares = shares(split, pairs);
    let cut = cut(G::TIMES, &g.steps(), shares[0].len());
    let pipes: Vec<_> = shares.iter().map(|pairs| Pipe::with_room(cut * pairs.len())).collect();
    let mut values = vec![g.one(); 2 * shares.len()];
    each_chunk(split, &mut values, 1, |i, value| {
        let pairs = shares[i / 2];
        // The first part has the points.
        value[0] = match pipes[i / 2].enter() {
            End::Writes(writer) => {
                let (source, above) = (source(pairs), cut * pairs.len());
                g.accumulate(pairs.len(), &mut Writes { source, above, writer: Some(writer) })
            }
            End::Reads(reader) => g.accumulate(pairs.len(), &mut Reads(reader)),
        };
    });
    values.into_iter().reduce(|a, b| g.mul(&a, &b)).unwrap_or_else(|| g.one())
}

/// The pairs of each two threads.
fn shares<'p, P>(split: &dyn Split, pairs: &'p [P]) -> Vec<&'p [P]> {
    let groups = pairs.len().min(split.threads() / 2);
    pairs.chunks(pairs.len().div_ceil(groups)).collect()
}

/// The number of steps above the cut for which both threads end together.
/// Not generic over the curve: an iterator compiles to much code.
fn cut(times: Times, steps: &(impl Iterator<Item = Step> + Clone), pairs: usize) -> usize {
    let Times { line, square, product } = times;
    let squared = |step| if step == Step::Double { square } else { 0 };
    let lines = |step: Step| if step.has_line() { pairs } else { 0 };
    // The times of reader and writer if all lines are below the cut.
    let mut reader: usize = steps.clone().map(squared).sum();
    let mut writer: usize =
        steps.clone().map(|step| squared(step) + (line + product) * lines(step)).sum();
    let above = |step: &Step| {
        reader += product * lines(*step);
        writer -= product * lines(*step) + squared(*step);
        reader <= writer
    };
    steps.clone().take_while(above).count()
}

/// The lines below the cut; the others go to the other thread.
struct Writes<'p, T: Copy + Send + Zeroize, S> {
    source: S,
    above: usize,
    writer: Option<Writer<'p, T>>,
}

impl<T: Copy + Send + Zeroize, S: LineSource<T>> LineSource<T> for Writes<'_, T, S> {
    fn begin(&mut self, step: Step) {
        self.source.begin(step);
    }

    fn line(&mut self, step: Step, i: usize) -> Option<T> {
        if self.above == 0 {
            // Ends the queue.
            self.writer = None;
        }
        self.above = self.above.saturating_sub(1);
        let line = self.source.line(step, i)?;
        match &mut self.writer {
            Some(writer) => {
                writer.write(line);
                None
            }
            None => Some(line),
        }
    }
}

/// The lines above the cut, from the other thread; after them squares only.
struct Reads<'p, T: Copy + Send + Zeroize>(Reader<'p, T>);

impl<T: Copy + Send + Zeroize> LineSource<T> for Reads<'_, T> {
    fn line(&mut self, step: Step, _: usize) -> Option<T> {
        if step.has_line() { self.0.read() } else { None }
    }
}
