//! `polylimb lab field`, end to end: num-bigint checks every chain.

use crate::common::page::well_formed_and_self_contained;
use crate::common::{lines, polylimb, run, stderr, stdout};
use polylimb::cpu::Features;
use polylimb_catalogue::binary_field::{Entry, METHODS};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

fn measured(words: &str) -> Vec<Value> {
    let rows = lines(&stdout(&run(&format!("lab field {words} --runs 1 --seed 5 --json -"))));
    for m in &rows[1..] {
        assert_eq!((&m["study"], &m["correct"]), (&"field".into(), &true.into()), "{m}");
        assert_eq!((&m["threads"], &m["unit"]), (&1.into(), &"ns".into()), "{m}");
        assert!(m["min"].as_f64().unwrap() > 0.0 && !m["kernel"].as_str().unwrap().is_empty());
    }
    rows[1..].to_vec()
}

/// The values of one field of the measurements.
fn all<'a>(rows: &'a [Value], name: &str) -> BTreeSet<&'a str> {
    rows.iter().map(|m| m[name].as_str().unwrap()).collect()
}

#[test]
fn primes_on_each_kernel_and_over_a_modular_multiplication() {
    // 2^255 - 19 has no kernels here; 1009 is 1 mod 4.
    let p25519 = format!("p:0x7f{}ed", "f".repeat(60));
    for (field, bits, ways) in [
        ("fp:P-256", 256, 2..),
        ("fn:secp256r1", 256, 2..),
        ("fp:P-192", 192, 1..),
        (&*p25519, 255, 1..),
        ("p:1009", 10, 1..),
    ] {
        let rows = measured(&format!("--field {field}"));
        assert_eq!(all(&rows, "op"), ["add", "inv", "mul", "sqr", "sqrt", "sub"].into());
        let count = rows.len() / 6;
        assert!(rows.len().is_multiple_of(6) && ways.contains(&count), "{field}: {count}");
        assert!(rows.iter().all(|m| m["bits"] == bits && m["params"]["field"] == field));
        assert!(rows.iter().all(|m| m["constant_time"] == "yes"));
    }
}

#[test]
fn binary_fields_on_each_product_and_by_every_published_method() {
    for degree in [7, 163, 239, 283] {
        let rows = measured(&format!("--field f2m:{degree}"));
        let of_field = ["add", "half-trace", "inv", "mul", "sqr", "sqrt"];
        let mut expected: BTreeSet<&str> = of_field.into();
        expected.extend(["mul-unreduced", "sqr-unreduced", "reduce"]);
        assert_eq!(all(&rows, "op"), expected, "{degree}");
        let kernels = all(&rows, "kernel");
        assert!(kernels.contains("comb") && kernels.contains("lopez-dahab"), "{kernels:?}");
        // One operation for each method, all of the field's operations for each product.
        let runs = |m: &&Entry| Features::detect().contains(m.make.needs);
        let methods: Vec<_> = METHODS.iter().filter(runs).map(|m| m.name).collect();
        let names = all(&rows, "algorithm");
        assert!(methods.iter().all(|name| names.contains(name)), "{names:?}");
        assert_eq!(rows.len(), methods.len() + 6 * (kernels.len() - 1), "{degree}");
        let is_fixed = [163, 283].contains(&degree);
        assert_eq!(names.contains("fixed"), is_fixed);
        assert_eq!(names.contains("any-polynomial"), !is_fixed);
    }
}

#[test]
fn towers_of_every_curve_with_a_pairing() {
    for curve in ["bn254", "alt_bn128", "BLS12-381"] {
        let rows = measured(&format!("--field fp2:{curve},fp6:{curve},fp12:{curve}"));
        assert_eq!(all(&rows, "op"), ["add", "inv", "mul", "sqr", "sub"].into());
        assert_eq!(all(&rows, "algorithm"), ["tower"].into());
        let fields: BTreeSet<_> = rows.iter().map(|m| m["params"]["field"].as_str()).collect();
        assert_eq!((fields.len(), rows.len() % 15), (3, 0));
    }
}

#[test]
fn chosen_operations_and_algorithms_are_shown_and_reported() {
    let dir = tempfile::tempdir().unwrap();
    let words = "lab field --field fp:P-256,f2m:233 --ops mul,half-trace --algorithms fixed \
                 --runs 1 --seed 3 --csv out.csv --out out";
    let output = polylimb().args(words.split_whitespace()).current_dir(&dir).output().unwrap();
    let text = stdout(&output);
    assert!(text.contains("Field arithmetic") && text.contains("to the fastest"), "{text}");
    let rows = lines(&fs::read_to_string(dir.path().join("out/results.jsonl")).unwrap());
    let ops = |field: &str| -> BTreeSet<String> {
        let of = rows[1..].iter().filter(|m| m["params"]["field"] == field);
        of.map(|m| m["op"].as_str().unwrap().to_owned()).collect()
    };
    // If a field lacks one of the operations, the other is measured.
    assert_eq!(ops("fp:P-256"), ["mul".to_owned()].into());
    assert_eq!(ops("f2m:233"), ["half-trace".to_owned(), "mul".to_owned()].into());
    assert!(rows[1..].iter().all(|m| m["algorithm"] == "fixed"));
    let csv = fs::read_to_string(dir.path().join("out.csv")).unwrap();
    assert_eq!(csv.lines().filter(|line| !line.starts_with('#')).count(), rows.len());
    let words = "report out/results.jsonl -o page.html";
    stdout(&polylimb().args(words.split_whitespace()).current_dir(&dir).output().unwrap());
    let page = fs::read_to_string(dir.path().join("page.html")).unwrap();
    let page = well_formed_and_self_contained(&page);
    assert!(page.contains("Field arithmetic") && page.contains("half-trace"));
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    for (words, hint) in [
        ("--field frob", "fp:CURVE"),
        ("--field fp:frob", "list curve"),
        ("--field fp:B-233", "f2m:233"),
        ("--field f2m:234", "f2m:233"),
        ("--field fp6:P-256", "fp6:bls12-381"),
        ("--field p:15", "prime"),
        ("--field p:2", "odd"),
        ("--field p:x", "number"),
        ("--ops frob", "half-trace"),
        ("--field fp:P-256 --ops half-trace", "sqrt"),
        ("--field fp12:bn254 --ops sqrt", "inv"),
        ("--field f2m:233 --algorithms frob", "lopez-dahab-columns"),
        ("--curve P-256", "--field"),
        ("--threads 2", "--field"),
        ("--target qemu-arm --field fp:P-256", "--field"),
        ("--target qemu-aarch64 --runs 5", "--runs"),
    ] {
        let output = run(&format!("lab field {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}: {}", stderr(&output));
        assert!(stderr(&output).contains(hint), "{words}: {}", stderr(&output));
    }
    let output = run("lab scalar --field fp:P-256");
    assert!(stderr(&output).contains("--field belongs to field"), "{}", stderr(&output));
}
