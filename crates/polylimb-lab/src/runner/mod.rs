//! Where a study runs: in this process, or in this program started elsewhere.
//!
//! | target | runs |
//! |---|---|
//! | `local` | here ([`local`]), or in a process per test ([`processes`]) |
//! | `"CMD…"` | this program, or another `--binary`, behind a command ([`command`]) |
//! | `ssh:[USER@]HOST[:PORT]` | a copy of it on another machine ([`ssh`]) |
//!
//! Elsewhere the program prints the JSON lines of `lab … --json -`; [`stream`] turns them back into
//! the events of a local study.

pub mod command;
pub mod local;
pub mod processes;
pub mod ssh;
pub mod stream;

use crate::failure::{Failure, Result};
use std::path::PathBuf;

/// Where to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Here.
    Local,
    /// Behind a command prefix.
    Command(String),
    /// On another machine.
    Ssh(ssh::Destination),
}

impl Target {
    /// Reads the value of `--target`.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a text that is not a target, or an unimplemented one.
    pub fn parse(text: &str) -> Result<Self> {
        match text.trim() {
            "" => Err(Failure::usage("--target is empty; write local, \"CMD…\" or ssh:HOST")),
            "local" => Ok(Self::Local),
            "qemu-arm" | "qemu-aarch64" => Err(Failure::usage(format!(
                "--target {text} measures the study field: lab field --target {text}",
            ))),
            "simavr" => Err(Failure::usage(
                "--target simavr: there is firmware for lab field and lab scalar only",
            )),
            "qemu-thumb" => Err(Failure::usage(
                "--target qemu-thumb: no study runs on Thumb; lab field --target qemu-arm is near",
            )),
            command => match command.strip_prefix("ssh:") {
                Some(destination) => ssh::Destination::parse(destination).map(Self::Ssh),
                None => Ok(Self::Command(command.to_owned())),
            },
        }
    }
}

/// The program to run elsewhere: `given`, or this one.
///
/// # Errors
/// [`Failure::Usage`] if `given` is not a file; [`Failure::Run`] if the system does not tell where
/// this program is.
pub fn program(given: Option<&PathBuf>) -> Result<PathBuf> {
    match given {
        Some(path) if path.is_file() => {
            std::path::absolute(path).map_err(|e| Failure::io(&e, "--binary"))
        }
        Some(path) => Err(Failure::usage(format!(
            "--binary: {} is not a file; give a polylimb built for the target",
            path.display()
        ))),
        None => std::env::current_exe().map_err(|e| {
            Failure::run(format!("cannot find this program's file ({e}); give one with --binary"))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets() {
        assert_eq!(Target::parse("local").unwrap(), Target::Local);
        assert_eq!(Target::parse("taskset -c 1").unwrap(), Target::Command("taskset -c 1".into()));
        assert!(matches!(Target::parse("ssh:pi@board:2222").unwrap(), Target::Ssh(_)));
        for (target, missing) in [
            ("qemu-arm", "field"),
            ("qemu-aarch64", "field"),
            ("qemu-thumb", "qemu-arm"),
            ("simavr", "firmware"),
            ("", "local"),
        ] {
            let failure = Target::parse(target).unwrap_err();
            assert_eq!(failure.status(), 2);
            assert!(failure.to_string().contains(missing), "{failure}");
        }
    }
}
