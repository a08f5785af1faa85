//! `montgomery-ifma`: Montgomery's multiplication in radix 2^52 on vectors of eight digits.
//!
//! **Source.** Montgomery 1985 in its block form (three products), with the instructions and the radix of
//! Gueron, Krasnov 2016. **Idea.** The usual loop, one digit of the quotient after the other, is a chain of
//! about 15 cycles a digit, longer than the work between its links. Here the quotient is one low product, all
//! digits at once; the two products that make the result are summed in the same columns, and only the
//! upper half of them: what the lower half carries follows from two digits and a rounding, because its
//! value is known to be a multiple of `R` (`multiply.rs`). **Cost.** `2 L²` products of digits for `L` digits,
//! `3/2 L²` for a square, and three passes of carries. **Domain.** Odd moduli from 3 to [`MOST_BITS`] bits, one
//! thread. Constant time. With a kernel that has no IFMA its portable twin runs: the same results, slowly.
//!
//! **Residues** lie in `[0, 2M)`, `L` normalised digits padded to vectors, with `R = 2^(52 L) > 4M`: no
//! correction ends a multiplication (Walter 1999).

mod digits;
mod multiply;

use super::long_division::Divisor;
use super::montgomery_constants::negated_inverse;
use super::registry::{ConstantTime, Domain, Entry, Request, Threads};
use super::residue::ModMul;
use crate::limb::radix52::{
    DIGIT_BITS, LANES, PADDING, digits_from_words, padded, words_from_digits,
};
use crate::limb::{Kernel, Mask, WORD_BITS, Word, bit_length_vartime};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use multiply::{Constants, Multiply};
use zeroize::Zeroizing;

pub(in crate::modmul) const ENTRY: Entry = Entry {
    name: "montgomery-ifma",
    source: "Montgomery 1985; Gueron, Krasnov 2016 (radix 2^52)",
    summary: "radix 2^52 on eight lanes, the whole quotient by one low product",
    threads: Threads::Exactly(1),
    domain: Domain::OddWithin { least_bits: 2, most_bits: MOST_BITS },
    constant_time: ConstantTime::Yes,
    make: |request| Ok(Box::new(MontgomeryIfma::new(request))),
};

/// The longest modulus: a column of the two summed products and the carries into it stay below 2^63.
pub(in crate::modmul) const MOST_BITS: usize = 26_000;

struct MontgomeryIfma {
    kernel: Kernel,
    modulus: Zeroizing<Vec<Word>>,
    constants: Constants,
    /// `2M`, the bound of the residues.
    twice: Zeroizing<Vec<u64>>,
    /// `R mod M`.
    one: Zeroizing<Vec<u64>>,
    /// `R² mod M`.
    r_squared: Zeroizing<Vec<u64>>,
    multiply: Multiply,
    square: Multiply,
}

impl MontgomeryIfma {
    fn new(request: &Request<'_>) -> Self {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let bits = bit_length_vartime(modulus);
        let digits = digits_of_residue(bits);
        let vectors = digits.div_ceil(LANES);
        let divisor = Divisor::new(kernel, modulus);
        let power_of_two = |exponent: usize| {
            let mut power = vec![0; exponent / WORD_BITS + 1];
            power[exponent / WORD_BITS] = 1 << (exponent % WORD_BITS);
            residue_digits(&divisor.divide(&power).1, vectors)
        };
        let mu = negated_inverse(kernel, modulus, (DIGIT_BITS * digits).div_ceil(WORD_BITS));
        let mut twice = residue_digits(modulus, vectors);
        let _ = digits::double(&mut twice);
        let mut half = [0; LANES];
        half[(digits - 1) % LANES] = 1 << (DIGIT_BITS - 1);
        Self {
            kernel,
            modulus: Zeroizing::new(modulus.to_vec()),
            constants: Constants {
                length: digits,
                modulus: padded_digits(modulus, digits, vectors),
                mu: padded_digits(&mu, digits, vectors),
                half,
            },
            twice,
            one: power_of_two(DIGIT_BITS * digits),
            r_squared: power_of_two(2 * DIGIT_BITS * digits),
            multiply: multiply::choose::<false>(kernel, vectors),
            square: multiply::choose::<true>(kernel, vectors),
        }
    }

    /// The modulus, padded to vectors.
    fn modulus_digits(&self) -> &[u64] {
        &self.constants.modulus[PADDING..PADDING + self.twice.len()]
    }
}

/// Digits for residues below `2M` with `R > 4M`. Never one more than whole vectors: the rounding of
/// `multiply.rs` wants the two digits below `R` in the last of them.
fn digits_of_residue(modulus_bits: usize) -> usize {
    let digits = (modulus_bits + 2).div_ceil(DIGIT_BITS);
    if digits > 1 && digits % LANES == 1 { digits + 1 } else { digits }
}

fn residue_digits(words: &[Word], vectors: usize) -> Zeroizing<Vec<u64>> {
    let mut digits = Zeroizing::new(vec![0; LANES * vectors]);
    digits_from_words(&mut digits, words);
    digits
}

/// The low `digits` digits of `words`, padded for [`crate::limb::radix52::columns`].
fn padded_digits(words: &[Word], digits: usize, vectors: usize) -> Zeroizing<Vec<u64>> {
    let mut all = Zeroizing::new(vec![0; padded(vectors)]);
    digits_from_words(&mut all[PADDING..PADDING + digits], words);
    all
}

impl ModMul for MontgomeryIfma {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn modulus(&self) -> &[Word] {
        &self.modulus
    }

    fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn residue_words(&self) -> usize {
        self.twice.len()
    }

    fn scratch_words(&self) -> usize {
        // A plain number as digits, beside what a multiplication needs.
        2 * self.twice.len() + multiply::scratch(self.twice.len() / LANES)
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        let (digits, scratch) = scratch.split_at_mut(self.twice.len());
        digits_from_words(digits, plain);
        self.mul(r, digits, &self.r_squared, scratch);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        let (one, scratch) = scratch.split_at_mut(r.len());
        let (result, scratch) = scratch.split_at_mut(r.len());
        one.fill(0);
        one[0] = 1;
        // (r + q M) / R <= M, as r < R and q < R.
        self.mul(result, one, r, scratch);
        let n = plain.len();
        let words = &mut scratch[..n];
        words_from_digits(words, result);
        self.kernel.subtract_once(plain, 0, words, &self.modulus);
    }

    fn one(&self, r: &mut [Word]) {
        r.copy_from_slice(&self.one);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let words = self.residue_words();
        assert!(r.len() == words && a.len() == words && b.len() == words);
        (self.multiply)(&self.constants, r, a, b, scratch);
    }

    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        let words = self.residue_words();
        assert!(r.len() == words && a.len() == words);
        (self.square)(&self.constants, r, a, a, scratch);
    }

    fn add(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        let negative = digits::add_sub(r, a, b, &self.twice);
        digits::add_if(r, &self.twice, negative);
    }

    fn sub(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        let negative = digits::sub(r, a, b);
        digits::add_if(r, &self.twice, negative);
    }

    fn neg(&self, r: &mut [Word], a: &[Word]) {
        let nonzero = !crate::limb::is_zero(a);
        let _ = digits::sub(r, &self.twice, a);
        for r in r {
            *r &= nonzero.word();
        }
    }

    fn eq(&self, a: &[Word], b: &[Word]) -> Mask {
        digits::congruent(a, b, self.modulus_digits())
    }
}
