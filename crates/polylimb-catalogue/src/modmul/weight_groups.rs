//! Operands in `k` blocks, and their partial products grouped by weight.
//!
//! **Source.** `[Giorgi2013]`; `[Arruda2014]`, section 2.5.4. Both operands are cut into blocks of
//! `h = ⌈n/k⌉` words, the last one shorter where `k` does not divide `n`. Empty blocks are left
//! out, so small moduli have fewer than `k` blocks (one for `n = 1`). The partial products of one
//! weight make a group: `A B = Σ C_s r^(s h)`, `C_s = Σ A_i B_(s-i)`, for `s` from 0 to `2k - 2`.
//! With `R = r^t`, `A B / R = Σ C_s r^(s h - t)`: groups that begin below `t` need Montgomery's
//! reduction by `t - s h` words, groups that end above `t + n` need Barrett's by the words above,
//! the others none. No group needs both: `2h <= n + 1`.
//!
//! Groups differ in cost; [`deal`] gives each thread about the same.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::Request;
use polylimb::{Error, Result};

/// The most blocks. The sums of both methods are below `(k² + 2k) r^n` and must fit `n + 1` words,
/// of 8 bits each on the smallest target: `15² + 30 = 255`.
const MAX_BLOCKS: usize = 15;

/// The number of blocks in the request, or the default for its threads: 2 for up to 3, else 4.
pub(super) fn blocks(request: &Request<'_>) -> Result<usize> {
    let k = request.k.unwrap_or(if request.split.threads() <= 3 { 2 } else { 4 });
    if (2..=MAX_BLOCKS).contains(&k) {
        Ok(k)
    } else {
        Err(Error::Parameter { expected: "k: 2 to 15 blocks" })
    }
}

/// What a group needs in addition to its products.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Montgomery's reduction by this number of low words.
    Below(usize),
    /// Nothing.
    Between,
    /// Barrett's reduction by this number of high words.
    Above(usize),
}

/// The partial products of one weight.
pub(super) struct Group {
    /// `s`.
    index: usize,
    /// Words of a block.
    step: usize,
    /// Words of the operands.
    n: usize,
    /// The blocks of `A` in the group; each is multiplied by the block of `B` that makes the
    /// indices sum to `s`.
    blocks: Range<usize>,
    /// `C_s r^(s h) < r^end`.
    end: usize,
}

impl Group {
    /// All groups of operands of `n` words in `k` blocks, by weight.
    pub(super) fn all(n: usize, k: usize) -> Vec<Self> {
        let step = n.div_ceil(k);
        let k = n.div_ceil(step);
        let group = |index: usize| {
            let blocks = (index + 1).saturating_sub(k)..(index + 1).min(k);
            let end_of = |i: usize| ((i + 1) * step).min(n);
            let end = blocks.clone().map(|i| end_of(i) + end_of(index - i)).max().unwrap_or(0);
            // Several products may carry into one more word, but A B is below r^2n.
            let end = (end + usize::from(blocks.len() > 1)).min(2 * n);
            Self { index, step, n, blocks, end }
        };
        (0..2 * k - 1).map(group).collect()
    }

    /// `s h`: where `C_s` begins in `A B`, in words.
    pub(super) fn weight(&self) -> usize {
        self.index * self.step
    }

    /// Words of `C_s`.
    pub(super) fn words(&self) -> usize {
        self.end - self.weight()
    }

    /// The reduction that it needs for `R = r^t`.
    pub(super) fn side(&self, t: usize) -> Side {
        let carried = usize::from(self.blocks.len() > 1 && self.end < 2 * self.n);
        if self.weight() < t {
            Side::Below(t - self.weight())
        } else if self.end > self.n + t + carried {
            Side::Above(self.end - self.n - t)
        } else {
            Side::Between
        }
    }

    /// The word products of `C_s`.
    pub(super) fn cost(&self) -> usize {
        self.pairs().map(|(i, j)| self.block(i).len() * self.block(j).len()).sum()
    }

    /// Words of scratch that [`Group::products`] needs.
    pub(super) fn scratch_words(&self, kernel: Kernel) -> usize {
        let scratch = self.pairs().map(|(i, j)| {
            let (a, b) = (self.block(i).len(), self.block(j).len());
            a + b + kernel.mul_scratch(a, b)
        });
        scratch.max().unwrap_or(0)
    }

    /// `c = C_s`.
    pub(super) fn products(
        &self,
        kernel: Kernel,
        c: &mut [Word],
        a: &[Word],
        b: &[Word],
        scratch: &mut [Word],
    ) {
        assert!(a.len() == self.n && b.len() == self.n && c.len() >= self.words());
        c.fill(0);
        for (i, j) in self.pairs() {
            let (a, b) = (&a[self.block(i)], &b[self.block(j)]);
            let (product, scratch) = scratch.split_at_mut(a.len() + b.len());
            kernel.mul(product, a, b, scratch);
            let carry = kernel.add_assign(c, product);
            debug_assert!(carry == 0);
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let index = self.index;
        self.blocks.clone().map(move |i| (i, index - i))
    }

    fn block(&self, i: usize) -> Range<usize> {
        i * self.step..((i + 1) * self.step).min(self.n)
    }
}

/// Deals `items` with their costs to at most `parts` parts, the most expensive first, each to the
/// part with the least cost so far. No part is empty.
pub(super) fn deal<T>(mut items: Vec<(usize, T)>, parts: usize) -> Vec<Vec<T>> {
    items.sort_by_key(|&(cost, _)| Reverse(cost));
    let mut dealt: Vec<(usize, Vec<T>)> =
        (0..parts.min(items.len())).map(|_| (0, Vec::new())).collect();
    for (cost, item) in items {
        if let Some((load, part)) = dealt.iter_mut().min_by_key(|(load, _)| *load) {
            *load += cost;
            part.push(item);
        }
    }
    dealt.into_iter().map(|(_, part)| part).collect()
}
