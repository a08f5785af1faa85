//! `gmp`: GNU MP's `mpz_mul` and `mpz_mod`, the sequential baseline of the published tables.
//!
//! Source: Granlund et al., The GNU Multiple Precision Arithmetic Library 6.3, 2023. Idea: the
//! product by the fastest of schoolbook, Karatsuba, Toom-Cook and FFT, then a division by the
//! fastest of schoolbook, divide and conquer and Newton (Möller, Granlund 2011); the thresholds are
//! tuned per CPU. Cost: about two products. Domain: every modulus, one thread, variable time. The
//! residue is the number itself.
//!
//! If the library's words are not as long as GMP's limbs, each call converts: correct, but not
//! worth measuring.

use super::integer::{Integer, MOST_WORDS, WORDS_ARE_LIMBS, in_place_scratch, mul_mod_in_place};
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, WORD_BITS, Word};
use polylimb::authors::modmul::{Entry, ModMul, Request};
use polylimb::{Error, Result};

/// The entry.
pub(super) const GMP: Entry = Entry {
    name: "gmp",
    source: "Granlund et al., GNU MP 6.3, 2023",
    summary: "mpz_mul and mpz_mod of GNU MP",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make,
};

/// `a * b mod m` as `m.len()` words.
pub(super) fn mod_mul(a: &[Word], b: &[Word], m: &[Word]) -> Vec<Word> {
    let [a, b, modulus] = [a, b, m].map(Integer::from_words);
    Integer::mul_mod(&a, &b, &modulus).to_words(m.len())
}

fn make(request: &Request<'_>) -> Result<Box<dyn ModMul>> {
    if request.modulus.len() > MOST_WORDS {
        return Err(Error::TooLarge { what: "modulus", max_bits: MOST_WORDS * WORD_BITS });
    }
    Ok(Box::new(Gmp { modulus: request.modulus.into(), kernel: request.kernel }))
}

struct Gmp {
    modulus: Box<[Word]>,
    kernel: Kernel,
}

impl ModMul for Gmp {
    fn name(&self) -> &'static str {
        GMP.name
    }

    fn modulus(&self) -> &[Word] {
        &self.modulus
    }

    fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn factor_words(&self) -> Option<usize> {
        Some(0)
    }

    fn scratch_words(&self) -> usize {
        in_place_scratch(self.modulus.len())
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], _: &mut [Word]) {
        r.copy_from_slice(plain);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], _: &mut [Word]) {
        plain.copy_from_slice(r);
    }

    fn one(&self, r: &mut [Word]) {
        r.fill(0);
        r[0] = Word::from(*self.modulus != [1]);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        if WORDS_ARE_LIMBS {
            let scratch = &mut scratch[..in_place_scratch(self.modulus.len())];
            mul_mod_in_place(r, a, Some(b), &self.modulus, scratch);
        } else {
            r.copy_from_slice(&mod_mul(a, b, &self.modulus));
        }
    }

    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        if WORDS_ARE_LIMBS {
            let scratch = &mut scratch[..in_place_scratch(self.modulus.len())];
            mul_mod_in_place(r, a, None, &self.modulus, scratch);
        } else {
            r.copy_from_slice(&mod_mul(a, a, &self.modulus));
        }
    }
}
