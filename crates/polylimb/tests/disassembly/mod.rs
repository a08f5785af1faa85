//! This test's own program, disassembled.

use std::process::Command;

/// One function: its name and its lines.
pub type Function = (String, Vec<String>);

/// All functions of this program; none, after a line that says so, in builds that are not optimised and without
/// objdump.
pub fn functions(what: &str) -> Option<Vec<Function>> {
    if cfg!(debug_assertions) {
        println!("SKIPPED {what}: not an optimised build");
        return None;
    }
    let me = std::env::current_exe().expect("this program has a path");
    let objdump = Command::new("objdump").args(["-d", "-C", "--no-show-raw-insn"]).arg(me).output();
    let Ok(objdump) = objdump else {
        println!("SKIPPED {what}: no objdump");
        return None;
    };
    let mut found: Vec<Function> = Vec::new();
    for line in String::from_utf8_lossy(&objdump.stdout).lines() {
        if let Some((_, name)) = line.strip_suffix(">:").and_then(|l| l.split_once(" <")) {
            found.push((name.to_owned(), Vec::new()));
        } else if let Some((_, lines)) = found.last_mut() {
            lines.push(line.to_owned());
        }
    }
    Some(found)
}

/// The instruction of a line `address: mnemonic operands`.
pub fn instruction(line: &str) -> &str {
    line.split_once(":\t").map_or("", |(_, i)| i)
}
