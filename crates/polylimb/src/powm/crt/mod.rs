//! The Chinese remainder theorem: powers modulo a number whose factors are known, as the owner of
//! an RSA key computes them.
//!
//! **Source.** `[Quisquater1982]`; recombination `[Garner1959]`. **Idea.** The factors are shorter,
//! and so are the exponents: two powers modulo numbers of half the length cost a quarter of one
//! power. They are independent, so each runs on a thread.
//!
//! **Against faults.** A result that is wrong modulo one factor reveals all factors
//! (`[Boneh1997]`). So every result is raised to the public exponent and returned only if this
//! gives the operand. **Against timing and power analysis.** The operand is blinded with a fresh
//! random number each time (`[Kocher1996]`). It is fresh, not the square of the last one, because
//! its inversion costs only one short inversion on each thread.
//!
//! Padding, hashing and key formats are left to RSA crates; without padding RSA is not secure.

use super::crt::modulus::{product_of, product_of_some};
use super::{Exponent, sliding_window};
use crate::error::{Error, Result};
use crate::limb::{WORD_BITS, WORD_BYTES, Word, less_than};
use crate::modmul::inverse::{invert, invert_scratch};
use crate::modmul::{Modulus, OddModulus, Options, Residue};
use crate::team::each_chunk;
use alloc::vec;
use alloc::vec::Vec;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

mod batch;
pub(crate) mod modulus;

pub use modulus::CrtModulus;

// The private and the public operation.

/// This many unusable masks in a row prove a broken generator: even modulo 15 a random number is
/// usable with a probability above 1/2.
const MOST_DRAWS: usize = 128;

/// Bits drawn in addition to the modulus' bits, so that the mask is uniform up to 2^-64.
const EXTRA_BITS: usize = 64;

impl CrtModulus {
    /// `x^d mod n`: the raw signature or decryption of `x < n`, blinded with a fresh mask of `rng`
    /// and checked with the public exponent. The powers modulo the factors run on the options'
    /// threads, one each.
    ///
    /// **Cost** in addition to the powers: two public operations, and an inversion modulo each
    /// factor.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Length`] for `x`; [`Error::FaultDetected`] if the result is
    /// wrong, which is then not returned; [`Error::Randomness`] if `rng` gives no usable number.
    pub fn private<R: CryptoRng + ?Sized>(&self, x: &[Word], rng: &mut R) -> Result<Vec<Word>> {
        let x = self.modulus.residue(x)?;
        for _ in 0..MOST_DRAWS {
            match self.masked(&x, &self.draw(rng)?) {
                // The mask shares a factor with n: draw another.
                Err(Error::NotInvertible) => {}
                power => return power,
            }
        }
        Err(Error::Randomness)
    }

    /// `x^d mod n`, blinded with this mask.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] if the mask shares a factor with `n`.
    fn masked(&self, x: &Residue, mask: &Residue) -> Result<Vec<Word>> {
        let blinded = self.blinded(x, mask)?;
        let mask = Zeroizing::new(mask.to_words());
        let bits = |factor: &Factor| factor.modulus.bits();
        let one_length = self.factors.iter().all(|factor| bits(factor) == bits(&self.factors[0]));
        let each = if self.split.threads() == 1 && one_length { self.factors.len() } else { 1 };
        let mut powers = vec![Err(Error::PartPanicked); self.factors.len()];
        each_chunk(&*self.split, &mut powers, each, |i, powers| {
            let factors = &self.factors[each * i..][..powers.len()];
            match unblinded_powers(factors, &blinded, &mask) {
                Ok(found) => powers.iter_mut().zip(found).for_each(|(r, power)| *r = Ok(power)),
                Err(error) => powers.fill(Err(error)),
            }
        });
        self.checked(&self.combined(&powers.into_iter().collect::<Result<Vec<_>>>()?)?, x)
    }

    /// `x mask^e mod n`.
    fn blinded(&self, x: &Residue, mask: &Residue) -> Result<Secret> {
        Ok(Zeroizing::new(x.mul(&self.public_power(mask)?)?.to_words()))
    }

    /// `y^e mod n` for `y < n`, in a time that tells `e`, which is public, but not `y`.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Length`].
    pub fn public(&self, y: &[Word]) -> Result<Vec<Word>> {
        Ok(self.public_power(&self.modulus.residue(y)?)?.to_words())
    }

    fn public_power(&self, y: &Residue) -> Result<Residue> {
        // The exponent is short: a table would cost more than it saves.
        let exponent = Exponent::new_vartime(&self.public_exponent);
        y.raised(exponent, &sliding_window::ENTRY, Some(1))
    }

    /// A random number below n.
    fn draw<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Result<Residue> {
        let words = self.modulus.as_words().len() + EXTRA_BITS / WORD_BITS;
        let mut bytes = Zeroizing::new(vec![0; words * WORD_BYTES]);
        rng.fill_bytes(&mut bytes);
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |w: u64, &b| w << 8 | u64::from(b));
        let wide: Zeroizing<Vec<Word>> =
            Zeroizing::new(bytes.chunks_exact(WORD_BYTES).map(|b| word(b) as Word).collect());
        self.modulus.residue(&Zeroizing::new(self.modulus.reduce(&wide)?))
    }

    /// The number below n with these residues.
    fn combined(&self, powers: &[Residue]) -> Result<Zeroizing<Vec<Word>>> {
        let nothing = Zeroizing::new(vec![0]);
        self.factors
            .iter()
            .zip(powers)
            .try_fold(nothing, |y, (factor, power)| factor.combine(&y, power))
    }

    /// `y` with the modulus' number of words, if `y^e = x`.
    fn checked(&self, y: &[Word], x: &Residue) -> Result<Vec<Word>> {
        // A fault may also have made it too large.
        let y = self.modulus.residue(y).map_err(|_| Error::FaultDetected)?;
        if self.public_power(&y)?.equals(x)?.to_bool_vartime() {
            Ok(y.to_words())
        } else {
            Err(Error::FaultDetected)
        }
    }
}

// One factor: its part of the private operation, and its step of the recombination.

type Secret = Zeroizing<Vec<Word>>;

pub(super) struct Factor {
    modulus: Modulus,
    exponent: Secret,
    /// The product of the factors before this one, and its inverse modulo this one.
    before: Secret,
    inverse: Residue,
}

impl Factor {
    /// The factor after the factors `before`, with its private exponent.
    pub(super) fn new(
        before: &[OddModulus],
        factor: &OddModulus,
        exponent: &[Word],
    ) -> Result<Self> {
        let modulus: &Modulus = factor;
        if exponent.is_empty() {
            return Err(Error::Length { what: "a private exponent", expected: 1, got: 0 });
        }
        let exponent = padded(exponent, modulus.as_words().len());
        if !less_than(&exponent, &padded(modulus.as_words(), exponent.len())).to_bool_vartime() {
            return Err(Error::NotReduced { operand: "the private exponent" });
        }
        let before = product_of_some(before);
        let inverse = inverse_of(modulus, &before)?;
        Ok(Self { modulus: modulus.clone(), exponent, before, inverse })
    }

    /// The private exponent, as long as the factor.
    fn exponent(&self) -> Exponent<'_> {
        Exponent::with_len(&self.exponent, self.modulus.bits())
    }

    /// Garner's step: from `y` modulo the factors before this one and `power` modulo this one, the
    /// number below their product that is congruent to both.
    pub(super) fn combine(&self, y: &[Word], power: &Residue) -> Result<Secret> {
        let kernel = self.modulus.modmul().kernel();
        let difference = power.sub(&reduced(&self.modulus, y)?)?;
        let digit = Zeroizing::new(difference.mul(&self.inverse)?.to_words());
        let mut sum = product_of(kernel, &self.before, &digit);
        let _ = kernel.add_assign(&mut sum, y);
        Ok(sum)
    }
}

/// `blinded^d / mask` modulo each of these factors, which have one length. The number of steps
/// depends only on it.
///
/// # Errors
/// [`Error::NotInvertible`] if the mask shares a factor with one of them.
fn unblinded_powers(factors: &[Factor], blinded: &[Word], mask: &[Word]) -> Result<Vec<Residue>> {
    let each = |f: fn(&Modulus, &[Word]) -> Result<Residue>, a| -> Result<Vec<Residue>> {
        factors.iter().map(|factor| f(&factor.modulus, a)).collect()
    };
    let (unmasks, bases) = (each(inverse_of, mask)?, each(reduced, blinded)?);
    let exponents: Vec<_> = factors.iter().map(Factor::exponent).collect();
    let powers = Residue::raised_in_turns(&bases, &exponents);
    powers.iter().zip(&unmasks).map(|(power, unmask)| power.mul(unmask)).collect()
}

/// `1/e mod p - 1` for the prime `p`.
pub(super) fn private_exponent(prime: &OddModulus, e: &[Word]) -> Result<Secret> {
    let mut group = Zeroizing::new(prime.as_words().to_vec());
    group[0] &= !1;
    let kernel = Some(prime.modmul().kernel().name());
    let group = Modulus::new(&group, &Options { kernel, ..Options::default() })?;
    Ok(Zeroizing::new(inverse_of(&group, e)?.to_words()))
}

/// `a mod M` for an `a` of any length.
pub(crate) fn reduced(modulus: &Modulus, a: &[Word]) -> Result<Residue> {
    modulus.residue(&Zeroizing::new(modulus.reduce(a)?))
}

/// `1/a mod M` for an `a` of any length; whether it exists is public.
pub(crate) fn inverse_of(modulus: &Modulus, a: &[Word]) -> Result<Residue> {
    let a = Zeroizing::new(modulus.reduce(a)?);
    let mut scratch = Zeroizing::new(vec![0; invert_scratch(a.len())]);
    let mut inverse = Zeroizing::new(vec![0; a.len()]);
    if !invert(&mut inverse, &a, modulus.as_words(), &mut scratch).to_bool_vartime() {
        return Err(Error::NotInvertible);
    }
    modulus.residue(&inverse)
}

/// `a` with at least `words` words.
fn padded(a: &[Word], words: usize) -> Secret {
    let mut longer = Zeroizing::new(vec![0; words.max(a.len())]);
    longer[..a.len()].copy_from_slice(a);
    longer
}
