//! What the words of keys and signatures read and write.

use crate::failure::{Failure, Result};
use crate::output::whole_file;
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey, Format, PublicKey, SecretKey};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The longest file of a key or a signature that is read.
const MOST_BYTES: usize = 1 << 16;
/// The longest message for schemes that read it more than once.
const MOST_MESSAGE_BYTES: usize = 1 << 30;

/// The whole file, `-` for standard input; `what` names it in messages.
pub(in crate::command) fn read(path: &Path, what: &str) -> Result<Zeroizing<Vec<u8>>> {
    at_most(MOST_BYTES, path, what)
}

/// The whole message.
pub(super) fn read_message(path: &Path) -> Result<Zeroizing<Vec<u8>>> {
    at_most(MOST_MESSAGE_BYTES, path, "the data")
}

fn at_most(most: usize, path: &Path, what: &str) -> Result<Zeroizing<Vec<u8>>> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(MOST_BYTES + 1));
    open(path, what)?
        .take(most as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(path, what, &error))?;
    if bytes.len() > most {
        return Err(Failure::usage(format!(
            "{what} in {} is longer than {most} bytes; give the right file",
            path.display()
        )));
    }
    Ok(bytes)
}

/// The file to read from, `-` for standard input.
pub(super) fn open(path: &Path, what: &str) -> Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| unreadable(path, what, &error))?;
    Ok(Box::new(file))
}

pub(super) fn unreadable(path: &Path, what: &str, error: &std::io::Error) -> Failure {
    Failure::usage(format!(
        "cannot read {what} from {}: {error}; give a file, or - for standard input",
        path.display()
    ))
}

/// Only one of these can be standard input.
pub(in crate::command) fn one_standard_input(paths: &[&Path]) -> Result<()> {
    if paths.iter().filter(|path| **path == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input has one content; give a file for the others"));
    }
    Ok(())
}

/// The secret key in the file.
pub(in crate::command) fn secret_key(path: &Path) -> Result<AnySecretKey> {
    let bytes = read(path, "the key")?;
    AnySecretKey::decode(&bytes).map_err(|error| wrong_key(path, error))
}

/// The public key in the file.
pub(in crate::command) fn public_key(path: &Path) -> Result<AnyPublicKey> {
    let bytes = read(path, "the key")?;
    AnyPublicKey::decode(&bytes).map_err(|error| wrong_key(path, error))
}

/// The same on a short Weierstrass curve or a binary one.
pub(in crate::command) fn public_key_on_curve(path: &Path) -> Result<PublicKey> {
    match public_key(path)? {
        AnyPublicKey::Weierstrass(key) => Ok(key),
        _ => Err(not_on_curve(path)),
    }
}

/// The same on a short Weierstrass curve or a binary one.
pub(in crate::command) fn secret_key_on_curve(path: &Path) -> Result<SecretKey> {
    match secret_key(path)? {
        AnySecretKey::Weierstrass(key) => Ok(key),
        _ => Err(not_on_curve(path)),
    }
}

/// That a key on a short Weierstrass curve or a binary one is needed.
pub(in crate::command) fn not_on_curve(path: &Path) -> Failure {
    Failure::usage(format!(
        "{}: a key on a curve y^2 = x^3 + a x + b is needed; make one with polylimb key generate --curve P-256",
        path.display()
    ))
}

/// What is wrong with the key in the file.
pub(in crate::command) fn wrong_key(path: &Path, error: polylimb::Error) -> Failure {
    match Failure::from(error) {
        Failure::Usage(why) => Failure::usage(format!("{}: {why}", path.display())),
        other => other,
    }
}

/// Where a result goes.
#[derive(Debug, clap::Args)]
pub(in crate::command) struct Output {
    /// The file to write, - for standard output
    #[arg(short, long = "output", value_name = "FILE")]
    output: PathBuf,
    /// Write even over a key
    #[arg(long)]
    force: bool,
}

impl Output {
    /// The same options where standard output is meant without `-o`.
    pub(in crate::command) fn new(output: Option<&Path>, force: bool) -> Self {
        Self { output: output.unwrap_or(Path::new("-")).to_owned(), force }
    }

    pub(in crate::command) fn path(&self) -> &Path {
        &self.output
    }

    pub(in crate::command) fn is_standard(&self) -> bool {
        self.output == Path::new("-")
    }

    /// Whether the file can be written and no key is lost by it; asked before any work.
    pub(in crate::command) fn check(&self) -> Result<()> {
        whole_file::check(&self.output)?;
        if self.force || self.is_standard() || !holds_key(&self.output) {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "{} holds a key already; choose another file, or --force to lose that key",
            self.output.display()
        )))
    }

    /// Writes what anybody may read.
    pub(in crate::command) fn write(&self, contents: &[u8]) -> Result<()> {
        self.check()?;
        whole_file::write(&self.output, contents)
    }

    /// Writes what only the owner may read.
    pub(in crate::command) fn write_secret(&self, contents: &[u8]) -> Result<()> {
        self.check()?;
        whole_file::write_secret(&self.output, contents)
    }
}

/// Writes a secret that was agreed on; `json`, if any, comes back with where it went, and with the secret in it where that is its only way out.
pub(in crate::command) fn write_shared(
    output: &Output,
    secret: &[u8],
    json: Option<Value>,
) -> Result<Option<Value>> {
    let inside = json.is_some() && output.is_standard();
    if !inside {
        output.write_secret(secret)?;
    }
    Ok(json.map(|mut json| {
        json["bytes"] = json!(secret.len());
        json["output"] = json!(output.path());
        if inside {
            json["secret"] = json!(super::hexadecimal(secret));
        }
        json
    }))
}

/// Whether the file holds a key of any program that writes PEM, or one in DER that is known here.
fn holds_key(path: &Path) -> bool {
    const PEM: &[u8] = b"KEY-----";
    let is_file = std::fs::metadata(path).is_ok_and(|m| m.is_file());
    is_file
        && read(path, "the output")
            .is_ok_and(|old| Format::of(&old).is_some() || old.windows(PEM.len()).any(|w| w == PEM))
}

/// The message to sign or to verify.
pub(in crate::command) struct Message<'a>(pub(in crate::command) &'a Path);

impl Message<'_> {
    /// All of it.
    pub(in crate::command) fn read(&self) -> Result<Zeroizing<Vec<u8>>> {
        read_message(self.0)
    }

    /// From its beginning to its end.
    pub(super) fn open(&self) -> Result<Box<dyn Read>> {
        open(self.0, "the data")
    }

    pub(super) fn unreadable(&self, error: &std::io::Error) -> Failure {
        unreadable(self.0, "the data", error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_not_replaced_and_others_are() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let output = |force| Output::new(Some(&path), force);
        output(false).write(b"no key").unwrap();
        output(false).write(b"-----BEGIN OPENSSH PRIVATE KEY-----\n").unwrap();
        let refused = output(false).write_secret(b"x").unwrap_err();
        assert!(refused.status() == 2 && refused.to_string().contains("--force"), "{refused}");
        output(true).write_secret(b"x").unwrap();
        assert_eq!(read(&path, "it").unwrap()[..], *b"x");
    }
}
