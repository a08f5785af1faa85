//! The chains of algorithms: the library's, the catalogue's and the laboratory's baselines; and the
//! executors of their parts.

pub mod curve;
pub mod field;
pub mod powm;

use crate::executor::{self, EXECUTORS};
use crate::failure::{Failure, Result};
use crate::host::hardware_threads;
use crate::judge;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::{ALGORITHMS, Choice, Entry};
use polylimb::modmul::Profile;
use polylimb::{Alone, Split, Team};
use std::sync::Arc;

/// The executor that the library offers.
pub const TEAM: &str = "team";

/// A modular multiplication the laboratory can measure.
#[derive(Clone, Copy)]
pub struct Listed {
    /// Its entry.
    pub entry: &'static Entry,
    /// Whether it is polylimb's own, from the library or the catalogue; the others are baselines.
    pub library: bool,
}

impl Listed {
    /// Whether it ships with the library, so that a profile may name it.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        ALGORITHMS.iter().any(|entry| entry.name == self.entry.name)
    }

    /// The name of a baseline's own inner loops; `None` for polylimb's algorithms, which use the
    /// kernel they are given.
    #[must_use]
    pub fn own_kernel(&self) -> Option<&'static str> {
        (!self.library).then_some(self.entry.name)
    }
}

/// Every modular multiplication of polylimb: the library's, then the catalogue's.
pub fn modmuls() -> impl Iterator<Item = &'static Entry> + Clone {
    ALGORITHMS.iter().chain(polylimb_catalogue::modmul::ALGORITHMS)
}

/// The entry of that name in [`modmuls`].
///
/// # Errors
/// [`polylimb::Error::UnknownName`].
pub fn modmul(name: &str) -> polylimb::Result<&'static Entry> {
    polylimb::authors::entry::find(modmuls(), "modmul algorithm", name)
}

/// Every modular multiplication: [`modmuls`], then the laboratory's baselines.
#[must_use]
pub fn all() -> Vec<Listed> {
    let library = modmuls().map(|entry| Listed { entry, library: true });
    let baselines = judge::ENTRIES.iter().map(|entry| Listed { entry, library: false });
    library.chain(baselines).collect()
}

/// The modular multiplication of that name among `listed`.
///
/// # Errors
/// [`Failure::Usage`] with the names that exist.
pub fn find(listed: &[Listed], name: &str) -> Result<Listed> {
    listed.iter().copied().find(|l| l.entry.name == name).ok_or_else(|| {
        let names: Vec<_> = listed.iter().map(|l| l.entry.name).collect();
        Failure::usage(missing("modular multiplication", name, &names))
    })
}

/// Why there is no `kind` of that name: GNU MP is a feature of the build.
pub(crate) fn missing(kind: &str, name: &str, there: &[&str]) -> String {
    let there = there.join(", ");
    if cfg!(not(feature = "gmp")) && ["gmp", "gmp-powm", "gmp-powm-sec"].contains(&name) {
        return format!(
            "the {kind} {name} is not part of this build (cargo build --features gmp); there are: {there}"
        );
    }
    format!("there is no {kind} '{name}'; there are: {there}")
}

/// The first of polylimb's constant-time algorithms for this modulus and thread count.
///
/// # Errors
/// [`Failure::Usage`] if there is none.
pub fn default_for(listed: &[Listed], modulus: &[Word], threads: usize) -> Result<Listed> {
    let serves = |l: &&Listed| {
        l.library
            && l.entry.constant_time == ConstantTime::Yes
            && l.entry.domain.accepts(modulus)
            && l.entry.threads.contains(threads)
    };
    listed.iter().find(serves).copied().ok_or_else(|| {
        Failure::usage(format!(
            "no constant-time algorithm serves this modulus on {threads} thread(s); choose one of polylimb list modmul with --algorithm"
        ))
    })
}

/// The built-in choice for moduli of `bits` bits on one thread (`odd`: odd and at least 3).
///
/// # Errors
/// [`Failure::Run`] if the profile of this build has a gap.
pub fn best(bits: usize, odd: bool, kernel: Kernel) -> Result<&'static Entry> {
    builtin_choice(bits, odd, 1, kernel).map(|choice| choice.entry).ok_or_else(|| {
        Failure::run(format!("the built-in profile has no choice for {bits} bits; name one"))
    })
}

/// The built-in choice for moduli of `bits` bits, as in `Modulus::new`: kernels without a family of
/// their own count as portable.
pub(crate) fn builtin_choice(
    bits: usize,
    odd: bool,
    threads: usize,
    kernel: Kernel,
) -> Option<Choice> {
    let profile = Profile::builtin(kernel);
    let choose = |kernel| profile.choose(bits, odd, threads, kernel, true);
    choose(kernel).or_else(|| choose(Kernel::PORTABLE))
}

/// The word for a [`ConstantTime`].
#[must_use]
pub const fn constant_time(property: ConstantTime) -> &'static str {
    match property {
        ConstantTime::Yes => "yes",
        ConstantTime::Cacheless => "cacheless",
        ConstantTime::No => "no",
    }
}

/// The word for a [`Domain`].
#[must_use]
pub fn domain(domain: Domain) -> String {
    match domain {
        Domain::Odd => "odd".into(),
        Domain::OddWithin { least_bits, most_bits } => {
            format!("odd, {least_bits}-{most_bits} bits")
        }
        Domain::Any => "any".into(),
        Domain::PrimeCurves => "curves over prime fields".into(),
        Domain::BinaryCurves => "binary curves".into(),
        Domain::KoblitzCurves => "Koblitz curves".into(),
        Domain::Curve(name) => name.into(),
        Domain::BinaryField { most_degree } => format!("2^m elements, m to {most_degree}"),
    }
}

/// The word for [`Threads`].
#[must_use]
pub fn threads(threads: Threads) -> String {
    match threads {
        Threads::Exactly(n) => n.to_string(),
        Threads::AtLeast(n) => format!("{n}+"),
        Threads::OneOf(counts) => counts.iter().map(usize::to_string).collect::<Vec<_>>().join(","),
    }
}

/// The executor of that name.
///
/// # Errors
/// [`Failure::Usage`] with the names that exist.
pub fn executor(name: &str) -> Result<&'static executor::Entry> {
    executor::by_name(name).map_err(|_| {
        let names: Vec<_> = EXECUTORS.iter().map(|e| e.name).collect();
        let names = names.join(", ");
        Failure::usage(match name {
            "openmp" => format!(
                "the executor openmp is not part of this build (cargo build --features openmp); there are: {names}"
            ),
            _ => format!("there is no executor '{name}'; there are: {names}"),
        })
    })
}

/// Makes an executor for `threads` threads, including the caller's. A team is pinned to cores of
/// its own if `pin` is set and there are enough cores; the others cannot be pinned. One thread
/// needs no executor.
///
/// # Errors
/// [`Failure::Run`] if the threads cannot be started.
pub fn split(executor: &executor::Entry, threads: usize, pin: bool) -> Result<Arc<dyn Split>> {
    if threads == 1 {
        return Ok(Arc::new(Alone));
    }
    let split = if pin && executor.name == TEAM && threads <= hardware_threads().len() {
        let team = Team::builder(threads).pinned(true).build();
        team.map(|team| Arc::new(team) as Arc<dyn Split>)
    } else {
        (executor.build)(threads)
    };
    split.map_err(|e| {
        Failure::run(format!("the executor {} with {threads} threads: {e}", executor.name))
    })
}

/// The GMP of the baseline, and whether it has its kernels for this processor.
#[must_use]
pub fn gmp() -> String {
    match judge::gmp_has_mulx() {
        None => "not part of this build; build with --features gmp".into(),
        Some(true) => format!("with its MULX kernels ({})", judge::gmp_kernels()),
        Some(false) => format!("without its MULX kernels ({})", judge::gmp_kernels()),
    }
}
