//! Powers by methods that know more than a base and an exponent: a base whose table is made first,
//! several powers at once, a modulus with known factors.

use super::Options;
use crate::protocol::random;
use polylimb::authors::limb::{Natural, WORD_BITS, Word};
use polylimb::authors::modmul::ModMul;
use polylimb::authors::powm::fixed_base::{self, Request};
use polylimb::authors::powm::product::{self, Job, Term};
use polylimb::authors::powm::{Accumulator, Entry, Job as PowerJob};
use polylimb::cpu::Features;
use polylimb::modmul::{self, Modulus};
use polylimb::powm::{BatchJob, BatchOptions, CrtModulus, Exponent};
use polylimb::{Alone, Split};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number;
use polylimb_lab::registry::powm::{Measured, Named};
use polylimb_lab::registry::{self, TEAM};
use std::sync::Arc;

/// Residues in a table of a fixed base.
const TABLE: usize = 256;
/// The public exponent without `--public-exponent`.
const PUBLIC: &str = "65537";

/// The reduced bases and their exponents.
type Terms = [(Vec<Word>, Natural)];

/// The results, one for each power of a batch, else one; and the multiplication.
pub(super) fn run(
    options: &Options,
    method: Measured,
    threads: usize,
    modulus: &Natural,
    terms: &Terms,
) -> Result<(Vec<Vec<Word>>, Option<&'static str>)> {
    let entry = method.entry();
    entry.threads.check(entry.name, threads)?;
    let words = modulus.to_words(modulus.bits_vartime().div_ceil(WORD_BITS))?;
    if !entry.domain.accepts(&words) {
        return Err(Failure::usage(format!(
            "{} takes moduli that are {}; choose another --method",
            entry.name,
            registry::domain(entry.domain)
        )));
    }
    if options.width.is_some() {
        return Err(Failure::usage(format!("--width: {} chooses its own", entry.name)));
    }
    let split = registry::split(registry::executor(TEAM)?, threads, false)?;
    let modmul = || Ok::<_, Failure>(Arc::<dyn ModMul>::from(options.alone(modulus, &words)?));
    match (method, terms) {
        (Measured::FixedBase(method), [term]) => {
            let modmul = modmul()?;
            let result = fixed(method, &modmul, &*split, term)?;
            Ok((vec![result], Some(modmul.name())))
        }
        (Measured::Batch, _) => {
            let jobs: Vec<_> = terms
                .iter()
                .map(|(base, exponent)| BatchJob {
                    modulus: &words,
                    base,
                    exponent: Exponent::new(exponent.words()),
                })
                .collect();
            let mut how = BatchOptions::default();
            how.features = Features::detect();
            how.split = &*split;
            Ok((BatchJob::pow_all(&jobs, &how)?, None))
        }
        (Measured::Product(method), _) => {
            let modmul = modmul()?;
            let result = products(Some(method), &*modmul, &*split, terms)?;
            Ok((vec![result], Some(modmul.name())))
        }
        (Measured::SeparatePowers, _) => {
            let modmul = modmul()?;
            let result = products(None, &*modmul, &*split, terms)?;
            Ok((vec![result], Some(modmul.name())))
        }
        (Measured::Crt(factors), [term]) => {
            let (name, count) = (factors.name, factors.primes());
            Ok((vec![by_factors(options, name, count, split, &words, term)?], None))
        }
        (Measured::UnknownFactors, [(base, exponent)]) => {
            let modulus = Modulus::new(&words, &modmul::Options::default())?;
            Ok((vec![modulus.pow(base, exponent.words())?], Some(modulus.algorithm())))
        }
        _ => Err(Failure::usage(format!("{} takes one base and one exponent", entry.name))),
    }
}

fn fixed(
    method: &fixed_base::Entry,
    modmul: &Arc<dyn ModMul>,
    split: &dyn Split,
    (base, exponent): &(Vec<Word>, Natural),
) -> Result<Vec<Word>> {
    let mut scratch = vec![0; modmul.scratch_words()];
    let mut residue = vec![0; modmul.residue_words()];
    modmul.enter(&mut residue, base, &mut scratch);
    let bits = exponent.bits_vartime().max(1);
    let prepared = method.prepare(&Request {
        modmul: Arc::clone(modmul),
        base: &residue,
        bits,
        threads: split.threads(),
        max_entries: TABLE,
    })?;
    let mut power = residue.clone();
    prepared.pow(&mut power, Exponent::with_len(exponent.words(), bits), split);
    Ok(left(&**modmul, &power, base.len()))
}

/// The product of the powers by a method, or of each by itself.
fn products(
    method: Option<&product::Entry>,
    modmul: &dyn ModMul,
    split: &dyn Split,
    terms: &Terms,
) -> Result<Vec<Word>> {
    let mut scratch = vec![0; modmul.scratch_words()];
    let mut enter = |(base, _): &(Vec<Word>, Natural)| {
        let mut residue = vec![0; modmul.residue_words()];
        modmul.enter(&mut residue, base, &mut scratch);
        residue
    };
    let bases: Vec<Vec<Word>> = terms.iter().map(&mut enter).collect();
    let bits = terms.iter().map(|(_, e)| e.bits_vartime()).max().unwrap_or(0);
    let terms: Vec<Term<'_>> = bases
        .iter()
        .zip(terms)
        .map(|(base, (_, e))| Term { base, exponent: Exponent::with_len(e.words(), bits) })
        .collect();
    let mut result = vec![0; modmul.residue_words()];
    if let Some(method) = method {
        method.product(&Job { modmul, terms: &terms, split }, &mut result)?;
    } else {
        let each = Entry::find("sliding-window")?;
        let mut all = Accumulator::one(modmul);
        for Term { base, exponent } in terms {
            let job = PowerJob { modmul, base, exponent, split: &Alone, width: None };
            each.pow(&job, &mut result)?;
            all.mul(&result);
        }
        result.copy_from_slice(all.value());
    }
    Ok(left(modmul, &result, modmul.modulus().len()))
}

fn left(modmul: &dyn ModMul, residue: &[Word], words: usize) -> Vec<Word> {
    let mut plain = vec![0; words];
    modmul.leave(&mut plain, residue, &mut vec![0; modmul.scratch_words()]);
    plain
}

/// By the primes of `--prime`; the exponent is the private one.
fn by_factors(
    options: &Options,
    name: &str,
    count: usize,
    split: Arc<dyn Split>,
    modulus: &[Word],
    (base, exponent): &(Vec<Word>, Natural),
) -> Result<Vec<Word>> {
    if options.prime.len() != count {
        return Err(Failure::usage(format!(
            "{name} takes the {count} primes of the modulus, each with --prime, and as --exponent the inverse of --public-exponent"
        )));
    }
    let read = |text: &String| number::parse(text, "--prime");
    let primes: Vec<Natural> = options.prime.iter().map(read).collect::<Result<_>>()?;
    let public = options.public_exponent.as_deref().unwrap_or(PUBLIC);
    let public = number::parse(public, "--public-exponent")?;
    let reduced = |prime: &Natural| {
        // An odd prime less 1 differs in its lowest bit alone.
        let mut less = prime.words().to_vec();
        less[0] &= !1;
        Modulus::new(&less, &modmul::Options::default())?.reduce(exponent.words())
    };
    let odd = |prime: &Natural| prime.words().first().is_some_and(|w| w & 1 == 1);
    if !primes.iter().all(|p| odd(p) && p.bits_vartime() > 1) {
        return Err(Failure::usage("--prime takes odd primes"));
    }
    let inverse = || {
        Failure::usage(
            "--exponent is not the inverse of --public-exponent modulo each prime less 1",
        )
    };
    if exponent.words().first().is_none_or(|w| w & 1 == 0) {
        return Err(inverse());
    }
    let exponents: Vec<Vec<Word>> = primes.iter().map(reduced).collect::<polylimb::Result<_>>()?;
    let mut how = modmul::Options::default();
    how.team = Some(split);
    let factors: Vec<&[Word]> = primes.iter().map(Natural::words).collect();
    let exponents: Vec<&[Word]> = exponents.iter().map(Vec::as_slice).collect();
    let key = CrtModulus::new(&factors, &exponents, public.words(), &how)?;
    if key.modulus().as_words() != modulus {
        return Err(Failure::usage("--prime: the modulus is not the product of the primes"));
    }
    random::with(|rng| {
        key.private(base, rng).map_err(|error| match error {
            polylimb::Error::FaultDetected => inverse(),
            other => other.into(),
        })
    })
}
