//! A study behind a command prefix: `taskset -c 2`, `nice`, `qemu-aarch64`, `perf stat -o log` …

use super::stream;
use crate::failure::Result;
use crate::study::Sink;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `PREFIX PROGRAM ARGUMENTS…` by the shell, which parses the prefix as the user wrote it;
/// program and arguments are passed unchanged.
///
/// # Errors
/// As [`stream::run`].
pub fn run(prefix: &str, program: &Path, arguments: &[String], sink: &mut Sink<'_>) -> Result<()> {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{prefix} \"$@\"")).arg("sh");
    command.arg(program).args(arguments).stdin(Stdio::null());
    stream::run(command, prefix, sink)
}
