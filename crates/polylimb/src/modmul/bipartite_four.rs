//! `bipartite` on four threads: two for each half, with each of the half's three products cut in
//! two.
//!
//! **Source.** `[Giorgi2013]` (the bipartite row for more than two cores in Table 2 of
//! `[Arruda2014]`). **Idea.** Each half of [`bipartite`](super::bipartite) is a chain of three
//! products: `C = A B0`, `Q = C μ mod r^t`, `Q M` below; `C = A B1`, Barrett's `Q` from the top of
//! `C ν`, the low words of `Q M` above. A run computes one product of each half, each on two
//! threads. The caller joins the strips and corrects after the third run. **Cost.** `2.5 M(n/2)`.
//! **Synchronisations.** Three runs, which Table 2 counts as 6. Everything else, including the cut,
//! is as on two threads. Constant time.

use super::bipartite::NAME;
use super::long_division::barrett_constant;
use super::montgomery_form::negated_inverse;
use super::parallel_product::low_strip;
use super::parallel_product::slot_words;
use super::partial_reduction::finish_barrett;
use super::partite_form::PartiteForm;
use super::registry::Request;
use super::residue::subtract_once;
use super::residue::{ModMul, Parameters};
use crate::error::Result;
use crate::limb::{Kernel, Word};
use crate::team::{Split, each_chunk};
use alloc::sync::Arc;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// The threads.
const PARTS: usize = 4;

pub(super) struct BipartiteFour {
    kernel: Kernel,
    split: Arc<dyn Split>,
    form: PartiteForm,
    /// The modulus and a word of 0 above it.
    padded: Zeroizing<Vec<Word>>,
    /// `-1/M mod r^t`.
    mu: Zeroizing<Vec<Word>>,
    /// Barrett's constant for the upper `n - t` words.
    nu: Zeroizing<Vec<Word>>,
    /// The three products of the lower half; `upper` likewise.
    lower: [Halved; 3],
    upper: [Halved; 3],
    /// Words of scratch for each part.
    slot: usize,
}

impl BipartiteFour {
    pub(super) fn new(request: &Request<'_>) -> Result<Self> {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let form = PartiteForm::new(request, modulus.len().div_ceil(2))?;
        let (n, t) = (modulus.len(), form.t());
        let above = n - t + 1;
        let lower = [Halved::whole(t, n), Halved::low(t, t), Halved::whole(t, n)];
        let upper =
            [Halved::whole(n - t, n), Halved::whole(above, above), Halved::low(n + 1, above)];
        let slots = lower.iter().chain(&upper).map(|product| product.slot(kernel));
        let mut padded = Zeroizing::new(Vec::with_capacity(n + 1));
        padded.extend_from_slice(modulus);
        padded.push(0);
        Ok(Self {
            kernel,
            split: request.split.clone(),
            padded,
            mu: negated_inverse(kernel, modulus, t),
            nu: barrett_constant(kernel, modulus, n - t),
            slot: slot_words(slots.max().unwrap_or(0)),
            lower,
            upper,
            form,
        })
    }

    /// One step of both halves: writes the product of each half's `(columns, rows)` to its `r`.
    fn step(
        &self,
        step: usize,
        slots: &mut [Word],
        r: [&mut [Word]; 2],
        operands: [(&[Word], &[Word]); 2],
    ) {
        let (kernel, products) = (self.kernel, [&self.lower[step], &self.upper[step]]);
        each_chunk(&*self.split, slots, self.slot, move |part, slot| {
            let (columns, rows) = operands[part / 2];
            products[part / 2].part(kernel, part % 2, slot, columns, rows);
        });
        for ((product, r), pair) in products.iter().zip(r).zip(slots.chunks(2 * self.slot)) {
            let (first, second) = pair.split_at(self.slot);
            product.join(kernel, r, first, second);
        }
    }
}

impl ModMul for BipartiteFour {
    fn name(&self) -> &'static str {
        NAME
    }

    fn modulus(&self) -> &[Word] {
        self.form.modulus()
    }

    fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn parameters(&self) -> Parameters {
        self.form.parameters(None)
    }

    fn scratch_words(&self) -> usize {
        let words = self.lower.iter().chain(&self.upper).map(|product| product.kept);
        (PARTS * self.slot + words.sum::<usize>()).max(self.form.leave_scratch(self.kernel))
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        self.mul(r, plain, self.form.r_squared(), scratch);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        self.form.leave(self.kernel, plain, r, scratch);
    }

    fn one(&self, r: &mut [Word]) {
        r.copy_from_slice(self.form.one());
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let (kernel, modulus, t) = (self.kernel, self.form.modulus(), self.form.t());
        let n = modulus.len();
        assert!(a.len() == n && b.len() == n);
        let (slots, scratch) = scratch.split_at_mut(PARTS * self.slot);
        let (c0, scratch) = scratch.split_at_mut(n + t);
        let (q0, scratch) = scratch.split_at_mut(t);
        let (qm0, scratch) = scratch.split_at_mut(n + t);
        let (c1, scratch) = scratch.split_at_mut(2 * n - t);
        let (estimate, scratch) = scratch.split_at_mut(2 * self.nu.len());
        let (qm1, _) = scratch.split_at_mut(n + 1);

        self.step(0, slots, [c0, c1], [(&b[..t], a), (&b[t..], a)]);
        self.step(1, slots, [q0, estimate], [(&self.mu, &c0[..t]), (&self.nu, &c1[n - 1..])]);
        let q1 = &estimate[self.nu.len()..];
        self.step(2, slots, [qm0, qm1], [(q0, modulus), (&self.padded, q1)]);

        let carry = kernel.add_assign(c0, qm0);
        let sum = &mut c0[t..];
        let high = subtract_once(kernel, carry, sum, modulus);
        debug_assert!(high == 0);
        finish_barrett(kernel, c1, modulus, qm1);
        let carry = kernel.add_assign(sum, &c1[..n]);
        kernel.subtract_once(r, carry, sum, modulus);
    }
}

/// A product cut into two strips of rows with about the same area.
struct Halved {
    columns: usize,
    rows: usize,
    /// The words of the product to compute: all, or as many as `columns` has.
    kept: usize,
    /// The first row of the second strip.
    cut: usize,
}

impl Halved {
    /// All words of `columns` by `rows`.
    fn whole(columns: usize, rows: usize) -> Self {
        Self { columns, rows, kept: columns + rows, cut: rows.div_ceil(2) }
    }

    /// The low `columns` words of `columns` by `rows`, `rows <= columns`: row `x` has `columns - x`
    /// words.
    fn low(columns: usize, rows: usize) -> Self {
        let area = |rows: usize| rows * (2 * columns + 1 - rows);
        let cut = (0..=rows).find(|&cut| 2 * area(cut) >= area(rows)).unwrap_or(rows);
        Self { columns, rows, kept: columns, cut }
    }

    /// The first row and the number of rows of a strip.
    fn strip(&self, j: usize) -> (usize, usize) {
        if j == 0 { (0, self.cut) } else { (self.cut, self.rows - self.cut) }
    }

    /// Words of a strip's product.
    fn strip_words(&self, j: usize) -> usize {
        let (from, rows) = self.strip(j);
        (self.kept - from).min(self.columns + rows)
    }

    /// Words that [`Halved::part`] needs, including its result.
    fn slot(&self, kernel: Kernel) -> usize {
        let needed = |j: usize| {
            let (words, rows) = (self.strip_words(j), self.strip(j).1);
            let full = words - rows;
            let product = if full * rows == 0 { 0 } else { kernel.mul_scratch(full, rows) };
            let triangle = if rows == 0 { 0 } else { rows + kernel.mul_low_scratch(rows) };
            words + product + triangle
        };
        needed(0).max(needed(1))
    }

    /// `slot[..]` = strip `j` of the product.
    fn part(&self, kernel: Kernel, j: usize, slot: &mut [Word], columns: &[Word], rows: &[Word]) {
        assert!(columns.len() == self.columns && rows.len() == self.rows);
        let (from, count) = self.strip(j);
        let rows = &rows[from..from + count];
        let (strip, scratch) = slot.split_at_mut(self.strip_words(j));
        if columns.is_empty() || rows.is_empty() {
            strip.fill(0);
        } else if strip.len() == columns.len() + rows.len() {
            kernel.mul(strip, columns, rows, scratch);
        } else {
            low_strip(kernel, strip, columns, rows, scratch);
        }
    }

    /// `r` = the product, from its strips.
    fn join(&self, kernel: Kernel, r: &mut [Word], first: &[Word], second: &[Word]) {
        let (one, two) = (self.strip_words(0), self.strip_words(1));
        r[..one].copy_from_slice(&first[..one]);
        r[one..].fill(0);
        // The carry out is above the kept words.
        let _ = kernel.add_assign(&mut r[self.cut..], &second[..two]);
    }
}
