//! `polylimb calc`: one computation with one algorithm; each kind has its own file.

pub(super) mod ec;
mod field;
mod kzg;
mod modmul;
mod pairing;
mod powm;
pub(super) mod recode;

use super::profile;
use clap::Subcommand;
use polylimb::authors::entry::Threads;
use polylimb::authors::limb::{Kernel, Natural};
use polylimb::authors::modmul::Choice;
use polylimb::cpu::Features;
use polylimb_lab::failure::{Failure, Result};
use std::ffi::OsString;
use std::path::Path;

/// The options of `calc`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Numbers on a command line are visible to every user of the machine and stay in the shell's history: never compute with real secrets here."
)]
pub struct Arguments {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// a·b modulo M
    #[command(allow_negative_numbers = true)]
    Modmul(Box<modmul::Options>),
    /// base^exponent modulo M
    #[command(allow_negative_numbers = true)]
    Powm(powm::Options),
    /// A scalar in other digits
    #[command(allow_negative_numbers = true)]
    Recode(recode::Options),
    /// One operation in a finite field
    #[command(allow_negative_numbers = true)]
    Field(field::Options),
    /// One operation on an elliptic curve
    Ec(Box<ec::Options>),
    /// The sum of many multiples of points
    #[command(allow_negative_numbers = true)]
    Sum(ec::sum::Options),
    /// The pairing of two points, or a product of pairings
    #[command(allow_negative_numbers = true)]
    Pairing(pairing::Options),
    /// Commitments to blobs, proofs and cells (EIP-4844, EIP-7594)
    Kzg(kzg::Options),
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

/// Computes and prints.
///
/// # Errors
/// [`Failure::Usage`] for numbers, names and thread counts that do not fit.
pub fn run(arguments: Arguments) -> Result<()> {
    match arguments.kind {
        Kind::Modmul(options) => modmul::run(&options),
        Kind::Powm(options) => powm::run(&options),
        Kind::Recode(options) => recode::run(&options),
        Kind::Field(options) => field::run(&options),
        Kind::Ec(options) => ec::run(&options),
        Kind::Sum(options) => ec::sum::run(&options),
        Kind::Pairing(options) => pairing::run(&options),
        Kind::Kzg(options) => kzg::run(&options),
        Kind::Other(words) => {
            let word = words.first().map(|w| w.to_string_lossy().into_owned()).unwrap_or_default();
            Err(Failure::usage(format!(
                "there is no calc '{word}'; there are calc modmul, powm, recode, field, ec, sum, pairing and kzg"
            )))
        }
    }
}

/// The profile's choice, if it uses all of the threads.
fn tuned(
    file: Option<&Path>,
    modulus: &Natural,
    threads: usize,
    kernel: Kernel,
) -> Result<Option<Choice>> {
    let Some(loaded) = profile::load(file)? else {
        return Ok(None);
    };
    let (bits, odd) = (modulus.bits_vartime(), is_odd(modulus));
    let choice = loaded.profile.choose(bits, odd, threads, kernel, true);
    Ok(choice.filter(|c| c.threads == threads))
}

/// Whether the modulus is odd and at least 3.
fn is_odd(modulus: &Natural) -> bool {
    modulus.words().first().is_some_and(|w| w & 1 == 1) && modulus.bits_vartime() > 1
}

pub(super) fn parse_threads(text: &str) -> Result<usize> {
    match text.parse() {
        Ok(n) if (1..=Threads::MOST).contains(&n) => Ok(n),
        _ => Err(Failure::usage(format!(
            "--threads: '{text}' is not a count from 1 to {}",
            Threads::MOST
        ))),
    }
}

/// The kernel of that name on this processor.
pub(super) fn kernel_by_name(name: &str) -> Result<Kernel> {
    Kernel::by_name(name, Features::detect()).map_err(|error| match error {
        polylimb::Error::UnknownName { .. } => Failure::usage(format!(
            "there is no kernel '{name}'; there are: {}",
            Kernel::names().collect::<Vec<_>>().join(", ")
        )),
        other => other.into(),
    })
}
