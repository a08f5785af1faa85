//! The checked face of modular multiplication: any modulus; every input is checked.

use super::options::{MAX_BITS, Options};
use super::owned_residue::Residue;
use crate::error::{Error, Result};
use crate::limb::{WORD_BYTES, Word, bit_length_vartime, is_zero, less_than};
use crate::modmul::long_division::Divisor;
use crate::modmul::residue::{ModMul, add_mod, neg_mod, sub_mod};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use zeroize::Zeroizing;

/// A modulus of at least 1, odd or even, ready to compute with.
///
/// **Numbers** are words, least significant first, or big-endian bytes (the methods with `be_bytes`
/// in their names). An operand may be shorter or longer than the modulus (leading zeros), but not
/// empty ([`Error::Length`]), and its value must be below the modulus ([`Error::NotReduced`];
/// [`Modulus::reduce`] takes any). Results have the modulus' words, or its bytes.
///
/// **Time** depends on lengths, on whether the modulus is odd and on whether inputs are valid, not
/// on the values of operands or modulus. The exception is a modulus made by
/// [`Modulus::new_vartime`].
///
/// **Cost.** These methods enter and leave the algorithm's representation every time, three
/// multiplications more than necessary; for a chain of operations make [`Residue`]s.
///
/// ```
/// use polylimb::modmul::{Modulus, Options};
/// let m = Modulus::new(&[200], &Options::default())?;
/// assert_eq!(m.mul(&[123], &[45])?, [135]);
/// let (x, y) = (m.residue(&[7])?, m.residue(&[9])?);
/// assert_eq!(x.mul(&y)?.sqr().to_words(), [169]);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct Modulus {
    modmul: Arc<dyn ModMul>,
    divisor: Arc<Divisor>,
}

impl Modulus {
    /// The largest modulus, in bits: far above all uses, and small enough that no set-up takes
    /// minutes or gigabytes.
    pub const MAX_BITS: usize = MAX_BITS;

    /// A modulus in words, least significant first; leading zeros are dropped. Uses constant-time
    /// algorithms only.
    ///
    /// # Errors
    /// [`Error::ZeroModulus`]; [`Error::TooLarge`] above [`Modulus::MAX_BITS`];
    /// [`Error::UnknownName`] or [`Error::MissingFeature`] if an algorithm or kernel of the options
    /// does not exist or cannot run here; [`Error::OddModulusRequired`] or [`Error::Threads`] if
    /// the algorithm does not serve the modulus or the threads; [`Error::Parameter`] if it is not
    /// constant-time.
    pub fn new(modulus: &[Word], options: &Options<'_>) -> Result<Self> {
        Ok(Self::over(options.build(modulus, false)?.into()))
    }

    /// Like [`Modulus::new`], but also takes algorithms whose time depends on the values, which a
    /// profile may name in its `vartime` sections.
    ///
    /// # Errors
    /// As [`Modulus::new`], except for the last.
    pub fn new_vartime(modulus: &[Word], options: &Options<'_>) -> Result<Self> {
        Ok(Self::over(options.build(modulus, true)?.into()))
    }

    /// A modulus over an existing multiplication: made by
    /// [`Entry::build`](crate::authors::entry::Entry::build), or the caller's own
    /// ([`authors`](crate::authors::modmul)).
    #[must_use]
    pub fn over(modmul: Arc<dyn ModMul>) -> Self {
        let divisor = Arc::new(Divisor::new(modmul.kernel(), modmul.modulus()));
        Self { modmul, divisor }
    }

    /// The multiplication itself, for loops with their own scratch.
    #[must_use]
    pub fn modmul(&self) -> &Arc<dyn ModMul> {
        &self.modmul
    }

    /// The name of the algorithm in use.
    #[must_use]
    pub fn algorithm(&self) -> &'static str {
        self.modmul.name()
    }

    /// The modulus, without leading zero words.
    #[must_use]
    pub fn as_words(&self) -> &[Word] {
        self.modmul.modulus()
    }

    /// The modulus' length in bits.
    #[must_use]
    pub fn bits(&self) -> usize {
        bit_length_vartime(self.as_words())
    }

    /// `a` for a chain of operations.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Length`], as in all methods with an operand.
    pub fn residue(&self, a: &[Word]) -> Result<Residue> {
        Ok(Residue::enter(&self.modmul, &self.operand("a", a)?))
    }

    /// `a b mod M`.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Length`].
    pub fn mul(&self, a: &[Word], b: &[Word]) -> Result<Vec<Word>> {
        let (a, b) = (self.residue(a)?, Residue::enter(&self.modmul, &self.operand("b", b)?));
        Ok(a.mul(&b)?.to_words())
    }

    /// `a² mod M`.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Length`].
    pub fn sqr(&self, a: &[Word]) -> Result<Vec<Word>> {
        Ok(self.residue(a)?.sqr().to_words())
    }

    /// `a + b mod M`.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Length`].
    ///
    /// ```
    /// use polylimb::modmul::{Modulus, Options};
    /// let m = Modulus::new(&[10], &Options::default())?;
    /// let values = [m.add(&[7], &[8])?, m.sub(&[7], &[8])?, m.neg(&[3])?];
    /// assert_eq!(values, [[5], [9], [7]]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    pub fn add(&self, a: &[Word], b: &[Word]) -> Result<Vec<Word>> {
        let (a, b) = (self.operand("a", a)?, self.operand("b", b)?);
        let mut r = vec![0; a.len()];
        add_mod(self.modmul.kernel(), &mut r, &a, &b, self.as_words());
        Ok(r)
    }

    /// `a - b mod M`.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Length`].
    pub fn sub(&self, a: &[Word], b: &[Word]) -> Result<Vec<Word>> {
        let (a, b) = (self.operand("a", a)?, self.operand("b", b)?);
        let mut r = vec![0; a.len()];
        sub_mod(self.modmul.kernel(), &mut r, &a, &b, self.as_words());
        Ok(r)
    }

    /// `-a mod M`.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Length`].
    pub fn neg(&self, a: &[Word]) -> Result<Vec<Word>> {
        let a = self.operand("a", a)?;
        let mut r = vec![0; a.len()];
        neg_mod(self.modmul.kernel(), &mut r, &a, self.as_words());
        Ok(r)
    }

    /// `a mod M` for an `a` of any size.
    ///
    /// ```
    /// use polylimb::modmul::{Modulus, Options};
    /// let m = Modulus::new(&[7], &Options::default())?;
    /// assert_eq!(m.reduce(&[100])?, [100 % 7]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for an empty `a`.
    pub fn reduce(&self, a: &[Word]) -> Result<Vec<Word>> {
        self.nonempty(a.len())?;
        Ok(core::mem::take(&mut self.divisor.divide(a).1))
    }

    /// `a` with the modulus' number of words, checked.
    pub(crate) fn operand(&self, name: &'static str, a: &[Word]) -> Result<Zeroizing<Vec<Word>>> {
        self.nonempty(a.len())?;
        let n = self.as_words().len();
        let (low, high) = a.split_at(a.len().min(n));
        let mut words = Zeroizing::new(vec![0; n]);
        words[..low.len()].copy_from_slice(low);
        let reduced = is_zero(high) & less_than(&words, self.as_words());
        // Whether an input is valid is public.
        if reduced.to_bool_vartime() { Ok(words) } else { Err(Error::NotReduced { operand: name }) }
    }

    fn nonempty(&self, got: usize) -> Result<()> {
        if got == 0 {
            return Err(Error::Length { what: "operand", expected: self.as_words().len(), got });
        }
        Ok(())
    }

    /// The number of bytes that hold any number below the modulus.
    #[must_use]
    pub fn byte_length(&self) -> usize {
        self.bits().div_ceil(8)
    }
}

impl fmt::Debug for Modulus {
    /// Omits the modulus, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Modulus({} bits, {})", self.bits(), self.algorithm())
    }
}

/// The number of big-endian `bytes`, as words.
pub(crate) fn words_of_be_bytes(bytes: &[u8]) -> Zeroizing<Vec<Word>> {
    let mut words = Zeroizing::new(vec![0; bytes.len().div_ceil(WORD_BYTES)]);
    for (i, &byte) in bytes.iter().rev().enumerate() {
        words[i / WORD_BYTES] |= (byte as Word) << (8 * (i % WORD_BYTES));
    }
    words
}

/// The low `length` bytes of `words`, big-endian.
pub(crate) fn be_bytes_of_words(words: &[Word], length: usize) -> Vec<u8> {
    (0..length).rev().map(|i| (words[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8).collect()
}

// The face of [`Modulus`] for numbers as big-endian bytes.
//
// Operands have any length but 0 and a value below the modulus; results have
// [`Modulus::byte_length`] bytes. Errors and timing are as for the methods on words.

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
