//! `tripartite`: Karatsuba's three products in parallel, the lower one reduced from below, the
//! upper one from above, the middle one not at all.
//!
//! **Source.** `[Sakiyama2011]`; with partial Barrett reduction for the upper product
//! `[Giorgi2013]`; `[Arruda2014]`, Algorithm 13. **Idea.** With `R = r^t`, `A = A1 r^t + A0` and
//! `B = B1 r^t + B0`, let `X0 = A0 B0`, `X1 = (A0 + A1)(B0 + B1)`, `X2 = A1 B1`; then
//! `A B / R = X0 / R + (X1 - X0 - X2) + X2 R`. Part 0 turns `X0` into `Z0 = X0 / R mod M`, part 2
//! turns `X2` into `Z2 = X2 R mod M`, and each returns the *difference* `Z - X`, so that only
//! `X1 + (Z0 - X0) + (Z2 - X2)` is left to the caller: two additions and the corrections.
//!
//! **Bounds.** `A0, B0 < r^t`, and `A1 r^t <= A < M`, likewise for `B`. So
//! `X1 - X0 - X2 = A0 B1 + A1 B0 < 2M`, and with `Z0, Z2 < M` the sum lies in `[0, 4M)`: three
//! masked subtractions. It fits `n + 1` words, and all differences are taken modulo `r^(n+1)`.
//!
//! **Cost.** For `t = n/2`: part 0 `3 M(n/2) + L(n/2)`, part 2 `3 M(n/2) + L(n/2)`, part 1
//! `M(n/2)`. The bipartite method has `4 M + L`. **Synchronisations.** One run, which Table 2 of
//! `[Arruda2014]` counts as 2. **The cut** `t`: 0 to `n`, by default `⌈n/2⌉`. **Domain.** Odd
//! moduli from 3, exactly 3 threads. Constant time.

use alloc::boxed::Box;
use alloc::sync::Arc;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::{
    Entry, ModMul, Parameters, PartialBarrett, PartiteForm, Request, slot_words, subtract_once,
};
use polylimb::authors::team::each_chunk;
use polylimb::{Result, Split};

pub(super) const ENTRY: Entry = Entry {
    name: "tripartite",
    source: "Sakiyama et al. 2011; Giorgi, Imbert, Izard 2013; Arruda 2014, Algorithm 13",
    summary: "Karatsuba's three products, reduced from below, not at all, and from above",
    threads: Threads::Exactly(3),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| Ok(Box::new(Tripartite::new(request)?)),
};

struct Tripartite {
    kernel: Kernel,
    split: Arc<dyn Split>,
    form: PartiteForm,
    /// Reduces the upper `n - t` words.
    above: PartialBarrett,
    /// Words of scratch for each part.
    slot: usize,
}

impl Tripartite {
    fn new(request: &Request<'_>) -> Result<Self> {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let form = PartiteForm::new(request, modulus.len().div_ceil(2))?;
        let (n, t) = (modulus.len(), form.t());
        let product = |words: usize| if words == 0 { 0 } else { kernel.mul_scratch(words, words) };
        let lower = n + 3 * t + product(t).max(form.partial().scratch_words(kernel, n));
        let above = PartialBarrett::new(kernel, modulus, n - t);
        let upper = 4 * n - 3 * t + product(n - t).max(above.scratch_words(kernel, n));
        let sum = Self::sum_words(n, t);
        let middle = 4 * sum + product(sum);
        Ok(Self {
            kernel,
            split: request.split.clone(),
            above,
            slot: slot_words(n + 1 + lower.max(upper).max(middle)),
            form,
        })
    }

    /// Words of `A0 + A1`.
    fn sum_words(n: usize, t: usize) -> usize {
        t.max(n - t) + 1
    }

    /// `slot[..n + 1] = (X0 / R mod M) - X0`.
    fn lower(&self, slot: &mut [Word], a0: &[Word], b0: &[Word]) {
        let (kernel, modulus, t) = (self.kernel, self.form.modulus(), self.form.t());
        let n = modulus.len();
        let (out, slot) = slot.split_at_mut(n + 1);
        let (x, slot) = slot.split_at_mut(2 * t);
        let (c, scratch) = slot.split_at_mut(n + t);
        product(kernel, x, a0, b0, scratch);
        c[..2 * t].copy_from_slice(x);
        c[2 * t..].fill(0);
        let carry = self.form.partial().reduce(kernel, c, modulus, scratch);
        kernel.subtract_once(&mut out[..n], carry, &c[t..], modulus);
        out[n] = 0;
        let _ = kernel.sub_assign(out, &x[..x.len().min(n + 1)]);
    }

    /// `slot[..n + 1]` = the low words of `X1`.
    fn middle(&self, slot: &mut [Word], a: &[Word], b: &[Word]) {
        let (kernel, t) = (self.kernel, self.form.t());
        let n = self.form.modulus().len();
        let words = Self::sum_words(n, t);
        let (out, slot) = slot.split_at_mut(n + 1);
        let (a_sum, slot) = slot.split_at_mut(words);
        let (b_sum, slot) = slot.split_at_mut(words);
        let (x, scratch) = slot.split_at_mut(2 * words);
        for (sum, operand) in [(&mut *a_sum, a), (&mut *b_sum, b)] {
            let (low, high) = operand.split_at(t);
            sum[..t].copy_from_slice(low);
            sum[t..].fill(0);
            let _ = kernel.add_assign(sum, high);
        }
        kernel.mul(x, a_sum, b_sum, scratch);
        out.copy_from_slice(&x[..=n]);
    }

    /// `slot[..n + 1] = (X2 R mod M) - X2`.
    fn upper(&self, slot: &mut [Word], a1: &[Word], b1: &[Word]) {
        let (kernel, modulus, t) = (self.kernel, self.form.modulus(), self.form.t());
        let n = modulus.len();
        let (out, slot) = slot.split_at_mut(n + 1);
        let (x, slot) = slot.split_at_mut(2 * (n - t));
        let (c, scratch) = slot.split_at_mut(2 * n - t);
        product(kernel, x, a1, b1, scratch);
        c[..t].fill(0);
        c[t..].copy_from_slice(x);
        self.above.reduce(kernel, c, modulus, scratch);
        out[..n].copy_from_slice(&c[..n]);
        out[n] = 0;
        let _ = kernel.sub_assign(out, &x[..x.len().min(n + 1)]);
    }
}

/// `c = a b`; 0 for empty operands.
fn product(kernel: Kernel, c: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
    if !c.is_empty() {
        kernel.mul(c, a, b, scratch);
    }
}

impl ModMul for Tripartite {
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
        self.form.parameters(None)
    }

    fn scratch_words(&self) -> usize {
        (3 * self.slot).max(self.form.leave_scratch(self.kernel))
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
        let slots = &mut scratch[..3 * self.slot];
        each_chunk(&*self.split, slots, self.slot, move |part, slot| match part {
            0 => self.lower(slot, &a[..t], &b[..t]),
            1 => self.middle(slot, a, b),
            _ => self.upper(slot, &a[t..], &b[t..]),
        });
        let (sum, others) = slots.split_at_mut(self.slot);
        let sum = &mut sum[..=n];
        for other in others.chunks(self.slot) {
            let _ = kernel.add_assign(sum, &other[..=n]);
        }
        let (z, high) = sum.split_at_mut(n);
        let high = subtract_once(kernel, high[0], z, modulus);
        let high = subtract_once(kernel, high, z, modulus);
        kernel.subtract_once(r, high, z, modulus);
    }
}
