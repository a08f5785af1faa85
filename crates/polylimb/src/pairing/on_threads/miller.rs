//! The Miller loop on two threads.
//!
//! **Idea.** The loop's value is a product of lines, each raised to a power of 2. It is cut: `f = f_high^(2^k) f_low` (Aranha, Knapp, Menezes, Rodríguez-Henríquez 2011,
//! who find the point at the cut by doublings without lines). Here one thread runs through all points, hands the lines above the cut to the other
//! through a [`Pipe`], and then accumulates those below itself; no point is computed twice, and the thread that has the points never waits. **Cost.** The other squares as often as the whole loop
//! does, and multiplies by the lines above the cut. With 9, 12 and 13 products of `F_p²` for a line, a square and a product by a line that is 19 to 20 a bit
//! where one thread has 34; in time a square and a product by a line are nearer to each other, and the cut is where their times say. **Several pairs** are shared out among pairs of threads.

use super::Shared;
use crate::pairing::miller::{LineSource, Step};
use crate::team::{End, Pipe, Reader, Split, Writer, each_chunk};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// What the parts of a step take, in any unit, as measured on x86-64.
pub(super) struct Times {
    /// A doubling or an addition with its line, evaluated.
    pub(super) line: usize,
    /// A square of the loop's value.
    pub(super) square: usize,
    /// Its product by a line.
    pub(super) product: usize,
}

/// The product of the loop's values for all `pairs`, at least one, whose lines `source` gives, on at least two threads.
pub(super) fn on<'p, G: Shared, P: Sync, S: LineSource<G::Line>>(
    g: &G,
    split: &dyn Split,
    pairs: &'p [P],
    source: impl Fn(&'p [P]) -> S + Sync,
) -> G::El {
    let shares = shares(split, pairs);
    let cut = cut(g, shares[0].len());
    let pipes: Vec<_> = shares.iter().map(|pairs| Pipe::with_room(cut * pairs.len())).collect();
    let mut values = vec![None; 2 * shares.len()];
    each_chunk(split, &mut values, 1, |i, value| {
        let pairs = shares[i / 2];
        // Who comes first has the points.
        value[0] = Some(match pipes[i / 2].enter() {
            End::Writes(writer) => {
                let (source, above) = (source(pairs), cut * pairs.len());
                g.accumulate(pairs.len(), &mut Writes { source, above, writer: Some(writer) })
            }
            End::Reads(reader) => g.accumulate(pairs.len(), &mut Reads(reader)),
        });
    });
    values.into_iter().flatten().reduce(|a, b| g.mul(&a, &b)).unwrap_or_else(|| g.one())
}

/// The pairs of each two threads.
fn shares<'p, P>(split: &dyn Split, pairs: &'p [P]) -> Vec<&'p [P]> {
    let groups = pairs.len().min(split.threads() / 2);
    pairs.chunks(pairs.len().div_ceil(groups)).collect()
}

/// How many steps are above the cut at which both threads end together.
fn cut<G: Shared>(g: &G, pairs: usize) -> usize {
    let Times { line, square, product } = G::TIMES;
    let squared = |step| if step == Step::Double { square } else { 0 };
    let lines = |step: Step| if step.has_line() { pairs } else { 0 };
    // What the reader and the writer take where all lines are below the cut.
    let mut reader: usize = g.steps().map(squared).sum();
    let mut writer: usize =
        g.steps().map(|step| squared(step) + (line + product) * lines(step)).sum();
    let above = |step: &Step| {
        reader += product * lines(*step);
        writer -= product * lines(*step) + squared(*step);
        reader <= writer
    };
    g.steps().take_while(above).count()
}

/// The lines below the cut; those above it go to the other thread.
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
