//! The words of the command line. Results go to standard output, everything else to standard error.
//!
//! Each word is a file; [`main`] turns its outcome into an exit status: 0 done, 1 a check said no, 2 the
//! input or usage was wrong, 3 the run failed.

pub mod bls;
pub mod calc;
pub mod decrypt;
pub mod ecdh;
pub mod ecmqv;
pub mod encrypt;
pub mod info;
pub mod joux;
pub mod key;
pub mod lab;
pub mod list;
mod profile;
mod protocol;
pub mod report;
pub mod sign;
pub mod sok;
pub mod tune;
pub mod verify;

use crate::failure::{Failure, Result};
use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Fast public-key arithmetic, measured on your device.
#[derive(Debug, Parser)]
#[command(name = "polylimb", version, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    word: Word,
}

#[derive(Debug, Subcommand)]
enum Word {
    /// Show the processor, the features found and the kernels chosen
    Info(info::Arguments),
    /// List the algorithms
    List(list::Arguments),
    /// Compute one thing with one algorithm
    Calc(calc::Arguments),
    /// Measure which algorithm is fastest on this machine
    Lab(Box<lab::Arguments>),
    /// Make one HTML page of results
    Report(report::Arguments),
    /// Measure and write the tuning profile of this machine
    Tune(tune::Arguments),
    /// Make, convert and show keys
    Key(key::Arguments),
    /// Compute the secret that two keys share
    Ecdh(ecdh::Arguments),
    /// Compute the secret that two pairs of keys share
    Ecmqv(ecmqv::Arguments),
    /// Compute the secret that two identities share
    Sok(sok::Arguments),
    /// Compute the secret that three keys share
    Joux(joux::Arguments),
    /// Sign a file
    Sign(sign::Arguments),
    /// Verify a signature
    Verify(verify::Arguments),
    /// Add BLS signatures, verify sums and batches, prove the possession of keys
    Bls(bls::Arguments),
    /// Encrypt a file to the owner of a key
    Encrypt(encrypt::Arguments),
    /// Decrypt a file
    Decrypt(decrypt::Arguments),
}

/// The words that work.
const WORDS: &str = "info, list, calc, lab, report, tune, key, ecdh, ecmqv, sok, joux, sign, verify, bls, encrypt, decrypt";

/// Runs the command with the program's arguments, the program's name first.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match run(arguments) {
        Ok(()) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(failure) => {
            // Without standard error there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "polylimb: {failure}");
            ExitCode::from(failure.status())
        }
    }
}

fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<()> {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    match cli.word {
        Word::Info(arguments) => info::run(&arguments),
        Word::List(arguments) => list::run(&arguments),
        Word::Calc(arguments) => calc::run(arguments),
        Word::Lab(arguments) => lab::run(&arguments),
        Word::Report(arguments) => report::run(&arguments),
        Word::Tune(arguments) => tune::run(&arguments),
        Word::Key(arguments) => key::run(&arguments),
        Word::Ecdh(arguments) => ecdh::run(&arguments),
        Word::Ecmqv(arguments) => ecmqv::run(&arguments),
        Word::Sok(arguments) => sok::run(&arguments),
        Word::Joux(arguments) => joux::run(&arguments),
        Word::Bls(arguments) => bls::run(&arguments),
        Word::Sign(arguments) => sign::run(&arguments),
        Word::Verify(arguments) => verify::run(&arguments),
        Word::Encrypt(arguments) => encrypt::run(&arguments),
        Word::Decrypt(arguments) => decrypt::run(&arguments),
    }
}

/// Help and version are answers; everything else is one line on what was wrong.
fn explain(error: &clap::Error) -> Result<()> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(error.print()?),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            Err(Failure::usage(format!(
                "a word is missing after the command; polylimb --help lists them ({WORDS})"
            )))
        }
        _ => {
            let text = error.render().to_string();
            let end = text.find("\n\nUsage:").or_else(|| text.find("\n\nFor more"));
            let text = text[..end.unwrap_or(text.len())].trim_start_matches("error: ");
            Err(Failure::usage(format!("{text}; see --help")))
        }
    }
}

/// Prints a value as indented JSON.
fn print_json(value: &serde_json::Value) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{value:#}")?;
    Ok(out.flush()?)
}
