//! The operations on AArch64: executed instructions, estimated cycles, and the same of the peers.

use crate::Result;
use crate::estimate::{Disassembly, Tools};
use std::process::Command;

/// llvm-mca 22; the models of other versions differ.
const TOOLS: Tools = Tools {
    objdump: "aarch64-linux-gnu-objdump",
    mca: "llvm-mca-22",
    options: &["-mtriple=aarch64-linux-gnu"],
    // The arguments, from registers that no function here writes.
    before: ["mov x0, x25", "mov x1, x26", "mov x2, x27"],
};

/// The models, of a narrow and of a wide core, and what they were found to differ from boards.
const PROCESSORS: [(&str, &str); 2] = [
    ("neoverse-n1", "Neoverse N1: 15 of 19 published figures within 7 %, others -13 to +31 %"),
    ("neoverse-v1", "Neoverse V1: 4 to 18 % below Apple's M1"),
];

/// Runs the program and prints the table; `peers` is a table of `operation|source|instructions|N1
/// cycles|V1 cycles` lines.
pub fn print(program: &str, plugin: &str, peers: &str) -> Result<()> {
    let log = format!("{program}.counts");
    let output = Command::new("qemu-aarch64")
        .args(["-cpu", "max", "-L", "/usr/aarch64-linux-gnu"])
        .args(["-plugin", plugin, "-d", "plugin", "-D", &log, program])
        .output()?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(format!("qemu-aarch64: {error}").into());
    }
    let (text, counts) = (String::from_utf8(output.stdout)?, std::fs::read_to_string(&log)?);
    if counts.lines().count() != text.lines().count() {
        return Err("the plugin did not count every call".into());
    }
    let peers = std::fs::read_to_string(peers)?;
    let disassembly = Disassembly::of(TOOLS, program)?;
    println!("{:32}{:26}{:>13}{:>12}{:>12}", "", "", "instructions", "N1 cycles", "V1 cycles");
    let row = |name: &str, who: &str, figures: [&str; 3]| {
        println!("{name:32}{who:26}{:>13}{:>12}{:>12}", figures[0], figures[1], figures[2]);
    };
    let mut last = "";
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('|').collect()).collect();
    for (i, (line, count)) in lines.iter().zip(counts.lines()).enumerate() {
        let [name, set, address] = line[..] else { return Err("not understood".into()) };
        let address = u64::from_str_radix(address, 16)?;
        // Without the call, which stands between the marks.
        let count = count.parse::<u64>()? - u64::from(address != 0);
        let mut cycles = [String::from("-"), String::from("-")];
        for (shown, (processor, _)) in cycles.iter_mut().zip(PROCESSORS) {
            if let Some(estimate) = disassembly.cycles(address, processor)? {
                *shown = format!("{estimate:.0}");
            }
        }
        let title = if name == last { "" } else { name };
        row(title, &format!("polylimb, {set}"), [&count.to_string(), &cycles[0], &cycles[1]]);
        last = name;
        if lines.get(i + 1).is_some_and(|next| next[0] == name) {
            continue;
        }
        for peer in peers.lines().map(|line| line.split('|').collect::<Vec<_>>()) {
            if let [operation, source, instructions, n1, v1] = peer[..]
                && operation == name
            {
                row("", source, [instructions, n1, v1]);
            }
        }
    }
    println!("\nInstructions: executed in qemu-aarch64, exact, with entry and return.");
    println!("Cycles: llvm-mca 22, independent calls, of functions without branches:");
    for (_, error) in PROCESSORS {
        println!("  {error}");
    }
    Ok(())
}
