//! All modular multiplications by name.

use super::{
    ModMul, barrett, barrett_parallel, bipartite, montgomery, montgomery_cios, montgomery_parallel,
    montgomery_sos,
};
use crate::cpu::Features;
pub(crate) use crate::entry::{Domain, Threads};
use crate::error::{Error, Result};
use crate::limb::{Kernel, WORD_BITS, Word, bit_length_vartime};
use crate::team::{Alone, Split};
pub(crate) use crate::timing::ConstantTime;

use alloc::boxed::Box;
use alloc::sync::Arc;

/// The modular multiplications that the built-in profiles choose from, the one-thread ones first.
/// Programs chain other lists behind it: the crate `polylimb-catalogue` has the algorithms of the
/// literature.
pub static ALGORITHMS: &[Entry] = &[
    barrett::ENTRY,
    montgomery::ENTRY,
    montgomery_sos::ENTRY,
    montgomery_cios::ENTRY,
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    super::montgomery_ifma::ENTRY,
    montgomery_parallel::ENTRY,
    barrett_parallel::ENTRY,
    bipartite::ENTRY,
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    super::bipartite_ifma::ENTRY,
];

/// A modular multiplication without its modulus; [`Entry::build`] makes it for a modulus.
pub type Entry = crate::entry::Entry<Make>;

/// Makes a multiplication for one modulus. Called through [`Entry::build`], which checks the
/// request.
pub(crate) type Make = fn(&Request<'_>) -> Result<Box<dyn ModMul>>;

impl Entry {
    /// The entry of that name in [`ALGORITHMS`].
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn find(name: &str) -> Result<&'static Self> {
        crate::entry::find(ALGORITHMS, "modmul algorithm", name)
    }

    /// Makes this multiplication for the request's modulus, kernel and threads.
    ///
    /// # Errors
    /// [`Error::ZeroModulus`] (0 or no words), [`Error::OddModulusRequired`],
    /// [`Error::ModulusBits`], [`Error::Threads`], or an error of the algorithm for its own
    /// parameters.
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
}

/// Everything that an algorithm needs to be made.
#[derive(Clone)]
pub struct Request<'a> {
    /// The modulus. [`Entry::build`] drops leading zero words.
    pub modulus: &'a [Word],
    /// The inner loops to use.
    pub kernel: Kernel,
    /// Runs the parts; the algorithm has its number of threads.
    pub split: Arc<dyn Split>,
    /// The cut of a partite method, in words of the lower part, 0 to `n`; `None` for its default.
    pub cut_words: Option<usize>,
    /// The number of blocks of each operand in a multipartite method, 2 to 15; `None` for its
    /// default.
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
