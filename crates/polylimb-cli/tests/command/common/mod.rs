//! The command under test.

pub(crate) mod bench;
pub(crate) mod page;

use serde_json::Value;
use std::process::{Command, Output};
use std::sync::LazyLock;

/// The text and the lines of `lab pairing --operations`, which takes seconds.
pub(crate) static OPERATIONS: LazyLock<(String, Vec<Value>)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("r.jsonl");
    let text = stdout(&run(&format!("lab pairing --operations --json {}", file.display())));
    (text, lines(&std::fs::read_to_string(&file).expect("a file")))
});

/// The command, without the user's colours and tuning profile.
pub(crate) fn polylimb() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polylimb"));
    command.env("NO_COLOR", "1").env("XDG_CONFIG_HOME", "/nowhere").env_remove("POLYLIMB_PROFILE");
    command
}

/// Runs it with these words, separated by spaces.
pub(crate) fn run(words: &str) -> Output {
    polylimb().args(words.split_whitespace()).output().expect("the command starts")
}

/// The standard output, after an exit status of 0.
pub(crate) fn stdout(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// The standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The lines of a `results.jsonl`: the host, then the measurements.
pub(crate) fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}
