//! The roots of batched exponentiation, disassembled: everything is inlined, the sums of a product
//! stay in their registers, and no lane's value reaches a general register or a flag, so it cannot
//! decide a jump or an address.
//!
//! Only an optimised build inlines; other builds, and machines without objdump, print SKIPPED.

use super::disassembly::{functions, instruction};
use polylimb::cpu::Features;
use polylimb::modmul::Options;
use polylimb::powm::{BatchPowm, CrtModulus, Exponent};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Whether an instruction moves data from a vector or mask register to a general register or the
/// flags.
fn leaves_the_vectors(instruction: &str) -> bool {
    let (mnemonic, operands) = instruction.split_once(' ').unwrap_or((instruction, ""));
    let last = operands.trim().rsplit(',').next().unwrap_or("");
    let to_general = last.starts_with("%r") || last.starts_with("%e");
    let to_flags = ["kortest", "ktest", "vtest", "vcomi", "vucomi"];
    to_flags.iter().any(|m| mnemonic.starts_with(m))
        || mnemonic == "vptest"
        || mnemonic.starts_with("kmov") && to_general
        || mnemonic.starts_with('v') && to_general
}

#[test]
fn secrets_stay_in_the_vectors() {
    let Some(functions) = functions("roots of batched powers") else { return };
    let mut found = Vec::new();
    for (name, lines) in functions {
        let Some((_, inside)) = name.split_once("batch::operations::avx512::") else { continue };
        let Some(root) = inside.strip_suffix("::root") else { continue };
        let instructions: Vec<_> = lines.iter().map(|line| instruction(line)).collect();
        let count = |what: &dyn Fn(&str) -> bool| instructions.iter().filter(|i| what(i)).count();
        for line in &instructions {
            assert!(!leaves_the_vectors(line), "in {name}: {line}");
            // Failed checks of lengths are called through a table.
            let calls = line.starts_with("call") && !line.contains('*');
            let expected = ["memcpy", "memset", "panic", "fail", "unwrap"];
            assert!(!calls || expected.iter().any(|e| line.contains(e)), "in {name}: {line}");
        }
        let vectors = count(&|i| i.contains("%zmm"));
        let products = count(&|i| i.starts_with("vpmadd52"));
        let spilled = count(&|i| i.contains("%zmm") && i.contains("(%rsp)"));
        assert!(vectors > 0, "{name} has no vectors");
        if ["multiply", "square"].contains(&root) {
            assert!(products > 300, "{name} has only {products} multiply-adds");
            assert_eq!(spilled, 0, "{name} keeps vectors on the stack");
        }
        found.push(root.to_owned());
    }
    found.sort();
    let roots = ["add", "finish", "friendly", "multiply", "square", "subtract_once"];
    assert_eq!(found, roots, "the roots that were found");
}

/// The multiplications of vectors of four digits: of one number and of two, product and square.
#[test]
fn four_digits_at_a_time_are_inlined() {
    let Some(functions) = functions("roots of vectors of four digits") else { return };
    let mut found = Vec::new();
    for (name, lines) in functions {
        let Some((file, inside)) = name
            .split_once("montgomery_ifma::")
            .and_then(|(_, inside)| inside.split_once("::avx512::root_"))
        else {
            continue;
        };
        let Some(root) = inside.strip_suffix("::root") else { continue };
        if file != "fours" && root != "one" {
            continue;
        }
        for line in lines.iter().map(|line| instruction(line)) {
            // Failed checks of lengths are called through a table.
            let calls = line.starts_with("call") && !line.contains('*');
            let expected = ["memset", "panic", "fail", "unwrap"];
            assert!(!calls || expected.iter().any(|e| line.contains(e)), "in {name}: {line}");
        }
        let products = lines.iter().filter(|l| instruction(l).starts_with("vpmadd52")).count();
        found.push((root.to_owned(), products));
    }
    found.sort();
    let found: Vec<_> = found.iter().map(|(root, products)| (&root[..], *products)).collect();
    let (square, product) = (328, 408);
    let roots = [
        ("one", square),
        ("one", product),
        ("product", product),
        ("square", square),
        ("window", square + product),
    ];
    assert_eq!(found, roots, "the roots and their multiply-adds");
}

/// The disassembled code is also the code that runs.
#[test]
fn the_roots_compute() {
    let batch = BatchPowm::new(&[&[101]], Features::detect()).expect("odd");
    if batch.vectors() == "portable" {
        return println!("SKIPPED roots of batched powers: this CPU lacks AVX-512 IFMA");
    }
    assert_eq!(batch.pow(&[&[2]], &[Exponent::new(&[99])]).expect("one"), [[51]]);
    // What these reach is in this program.
    let key = CrtModulus::from_primes(&[&[11], &[17]], &[3], &Options::default()).expect("primes");
    let y = key.private(&[123], &mut ChaCha8Rng::seed_from_u64(1)).expect("below 187");
    assert_eq!(key.public(&y).expect("below 187"), [123]);
}
