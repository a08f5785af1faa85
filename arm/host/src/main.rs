//! Runs the program in qemu-arm, checks each result and prints executed instructions, exact, and
//! estimated cycles of each function.
//!
//! `polylimb-arm-host PROGRAM PLUGIN CALLS [--json]`. Fails if a result is wrong, or if a kernel
//! takes more instructions for some operands than for others. `polylimb-arm-host aarch64 PROGRAM
//! PLUGIN PEERS [--json]` runs the program for AArch64 and prints its figures beside the peers';
//! `polylimb-arm-host thumb FOLDER PLUGIN PEERS [--json]` the programs for Cortex-M, which it
//! judges too.

mod a53;
mod aarch64;
mod estimate;
mod judge;
mod k233;
mod plain;
mod thumb;

use estimate::Disassembly;
use judge::Judge;
use std::process::{Command, ExitCode};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The known figures of a function.
struct Measured {
    kind: String,
    name: String,
    address: u64,
    least: u64,
    most: u64,
    compared: usize,
}

/// The call itself stands between the marks.
const INSTRUCTIONS_OF_THE_CALL: u64 = 1;

fn run(program: &str, plugin: &str, calls: &str) -> Result<(Vec<Measured>, Vec<String>)> {
    let log = format!("{program}.counts");
    let output = Command::new("qemu-arm")
        .args(["-cpu", "cortex-a9", "-L", "/usr/arm-linux-gnueabihf"])
        .args(["-plugin", plugin, "-d", "plugin", "-D", &log, program, calls])
        .output()?;
    if !output.status.success() {
        return Err(format!("qemu-arm: {}", String::from_utf8_lossy(&output.stderr).trim()).into());
    }
    let counts = std::fs::read_to_string(&log)?;
    let text = String::from_utf8(output.stdout)?;
    if counts.lines().count() != text.lines().count() {
        return Err("the plugin did not count every call".into());
    }
    let judge = Judge::new()?;
    let (mut all, mut failures): (Vec<Measured>, _) = (Vec::new(), Vec::new());
    for (line, count) in text.lines().zip(counts.lines()) {
        let words: Vec<&str> = line.split(' ').collect();
        let [kind, name, address, a, b, "=", result] = words[..] else {
            return Err(format!("not understood: {line}").into());
        };
        let count = count.parse::<u64>()? - INSTRUCTIONS_OF_THE_CALL;
        let known = all.iter().position(|m| (&*m.kind, &*m.name) == (kind, name));
        let place = known.unwrap_or_else(|| {
            let (kind, name) = (kind.to_owned(), name.to_owned());
            let address = u64::from_str_radix(address, 16).unwrap_or(0);
            all.push(Measured { kind, name, address, least: u64::MAX, most: 0, compared: 0 });
            all.len() - 1
        });
        let m = &mut all[place];
        (m.least, m.most) = (m.least.min(count), m.most.max(count));
        match judge.right(kind, a, b, result)? {
            Some(true) => m.compared += 1,
            Some(false) => failures.push(format!("wrong: {line}")),
            None => {}
        }
    }
    for m in all.iter().filter(|m| m.least != m.most) {
        failures.push(format!(
            "{} {}: {} to {} instructions, not constant",
            m.kind, m.name, m.least, m.most
        ));
    }
    Ok((all, failures))
}

fn main_or_error() -> Result<bool> {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, target, program, plugin, peers, json @ ..] = &arguments[..]
        && target == "aarch64"
    {
        aarch64::print(program, plugin, peers, json == ["--json"])?;
        return Ok(true);
    }
    if let [_, target, folder, plugin, peers, json @ ..] = &arguments[..]
        && target == "thumb"
    {
        thumb::print(folder, plugin, peers, json == ["--json"])?;
        return Ok(true);
    }
    let (program, plugin, calls, json) = match &arguments[1..] {
        [program, plugin, calls] => (program, plugin, calls, false),
        [program, plugin, calls, json] if json == "--json" => (program, plugin, calls, true),
        _ => return Err("usage: polylimb-arm-host PROGRAM PLUGIN CALLS [--json]".into()),
    };
    let (all, failures) = run(program, plugin, calls)?;
    let disassembly = Disassembly::of(estimate::ARM, program)?;
    if !json {
        println!(
            "{:14}{:26}{:>14}{:>14}{:>10}",
            "", "", "instructions", "cycles (est.)", "compared"
        );
    }
    for m in &all {
        let cycles = disassembly.cycles(m.address, "cortex-a9")?;
        let shown = cycles.map_or_else(|| "-".into(), |c| format!("{c:.0}"));
        if json {
            let cycles = cycles.map_or_else(|| "null".into(), |c| format!("{c:.0}"));
            println!(
                "{{\"kind\": \"{}\", \"name\": \"{}\", \"instructions\": {}, \"most\": {}, \"estimated_cycles\": {cycles}, \"compared\": {}}}",
                m.kind, m.name, m.least, m.most, m.compared
            );
        } else {
            println!("{:14}{:26}{:14}{shown:>14}{:10}", m.kind, m.name, m.least, m.compared);
        }
    }
    for failure in &failures {
        eprintln!("arm: {failure}");
    }
    let compared: usize = all.iter().map(|m| m.compared).sum();
    let verdict = if failures.is_empty() { "ok" } else { "FAILED" };
    eprintln!("test result: {verdict}. {compared} passed; {} failed; 0 ignored", failures.len());
    Ok(failures.is_empty() && compared > 0)
}

fn main() -> ExitCode {
    match main_or_error() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("arm: {e}");
            ExitCode::FAILURE
        }
    }
}
