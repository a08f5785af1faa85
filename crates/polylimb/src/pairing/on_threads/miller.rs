//! The Miller loop on two threads.
//!
//! **Idea.** The loop's value is a product of lines, each raised to a power of 2. It is cut: `f = f_high^(2^k) f_low` (Aranha, Knapp, Menezes, Rodríguez-Henríquez 2011,
//! who find the point at the cut by doublings without lines). Here one thread runs through all points, hands the lines above the cut to the other
//! through a [`Pipe`], and then accumulates those below itself; no point is computed twice, and the thread that has the points never waits. **Cost.** The other squares as often as the whole loop
//! does, and multiplies by the lines above the cut. With 9, 12 and 13 products of `F_p²` for a line, a square and a product by a line that is 19 to 20 a bit
//! where one thread has 34; in time a square and a product by a line are nearer to each other, and the cut is where their times say. **Several pairs** are shared out among pairs of threads.

use super::SharedQuadratic;
use crate::field::Field;
use crate::field::extension::Line;
use crate::pairing::line::{self, Lines, Point};
use crate::pairing::miller::Step;
use crate::pairing::{Pair, PairingCurve, Value};
use crate::team::{End, Pipe, Split, each_chunk};
use alloc::vec;
use alloc::vec::Vec;

/// The time of a doubling or an addition with its line, evaluated, beside that of a square of the loop's value and of its product by a line, as
/// measured on x86-64 for all three curves.
const LINE: usize = 9;
const SQUARE: usize = 14;
const PRODUCT: usize = 14;

impl<Q: SharedQuadratic> PairingCurve<Q> {
    /// As [`PairingCurve::miller_loop_product`], on the threads of `split`.
    pub fn miller_loop_on<L: Lines>(&self, split: &dyn Split, pairs: &[Pair<Q>]) -> Value<Q> {
        let groups = pairs.len().min(split.threads() / 2);
        if groups == 0 {
            return self.miller_loop_product::<L>(pairs);
        }
        let shares: Vec<_> = pairs.chunks(pairs.len().div_ceil(groups)).collect();
        let cut = self.cut(shares[0].len());
        let pipes: Vec<_> = shares.iter().map(|pairs| Pipe::with_room(cut * pairs.len())).collect();
        let tower = self.tower();
        let mut values = vec![tower.one(); 2 * shares.len()];
        each_chunk(split, &mut values, 1, |i, value| {
            value[0] = self.half::<L>(shares[i / 2], cut, &pipes[i / 2]);
        });
        values.into_iter().reduce(|a, b| tower.mul(&a, &b)).unwrap_or_else(|| tower.one())
    }

    /// How many steps are above the cut at which both threads end together.
    fn cut(&self, pairs: usize) -> usize {
        let steps: Vec<Step> = self.steps().collect();
        let squares =
            |steps: &[Step]| SQUARE * steps.iter().filter(|s| **s == Step::Double).count();
        let lines = |steps: &[Step]| pairs * steps.iter().filter(|s| s.has_line()).count();
        let last_to_end = |&cut: &usize| {
            let (high, low) = steps.split_at(cut);
            let reader = squares(&steps) + PRODUCT * lines(high);
            let writer = LINE * lines(&steps) + squares(low) + PRODUCT * lines(low);
            reader.max(writer)
        };
        (0..=steps.len()).min_by_key(last_to_end).unwrap_or(0)
    }

    /// The product of the lines below the cut, or the power of those above it: who comes first has the points.
    fn half<L: Lines>(&self, pairs: &[Pair<Q>], cut: usize, pipe: &Pipe<Line<Q::El>>) -> Value<Q> {
        match pipe.enter() {
            End::Writes(writer) => {
                let affine = |pair: &Pair<Q>| Point::affine(self.tower().fp2(), &pair.q);
                let mut points: Vec<_> = pairs.iter().map(affine).collect();
                let mut writer = Some(writer);
                let mut above = cut * pairs.len();
                self.accumulate(pairs.len(), |step, i| {
                    if above == 0 {
                        // Ends the queue.
                        writer = None;
                    }
                    above = above.saturating_sub(1);
                    let line = self.step::<L>(step, &mut points[i], &pairs[i].q)?;
                    let line = line::evaluate(self, &line, &pairs[i].p);
                    match &mut writer {
                        Some(writer) => {
                            writer.write(line);
                            None
                        }
                        None => Some(line),
                    }
                })
            }
            // No more lines: squares only.
            End::Reads(mut reader) => {
                self.accumulate(
                    pairs.len(),
                    |step, _| {
                        if step.has_line() { reader.read() } else { None }
                    },
                )
            }
        }
    }
}
