//! `polylimb lab batch`, end to end.

use crate::common::page::well_formed_and_self_contained;
use crate::common::{lines, polylimb, run, stderr, stdout};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn batches_are_right_both_ways_on_one_thread_and_two() {
    let dir = tempfile::tempdir().unwrap();
    let output = polylimb()
        .args(
            "lab batch --curve p-192,secp256k1,X25519 --threads 1,2 --runs 1 --seed 3 --out out"
                .split(' '),
        )
        .current_dir(&dir)
        .output()
        .unwrap();
    let text = stdout(&output);
    assert!(text.contains("Batches") && text.contains("to one by one"), "{text}");
    let rows = lines(&fs::read_to_string(dir.path().join("out/results.jsonl")).unwrap());
    let mut seen = BTreeSet::new();
    for m in &rows[1..] {
        assert_eq!((&m["study"], &m["correct"]), (&"batch".into(), &true.into()), "{m}");
        assert_eq!((&m["params"]["jobs"], &m["unit"]), (&64.into(), &"ns".into()), "{m}");
        let per_second = m["params"]["per_second"].as_f64().unwrap();
        let median = m["median"].as_f64().unwrap();
        assert!((per_second - 1e9 / median).abs() <= 1.0, "{m}");
        assert!(m["min"].as_f64().unwrap() <= median && m["runs"] == 1, "{m}");
        let public = m["op"] == "verify" || m["op"] == "recover";
        assert_eq!(m["constant_time"] == "no", public, "{m}");
        let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
        let [curve, way] = [&m["params"]["curve"], &m["params"]["way"]];
        assert_eq!(m["variant"], format!("{}, {}", text(curve), text(way)), "{m}");
        seen.insert([curve, &m["algorithm"], &m["op"], way, &m["threads"]].map(text));
    }
    assert_eq!(seen.len(), rows.len() - 1);
    let of = |curve: &str| seen.iter().filter(|s| s[0] == curve).count();
    // ECDH two, ECDSA three, the others one; two ways, two thread counts.
    assert_eq!([of("secp192r1"), of("secp256k1"), of("Curve25519")], [20, 24, 8]);
    assert_eq!(rows.len() - 1, 52);
    let page = fs::read_to_string(dir.path().join("out/report.html")).unwrap();
    let page = well_formed_and_self_contained(&page);
    assert!(page.contains("Batches") && page.contains("gain of threads"));
}

#[test]
fn one_protocol_of_one_curve() {
    let rows = lines(&stdout(&run(
        "lab batch --curve P-224 --algorithms ecdsa --threads 1 --runs 1 --seed 4 --json -",
    )));
    let ops: Vec<_> = rows[1..].iter().map(|m| [&m["op"], &m["params"]["way"]]).collect();
    let expected =
        ["batch", "one by one"].map(|way| ["sign", "verify", "recover"].map(|op| [op, way]));
    assert_eq!(ops, expected.as_flattened());
    assert!(rows[1..].iter().all(|m| m["correct"] == true && m["algorithm"] == "ecdsa"));
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    for (words, hint) in [
        ("lab batch --curve X25519 --algorithms ecdh", "x25519 on Curve25519"),
        ("lab batch --curve frob", "list curve"),
        ("lab batch --algorithms ecdsa,ecies", "no protocol 'ecies'"),
        ("lab batch --bits 256", "--curve"),
        ("lab batch --threads 0", "--threads"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words}: {}", stderr(&output));
        assert!(stderr(&output).contains(hint), "{words}: {}", stderr(&output));
    }
}
