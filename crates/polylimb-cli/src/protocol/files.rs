//! Shared reading and writing of keys and signatures.

use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey, Format, PublicKey, SecretKey};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::output::whole_file;
use polylimb_lab::record::input;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{ErrorKind, Read};
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
    let file = input::open(path).map_err(|error| unreadable(path, what, &error))?;
    Ok(Box::new(file))
}

pub(super) fn unreadable(path: &Path, what: &str, error: &std::io::Error) -> Failure {
    let name = path.display();
    let message =
        format!("cannot read {what} from {name}: {error}; give a file, or - for standard input");
    Failure::reading(error, message)
}

/// At most one of these may be standard input.
pub(crate) fn one_standard_input(paths: &[&Path]) -> Result<()> {
    if paths.iter().filter(|path| **path == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input has one content; give a file for the others"));
    }
    Ok(())
}

/// The secret key in the file, of any scheme.
pub(crate) fn secret_key_for_encryption(path: &Path) -> Result<AnySecretKey> {
    let bytes = read(path, "the key")?;
    AnySecretKey::decode(&bytes).map_err(|error| wrong_key(path, error))
}

/// The public key in the file, of any scheme.
pub(crate) fn public_key_for_encryption(path: &Path) -> Result<AnyPublicKey> {
    let bytes = read(path, "the key")?;
    AnyPublicKey::decode(&bytes).map_err(|error| wrong_key(path, error))
}

/// The secret key in the file, which does not only encrypt.
pub(crate) fn secret_key(path: &Path) -> Result<AnySecretKey> {
    match secret_key_for_encryption(path)? {
        AnySecretKey::ElGamal(_) => Err(wrong_key(path, ONLY_ELGAMAL)),
        key => Ok(key),
    }
}

/// The public key in the file, which does not only encrypt.
pub(crate) fn public_key(path: &Path) -> Result<AnyPublicKey> {
    match public_key_for_encryption(path)? {
        AnyPublicKey::ElGamal(_) => Err(wrong_key(path, ONLY_ELGAMAL)),
        key => Ok(key),
    }
}

/// What uses its key's answers as ec-elgamal does would open the messages of other protocols.
const ONLY_ELGAMAL: polylimb::Error = polylimb::Error::Key {
    wrong: "this key is for ec-elgamal alone (encrypt and decrypt --scheme ec-elgamal); take one of key generate without --scheme",
};

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
    /// Write even over a key, a secret even over any file
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

    /// Checks, before any work, that public contents can be written: neither over a key, nor over
    /// an input.
    pub(crate) fn check(&self, inputs: &[&Path]) -> Result<()> {
        self.check_place(inputs)?;
        self.keep_keys()
    }

    /// The same for a secret, which replaces no file.
    pub(crate) fn check_secret(&self, inputs: &[&Path]) -> Result<()> {
        self.check_place(inputs)?;
        if self.force { Ok(()) } else { whole_file::check_new(&self.output) }
    }

    fn check_place(&self, inputs: &[&Path]) -> Result<()> {
        one_standard_input(inputs)?;
        whole_file::check(&self.output)?;
        whole_file::check_apart(&self.output, inputs.iter().copied())
    }

    fn keep_keys(&self) -> Result<()> {
        if self.force || self.is_standard() {
            return Ok(());
        }
        let name = self.output.display();
        Err(Failure::usage(match holds_key(&self.output) {
            Ok(false) => return Ok(()),
            Ok(true) => format!(
                "{name} holds a key already; choose another file, or --force to lose that key"
            ),
            Err(error) => format!(
                "{name} exists and may hold a key ({error}); choose another file, or --force to replace it"
            ),
        }))
    }

    /// Writes public contents.
    pub(crate) fn write(&self, contents: &[u8]) -> Result<()> {
        self.keep_keys()?;
        whole_file::write(&self.output, contents)
    }

    /// Writes contents that only the owner may read.
    pub(crate) fn write_secret(&self, contents: &[u8]) -> Result<()> {
        whole_file::write_secret(&self.output, contents, self.force)
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

/// Whether the file holds a key of any program in PEM, at any place, or a key known here in DER; an
/// error if that cannot be seen.
fn holds_key(path: &Path) -> std::io::Result<bool> {
    const PEM: &[u8] = b"KEY-----";
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => return Ok(false),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    let mut file = File::open(path)?;
    let mut bytes = Zeroizing::new(vec![0; MOST_BYTES + PEM.len()]);
    let (mut kept, mut first) = (0, true);
    loop {
        let mut end = kept;
        // A read may end early.
        while end < bytes.len() {
            match file.read(&mut bytes[end..]) {
                Ok(0) => break,
                Ok(n) => end += n,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let seen = &bytes[..end];
        if seen.windows(PEM.len()).any(|w| w == PEM) || (first && Format::of(seen).is_some()) {
            return Ok(true);
        }
        if end < bytes.len() {
            return Ok(false);
        }
        // A mark may lie across the end.
        kept = PEM.len() - 1;
        bytes.copy_within(end - kept.., 0);
        first = false;
    }
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
        let filler = vec![b'x'; MOST_BYTES + 500];
        output(false).write(b"no key").unwrap();
        output(false).write(&filler).unwrap();
        // Behind much text, and across the border of what is looked at together.
        let key = b"-----BEGIN OPENSSH PRIVATE KEY-----\n";
        for before in [0, 500, MOST_BYTES - 20, MOST_BYTES, MOST_BYTES + 500] {
            std::fs::write(&path, [&filler[..before], key].concat()).unwrap();
            let refused = output(false).write(b"x").unwrap_err();
            assert!(refused.status() == 2 && refused.to_string().contains("--force"), "{refused}");
        }
        let refused = output(false).write_secret(b"x").unwrap_err();
        assert!(refused.status() == 2 && refused.to_string().contains("--force"), "{refused}");
        output(true).write_secret(b"x").unwrap();
        assert_eq!(read(&path, "it").unwrap()[..], *b"x");
    }
}
