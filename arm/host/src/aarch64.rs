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

/// The figures of one operation by a kernel set or a peer.
struct Row<'a> {
    operation: &'a str,
    who: String,
    peer: bool,
    /// Instructions, cycles on N1 and on V1, as text; `-` where there is none.
    figures: [String; 3],
}

/// Runs the program and prints the table, or a line of JSON for each row; `peers` is a table of
/// `operation|source|instructions|N1 cycles|V1 cycles` lines.
pub fn print(program: &str, plugin: &str, peers: &str, json: bool) -> Result<()> {
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
    let peers = std::fs::read_to_string(peers)?;
    let rows = rows(&text, &counts, &peers, &Disassembly::of(TOOLS, program)?)?;
    if json {
        rows.iter().for_each(print_json);
        return Ok(());
    }
    println!("{:32}{:26}{:>13}{:>12}{:>12}", "", "", "instructions", "N1 cycles", "V1 cycles");
    let mut last = "";
    for Row { operation, who, figures: [instructions, n1, v1], .. } in &rows {
        let title = if *operation == last { "" } else { operation };
        println!("{title:32}{who:26}{instructions:>13}{n1:>12}{v1:>12}");
        last = operation;
    }
    println!("\nInstructions: executed in qemu-aarch64, exact, with entry and return.");
    println!("Cycles: llvm-mca 22, independent calls, of functions without branches:");
    for (_, error) in PROCESSORS {
        println!("  {error}");
    }
    Ok(())
}

/// A row for each line of the program, and, after an operation's last line, the peers' rows.
fn rows<'a>(
    text: &'a str,
    counts: &str,
    peers: &str,
    disassembly: &Disassembly,
) -> Result<Vec<Row<'a>>> {
    if counts.lines().count() != text.lines().count() {
        return Err("the plugin did not count every call".into());
    }
    let mut rows = Vec::new();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('|').collect()).collect();
    for (i, (line, count)) in lines.iter().zip(counts.lines()).enumerate() {
        let [operation, set, address] = line[..] else { return Err("not understood".into()) };
        let address = u64::from_str_radix(address, 16)?;
        // Without the call, which stands between the marks.
        let count = count.parse::<u64>()? - u64::from(address != 0);
        let mut figures = [count.to_string(), String::from("-"), String::from("-")];
        for (shown, (processor, _)) in figures[1..].iter_mut().zip(PROCESSORS) {
            if let Some(estimate) = disassembly.cycles(address, processor)? {
                *shown = format!("{estimate:.0}");
            }
        }
        rows.push(Row { operation, who: format!("polylimb, {set}"), peer: false, figures });
        if lines.get(i + 1).is_some_and(|next| next[0] == operation) {
            continue;
        }
        for peer in peers.lines().map(|line| line.split('|').collect::<Vec<_>>()) {
            if let [of, source, figures @ ..] = &peer[..]
                && *of == operation
            {
                let figures: [&str; 3] =
                    figures.try_into().map_err(|_| "peers.txt: five columns")?;
                let figures = figures.map(str::to_owned);
                rows.push(Row { operation, who: (*source).to_owned(), peer: true, figures });
            }
        }
    }
    Ok(rows)
}

fn print_json(row: &Row<'_>) {
    let [instructions, n1, v1] =
        row.figures.each_ref().map(|f| if f == "-" { "null" } else { f.as_str() });
    println!(
        "{{\"kind\": \"{}\", \"name\": \"{}\", \"peer\": {}, \"instructions\": {instructions}, \"n1\": {n1}, \"v1\": {v1}}}",
        row.operation, row.who, row.peer
    );
}
