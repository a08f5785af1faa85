//! The checked face of a fixed base.

use super::registry::{Method, Prepared, Request, find};
use crate::error::{Error, Result};
use crate::limb::{Mask, WORD_BITS, Word};
use crate::modmul::{ConstantTime, ModMul, Residue};
use crate::powm::Exponent;
use crate::team::{Alone, Split, narrowed};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use core::fmt;
use zeroize::Zeroizing;

/// How a fixed base is to compute. The default: the comb, 256 entries, no other threads.
#[derive(Clone)]
pub struct FixedBaseOptions<'a> {
    /// The method's name in [`super::METHODS`].
    pub method: &'a str,
    /// The most residues in the table, or the fewest the method can do with if these are more.
    pub max_entries: usize,
    /// What runs the lanes; none for this thread alone.
    pub team: Option<Arc<dyn Split>>,
    /// How many threads of the team one power may use, at least 1.
    pub max_threads: usize,
}

impl Default for FixedBaseOptions<'_> {
    fn default() -> Self {
        Self { method: "lim-lee-comb", max_entries: 256, team: None, max_threads: usize::MAX }
    }
}

/// A base whose powers are wanted many times, with a table: a quarter of the time of [`Residue::pow`], or less.
///
/// ```
/// use polylimb::modmul::{Modulus, Options};
/// use polylimb::powm::{FixedBase, FixedBaseOptions};
/// let m = Modulus::new(&[101], &Options::default())?;
/// let two = FixedBase::new(&m.residue(&[2])?, 7, &FixedBaseOptions::default())?;
/// assert_eq!(two.pow(&[100])?.to_words(), [1]);
/// assert_eq!(two.pow_vartime(&[7])?.to_words(), [27]);
/// assert!(two.pow(&[128]).is_err());
/// # Ok::<(), polylimb::Error>(())
/// ```
pub struct FixedBase {
    modmul: Arc<dyn ModMul>,
    method: &'static Method,
    prepared: Box<dyn Prepared>,
    bits: usize,
    split: Arc<dyn Split>,
}

impl FixedBase {
    /// `base`, ready for exponents of up to `exponent_bits` bits. Takes the time of one or two powers. Constant time
    /// in the base.
    ///
    /// # Errors
    /// [`Error::UnknownName`]; [`Error::Parameter`] for 0 bits; [`Error::TooLarge`] for exponents above
    /// [`crate::modmul::MAX_BITS`]; [`Error::Threads`] for no thread or too many.
    pub fn new(
        base: &Residue,
        exponent_bits: usize,
        options: &FixedBaseOptions<'_>,
    ) -> Result<Self> {
        let method = find(options.method)?;
        if exponent_bits > crate::modmul::MAX_BITS {
            return Err(too_large(crate::modmul::MAX_BITS));
        }
        let team = options.team.clone().unwrap_or_else(|| Arc::new(Alone));
        let lanes = team.threads().min(options.max_threads);
        let request = Request {
            modmul: base.modmul().clone(),
            base: base.as_words(),
            bits: exponent_bits,
            lanes,
            max_entries: options.max_entries,
        };
        let prepared = method.prepare(&request)?;
        let split = narrowed(team, lanes);
        Ok(Self { modmul: request.modmul, method, prepared, bits: exponent_bits, split })
    }

    /// `base^exponent`; 1 for the exponent 0. The exponent is words of any number, and a number of at most the
    /// bits asked for. Constant time: neither base nor exponent shows.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a longer exponent, [`Error::Length`] for an empty one; [`Error::Parameter`] if the
    /// method is not constant-time.
    pub fn pow(&self, exponent: &[Word]) -> Result<Residue> {
        if self.method.constant_time != ConstantTime::Yes {
            return Err(Error::Parameter {
                expected: "a method that is constant-time, or pow_vartime, which takes all",
            });
        }
        self.with(exponent, |r, exponent| self.prepared.pow(r, exponent, &*self.split))
    }

    /// The same by any method, in a time that tells the exponent.
    ///
    /// # Errors
    /// As [`FixedBase::pow`], but for the last.
    pub fn pow_vartime(&self, exponent: &[Word]) -> Result<Residue> {
        self.with(exponent, |r, exponent| self.prepared.pow_vartime(r, exponent, &*self.split))
    }

    /// Residues in the table.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.prepared.entries()
    }

    fn with(
        &self,
        exponent: &[Word],
        pow: impl FnOnce(&mut [Word], Exponent<'_>),
    ) -> Result<Residue> {
        if exponent.is_empty() {
            return Err(Error::Length { what: "the exponent", expected: 1, got: 0 });
        }
        // Whether an input is valid is public.
        if !fits(exponent, self.bits).to_bool_vartime() {
            return Err(too_large(self.bits));
        }
        let mut power = Zeroizing::new(vec![0; self.modmul.residue_words()]);
        pow(&mut power, Exponent::with_len(exponent, self.bits));
        Ok(Residue::over(self.modmul.clone(), power))
    }
}

impl fmt::Debug for FixedBase {
    /// Without the base, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FixedBase({} bits, {}, {} entries)", self.bits, self.method.name, self.entries())
    }
}

const fn too_large(max_bits: usize) -> Error {
    Error::TooLarge { what: "the exponent", max_bits }
}

/// Whether the number has at most so many bits.
fn fits(words: &[Word], bits: usize) -> Mask {
    let beyond = |(i, &word): (usize, &Word)| match bits.saturating_sub(i * WORD_BITS) {
        kept if kept >= WORD_BITS => 0,
        kept => word >> kept,
    };
    Mask::is_zero(words.iter().enumerate().map(beyond).fold(0, |acc, high| acc | high))
}
