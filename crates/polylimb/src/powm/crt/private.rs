//! The private and the public operation.

use super::CrtModulus;
use crate::error::{Error, Result};
use crate::limb::{WORD_BITS, WORD_BYTES, Word};
use crate::modmul::Residue;
use crate::powm::{Exponent, sliding_window};
use crate::team::each_chunk;
use alloc::vec;
use alloc::vec::Vec;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

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
            let mask = self.draw(rng)?;
            let blinded = Zeroizing::new(x.mul(&self.public_power(&mask)?)?.to_words());
            let mask = Zeroizing::new(mask.to_words());
            let mut powers = vec![Err(Error::PartPanicked); self.factors.len()];
            each_chunk(&*self.split, &mut powers, 1, |i, power| {
                power[0] = self.factors[i].unblinded_power(&blinded, &mask);
            });
            let powers = match powers.into_iter().collect::<Result<Vec<_>>>() {
                // The mask shares a factor with n: draw another.
                Err(Error::NotInvertible) => continue,
                powers => powers?,
            };
            return self.checked(&self.combined(&powers)?, &x);
        }
        Err(Error::Randomness)
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
