//! All modular multiplications by name.

use super::{
    ModMul, barrett, barrett_parallel, bipartite, classical, montgomery, montgomery_cios,
    montgomery_comba, montgomery_parallel, montgomery_sos, multipartite_v1, multipartite_v2,
    schoolbook_montgomery, tripartite,
};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::limb::{Kernel, WORD_BITS, Word, bit_length_vartime};
use crate::team::{Alone, Split};
pub use crate::timing::ConstantTime;

use alloc::boxed::Box;
use alloc::sync::Arc;

/// Every modular multiplication of the library, the one-thread ones first. Programs chain entries of
/// their own behind it (the laboratory adds GMP).
pub static ALGORITHMS: &[Entry] = &[
    barrett::ENTRY,
    montgomery::ENTRY,
    montgomery_sos::ENTRY,
    montgomery_cios::ENTRY,
    montgomery_comba::ENTRY,
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    super::montgomery_ifma::ENTRY,
    schoolbook_montgomery::ENTRY,
    classical::ENTRY,
    montgomery_parallel::ENTRY,
    barrett_parallel::ENTRY,
    bipartite::ENTRY,
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    super::bipartite_ifma::ENTRY,
    tripartite::ENTRY,
    multipartite_v1::ENTRY,
    multipartite_v2::ENTRY,
    #[cfg(any(
        polylimb_word = "32",
        all(not(polylimb_word = "8"), not(target_pointer_width = "16"))
    ))]
    super::rns::ENTRY,
];

/// The entry of that name in [`ALGORITHMS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Entry> {
    ALGORITHMS
        .iter()
        .find(|e| e.name == name)
        .ok_or(Error::UnknownName { kind: "modmul algorithm" })
}

/// What the library knows of an algorithm without building it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name in the literature, in kebab-case; the file has it in `snake_case`.
    pub name: &'static str,
    /// Where it was published: authors, year, algorithm number.
    pub source: &'static str,
    /// One line: the idea.
    pub summary: &'static str,
    /// On how many threads it runs.
    pub threads: Threads,
    /// For which moduli.
    pub domain: Domain,
    /// Whether its time tells nothing about the operands and the modulus.
    pub constant_time: ConstantTime,
    /// Makes it for one modulus. Called through [`Entry::build`], which checks the request.
    pub make: fn(&Request<'_>) -> Result<Box<dyn ModMul>>,
}

impl Entry {
    /// Makes this multiplication for the request's modulus, kernel and threads.
    ///
    /// # Errors
    /// [`Error::ZeroModulus`] (0 or no words), [`Error::OddModulusRequired`], [`Error::ModulusBits`], [`Error::Threads`], or
    /// what the algorithm itself demands of its parameters.
    pub fn build(&self, request: &Request<'_>) -> Result<Box<dyn ModMul>> {
        let words = bit_length_vartime(request.modulus).div_ceil(WORD_BITS);
        if words == 0 {
            return Err(Error::ZeroModulus);
        }
        let request = &Request { modulus: &request.modulus[..words], ..request.clone() };
        self.check_threads(request.split.threads())?;
        self.domain.check(self.name, request.modulus)?;
        (self.make)(request)
    }

    /// Whether it runs on so many threads.
    ///
    /// # Errors
    /// [`Error::Threads`] if it does not.
    pub fn check_threads(&self, got: usize) -> Result<()> {
        if self.threads.contains(got) {
            return Ok(());
        }
        let (min, max) = (self.threads.min(), self.threads.max());
        let only = match self.threads {
            Threads::OneOf(counts) => counts,
            _ => &[],
        };
        Err(Error::Threads { algorithm: self.name, min, max, only, got })
    }
}

/// On how many threads an algorithm runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threads {
    /// Exactly so many.
    Exactly(usize),
    /// That many or more, up to [`Threads::MOST`].
    AtLeast(usize),
    /// One of these counts, which ascend; at least one.
    OneOf(&'static [usize]),
}

impl Threads {
    /// The most threads one multiplication is split over.
    pub const MOST: usize = 64;

    /// The fewest.
    #[must_use]
    pub const fn min(self) -> usize {
        match self {
            Self::Exactly(n) | Self::AtLeast(n) => n,
            Self::OneOf(counts) => counts[0],
        }
    }

    /// The most.
    #[must_use]
    pub const fn max(self) -> usize {
        match self {
            Self::Exactly(n) => n,
            Self::AtLeast(_) => Self::MOST,
            Self::OneOf(counts) => counts[counts.len() - 1],
        }
    }

    /// Whether `threads` is one of the counts.
    #[must_use]
    pub fn contains(self, threads: usize) -> bool {
        match self {
            Self::Exactly(_) | Self::AtLeast(_) => (self.min()..=self.max()).contains(&threads),
            Self::OneOf(counts) => counts.contains(&threads),
        }
    }

    /// The most of `threads` that can be used; all of them if they are too few.
    #[must_use]
    pub fn most_within(self, threads: usize) -> usize {
        (1..=threads.min(self.max())).rev().find(|&n| self.contains(n)).unwrap_or(threads)
    }
}

/// For which moduli an algorithm works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// Odd moduli of at least 3.
    Odd,
    /// Odd moduli of at least 3 with so many bits.
    OddWithin {
        /// The fewest.
        least_bits: usize,
        /// The most.
        most_bits: usize,
    },
    /// Every modulus of at least 1.
    Any,
}

impl Domain {
    /// Whether the algorithm works for this modulus; leading zero words are allowed. The answer tells its
    /// bit length and lowest bit.
    #[must_use]
    pub fn accepts(self, modulus: &[Word]) -> bool {
        let bits = bit_length_vartime(modulus);
        bits > 0 && self.check("", &modulus[..bits.div_ceil(WORD_BITS)]).is_ok()
    }

    /// Whether the algorithm works for the odd moduli of so many bits, at least 2.
    #[must_use]
    pub fn accepts_odd_of(self, bits: usize) -> bool {
        match self {
            Self::OddWithin { least_bits, most_bits } => (least_bits..=most_bits).contains(&bits),
            Self::Odd | Self::Any => bits >= 2,
        }
    }

    /// For a modulus without leading zero words.
    fn check(self, algorithm: &'static str, modulus: &[Word]) -> Result<()> {
        if self == Self::Any {
            return Ok(());
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

/// What an algorithm needs to know to be made.
#[derive(Clone)]
pub struct Request<'a> {
    /// The modulus. [`Entry::build`] drops leading zero words.
    pub modulus: &'a [Word],
    /// The inner loops to use.
    pub kernel: Kernel,
    /// What runs the parts; its thread count is the algorithm's.
    pub split: Arc<dyn Split>,
    /// Where a partite method cuts, in words of the lower part, 0 to `n`; none for its default.
    pub cut_words: Option<usize>,
    /// Into how many blocks a multipartite method cuts its operands, 2 to 15; none for its default.
    pub k: Option<usize>,
}

impl<'a> Request<'a> {
    /// A request with the best kernel of this CPU, one thread and default parameters.
    #[must_use]
    pub fn new(modulus: &'a [Word]) -> Self {
        Self {
            modulus,
            kernel: Kernel::best(Features::detect()),
            split: Arc::new(Alone),
            cut_words: None,
            k: None,
        }
    }
}
