//! `signed-comb`: multiples of a known point by sums of far-apart powers of 2, each of them added or subtracted.
//!
//! **Source.** Lim, Lee 1994 (several tables); Feng, Zhu, Zhao, Li 2005 and Hedabou, Pinel, Bénéteau 2005 (signs instead of bits). **Idea.** An odd scalar is
//! `Σ ± 2^i` over all its bits, bit `i + 1` telling the sign. The signs are cut into `t` teeth of `b` blocks of `e`; for each block a table has
//! `Σ_j ± 2^((j b + block) e) P`, the last tooth's sign being that of the whole entry. No entry is neutral.
//!
//! **No gap is met** but in the last row of additions. A row `s = e - 1, …, 0` doubles the sum and adds an entry from each block, the last block first.
//! - *As integers*, sum and entry never are equal, opposite or 0: in row `e - 1` the sum is a multiple of `2^((u + 1) e)`, block `u`'s entry an odd
//!   multiple of `2^(u e)`; in all others the sum is 2 modulo 4, or twice an odd number before block 0, the entry 0 modulo 4 or, in block 0, odd (`e >= 2`).
//! - *Modulo `n`* of `l` bits, with `L = t b e` signs: the top block's signs are those of `⌊k / 2^(L - e + s)⌋ | 1`, so that sum plus or minus entry is
//!   below `2^(L - e) max(4, 2^(e - (L - l) - s))` in size, at most `2^(l - 1)` and so below `n` for `s > 0`, if `e >= L - l + 3`.
//!
//! The last row is made by the complete law. **Cost.** `e - 1` doublings, `t`th of the bits additions of 8M + 3S, `b` of them complete; all of the tables
//! read. **Constant time.**

use super::odd_scalar::OddScalar;
use super::regular_window::homogeneous;
use super::secret_table::signed_entry;
use crate::curve::Group;
use crate::curve::weierstrass::{
    AffinePoint, Complete, Coordinates, Jacobian, JacobianPoint, ProjectivePoint,
};
use crate::field::Field;
use crate::limb::{Bits, Kernel, Mask, Word, bit_length_vartime};
use alloc::vec;
use alloc::vec::Vec;

/// Teeth and blocks, the best ones first.
const SHAPES: [(usize, usize); 8] =
    [(8, 4), (7, 4), (7, 2), (7, 1), (6, 1), (5, 1), (4, 1), (2, 1)];

/// The sum, out of line: only making tables takes it.
#[inline(never)]
fn add<G: Group>(group: &G, p: &G::Point, q: &G::Point) -> G::Point {
    group.add(p, q)
}

/// The tables of one point.
pub(super) struct SignedComb<F: Field> {
    /// Block by block.
    entries: Vec<[F::El; 2]>,
    teeth: usize,
    blocks: usize,
    /// Signs of a block.
    spacing: usize,
    /// Reads the tables.
    kernel: Kernel,
}

impl<const N: usize, F: Field<El = [Word; N], Mask = Mask>> SignedComb<F> {
    /// Those of `p`, of that order, made in `group`; none if the order is so short that gaps could be met.
    pub(super) fn new<G>(
        kernel: Kernel,
        group: &G,
        p: &AffinePoint<F>,
        order: &[Word],
    ) -> Option<Self>
    where
        G: Group<Entry = AffinePoint<F>>,
    {
        SHAPES.into_iter().find_map(|shape| Self::with_shape(kernel, group, p, order, shape))
    }

    /// Those of so many teeth and blocks; none if gaps could be met.
    fn with_shape<G>(
        kernel: Kernel,
        group: &G,
        p: &AffinePoint<F>,
        order: &[Word],
        (teeth, blocks): (usize, usize),
    ) -> Option<Self>
    where
        G: Group<Entry = AffinePoint<F>>,
    {
        let bits = bit_length_vartime(order);
        let spacing = spacing(bits, teeth, blocks)?;
        // 2^(i e) P; the last block of a tooth is followed by the next tooth.
        let mut powers = vec![group.lift(p)];
        for i in 1..teeth * blocks {
            powers.push(group.double_times(&powers[i - 1], spacing));
        }
        let mut points = Vec::with_capacity(blocks << (teeth - 1));
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
        let mut affine = vec![*p; points.len()];
        group.normalise(&points, &mut affine);
        let entries = affine.iter().map(|e| [e.x, e.y]).collect();
        Some(Self { entries, teeth, blocks, spacing, kernel })
    }

    /// `k p`.
    pub(super) fn multiply(
        &self,
        group: &Complete<F>,
        order: &[Word],
        k: Bits<'_>,
    ) -> ProjectivePoint<F::El> {
        let scalar = OddScalar::new(k, order);
        let rows = Signs { comb: self, f: &group.curve().field, odd: scalar.odd() };
        let sum = sum_of_rows(group, self.blocks, self.spacing, &rows);
        group.select(scalar.negative, &group.neg(&sum), &sum)
    }
}

/// What reads the tables of a comb.
pub(super) trait Rows<E> {
    /// The entry of that block for row `s`. To be marked `#[inline(always)]`.
    fn entry(&self, block: usize, s: usize) -> [E; 2];
}

/// The signs of an odd scalar.
struct Signs<'a, F: Field> {
    comb: &'a SignedComb<F>,
    f: &'a F,
    odd: Bits<'a>,
}

impl<const N: usize, F: Field<El = [Word; N], Mask = Mask>> Rows<[Word; N]> for Signs<'_, F> {
    #[inline(always)]
    fn entry(&self, block: usize, s: usize) -> [[Word; N]; 2] {
        let c = self.comb;
        let (index, negative) = comb_digit(c.teeth, c.blocks, c.spacing, self.odd, block, s);
        let size = 1 << (c.teeth - 1);
        let table = &c.entries[block * size..][..size];
        signed_entry(c.kernel, self.f, table, index, negative)
    }
}

/// Signs of a block, for an order of so many bits; none if gaps could be met.
pub(super) const fn spacing(bits: usize, teeth: usize, blocks: usize) -> Option<usize> {
    let spacing = bits.div_ceil(teeth * blocks);
    if spacing < teeth * blocks * spacing - bits + 3 { None } else { Some(spacing) }
}

/// The digit of that block for row `s` of an odd scalar: the index in the block's table, and whether the entry is negative.
#[inline(always)]
pub(super) fn comb_digit(
    teeth: usize,
    blocks: usize,
    spacing: usize,
    odd: Bits<'_>,
    block: usize,
    s: usize,
) -> (Word, Mask) {
    let sign = |j: usize| {
        let i = (j * blocks + block) * spacing + s;
        // The topmost sign is plus.
        if i + 1 == teeth * blocks * spacing { 1 } else { odd.bit(i + 1) }
    };
    let lower = (0..teeth - 1).fold(0, |signs, j| signs | sign(j) << j);
    let negative = !Mask::from_bit(sign(teeth - 1));
    ((lower ^ negative.word()) & ((1 << (teeth - 1)) - 1), negative)
}

/// The sum of the entries of all blocks and rows, those of row `s` times `2^s`.
#[inline(always)]
pub(super) fn sum_of_rows<F: Field>(
    group: &Complete<F>,
    blocks: usize,
    spacing: usize,
    rows: &impl Rows<F::El>,
) -> ProjectivePoint<F::El> {
    let (c, f) = (group.curve(), &group.curve().field);
    let [x, y] = rows.entry(blocks - 1, spacing - 1);
    let mut r = JacobianPoint { x, y, z: f.one() };
    for s in (1..spacing).rev() {
        let first_row = s + 1 == spacing;
        if !first_row {
            r = Jacobian::double(c, &r);
        }
        for block in (0..blocks - usize::from(first_row)).rev() {
            let [x, y] = rows.entry(block, s);
            r = Jacobian::add_affine(c, &r, &x, &y);
        }
    }
    let mut sum = homogeneous(f, &Jacobian::double(c, &r));
    for block in (0..blocks).rev() {
        let [x, y] = rows.entry(block, 0);
        sum = group.add_entry(&sum, &AffinePoint::new(x, y));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::weierstrass::{Affine, Coefficient, Curve, Vartime};
    use crate::field::prime::Prime;
    use crate::limb::{Natural, WORD_BITS};
    use crate::modmul::{Modulus, Options};

    const WORDS: usize = 576 / WORD_BITS;

    /// A curve of 4093 points, and 2089 on the other side of a power of 2: every scalar by every shape that they are large enough for.
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
            let (complete, affine) = (Complete::new(curve()), Vartime::<_, Affine>::new(curve()));
            let generator = AffinePoint::new(f.small(x), f.small(y));
            let order = words(n);
            for shape in (1..=5).flat_map(|teeth| (1..=4).map(move |blocks| (teeth, blocks))) {
                let comb =
                    SignedComb::with_shape(Kernel::PORTABLE, &affine, &generator, &order, shape);
                let Some(comb) = comb else { continue };
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
