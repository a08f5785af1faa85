//! `polylimb calc powm`: one power by one method.

mod known;

use super::{is_odd, kernel_by_name, parse_threads, tuned};
use crate::lab::parse_width;
use crate::print_json;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::limb::{Kernel, Natural, WORD_BITS, Word};
use polylimb::authors::modmul::{Entry, ModMul, Request};
use polylimb::cpu::Features;
use polylimb::modmul::{self, Modulus};
use polylimb::{Alone, Split};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::judge::Baseline;
use polylimb_lab::number;
use polylimb_lab::registry::powm::{Listed, Measured, Named, Power, all, find, measured};
use polylimb_lab::registry::{self, TEAM};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// The method without `--method`: the library's default.
const DEFAULT: &str = "fixed-window";

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The modulus: 0x… hexadecimal or decimal
    #[arg(long, value_name = "M")]
    modulus: String,
    /// The base; reduced first if it is not below the modulus. Methods of products and batches take
    /// several, each with its exponent
    #[arg(long, value_name = "G", required = true, allow_hyphen_values = true)]
    base: Vec<String>,
    /// The exponent
    #[arg(long, value_name = "E", required = true, allow_hyphen_values = true)]
    exponent: Vec<String>,
    /// A prime of the modulus, for crt-2-primes and its like: as many as the method says
    #[arg(long, value_name = "P")]
    prime: Vec<String>,
    /// For the same methods the exponent whose inverse --exponent is; without it 65537
    #[arg(long, value_name = "E", requires = "prime")]
    public_exponent: Option<String>,
    /// The method; without it the constant-time one that the library uses, or with several threads
    /// the first that runs on them
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// The threads of the method, or of a parallel --modmul under a method of one thread; without
    /// it the fewest
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
    /// What multiplies; without it the choice of the tuning profile, or of the built-in one
    #[arg(long, value_name = "NAME")]
    modmul: Option<String>,
    /// The window's width in bits, for a method with a window; without it the method's choice
    #[arg(long, value_name = "W", allow_hyphen_values = true)]
    width: Option<String>,
    /// The kernel; without it the best of this processor
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// The tuning profile; without it the one of `polylimb info`
    #[arg(long, value_name = "FILE", conflicts_with = "modmul")]
    profile: Option<PathBuf>,
    /// As JSON, with what computed it
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let modulus = number::parse(&options.modulus, "--modulus")?;
    if options.base.len() != options.exponent.len() {
        return Err(Failure::usage("each --base takes an --exponent, in the same order"));
    }
    if modulus.is_zero() {
        return Err(polylimb::Error::ZeroModulus.into());
    }
    let words = modulus.to_words(modulus.bits_vartime().div_ceil(WORD_BITS))?;
    let field = Modulus::new(&words, &modmul::Options::default())?;
    let mut terms = Vec::new();
    for (base, exponent) in options.base.iter().zip(&options.exponent) {
        let base = number::parse(base, "--base")?;
        let base = base.to_words(base.words().len().max(1))?;
        terms.push((field.reduce(&base)?, number::parse(exponent, "--exponent")?));
    }
    let (method, threads) = options.method()?;
    let name = method.entry().name;
    if !options.prime.is_empty() && !matches!(method, Measured::Crt(_)) {
        return Err(Failure::usage(format!("--prime: {name} uses no factors of the modulus")));
    }
    let (results, multiplied) = match (method, &terms[..]) {
        (Measured::Power(listed), [(base, exponent)]) => {
            let mut power = match listed {
                Listed::Baseline(baseline) => options.baseline(baseline, threads, &words)?,
                Listed::Library(method) => options.library(method, threads, &modulus, &words)?,
            };
            let mut result = vec![0; words.len()];
            power.pow(&mut result, base, exponent.words(), exponent.bits_vartime());
            (vec![result], power.modmul())
        }
        (Measured::Power(_), _) => {
            return Err(Failure::usage(format!("{name} takes one base and one exponent")));
        }
        _ => known::run(options, method, threads, &modulus, &terms)?,
    };
    let results = results.into_iter().map(|result| Natural::from_words(result).to_string());
    let results: Vec<String> = results.collect();
    if options.json {
        let mut json = json!({
            "result": results[0],
            "method": name,
            "threads": threads,
            "modmul": multiplied,
            "width": options.width()?,
        });
        if results.len() > 1 {
            json["results"] = json!(results);
        }
        return print_json(&json);
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", results.join("\n"))?;
    Ok(out.flush()?)
}

impl Options {
    /// The method and its threads, including the threads of a parallel multiplication.
    fn method(&self) -> Result<(Measured, usize)> {
        let product = self.multiplication()?.map_or(1, |entry| entry.threads.min());
        let threads = self.threads.as_deref().map(parse_threads).transpose()?;
        let listed = match (&self.method, threads) {
            (Some(name), _) => find(&measured(), name)?,
            (None, Some(lanes)) if lanes > 1 && product == 1 => Measured::Power(for_lanes(lanes)?),
            (None, _) => find(&measured(), DEFAULT)?,
        };
        Ok((listed, threads.unwrap_or_else(|| listed.entry().threads.min().max(product))))
    }

    /// The multiplication given by the user.
    fn multiplication(&self) -> Result<Option<&'static Entry>> {
        let listed = registry::all();
        self.modmul.as_ref().map(|name| Ok(registry::find(&listed, name)?.entry)).transpose()
    }

    fn width(&self) -> Result<Option<usize>> {
        self.width.as_deref().map(parse_width).transpose()
    }

    fn baseline(&self, baseline: &'static Baseline, threads: usize, m: &[Word]) -> Result<Power> {
        let name = baseline.name;
        if self.modmul.is_some() || self.width.is_some() || self.kernel.is_some() || threads != 1 {
            return Err(Failure::usage(format!(
                "{name} is another library's function of one thread: leave out --modmul, --width, --kernel and --threads"
            )));
        }
        if !baseline.domain.accepts(m) {
            return Err(Failure::usage(format!(
                "{name} works for odd moduli from 3 only; choose another --method"
            )));
        }
        Ok(Power::baseline(baseline, m))
    }

    /// Several threads over a multiplication on one thread, or one thread over any multiplication.
    fn library(
        &self,
        method: &'static polylimb::authors::powm::Entry,
        threads: usize,
        modulus: &Natural,
        words: &[Word],
    ) -> Result<Power> {
        let kernel =
            self.kernel.as_deref().map_or(Ok(Kernel::best(Features::detect())), kernel_by_name)?;
        let multiplication = self.multiplication()?;
        let parallel = multiplication.is_some_and(|entry| entry.threads.min() > 1);
        let lanes = if parallel { 1 } else { threads };
        method.check_threads(lanes)?;
        if let Some(entry) = multiplication {
            entry.check_threads(if parallel { threads } else { 1 })?;
        }
        let split = registry::split(registry::executor(TEAM)?, threads, false)?;
        let alone = Arc::new(Alone) as Arc<dyn Split>;
        let (lanes, product) = if parallel { (alone, split) } else { (split, alone) };
        let entry = self.multiplication_for(modulus, kernel)?;
        let modmul = entry.build(&Request { kernel, split: product, ..Request::new(words) })?;
        Ok(Power::library(method, modmul, lanes, self.width()?)?)
    }

    /// The multiplication, on one thread.
    fn alone(&self, modulus: &Natural, words: &[Word]) -> Result<Box<dyn ModMul>> {
        let kernel =
            self.kernel.as_deref().map_or(Ok(Kernel::best(Features::detect())), kernel_by_name)?;
        let entry = self.multiplication_for(modulus, kernel)?;
        entry.check_threads(1)?;
        Ok(entry.build(&Request { kernel, ..Request::new(words) })?)
    }

    fn multiplication_for(&self, modulus: &Natural, kernel: Kernel) -> Result<&'static Entry> {
        if let Some(entry) = self.multiplication()? {
            return Ok(entry);
        }
        match tuned(self.profile.as_deref(), modulus, 1, kernel)? {
            Some(choice) => Ok(choice.entry),
            None => registry::best(modulus.bits_vartime(), is_odd(modulus), kernel),
        }
    }
}

/// The first constant-time method of the library that supports `lanes` threads.
fn for_lanes(lanes: usize) -> Result<Listed> {
    let serves = |l: &Listed| {
        let entry = l.entry();
        entry.make.library
            && entry.constant_time == ConstantTime::Yes
            && entry.threads.contains(lanes)
    };
    all().into_iter().find(serves).ok_or_else(|| {
        Failure::usage(format!(
            "no constant-time method runs on {lanes} threads; choose one of polylimb list powm with --method, or a parallel --modmul"
        ))
    })
}
