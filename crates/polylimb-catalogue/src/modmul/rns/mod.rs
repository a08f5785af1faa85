//! `rns`: Montgomery's multiplication in a residue number system.
//!
//! **Source.** `[Bajard2001]` (Montgomery's reduction between two bases, the first extension
//! without correction); `[Kawamura2000]` (the second extension, "Cox-Rower": the number of wraps
//! from the leading bits); constants gathered as by `[Gandino2012]`. Channels are pseudo-Mersenne
//! primes `2^w - c`, `w =` [`WORD_BITS`], `c < 2^15`.
//!
//! **Idea.** A number is represented by its remainders modulo many primes: products need no
//! carries, and channels are independent. Montgomery's `R` becomes the product `P` of the base `B`;
//! the quotient lives in `B`, the division by `P` happens in a second base `B'`, and two base
//! extensions (`k × k` matrices) convert between them.
//!
//! **Representation.** `B = {m_1 … m_k}`, `B' = {m'_1 … m'_k}`, products `P` and `P'`,
//! `P_i = P / m_i`, `P'_j = P' / m'_j`. A residue is a number `a <= (k + 1) M` as `a mod m_i`, then
//! `ξ'_j = a / P'_j mod m'_j`: what the second extension starts from. Channels hold any word of the
//! class (`channel.rs`). The product:
//! 1. `t = a b` in all channels; in `B`, the digits `ξ_i = -t / (M P_i) mod m_i` of the quotient;
//! 2. `B → B'`: `ξ'_j = t P'_j / P + Σ ξ_i (P_i M / (P P'_j))`, the scaled `r = (t + q̂ M) / P`, in
//!    one sum of `k + 1` products;
//! 3. `B' → B`: `r = Σ ξ'_j P'_j - α P'` with `α = ⌊Σ ξ'_j / m'_j⌋`.
//!
//! **Bounds.** `M < 2^b` and `w k >= b + 20`. As `k <= 513`, `w >= 32` and `c < 2^15`, both `P` and
//! `P'` are above `2^(wk) (1 - 2^-7) > 2^(b+19.9)`. *First extension.* `q̂ = Σ ξ_i P_i` is
//! `-t / M mod P`, so the division is exact; `ξ_i < 2^w` gives
//! `q̂ <= k P / (1 - 2^-17) < (k + 0.01) P`. With `t <= (k + 1)² M² < 2^18.1 M²`:
//! `r = t / P + q̂ M / P < (0.3 + k + 0.01) M < (k + 1) M`. The bound is kept. *Second extension.*
//! `Σ ξ'_j / m'_j = α + r / P'` with `r / P' < 2^10 M / P' < 2^-9`. Dividing by `2^w` instead of
//! `m'_j` reduces the sum by less than `2^25` units of `2^-w` (at most 2^10 digits, each by less
//! than `2^15`). With these units added back, which are at most `2^-7`, the floor is `α`.
//!
//! **Sums and comparisons.** RNS cannot compare two numbers, so a multiplication by 1 brings sums
//! back into the range: *an addition costs a product*. Equality is cheap: `(a - b) / M mod m_i` is
//! the same small number in all channels of `B` exactly if `M` divides `a - b`.
//!
//! **Does it pay?** Not on a CPU whose multiplier carries: there are `2k²` products, as in the
//! schoolbook method, but no Karatsuba shortens them, each is summed in three words, and there is
//! no squaring. Measured on Zen 5 against `montgomery-sos` with MULX: 2.0 to 2.5 times its time,
//! from 1024 to 16384 bits; two threads take 0.55 of one at 16384 bits. It is for hardware with
//! many small multipliers.
//!
//! **Cost.** `2k² + 6k` word products and `5k` folds; entering `2k n` folds and a product; leaving
//! a product by 1 and `k (n + 1)`. **Synchronisations.** Two runs, one for each extension; the
//! channels are dealt to the threads. **Domain.** Odd moduli from 1024 (below, guard bits and folds
//! cost more than the method gains) to 16384 bits, any number of threads. Words of 8 bits have too
//! few primes even for the shortest modulus (their product has 340 bits), so with them this file is
//! not compiled. Constant time; only the order of the primes depends on the modulus: it keeps
//! divisors of the modulus out of `B`.

mod base;
mod channel;
mod constants;
mod extension;

use alloc::boxed::Box;
use alloc::sync::Arc;
use channel::Channel;
use constants::Constants;
use polylimb::Split;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, Mask, WORD_BITS, Word, bit_length_vartime, less_than};
use polylimb::authors::modmul::{Entry, ModMul};

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

/// `k` for a modulus of `bits` bits.
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

    /// With `|a - b| <= (k + 1) M` and `(a - b) / M = u`: `u + k + 1` is in `[0, 2k + 2]` in all
    /// channels. The converse holds because `a - b - u M` is below `P` and 0 in all channels of
    /// `B`.
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
