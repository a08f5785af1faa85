//! A number modulo `M` that owns its words and stays in the algorithm's representation.

use super::modulus::be_bytes_of_words;
use crate::error::{Error, Result};
use crate::limb::{Mask, Word, bit_length_vartime};
use crate::modmul::residue::ModMul;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use zeroize::Zeroizing;

/// A number modulo one [`super::Modulus`], for chains of operations: it enters the representation
/// once.
///
/// Made by [`super::Modulus::residue`]. Both operands of an operation must come from the same
/// modulus object (or its clones); otherwise the result is [`Error::Parameter`]. Constant time if
/// the modulus is. Words and scratch are wiped when dropped.
///
/// ```
/// use polylimb::modmul::{OddModulus, Options};
/// let m = OddModulus::new(&[101], &Options::default())?;
/// // 2^100 by square and multiply: 1 by Fermat.
/// let two = m.residue(&[2])?;
/// let mut power = two.clone();
/// for bit in [1, 0, 0, 1, 0, 0] {
///     power = power.sqr();
///     if bit == 1 {
///         power = power.mul(&two)?;
///     }
/// }
/// assert_eq!(power.to_words(), [1]);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct Residue {
    modmul: Arc<dyn ModMul>,
    words: Zeroizing<Vec<Word>>,
}

impl Residue {
    /// The residue of the checked `plain`.
    pub(super) fn enter(modmul: &Arc<dyn ModMul>, plain: &[Word]) -> Self {
        let mut words = Zeroizing::new(vec![0; modmul.residue_words()]);
        modmul.enter(&mut words, plain, &mut scratch(&**modmul));
        Self { modmul: modmul.clone(), words }
    }

    /// The residue in `words`, made by `modmul`.
    pub(crate) fn over(modmul: Arc<dyn ModMul>, words: Zeroizing<Vec<Word>>) -> Self {
        debug_assert_eq!(words.len(), modmul.residue_words());
        Self { modmul, words }
    }

    /// The multiplication it belongs to.
    pub(crate) fn modmul(&self) -> &Arc<dyn ModMul> {
        &self.modmul
    }

    /// The words of the representation.
    pub(crate) fn as_words(&self) -> &[Word] {
        &self.words
    }

    /// The number in `[0, M)`, with as many words as the modulus.
    #[must_use]
    pub fn to_words(&self) -> Vec<Word> {
        let mut plain = vec![0; self.modmul.modulus().len()];
        self.modmul.leave(&mut plain, &self.words, &mut scratch(&*self.modmul));
        plain
    }

    /// The number in `[0, M)`, with as many big-endian bytes as the modulus.
    #[must_use]
    pub fn to_be_bytes(&self) -> Vec<u8> {
        let bytes = bit_length_vartime(self.modmul.modulus()).div_ceil(8);
        be_bytes_of_words(&Zeroizing::new(self.to_words()), bytes)
    }

    /// `self · other`.
    ///
    /// # Errors
    /// [`Error::Parameter`] for residues of different moduli, as in all methods with a second
    /// residue.
    pub fn mul(&self, other: &Self) -> Result<Self> {
        self.same_modulus(other)?;
        let mut scratch = scratch(&*self.modmul);
        Ok(self.with(|r| self.modmul.mul(r, &self.words, &other.words, &mut scratch)))
    }

    /// `self²`.
    #[must_use]
    pub fn sqr(&self) -> Self {
        let mut scratch = scratch(&*self.modmul);
        self.with(|r| self.modmul.sqr(r, &self.words, &mut scratch))
    }

    /// `self + other`.
    ///
    /// # Errors
    /// [`Error::Parameter`] for residues of different moduli.
    pub fn add(&self, other: &Self) -> Result<Self> {
        self.same_modulus(other)?;
        Ok(self.with(|r| self.modmul.add(r, &self.words, &other.words)))
    }

    /// `self - other`.
    ///
    /// # Errors
    /// [`Error::Parameter`] for residues of different moduli.
    pub fn sub(&self, other: &Self) -> Result<Self> {
        self.same_modulus(other)?;
        Ok(self.with(|r| self.modmul.sub(r, &self.words, &other.words)))
    }

    /// `-self`.
    #[must_use]
    pub fn neg(&self) -> Self {
        self.with(|r| self.modmul.neg(r, &self.words))
    }

    /// The residue of 1 for the same modulus.
    #[must_use]
    pub fn one(&self) -> Self {
        self.with(|r| self.modmul.one(r))
    }

    /// Whether both are the same number.
    ///
    /// # Errors
    /// [`Error::Parameter`] for residues of different moduli.
    pub fn equals(&self, other: &Self) -> Result<Mask> {
        self.same_modulus(other)?;
        Ok(self.modmul.eq(&self.words, &other.words))
    }

    fn with(&self, compute: impl FnOnce(&mut [Word])) -> Self {
        let mut words = Zeroizing::new(vec![0; self.words.len()]);
        compute(&mut words);
        Self { modmul: self.modmul.clone(), words }
    }

    fn same_modulus(&self, other: &Self) -> Result<()> {
        if Arc::ptr_eq(&self.modmul, &other.modmul) {
            return Ok(());
        }
        Err(Error::Parameter { expected: "both residues from the same modulus object" })
    }
}

impl fmt::Debug for Residue {
    /// Omits the value, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Residue").finish_non_exhaustive()
    }
}

fn scratch(modmul: &dyn ModMul) -> Zeroizing<Vec<Word>> {
    Zeroizing::new(vec![0; modmul.scratch_words()])
}
