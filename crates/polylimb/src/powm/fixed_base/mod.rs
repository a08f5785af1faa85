//! Powers of a base known before the exponents: a table of its powers replaces nearly all
//! squarings.
//!
//! [`FixedBase`] is the checked face. Below it an [`Entry`] makes a [`Prepared`] base from a
//! [`Request`]. The laboratory and the tests use the entry of [`METHODS`] and the entries of the
//! crate `polylimb-catalogue`.
//!
//! | method | table entries for multiplications, exponent of `b` bits | constant time |
//! |---|---|---|
//! | `lim-lee-comb` | `v · 2^h` for `b/h + b/(h v) - 2` multiplications | yes |
//!
//! **Threads.** Few squarings are left, so threads share the products: the comb by columns.
//!
//! Read `lim_lee_comb.rs` first.

use super::Exponent;
use crate::error::{Error, Result};
use crate::limb::{Mask, WORD_BITS, Word};
use crate::modmul::{ModMul, Residue};
use crate::team::{Alone, Split, narrowed};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use core::fmt;
use zeroize::Zeroizing;

mod lim_lee_comb;

// The exponentiations with a fixed base that the library uses, by name.

/// The method that [`FixedBase`] uses.
pub static METHODS: &[Entry] = &[lim_lee_comb::ENTRY];

/// A way to raise one base to many exponents: [`Entry::prepare`] makes its table.
///
/// Its `constant_time` is for [`Prepared::pow`], in base and exponent.
pub type Entry = crate::entry::Entry<Make>;

/// Makes the table. Called through [`Entry::prepare`], which checks the request.
type Make = fn(&Request<'_>) -> Box<dyn Prepared>;

impl Entry {
    /// The method of that name in [`METHODS`].
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn find(name: &str) -> Result<&'static Self> {
        crate::entry::find(METHODS, "fixed-base method", name)
    }

    /// The base, ready for exponents of up to [`Request::bits`] bits.
    ///
    /// # Errors
    /// [`Error::Length`] if the base is not as long as a residue; [`Error::Threads`] if the method
    /// does not run on the threads of the request; [`Error::Parameter`] for 0 bits.
    pub fn prepare(&self, request: &Request<'_>) -> Result<Box<dyn Prepared>> {
        let (expected, got) = (request.modmul.residue_words(), request.base.len());
        if got != expected {
            return Err(Error::Length { what: "the base's residue", expected, got });
        }
        self.check_threads(request.threads)?;
        if request.bits == 0 {
            return Err(Error::Parameter { expected: "bits of the exponents: at least 1" });
        }
        Ok((self.make)(request))
    }
}

/// Everything that a method needs to make its table.
#[derive(Clone)]
pub struct Request<'a> {
    /// The multiplication.
    pub modmul: Arc<dyn ModMul>,
    /// The base, a residue of `modmul`.
    pub base: &'a [Word],
    /// The longest exponents, in bits.
    pub bits: usize,
    /// The number of threads for which the shape of the table is best; it serves any number.
    pub threads: usize,
    /// The most residues in the table, or the fewest that the method needs if this is more.
    pub max_entries: usize,
}

/// A base with its table.
pub trait Prepared: Send + Sync {
    /// `r` = the residue of `base^exponent`, for an exponent of at most [`Request::bits`] bits; 1
    /// for the exponent 0. One part for each thread of `split`. Constant time if the entry says so.
    ///
    /// # Panics
    /// If `r` is not as long as a residue.
    fn pow(&self, r: &mut [Word], exponent: Exponent<'_>, split: &dyn Split);

    /// Like [`Prepared::pow`], in a time that may tell the exponent, where that is faster.
    ///
    /// # Panics
    /// As [`Prepared::pow`].
    fn pow_vartime(&self, r: &mut [Word], exponent: Exponent<'_>, split: &dyn Split) {
        self.pow(r, exponent, split);
    }

    /// Residues in the table.
    fn entries(&self) -> usize;
}

// The checked face of a fixed base.

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
    /// [`Modulus::MAX_BITS`](crate::modmul::Modulus::MAX_BITS); [`Error::Threads`] for no thread or
    /// too many.
    pub fn new(base: &Residue, exponent_bits: usize, options: &FixedBaseOptions) -> Result<Self> {
        if exponent_bits > crate::modmul::face::MAX_BITS {
            return Err(too_large(crate::modmul::face::MAX_BITS));
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
