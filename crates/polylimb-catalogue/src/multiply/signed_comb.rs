//! `signed-comb`: multiples of a fixed base from tables of sums and differences of far-apart powers
//! of 2, over any total law. The library has this method with Jacobian formulas, which are not
//! total.
//!
//! **Source.** `[Lim1994]` (several tables); `[Feng2005]` and `[Hedabou2005]` (signs instead of
//! bits). **Idea.** An odd scalar is `Σ ± 2^i` over all its bits; bit `i + 1` gives the sign. The
//! signs are cut into `t` teeth of `b` blocks of `e` signs. Each block has a table of
//! `Σ_j ± 2^((j b + block) e) P`, where the last tooth's sign is the sign of the whole entry. A row
//! doubles the sum and adds an entry from each block. **Cost.** `e - 1` doublings; one addition for
//! every `t` bits; all tables are read. **Constant time.**

use polylimb::authors::curve::ConstantTimeGroup;
use polylimb::authors::limb::{Bits, Mask, Word};

/// `k p` with `teeth` teeth and `blocks` blocks; makes the tables each time. An even `k` is
/// multiplied as `k + 1`, and `p` is subtracted at the end.
///
/// # Panics
/// If there is no tooth or no block.
pub fn signed_comb<G>(group: &G, k: Bits<'_>, p: &G::Entry, teeth: usize, blocks: usize) -> G::Point
where
    G: ConstantTimeGroup<Mask = Mask>,
{
    assert!(teeth > 0 && blocks > 0);
    // At least two signs in a block.
    let spacing = k.len().max(2 * teeth * blocks).div_ceil(teeth * blocks);
    let (signs, entries) = (teeth * blocks * spacing, 1 << (teeth - 1));
    // 2^(i e) P; the last block of a tooth is followed by the next tooth.
    let mut powers = vec![group.lift(p)];
    for i in 1..teeth * blocks {
        powers.push(group.double_times(&powers[i - 1], spacing));
    }
    let mut points = Vec::with_capacity(blocks * entries);
    for block in 0..blocks {
        let tooth = |j: usize| &powers[j * blocks + block];
        let first = points.len();
        let top = *tooth(teeth - 1);
        points.push((0..teeth - 1).fold(top, |sum, j| group.add(&sum, &group.neg(tooth(j)))));
        for j in 0..teeth - 1 {
            let twice = group.double(tooth(j));
            for i in first..points.len() {
                points.push(group.add(&points[i], &twice));
            }
        }
    }
    let mut tables = vec![*p; points.len()];
    group.normalise(&points, &mut tables);
    let entry = |block: usize, s: usize| {
        let sign = |j: usize| {
            let i = (j * blocks + block) * spacing + s;
            // The topmost sign is plus.
            if i + 1 == signs { 1 } else { k.bit(i + 1) }
        };
        let lower = (0..teeth - 1).fold(0, |lower, j| lower | sign(j) << j);
        let negative = !Mask::from_bit(sign(teeth - 1));
        let index = (lower ^ negative.word()) & (entries as Word - 1);
        let table = &tables[block * entries..][..entries];
        let mut r = table[0];
        for (i, candidate) in (1..).zip(&table[1..]) {
            r = group.select_entry(Mask::equal(index, i), candidate, &r);
        }
        group.select_entry(negative, &group.neg_entry(&r), &r)
    };
    let mut r = group.lift(&entry(blocks - 1, spacing - 1));
    for s in (0..spacing).rev() {
        let first_row = s + 1 == spacing;
        if !first_row {
            r = group.double(&r);
        }
        for block in (0..blocks - usize::from(first_row)).rev() {
            r = group.add_entry(&r, &entry(block, s));
        }
    }
    let less = group.add_entry(&r, &group.neg_entry(p));
    group.select(Mask::from_bit(k.bit(0)), &r, &less)
}
