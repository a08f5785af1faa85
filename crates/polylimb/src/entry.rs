//! The description of an algorithm in a register: one type for every register of the library, the
//! catalogue and the laboratory.
//!
//! An [`Entry`] states where an algorithm was published, for what it works and what its time
//! depends on. `make` makes or calls the algorithm; its type differs by register: modular
//! multiplications, powers, recodings, scalar multiplications. Programs chain lists of entries and
//! look names up with [`find`].
//!
//! Imports: `error`, `timing`, `limb`.

use crate::error::{Error, Result};
use crate::limb::{WORD_BITS, Word, bit_length_vartime};
use crate::timing::ConstantTime;

/// An algorithm by its name in the literature.
#[derive(Debug, Clone, Copy)]
pub struct Entry<M> {
    /// The name in the literature, in kebab-case; its file has the same name in `snake_case`.
    pub name: &'static str,
    /// Where it was published: authors, year, algorithm number.
    pub source: &'static str,
    /// The idea in one line.
    pub summary: &'static str,
    /// Numbers of threads that it runs on.
    pub threads: Threads,
    /// Moduli, scalars, curves or fields for which it works.
    pub domain: Domain,
    /// Whether its time depends on the operands.
    pub constant_time: ConstantTime,
    /// Makes or runs the algorithm.
    pub make: M,
}

impl<M> Entry<M> {
    /// Checks that the algorithm runs on `got` threads.
    ///
    /// # Errors
    /// [`Error::Threads`] if it does not.
    pub fn check_threads(&self, got: usize) -> Result<()> {
        self.threads.check(self.name, got)
    }
}

/// The first of `entries` named `name`.
///
/// # Errors
/// [`Error::UnknownName`] with `kind`, the kind of the entries.
pub fn find<'a, M>(
    entries: impl IntoIterator<Item = &'a Entry<M>>,
    kind: &'static str,
    name: &str,
) -> Result<&'a Entry<M>> {
    entries.into_iter().find(|e| e.name == name).ok_or(Error::UnknownName { kind })
}

/// Numbers of threads that an algorithm runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threads {
    /// Exactly this number.
    Exactly(usize),
    /// This number or more, up to [`Threads::MOST`].
    AtLeast(usize),
    /// One of these numbers, in ascending order; at least one number.
    OneOf(&'static [usize]),
}

impl Threads {
    /// The most threads one multiplication is split over.
    pub const MOST: usize = 64;

    /// The fewest threads.
    #[must_use]
    pub const fn min(self) -> usize {
        match self {
            Self::Exactly(n) | Self::AtLeast(n) => n,
            Self::OneOf(counts) => counts[0],
        }
    }

    /// The most threads.
    #[must_use]
    pub const fn max(self) -> usize {
        match self {
            Self::Exactly(n) => n,
            Self::AtLeast(_) => Self::MOST,
            Self::OneOf(counts) => counts[counts.len() - 1],
        }
    }

    /// Whether `threads` is one of the numbers.
    #[must_use]
    pub fn contains(self, threads: usize) -> bool {
        match self {
            Self::Exactly(_) | Self::AtLeast(_) => (self.min()..=self.max()).contains(&threads),
            Self::OneOf(counts) => counts.contains(&threads),
        }
    }

    /// Checks that `algorithm` runs on `got` threads; `algorithm` is the name in the error.
    ///
    /// # Errors
    /// [`Error::Threads`] if it does not.
    pub fn check(self, algorithm: &'static str, got: usize) -> Result<()> {
        if self.contains(got) {
            return Ok(());
        }
        let only = match self {
            Self::OneOf(counts) => counts,
            _ => &[],
        };
        Err(Error::Threads { algorithm, min: self.min(), max: self.max(), only, got })
    }

    /// The largest possible number of at most `threads`; `threads` itself if it is too small.
    #[must_use]
    pub fn most_within(self, threads: usize) -> usize {
        (1..=threads.min(self.max())).rev().find(|&n| self.contains(n)).unwrap_or(threads)
    }
}

/// The inputs that an algorithm works for: moduli, scalars, curves or fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// Odd moduli of at least 3; odd scalars.
    Odd,
    /// Odd moduli of at least 3 with a bit length in this range.
    OddWithin {
        /// The fewest bits.
        least_bits: usize,
        /// The most bits.
        most_bits: usize,
    },
    /// Every modulus of at least 1; every scalar; every curve.
    Any,
    /// Curves over prime fields.
    PrimeCurves,
    /// Curves over binary fields.
    BinaryCurves,
    /// Koblitz curves, and scalars for them.
    KoblitzCurves,
    /// The curve with this name.
    Curve(&'static str),
    /// Binary fields up to this degree; no modulus.
    BinaryField {
        /// The highest degree.
        most_degree: usize,
    },
}

impl Domain {
    /// Whether the algorithm works for this modulus; leading zero words are allowed. The time and
    /// the answer depend on its bit length and lowest bit. No modulus is in a domain of curves.
    #[must_use]
    pub fn accepts(self, modulus: &[Word]) -> bool {
        let bits = bit_length_vartime(modulus);
        bits > 0 && self.check("", &modulus[..bits.div_ceil(WORD_BITS)]).is_ok()
    }

    /// Whether the algorithm works for odd moduli of `bits` bits, at least 2.
    #[must_use]
    pub fn accepts_odd_of(self, bits: usize) -> bool {
        match self {
            Self::OddWithin { least_bits, most_bits } => (least_bits..=most_bits).contains(&bits),
            Self::Odd | Self::Any => bits >= 2,
            Self::PrimeCurves
            | Self::BinaryCurves
            | Self::KoblitzCurves
            | Self::Curve(_)
            | Self::BinaryField { .. } => false,
        }
    }

    /// Checks a modulus without leading zero words.
    pub(crate) fn check(self, algorithm: &'static str, modulus: &[Word]) -> Result<()> {
        match self {
            Self::Any => return Ok(()),
            Self::PrimeCurves | Self::BinaryCurves | Self::KoblitzCurves | Self::Curve(_) => {
                return Err(Error::Parameter { expected: "a curve, not a modulus" });
            }
            Self::BinaryField { .. } => {
                return Err(Error::Parameter { expected: "binary field, not a modulus" });
            }
            Self::Odd | Self::OddWithin { .. } => {}
        }
        let bits = bit_length_vartime(modulus);
        if modulus[0] & 1 == 0 || bits < 2 {
            return Err(Error::OddModulusRequired { algorithm });
        }
        match self {
            Self::OddWithin { least_bits, most_bits }
                if !(least_bits..=most_bits).contains(&bits) =>
            {
                Err(Error::ModulusBits { algorithm, least_bits, most_bits, got_bits: bits })
            }
            _ => Ok(()),
        }
    }
}
