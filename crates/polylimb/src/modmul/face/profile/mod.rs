//! The choice of algorithm as data: which one a modulus gets, by size, oddness, threads and kernel.
//!
//! A [`Profile`] is a list of sections, one for a kernel, odd or even moduli and a number of threads; a section
//! is a list of size ranges with an algorithm each. The committed one ([`Profile::builtin`]) was
//! measured per CPU family; `polylimb tune` measures one for the machine at hand; `text.rs` is its text form.
//! The library reads no files: whoever has the text hands it in. **Cost.** A choice looks through a dozen
//! sections, once per modulus. Nothing here depends on a modulus' value, only on its size and oddness.

mod builtin;
mod text;

use super::options::MAX_BITS;
use crate::error::{Error, Result};
use crate::limb::{Kernel, WORD_BITS};
use crate::modmul::registry::{ConstantTime, Domain, Entry, Threads};
use crate::modmul::weight_groups::MAX_BLOCKS;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Which algorithm serves a modulus of some size on some threads: the committed table, or one measured by
/// `polylimb tune` and validated against the registry.
///
/// ```
/// use polylimb::modmul::{Modulus, Options, Profile};
/// let profile = Profile::parse(
///     "polylimb-profile 1
///      [portable odd threads=1]
///      1-255 = montgomery-cios threads=1
///      256-4096 = montgomery-comba threads=1   # larger ones, even ones: as built in",
/// )?;
/// let options = Options { profile: Some(&profile), kernel: Some("portable"), ..Options::default() };
/// let modulus = Modulus::from_be_bytes(&[0xff; 64], &options)?;
/// assert_eq!(modulus.algorithm(), "montgomery-comba");
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct Profile {
    sections: Cow<'static, [Section]>,
}

/// The choices for one kernel, odd or even moduli, and so many threads or more.
#[derive(Clone)]
pub struct Section {
    /// The kernel's name.
    pub kernel: &'static str,
    /// For odd moduli from 3; otherwise for even ones and 1.
    pub odd: bool,
    /// The fewest threads that must be there, 1 to [`Threads::MOST`].
    pub threads: usize,
    /// Whether all algorithms in it are constant-time; the others serve `new_vartime` only.
    pub constant_time: bool,
    /// Ascending, without overlap. Sizes in no range are left to sections of fewer threads.
    pub rules: Cow<'static, [Rule]>,
}

/// The algorithm for the moduli of a range of sizes.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The smallest size, at least 1.
    pub from_bits: usize,
    /// The largest size, itself included, at most [`MAX_BITS`].
    pub to_bits: usize,
    /// The algorithm.
    pub entry: &'static Entry,
    /// How many threads it gets; none for all that are there.
    pub threads: Option<usize>,
    /// Where a partite algorithm cuts: the lower part in percent of the words, 0 to 100; none for its
    /// default. Algorithms without a cut ignore it.
    pub cut_percent: Option<u8>,
    /// Into how many blocks a multipartite algorithm cuts its operands, 2 to 15; none for its default. The
    /// others ignore it.
    pub k: Option<u8>,
}

/// What a profile says to one modulus.
#[derive(Clone, Copy)]
pub struct Choice {
    /// The algorithm.
    pub entry: &'static Entry,
    /// How many of the threads it gets.
    pub threads: usize,
    /// Where a partite algorithm cuts, in words of the lower part; none for its default.
    pub cut_words: Option<usize>,
    /// Into how many blocks a multipartite algorithm cuts its operands; none for its default.
    pub k: Option<usize>,
}

impl Profile {
    /// The committed profile of the CPU family that `kernel` belongs to: x86-64 with AVX-512 IFMA, x86-64 with
    /// MULX, everything else. It covers every size, and its algorithms are constant-time.
    #[must_use]
    pub fn builtin(kernel: Kernel) -> &'static Self {
        builtin::for_kernel(kernel)
    }

    /// A profile of these sections.
    ///
    /// # Errors
    /// [`Error::InvalidProfile`], with the line of the text form that is wrong: the kernel is not one of this
    /// build, a section appears twice, ranges are empty, overlap or do not ascend, or an algorithm does not serve
    /// the section's moduli, threads or constant time.
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

    /// The algorithm for a modulus of `bits` bits (`odd`: odd and at least 3) with `kernel`, when `threads` threads
    /// are there; none if the profile does not say. Sections of more threads come before those of fewer; with
    /// `constant_time` only algorithms that are, without it those of the `vartime` sections first.
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
            k: rule.k.map(usize::from),
        })
    }

    /// What the committed profile says; it knows every size, and kernels without a family of their own are served
    /// as the portable one.
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
    /// Whether the section, but for its rules, can stand after those `before` it.
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
    /// Whether the rule can stand in `section` after the rule `before` it.
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
        } else if self.k.is_some_and(|k| !(2..=MAX_BLOCKS).contains(&usize::from(k))) {
            Err("k=2 to k=15, the blocks of an operand")
        } else {
            Ok(())
        }
    }
}

fn invalid(line: usize, expected: &'static str) -> Error {
    Error::InvalidProfile { line, expected }
}
