//! `rns`: Montgomery's multiplication in a residue number system.
//!
//! **Source.** Bajard, Didier, Kornerup 2001 (Montgomery's reduction between two bases, the first extension without
//! correction); Kawamura, Koike, Sano, Shimbo 2000 (the second extension, "Cox-Rower": the number of
//! wraps from the leading bits); constants gathered as by Gandino et al. 2012. Channels are pseudo-Mersenne primes
//! `2^w - c`, `w =` [`WORD_BITS`], `c < 2^15`.
//!
//! **Idea.** A number is its remainders by many primes: products need no carries, and channels do not
//! know of each other. Montgomery's `R` becomes the product `P` of the base `B`; the quotient lives in `B`, the division by
//! `P` happens in a second base `B'`, and two base extensions (`k × k` matrices) carry the one over to the other.
//!
//! **Representation.** `B = {m_1 … m_k}`, `B' = {m'_1 … m'_k}`, products `P` and `P'`, `P_i = P / m_i`, `P'_j = P' / m'_j`. A residue is a number
//! `a <= (k + 1) M` as `a mod m_i`, then `ξ'_j = a / P'_j mod m'_j`: what the second extension starts from. Channels hold any
//! word of the class (`channel.rs`). The product:
//! 1. `t = a b` in all channels; in `B` the digits `ξ_i = -t / (M P_i) mod m_i` of the quotient;
//! 2. `B → B'`: `ξ'_j = t P'_j / P + Σ ξ_i (P_i M / (P P'_j))`, the scaled `r = (t + q̂ M) / P`, in one sum of `k + 1` products;
//! 3. `B' → B`: `r = Σ ξ'_j P'_j - α P'` with `α = ⌊Σ ξ'_j / m'_j⌋`.
//!
//! **Bounds.** `M < 2^b` and `w k >= b + 20`. As `k <= 513`, `w >= 32` and `c < 2^15`, both `P` and `P'` are above `2^(wk) (1 - 2^-7) > 2^(b+19.9)`.
//! *First extension.* `q̂ = Σ ξ_i P_i` is `-t / M mod P`, so the division is exact; `ξ_i < 2^w` gives `q̂ <= k P / (1 - 2^-17) < (k + 0.01) P`.
//! With `t <= (k + 1)² M² < 2^18.1 M²`: `r = t / P + q̂ M / P < (0.3 + k + 0.01) M < (k + 1) M`. The bound is kept.
//! *Second extension.* `Σ ξ'_j / m'_j = α + r / P'` with `r / P' < 2^10 M / P' < 2^-9`. Dividing by `2^w` instead of `m'_j` makes the sum smaller by
//! less than `2^25` units of `2^-w` (at most 2^10 digits, each by less than `2^15`); added to it, these are at most `2^-7`, and the floor is `α`.
//!
//! **Sums and comparisons.** RNS cannot see which of two numbers is larger, so sums are brought back into the range by a multiplication with 1:
//! *an addition costs a product*. Equality is cheap: `(a - b) / M mod m_i` is the same small number in all channels of `B` exactly
//! if `M` divides `a - b`.
//!
//! **Does it pay?** Not on a CPU whose multiplier carries: the `2k²` products are those of the schoolbook method, but nothing like Karatsuba
//! shortens them, each is summed in three words, and there is no squaring. Measured on Zen 5 against `montgomery-sos` with MULX: 2.0 to 2.5 times its
//! time, from 1024 to 16384 bits; two threads take 0.55 of one at 16384 bits. It is for hardware with many small multipliers.
//!
//! **Cost.** `2k² + 6k` word products and `5k` folds; entering `2k n` folds and a product; leaving a product by 1 and
//! `k (n + 1)`. **Synchronisations.** Two runs, one for each extension; the channels are dealt to the threads. **Domain.** Odd
//! moduli from 1024 (below, guard bits and folds cost more than there is to gain) to 16384 bits, any number of threads. Words of 8
//! bits have too few primes for even the shortest of them (all together make 340 bits), so there this file is not
//! compiled. Constant time; the primes do not depend on the modulus but for the order that keeps divisors of it out of `B`.

mod base;
mod channel;
mod constants;
mod extension;

use super::registry::{ConstantTime, Domain, Entry, Threads};
use super::residue::ModMul;
use crate::limb::{Kernel, Mask, WORD_BITS, Word, bit_length_vartime, less_than};
use crate::team::Split;
use alloc::boxed::Box;
use alloc::sync::Arc;
use channel::Channel;
use constants::Constants;

/// The shortest modulus.
const LEAST_BITS: usize = 1024;
/// The longest modulus.
const MOST_BITS: usize = 16384;

pub(super) const ENTRY: Entry = Entry {
    name: "rns",
    source: "Bajard, Didier, Kornerup 2001; Kawamura, Koike, Sano, Shimbo 2000 (Cox-Rower)",
    summary: "Montgomery's reduction on remainders by many primes, without carries",
    threads: Threads::AtLeast(1),
    domain: Domain::OddWithin { least_bits: LEAST_BITS, most_bits: MOST_BITS },
    constant_time: ConstantTime::Yes,
    make: |request| {
        let k = channels(bit_length_vartime(request.modulus));
        Ok(Box::new(Rns {
            kernel: request.kernel,
            split: request.split.clone(),
            constants: Constants::new(request.kernel, request.modulus, k),
        }))
    },
};

/// `k` for a modulus of so many bits.
fn channels(bits: usize) -> usize {
    (bits + 20).div_ceil(WORD_BITS)
}

struct Rns {
    kernel: Kernel,
    split: Arc<dyn Split>,
    constants: Constants,
}

impl Rns {
    /// `r = x y / P mod M` for channel values `x` and a residue `y`.
    fn multiply(&self, r: &mut [Word], x: impl Fn(Channel, usize) -> Word, y: &[Word]) {
        for (i, ((r, &y), channel)) in
            r.iter_mut().zip(y).zip(self.constants.channels()).enumerate()
        {
            *r = channel.mul(x(channel, i), y);
        }
        self.constants.reduce(&*self.split, r);
    }

    fn check<const N: usize>(&self, residues: [&[Word]; N]) {
        assert!(residues.iter().all(|r| r.len() == self.residue_words()));
    }
}

impl ModMul for Rns {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn modulus(&self) -> &[Word] {
        &self.constants.modulus
    }

    fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn residue_words(&self) -> usize {
        2 * self.constants.k()
    }

    fn scratch_words(&self) -> usize {
        self.residue_words() + self.constants.modulus.len() + 1
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        let (x, _) = scratch.split_at_mut(r.len());
        self.constants.represent(x, plain);
        self.check([r, x]);
        self.multiply(r, |_, i| x[i], &self.constants.p_squared);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        self.check([r]);
        let (a, scratch) = scratch.split_at_mut(r.len());
        a.copy_from_slice(r);
        self.constants.number(self.kernel, &*self.split, plain, a, scratch);
    }

    fn one(&self, r: &mut [Word]) {
        r.copy_from_slice(&self.constants.one);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        self.check([r, a, b]);
        assert!(scratch.len() >= self.scratch_words());
        self.multiply(r, |_, i| a[i], b);
    }

    fn add(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.check([r, a, b]);
        self.multiply(r, |channel, i| channel.add(a[i], b[i]), &self.constants.one);
    }

    fn sub(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.check([r, a, b]);
        let positive = |channel: Channel, i: usize| {
            channel.sub(channel.add(a[i], self.constants.bound[i]), b[i])
        };
        self.multiply(r, positive, &self.constants.one);
    }

    fn neg(&self, r: &mut [Word], a: &[Word]) {
        self.check([r, a]);
        let positive = |channel: Channel, i: usize| channel.sub(self.constants.bound[i], a[i]);
        self.multiply(r, positive, &self.constants.one);
    }

    /// With `|a - b| <= (k + 1) M` and `(a - b) / M = u`: `u + k + 1` is in `[0, 2k + 2]` in all channels. The converse
    /// holds because `a - b - u M` is below `P` and 0 in all channels of `B`.
    fn eq(&self, a: &[Word], b: &[Word]) -> Mask {
        self.check([a, b]);
        let excess = self.constants.k() as Word + 1;
        let quotient = |i: usize| {
            let channel = self.constants.bases.first[i];
            let u = channel.mul(channel.sub(a[i], b[i]), self.constants.m_inverse[i]);
            channel.canonical(channel.add(u, excess))
        };
        let first = quotient(0);
        let different = (1..self.constants.k()).fold(0, |acc, i| acc | (quotient(i) ^ first));
        Mask::is_zero(different) & less_than(&[first], &[2 * excess + 1])
    }
}
