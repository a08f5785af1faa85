//! The command `polylimb`. Results go to standard output, everything else to standard error.
//!
//! Each subcommand is a file; [`main`] turns its outcome into an exit status: 0 success, 1 a check
//! failed, 2 wrong input or usage, 3 the run failed.

mod bls;
mod calc;
mod decrypt;
mod ecdh;
mod ecmqv;
mod encrypt;
mod info;
mod joux;
mod key;
mod lab;
mod list;
mod profile;
mod protocol;
mod report;
mod sign;
mod sok;
mod timelock;
mod tune;
mod verify;

use clap::error::ContextKind;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use lab::given::{Given, not_taken};
use polylimb_lab::failure::{Failure, Result};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Fast public-key arithmetic, measured on your device.
#[derive(Debug, Parser)]
#[command(name = "polylimb", version)]
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
    /// Seal a file for some time; open it after a long chain of squarings, prove the result
    Timelock(timelock::Arguments),
}

fn main() -> ExitCode {
    match run(std::env::args_os()) {
        Ok(()) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(failure) => {
            // Without standard error the failure cannot be reported.
            let _ = writeln!(std::io::stderr(), "polylimb: {failure}");
            ExitCode::from(failure.status())
        }
    }
}

fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<()> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let mut command = Cli::command();
    let parsed = command.try_get_matches_from_mut(&arguments);
    let (matches, cli) = match parsed.and_then(|m| Ok((Cli::from_arg_matches(&m)?, m))) {
        Ok((cli, matches)) => (matches, cli),
        Err(error) => return explain(&error, &command, &arguments),
    };
    match cli.word {
        Word::Info(arguments) => info::run(&arguments),
        Word::List(arguments) => list::run(&arguments),
        Word::Calc(arguments) => calc::run(arguments),
        Word::Lab(arguments) => {
            let given = matches.subcommand().zip(command.find_subcommand("lab"));
            let given = given.map(|((_, matches), lab)| Given::new(lab, matches));
            lab::run(&arguments, &given.unwrap_or_default())
        }
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
        Word::Timelock(arguments) => timelock::run(&arguments),
    }
}

/// Help and version are answers; any other error becomes one line.
fn explain(error: &clap::Error, command: &Command, arguments: &[OsString]) -> Result<()> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(error.print()?),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            let words = command.get_subcommands().map(Command::get_name);
            let words: Vec<_> = words.filter(|word| *word != "help").collect();
            Err(Failure::usage(format!(
                "a word is missing after the command; polylimb --help lists them ({})",
                words.join(", ")
            )))
        }
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand
            if arguments.get(1).is_some_and(|word| word == "lab") =>
        {
            let wrong = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
            let wrong = wrong.into_iter().find_map(|kind| error.get(kind));
            let wrong = wrong.map(ToString::to_string).unwrap_or_default();
            let lab = command.find_subcommand("lab").unwrap_or(command);
            Err(Failure::usage(not_taken(lab, &arguments[2..], &wrong)))
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
