//! Calls each function of the firmware in the simulator on random and extreme operands, compares
//! each answer with this machine's, and prints exact cycles and memory with the bounds and the
//! published figures.
//!
//! `polylimb-mote-host RUNNER KERNELS PORTABLE INPUTS [--json]`: two folders of programs, built
//! with the assembly and without. Fails if an answer is wrong, a function of constant time is not,
//! or a line is above its bound.

mod lines;
mod reference;
mod simulator;

use lines::{Case, EXTREMES, LINES, Line, Right, refused};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use reference::{prime_25519, sect163k1};
use simulator::{Mote, Result, hex};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// The programs, and the degree of the field; `field` has both.
const PROGRAMS: [(&str, usize); 10] = [
    ("field", 163),
    ("methods", 163),
    ("tnaf", 163),
    ("ladder", 163),
    ("protocol", 163),
    ("tnaf233", 233),
    ("ladder233", 233),
    ("protocol233", 233),
    ("field25519", 255),
    ("x25519", 255),
];
const BUILDS: [&str; 2] = ["kernels", "portable"];

/// The published memory of a program (Table 7: ROM, RAM), by build. The ROM is our bound too.
const MEMORY: [(&str, [[u64; 2]; 2]); 2] =
    [("tnaf", [[32_392, 624], [26_668, 48]]), ("ladder", [[16_438, 528], [10_714, 16]])];
/// Our bound of RAM, stack included.
const RAM: u64 = 1_024;

/// The measured figures of a line.
struct Measured {
    least: u64,
    most: u64,
    mean: u64,
    stack: u64,
    compared: usize,
}

/// The results so far: how many comparisons, and what failed.
#[derive(Default)]
struct Report {
    compared: usize,
    failures: Vec<String>,
}

/// Calls once and compares.
fn check(mote: &mut Mote, function: &str, case: &Case) -> Result<(u64, u64)> {
    let answer = mote.call(function, case.bytes, &case.a, &case.b)?;
    let right = match &case.right {
        Right::Bytes(bytes) => answer.bytes == *bytes,
        Right::Congruent(values) => {
            let value = |bytes| BigUint::from_bytes_le(bytes) % prime_25519();
            answer.bytes.chunks(32).map(value).eq(values.iter().cloned())
        }
        // The runner fills the result with this before the call.
        Right::Refused(status) => {
            answer.status == *status && answer.bytes.iter().all(|&b| b == 0xa5)
        }
        Right::Signature { key, digest } => {
            answer.status == 0 && sect163k1().verify(key, digest, &answer.bytes)
        }
    };
    if !right {
        let (a, b, got) = (hex(&case.a), hex(&case.b), hex(&answer.bytes));
        return Err(format!("{function}({a}, {b}) = {got}, status {}: wrong", answer.status).into());
    }
    Ok((answer.cycles, answer.stack))
}

fn measure(mote: &mut Mote, line: &Line, calls: usize, rng: &mut ChaCha8Rng) -> Result<Measured> {
    let mut m = Measured { least: u64::MAX, most: 0, mean: 0, stack: 0, compared: calls };
    let mut sum = 0;
    for i in 0..calls {
        let (cycles, stack) = check(mote, line.function, &(line.case)(rng, i))?;
        m.least = m.least.min(cycles);
        m.most = m.most.max(cycles);
        m.stack = m.stack.max(stack);
        sum += cycles;
    }
    m.mean = sum / calls as u64;
    Ok(m)
}

fn number(value: Option<u64>) -> String {
    value.map_or_else(|| "-".into(), |v| v.to_string())
}

fn json_number(value: Option<u64>) -> String {
    value.map_or_else(|| "null".into(), |v| v.to_string())
}

impl Report {
    fn over(&mut self, build: &str, title: &str, what: &str, value: u64, bound: Option<u64>) {
        if bound.is_some_and(|bound| value > bound) {
            let bound = number(bound);
            self.failures
                .push(format!("{build}: {title}: {value} {what} are over the bound {bound}"));
        }
    }

    /// One build: each line, then the memory of the programs, then the calls that they must refuse.
    fn build(
        &mut self,
        index: usize,
        runner: &str,
        folder: &Path,
        inputs: usize,
        json: bool,
    ) -> Result<()> {
        let build = BUILDS[index];
        let mut motes = BTreeMap::new();
        for (program, _) in PROGRAMS {
            motes.insert(program, Mote::start(runner, &folder.join(format!("{program}.elf")))?);
        }
        if !json {
            println!(
                "{build:36}{:>12}{:>12}{:>12}{:>8}{:>10}",
                "cycles", "bound", "published", "stack", "compared"
            );
        }
        let mut stacks: BTreeMap<&str, u64> = BTreeMap::new();
        let mut rng = ChaCha8Rng::seed_from_u64(163);
        for line in LINES {
            let mote = motes.get_mut(line.program).ok_or("no such program")?;
            // Simulating plain Rust takes several times as long; a tenth of the operands suffices.
            let calls = inputs.div_ceil(line.share * [1, 10][index]).max(4);
            let m = measure(mote, line, calls, &mut rng)?;
            self.compared += m.compared;
            let deepest = stacks.entry(line.program).or_default();
            *deepest = m.stack.max(*deepest);
            let (bound, published) = (line.bound[index], line.published[index]);
            if json {
                println!(
                    "{{\"build\": \"{build}\", \"function\": \"{}\", \"bits\": {}, \"cycles\": {}, \"least\": {}, \"most\": {}, \"bound\": {}, \"published\": {}, \"stack\": {}, \"compared\": {}}}",
                    line.title,
                    line.bits,
                    m.mean,
                    m.least,
                    m.most,
                    json_number(bound),
                    json_number(published),
                    m.stack,
                    m.compared
                );
            } else {
                println!(
                    "  {:34}{:12}{:>12}{:>12}{:8}{:10}",
                    line.title,
                    m.mean,
                    number(bound),
                    number(published),
                    m.stack,
                    m.compared
                );
            }
            self.over(build, line.title, "cycles", m.mean, bound);
            if line.constant_time && m.least != m.most {
                self.failures.push(format!(
                    "{build}: {}: {} to {} cycles, not constant time",
                    line.title, m.least, m.most
                ));
            }
        }
        for &(program, function, cases, case) in EXTREMES {
            let mote = motes.get_mut(program).ok_or("no such program")?;
            for i in 0..cases {
                check(mote, function, &case(&mut rng, i))?;
                self.compared += 1;
            }
        }
        let refused = refused();
        for (program, function, case) in &refused {
            let mote = motes.get_mut(program).ok_or("no such program")?;
            check(mote, function, case)?;
        }
        self.compared += refused.len();
        if !json {
            println!("  {} bad inputs refused with their status", refused.len());
            println!(
                "{:36}{:>12}{:>12}{:>12}{:>12}",
                "memory", "flash", "static RAM", "stack", "RAM"
            );
        }
        for (program, mote) in &motes {
            let stack = stacks.get(program).copied().unwrap_or(0);
            let ram = mote.ram + stack;
            let known = MEMORY.iter().find(|m| m.0 == *program);
            if json {
                println!(
                    "{{\"build\": \"{build}\", \"program\": \"{program}\", \"bits\": {}, \"flash\": {}, \"static\": {}, \"stack\": {stack}, \"ram\": {ram}, \"published_flash\": {}, \"published_ram\": {}}}",
                    PROGRAMS.iter().find(|p| p.0 == *program).map_or(0, |p| p.1),
                    mote.flash,
                    mote.ram,
                    json_number(known.map(|k| k.1[index][0])),
                    json_number(known.map(|k| k.1[index][1]))
                );
            } else {
                println!("  {program:34}{:12}{:12}{stack:12}{ram:12}", mote.flash, mote.ram);
                if let Some((_, published)) = known {
                    let [flash, ram] = published[index];
                    println!(
                        "  {:34}{flash:>12}{:>12}{:>12}{RAM:12}   published {flash} and {ram}",
                        "  bounds", "", ""
                    );
                }
            }
            if let Some((_, published)) = known {
                let flash = Some(published[index][0]);
                self.over(build, program, "bytes of flash", mote.flash, flash);
                self.over(build, program, "bytes of RAM", ram, Some(RAM));
            }
        }
        Ok(())
    }
}

fn run() -> Result<Report> {
    let arguments: Vec<String> = std::env::args().collect();
    let (runner, folders, inputs, json) = match &arguments[1..] {
        [runner, kernels, portable, inputs] => (runner, [kernels, portable], inputs, false),
        [runner, kernels, portable, inputs, json] if json == "--json" => {
            (runner, [kernels, portable], inputs, true)
        }
        _ => return Err("usage: polylimb-mote-host RUNNER KERNELS PORTABLE INPUTS [--json]".into()),
    };
    let inputs: usize = inputs.parse()?;
    let mut report = Report::default();
    for (index, folder) in folders.into_iter().enumerate() {
        report.build(index, runner, Path::new(folder), inputs, json)?;
    }
    Ok(report)
}

fn main() -> ExitCode {
    match run() {
        Ok(report) => {
            for failure in &report.failures {
                eprintln!("mote: {failure}");
            }
            eprintln!(
                "test result: {}. {} passed; {} failed; 0 ignored",
                if report.failures.is_empty() { "ok" } else { "FAILED" },
                report.compared,
                report.failures.len()
            );
            if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(e) => {
            eprintln!("mote: {e}");
            ExitCode::FAILURE
        }
    }
}
