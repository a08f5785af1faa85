//! A study on another machine: copies the program into a fresh folder there, runs it, and removes
//! it.
//!
//! Uses one connection: standard input carries the program in, standard output the results back.
//! The folder is removed when the remote shell ends, also on a lost connection (the program then
//! ends at its next line). ssh never prompts: the keys must be set up.

use super::stream;
use crate::failure::{Failure, Result};
use crate::study::Sink;
use std::fs::File;
use std::path::Path;
use std::process::Command;

/// `[USER@]HOST[:PORT]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// `[USER@]HOST`.
    pub host: String,
    /// The port; `None` for ssh's default.
    pub port: Option<u16>,
}

impl Destination {
    /// Parses it; an IPv6 address stands in brackets.
    ///
    /// # Errors
    /// [`Failure::Usage`].
    pub fn parse(text: &str) -> Result<Self> {
        let wrong = || {
            Failure::usage(format!(
                "--target: 'ssh:{text}' is not a host; write ssh:HOST, ssh:USER@HOST or ssh:USER@HOST:PORT"
            ))
        };
        let (host, port) = match text.rsplit_once(':') {
            // In a bracketed address without a port the last colon belongs to the address.
            Some((host, port)) if !port.contains(']') => {
                (host, Some(port.parse().map_err(|_| wrong())?))
            }
            _ => (text, None),
        };
        let host = host.replace(['[', ']'], "");
        // ssh would read a leading dash as an option.
        let allowed = |c: char| c.is_ascii_alphanumeric() || "._-@:%".contains(c);
        if host.is_empty() || host.starts_with('-') || !host.chars().all(allowed) {
            return Err(wrong());
        }
        Ok(Self { host, port })
    }
}

/// Copies `program` over and runs it with `arguments`; `options` are passed to ssh as `-o OPTION`.
///
/// # Errors
/// [`Failure::Run`] if the program cannot be read; as [`stream::run`].
pub fn run(
    destination: &Destination,
    options: &[String],
    program: &Path,
    arguments: &[String],
    sink: &mut Sink<'_>,
) -> Result<()> {
    let file = File::open(program)
        .map_err(|e| Failure::io(&e, &format!("cannot read {}", program.display())))?;
    let mut command = Command::new("ssh");
    command.args(["-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15"]);
    for option in options {
        command.arg("-o").arg(option);
    }
    if let Some(port) = destination.port {
        command.arg("-p").arg(port.to_string());
    }
    command.arg("--").arg(&destination.host).arg(script(arguments)).stdin(file);
    stream::run(command, &format!("ssh:{}", destination.host), sink)
}

/// The script for the remote shell.
fn script(arguments: &[String]) -> String {
    let arguments: Vec<_> = arguments.iter().map(|a| quote(a)).collect();
    format!(
        "d=$(mktemp -d) || exit; trap 'rm -rf \"$d\"' EXIT; trap 'exit 129' HUP INT TERM; \
         cat > \"$d/polylimb\" && chmod 700 \"$d/polylimb\" && \"$d/polylimb\" {} < /dev/null",
        arguments.join(" ")
    )
}

/// Quotes a word for a POSIX shell.
#[must_use]
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_ports_and_what_is_neither() {
        let parse = |text| Destination::parse(text).map(|d| (d.host, d.port));
        assert_eq!(parse("board").unwrap(), ("board".into(), None));
        assert_eq!(parse("pi@10.0.0.2:2222").unwrap(), ("pi@10.0.0.2".into(), Some(2222)));
        assert_eq!(parse("[fe80::1]:22").unwrap(), ("fe80::1".into(), Some(22)));
        assert_eq!(parse("[::1]").unwrap(), ("::1".into(), None));
        for bad in ["", "-oProxyCommand=x", "a b", "host:port", "host:99999", ":22", "$(x)"] {
            assert_eq!(Destination::parse(bad).unwrap_err().status(), 2, "{bad}");
        }
    }

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(quote("128-1024:128"), "128-1024:128");
        assert_eq!(quote("it's; rm"), r"'it'\''s; rm'");
        assert_eq!(quote(""), "''");
    }
}
