//! `multipartite-v1`: operands in `k` blocks; one common `Q` of all weights, then one product
//! `Q M`.
//!
//! **Source.** `[Giorgi2013]`; `[Arruda2014]`, Algorithm 14 (where it prints `Q P`, `P` is `M`).
//! **Idea.** The groups of [`weight_groups`](super::weight_groups) first yield only their
//! quotients: `Q_s = C_s / M mod r^(t - s h)` below, Barrett's estimate `Q_s ≈ C_s r^(s h - t) / M`
//! above. With `Q = Σ_below Q_s r^(s h) + r^t Σ_above Q_s`,
//! `A B / R = (Σ C_s r^(s h) - Q M) r^(-t)` exactly, and the one product `Q M` is
//! [split](ParallelProduct) over all threads.
//!
//! **Bounds.** The lower sum is taken modulo `r^t`, which keeps `A B - Q M` a multiple of it.
//! Above, `Q_s M` never exceeds `C_s r^(s h - t)`, so `r^t M Σ Q_s <= A B < M²` and
//! `Σ Q_s < r^(n - t)`: `Q` has `n` words. The result lies above `-M`; with `M` added it is below
//! `(k² + 4) r^n`: a group of `c` products contributes less than `c r^n` without reduction and less
//! than `3M` with Barrett's, and only two groups with Barrett's have `c < 3`. So it fits `n + 1`
//! words, and one Barrett reduction by a single word, with its masked subtractions, brings it into
//! `[0, M)`.
//!
//! **Cost.** `[Arruda2014]`, Table 2: `(2.5 + 9/(4θ)) M` of the part for θ threads.
//! **Synchronisations.** Two runs: fork, exchange and join, which Table 2 counts as 3. The exchange
//! is the end of the first run and the start of the second. **Parameters.** `k`, 2 to 15, by
//! default 2 on up to 3 threads and 4 on more; the cut `t`, 0 to `n`, by default `⌈n/2⌉`.
//! **Domain.** Odd moduli from 3, any number of threads from 2. Constant time.

use super::weight_groups::{Group, Side, blocks, deal};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::{
    Entry, ModMul, ParallelProduct, Parameters, PartialBarrett, PartiteForm, Request,
    inverse_mod_power, slot_words,
};
use polylimb::authors::team::each_chunk;
use polylimb::{Result, Split};
use zeroize::Zeroizing;

pub(super) const ENTRY: Entry = Entry {
    name: "multipartite-v1",
    source: "Giorgi, Imbert, Izard 2013; Arruda 2014, Algorithm 14",
    summary: "operands in k blocks; the quotients of all weights first, then one product with the modulus",
    threads: Threads::AtLeast(2),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| Ok(Box::new(MultipartiteV1::new(request)?)),
};

struct MultipartiteV1 {
    kernel: Kernel,
    split: Arc<dyn Split>,
    form: PartiteForm,
    k: usize,
    /// The groups of each thread, with their quotients.
    parts: Vec<Vec<(Group, Quotient)>>,
    /// `1/M mod r^t`.
    inverse: Zeroizing<Vec<Word>>,
    /// Reduces the result, which is one word longer than the modulus.
    last: PartialBarrett,
    /// `Q M`.
    product: ParallelProduct,
    /// Words of scratch for each part.
    slot: usize,
}

/// How a group's quotient is found.
enum Quotient {
    /// Modulo this number of words.
    Below(usize),
    Zero,
    /// By the constant for the words that the group has too many.
    Above(PartialBarrett),
}

impl Quotient {
    fn new(kernel: Kernel, modulus: &[Word], side: Side) -> Self {
        match side {
            Side::Below(words) => Self::Below(words),
            Side::Between => Self::Zero,
            Side::Above(words) => Self::Above(PartialBarrett::new(kernel, modulus, words)),
        }
    }

    /// The approximate number of word products.
    fn cost(&self) -> usize {
        match self {
            Self::Below(words) => words * words / 2,
            Self::Zero => 0,
            Self::Above(by) => by.reciprocal().len().pow(2),
        }
    }

    /// Words of scratch.
    fn scratch_words(&self, kernel: Kernel) -> usize {
        match self {
            Self::Below(words) => words + kernel.mul_low_scratch(*words),
            Self::Zero => 0,
            Self::Above(by) => {
                let words = by.reciprocal().len();
                3 * words + kernel.mul_scratch(words, words)
            }
        }
    }
}

impl MultipartiteV1 {
    fn new(request: &Request<'_>) -> Result<Self> {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let form = PartiteForm::new(request, modulus.len().div_ceil(2))?;
        let (n, t, k) = (modulus.len(), form.t(), blocks(request)?);
        let mut scratch = 0;
        let mut items = Vec::new();
        for group in Group::all(n, k) {
            let quotient = Quotient::new(kernel, modulus, group.side(t));
            let needed = quotient.scratch_words(kernel).max(group.scratch_words(kernel));
            scratch = scratch.max(Self::products_words(&group, &quotient) + needed);
            items.push((group.cost() + quotient.cost(), (group, quotient)));
        }
        Ok(Self {
            kernel,
            split: request.split.clone(),
            form,
            k,
            parts: deal(items, request.split.threads()),
            inverse: inverse_mod_power(kernel, modulus, t),
            last: PartialBarrett::new(kernel, modulus, 1),
            product: ParallelProduct::new(kernel, request.split.threads(), n, n),
            slot: slot_words(3 * n + 1 + scratch),
        })
    }

    /// Words for the products of a group; enough for the low words of its quotient, too.
    fn products_words(group: &Group, quotient: &Quotient) -> usize {
        match quotient {
            Quotient::Below(words) => group.words().max(*words),
            _ => group.words(),
        }
    }

    /// `slot[..2n + 1]` = the sum of the `C_s r^(s h)` of one part; the `n` words behind it = the
    /// sum of its quotients.
    fn part(&self, groups: &[(Group, Quotient)], slot: &mut [Word], a: &[Word], b: &[Word]) {
        let (kernel, n, t) = (self.kernel, self.form.modulus().len(), self.form.t());
        let (sum, slot) = slot.split_at_mut(2 * n + 1);
        let (q, slot) = slot.split_at_mut(n);
        sum.fill(0);
        q.fill(0);
        let (q_low, q_high) = q.split_at_mut(t);
        for (group, quotient) in groups {
            let (c, scratch) = slot.split_at_mut(Self::products_words(group, quotient));
            group.products(kernel, c, a, b, scratch);
            let carry = kernel.add_assign(&mut sum[group.weight()..], &c[..group.words()]);
            debug_assert!(carry == 0);
            match quotient {
                Quotient::Below(words) => {
                    let (low, scratch) = scratch.split_at_mut(*words);
                    kernel.mul_low(low, &c[..*words], &self.inverse[..*words], scratch);
                    // The carry out is a multiple of r^t.
                    let _ = kernel.add_assign(&mut q_low[group.weight()..], low);
                }
                Quotient::Zero => {}
                Quotient::Above(by) => {
                    let (nu, shift) = (by.reciprocal(), group.weight() - t);
                    let high = estimate(kernel, c, shift, n, nu, scratch);
                    let words = high.len().min(n - t);
                    let carry = kernel.add_assign(q_high, &high[..words]);
                    debug_assert!(carry == 0 && high[words..].iter().all(|&w| w == 0));
                }
            }
        }
    }

    /// Adds the other parts' sums to `first[..2n + 1]` and their quotients to
    /// `first[2n + 1..3n + 1]`.
    fn join(&self, first: &mut [Word], others: &[Word]) {
        let (kernel, n, t) = (self.kernel, self.form.modulus().len(), self.form.t());
        let (sum, q) = first.split_at_mut(2 * n + 1);
        let (q_low, q_high) = q.split_at_mut(t);
        for other in others.chunks(self.slot) {
            let (other_sum, other_q) = other.split_at(2 * n + 1);
            let _ = kernel.add_assign(sum, other_sum);
            let _ = kernel.add_assign(q_low, &other_q[..t]);
            let _ = kernel.add_assign(q_high, &other_q[t..n]);
        }
    }
}

/// Barrett's estimate of `C r^shift / M`, too small by less than 3. `C r^shift` has `n` words and
/// one word more for each word of `nu` beyond the first.
fn estimate<'a>(
    kernel: Kernel,
    c: &[Word],
    shift: usize,
    n: usize,
    nu: &[Word],
    scratch: &'a mut [Word],
) -> &'a [Word] {
    // ⌊C r^shift / r^(n-1)⌋ is the top of C, perhaps with zeros below that need no multiplication.
    let top = &c[(n - 1).saturating_sub(shift)..];
    let zeros = shift.saturating_sub(n - 1);
    let (product, scratch) = scratch.split_at_mut(top.len() + nu.len());
    kernel.mul(product, top, nu, scratch);
    &product[nu.len() - zeros..]
}

impl ModMul for MultipartiteV1 {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn modulus(&self) -> &[Word] {
        self.form.modulus()
    }

    fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn parameters(&self) -> Parameters {
        self.form.parameters(Some(self.k))
    }

    fn scratch_words(&self) -> usize {
        let n = self.modulus().len();
        let second = self.product.scratch_words().max(self.last.scratch_words(self.kernel, n));
        let mul = self.parts.len() * self.slot + 2 * n + second;
        mul.max(self.form.leave_scratch(self.kernel))
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
        let (slots, scratch) = scratch.split_at_mut(self.parts.len() * self.slot);
        each_chunk(&*self.split, slots, self.slot, move |part, slot| {
            self.part(&self.parts[part], slot, a, b);
        });
        let (first, others) = slots.split_at_mut(self.slot);
        let (first, _) = first.split_at_mut(3 * n + 1);
        self.join(first, others);
        let (sum, q) = first.split_at_mut(2 * n + 1);
        let (qm, scratch) = scratch.split_at_mut(2 * n);
        self.product.multiply(kernel, &*self.split, qm, q, modulus, scratch);
        // A B + r^t M - Q M is not negative.
        let _ = kernel.add_assign(&mut sum[t..], modulus);
        let _ = kernel.sub_assign(sum, qm);
        debug_assert!(sum[..t].iter().chain(&sum[t + n + 1..]).all(|&w| w == 0));
        let z = &mut sum[t..=t + n];
        self.last.reduce(kernel, z, modulus, scratch);
        r.copy_from_slice(&z[..n]);
    }
}
