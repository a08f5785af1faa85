//! This test's own program, disassembled.

use std::collections::BTreeMap;
use std::process::Command;

/// One function: its name and its lines.
pub type Function = (String, Vec<String>);

/// All functions of this program; `None`, after a line that says so, in builds that are not
/// optimised and without objdump.
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

/// The functions in the program's table of addresses (GOT), by the address of their slots in
/// hexadecimal: functions of another crate are called through it.
pub fn slots(functions: &[Function]) -> BTreeMap<String, String> {
    let by_address: BTreeMap<&str, &str> = functions
        .iter()
        .filter_map(|(name, lines)| Some((lines.first()?.split_once(':')?.0.trim(), &name[..])))
        .collect();
    let me = std::env::current_exe().expect("this program has a path");
    let listed = Command::new("objdump").arg("-R").arg(me).output().expect("objdump is there");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let slot = |line: &str| {
        let [at, _, what] = line.split_whitespace().collect::<Vec<_>>()[..] else { return None };
        let name = match what.strip_prefix("*ABS*+0x") {
            // Other slots hold data.
            Some(address) => by_address.get(address)?,
            None => what,
        };
        Some((at.trim_start_matches('0').to_owned(), name.to_owned()))
    };
    listed.lines().filter_map(slot).collect()
}

/// The functions that this function calls or loads for a call: the names in its calls and in its
/// loads from the table `slots`.
pub fn called<'a>(
    lines: &'a [String],
    slots: &'a BTreeMap<String, String>,
) -> impl Iterator<Item = &'a str> {
    lines.iter().filter_map(|line| {
        if let Some((_, comment)) = line.split_once("# ") {
            let address = comment.split_once(' ').map_or(comment, |c| c.0);
            return slots.get(address).map(|name| &name[..]);
        }
        // `call 2b6660 <name>`; a target in a register was loaded before.
        let to = instruction(line).strip_prefix("call")?.trim();
        (!to.starts_with('*')).then_some(to)
    })
}
