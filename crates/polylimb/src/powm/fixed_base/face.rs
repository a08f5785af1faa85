//! The checked face of a fixed base.

use super::lim_lee_comb;
use super::registry::{Prepared, Request};
use crate::error::{Error, Result};
use crate::limb::{Mask, WORD_BITS, Word};
use crate::modmul::{ModMul, Residue};
use crate::powm::Exponent;
use crate::team::{Alone, Split, narrowed};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use core::fmt;
use zeroize::Zeroizing;

/// How a fixed base computes. The default: 256 entries, no other threads.
#[derive(Clone)]
#[non_exhaustive]
pub struct FixedBaseOptions {
    /// The most residues in the table, or the fewest that the method needs if this is more.
    pub max_entries: usize,
    /// Runs the parts; `None` for this thread alone.
    pub team: Option<Arc<dyn Split>>,
    /// How many threads of the team one power may use, at least 1.
    pub max_threads: usize,
}

impl Default for FixedBaseOptions {
    fn default() -> Self {
        Self { max_entries: 256, team: None, max_threads: usize::MAX }
    }
}

/// A base with a table, for many powers: at most a quarter of the time of [`Residue::pow`].
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
    prepared: Box<dyn Prepared>,
    bits: usize,
    split: Arc<dyn Split>,
}

impl FixedBase {
    /// `base`, ready for exponents of up to `exponent_bits` bits. Takes the time of one or two
    /// powers. Constant time in the base.
    ///
    /// # Errors
    /// [`Error::Parameter`] for 0 bits; [`Error::TooLarge`] for exponents above
    /// [`crate::modmul::MAX_BITS`]; [`Error::Threads`] for no thread or too many.
    pub fn new(base: &Residue, exponent_bits: usize, options: &FixedBaseOptions) -> Result<Self> {
        if exponent_bits > crate::modmul::MAX_BITS {
            return Err(too_large(crate::modmul::MAX_BITS));
        }
        let team = options.team.clone().unwrap_or_else(|| Arc::new(Alone));
        let threads = team.threads().min(options.max_threads);
        let request = Request {
            modmul: base.modmul().clone(),
            base: base.as_words(),
            bits: exponent_bits,
            threads,
            max_entries: options.max_entries,
        };
        let prepared = lim_lee_comb::ENTRY.prepare(&request)?;
        let split = narrowed(team, threads);
        Ok(Self { modmul: request.modmul, prepared, bits: exponent_bits, split })
    }

    /// `base^exponent`; 1 for the exponent 0. The exponent has any number of words and a value of
    /// at most the stated bits. Constant time in base and exponent.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a longer exponent, [`Error::Length`] for an empty one.
    pub fn pow(&self, exponent: &[Word]) -> Result<Residue> {
        self.with(exponent, |r, exponent| self.prepared.pow(r, exponent, &*self.split))
    }

    /// Like [`FixedBase::pow`]; faster, but the time tells the exponent.
    ///
    /// # Errors
    /// As [`FixedBase::pow`].
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
    /// Omits the base, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FixedBase({} bits, {} entries)", self.bits, self.entries())
    }
}

const fn too_large(max_bits: usize) -> Error {
    Error::TooLarge { what: "the exponent", max_bits }
}

/// Whether the number has at most `bits` bits.
fn fits(words: &[Word], bits: usize) -> Mask {
    let beyond = |(i, &word): (usize, &Word)| match bits.saturating_sub(i * WORD_BITS) {
        kept if kept >= WORD_BITS => 0,
        kept => word >> kept,
    };
    Mask::is_zero(words.iter().enumerate().map(beyond).fold(0, |acc, high| acc | high))
}
