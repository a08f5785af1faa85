//! How the chain makes the proof: `π = x^⌊2^T/ℓ⌋` from its marks.
//!
//! **Source.** Long division digit by digit and stored powers as in `[Wesolowski2019]`, section
//! 4.1; the product of powers is `[Straus1964]`. **Idea.** The quotient's bits are cut at the
//! marks. Each mark is raised to its own part of the quotient, all with one chain of squarings: for
//! 64 marks a 64th of `T`. Digits of 8 bits come from a table of each mark's powers. **Cost.**
//! `T/64` squarings and `T/8` multiplications.
//!
//! **Rounds** of 64 squarings are what can be resumed. The product is checked like the chain:
//! modulo `q` the exponents of all marks together are known at once.

use super::chain::{Chain, ROUND, power_mod, remainder};
use super::proof::{Proof, challenge};
use crate::error::{Error, Result};
use crate::limb::{Natural, WORD_BITS, Word};
use crate::modmul::OddModulus;
use crate::modmul::long_division::Divisor;
use alloc::vec;
use alloc::vec::Vec;

/// Bits of a digit.
const DIGIT_BITS: u64 = 8;
/// The powers of a mark: all but the first.
const POWERS: usize = (1 << DIGIT_BITS) - 1;

/// How far the proof is.
pub(super) struct Progress {
    pub(super) rounds: u64,
    pub(super) product: Vec<Word>,
}

/// What the rounds need; it follows from the result and the marks.
pub(super) struct Setting {
    /// `ℓ`.
    prime: OddModulus,
    /// Residues modulo `N q`: the powers 1 to 255 of each mark.
    table: Vec<Word>,
}

impl Progress {
    pub(super) fn start(words: usize) -> Self {
        let mut product = vec![0; words];
        product[0] = 1;
        Self { rounds: 0, product }
    }
}

impl Chain {
    /// This many more rounds of the proof, at most to its end, after the end of the chain. Returns
    /// the proof once all [`Chain::proof_rounds`] are done. A round takes 64 squarings and eight
    /// multiplications for each mark, of which there are up to 64.
    ///
    /// # Errors
    /// [`Error::Parameter`] before the chain's end; [`Error::FaultDetected`] if the same rounds
    /// went wrong three times, or if the proof, once made, is wrong; then it starts anew.
    pub fn prove(&mut self, rounds: u64) -> Result<Option<Proof>> {
        let result = self.result()?.to_vec();
        let setting = match self.setting.take() {
            Some(setting) => setting,
            None => Setting { prime: challenge(&self.puzzle, &result)?, table: self.table() },
        };
        let total = self.proof_rounds();
        let after = total.min(self.proof.rounds.saturating_add(rounds));
        let expected = self.product_residue(&setting.prime, after)?;
        let product = self.checked(expected, |chain| chain.product_after(&setting, after));
        self.setting = Some(setting);
        self.proof = Progress { rounds: after, product: product? };
        if self.proof.rounds < total {
            return Ok(None);
        }
        let proof = Proof { result, root: self.modulo_n(&self.proof.product)?.to_vec() };
        if self.puzzle.verify(&proof).is_err() {
            self.proof = Progress::start(self.value.len());
            return Err(Error::FaultDetected);
        }
        Ok(Some(proof))
    }

    /// The rounds of the whole proof.
    #[must_use]
    pub fn proof_rounds(&self) -> u64 {
        self.distance() / ROUND
    }

    /// The rounds done.
    #[must_use]
    pub fn proved_rounds(&self) -> u64 {
        self.proof.rounds
    }

    /// The marks that the quotient's bits are cut at.
    fn parts(&self) -> &[Vec<Word>] {
        let parts = self.puzzle.squarings.div_ceil(self.distance()) as usize;
        &self.marks[..parts]
    }

    /// The exponent `e` for which `2^e mod ℓ` is left of the division after this many rounds in a
    /// part; `None` where the division has not begun.
    fn exponent_left(&self, part: usize, rounds: u64) -> Option<u64> {
        let end = (part as u64 + 1) * self.distance();
        (self.puzzle.squarings + ROUND * rounds).checked_sub(end)
    }

    fn table(&self) -> Vec<Word> {
        let modmul = &*self.modmul;
        let n = modmul.residue_words();
        let mut scratch = vec![0; modmul.scratch_words()];
        let mut table = Vec::with_capacity(self.parts().len() * POWERS * n);
        let mut power = vec![0; n];
        let mut base = vec![0; n];
        for mark in self.parts() {
            modmul.enter(&mut base, mark, &mut scratch);
            table.extend_from_slice(&base);
            for _ in 1..POWERS {
                let last = &table[table.len() - n..];
                modmul.mul(&mut power, last, &base, &mut scratch);
                table.extend_from_slice(&power);
            }
        }
        table
    }

    /// The product after this many rounds in all.
    fn product_after(&self, setting: &Setting, rounds: u64) -> Vec<Word> {
        let mut product = self.proof.product.clone();
        self.split.hold(&mut || self.multiply_rounds(setting, rounds, &mut product));
        product
    }

    fn multiply_rounds(&self, setting: &Setting, rounds: u64, product: &mut [Word]) {
        let modmul = &*self.modmul;
        let n = modmul.residue_words();
        let mut scratch = vec![0; modmul.scratch_words()];
        let (mut a, mut b) = (vec![0; n], vec![0; n]);
        modmul.enter(&mut a, product, &mut scratch);
        let mut divisions: Vec<_> = (0..self.parts().len()).map(|_| Division::new()).collect();
        for round in self.proof.rounds..rounds {
            let digits: Vec<u64> = divisions
                .iter_mut()
                .zip(0..)
                .map(|(division, part)| match self.exponent_left(part, round) {
                    Some(left) => division.next(&setting.prime, left),
                    None => 0,
                })
                .collect();
            for shift in (0..ROUND / DIGIT_BITS).rev() {
                for _ in 0..DIGIT_BITS {
                    modmul.sqr(&mut b, &a, &mut scratch);
                    core::mem::swap(&mut a, &mut b);
                }
                for (part, digits) in digits.iter().enumerate() {
                    let digit = (digits >> (DIGIT_BITS * shift)) as usize & POWERS;
                    if digit > 0 {
                        let power = &setting.table[(part * POWERS + digit - 1) * n..][..n];
                        modmul.mul(&mut b, &a, power, &mut scratch);
                        core::mem::swap(&mut a, &mut b);
                    }
                }
            }
        }
        modmul.leave(product, &a, &mut scratch);
    }

    /// The product modulo `q` after this many rounds in all. With `F(e) = ⌊2^e/ℓ⌋`, the digits of a
    /// part are `F(e)` less the digits above it.
    pub(super) fn product_residue(&self, prime: &OddModulus, rounds: u64) -> Result<u64> {
        // Exponents count modulo q - 1.
        let order = self.prime - 1;
        let inverse = Natural::from(remainder(prime.as_words(), order)).invert(&order.into())?;
        let inverse = remainder(inverse.words(), order);
        let quotient = |exponent: Option<u64>| -> Result<u64> {
            let Some(exponent) = exponent else { return Ok(0) };
            let rest = prime.pow_vartime(&[2], Natural::from(exponent).words())?;
            let multiple = power_mod(2, exponent, order) + order - remainder(&rest, order);
            Ok(multiple % order * inverse % order)
        };
        let mut sum = 0;
        for part in 0..self.parts().len() {
            let above = quotient(self.exponent_left(part, 0))?;
            let above = above * power_mod(2, ROUND * rounds, order) % order;
            let digits = quotient(self.exponent_left(part, rounds))? + order - above;
            let place = power_mod(2, part as u64 * self.distance(), order);
            sum = (sum + digits % order * place) % order;
        }
        Ok(power_mod(self.residue(&self.puzzle.base), sum, self.prime))
    }
}

/// The digits of `⌊2^T/ℓ⌋` in one part.
struct Division {
    started: Option<(Divisor, Vec<Word>)>,
}

impl Division {
    fn new() -> Self {
        Self { started: None }
    }

    /// The next 64 bits of the quotient, where `2^left mod ℓ` is left of the dividend.
    fn next(&mut self, prime: &OddModulus, left: u64) -> u64 {
        let (divisor, rest) = self.started.get_or_insert_with(|| {
            let left = Natural::from(left);
            // 2 is below ℓ, and the exponent has a word.
            let rest = prime.pow_vartime(&[2], left.words()).unwrap_or_default();
            (Divisor::new(prime.modmul().kernel(), prime.as_words()), rest)
        });
        let mut dividend = vec![0; ROUND as usize / WORD_BITS];
        dividend.extend_from_slice(rest);
        let (quotient, remainder) = divisor.divide(&dividend);
        rest.copy_from_slice(&remainder);
        let bytes = quotient.iter().rev().flat_map(|word| word.to_be_bytes());
        bytes.fold(0, |digits, byte| digits << 8 | u64::from(byte))
    }
}
