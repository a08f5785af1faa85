//! The lines of a fixed point of `G₂`: a public key, a generator `[Scott2007]`
//! `[CostelloStebila2010]`.
//!
//! **Cost.** The doublings and additions are done once. A pairing then takes only the products of
//! `F_p` that evaluate a line in `P`, squares, and products by lines. **Memory.** Three elements of
//! `F_p²` for each line: 73 to 90 lines, 14 to 20 kB.

use super::line::{Coefficients, Lines, Point, evaluate};
use super::miller::{LineSource, MillerLoop, Step};
use super::{PairingCurve, Value};
use crate::field::Field;
use crate::field::extension::{Line, Quadratic};
use alloc::vec::Vec;

/// The lines of the Miller loop for one point of the twist, other than the neutral element.
pub struct Prepared<Q: Quadratic> {
    lines: Vec<Coefficients<Q::El>>,
}

/// A point `(x, y)` of `G₁`.
type Affine<Q> = [<<Q as Quadratic>::Base as Field>::El; 2];

impl<Q: Quadratic> PairingCurve<Q> {
    /// The lines for the point `(x, y)`.
    pub fn prepare<L: Lines>(&self, point: &[Q::El; 2]) -> Prepared<Q> {
        let mut t = Point::affine(self.tower.fp2(), point);
        Prepared {
            lines: self.steps().filter_map(|step| self.step::<L>(step, &mut t, point)).collect(),
        }
    }

    /// The product of the loop's values for pairs of a point `(x, y)` of `G₁` and prepared lines.
    pub fn miller_loop_prepared(&self, pairs: &[(Affine<Q>, &Prepared<Q>)]) -> Value<Q> {
        let next = alloc::vec![0; pairs.len()];
        self.accumulate(pairs.len(), &mut Kept { curve: self, pairs, next })
    }
}

/// The lines of several pairs, one after another.
struct Kept<'a, Q: Quadratic> {
    curve: &'a PairingCurve<Q>,
    pairs: &'a [(Affine<Q>, &'a Prepared<Q>)],
    next: Vec<usize>,
}

impl<Q: Quadratic> LineSource<Line<Q::El>> for Kept<'_, Q> {
    fn line(&mut self, step: Step, i: usize) -> Option<Line<Q::El>> {
        let (p, prepared) = &self.pairs[i];
        step.has_line().then(|| {
            let line = &prepared.lines[self.next[i]];
            self.next[i] += 1;
            evaluate(self.curve, line, p)
        })
    }
}
