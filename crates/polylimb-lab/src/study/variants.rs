//! The rows of a plan before a size is chosen: algorithm × threads × kernel × executor × parameters.

use super::plan::Plan;
use crate::executor;
use crate::failure::{Failure, Result};
use crate::parameters::{self, Asked, Cut};
use crate::record::TUNED;
use crate::registry::{self, Listed};
use polylimb::limb::Kernel;
use polylimb::modmul::{Choice, Entry, Profile};
use std::sync::Arc;

/// One row to measure.
#[derive(Clone)]
pub struct Variant {
    /// What computes.
    pub what: What,
    /// The threads that are there.
    pub threads: usize,
    /// What runs its parts; none for one thread.
    pub executor: Option<&'static executor::Entry>,
    /// Its kernel.
    pub kernel: Kernel,
    /// Its parameters.
    pub asked: Asked,
}

/// What computes a row.
#[derive(Clone)]
pub enum What {
    /// One algorithm at every size.
    Algorithm(Listed),
    /// At each size the one that `Modulus::new` takes with this profile.
    Tuned(Arc<Profile>),
}

/// What computes a row at one size.
pub(super) struct Chosen {
    pub(super) entry: &'static Entry,
    /// The threads it gets.
    pub(super) threads: usize,
    pub(super) asked: Asked,
}

impl Variant {
    /// The word for it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.what {
            What::Algorithm(listed) => listed.entry.name,
            What::Tuned(_) => TUNED,
        }
    }

    /// Whether it takes odd moduli of so many bits.
    #[must_use]
    pub fn serves(&self, bits: usize) -> bool {
        self.at(bits).is_some_and(|chosen| chosen.entry.domain.accepts_odd_of(bits))
    }

    /// What computes odd moduli of so many bits.
    pub(super) fn at(&self, bits: usize) -> Option<Chosen> {
        let (threads, asked) = (self.threads, self.asked);
        match &self.what {
            What::Algorithm(listed) => Some(Chosen { entry: listed.entry, threads, asked }),
            What::Tuned(profile) => {
                let choice = choose(profile, bits, threads, self.kernel)?;
                let cut = choice.cut_words.map(Cut::Words);
                let asked = Asked { k: choice.k, cut };
                Some(Chosen { entry: choice.entry, threads: choice.threads, asked })
            }
        }
    }
}

/// The profile's choice, or the built-in one where it makes none that serves, as `Modulus::new` does.
fn choose(profile: &Profile, bits: usize, threads: usize, kernel: Kernel) -> Option<Choice> {
    let says = |profile: &Profile, kernel| {
        let choice = profile.choose(bits, true, threads, kernel, true);
        choice.filter(|choice| choice.entry.domain.accepts_odd_of(bits))
    };
    let builtin = Profile::builtin(kernel);
    says(profile, kernel)
        .or_else(|| says(builtin, kernel))
        .or_else(|| says(builtin, Kernel::PORTABLE))
}

/// The rows of a plan: each algorithm on each thread count it is defined for, with each kernel, with each
/// executor where it is parallel, and with each of the plan's parameters that it has. Baselines bring a kernel of
/// their own and appear once.
///
/// # Errors
/// [`Failure::Usage`] for a name that does not exist, an algorithm asked for by name that fits none of
/// the thread counts, a parameter that none of the algorithms has, or if nothing is left to measure.
pub fn variants(plan: &Plan, listed: &[Listed]) -> Result<Vec<Variant>> {
    let mut variants = Vec::new();
    for listed in chosen(plan, listed)? {
        let before = variants.len();
        for &threads in plan.threads.iter().filter(|&&n| listed.entry.threads.contains(n)) {
            let kernels = if listed.own_kernel().is_some() { 1 } else { plan.kernels.len() };
            let what = What::Algorithm(listed);
            for asked in asked(plan, listed.entry, threads) {
                add(&mut variants, plan, &what, threads, &plan.kernels[..kernels], asked);
            }
        }
        if variants.len() == before && plan.algorithms.is_some() {
            let (name, least) = (listed.entry.name, listed.entry.threads.min());
            return Err(Failure::usage(format!(
                "{name} runs on {} thread(s); add --threads {least}",
                registry::threads(listed.entry.threads)
            )));
        }
    }
    let has = |has: fn(&Asked) -> bool| variants.iter().any(|v: &Variant| has(&v.asked));
    if !plan.k.is_empty() && !has(|asked| asked.k.is_some()) {
        return Err(Failure::usage(
            "--k: none of these algorithms cuts its operands into blocks; multipartite-v1 and -v2 do, on two threads and more",
        ));
    }
    if plan.cuts.iter().any(Option::is_some) && !has(|asked| asked.cut.is_some()) {
        return Err(Failure::usage(
            "--cut: none of these algorithms has a cut; the partite ones do, on two threads and more",
        ));
    }
    if let Some(tuned) = &plan.tuned {
        let what = What::Tuned(Arc::new(tuned.profile.clone()));
        for &threads in &plan.threads {
            add(&mut variants, plan, &what, threads, &plan.kernels, Asked::default());
        }
    }
    if variants.is_empty() {
        return Err(Failure::usage(
            "no algorithm runs on these thread counts; see polylimb list modmul",
        ));
    }
    // By threads, as tables show them; within, the registry's order.
    variants.sort_by_key(|v| v.threads);
    Ok(variants)
}

/// The algorithms of a plan.
fn chosen(plan: &Plan, listed: &[Listed]) -> Result<Vec<Listed>> {
    let Some(names) = &plan.algorithms else {
        return Ok(listed.to_vec());
    };
    if plan.tuned.is_none() && names.iter().any(|name| name == TUNED) {
        return Err(Failure::usage("tuned is the choice of a profile; name it with --profile"));
    }
    let names = names.iter().filter(|name| *name != TUNED);
    names.map(|name| registry::find(listed, name)).collect()
}

/// The parameters to measure an algorithm with: the plan's where it has them.
fn asked(plan: &Plan, entry: &Entry, threads: usize) -> Vec<Asked> {
    if plan.k.is_empty() && plan.cuts.is_empty() {
        return vec![Asked::default()];
    }
    let has = parameters::of(entry, threads);
    let each = |has: bool, count: usize| if has && count > 0 { 1..=count } else { 0..=0 };
    let mut asked = Vec::new();
    for k in each(has.k.is_some(), plan.k.len()) {
        for cut in each(has.cut_words.is_some(), plan.cuts.len()) {
            let at = |index: usize| index.checked_sub(1);
            asked.push(Asked {
                k: at(k).map(|index| plan.k[index]),
                cut: at(cut).and_then(|index| plan.cuts[index]),
            });
        }
    }
    asked
}

fn add(
    variants: &mut Vec<Variant>,
    plan: &Plan,
    what: &What,
    threads: usize,
    kernels: &[Kernel],
    asked: Asked,
) {
    let executors: Vec<Option<_>> = match threads {
        1 => vec![None],
        _ => plan.executors.iter().copied().map(Some).collect(),
    };
    for &kernel in kernels {
        for &executor in &executors {
            variants.push(Variant { what: what.clone(), threads, executor, kernel, asked });
        }
    }
}
