//! Files of keys and signatures in a folder, and the command run in it.

use super::{polylimb, stderr};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Output, Stdio};

/// A folder in which the command runs.
pub(crate) struct Bench(pub(crate) tempfile::TempDir);

impl Bench {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// A folder with a key and its public key for each curve, named after it, and with some data.
    pub(crate) fn with_keys(curves: &[&str]) -> Self {
        let bench = Self::new();
        for curve in curves {
            bench.ours(&format!("key generate --curve {curve} -o {curve}.pem"));
            bench.ours(&format!("key public -i {curve}.pem -o {curve}.pub"));
        }
        std::fs::write(bench.path("data"), b"some data").expect("writes");
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("text")
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), contents).expect("writes");
    }

    pub(crate) fn mode(&self, name: &str) -> u32 {
        std::fs::metadata(self.path(name)).expect("a file").permissions().mode() & 0o7777
    }

    pub(crate) fn run(&self, words: &str) -> Output {
        let mut command = polylimb();
        command.current_dir(self.0.path()).args(words.split_whitespace());
        command.stdin(Stdio::null()).output().expect("the command starts")
    }

    /// The command's standard output; the command must succeed.
    pub(crate) fn ours(&self, words: &str) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(0), "{words}: {}", stderr(&output));
        String::from_utf8(output.stdout).expect("text")
    }

    pub(crate) fn json(&self, words: &str) -> Value {
        serde_json::from_str(&self.ours(words)).unwrap_or_else(|error| panic!("{words}: {error}"))
    }

    /// The command must end with exit status 2 and one line that contains `hint`, print nothing on
    /// standard output and write nothing.
    pub(crate) fn refused(&self, words: &str, hint: &str) {
        let before = self.names();
        let output = self.run(words);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        assert_eq!(said.lines().count(), 1, "{words}: {said}");
        assert!(said.starts_with("polylimb: ") && said.contains(hint), "{words}: {said}");
        assert!(output.stdout.is_empty(), "{words}");
        assert_eq!(self.names(), before, "{words}");
    }

    pub(crate) fn names(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        names.sort();
        names
    }
}
