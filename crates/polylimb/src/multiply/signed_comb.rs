//! `signed-comb`: multiples of a fixed base from tables of sums and differences of far-apart powers
//! of 2, by Jacobian formulas, which are not total. `polylimb-catalogue` has it over any total law.
//!
//! **Source.** `[Lim1994]` (several tables); `[Feng2005]` and `[Hedabou2005]` (signs instead of
//! bits). **Idea.** An odd scalar is `Σ ± 2^i` over all its bits; bit `i + 1` gives the sign. The
//! signs are cut into `t` teeth of `b` blocks of `e` signs. Each block has a table of
//! `Σ_j ± 2^((j b + block) e) P`, where the last tooth's sign is the sign of the whole entry. No
//! entry is neutral.
//!
//! **No gap is met** except in the last row of additions. A row `s = e - 1, …, 0` doubles the sum
//! and adds an entry from each block, the last block first.
//! - *As integers*, sum and entry are never equal, opposite or 0: in row `e - 1` the sum is a
//!   multiple of `2^((u + 1) e)`, block `u`'s entry an odd multiple of `2^(u e)`; in all others the
//!   sum is 2 modulo 4, or twice an odd number before block 0, the entry 0 modulo 4 or, in block 0,
//!   odd (`e >= 2`).
//! - *Modulo `n`* of `l` bits, with `L = t b e` signs: the top block's signs are the signs of
//!   `⌊k / 2^(L - e + s)⌋ | 1`, so that sum plus or minus entry is below
//!   `2^(L - e) max(4, 2^(e - (L - l) - s))` in size, at most `2^(l - 1)` and so below `n` for
//!   `s > 0`, if `e >= L - l + 3`.
//!
//! The complete law makes the last row. **Cost.** `e - 1` doublings; one addition of 8M + 3S for
//! every `t` bits, `b` of them complete; all tables are read. **Constant time.**

use super::regular_window::{OddScalar, Partial, homogeneous, signed_entry};
use crate::curve::weierstrass::{Complete, Jacobian, ProjectivePoint};
use crate::curve::{AffinePoint, Coordinates, Curve, Group, OutOfLine};
use crate::field::Field;
use crate::limb::{Bits, Kernel, Mask, Word};
use alloc::vec;
use alloc::vec::Vec;

/// Numbers of teeth and blocks, the best first.
const SHAPES: [(usize, usize); 8] =
    [(8, 4), (7, 4), (7, 2), (7, 1), (6, 1), (5, 1), (4, 1), (2, 1)];

/// The sum, out of line: only the making of tables uses it.
#[inline(never)]
fn add<G: Group>(group: &G, p: &G::Point, q: &G::Point) -> G::Point {
    group.add(p, q)
}

/// How the signs are cut into teeth and blocks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) teeth: usize,
    pub(super) blocks: usize,
    /// Signs of a block.
    pub(super) spacing: usize,
}

impl Shape {
    /// `teeth` teeth and `blocks` blocks for an order of `bits` bits; `None` if Jacobian formulas
    /// could meet a gap.
    pub(super) fn without_gaps(bits: usize, teeth: usize, blocks: usize) -> Option<Self> {
        let shape = Self { teeth, blocks, spacing: bits.div_ceil(teeth * blocks).max(1) };
        (shape.spacing >= shape.signs() - bits + 3).then_some(shape)
    }

    pub(super) fn signs(self) -> usize {
        self.teeth * self.blocks * self.spacing
    }

    /// Entries of a block's table.
    pub(super) fn entries(self) -> usize {
        1 << (self.teeth - 1)
    }

    /// The tables of `p`, block by block.
    fn tables<G: Group>(self, group: &G, p: &G::Entry) -> Vec<G::Entry> {
        let Self { teeth, blocks, spacing } = self;
        // 2^(i e) P; the last block of a tooth is followed by the next tooth.
        let mut powers = vec![group.lift(p)];
        for i in 1..teeth * blocks {
            powers.push(group.double_times(&powers[i - 1], spacing));
        }
        let mut points = Vec::with_capacity(blocks * self.entries());
        for block in 0..blocks {
            let tooth = |j: usize| &powers[j * blocks + block];
            let first = points.len();
            let least = (0..teeth - 1)
                .fold(*tooth(teeth - 1), |sum, j| add(group, &sum, &group.neg(tooth(j))));
            points.push(least);
            for j in 0..teeth - 1 {
                let twice = add(group, tooth(j), tooth(j));
                for i in first..points.len() {
                    points.push(add(group, &points[i], &twice));
                }
            }
        }
        let mut entries = vec![*p; points.len()];
        group.normalise(&points, &mut entries);
        entries
    }

    /// The index of the entry for row `s` of an odd scalar in the table of `block`, and whether the
    /// entry is to be negated. Bit 0 is not read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn index(self, odd: Bits<'_>, block: usize, s: usize) -> (Word, Mask) {
        let sign = |j: usize| {
            let i = (j * self.blocks + block) * self.spacing + s;
            // The topmost sign is plus.
            if i + 1 == self.signs() { 1 } else { odd.bit(i + 1) }
        };
        let lower = (0..self.teeth - 1).fold(0, |signs, j| signs | sign(j) << j);
        let negative = !Mask::from_bit(sign(self.teeth - 1));
        ((lower ^ negative.word()) & (self.entries() as Word - 1), negative)
    }
}

/// Reads the entry of a block for a row. A trait, because over lanes everything must be inlined
/// into a root, and a closure is not always inlined.
pub(super) trait ReadRow<E> {
    /// The entry. Implementations are marked `#[inline(always)]`.
    fn read(&self, block: usize, s: usize) -> [E; 2];
}

/// The tables of one point of a known order, for Jacobian formulas.
pub(super) struct SignedComb<F: Field> {
    shape: Shape,
    /// Block by block.
    entries: Vec<[F::El; 2]>,
    /// Reads the tables.
    kernel: Kernel,
}

impl<const N: usize, F: Field<El = [Word; N], Mask = Mask>> SignedComb<F> {
    /// The best shape for an order of `bits` bits; `None` if it is so short that gaps could be met.
    pub(super) fn shape(bits: usize) -> Option<Shape> {
        SHAPES.into_iter().find_map(|(teeth, blocks)| Shape::without_gaps(bits, teeth, blocks))
    }

    /// The tables of `p`, made in `group`.
    pub(super) fn new<G>(kernel: Kernel, group: &G, p: &AffinePoint<F>, shape: Shape) -> Self
    where
        G: Group<Entry = AffinePoint<F>>,
    {
        let entries = shape.tables(group, p).iter().map(|e| [e.x, e.y]).collect();
        Self { shape, entries, kernel }
    }

    /// `k p`.
    pub(super) fn multiply(
        &self,
        group: &Complete<F>,
        order: &[Word],
        k: Bits<'_>,
    ) -> ProjectivePoint<F::El> {
        let scalar = OddScalar::new(k, order);
        let signs = Signs { comb: self, f: &group.curve().field, odd: scalar.odd() };
        let sum = sum_of_rows(group.curve(), &OutOfLine(group), self.shape, &signs);
        group.select(scalar.negative, &group.neg(&sum), &sum)
    }
}

/// The signs of an odd scalar.
struct Signs<'a, F: Field> {
    comb: &'a SignedComb<F>,
    f: &'a F,
    odd: Bits<'a>,
}

impl<const N: usize, F> ReadRow<[Word; N]> for Signs<'_, F>
where
    F: Field<El = [Word; N], Mask = Mask>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(&self, block: usize, s: usize) -> [[Word; N]; 2] {
        let SignedComb { shape, entries, kernel } = self.comb;
        let (index, negative) = shape.index(self.odd, block, s);
        let table = &entries[block * shape.entries()..][..shape.entries()];
        signed_entry(*kernel, self.f, table, index, negative)
    }
}

/// The sum of the entries of all blocks and rows; the entries of row `s` count `2^s` times. `group`
/// is the complete law on the curve `c`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn sum_of_rows<F, G>(
    c: &Curve<F>,
    group: &G,
    shape: Shape,
    entry: &impl ReadRow<F::El>,
) -> ProjectivePoint<F::El>
where
    F: Field,
    G: Group<Point = ProjectivePoint<F::El>, Entry = AffinePoint<F>>,
{
    let f = &c.field;
    let steps = Partial { curve: c, a: None };
    let mut r = steps.lift(entry.read(shape.blocks - 1, shape.spacing - 1));
    for s in (1..shape.spacing).rev() {
        let first_row = s + 1 == shape.spacing;
        for block in (0..shape.blocks - usize::from(first_row)).rev() {
            r = steps.add(&r, entry.read(block, s));
        }
        r = Jacobian::double(c, &r);
    }
    // All rows but row 0, doubled. No partial sum is neutral.
    let mut sum = homogeneous(f, &r);
    for block in (0..shape.blocks).rev() {
        let [x, y] = entry.read(block, 0);
        sum = group.add_entry(&sum, &AffinePoint::new(x, y));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::{Coefficient, Curve, Vartime};
    use crate::field::prime::Prime;
    use crate::limb::{Natural, WORD_BITS, bit_length_vartime};
    use crate::modmul::{Modulus, Options};

    const WORDS: usize = 576 / WORD_BITS;

    /// Curves of 4093 and 2089 points, just below and just above a power of 2: every scalar, by
    /// every shape for which the order is large enough.
    #[test]
    fn every_shape_multiplies_by_every_scalar() {
        let mut shapes = 0;
        for (p, a, b, x, y, n) in [(4003, 4000, 1, 0, 1, 4093), (1999, 0, 3, 1, 2, 2089)] {
            let words = |n: u32| {
                let number = Natural::from_be_bytes(&n.to_be_bytes());
                number.to_words(16usize.div_ceil(WORD_BITS)).expect("two bytes")
            };
            let modulus = Modulus::new(&words(p), &Options::default()).expect("not 0");
            let f = Prime::<WORDS, _>::new(modulus.modmul().clone()).expect("fits");
            let shape = if a == 0 { Coefficient::Zero } else { Coefficient::MinusThree };
            let curve = || Curve::new(f.clone(), f.small(a), f.small(b), shape);
            let (complete, affine) = (Complete::new(curve()), Vartime::<_, Jacobian>::new(curve()));
            let generator = AffinePoint::new(f.small(x), f.small(y));
            let order = words(n);
            for shape in (1..=5).flat_map(|teeth| (1..=4).map(move |blocks| (teeth, blocks))) {
                let shape = Shape::without_gaps(bit_length_vartime(&order), shape.0, shape.1);
                let Some(shape) = shape else { continue };
                let comb = SignedComb::new(Kernel::PORTABLE, &affine, &generator, shape);
                let mut multiple = affine.neutral();
                for k in 0..n + 3 {
                    let product = comb.multiply(&complete, &order, Bits::with_len(&words(k), 13));
                    let mut entry = [generator];
                    complete.normalise(&[product], &mut entry);
                    let same = affine.equal(&affine.lift(&entry[0]), &multiple);
                    assert!(same.to_bool_vartime(), "{k} G, {shape:?}, order {n}");
                    multiple = affine.add_entry(&multiple, &generator);
                }
                shapes += 1;
            }
        }
        assert!(shapes == 16, "{shapes}");
    }
}
