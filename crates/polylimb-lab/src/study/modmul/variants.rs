//! The rows before a size is chosen: algorithm × threads × kernel × executor × parameters.

use super::{Op, Options};
use crate::executor;
use crate::failure::{Failure, Result};
use crate::parameters::{self, Asked, Cut};
use crate::record::{Measurement, TUNED};
use crate::registry::{self, Listed};
use crate::study::Row;
use crate::study::plan::Plan;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::limb::Kernel;
use polylimb::authors::modmul::{Choice, Entry};
use polylimb::modmul::Profile;
use std::path::Path;
use std::sync::Arc;

/// One row to measure.
pub(super) struct Variant {
    what: What,
    /// The available threads.
    pub(super) threads: usize,
    /// The executor of its parts; `None` for one thread.
    executor: Option<&'static executor::Entry>,
    pub(super) kernel: Kernel,
    /// Its parameters.
    asked: Asked,
}

/// The computation of a row.
#[derive(Clone)]
enum What {
    /// One algorithm at every size.
    Algorithm(Listed),
    /// At each size the algorithm that `Modulus::new` chooses with this profile.
    Tuned(Arc<Profile>),
}

/// The computation of a row at one size.
pub(super) struct Chosen {
    pub(super) entry: &'static Entry,
    /// Whether a profile chose it.
    pub(super) tuned: bool,
    /// The threads it gets.
    pub(super) threads: usize,
    pub(super) asked: Asked,
}

impl Variant {
    /// Whether it supports odd moduli of `bits` bits.
    pub(super) fn serves(&self, bits: usize) -> bool {
        self.at(bits).is_some_and(|chosen| chosen.entry.domain.accepts_odd_of(bits))
    }

    /// The computation for odd moduli of `bits` bits.
    pub(super) fn at(&self, bits: usize) -> Option<Chosen> {
        let (threads, asked) = (self.threads, self.asked);
        match &self.what {
            What::Algorithm(listed) => {
                Some(Chosen { entry: listed.entry, tuned: false, threads, asked })
            }
            What::Tuned(profile) => {
                let choice = choose(profile, bits, threads, self.kernel)?;
                let cut = choice.cut_words.map(Cut::Words);
                let asked = Asked { k: None, cut };
                let (entry, threads) = (choice.entry, choice.threads);
                Some(Chosen { entry, tuned: true, threads, asked })
            }
        }
    }

    /// The row for the study; `profile` is the file of a tuned row.
    pub(super) fn row(&self, ops: &[Op], profile: Option<&Path>) -> Row {
        let listed = match self.what {
            What::Algorithm(listed) => Some(listed),
            What::Tuned(_) => None,
        };
        let name = listed.map_or(TUNED, |l| l.entry.name);
        let constant_time = listed.map_or(ConstantTime::Yes, |l| l.entry.constant_time);
        let ops: Vec<_> = ops.iter().map(|op| op.name()).collect();
        let mut words = vec![("--algorithms", name.to_owned())];
        words.push(("--kernel", self.kernel.name().to_owned()));
        words.push(("--ops", ops.join(",")));
        words.extend(self.asked.k.map(|k| ("--k", k.to_string())));
        words.extend(self.asked.cut.map(|cut| ("--cut", cut.to_string())));
        let profile = profile.filter(|_| listed.is_none());
        words.extend(profile.map(|path| ("--profile", path.to_string_lossy().into_owned())));
        Row {
            threads: self.threads,
            executor: self.executor,
            names: Measurement {
                study: "modmul".into(),
                algorithm: name.into(),
                variant: self.asked.to_string(),
                threads: self.threads,
                kernel: listed.and_then(|l| l.own_kernel()).unwrap_or(self.kernel.name()).into(),
                executor: self.executor.map_or("alone", |e| e.name).into(),
                constant_time: registry::constant_time(constant_time).into(),
                library: listed.is_some_and(|l| l.library),
                ..Measurement::default()
            },
            words: words.into_iter().flat_map(|(name, value)| [name.to_owned(), value]).collect(),
        }
    }
}

/// The profile's choice, or the built-in one if the profile has none that fits, as in
/// `Modulus::new`.
fn choose(profile: &Profile, bits: usize, threads: usize, kernel: Kernel) -> Option<Choice> {
    let serves = |choice: &Choice| choice.entry.domain.accepts_odd_of(bits);
    let measured = profile.choose(bits, true, threads, kernel, true).filter(serves);
    measured.or_else(|| registry::builtin_choice(bits, true, threads, kernel).filter(serves))
}

/// The rows of a plan: each algorithm on each supported thread count, with each kernel, with each
/// executor if it is parallel, and with each given parameter that it has. Baselines bring their own
/// kernel and appear once.
///
/// # Errors
/// [`Failure::Usage`] for an unknown name, a named algorithm that supports none of the thread
/// counts, a parameter that none of the algorithms has, or if nothing is left to measure.
pub(super) fn variants(plan: &Plan, options: &Options, listed: &[Listed]) -> Result<Vec<Variant>> {
    let mut variants = Vec::new();
    for listed in chosen(plan, options, listed)? {
        let before = variants.len();
        for &threads in plan.threads.iter().filter(|&&n| listed.entry.threads.contains(n)) {
            let kernels = if listed.own_kernel().is_some() { 1 } else { plan.kernels.len() };
            let what = What::Algorithm(listed);
            for asked in asked(options, listed.entry, threads) {
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
    if !options.k.is_empty() && !has(|asked| asked.k.is_some()) {
        return Err(Failure::usage(
            "--k: none of these algorithms cuts its operands into blocks; multipartite-v1 and -v2 do, on two threads and more",
        ));
    }
    if options.cuts.iter().any(Option::is_some) && !has(|asked| asked.cut.is_some()) {
        return Err(Failure::usage(
            "--cut: none of these algorithms has a cut; the partite ones do, on two threads and more",
        ));
    }
    if let Some(tuned) = &options.tuned {
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
    // By threads, as tables show them; then in the register's order.
    variants.sort_by_key(|v| v.threads);
    Ok(variants)
}

/// The algorithms of a plan.
fn chosen(plan: &Plan, options: &Options, listed: &[Listed]) -> Result<Vec<Listed>> {
    let Some(names) = &plan.algorithms else {
        return Ok(listed.to_vec());
    };
    if options.tuned.is_none() && names.iter().any(|name| name == TUNED) {
        return Err(Failure::usage("tuned is the choice of a profile; name it with --profile"));
    }
    let names = names.iter().filter(|name| *name != TUNED);
    names.map(|name| registry::find(listed, name)).collect()
}

/// The parameters with which an algorithm is measured: the given ones that it has.
fn asked(options: &Options, entry: &Entry, threads: usize) -> Vec<Asked> {
    if options.k.is_empty() && options.cuts.is_empty() {
        return vec![Asked::default()];
    }
    let has = parameters::of(entry, threads);
    let each = |has: bool, count: usize| if has && count > 0 { 1..=count } else { 0..=0 };
    let mut asked = Vec::new();
    for k in each(has.k.is_some(), options.k.len()) {
        for cut in each(has.cut_words.is_some(), options.cuts.len()) {
            let at = |index: usize| index.checked_sub(1);
            asked.push(Asked {
                k: at(k).map(|index| options.k[index]),
                cut: at(cut).and_then(|index| options.cuts[index]),
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
    for &kernel in kernels {
        for executor in plan.executors_for(threads) {
            variants.push(Variant { what: what.clone(), threads, executor, kernel, asked });
        }
    }
}
