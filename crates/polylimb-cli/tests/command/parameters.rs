//! `k`, the cut and `tuned`: given by options, recorded with the defaults filled in, with rows of
//! their own everywhere.

use crate::common::{lines, polylimb, run, stdout};
use polylimb::authors::limb::WORD_BITS;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// The measurements of `lab modmul` with three samples of `mul`.
fn measured(words: &str) -> Vec<Value> {
    let words = format!("lab modmul --bits 512 --runs 3 --seed 5 --ops mul --json - {words}");
    let mut rows = lines(&stdout(&run(&words)));
    let host = rows.remove(0);
    assert_eq!(host["planned"].as_u64(), Some(rows.len() as u64));
    assert!(rows.iter().all(|m| m["correct"] == true));
    rows
}

fn params_of<'a>(rows: &'a [Value], algorithm: &str, threads: usize) -> Vec<&'a Value> {
    let of = |m: &&Value| m["algorithm"] == algorithm && m["threads"] == threads;
    rows.iter().filter(of).map(|m| &m["params"]).collect()
}

#[test]
fn defaults_are_filled_in_where_there_is_a_parameter() {
    let rows = measured("--threads 1-4");
    let n = 512 / WORD_BITS;
    let half = n.div_ceil(2);
    for (algorithm, threads, expected) in [
        ("montgomery", 1, json!({})),
        ("montgomery-parallel", 2, json!({})),
        ("bipartite", 4, json!({ "split": half })),
        ("tripartite", 3, json!({ "split": half })),
        ("multipartite-v1", 2, json!({ "k": 2, "split": half })),
        ("multipartite-v1", 3, json!({ "k": 2, "split": half })),
        ("multipartite-v2", 4, json!({ "k": 4, "split": half })),
    ] {
        assert_eq!(params_of(&rows, algorithm, threads), [&expected], "{algorithm} {threads}");
    }
    let two = params_of(&rows, "bipartite", 2)[0]["split"].as_u64().unwrap() as usize;
    assert!((1..n).contains(&two));
}

#[test]
fn every_k_with_every_cut_is_a_row_of_its_own() {
    let words = "--threads 2 --k 2,4 --cut 25%,1 --algorithms bipartite,multipartite-v2,montgomery-parallel";
    let rows = measured(words);
    assert_eq!(rows.len(), 1 + 2 + 4);
    let quarter = (512 / WORD_BITS).div_ceil(4);
    assert_eq!(
        params_of(&rows, "bipartite", 2),
        [&json!({ "cut": "25%", "split": quarter }), &json!({ "cut": "1", "split": 1 })]
    );
    let blocks = params_of(&rows, "multipartite-v2", 2);
    assert_eq!(blocks[0], &json!({ "k": 2, "cut": "25%", "split": quarter }));
    assert_eq!(blocks[3], &json!({ "k": 4, "cut": "1", "split": 1 }));

    // In the table, in the CSV, with an earlier run, and in a scenario of processes.
    let dir = tempfile::tempdir().unwrap();
    let lab = |more: &str| {
        let words = format!("lab modmul --bits 512 --runs 3 --ops mul {words} {more}");
        let words = words.split_whitespace();
        stdout(&polylimb().args(words).current_dir(&dir).output().unwrap())
    };
    let said = lab("--csv r.csv --json r.jsonl");
    // The sentences below the table name the leader again.
    let (table, _) = said.split_once("*: fastest").unwrap();
    for label in ["bipartite cut=25%", "multipartite-v2 k=2 cut=1", "multipartite-v2 k=4 cut=25%"] {
        assert_eq!(table.matches(&format!(" {label} ")).count(), 1, "{label}: {said}");
    }
    let csv = fs::read_to_string(dir.path().join("r.csv")).unwrap();
    assert_eq!(csv.matches(r#""{""cut"":""25%"",""k"":4,""split"":"#).count(), 1, "{csv}");
    let compared = lab("--compare r.jsonl");
    assert_eq!(compared.matches(" ×").count(), 7, "{compared}");
    let alone = lines(&lab("--scenario per-thread --json -"));
    let params: BTreeSet<_> = alone[1..].iter().map(|m| m["params"].to_string()).collect();
    assert_eq!((alone.len(), params.len()), (8, 7));
}

#[test]
fn a_cut_beyond_the_modulus_is_left_out_with_a_note() {
    let rows = measured("--threads 2 --algorithms bipartite,montgomery-parallel --cut 50%");
    assert_eq!(rows.len(), 2);
    let words =
        "lab modmul --bits 64 --runs 3 --ops mul --threads 2 --algorithms bipartite --cut 1000";
    let output = run(words);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        crate::common::stderr(&output).contains("cut: 0 to"),
        "{}",
        crate::common::stderr(&output)
    );
}

#[test]
fn tuned_is_what_the_profile_takes_at_each_size() {
    let dir = tempfile::tempdir().unwrap();
    let profile = "polylimb-profile 1\n[portable odd threads=1]\n1-511 = montgomery threads=1\n\
                   [portable odd threads=2]\n512-600 = bipartite threads=2 cut=25\n";
    fs::write(dir.path().join("p"), profile).unwrap();
    let lab = |more: &str| {
        let words = format!(
            "lab modmul --bits 256,512 --runs 3 --ops mul --kernel portable --profile p --json - {more}"
        );
        let words = words.split_whitespace();
        let rows = lines(&stdout(&polylimb().args(words).current_dir(&dir).output().unwrap()));
        rows[1..].to_vec()
    };
    for more in ["--threads 1,2", "--threads 1,2 --scenario per-thread"] {
        let rows = lab(&format!("--algorithms montgomery-sos,tuned {more}"));
        let row = |threads: usize, bits: usize| {
            let same = |m: &&Value| m["threads"] == threads && m["bits"] == bits;
            rows.iter().filter(same).find(|m| m["algorithm"] == "tuned").unwrap()
        };
        assert_eq!(rows.len(), 2 + 4);
        assert!(rows.iter().all(|m| m["correct"] == true && m["speedup"].is_number()));
        let blocks = json!({ "algorithm": "montgomery", "threads": 1 });
        assert_eq!(row(1, 256)["params"], blocks);
        assert_eq!(row(2, 256)["params"], blocks);
        // Where the profile says nothing, the built-in choice applies.
        assert_eq!(row(1, 512)["params"]["algorithm"], "montgomery-sos");
        let quarter = (512 / WORD_BITS).div_ceil(4);
        let halves = json!({ "algorithm": "bipartite", "threads": 2, "split": quarter });
        assert_eq!(row(2, 512)["params"], halves);
        // It is not an algorithm for comparison with others.
        for m in rows.iter().filter(|m| m["algorithm"] == "montgomery-sos") {
            assert_eq!(m["speedup"], 1.0);
        }
    }
}

#[test]
fn calc_takes_them_and_says_so() {
    let calc = |words: &str| -> Value {
        let words = format!("calc modmul --modulus 0xffffffffffffffff1 --a 5 --b 7 --json {words}");
        serde_json::from_str(&stdout(&run(&words))).unwrap()
    };
    let blocks = calc("--algorithm multipartite-v1 --k 3 --cut 0%");
    assert_eq!(
        (&blocks["result"], &blocks["params"]),
        (&"0x23".into(), &json!({ "k": 3, "split": 0 }))
    );
    assert_eq!(calc("--algorithm bipartite --cut 1")["params"], json!({ "split": 1 }));
    assert_eq!(calc("--algorithm montgomery")["params"], json!({}));
}
