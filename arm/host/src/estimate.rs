//! An estimate of cycles by llvm-mca, for a disassembled function without branches, or for
//! instructions in the order in which they ran.

use crate::Result;
use std::collections::HashMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// One call after another, that many times.
const CALLS: u32 = 100;

/// The tools for an architecture.
pub struct Tools {
    pub objdump: &'static str,
    pub mca: &'static str,
    pub options: &'static [&'static str],
    /// Instructions before a call, so that it does not wait for the one before it.
    pub before: [&'static str; 3],
}

/// The Cortex-A9.
pub const ARM: Tools = Tools {
    objdump: "arm-linux-gnueabihf-objdump",
    mca: "llvm-mca",
    options: &["-mtriple=armv7-linux-gnueabihf", "-mattr=+neon"],
    before: [""; 3],
};

/// The instructions of each function, by its address, and each instruction by its own.
pub struct Disassembly {
    functions: HashMap<u64, Vec<String>>,
    instructions: HashMap<u64, String>,
    tools: Tools,
}

impl Disassembly {
    /// Of a program that is loaded where it was linked.
    pub fn of(tools: Tools, program: &str) -> Result<Self> {
        let output =
            Command::new(tools.objdump).args(["-d", "--no-show-raw-insn", program]).output()?;
        let (mut functions, mut instructions) = (HashMap::new(), HashMap::new());
        let mut current: Option<(u64, Vec<String>)> = None;
        for line in String::from_utf8(output.stdout)?.lines() {
            if let Some((address, _)) = line.split_once(" <").filter(|_| line.ends_with(">:")) {
                functions.extend(current.take());
                current = Some((u64::from_str_radix(address, 16)?, Vec::new()));
            } else if let (Some((_, text)), Some((address, instruction))) =
                (&mut current, line.split_once(":\t"))
            {
                let instruction = instruction.split(['@', ';']).next().unwrap_or_default();
                let instruction = instruction.split("//").next().unwrap_or_default().trim();
                text.push(instruction.to_owned());
                let address = u64::from_str_radix(address.trim(), 16)?;
                instructions.insert(address, instruction.to_owned());
            }
        }
        functions.extend(current);
        Ok(Self { functions, instructions, tools })
    }

    /// The instructions of a function and of its callees, if none branches.
    pub fn function(&self, address: u64) -> Option<Vec<String>> {
        let mut text = Vec::new();
        self.straight(address, &mut text).then_some(text)
    }

    /// The instructions at these addresses, in a form that the models know, and how many they were:
    /// jumps are left out, branches go somewhere, and the C library's are not counted.
    pub fn traced(&self, addresses: &[u64]) -> (Vec<String>, usize) {
        let mut text = Vec::with_capacity(addresses.len());
        let mut own = 0;
        for line in addresses.iter().filter_map(|address| self.instructions.get(address)) {
            own += 1;
            let (name, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let before = |separator| operands.rsplit_once(separator).map_or("", |(first, _)| first);
            match name {
                "b" | "bl" | "br" | "blr" | "ret" => {}
                "adr" | "adrp" => text.push(format!("mov {}, #1", before(','))),
                "cbz" | "cbnz" | "tbz" | "tbnz" => text.push(format!("{name} {}, #8", before(','))),
                _ if name.starts_with("b.") => text.push(format!("{name} #8")),
                _ if line.contains('<') => text.push(format!("{name} {}, [sp]", before(','))),
                _ => text.push(line.clone()),
            }
        }
        (text, own)
    }

    /// Cycles for a text on a processor, once, if the model knows the instructions.
    pub fn once(&self, text: &[String], processor: &str) -> Result<Option<u32>> {
        total_cycles(&self.tools, processor, &text.join("\n"), 1)
    }

    /// Cycles for a call on a processor, if the function has no branch but calls and its return.
    pub fn cycles(&self, address: u64, processor: &str) -> Result<Option<f64>> {
        let mut plain = self.tools.before.map(str::to_owned).to_vec();
        if !self.straight(address, &mut plain) {
            return Ok(None);
        }
        let total = total_cycles(&self.tools, processor, &plain.join("\n"), CALLS)?;
        Ok(total.map(|total| f64::from(total) / f64::from(CALLS)))
    }

    /// Appends the instructions of a function and of its callees; false if it branches.
    fn straight(&self, address: u64, plain: &mut Vec<String>) -> bool {
        let Some(text) = self.functions.get(&address) else { return false };
        for line in text {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap_or_default();
            let returns = line.contains("pc}") || line == "bx\tlr" || name == "ret";
            if matches!(name, "bl" | "b") {
                let callee = words.next().and_then(|a| u64::from_str_radix(a, 16).ok());
                let entered = callee.is_some_and(|callee| self.straight(callee, plain));
                if !entered || name == "b" {
                    return entered;
                }
                continue;
            }
            let branches =
                name.starts_with('b') && !name.starts_with("bi") && !name.starts_with("bf");
            if (branches || name.starts_with("cb") || name.starts_with("tb")) && !returns {
                return false;
            }
            if name == "adrp" {
                // The assembler knows no symbols here.
                let register = words.next().unwrap_or_default();
                plain.push(format!("mov {register} #1"));
            } else if name != "ret" {
                plain.extend(singly(line));
            }
            if returns {
                return true;
            }
        }
        false
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
fn total_cycles(tools: &Tools, processor: &str, text: &str, times: u32) -> Result<Option<u32>> {
    let mut mca = Command::new(tools.mca)
        .args(tools.options)
        .arg(format!("-mcpu={processor}"))
        .arg(format!("-iterations={times}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    mca.stdin.take().ok_or("no input")?.write_all(text.as_bytes())?;
    let output = String::from_utf8(mca.wait_with_output()?.stdout)?;
    let line = output.lines().find_map(|line| line.strip_prefix("Total Cycles:"));
    Ok(line.map(|line| line.trim().parse()).transpose()?)
}
