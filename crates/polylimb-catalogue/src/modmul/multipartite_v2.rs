//! `multipartite-v2`: operands in `k` blocks, the products of each weight reduced separately.
//!
//! **Source.** `[Giorgi2013]`; `[Arruda2014]`, Algorithm 15. **Idea.** The `2k - 1` groups of
//! [`weight_groups`](super::weight_groups) are independent: a thread forms `C_s`, reduces it from
//! below, from above or not at all, and adds the result to its sum; the caller adds the sums of the
//! threads. The groups are dealt to the threads by cost; more threads than groups leave threads
//! idle.
//!
//! **Bounds.** Without reduction a group of `c` products is below `c r^n`; after Montgomery's below
//! `c r^n + M`; after Barrett's below `M`. At most `k` groups lie below and there are `k²`
//! products, so the sum is below `(k² + 2k) r^n` for any top word of `M`: it fits `n + 1` words,
//! and one Barrett reduction by a single word, with its masked subtractions, brings it into
//! `[0, M)`.
//!
//! **Cost.** `[Arruda2014]`, Table 2: `(1.5 + 9/(4θ) + θ/2) M` of the part for θ threads. Every
//! reduced group has its own `Q M`; [`multipartite-v1`](super::multipartite_v1) saves these
//! products for one more synchronisation. **Synchronisations.** One run, which Table 2 counts as 2.
//! **Parameters.** `k`, 2 to 15, by default 2 on up to 3 threads and 4 on more; the cut `t`, 0 to
//! `n`, by default `⌈n/2⌉`. **Domain.** Odd moduli from 3, any number of threads from 2. Constant
//! time.

use super::weight_groups::{Group, Side, blocks, deal};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::{
    Entry, ModMul, Parameters, PartialBarrett, PartialMontgomery, PartiteForm, Request, slot_words,
};
use polylimb::authors::team::each_chunk;
use polylimb::{Result, Split};

pub(super) const ENTRY: Entry = Entry {
    name: "multipartite-v2",
    source: "Giorgi, Imbert, Izard 2013; Arruda 2014, Algorithm 15",
    summary: "operands in k blocks; the products of each weight reduced on their own",
    threads: Threads::AtLeast(2),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| Ok(Box::new(MultipartiteV2::new(request)?)),
};

struct MultipartiteV2 {
    kernel: Kernel,
    split: Arc<dyn Split>,
    form: PartiteForm,
    k: usize,
    /// The groups of each thread, with their reductions.
    parts: Vec<Vec<(Group, Reduction)>>,
    /// Reduces the sum, which is one word longer than the modulus.
    last: PartialBarrett,
    /// Words of scratch for each part.
    slot: usize,
}

/// How a group's products are reduced.
enum Reduction {
    Below(PartialMontgomery),
    Between,
    /// By the constant for the words that the group has too many.
    Above(PartialBarrett),
}

impl Reduction {
    fn new(kernel: Kernel, modulus: &[Word], side: Side) -> Self {
        match side {
            Side::Below(words) => Self::Below(PartialMontgomery::new(kernel, modulus, words)),
            Side::Between => Self::Between,
            Side::Above(words) => Self::Above(PartialBarrett::new(kernel, modulus, words)),
        }
    }

    /// The approximate number of word products.
    fn cost(&self, n: usize) -> usize {
        match self {
            Self::Below(partial) => partial.t() * n,
            Self::Between => 0,
            Self::Above(by) => by.reciprocal().len() * (by.reciprocal().len() / 2 + n),
        }
    }

    /// Words for the products of `group`, and words of scratch.
    fn room(&self, kernel: Kernel, n: usize, group: &Group) -> (usize, usize) {
        match self {
            Self::Below(partial) => (n + partial.t() + 1, partial.scratch_words(kernel, n)),
            Self::Between => (group.words(), 0),
            Self::Above(by) => (n + by.reciprocal().len() - 1, by.scratch_words(kernel, n)),
        }
    }
}

impl MultipartiteV2 {
    fn new(request: &Request<'_>) -> Result<Self> {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let form = PartiteForm::new(request, modulus.len().div_ceil(2))?;
        let (n, t, k) = (modulus.len(), form.t(), blocks(request)?);
        let last = PartialBarrett::new(kernel, modulus, 1);
        let mut slot = n + 1 + last.scratch_words(kernel, n);
        let mut items = Vec::new();
        for group in Group::all(n, k) {
            let reduction = Reduction::new(kernel, modulus, group.side(t));
            let (room, scratch) = reduction.room(kernel, n, &group);
            slot = slot.max(n + 1 + room + scratch.max(group.scratch_words(kernel)));
            items.push((group.cost() + reduction.cost(n), (group, reduction)));
        }
        Ok(Self {
            kernel,
            split: request.split.clone(),
            form,
            k,
            parts: deal(items, request.split.threads()),
            last,
            slot: slot_words(slot),
        })
    }

    /// `slot[..n + 1]` = the sum of the groups of one part.
    fn part(&self, groups: &[(Group, Reduction)], slot: &mut [Word], a: &[Word], b: &[Word]) {
        let (kernel, modulus, t) = (self.kernel, self.form.modulus(), self.form.t());
        let n = modulus.len();
        let (sum, slot) = slot.split_at_mut(n + 1);
        sum.fill(0);
        for (group, reduction) in groups {
            let (c, scratch) = slot.split_at_mut(reduction.room(kernel, n, group).0);
            let carry = match reduction {
                Reduction::Below(partial) => {
                    group.products(kernel, c, a, b, scratch);
                    let carry = partial.reduce(kernel, c, modulus, scratch);
                    carry + kernel.add_assign(sum, &c[partial.t()..])
                }
                Reduction::Between => {
                    group.products(kernel, c, a, b, scratch);
                    kernel.add_assign(&mut sum[group.weight() - t..], c)
                }
                Reduction::Above(by) => {
                    let (zeros, products) = c.split_at_mut(group.weight() - t);
                    zeros.fill(0);
                    group.products(kernel, products, a, b, scratch);
                    by.reduce(kernel, c, modulus, scratch);
                    kernel.add_assign(sum, &c[..n])
                }
            };
            debug_assert!(carry == 0);
        }
    }
}

impl ModMul for MultipartiteV2 {
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
        (self.parts.len() * self.slot).max(self.form.leave_scratch(self.kernel))
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
        let (kernel, modulus) = (self.kernel, self.form.modulus());
        let n = modulus.len();
        let slots = &mut scratch[..self.parts.len() * self.slot];
        each_chunk(&*self.split, slots, self.slot, move |part, slot| {
            self.part(&self.parts[part], slot, a, b);
        });
        let (first, others) = slots.split_at_mut(self.slot);
        let (sum, scratch) = first.split_at_mut(n + 1);
        for other in others.chunks(self.slot) {
            let carry = kernel.add_assign(sum, &other[..=n]);
            debug_assert!(carry == 0);
        }
        self.last.reduce(kernel, sum, modulus, scratch);
        r.copy_from_slice(&sum[..n]);
    }
}
