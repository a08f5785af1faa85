//! `bipartite-ifma`: the bipartite multiplication in radix 2^52, on two threads with eight lanes
//! each.
//!
//! **Source.** `[Kaihara2008]`, with partial Barrett reduction (`[Giorgi2013]`); digits and
//! instructions as in [`montgomery-ifma`](super::montgomery_ifma). **Idea.** As
//! [`bipartite`](super::bipartite), but residues stay in digits between products, all products are
//! computed by columns, and both halves sum only the columns that they need. With `β = 2^52`,
//! `R = β^t` and `B = B1 β^(t-1) + B0`
//!
//! `A B / R = A B0 / β^t + A B1 / β`.
//!
//! The lower half reduces its `t - 1` digits and one more from below, so its term is little above
//! `M` for any `A`. The upper half makes up for that digit: it reduces one digit from below, too,
//! and the others from above. So neither the halves nor their sum need a correction.
//!
//! **Cost.** For `L` digits and `t = L/2`, `L²` digit products in each half, half as many as
//! `montgomery-ifma`, and three carry passes in sequence. **Synchronisations.** One run, which
//! Table 2 of `[Arruda2014]` counts as 2. **The cut** `t` is in whole vectors, 1 to all; a cut in
//! words is rounded. **Domain.** Odd moduli from 3 to [`MOST_BITS`] bits, two threads. Constant
//! time. On kernels without IFMA the portable twin runs.
//!
//! # Bounds
//! Residues lie in `[0, 4M)` and have `L` digits, `4M < β^L <= 4 β M`.
//!
//! **Lower half.** `q = -A B0 / M mod β^t`, and `(A B0 + q M) / β^t < A/β + M`. Its columns are
//! summed from digit `t - 8`. The omitted columns are below `L β^(t-7)`, so adding `β^t / 2` rounds
//! the sum to the right multiple of `β^t`.
//!
//! **Upper half.** With `C = A B1`, `u = L - t + 1` and `q0 = -C/M mod β`: `(C + q0 M)/β - Q M` for
//! a `Q` slightly below `C / (β M)`. `Q = ⌊C1 ν / β^(u+2)⌋` with `C1 <= C / β^(L-1)` and
//! `ν = ⌊β^(L+u) / M⌋`, where `C1` and the product come from columns without the carries from
//! below. In addition to the floor's 1, the errors in units of `Q` are
//! - for `C1`, short by less than `1 + L/β`: `(1 + L/β) β^(L-2) / M < 5/β`;
//! - for `ν`: `C / β^(L-1) / β^(u+2) < 4M β^u / β^(L+u+1) < 1/β`;
//! - for the omitted columns, below digit `u`: less than `L β^(u+1) / β^(u+2) = L/β`.
//!
//! So `0 <= C / (β M) - Q < 1 + 2^-40`, and the result of the half is in `[0, (2 + 2^-40) M)`.
//! Times `β` it is below `β^(L+1)`, so it fits the vectors of a residue; modulo their power of 2,
//! `-Q β M` is `Q` times the complement of `β M`.
//!
//! **Sum.** Below `4M/β + M + (2 + 2^-40) M < 4M`. Columns: at most `2 L` products, `4 L β < 2^63`
//! in all.

use super::digit_form::{DigitForm, padded_digits, power_of_two};
use super::long_division::Divisor;
use super::montgomery_form::negated_inverse;
use super::montgomery_ifma::MOST_BITS;
use super::parallel_product::{fetch, slot_words};
use super::registry::{ConstantTime, Domain, Entry, Request, Threads};
use super::residue::ModMul;
use crate::error::{Error, Result};
use crate::limb::radix52::digits_from_words;
use crate::limb::radix52::{PADDING, columns, normalise, padded};
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Portable, Vector};
use crate::limb::{Kernel, Mask, WORD_BITS, Word, bit_length_vartime};
use crate::team::{Split, each_chunk};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub(super) const ENTRY: Entry = Entry {
    name: "bipartite-ifma",
    source: "Kaihara, Takagi 2008; Giorgi, Imbert, Izard 2013 (radix 2^52)",
    summary: "radix 2^52 on eight lanes, one half reduced from below, the other from above",
    threads: Threads::Exactly(2),
    domain: Domain::OddWithin { least_bits: 2, most_bits: MOST_BITS },
    constant_time: ConstantTime::Yes,
    make: |request| Ok(Box::new(BipartiteIfma::new(request)?)),
};

struct BipartiteIfma {
    form: DigitForm,
    split: Arc<dyn Split>,
    constants: Constants,
    halves: Halves,
    /// Words of scratch for each half.
    slot: usize,
}

/// The cut in vectors for a request without one. The caller, which takes the lower half, need not
/// wait for its operands, so the lower half is longer. Measured on two Zen 5 cores.
fn default_cut(vectors: usize) -> usize {
    (11 * vectors).div_ceil(20)
}

/// The cut in vectors for `words` in the lower part.
fn cut_of_words(words: usize, vectors: usize) -> usize {
    let vector_bits = DIGIT_BITS * LANES;
    ((words * WORD_BITS + vector_bits / 2) / vector_bits).clamp(1, vectors)
}

impl BipartiteIfma {
    fn new(request: &Request<'_>) -> Result<Self> {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let length = (bit_length_vartime(modulus) + 2).div_ceil(DIGIT_BITS);
        let vectors = (length + 1).div_ceil(LANES);
        let cut = match request.cut_words {
            None => default_cut(vectors),
            Some(words) if words <= modulus.len() => cut_of_words(words, vectors),
            Some(_) => {
                return Err(Error::Parameter { expected: "cut: 0 to the modulus' word count" });
            }
        };
        let t = LANES * cut;
        let mu = negated_inverse(kernel, modulus, (DIGIT_BITS * t).div_ceil(WORD_BITS));
        let u = (length + 1).saturating_sub(t);
        let nu = Divisor::new(kernel, modulus).divide(&power_of_two(DIGIT_BITS * (length + u))).0;
        let form = DigitForm::new(kernel, modulus, vectors, t, 2);
        let constants = Constants {
            length,
            vectors,
            cut,
            modulus: padded_digits(modulus, LANES * vectors),
            mu: padded_digits(&mu, t),
            nu: padded_digits(&nu, u + 2),
            minus_modulus: form.minus_shifted_modulus(),
        };
        Ok(Self {
            slot: slot_words(constants.lower_words().max(constants.upper_words())),
            split: request.split.clone(),
            halves: Halves::choose(kernel),
            form,
            constants,
        })
    }
}

impl ModMul for BipartiteIfma {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn modulus(&self) -> &[Word] {
        &self.form.modulus
    }

    fn kernel(&self) -> Kernel {
        self.form.kernel
    }

    fn residue_words(&self) -> usize {
        self.form.digits()
    }

    fn scratch_words(&self) -> usize {
        // A plain number as digits, and the scratch of a multiplication.
        2 * self.form.digits() + 2 * self.slot
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        let (digits, scratch) = scratch.split_at_mut(self.form.digits());
        digits_from_words(digits, plain);
        self.mul(r, digits, &self.form.r_squared, scratch);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        let (one, scratch) = scratch.split_at_mut(r.len());
        let (result, scratch) = scratch.split_at_mut(r.len());
        let (lower, upper) = scratch.split_at_mut(self.slot);
        one.fill(0);
        one[0] = 1;
        // The factor 1 lies in the lower half, so the other thread is not needed; (r + q M) / R <
        // 4M/R + M.
        (self.halves.lower)(&self.constants, lower, r, one);
        upper[..r.len() + LANES].fill(0);
        (self.halves.join)(&self.constants, result, lower, upper);
        self.form.leave(plain, result, upper);
    }

    fn one(&self, r: &mut [Word]) {
        r.copy_from_slice(&self.form.one);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let (words, constants, halves) = (self.form.digits(), &self.constants, self.halves);
        assert!(r.len() == words && a.len() == words && b.len() == words);
        let slots = &mut scratch[..2 * self.slot];
        each_chunk(&*self.split, slots, self.slot, move |part, slot| {
            if part == 0 {
                (halves.lower)(constants, slot, a, b);
            } else {
                // The caller wrote the operands: they are in its cache, not in this core's.
                fetch(a);
                fetch(constants.upper_part(b));
                (halves.upper)(constants, slot, a, b);
            }
        });
        let (lower, upper) = slots.split_at_mut(self.slot);
        // The sum goes to the caller's slot, so the other thread keeps the cache lines of its own.
        fetch(&upper[..words + LANES]);
        (halves.join)(constants, r, lower, upper);
    }

    fn add(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.form.add(r, a, b);
    }

    fn sub(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.form.sub(r, a, b);
    }

    fn neg(&self, r: &mut [Word], a: &[Word]) {
        self.form.neg(r, a);
    }

    fn eq(&self, a: &[Word], b: &[Word]) -> Mask {
        self.form.eq(a, b)
    }
}

// The two halves of the multiplication and their sum, over any vector.
//
// `β = 2^52`; `A` and `B` are below `4M` and have `L` digits, `B0` the lower `t - 1` of `B` and
// `B1` the upper `u = L - t + 1`. A residue has `n` vectors, at least `L + 1` digits. The error
// bounds are in `mod.rs`.

/// The halves' constants for a modulus.
pub(super) struct Constants {
    /// `L`, in digits.
    pub(super) length: usize,
    /// Vectors of a residue.
    pub(super) vectors: usize,
    /// `t` in vectors, 1 to `vectors`.
    pub(super) cut: usize,
    /// `M`, padded.
    pub(super) modulus: Zeroizing<Vec<u64>>,
    /// `-1/M mod β^t`, padded.
    pub(super) mu: Zeroizing<Vec<u64>>,
    /// `⌊β^(L+u) / M⌋`, `u + 2` digits, padded.
    pub(super) nu: Zeroizing<Vec<u64>>,
    /// `-β M` modulo the power of 2 above the vectors of a residue, padded.
    pub(super) minus_modulus: Zeroizing<Vec<u64>>,
}

impl Constants {
    /// `u`, the digits of `B1`.
    fn upper_digits(&self) -> usize {
        (self.length + 1).saturating_sub(LANES * self.cut)
    }

    /// `B1`.
    pub(super) fn upper_part<'a>(&self, b: &'a [u64]) -> &'a [u64] {
        &b[self.length - self.upper_digits()..self.length]
    }

    /// Words of [`Halves::lower`]'s slot.
    pub(super) fn lower_words(&self) -> usize {
        LANES * (self.vectors + 3 * self.cut) + padded(self.vectors)
    }

    /// Words of [`Halves::upper`]'s slot.
    pub(super) fn upper_words(&self) -> usize {
        let u = self.upper_digits();
        let (top, q) = ((self.length + u).div_ceil(LANES), (2 * u + 3).div_ceil(LANES));
        LANES * (self.vectors + 1 + top + q) + padded(self.vectors)
    }
}

/// Half of a product: constants, slot, `a`, `b`.
type Half = fn(&Constants, &mut [Word], &[Word], &[Word]);

/// The three steps for one kernel.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    /// Writes columns to the first `vectors + cut` vectors of the slot. After carrying from vector
    /// `cut - 1`, their digits from digit `t` are `(A B0 + q M) / β^t`.
    pub(super) lower: Half,
    /// Writes to the first `vectors + 1` vectors of the slot; from digit 1 they are `A B1 / β`
    /// modulo `M`.
    pub(super) upper: Half,
    /// `r` = the sum of both: constants, `r`, the lower slot, the upper slot.
    pub(super) join: fn(&Constants, &mut [Word], &mut [Word], &[Word]),
}

impl Halves {
    /// The functions for this kernel.
    pub(super) fn choose(kernel: Kernel) -> Self {
        if kernel.has_ifma() {
            avx512::HALVES
        } else {
            Self { lower: lower::<Portable>, upper: upper::<Portable>, join: join::<Portable> }
        }
    }
}

/// `to` = the digits `from`, padded.
#[inline(always)]
fn pad(to: &mut [u64], from: &[u64]) {
    to[..PADDING].fill(0);
    to[PADDING..PADDING + from.len()].copy_from_slice(from);
    to[PADDING + from.len()..].fill(0);
}

#[inline(always)]
fn lower<V: Vector>(constants: &Constants, slot: &mut [Word], a: &[Word], b: &[Word]) {
    let (l, cut) = (constants.length, constants.cut);
    let t = LANES * cut;
    let (sum, slot) = slot.split_at_mut(LANES * (constants.vectors + cut));
    let (c, slot) = slot.split_at_mut(t);
    let (q, slot) = slot.split_at_mut(t);
    let padded_a = &mut slot[..padded(constants.vectors)];
    pad(padded_a, a);
    let b0 = &b[..l.min(t - 1)];
    columns::<V, 1>(c, [(b0, padded_a)], 0, cut);
    normalise::<V>(c, 0, cut);
    columns::<V, 1>(q, [(c, &constants.mu)], 0, cut);
    normalise::<V>(q, 0, cut);
    let to = (l + t).div_ceil(LANES);
    columns::<V, 2>(sum, [(b0, padded_a), (q, &constants.modulus)], cut - 1, to);
    sum[LANES * to..].fill(0);
    // The summed columns are a little less than a multiple of `β^t`.
    sum[t - 1] += 1 << (DIGIT_BITS - 1);
}

#[inline(always)]
fn upper<V: Vector>(constants: &Constants, slot: &mut [Word], a: &[Word], b: &[Word]) {
    let (l, n, u) = (constants.length, constants.vectors, constants.upper_digits());
    let (z, slot) = slot.split_at_mut(LANES * (n + 1));
    z[LANES * n..].fill(0);
    if u == 0 {
        return z.fill(0);
    }
    let to = (l + u).div_ceil(LANES);
    let (c, slot) = slot.split_at_mut(LANES * to);
    let q_to = (2 * u + 3).div_ceil(LANES);
    let (q, slot) = slot.split_at_mut(LANES * q_to);
    let padded_a = &mut slot[..padded(n)];
    pad(padded_a, a);
    let b1 = constants.upper_part(b);
    let from = l.saturating_sub(3) / LANES;
    columns::<V, 1>(c, [(b1, padded_a)], from, to);
    normalise::<V>(c, from, to);
    let q_from = u / LANES;
    columns::<V, 1>(q, [(&c[l - 1..l + u], &constants.nu)], q_from, q_to);
    normalise::<V>(q, q_from, q_to);
    let q = &q[u + 2..2 * u + 2];
    let lowest = a[0].wrapping_mul(b1[0]).wrapping_mul(constants.mu[PADDING]) & DIGIT_MASK;
    let factors: [(&[u64], &[u64]); 3] =
        [(b1, padded_a), (q, &constants.minus_modulus), (&[lowest], &constants.modulus)];
    columns::<V, 3>(z, factors, 0, n);
    normalise::<V>(z, 0, n);
}

#[inline(always)]
fn join<V: Vector>(constants: &Constants, r: &mut [Word], lower: &mut [Word], upper: &[Word]) {
    let (n, cut) = (constants.vectors, constants.cut);
    let (sum, _) = lower.as_chunks_mut::<LANES>();
    let (upper, _) = upper[1..].as_chunks::<LANES>();
    for (sum, upper) in sum[cut..cut + n].iter_mut().zip(upper) {
        V::load(sum).add(V::load(upper)).store(sum);
    }
    normalise::<V>(sum.as_flattened_mut(), cut - 1, cut + n);
    r.copy_from_slice(sum[cut..cut + n].as_flattened());
}

/// The roots: compiled for AVX-512, and everything above is inlined into them. The functions of
/// `HALVES` are only called for kernels whose features include the roots' features.
mod avx512 {
    use super::{Constants, Halves, Word};
    use crate::limb::simd::{Ifma, compiled_for};

    /// Only for kernels that have IFMA.
    pub(super) const HALVES: Halves = Halves { lower, upper, join };

    compiled_for! {
        "avx512f,avx512ifma", root:
        fn lower[][](constants: &Constants, slot: &mut [Word], a: &[Word], b: &[Word]) = super::lower::<Ifma>(constants, slot, a, b)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn upper[][](constants: &Constants, slot: &mut [Word], a: &[Word], b: &[Word]) = super::upper::<Ifma>(constants, slot, a, b)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn join[][](constants: &Constants, r: &mut [Word], lower: &mut [Word], upper: &[Word]) = super::join::<Ifma>(constants, r, lower, upper)
    }
}

#[cfg(test)]
#[path = "../../tests/proofs/bipartite_ifma.rs"]
mod theorems;
