//! Shared reading and writing of keys and signatures.

use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey, Format, PublicKey, SecretKey};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::output::whole_file;
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The longest file of a key or a signature.
const MOST_BYTES: usize = 1 << 16;
/// The longest message for schemes that read it more than once.
const MOST_MESSAGE_BYTES: usize = 1 << 30;

/// The whole file, `-` for standard input; `what` names it in messages.
pub(crate) fn read(path: &Path, what: &str) -> Result<Zeroizing<Vec<u8>>> {
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

/// At most one of these may be standard input.
pub(crate) fn one_standard_input(paths: &[&Path]) -> Result<()> {
    if paths.iter().filter(|path| **path == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input has one content; give a file for the others"));
    }
    Ok(())
}

/// The secret key in the file.
pub(crate) fn secret_key(path: &Path) -> Result<AnySecretKey> {
    let bytes = read(path, "the key")?;
    AnySecretKey::decode(&bytes).map_err(|error| wrong_key(path, error))
}

/// The public key in the file.
pub(crate) fn public_key(path: &Path) -> Result<AnyPublicKey> {
    let bytes = read(path, "the key")?;
    AnyPublicKey::decode(&bytes).map_err(|error| wrong_key(path, error))
}

/// As [`public_key`], on a short Weierstrass curve or a binary one.
pub(crate) fn public_key_on_curve(path: &Path) -> Result<PublicKey> {
    match public_key(path)? {
        AnyPublicKey::Weierstrass(key) => Ok(key),
        _ => Err(not_on_curve(path)),
    }
}

/// As [`secret_key`], on a short Weierstrass curve or a binary one.
pub(crate) fn secret_key_on_curve(path: &Path) -> Result<SecretKey> {
    match secret_key(path)? {
        AnySecretKey::Weierstrass(key) => Ok(key),
        _ => Err(not_on_curve(path)),
    }
}

/// The error that a key on a short Weierstrass curve or a binary one is needed.
pub(crate) fn not_on_curve(path: &Path) -> Failure {
    Failure::usage(format!(
        "{}: a key on a curve y^2 = x^3 + a x + b is needed; make one with polylimb key generate --curve P-256",
        path.display()
    ))
}

/// The error for the key in the file.
pub(crate) fn wrong_key(path: &Path, error: polylimb::Error) -> Failure {
    match Failure::from(error) {
        Failure::Usage(why) => Failure::usage(format!("{}: {why}", path.display())),
        other => other,
    }
}

/// Where a result goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Output {
    /// The file to write, - for standard output
    #[arg(short, long = "output", value_name = "FILE")]
    output: PathBuf,
    /// Write even over a key
    #[arg(long)]
    force: bool,
}

impl Output {
    /// The same options for a command that writes to standard output without `-o`.
    pub(crate) fn new(output: Option<&Path>, force: bool) -> Self {
        Self { output: output.unwrap_or(Path::new("-")).to_owned(), force }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.output
    }

    pub(crate) fn is_standard(&self) -> bool {
        self.output == Path::new("-")
    }

    /// Checks, before any work, that the file can be written and that no key would be lost.
    pub(crate) fn check(&self) -> Result<()> {
        whole_file::check(&self.output)?;
        if self.force || self.is_standard() || !holds_key(&self.output) {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "{} holds a key already; choose another file, or --force to lose that key",
            self.output.display()
        )))
    }

    /// Writes public contents.
    pub(crate) fn write(&self, contents: &[u8]) -> Result<()> {
        self.check()?;
        whole_file::write(&self.output, contents)
    }

    /// Writes contents that only the owner may read.
    pub(crate) fn write_secret(&self, contents: &[u8]) -> Result<()> {
        self.check()?;
        whole_file::write_secret(&self.output, contents)
    }
}

/// Writes a shared secret. Returns `json`, if any, with the destination added, and with the secret
/// if it is written nowhere else.
pub(crate) fn write_shared(
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

/// Whether the file holds a key of any program in PEM, or a key known here in DER.
fn holds_key(path: &Path) -> bool {
    const PEM: &[u8] = b"KEY-----";
    let is_file = std::fs::metadata(path).is_ok_and(|m| m.is_file());
    is_file
        && read(path, "the output")
            .is_ok_and(|old| Format::of(&old).is_some() || old.windows(PEM.len()).any(|w| w == PEM))
}

/// The message to sign or to verify.
pub(crate) struct Message<'a>(pub(crate) &'a Path);

impl Message<'_> {
    /// The whole message.
    pub(crate) fn read(&self) -> Result<Zeroizing<Vec<u8>>> {
        read_message(self.0)
    }

    /// The message as a stream.
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
