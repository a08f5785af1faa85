//! The choice of algorithm as data: by size and oddness of the modulus, threads and kernel.
//!
//! A [`Profile`] is a list of sections, one for a kernel, odd or even moduli and a number of
//! threads; a section is a list of size ranges with an algorithm each. The committed one
//! ([`Profile::builtin`]) was measured per CPU family; `polylimb tune` measures one for the machine
//! at hand; `text.rs` is its text form. The library reads no files; the caller passes the text.
//! **Cost.** A choice searches a dozen sections, once per modulus. It depends on size and oddness
//! of the modulus, not on its value.

mod builtin;
mod text;

use super::options::MAX_BITS;
use crate::error::{Error, Result};
use crate::limb::{Kernel, WORD_BITS};
use crate::modmul::registry::{ConstantTime, Domain, Entry, Threads};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The algorithm for each size of modulus and number of threads: the committed table, or one
/// measured by `polylimb tune` and validated against a list of algorithms.
///
/// ```
/// use polylimb::authors::modmul::ALGORITHMS;
/// use polylimb::modmul::{Modulus, Options, Profile};
/// let profile = Profile::parse(
///     "polylimb-profile 1
///      [portable odd threads=1]
///      1-255 = montgomery-cios threads=1
///      256-4096 = montgomery threads=1   # larger ones, even ones: as built in",
///     ALGORITHMS,
/// )?;
/// let mut options = Options::default();
/// (options.profile, options.kernel) = (Some(&profile), Some("portable"));
/// let modulus = Modulus::from_be_bytes(&[0xff; 64], &options)?;
/// assert_eq!(modulus.algorithm(), "montgomery");
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct Profile {
    sections: Cow<'static, [Section]>,
}

/// The choices for one kernel, odd or even moduli, and `threads` threads or more.
#[derive(Clone)]
pub struct Section {
    /// The kernel's name.
    pub kernel: &'static str,
    /// Whether it is for odd moduli from 3; otherwise it is for even moduli and 1.
    pub odd: bool,
    /// The fewest threads that it needs, 1 to [`Threads::MOST`].
    pub threads: usize,
    /// Whether all algorithms in it are constant-time; other sections serve `new_vartime` only.
    pub constant_time: bool,
    /// Ascending, without overlap. Sections of fewer threads serve the sizes outside all ranges.
    pub rules: Cow<'static, [Rule]>,
}

/// The algorithm for the moduli of a range of sizes.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The smallest size, at least 1.
    pub from_bits: usize,
    /// The largest size, itself included, at most [`Modulus::MAX_BITS`](super::Modulus::MAX_BITS).
    pub to_bits: usize,
    /// The algorithm.
    pub entry: &'static Entry,
    /// The number of its threads; `None` for all that are available.
    pub threads: Option<usize>,
    /// The cut of a partite algorithm: the lower part in percent of the words, 0 to 100; `None` for
    /// its default. Algorithms without a cut ignore it.
    pub cut_percent: Option<u8>,
}

/// A profile's choice for one modulus.
#[derive(Clone, Copy)]
pub struct Choice {
    /// The algorithm.
    pub entry: &'static Entry,
    /// The number of its threads.
    pub threads: usize,
    /// The cut of a partite algorithm, in words of the lower part; `None` for its default.
    pub cut_words: Option<usize>,
}

impl Profile {
    /// The committed profile of the CPU family that `kernel` belongs to: x86-64 with AVX-512 IFMA,
    /// x86-64 with MULX, everything else. It covers every size, and its algorithms are
    /// constant-time.
    #[must_use]
    pub fn builtin(kernel: Kernel) -> &'static Self {
        builtin::for_kernel(kernel)
    }

    /// A profile of these sections.
    ///
    /// # Errors
    /// [`Error::InvalidProfile`], with the wrong line of the text form: the kernel is not in this
    /// build, a section appears twice, ranges are empty, overlap or do not ascend, or an algorithm
    /// does not serve the section's moduli, threads or constant time.
    pub fn new(sections: Vec<Section>) -> Result<Self> {
        // The first line names the version.
        let mut line = 1;
        for (index, section) in sections.iter().enumerate() {
            line += 1;
            section.check(&sections[..index]).map_err(|expected| invalid(line, expected))?;
            for (number, rule) in section.rules.iter().enumerate() {
                line += 1;
                let before = number.checked_sub(1).map(|last| &section.rules[last]);
                rule.check(section, before).map_err(|expected| invalid(line, expected))?;
            }
        }
        Ok(Self { sections: sections.into() })
    }

    /// Its sections.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The algorithm for a modulus of `bits` bits (`odd`: odd and at least 3) with `kernel` and
    /// `threads` available threads; `None` if the profile has no rule. Sections of more threads
    /// come before sections of fewer. With `constant_time` only constant-time sections count;
    /// without it `vartime` sections come first.
    #[must_use]
    pub fn choose(
        &self,
        bits: usize,
        odd: bool,
        threads: usize,
        kernel: Kernel,
        constant_time: bool,
    ) -> Option<Choice> {
        let fits = |s: &&Section| {
            s.kernel == kernel.name()
                && s.odd == odd
                && s.threads <= threads
                && (s.constant_time || !constant_time)
        };
        let rule_of = |s: &Section| {
            s.rules.iter().find(|r| (r.from_bits..=r.to_bits).contains(&bits)).copied()
        };
        let found = self.sections.iter().filter(fits).filter_map(|s| Some((s, rule_of(s)?)));
        let (_, rule) = found.max_by_key(|(s, _)| (!s.constant_time, s.threads))?;
        let n = bits.div_ceil(WORD_BITS);
        Some(Choice {
            entry: rule.entry,
            threads: rule.entry.threads.most_within(rule.threads.unwrap_or(threads)),
            cut_words: rule.cut_percent.map(|percent| (n * percent as usize).div_ceil(100)),
        })
    }

    /// The committed profile's choice. It covers every size; kernels without a family of their own
    /// count as portable.
    pub(super) fn choose_builtin(
        bits: usize,
        odd: bool,
        threads: usize,
        kernel: Kernel,
    ) -> Result<Choice> {
        let profile = Self::builtin(kernel);
        let choose = |kernel| profile.choose(bits, odd, threads, kernel, true);
        choose(kernel).or_else(|| choose(Kernel::PORTABLE)).ok_or(Error::Threads {
            algorithm: "a modulus",
            min: 1,
            max: usize::MAX,
            only: &[],
            got: threads,
        })
    }
}

impl Section {
    /// Whether the section, apart from its rules, is valid after the sections `before` it.
    fn check(&self, before: &[Self]) -> core::result::Result<(), &'static str> {
        let scope = |s: &Self| (s.kernel, s.odd, s.threads, s.constant_time);
        if !Kernel::names().any(|name| name == self.kernel) {
            Err("a kernel of this build; see polylimb info")
        } else if !(1..=Threads::MOST).contains(&self.threads) {
            Err("threads from 1 to 64")
        } else if before.iter().any(|s| scope(s) == scope(self)) {
            Err("each section once")
        } else {
            Ok(())
        }
    }
}

impl Rule {
    /// Whether the rule is valid in `section` after the rule `before` it.
    fn check(
        &self,
        section: &Section,
        before: Option<&Self>,
    ) -> core::result::Result<(), &'static str> {
        let threads = self.entry.threads;
        let used = self.threads.unwrap_or(threads.most_within(section.threads));
        if self.from_bits == 0 || self.from_bits > self.to_bits || self.to_bits > MAX_BITS {
            Err("a range of bits such as 256-1024, from 1 to 1048576")
        } else if before.is_some_and(|b| b.to_bits >= self.from_bits) {
            Err("ranges of bits that ascend and do not overlap")
        } else if section.constant_time && self.entry.constant_time != ConstantTime::Yes {
            Err("a constant-time algorithm; others belong into a section marked vartime")
        } else if !section.odd && self.entry.domain != Domain::Any {
            Err("an algorithm that serves even moduli; this one needs odd ones")
        } else if used > section.threads {
            Err("no more threads than the section has")
        } else if !threads.contains(used) {
            Err("a number of threads the algorithm runs on; see polylimb list modmul")
        } else if self.cut_percent.is_some_and(|percent| percent > 100) {
            Err("cut=0 to cut=100, the lower part in percent")
        } else {
            Ok(())
        }
    }
}

fn invalid(line: usize, expected: &'static str) -> Error {
    Error::InvalidProfile { line, expected }
}
