//! Theorems about the kernels for the `ATmega128`, for all inputs, on the firmware's object
//! code.
//!
//! **Idea.** As for x86-64, with bytes. A theorem calls a kernel of an ELF file on a processor of
//! its own (`machine.rs`). For binary fields each bit of a byte is a sum of products `a_i b_j`
//! (`bits.rs`); for 2^255 - 19 a byte is a polynomial and an interval (`numbers.rs`). A row of a
//! table is read at an address that depends on bits of an operand. Then all rows are read, and the
//! byte is their interpolation, a polynomial in these bits. No other address and no jump depends on
//! operands.
//!
//! The folder that `mote/run` builds is named by `POLYLIMB_MOTE`; without it the tests print
//! SKIPPED.
//!
//! **Trusted:** the rules in `machine.rs`, `bits.rs`, `numbers.rs` and of the folder above. Each
//! theorem has an example, which num-bigint judges; kernels that are called as C does also run with
//! it in simavr.
//!
//! Read `bits.rs`, then `machine.rs`, then `binary_theorems.rs`.

mod binary_theorems;
mod bits;
mod machine;
mod numbers;
mod prime_theorems;
mod program;

use num_bigint::BigUint;
use program::Program;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::string::String;
use std::sync::Once;
use std::vec::Vec;
use std::{format, println};

/// The firmware, built by `mote/run`.
struct Firmware(PathBuf);

/// A call in the simulator: a function's address, the bytes of its result, and its operands.
type Request<'a> = (u32, usize, &'a [u8], &'a [u8]);

impl Firmware {
    fn find() -> Option<Self> {
        let folder = std::env::var_os("POLYLIMB_MOTE");
        if folder.is_none() {
            static ONCE: Once = Once::new();
            ONCE.call_once(|| {
                println!("SKIPPED theorems for AVR: POLYLIMB_MOTE names no firmware; see mote/run");
            });
        }
        Some(Self(PathBuf::from(folder?)))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join("kernels").join(format!("{name}.elf"))
    }

    fn program(&self, name: &str) -> Program {
        Program::read(&self.path(name))
    }

    /// The results of these calls in simavr, one after another.
    fn simulate(&self, name: &str, requests: &[Request]) -> Vec<Vec<u8>> {
        let mut runner = Command::new(self.0.join("runner"));
        let runner = runner.arg(self.path(name)).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut runner = runner.spawn().expect("the runner starts");
        let mut lines = String::new();
        for (address, bytes, a, b) in requests {
            let [a, b] = [a, b].map(|x| if x.is_empty() { "-".into() } else { hex(x) });
            writeln!(lines, "{address:x} {bytes} {a} {b}").expect("a string grows");
        }
        let mut input = runner.stdin.take().expect("it is piped");
        input.write_all(lines.as_bytes()).expect("the runner reads");
        drop(input);
        let output = runner.wait_with_output().expect("the runner ends").stdout;
        let output = String::from_utf8(output).expect("the runner writes text");
        let results = output.lines().map(|line| {
            let digits = line.split(' ').nth(3).filter(|_| !line.starts_with("failed"));
            let digits = digits.unwrap_or_else(|| panic!("{name}: the runner says {line}"));
            (0..digits.len() / 2)
                .map(|i| {
                    u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("hexadecimal digits")
                })
                .collect()
        });
        results.collect()
    }
}

fn hex(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

/// Bytes of examples, many of them all zeros or ones.
struct Examples(u64);

impl Examples {
    fn byte(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let random = (self.0 ^ self.0 >> 29) >> 24;
        [0, 0xff].get((random >> 32 & 7) as usize).copied().unwrap_or(random as u8)
    }

    /// A number below `2^bits`.
    fn number(&mut self, bits: usize) -> BigUint {
        let bytes: Vec<u8> = (0..bits.div_ceil(8)).map(|_| self.byte()).collect();
        BigUint::from_bytes_le(&bytes) % (BigUint::from(1_u8) << bits)
    }
}

/// The digits, with zeros above.
fn bytes_of(x: &BigUint, bytes: usize) -> Vec<u8> {
    let mut digits = x.to_bytes_le();
    digits.resize(bytes, 0);
    digits
}
