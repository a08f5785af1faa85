//! One factor: its part of the private operation, and its step of the recombination.

use super::modulus::{product_of, product_of_some};
use crate::error::{Error, Result};
use crate::limb::{Word, less_than};
use crate::modmul::inverse::{invert, invert_scratch};
use crate::modmul::{Modulus, OddModulus, Options, Residue};
use crate::powm::{Exponent, fixed_window};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

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

    /// `blinded^d / mask` modulo this factor. The number of steps depends only on the factor's bit
    /// length.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] if the mask is a multiple of the factor, or shares a factor with
    /// it.
    pub(super) fn unblinded_power(&self, blinded: &[Word], mask: &[Word]) -> Result<Residue> {
        let unmask = inverse_of(&self.modulus, mask)?;
        let base = reduced(&self.modulus, blinded)?;
        let exponent = Exponent::with_len(&self.exponent, self.modulus.bits());
        base.raised(exponent, &fixed_window::ENTRY, None)?.mul(&unmask)
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

/// `1/e mod p - 1` for the prime `p`.
pub(super) fn private_exponent(prime: &OddModulus, e: &[Word]) -> Result<Secret> {
    let mut group = Zeroizing::new(prime.as_words().to_vec());
    group[0] &= !1;
    let kernel = Some(prime.modmul().kernel().name());
    let group = Modulus::new(&group, &Options { kernel, ..Options::default() })?;
    Ok(Zeroizing::new(inverse_of(&group, e)?.to_words()))
}

/// `a mod M` for an `a` of any length.
fn reduced(modulus: &Modulus, a: &[Word]) -> Result<Residue> {
    modulus.residue(&Zeroizing::new(modulus.reduce(a)?))
}

/// `1/a mod M` for an `a` of any length; whether it exists is public.
fn inverse_of(modulus: &Modulus, a: &[Word]) -> Result<Residue> {
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
