//! An estimate of cycles on the Cortex-A9 by llvm-mca, for a disassembled function without
//! branches.

use crate::Result;
use std::collections::HashMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// One call after another, that many times.
const CALLS: u32 = 100;

/// The instructions of each function, by address.
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
                let total = total_cycles(&plain.join("\n"))?;
                return Ok(total.map(|total| f64::from(total) / f64::from(CALLS)));
            }
        }
        Ok(None)
    }
}

/// The model has no instruction that moves several registers; a load or store for each of them is
/// the same work. It has no `VSWP`, which exchanges as much as `VTRN`.
fn singly(line: &str) -> Vec<String> {
    let name = line.split_whitespace().next().unwrap_or_default();
    if name == "vswp" {
        return vec![line.replacen("vswp", "vtrn.32", 1)];
    }
    let single = match name {
        "pop" => "ldr",
        "push" => "str",
        "vpop" => "vldr",
        "vpush" => "vstr",
        _ if name.starts_with("ldm") => "ldr",
        _ if name.starts_with("stm") => "str",
        _ => return vec![line.to_owned()],
    };
    let Some((start, list)) = line.split_once('{') else { return vec![line.to_owned()] };
    let base = start.split_whitespace().nth(1).map_or("sp", |b| b.trim_end_matches([',', '!']));
    let registers: Vec<String> = list
        .trim_end_matches('}')
        .split(',')
        .flat_map(|range| {
            let (from, to) = range.trim().split_once('-').unwrap_or((range.trim(), range.trim()));
            let (kind, index) = from.split_at(1);
            match (index.parse::<u32>(), to[1..].parse::<u32>()) {
                (Ok(from), Ok(to)) => (from..=to).map(|i| format!("{kind}{i}")).collect(),
                _ => vec![from.to_owned()],
            }
        })
        .filter(|r| r != "pc" && r != base)
        .collect();
    let size = if name.starts_with('v') { 8 } else { 4 };
    let at = |(i, r): (usize, &String)| format!("{single} {r}, [{base}, #{}]", size * i);
    registers.iter().enumerate().map(at).collect()
}

/// None if the model does not know an instruction.
fn total_cycles(text: &str) -> Result<Option<u32>> {
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
    Ok(line.map(|line| line.trim().parse()).transpose()?)
}
