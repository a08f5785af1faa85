//! `bipartite`: one half of the multiplier reduced from below, the other from above, in parallel.
//!
//! **Source.** `[Kaihara2008]`; with partial Barrett reduction for the upper half `[Giorgi2013]`;
//! `[Arruda2014]`, Algorithm 10. **Idea.** With `R = r^t` and `B = B1 r^t + B0`,
//! `A B / R = A B0 / R + A B1`: the first term needs only `t` words of Montgomery's reduction, the
//! second only `n - t` words of Barrett's, and the two are independent. Each half brings its term
//! into `[0, M)`; the caller adds them and subtracts `M` once. **Cost.** For `t = n/2`,
//! `4 M(n/2) + L(n/2)` in each half, where `L` is a low product; below 96 words the lower half
//! needs no `L`. **Synchronisations.** One run, which Table 2 of `[Arruda2014]` counts as 2, the
//! fewest of all. [Four threads](super::bipartite_four) split each half again. **The cut** `t` is
//! free, 0 (all Barrett) to `n` (all Montgomery), by default [`default_cut`]. **Domain.** Odd
//! moduli from 3, 2 or 4 threads. Constant time.

use super::bipartite_four::BipartiteFour;
use super::parallel_product::{fetch, slot_words};
use super::partial_reduction::PartialBarrett;
use super::partite_form::PartiteForm;
use super::registry::{ConstantTime, Domain, Entry, Request, Threads};
use super::residue::subtract_once;
use super::residue::{ModMul, Parameters};
use crate::error::Result;
use crate::limb::{Kernel, WORD_BITS, Word};
use crate::team::{Split, each_chunk};
use alloc::boxed::Box;
use alloc::sync::Arc;

pub(super) const NAME: &str = "bipartite";

pub(super) const ENTRY: Entry = Entry {
    name: NAME,
    source: "Kaihara, Takagi 2008; Giorgi, Imbert, Izard 2013; Arruda 2014, Algorithm 10",
    summary: "lower half by partial Montgomery, upper half by partial Barrett reduction",
    threads: Threads::OneOf(&[2, 4]),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| match request.split.threads() {
        4 => Ok(Box::new(BipartiteFour::new(request)?)),
        _ => Ok(Box::new(Bipartite::new(request)?)),
    },
};

struct Bipartite {
    kernel: Kernel,
    split: Arc<dyn Split>,
    form: PartiteForm,
    /// Reduces the upper `n - t` words.
    above: PartialBarrett,
    /// Words of scratch for each half.
    slot: usize,
}

/// The cut for a request without one, measured with the mulx kernel on two Zen 5 cores.
///
/// With schoolbook products, clearing words from below by rows costs less than Barrett's three
/// products, and the caller, which takes the lower half, need not wait for its operands, so the
/// lower half is longer. From 12288 bits the middle is best: all products have lengths that suit
/// Karatsuba.
fn default_cut(n: usize) -> usize {
    let percent = match n * WORD_BITS {
        ..2560 => 62,
        2560..3584 => 57,
        3584..12288 => 54,
        // The upper half's products are one word longer than the part it clears; with this cut both
        // halves have products of about n/2 words, which suit Karatsuba.
        _ => return n / 2 + 1,
    };
    (n * percent).div_ceil(100)
}

impl Bipartite {
    fn new(request: &Request<'_>) -> Result<Self> {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let form = PartiteForm::new(request, default_cut(modulus.len()))?;
        let (n, t) = (modulus.len(), form.t());
        let product = |words: usize| if words == 0 { 0 } else { kernel.mul_scratch(n, words) };
        let lower = n + t + product(t).max(form.partial().scratch_words(kernel, n));
        let above = PartialBarrett::new(kernel, modulus, n - t);
        let upper = 2 * n - t + product(n - t).max(above.scratch_words(kernel, n));
        Ok(Self {
            kernel,
            split: request.split.clone(),
            above,
            slot: slot_words(lower.max(upper)),
            form,
        })
    }

    /// `slot[t..t + n] = a b0 / r^t mod M`.
    fn lower_half(&self, slot: &mut [Word], a: &[Word], b0: &[Word]) {
        let (kernel, modulus, t) = (self.kernel, self.form.modulus(), self.form.t());
        let (c, scratch) = slot.split_at_mut(modulus.len() + t);
        product(kernel, c, a, b0, scratch);
        let carry = self.form.partial().reduce(kernel, c, modulus, scratch);
        let high = subtract_once(kernel, carry, &mut c[t..], modulus);
        debug_assert!(high == 0);
    }

    /// `slot[..n] = a b1 mod M`.
    fn upper_half(&self, slot: &mut [Word], a: &[Word], b1: &[Word]) {
        let (kernel, modulus) = (self.kernel, self.form.modulus());
        let (c, scratch) = slot.split_at_mut(modulus.len() + b1.len());
        product(kernel, c, a, b1, scratch);
        self.above.reduce(kernel, c, modulus, scratch);
    }
}

/// `c = a b`; an empty `b` is 0.
fn product(kernel: Kernel, c: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
    if b.is_empty() {
        c.fill(0);
    } else {
        kernel.mul(c, a, b, scratch);
    }
}

impl ModMul for Bipartite {
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
        (2 * self.slot).max(self.form.leave_scratch(self.kernel))
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
        let (n, halves) = (modulus.len(), &mut scratch[..2 * self.slot]);
        let (b0, b1) = b.split_at(t);
        each_chunk(&*self.split, halves, self.slot, move |part, slot| {
            if part == 0 {
                self.lower_half(slot, a, b0);
            } else {
                // The caller wrote the operands: they are in its cache, not in this core's.
                fetch(a);
                fetch(b1);
                self.upper_half(slot, a, b1);
            }
        });
        let (lower, upper) = halves.split_at_mut(self.slot);
        // The sum goes to the caller's slot, so the other thread keeps the cache lines of its own.
        let sum = &mut lower[t..t + n];
        fetch(&upper[..n]);
        let carry = kernel.add_assign(sum, &upper[..n]);
        kernel.subtract_once(r, carry, sum, modulus);
    }
}
