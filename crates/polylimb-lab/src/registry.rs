//! The library's algorithms with the laboratory's own behind them, and what runs their parts.

pub mod curve;
pub mod field;
pub mod powm;

use crate::executor::{self, EXECUTORS};
use crate::failure::{Failure, Result};
use crate::host::hardware_threads;
use crate::judge;
use polylimb::limb::{Kernel, Word};
use polylimb::modmul::{ALGORITHMS, ConstantTime, Domain, Entry, Profile, Threads};
use polylimb::team::{Alone, Split, Team};
use std::sync::Arc;

/// The executor that the library offers.
pub const TEAM: &str = "team";

/// A modular multiplication the laboratory can measure.
#[derive(Clone, Copy)]
pub struct Listed {
    /// What is known of it.
    pub entry: &'static Entry,
    /// Whether it is the library's own; the others are baselines to compare with.
    pub library: bool,
}

impl Listed {
    /// The inner loops a baseline brings along; none for the library's, which use the kernel they are given.
    #[must_use]
    pub fn own_kernel(&self) -> Option<&'static str> {
        (!self.library).then_some(self.entry.name)
    }
}

/// Every modular multiplication: the library's, then the laboratory's baselines.
#[must_use]
pub fn all() -> Vec<Listed> {
    let library = ALGORITHMS.iter().map(|entry| Listed { entry, library: true });
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
        Failure::usage(format!(
            "there is no modular multiplication '{name}'; there are: {}",
            names.join(", ")
        ))
    })
}

/// The first of the library's constant-time algorithms that serves this modulus and thread count.
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

/// The committed choice for moduli of so many bits on one thread (`odd`: odd and at least 3).
///
/// # Errors
/// [`Failure::Run`] if the profile of this build has a hole.
pub fn best(bits: usize, odd: bool, kernel: Kernel) -> Result<&'static Entry> {
    let choice = Profile::builtin(kernel).choose(bits, odd, 1, kernel, true);
    choice.map(|choice| choice.entry).ok_or_else(|| {
        Failure::run(format!("the built-in profile has no choice for {bits} bits; name one"))
    })
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

/// Makes an executor for so many threads, the caller's included. A team is pinned to cores of its own
/// if asked, and if there are as many; the others have no such choice. One thread needs no executor.
///
/// # Errors
/// [`Failure::Run`] if the threads cannot be had.
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

/// Which GMP the baseline is, and whether it has its kernels for this processor.
#[must_use]
pub fn gmp() -> String {
    match judge::gmp_has_mulx() {
        None => "not part of this build; build with --features gmp".into(),
        Some(true) => format!("with its MULX kernels ({})", judge::gmp_kernels()),
        Some(false) => format!("without its MULX kernels ({})", judge::gmp_kernels()),
    }
}
