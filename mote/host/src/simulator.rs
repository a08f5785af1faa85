//! A program of the firmware in the simulator: calls by name, exact cycles, and the memory of the
//! program.

use std::collections::HashMap;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// One running program.
pub struct Mote {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    addresses: HashMap<String, u32>,
    /// Bytes of flash, and of static RAM.
    pub flash: u64,
    pub ram: u64,
}

/// The answer of a call.
pub struct Answer {
    pub cycles: u64,
    pub stack: u64,
    pub status: u8,
    pub bytes: Vec<u8>,
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The bytes of an even number of digits.
pub fn unhex(text: &str) -> Vec<u8> {
    let digits = |i: usize| text.get(2 * i..2 * i + 2);
    let byte = |digits| u8::from_str_radix(digits, 16).expect("hexadecimal digits");
    (0..text.len() / 2).filter_map(digits).map(byte).collect()
}

fn or_dash(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".into() } else { hex(bytes) }
}

fn output(tool: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(tool).args(arguments).output()?;
    if !output.status.success() {
        return Err(format!("{tool} {}: {}", arguments.join(" "), output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

impl Mote {
    pub fn start(runner: &str, elf: &Path) -> Result<Self> {
        let elf = elf.to_str().ok_or("a path that is not text")?;
        let addresses = output("avr-nm", &[elf])?
            .lines()
            .filter_map(|line| {
                let mut fields = line.split_whitespace();
                let address = u32::from_str_radix(fields.next()?, 16).ok()?;
                Some((fields.nth(1)?.to_owned(), address))
            })
            .collect();
        // text, data, bss: data lies in flash too.
        let sizes = output("avr-size", &[elf])?;
        let sizes: Vec<u64> = sizes
            .lines()
            .nth(1)
            .ok_or("avr-size says nothing")?
            .split_whitespace()
            .take(3)
            .map(str::parse)
            .collect::<std::result::Result<_, _>>()?;
        let mut process =
            Command::new(runner).arg(elf).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let requests = process.stdin.take().ok_or("no pipe to the runner")?;
        let answers = BufReader::new(process.stdout.take().ok_or("no pipe from the runner")?);
        Ok(Self {
            process,
            requests,
            answers,
            addresses,
            flash: sizes[0] + sizes[1],
            ram: sizes[1] + sizes[2],
        })
    }

    /// `function(r, a, b)`, whose result has that many bytes.
    pub fn call(&mut self, function: &str, result: usize, a: &[u8], b: &[u8]) -> Result<Answer> {
        let address = self
            .addresses
            .get(function)
            .ok_or_else(|| format!("the firmware has no {function}"))?;
        writeln!(self.requests, "{address:x} {result} {} {}", or_dash(a), or_dash(b))?;
        self.requests.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let fields: Vec<&str> = line.split_whitespace().collect();
        let Ok([cycles, stack, status]) = <[&str; 3]>::try_from(&fields[..fields.len().min(3)])
        else {
            return Err(format!("{function}: the runner answered {line:?}").into());
        };
        if cycles == "failed:" {
            return Err(format!("{function}({}, {}) {line}", hex(a), hex(b)).into());
        }
        let bytes = unhex(fields.get(3).copied().unwrap_or(""));
        Ok(Answer {
            cycles: cycles.parse()?,
            stack: stack.parse()?,
            status: status.parse()?,
            bytes,
        })
    }
}

impl Drop for Mote {
    fn drop(&mut self) {
        // The runner ends with its input; if not, it is ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
