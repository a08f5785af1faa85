//! The caller's choices of how a modulus computes.

use super::profile::{Choice, Profile};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::limb::{Kernel, WORD_BITS, Word, bit_length_vartime};
use crate::modmul::registry::{ConstantTime, Entry, Request};
use crate::modmul::residue::ModMul;
use crate::team::{Alone, Split, narrowed};
use alloc::boxed::Box;
use alloc::sync::Arc;

/// [`Modulus::MAX_BITS`](super::Modulus::MAX_BITS).
pub(crate) const MAX_BITS: usize = 1 << 20;

/// How a modulus computes. The default: the best kernel of this CPU, no other threads, the
/// committed choice of algorithm for the size ([`Profile::builtin`]).
///
/// ```
/// use polylimb::modmul::{Options, OddModulus};
/// let mut options = Options::default();
/// options.algorithm = Some("montgomery-cios");
/// let modulus = OddModulus::new(&[101], &options)?;
/// assert_eq!(modulus.algorithm(), "montgomery-cios");
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Options<'a> {
    /// The CPU features that may be used; features that this CPU lacks are ignored.
    pub features: Features,
    /// The kernel's name; `None` for the best within `features`.
    pub kernel: Option<&'a str>,
    /// Runs the parts of a parallel multiplication; `None` for this thread alone.
    pub team: Option<Arc<dyn Split>>,
    /// How many threads of the team one multiplication may use, at least 1.
    pub max_threads: usize,
    /// The algorithm's name in [`ALGORITHMS`](crate::authors::modmul::ALGORITHMS); `None` for the
    /// profile's choice. It gets as many of the threads as it can use.
    /// [`Modulus::over`](super::Modulus::over) takes any other algorithm.
    pub algorithm: Option<&'a str>,
    /// Chooses the algorithm by size and threads; `None` for [`Profile::builtin`], which also
    /// decides where the profile has no rule or its algorithm does not accept the modulus.
    pub profile: Option<&'a Profile>,
    /// The cut of a partite algorithm, in words of the lower part; `None` for the profile's or the
    /// algorithm's default.
    pub cut_words: Option<usize>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            features: Features::detect(),
            kernel: None,
            team: None,
            max_threads: usize::MAX,
            algorithm: None,
            profile: None,
            cut_words: None,
        }
    }
}

impl Options<'_> {
    /// Builds the multiplication for `modulus`, which may have leading zero words. Refuses
    /// algorithms that are not constant-time unless `vartime` is true.
    pub(super) fn build(&self, modulus: &[Word], vartime: bool) -> Result<Box<dyn ModMul>> {
        let bits = bit_length_vartime(modulus);
        if bits == 0 {
            return Err(Error::ZeroModulus);
        }
        if bits > MAX_BITS {
            return Err(Error::TooLarge { what: "the modulus", max_bits: MAX_BITS });
        }
        let modulus = &modulus[..bits.div_ceil(WORD_BITS)];
        let kernel = match self.kernel {
            Some(name) => Kernel::by_name(name, self.features)?,
            None => Kernel::best(self.features),
        };
        let team = self.team.clone().unwrap_or_else(|| Arc::new(Alone));
        let threads = team.threads().min(self.max_threads);
        let odd = modulus[0] & 1 == 1 && bits > 1;
        let build = |choice: Choice| {
            let split = narrowed(team.clone(), choice.threads);
            let cut_words = self.cut_words.or(choice.cut_words);
            choice.entry.build(&Request { modulus, kernel, split, cut_words, k: None })
        };
        if let Some(name) = self.algorithm {
            return build(named(name, threads, vartime)?);
        }
        let tuned = self.profile.and_then(|p| p.choose(bits, odd, threads, kernel, !vartime));
        if let Some(Ok(modmul)) = tuned.map(build) {
            return Ok(modmul);
        }
        build(Profile::choose_builtin(bits, odd, threads, kernel)?)
    }
}

/// The algorithm of that name on as many of `threads` as it can use.
fn named(name: &str, threads: usize, vartime: bool) -> Result<Choice> {
    let entry = Entry::find(name)?;
    if entry.constant_time != ConstantTime::Yes && !vartime {
        return Err(Error::Parameter {
            expected: "an algorithm that is constant-time, or new_vartime, which takes all",
        });
    }
    Ok(Choice { entry, threads: entry.threads.most_within(threads), cut_words: None })
}
