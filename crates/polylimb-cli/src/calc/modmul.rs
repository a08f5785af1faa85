//! `polylimb calc modmul`: one product by one algorithm.

use super::{kernel_by_name, parse_threads, tuned};
use crate::print_json;
use polylimb::authors::limb::{Kernel, Natural, WORD_BITS};
use polylimb::authors::modmul::Request;
use polylimb::cpu::Features;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number;
use polylimb_lab::parameters::{self, Asked, Cut, parse_cuts, parse_k};
use polylimb_lab::registry;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The modulus: 0x… hexadecimal or decimal
    #[arg(long, value_name = "M")]
    modulus: String,
    /// The first factor, below the modulus
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    a: String,
    /// The second factor, below the modulus
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    b: String,
    /// The algorithm; without it the tuning profile's, or the first constant-time one that serves
    /// modulus and threads
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// The threads; without it the fewest the algorithm runs on
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
    /// The kernel; without it the best of this processor
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// The blocks of the operands of a multipartite algorithm, 2 to 15; without it the algorithm's
    /// own
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    k: Option<String>,
    /// Where a partite algorithm cuts, the lower part: 48% of the words, or 12 words; without it
    /// the algorithm's own
    #[arg(long, value_name = "CUT", allow_hyphen_values = true)]
    cut: Option<String>,
    /// The tuning profile; without it the one of `polylimb info`
    #[arg(long, value_name = "FILE", conflicts_with = "algorithm")]
    profile: Option<PathBuf>,
    /// What runs the parts of a parallel algorithm: team, openmp, spawn or rayon
    #[arg(long, value_name = "NAME", default_value = "team")]
    executor: String,
    /// As JSON, with what computed it
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let modulus = number::parse(&options.modulus, "--modulus")?;
    let below = |text: &str, name: &str| -> Result<Natural> {
        let value = number::parse(text, name)?;
        if value < modulus {
            return Ok(value);
        }
        Err(Failure::usage(format!("{name} is not below the modulus; reduce it first")))
    };
    if modulus.is_zero() {
        return Err(polylimb::Error::ZeroModulus.into());
    }
    let (a, b) = (below(&options.a, "--a")?, below(&options.b, "--b")?);
    let threads = options.threads.as_deref().map(parse_threads).transpose()?;
    let executor = registry::executor(&options.executor)?;
    let kernel = match &options.kernel {
        Some(name) => kernel_by_name(name)?,
        None => Kernel::best(Features::detect()),
    };
    let listed = registry::all();
    let n = modulus.bits_vartime().div_ceil(WORD_BITS);
    let words = modulus.to_words(n)?;
    let mut asked = asked(options)?;
    let entry = match &options.algorithm {
        Some(name) => registry::find(&listed, name)?.entry,
        None => match tuned(options.profile.as_deref(), &modulus, threads.unwrap_or(1), kernel)? {
            Some(choice) => {
                asked.cut = asked.cut.or(choice.cut_words.map(Cut::Words));
                choice.entry
            }
            None => registry::default_for(&listed, &words, threads.unwrap_or(1))?.entry,
        },
    };
    let threads = threads.unwrap_or(entry.threads.min());
    // Checked before threads are started.
    entry.check_threads(threads)?;
    let split = registry::split(executor, threads, false)?;
    let request = Request { kernel, split, ..Request::new(&words) };
    let modmul = entry.build(&asked.into_request(request))?;
    let made = modmul.parameters();
    for (name, asked, has) in [
        ("--k", options.k.is_some(), made.k.is_some()),
        ("--cut", options.cut.is_some(), made.cut_words.is_some()),
    ] {
        if asked && !has {
            return Err(Failure::usage(format!(
                "{name}: {} has no such parameter; choose another with --algorithm",
                entry.name
            )));
        }
    }
    let mut scratch = vec![0; modmul.scratch_words()];
    let residue = vec![0; modmul.residue_words()];
    let (mut x, mut y, mut r) = (residue.clone(), residue.clone(), residue);
    modmul.enter(&mut x, &a.to_words(n)?, &mut scratch);
    modmul.enter(&mut y, &b.to_words(n)?, &mut scratch);
    modmul.mul(&mut r, &x, &y, &mut scratch);
    let mut plain = vec![0; n];
    modmul.leave(&mut plain, &r, &mut scratch);
    let result = Natural::from_words(plain).to_string();
    if options.json {
        return print_json(&json!({
            "result": result,
            "algorithm": entry.name,
            "threads": threads,
            "kernel": modmul.kernel().name(),
            "params": parameters::params(made),
            "executor": if threads == 1 { "alone" } else { executor.name },
        }));
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{result}")?;
    Ok(out.flush()?)
}

/// The given parameters.
fn asked(options: &Options) -> Result<Asked> {
    let one = |name: &str| Failure::usage(format!("{name} takes one value here"));
    let k = match options.k.as_deref().map(parse_k).transpose()?.as_deref() {
        None => None,
        Some([k]) => Some(*k),
        Some(_) => return Err(one("--k")),
    };
    let cut = match options.cut.as_deref().map(parse_cuts).transpose()?.as_deref() {
        None => None,
        Some([cut]) => *cut,
        Some(_) => return Err(one("--cut")),
    };
    Ok(Asked { k, cut })
}
