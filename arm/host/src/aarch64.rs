//! The operations on AArch64: executed instructions, estimated cycles, and the same of the peers.

use crate::estimate::{Disassembly, Tools};
use crate::{Result, a53};
use std::process::Command;

/// llvm-mca 22; the models of other versions differ.
const TOOLS: Tools = Tools {
    objdump: "aarch64-linux-gnu-objdump",
    mca: "llvm-mca-22",
    options: &["-mtriple=aarch64-linux-gnu", "-mattr=+aes,+sha3"],
    // The arguments, from registers that no function here writes.
    before: ["mov x0, x25", "mov x1, x26", "mov x2, x27"],
};

/// The models, of a narrow, of a wide and of an in-order core, and what they were found to differ
/// from boards. The last one is ours.
const PROCESSORS: [(&str, &str); 3] = [
    (
        "neoverse-n1",
        "Neoverse N1, llvm-mca 22: 15 of 19 published figures within 7 %, others -13 to +31 %",
    ),
    ("neoverse-v1", "Neoverse V1, llvm-mca 22: 4 to 18 % below Apple's M1"),
    (A53, "Cortex-A53, own model: 2 to 9 % below four published figures"),
];
const A53: &str = "cortex-a53";

/// The figures of one operation by a kernel set or a peer.
struct Row<'a> {
    operation: &'a str,
    who: String,
    peer: bool,
    /// Instructions, cycles on N1, V1 and A53, as text; `-` where there is none.
    figures: [String; 4],
}

/// Runs the program and prints the table, or a line of JSON for each row; `peers` is a table of
/// `operation|source|instructions|N1 cycles|V1 cycles|A53 cycles` lines.
pub fn print(program: &str, plugin: &str, peers: &str, json: bool) -> Result<()> {
    let log = format!("{program}.counts");
    let output = Command::new("qemu-aarch64")
        .args(["-cpu", "max", "-L", "/usr/aarch64-linux-gnu"])
        .args(["-plugin", &format!("{plugin},trace=on"), "-d", "plugin", "-D", &log, program])
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
    println!(
        "{:32}{:26}{:>13}{:>12}{:>12}{:>12}",
        "", "", "instructions", "N1 cycles", "V1 cycles", "A53 cycles"
    );
    let mut last = "";
    for Row { operation, who, figures: [instructions, n1, v1, a53], .. } in &rows {
        let title = if *operation == last { "" } else { operation };
        println!("{title:32}{who:26}{instructions:>13}{n1:>12}{v1:>12}{a53:>12}");
        last = operation;
    }
    println!("\nInstructions: executed in qemu-aarch64, exact, with entry and return.");
    println!(
        "Cycles, of fields: independent calls (A53: a call); of operations: three parts of what ran:"
    );
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
        let mut windows = count.split(';');
        let count = windows.next().unwrap_or_default().trim();
        let count = count.parse::<u64>()? - u64::from(address != 0);
        let windows = windows.map(addresses).collect::<Result<Vec<_>>>()?;
        let mut figures = [(); 4].map(|()| String::from("-"));
        figures[0] = count.to_string();
        for (shown, (processor, _)) in figures[1..].iter_mut().zip(PROCESSORS) {
            let estimate = match address {
                0 => of_windows(&windows, count, processor, disassembly)?,
                _ if processor == A53 => {
                    disassembly.function(address).map(|text| a53::cycles(&text) as f64)
                }
                _ => disassembly.cycles(address, processor)?,
            };
            // A function that branches has the path that it took.
            let estimate = match estimate {
                None => of_windows(&windows, count, processor, disassembly)?,
                found => found,
            };
            if let Some(estimate) = estimate {
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
                let figures: [&str; 4] =
                    figures.try_into().map_err(|_| "peers.txt: six columns")?;
                let figures = figures.map(str::to_owned);
                rows.push(Row { operation, who: (*source).to_owned(), peer: true, figures });
            }
        }
    }
    Ok(rows)
}

fn addresses(window: &str) -> Result<Vec<u64>> {
    let address = |word| u64::from_str_radix(word, 16).map_err(Into::into);
    window.split_whitespace().map(address).collect()
}

/// Cycles for an operation by parts of it.
fn of_windows(
    windows: &[Vec<u64>],
    count: u64,
    processor: &str,
    disassembly: &Disassembly,
) -> Result<Option<f64>> {
    let (mut cycles, mut instructions) = (0, 0);
    for window in windows {
        let (text, own) = disassembly.traced(window);
        let part = match processor {
            A53 => Some(a53::cycles(&text)),
            _ => disassembly.once(&text, processor)?.map(u64::from),
        };
        let Some(part) = part else { return Ok(None) };
        cycles += part;
        instructions += own;
    }
    Ok((instructions > 0).then(|| cycles as f64 * count as f64 / instructions as f64))
}

fn print_json(row: &Row<'_>) {
    let [instructions, n1, v1, a53] =
        row.figures.each_ref().map(|f| if f == "-" { "null" } else { f.as_str() });
    println!(
        "{{\"kind\": \"{}\", \"name\": \"{}\", \"peer\": {}, \"instructions\": {instructions}, \"n1\": {n1}, \"v1\": {v1}, \"a53\": {a53}}}",
        row.operation, row.who, row.peer
    );
}
