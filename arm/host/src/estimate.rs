//! An estimate of cycles on the Cortex-A9: what llvm-mca makes of a disassembled function without branches.

use crate::Result;
use std::collections::HashMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// One call after another, so many times.
const CALLS: u32 = 100;

/// The instructions of every function, by address.
pub struct Disassembly(HashMap<u64, Vec<String>>);

impl Disassembly {
    /// Of a program that is loaded where it was linked.
    pub fn of(program: &str) -> Result<Self> {
        let output = Command::new("arm-linux-gnueabihf-objdump")
            .args(["-d", "--no-show-raw-insn", program])
            .output()?;
        let mut functions = HashMap::new();
        let mut current: Option<(u64, Vec<String>)> = None;
        for line in String::from_utf8(output.stdout)?.lines() {
            if let Some((address, _)) = line.split_once(" <").filter(|_| line.ends_with(">:")) {
                functions.extend(current.take());
                current = Some((u64::from_str_radix(address, 16)?, Vec::new()));
            } else if let (Some((_, text)), Some((_, instruction))) =
                (&mut current, line.split_once(":\t"))
            {
                text.push(
                    instruction.split(['@', ';']).next().unwrap_or_default().trim().to_owned(),
                );
            }
        }
        functions.extend(current);
        Ok(Self(functions))
    }

    /// Cycles for a call, if the function has no branch but its return.
    pub fn cycles(&self, address: u64) -> Result<Option<f64>> {
        let Some(text) = self.0.get(&address) else { return Ok(None) };
        let mut plain = Vec::new();
        for line in text {
            let name = line.split_whitespace().next().unwrap_or_default();
            let returns = line.contains("pc}") || line == "bx\tlr";
            if name.starts_with('b') && name != "bic" && !returns {
                return Ok(None);
            }
            plain.extend(singly(line));
            if returns {
                return Ok(Some(f64::from(total_cycles(&plain.join("\n"))?) / f64::from(CALLS)));
            }
        }
        Ok(None)
    }
}

/// The model knows no instruction that moves several words; a load or store for each of them is the same work.
fn singly(line: &str) -> Vec<String> {
    let Some((start, list)) = line.split_once('{') else { return vec![line.replace("ip", "r12")] };
    let name = start.split_whitespace().next().unwrap_or_default();
    let single = if name.starts_with("ldm") || name == "pop" { "ldr" } else { "str" };
    let base = start.split_whitespace().nth(1).map_or("sp", |b| b.trim_end_matches([',', '!']));
    // Where the base is among the words that are loaded, it would break the chain of addresses.
    let registers = list.trim_end_matches('}').split(',').map(str::trim).flat_map(|r| {
        match r.split_once('-') {
            Some((from, to)) => {
                let index = |r: &str| r.trim_start_matches('r').parse::<u32>().unwrap_or(0);
                (index(from)..=index(to)).map(|i| format!("r{i}")).collect()
            }
            None => vec![r.to_owned()],
        }
    });
    let registers: Vec<_> = registers.filter(|r| r != "pc" && r != base).collect();
    registers
        .iter()
        .enumerate()
        .map(|(i, r)| format!("{single} {r}, [{base}, #{}]", 4 * i))
        .collect()
}

fn total_cycles(text: &str) -> Result<u32> {
    let mut mca = Command::new("llvm-mca")
        .args(["-mtriple=armv7-linux-gnueabihf", "-mcpu=cortex-a9", "-mattr=+neon"])
        .arg(format!("-iterations={CALLS}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    mca.stdin.take().ok_or("no input")?.write_all(text.as_bytes())?;
    let output = String::from_utf8(mca.wait_with_output()?.stdout)?;
    let line = output.lines().find_map(|line| line.strip_prefix("Total Cycles:"));
    Ok(line.ok_or("llvm-mca printed no cycles")?.trim().parse()?)
}
