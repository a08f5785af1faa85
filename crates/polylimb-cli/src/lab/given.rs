//! The options of a study as the user gave them: the arguments for another polylimb, the command
//! that repeats a run, and the message for an option of another study.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::runner::ssh::quote;
use polylimb_lab::study::{Row, Study};
use std::ffi::OsString;

/// The options that another polylimb does not get: where a study runs, where its results go, and
/// options that are the default.
const LOCAL: [&str; 10] = [
    "--json",
    "--csv",
    "--compare",
    "--out",
    "--target",
    "--binary",
    "--ssh-option",
    "--sysfs-root",
    "--published",
    "--pin",
];

/// The options given to `lab` or to one of its studies.
#[derive(Debug, Default)]
pub(crate) struct Given {
    study: Option<String>,
    /// In the order of the command line.
    options: Vec<GivenOption>,
}

#[derive(Debug)]
struct GivenOption {
    place: usize,
    name: String,
    values: Vec<String>,
}

impl Given {
    /// From the command `lab` and its parsed arguments.
    pub(crate) fn new(lab: &Command, matches: &ArgMatches) -> Self {
        let study = matches.subcommand();
        let (command, matches) = match study {
            Some((name, matches)) => (lab.find_subcommand(name), matches),
            None => (Some(lab), matches),
        };
        let arguments = command.into_iter().flat_map(Command::get_arguments);
        let given = arguments.filter_map(|argument| {
            let id = argument.get_id().as_str();
            let name = format!("--{}", argument.get_long()?);
            if matches.value_source(id) != Some(ValueSource::CommandLine) {
                return None;
            }
            let values = matches.get_raw(id).filter(|_| argument.get_action().takes_values());
            let values = values.into_iter().flatten();
            let values = values.map(|value| value.to_string_lossy().into_owned()).collect();
            Some(GivenOption { place: matches.index_of(id)?, name, values })
        });
        let mut options: Vec<_> = given.collect();
        options.sort_by_key(|option| option.place);
        Self { study: study.map(|(name, _)| name.to_owned()), options }
    }

    /// The arguments that describe the plan, including the seed.
    fn plan(&self, seed: u64) -> Vec<String> {
        let mut words: Vec<String> = vec!["lab".into()];
        words.extend(self.study.clone());
        for option in self.options.iter().filter(|option| !LOCAL.contains(&option.name.as_str())) {
            words.push(option.name.clone());
            words.extend(option.values.iter().cloned());
        }
        if self.options.iter().all(|option| option.name != "--seed") {
            words.extend(["--seed".into(), seed.to_string()]);
        }
        words
    }

    /// The arguments with which another polylimb carries out the plan.
    pub(super) fn forwarded(&self, seed: u64) -> Vec<String> {
        let mut words = self.plan(seed);
        words.extend(["--json".into(), "-".into()]);
        words
    }

    /// The command line that repeats the plan.
    pub(super) fn repeat(&self, seed: u64) -> String {
        let words: Vec<_> = self.plan(seed).iter().map(|word| quote(word)).collect();
        format!("polylimb {}", words.join(" "))
    }

    /// Checks that only the options `taken` are given.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the first other option, and the options that `what` takes.
    pub(super) fn check_only(&self, taken: &[&str], what: &str) -> Result<()> {
        match self.options.iter().find(|option| !taken.contains(&option.name.as_str())) {
            None => Ok(()),
            Some(option) => Err(Failure::usage(format!(
                "{} chooses nothing of {what}, which takes {}",
                option.name,
                taken.join(", ")
            ))),
        }
    }
}

/// The arguments of a scenario's process, which measures one row at one size.
pub(super) fn of_test(study: &dyn Study, row: &Row, bits: usize) -> Vec<String> {
    let plan = study.plan();
    let (bits, threads) = (bits.to_string(), row.threads.to_string());
    let (runs, seed) = (plan.runs.to_string(), plan.seed.to_string());
    let mut words = vec!["lab", study.name(), "--scenario", "all", "--json", "-", "--bits", &bits];
    words.extend(["--threads", &threads, "--runs", &runs, "--seed", &seed]);
    words.extend(row.words.iter().map(String::as_str));
    if let Some(executor) = row.executor {
        words.extend(["--executor", executor.name]);
    }
    if !plan.pin {
        words.push("--no-pin");
    }
    words.into_iter().map(str::to_owned).collect()
}

/// The message for an option or word that `lab` or its study does not take: the options of this
/// study, and the one or two studies that take it. `words` are the arguments after `lab`.
pub(crate) fn not_taken(lab: &Command, words: &[OsString], wrong: &str) -> String {
    let studies = || lab.get_subcommands().filter(|study| study.get_name() != "help");
    let study = words.first().and_then(|word| studies().find(|study| study.get_name() == word));
    if study.is_none() && !wrong.starts_with('-') {
        let there: Vec<_> = studies().map(Command::get_name).collect();
        return format!("there is no study '{wrong}'; there are {}", there.join(", "));
    }
    let of = studies().filter(|study| options(study).any(|name| name == wrong));
    let of: Vec<_> = of.map(Command::get_name).collect();
    // Of an option of many studies the list would only hide this study's own.
    let what = match of.len() {
        0 => format!("there is no option '{wrong}'"),
        1 | 2 => format!("{wrong} belongs to {}", of.join(" and ")),
        _ => format!("it does not take {wrong}"),
    };
    let takes: Vec<_> = options(study.unwrap_or(lab)).collect();
    let name = study.map_or("lab without a study", Command::get_name);
    format!("{name} takes {}; {what}", takes.join(", "))
}

/// The options that the help shows.
fn options(command: &Command) -> impl Iterator<Item = String> {
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let long = shown.filter_map(clap::Arg::get_long).filter(|name| *name != "help");
    long.map(|name| format!("--{name}"))
}

#[cfg(test)]
mod tests {
    use super::super::Arguments;
    use super::*;
    use clap::Args;

    fn lab() -> Command {
        Arguments::augment_args(Command::new("lab"))
    }

    fn given(words: &str) -> Given {
        let matches = lab().get_matches_from(words.split(' '));
        Given::new(&lab(), &matches)
    }

    #[test]
    fn local_options_exist_and_stay_here() {
        let lab = lab();
        let modmul = lab.find_subcommand("modmul").unwrap();
        for name in LOCAL {
            let is = |argument: &clap::Arg| argument.get_long() == name.strip_prefix("--");
            assert!(modmul.get_arguments().any(is), "{name}");
        }
        let given = given(
            "lab modmul --json r --bits=64 --ssh-option a --ssh-option b --no-pin --model --k 2,3",
        );
        assert_eq!(
            given.repeat(7),
            "polylimb lab modmul --bits 64 --no-pin --model --k 2,3 --seed 7"
        );
        assert_eq!(given.forwarded(7).last().map(String::as_str), Some("-"));
    }

    #[test]
    fn a_seed_stays_where_it_was_given() {
        assert_eq!(given("lab --seed 5 --runs 2").repeat(5), "polylimb lab --seed 5 --runs 2");
        assert!(given("lab scalar --seed 5").check_only(&["--runs"], "it").is_err());
    }
}
