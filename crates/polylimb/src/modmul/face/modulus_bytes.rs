//! The face of [`Modulus`] for numbers as big-endian bytes.
//!
//! Operands have any length but 0 and a value below the modulus; results have
//! [`Modulus::byte_length`] bytes. Errors and timing are as for the methods on words.

use super::modulus::{Modulus, be_bytes_of_words, words_of_be_bytes};
use super::options::Options;
use super::owned_residue::Residue;
use crate::error::Result;
use crate::limb::Word;
use alloc::vec::Vec;
use zeroize::Zeroizing;

impl Modulus {
    /// Like [`Modulus::new`], from big-endian bytes.
    ///
    /// ```
    /// use polylimb::modmul::{Modulus, Options};
    /// let m = Modulus::from_be_bytes(&[0, 1, 1], &Options::default())?;
    /// assert_eq!(m.as_words()[0] as u8, 1);
    /// assert_eq!(m.mul_be_bytes(&[1, 0], &[2])?, [0, 255]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Modulus::new`].
    pub fn from_be_bytes(modulus: &[u8], options: &Options<'_>) -> Result<Self> {
        Self::new(&words_of_be_bytes(modulus), options)
    }

    /// Like [`Modulus::new_vartime`], from big-endian bytes.
    ///
    /// # Errors
    /// As [`Modulus::new_vartime`].
    pub fn from_be_bytes_vartime(modulus: &[u8], options: &Options<'_>) -> Result<Self> {
        Self::new_vartime(&words_of_be_bytes(modulus), options)
    }

    /// `a` for a chain of operations.
    ///
    /// # Errors
    /// [`crate::Error::NotReduced`], [`crate::Error::Length`], as in all these methods.
    pub fn residue_from_be_bytes(&self, a: &[u8]) -> Result<Residue> {
        self.residue(&words_of_be_bytes(a))
    }

    /// `a b mod M`.
    ///
    /// # Errors
    /// [`crate::Error::NotReduced`], [`crate::Error::Length`].
    pub fn mul_be_bytes(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>> {
        self.to_be_bytes(self.mul(&words_of_be_bytes(a), &words_of_be_bytes(b)))
    }

    /// `a² mod M`.
    ///
    /// # Errors
    /// [`crate::Error::NotReduced`], [`crate::Error::Length`].
    pub fn sqr_be_bytes(&self, a: &[u8]) -> Result<Vec<u8>> {
        self.to_be_bytes(self.sqr(&words_of_be_bytes(a)))
    }

    /// `a + b mod M`.
    ///
    /// # Errors
    /// [`crate::Error::NotReduced`], [`crate::Error::Length`].
    pub fn add_be_bytes(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>> {
        self.to_be_bytes(self.add(&words_of_be_bytes(a), &words_of_be_bytes(b)))
    }

    /// `a - b mod M`.
    ///
    /// # Errors
    /// [`crate::Error::NotReduced`], [`crate::Error::Length`].
    pub fn sub_be_bytes(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>> {
        self.to_be_bytes(self.sub(&words_of_be_bytes(a), &words_of_be_bytes(b)))
    }

    /// `-a mod M`.
    ///
    /// # Errors
    /// [`crate::Error::NotReduced`], [`crate::Error::Length`].
    pub fn neg_be_bytes(&self, a: &[u8]) -> Result<Vec<u8>> {
        self.to_be_bytes(self.neg(&words_of_be_bytes(a)))
    }

    /// `a mod M` for an `a` of any size.
    ///
    /// ```
    /// use polylimb::modmul::{Modulus, Options};
    /// let m = Modulus::from_be_bytes(&[1, 0], &Options::default())?;
    /// assert_eq!(m.reduce_be_bytes(&[9; 100])?, [0, 9]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::Error::Length`] for an empty `a`.
    pub fn reduce_be_bytes(&self, a: &[u8]) -> Result<Vec<u8>> {
        self.to_be_bytes(self.reduce(&words_of_be_bytes(a)))
    }

    fn to_be_bytes(&self, words: Result<Vec<Word>>) -> Result<Vec<u8>> {
        Ok(be_bytes_of_words(&Zeroizing::new(words?), self.byte_length()))
    }
}
