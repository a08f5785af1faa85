//! `montgomery-ifma`: Montgomery's multiplication in radix 2^52 on vectors of eight digits.
//!
//! **Source.** `[Montgomery1985]` in its block form (three products), with the instructions and the
//! radix of `[Gueron2016]`. **Idea.** The usual loop finds one digit of the quotient after another,
//! a chain of about 15 cycles a digit, longer than the work between its links. Here the quotient is
//! one low product, all digits at once. The two products that make the result are summed in the
//! same columns, and only in their upper half: the carry of the lower half follows from two digits
//! and a rounding, because the value is known to be a multiple of `R` (`multiply.rs`). **Cost.**
//! `2 L²` digit products for `L` digits, `3/2 L²` for a square, and three carry passes. **Domain.**
//! Odd moduli from 3 to [`MOST_BITS`] bits, one thread. Constant time. On kernels without IFMA the
//! slow portable twin runs.
//!
//! From 831 to 2077 bits these steps, each waiting for the carries of the one before, take much of
//! the time. There one vector of the quotient after another is found without a product (`fours.rs`,
//! above 1037 bits `blocks.rs`).
//!
//! **Residues** lie in `[0, 2M)`, `L` normalised digits padded to vectors, with
//! `R = 2^(52 L) > 4M`: a multiplication needs no final correction (`[Walter1999]`). From 831 to
//! 2077 bits they lie in `[0, 4M)`, with `R > 8M` of 20, 24, 32 or 40 digits.

mod blocks;
mod fours;
mod multiply;
pub(crate) mod two_moduli;

use super::digit_form::{DigitForm, padded_digits};
use super::montgomery_form::negated_inverse;
use super::registry::{ConstantTime, Domain, Entry, Request, Threads};
use super::residue::ModMul;
use crate::limb::radix52::digits_from_words;
use crate::limb::simd::{DIGIT_BITS, LANES};
use crate::limb::{Kernel, Mask, WORD_BITS, Word, bit_length_vartime};
use alloc::boxed::Box;
use multiply::{Constants, Form, Multiply};

pub(in crate::modmul) const ENTRY: Entry = Entry {
    name: "montgomery-ifma",
    source: "Montgomery 1985; Gueron, Krasnov 2016 (radix 2^52)",
    summary: "radix 2^52 on eight lanes, the whole quotient by one low product",
    threads: Threads::Exactly(1),
    domain: Domain::OddWithin { least_bits: 2, most_bits: MOST_BITS },
    constant_time: ConstantTime::Yes,
    make: |request| Ok(Box::new(MontgomeryIfma::new(request))),
};

/// The longest modulus: a column of the two summed products and the carries into it stay below
/// 2^63.
pub(in crate::modmul) const MOST_BITS: usize = 26_000;

struct MontgomeryIfma {
    form: DigitForm,
    constants: Constants,
    multiply: Multiply,
    square: Multiply,
}

impl MontgomeryIfma {
    fn new(request: &Request<'_>) -> Self {
        let kernel = request.kernel;
        Self::with(request, kernel.has_ifma(), &|form| multiply::choose(kernel, form))
    }

    /// With the functions that `choose` gives for a form; [`Form::Blocks`] only if `has_blocks`.
    fn with(
        request: &Request<'_>,
        has_blocks: bool,
        choose: &dyn Fn(Form) -> multiply::Chosen,
    ) -> Self {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let bits = bit_length_vartime(modulus);
        let blocks = if !has_blocks {
            None
        } else if fours::BITS.contains(&bits) {
            let factors = blocks::factors(kernel, modulus, LANES / 2, fours::DIGITS);
            Some((Form::Fours, fours::constants(&[factors]), fours::DIGITS))
        } else {
            blocks::vectors(bits)
                .map(|n| (Form::Blocks(n), blocks::constants(kernel, modulus, n), LANES * n))
        };
        if let Some((form, blocks, digits)) = blocks {
            let [multiply, square] = choose(form);
            return Self {
                form: DigitForm::new(kernel, modulus, digits.div_ceil(LANES), digits, 2),
                constants: Constants { blocks, ..Constants::default() },
                multiply,
                square,
            };
        }
        let digits = digits_of_residue(bits);
        let vectors = digits.div_ceil(LANES);
        let [multiply, square] = choose(Form::Vectors(vectors));
        let mu = negated_inverse(kernel, modulus, (DIGIT_BITS * digits).div_ceil(WORD_BITS));
        let mut half = [0; LANES];
        half[(digits - 1) % LANES] = 1 << (DIGIT_BITS - 1);
        Self {
            form: DigitForm::new(kernel, modulus, vectors, digits, 1),
            constants: Constants {
                length: digits,
                modulus: padded_digits(modulus, digits),
                mu: padded_digits(&mu, digits),
                half,
                ..Constants::default()
            },
            multiply,
            square,
        }
    }
}

/// For `twins`: the multiplication in plain Rust, in all forms for AVX-512.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn twin(request: &Request<'_>) -> Box<dyn ModMul> {
    with(request, &multiply::twin)
}

#[cfg(feature = "std")]
fn with(request: &Request<'_>, choose: &dyn Fn(Form) -> multiply::Chosen) -> Box<dyn ModMul> {
    Box::new(MontgomeryIfma::with(request, true, choose))
}

/// Digits for residues below `2M` with `R > 4M`. Never one more than a multiple of a vector's: the
/// rounding of `multiply.rs` needs the two digits below `R` in the last vector.
fn digits_of_residue(modulus_bits: usize) -> usize {
    let digits = (modulus_bits + 2).div_ceil(DIGIT_BITS);
    if digits > 1 && digits % LANES == 1 { digits + 1 } else { digits }
}

impl ModMul for MontgomeryIfma {
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
        2 * self.form.digits() + multiply::scratch(self.form.digits() / LANES)
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        let (digits, scratch) = scratch.split_at_mut(self.form.digits());
        digits_from_words(digits, plain);
        self.mul(r, digits, &self.form.r_squared, scratch);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        let (one, scratch) = scratch.split_at_mut(r.len());
        let (result, scratch) = scratch.split_at_mut(r.len());
        one.fill(0);
        one[0] = 1;
        // (r + q M) / R <= M, as r < R and q < R; by blocks (r + q M) / R < 2M, as q < 2R.
        self.mul(result, one, r, scratch);
        self.form.leave(plain, result, scratch);
    }

    fn one(&self, r: &mut [Word]) {
        r.copy_from_slice(&self.form.one);
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
