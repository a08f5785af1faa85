//! The integers modulo a curve's order, for protocols. Constant time.
//!
//! A scalar has as many words as the order, lies in `[0, n)`, and is wiped when dropped.

use crate::error::{Error, Result};
use crate::limb::{
    Bits, Kernel, Mask, WORD_BYTES, Word, assign_if, bit_length_vartime, equal, is_zero, less_than,
    shr_assign,
};
use crate::modmul::inverse::{invert, invert_scratch, invert_vartime};
use crate::modmul::{OddModulus, Residue, be_bytes_of_words, words_of_be_bytes};
use alloc::vec;
use alloc::vec::Vec;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// A scalar.
pub(super) type Scalar = Zeroizing<Vec<Word>>;

/// The limit of draws outside `[1, n-1]`: each draw is inside with a probability of 1/2 or more, so
/// more of them prove a broken generator.
const MOST_DRAWS: usize = 128;

/// The integers modulo the order `n`, a prime.
pub(super) struct Scalars {
    modulus: OddModulus,
    /// `(n - 1) / 2`.
    half: Vec<Word>,
}

impl Scalars {
    pub(super) fn new(modulus: OddModulus) -> Self {
        let mut half = modulus.as_words().to_vec();
        shr_assign(&mut half, 1);
        Self { modulus, half }
    }

    /// `n`.
    pub(super) fn order(&self) -> &[Word] {
        self.modulus.as_words()
    }

    pub(super) fn bytes(&self) -> usize {
        self.modulus.byte_length()
    }

    /// Bits of `n`.
    pub(super) fn bit_length(&self) -> usize {
        self.modulus.bits()
    }

    /// A number modulo `n`.
    pub(super) fn of_words(&self, words: &[Word]) -> Result<Scalar> {
        Ok(Zeroizing::new(self.modulus.reduce(words)?))
    }

    /// The scalar as engines read it.
    pub(super) fn bits<'a>(&self, a: &'a [Word]) -> Bits<'a> {
        Bits::with_len(a, self.modulus.bits())
    }

    /// For a chain of operations.
    pub(super) fn residue(&self, a: &[Word]) -> Result<Residue> {
        self.modulus.residue(a)
    }

    /// The scalar in its bytes, all of them.
    pub(super) fn to_bytes(&self, a: &[Word]) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(be_bytes_of_words(a, self.bytes()))
    }

    /// The number in the bytes of a scalar, in range or not.
    pub(super) fn read(&self, what: &'static str, bytes: &[u8]) -> Result<Scalar> {
        let (expected, got) = (self.bytes(), bytes.len());
        if got != expected {
            return Err(Error::Length { what, expected, got });
        }
        Ok(words_of_be_bytes(bytes))
    }

    /// The number in these bytes modulo `n`.
    pub(super) fn reduced(&self, bytes: &[u8]) -> Result<Scalar> {
        Ok(Zeroizing::new(self.modulus.reduce(&words_of_be_bytes(bytes))?))
    }

    /// Whether `0 < a < n`.
    pub(super) fn in_range(&self, a: &[Word]) -> Mask {
        !is_zero(a) & less_than(a, self.order())
    }

    /// Whether `a > n / 2`.
    pub(super) fn is_high(&self, a: &[Word]) -> Mask {
        less_than(&self.half, a)
    }

    /// `a mod n` for `a < 2n`.
    pub(super) fn reduced_once(&self, mut a: Scalar) -> Scalar {
        let kernel = self.modulus.modmul().kernel();
        let mut less = Zeroizing::new(vec![0; a.len()]);
        let borrow = kernel.sub(&mut less, &a, self.order());
        assign_if(&mut a, &less, Mask::is_zero(borrow));
        a
    }

    /// A coordinate modulo `n`, and whether that changed it.
    pub(super) fn of_coordinate(&self, coordinate: &[u8]) -> Result<(Scalar, Mask)> {
        let number = words_of_be_bytes(coordinate);
        let reduced = Zeroizing::new(self.modulus.reduce(&number)?);
        let common = number.len().min(reduced.len());
        let same = equal(&number[..common], &reduced[..common])
            & is_zero(&number[common..])
            & is_zero(&reduced[common..]);
        Ok((reduced, !same))
    }

    /// The leftmost bits of `bytes`, as many as `n` has, as a number: `bits2int` of RFC 6979,
    /// 2.3.2; FIPS 186-5, 6.4.1.
    pub(super) fn leftmost_bits(&self, bytes: &[u8]) -> Scalar {
        let used = &bytes[..bytes.len().min(self.bytes())];
        let mut number = words_of_be_bytes(used);
        // Fixed length: growing the vector would leave an unwiped copy.
        let mut scalar = Zeroizing::new(vec![0; self.order().len()]);
        shr_assign(&mut number, (8 * used.len()).saturating_sub(self.modulus.bits()));
        scalar[..number.len()].copy_from_slice(&number);
        scalar
    }

    /// The same modulo `n`.
    pub(super) fn of_digest(&self, digest: &[u8]) -> Scalar {
        self.reduced_once(self.leftmost_bits(digest))
    }

    /// `n - a`, where `condition`; `a` is not 0.
    pub(super) fn negate_if(&self, a: &mut [Word], condition: Mask) {
        let mut negated = Zeroizing::new(vec![0; a.len()]);
        self.modulus.modmul().kernel().sub(&mut negated, self.order(), a);
        assign_if(a, &negated, condition);
    }

    /// `1/a`; 0 for 0.
    pub(super) fn inverse(&self, a: &[Word]) -> Scalar {
        let mut scratch = Zeroizing::new(vec![0; invert_scratch(a.len())]);
        let mut r = Zeroizing::new(vec![0; a.len()]);
        invert(&mut r, a, self.order(), &mut scratch);
        r
    }

    /// The same of a public scalar.
    pub(super) fn inverse_vartime(&self, a: &[Word]) -> Vec<Word> {
        let (mut r, mut scratch) = (vec![0; a.len()], vec![0; invert_scratch(a.len())]);
        invert_vartime(&mut r, a, self.order(), &mut scratch);
        r
    }

    /// The coordinates that are `r` modulo `n`, of the given lengths in bytes and bits; `r` is
    /// public. `None` if there are more than two.
    pub(super) fn coordinates_of(
        &self,
        r: &[Word],
        bytes: usize,
        bits: usize,
    ) -> Option<Vec<Vec<u8>>> {
        let mut found = Vec::new();
        let words = self.order().len().max(bytes.div_ceil(WORD_BYTES)) + 1;
        let (mut number, mut step) = (vec![0; words], vec![0; words]);
        number[..r.len()].copy_from_slice(r);
        step[..self.order().len()].copy_from_slice(self.order());
        while bit_length_vartime(&number) <= bits {
            if found.len() == 2 {
                return None;
            }
            found.push(be_bytes_of_words(&number, bytes));
            Kernel::PORTABLE.add_assign(&mut number, &step);
        }
        Some(found)
    }

    /// The inverses of scalars that are not 0, by one inversion and three products each
    /// `[Montgomery1987]`.
    pub(super) fn inverses<'a>(
        &self,
        scalars: impl Iterator<Item = &'a [Word]>,
    ) -> Result<Vec<Residue>> {
        let mut inverses = scalars.map(|a| self.residue(a)).collect::<Result<Vec<_>>>()?;
        let Some(first) = inverses.first() else { return Ok(inverses) };
        // The product of all scalars up to each.
        let mut products = vec![first.clone()];
        for (i, a) in inverses.iter().enumerate().skip(1) {
            products.push(products[i - 1].mul(a)?);
        }
        let all = Zeroizing::new(products[inverses.len() - 1].to_words());
        let mut inverse = self.residue(&self.inverse(&all))?;
        for i in (1..inverses.len()).rev() {
            let next = inverse.mul(&inverses[i])?;
            inverses[i] = inverse.mul(&products[i - 1])?;
            inverse = next;
        }
        inverses[0] = inverse;
        Ok(inverses)
    }

    /// A uniform scalar in `[1, n-1]`, by rejection.
    pub(super) fn random<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Result<Scalar> {
        let mut bytes = Zeroizing::new(vec![0; self.bytes()]);
        for _ in 0..MOST_DRAWS {
            rng.fill_bytes(&mut bytes);
            let candidate = self.leftmost_bits(&bytes);
            // Rejected draws reveal nothing about the accepted one.
            if self.in_range(&candidate).to_bool_vartime() {
                return Ok(candidate);
            }
        }
        Err(Error::Randomness)
    }
}
