//! Calls each function of the firmware in the simulator on random and extreme operands, compares the
//! results with the library as compiled for this machine, and prints cycles and stack.
//!
//! The library here has words of 64 bits, the firmware's of 8: what they share is the source, not the code.
//! `polylimb-mote-host RUNNER FIRMWARE.elf SYMBOLS INPUTS`, where SYMBOLS is the output of `avr-nm`.

use polylimb::field::binary::{Binary, F163, LopezDahab, words_for};
use polylimb::field::{Encoding, Field};
use polylimb::limb::Word;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::collections::HashMap;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

type F = Binary<{ words_for(163) }, F163>;
/// The other product, so that one mistake in the default does not hide itself.
type Other = Binary<{ words_for(163) }, F163, LopezDahab>;
type El = [Word; words_for(163)];

const BYTES: usize = 21;

/// What a function of the firmware should answer.
type Expected = fn(&El, &El) -> El;

const FUNCTIONS: &[(&str, bool, Expected)] = &[
    ("f163_mul_lopez_dahab", true, |a, b| F::new().mul(a, b)),
    ("f163_mul_comb", true, |a, b| Other::new().mul(a, b)),
    ("f163_sqr", true, |a, _| F::new().mul(a, a)),
    ("f163_add", true, |a, b| F::new().add(a, b)),
    ("f163_inv0", false, |a, _| F::new().inv0(a)),
];

/// The running simulator.
struct Mote {
    _process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

struct Answer {
    cycles: u64,
    stack: u64,
    bytes: Vec<u8>,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

impl Mote {
    fn start(runner: &str, firmware: &str) -> Result<Self, Box<dyn Error>> {
        let mut process = Command::new(runner)
            .arg(firmware)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let requests = process.stdin.take().ok_or("no pipe to the runner")?;
        let answers = BufReader::new(process.stdout.take().ok_or("no pipe from the runner")?);
        Ok(Self { _process: process, requests, answers })
    }

    fn call(&mut self, address: u32, a: &[u8], b: &[u8]) -> Result<Answer, Box<dyn Error>> {
        writeln!(self.requests, "{address:x} {BYTES} {} {}", hex(a), hex(b))?;
        self.requests.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [cycles, stack, result] = fields[..] else {
            return Err(format!("the runner answered {line:?}").into());
        };
        let bytes = (0..result.len() / 2)
            .map(|i| u8::from_str_radix(&result[2 * i..2 * i + 2], 16))
            .collect::<Result<_, _>>()?;
        Ok(Answer { cycles: cycles.parse()?, stack: stack.parse()?, bytes })
    }
}

/// An element: 0, 1, all ones, a single bit, or random.
fn element(rng: &mut ChaCha8Rng, i: usize) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    match i {
        0 => {}
        1 => bytes[0] = 1,
        2 => bytes = [0xff; BYTES],
        3..40 => {
            let bit = rng.next_u32() as usize % 163;
            bytes[bit / 8] = 1 << (bit % 8);
        }
        _ => rng.fill_bytes(&mut bytes),
    }
    bytes[BYTES - 1] &= 7;
    bytes
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, runner, firmware, symbols, inputs] = &arguments[..] else {
        return Err("usage: polylimb-mote-host RUNNER FIRMWARE.elf SYMBOLS INPUTS".into());
    };
    let inputs: usize = inputs.parse()?;
    let symbols = std::fs::read_to_string(symbols)?;
    let addresses: HashMap<&str, u32> = symbols
        .lines()
        .filter_map(|line| {
            let mut fields = line.split_whitespace();
            let address = u32::from_str_radix(fields.next()?, 16).ok()?;
            Some((fields.nth(1)?, address))
        })
        .collect();
    let mut mote = Mote::start(runner, firmware)?;
    let mut rng = ChaCha8Rng::seed_from_u64(163);
    let field = F::new();
    println!(
        "{:24} {:>12} {:>12} {:>8} {:>10}",
        "function", "cycles min", "max", "stack", "compared"
    );
    for &(name, cheap, expected) in FUNCTIONS {
        let address = *addresses.get(name).ok_or_else(|| format!("no function {name}"))?;
        let (mut least, mut most, mut stack) = (u64::MAX, 0, 0);
        let inputs = if cheap { inputs } else { inputs.div_ceil(10) };
        for i in 0..inputs {
            let (a, b) = (element(&mut rng, i), element(&mut rng, inputs - 1 - i));
            let answer = mote.call(address, &a, &b)?;
            let mut right = [0; BYTES];
            field.encode(&mut right, &expected(&field.decode(&a)?, &field.decode(&b)?))?;
            if answer.bytes != right {
                let (a, b, got, right) = (hex(&a), hex(&b), hex(&answer.bytes), hex(&right));
                return Err(format!("{name}({a}, {b}) = {got}, not {right}").into());
            }
            least = least.min(answer.cycles);
            most = most.max(answer.cycles);
            stack = stack.max(answer.stack);
        }
        println!("{name:24} {least:12} {most:12} {stack:8} {inputs:10}");
        if least != most {
            return Err(format!("{name} took {least} to {most} cycles: not constant time").into());
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("mote: {e}");
            ExitCode::FAILURE
        }
    }
}
