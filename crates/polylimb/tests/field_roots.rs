//! The roots of the IFMA lanes, disassembled: one doubling of a point entered through `Field::run` holds vector
//! instructions and calls of the products, and no call of a vector operation that was not inlined. And the products
//! themselves have no conditional jump.
//!
//! Only an optimised build inlines; others, and machines without objdump, print SKIPPED.
#![cfg(target_arch = "x86_64")]

mod common;
mod field_common;

use field_common::jacobian::{Doublings, Jacobian, affine};
use polylimb::cpu::Features;
use polylimb::field::Field;
use polylimb::field::lanes::{Ifma, Lanes};
use polylimb::limb::{WORD_BITS, Word};
use std::process::Command;

/// One function of a disassembly: its name and its lines.
type Function = (String, Vec<String>);

fn functions(disassembly: &str) -> Vec<Function> {
    let mut found: Vec<Function> = Vec::new();
    for line in disassembly.lines() {
        if let Some((_, name)) = line.strip_suffix(">:").and_then(|l| l.split_once(" <")) {
            found.push((name.to_owned(), Vec::new()));
        } else if let Some((_, lines)) = found.last_mut() {
            lines.push(line.to_owned());
        }
    }
    found
}

/// The instruction of a line `address: mnemonic operands`.
fn instruction(line: &str) -> &str {
    line.split_once(":\t").map_or("", |(_, i)| i)
}

#[test]
fn nothing_under_a_root_is_left_out_of_line() {
    if cfg!(debug_assertions) {
        return println!("SKIPPED roots of lanes: not an optimised build");
    }
    let me = std::env::current_exe().expect("this program has a path");
    let objdump = Command::new("objdump").args(["-d", "-C", "--no-show-raw-insn"]).arg(me).output();
    let Ok(objdump) = objdump else { return println!("SKIPPED roots of lanes: no objdump") };
    let disassembly = String::from_utf8_lossy(&objdump.stdout);
    let (mut roots, mut products) = (0, 0);
    for (name, lines) in functions(&disassembly) {
        if !name.contains("lanes::ifma::") || !name.contains("::body") {
            continue;
        }
        let count =
            |what: &dyn Fn(&str) -> bool| lines.iter().filter(|l| what(instruction(l))).count();
        let vectors = count(&|i| i.contains("%zmm"));
        if name.contains("root") {
            for line in lines.iter().filter(|l| instruction(l).starts_with("call")) {
                let expected = ["lanes::ifma::mul", "lanes::ifma::sqr", "memcpy"];
                assert!(expected.iter().any(|e| line.contains(e)), "in {name}: {line}");
            }
            assert!(vectors > 400, "{name} has only {vectors} vector instructions");
            roots += 1;
        } else {
            let jumps = count(&|i| i.starts_with('j'));
            assert!(vectors > 100 && jumps == 0, "{name}: {vectors} vectors, {jumps} jumps");
            products += 1;
        }
    }
    assert!(roots >= 1 && products >= 2, "{roots} roots and {products} products were found");
}

/// What is disassembled above is also what runs: the same doublings as over one lane of another kind.
#[test]
fn the_root_computes() {
    const N: usize = 64 / WORD_BITS;
    let mut m = [0 as Word; N];
    m[0] = 101;
    let Ok(f) = Lanes::<Ifma, 5>::new(&m, Features::detect()) else {
        return println!("SKIPPED ifma lanes");
    };
    // (1, 2) on y² = x³ + x + 2; 2 P = (100, 0), of order 2; 4 P is infinity.
    let point = Jacobian::<Lanes<Ifma, 5>> { x: f.small(1), y: f.small(2), z: f.one() };
    let a = f.one();
    let twice = f.run(Doublings { field: &f, a: &a, point, times: 1 });
    let (x, y) = affine(&f, &twice);
    assert_eq!(f.equal(&x, &f.neg(&f.one())).bits(), 0xff);
    assert_eq!(f.is_zero(&y).bits(), 0xff);
    let fourth = f.run(Doublings { field: &f, a: &a, point, times: 2 });
    assert_eq!(f.is_zero(&fourth.z).bits(), 0xff);
}
