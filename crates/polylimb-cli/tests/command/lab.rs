//! `polylimb lab` and `report`, end to end: measuring, writing, showing.

use crate::common::page::well_formed_and_self_contained;
use crate::common::{lines, polylimb, run, stderr, stdout};
use polylimb::authors::limb::WORD_BITS;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A short run of everything: some algorithm runs on three threads only.
const SHORT: &str = "lab modmul --bits 64,521 --threads 1,2,3 --runs 3 --seed 7";

fn files(dir: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(dir).unwrap();
    entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn every_algorithm_is_measured_right_and_recorded_by_the_contract() {
    let lines = lines(&stdout(&run(&format!("{SHORT} --json -"))));
    let host = &lines[0];
    assert_eq!(host["kind"], "host");
    for field in [
        "cpu",
        "cores",
        "features",
        "governor",
        "frequency",
        "os",
        "rustc",
        "commit",
        "seed",
        "started",
    ] {
        assert!(host.get(field).is_some(), "{field}");
    }
    assert_eq!(host["seed"], 7);
    assert_eq!(host["command"], format!("polylimb {SHORT}"));
    let mut names = BTreeSet::new();
    for m in &lines[1..] {
        assert_eq!(m["kind"], "measurement");
        assert_eq!((&m["study"], &m["unit"]), (&"modmul".into(), &"ns".into()));
        assert_eq!(m["correct"], true, "{m}");
        assert_eq!(m["runs"], 3);
        let number = |field: &str| m[field].as_f64().unwrap_or_else(|| panic!("{field}: {m}"));
        assert!(0.0 < number("min") && number("min") <= number("median"));
        assert!(number("min") <= number("mean"));
        assert!(number("min") <= number("q1") && number("q1") <= number("median"));
        assert!(number("median") <= number("q3"));
        let cv = number("sd") / number("mean");
        assert!((number("cv") - cv).abs() < 1e-3 * (1.0 + cv), "{m}");
        assert!(m["params"].is_object() && m["warnings"].is_array() && m["kernel"].is_string());
        let compared = m["op"] == "mul" || m["op"] == "sqr";
        assert_eq!(m["speedup"].is_number() && m["efficiency"].is_number(), compared, "{m}");
        names.insert(m["algorithm"].as_str().unwrap().to_owned());
    }
    // 2^520 + 1 has the larger of the two sizes.
    let mut longest = vec![0; 521_usize.div_ceil(WORD_BITS)];
    longest[0] = 1;
    longest[520 / WORD_BITS] |= 1 << (520 % WORD_BITS);
    for entry in polylimb_lab::registry::modmuls() {
        assert_eq!(names.contains(entry.name), entry.domain.accepts(&longest), "{}", entry.name);
    }
    speedups_follow_from_the_medians(&lines[1..]);
}

fn speedups_follow_from_the_medians(measurements: &[Value]) {
    let mut checked = 0;
    for m in measurements.iter().filter(|m| m["speedup"].is_number()) {
        let same = |o: &&Value| o["bits"] == m["bits"] && o["op"] == m["op"] && o["threads"] == 1;
        let medians = measurements.iter().filter(same).map(|o| o["median"].as_f64().unwrap());
        let base = medians.fold(f64::INFINITY, f64::min);
        let speedup = base / m["median"].as_f64().unwrap();
        assert!((m["speedup"].as_f64().unwrap() - speedup).abs() < 1e-3, "{m}");
        let efficiency = speedup / m["threads"].as_f64().unwrap();
        assert!((m["efficiency"].as_f64().unwrap() - efficiency).abs() < 1e-3, "{m}");
        checked += 1;
    }
    assert!(checked >= 30, "{checked}");
}

#[test]
fn files_are_whole_named_at_the_end_and_alone_in_their_folder() {
    let dir = tempfile::tempdir().unwrap();
    let output = polylimb()
        .args(SHORT.split_whitespace())
        .args(["--json", "r.jsonl", "--csv", "r.csv", "--out", "out", "--published"])
        .current_dir(&dir)
        .output()
        .unwrap();
    let text = stdout(&output);
    assert_eq!(text.lines().last(), Some("report: out/report.html"));
    assert!(text.contains("two cores") || text.contains("two threads"), "{text}");
    assert!(text.contains("table 5") && text.contains("4-ary Multi. v2"), "{text}");
    assert_eq!(files(dir.path()), ["out", "r.csv", "r.jsonl"].map(String::from).into());
    assert_eq!(
        files(&dir.path().join("out")),
        ["report.html", "results.jsonl"].map(String::from).into()
    );
    let json = fs::read_to_string(dir.path().join("r.jsonl")).unwrap();
    let csv = fs::read_to_string(dir.path().join("r.csv")).unwrap();
    let ours = json.lines().filter(|line| !line.starts_with(r#"{"kind":"published""#));
    assert_eq!(csv.lines().count(), ours.count());
    assert_eq!(json, fs::read_to_string(dir.path().join("out/results.jsonl")).unwrap());

    // A new run compared with the earlier one, and both on one page.
    let output = polylimb()
        .args(SHORT.split_whitespace())
        .args(["--json", "-", "--compare", "r.jsonl"])
        .current_dir(&dir)
        .output()
        .unwrap();
    for m in &lines(&stdout(&output))[1..] {
        assert!(m["ratio"].as_f64().unwrap() > 0.0);
    }
    let output = polylimb()
        .args(["report", "r.jsonl", "out/results.jsonl", "-o", "both.html", "--published"])
        .current_dir(&dir)
        .output()
        .unwrap();
    assert_eq!(stdout(&output), "report: both.html\n");
    for page in ["out/report.html", "both.html"] {
        let page = fs::read_to_string(dir.path().join(page)).unwrap();
        let page = well_formed_and_self_contained(&page);
        assert!(page.contains("<svg") && page.contains("Where more threads pay"));
    }
}

#[test]
fn more_threads_than_the_machine_has_are_measured_and_marked() {
    let threads = 1 + std::thread::available_parallelism().map_or(1, usize::from);
    let output = run(&format!("lab modmul --bits 256 --threads 1,{threads} --runs 2 --json -"));
    let lines = lines(&stdout(&output));
    let crowded: Vec<_> = lines.iter().filter(|m| m["threads"] == threads).collect();
    assert!(!crowded.is_empty());
    for m in crowded {
        assert_eq!(m["correct"], true);
        assert!(m["warnings"].as_array().unwrap().contains(&"oversubscribed".into()), "{m}");
    }
}

#[test]
fn order_operations_kernels_and_missing_base() {
    let words = "lab modmul --bits 64-256 --order descending --algorithms montgomery-sos,barrett \
                 --threads 1 --ops mul --runs 2 --kernel all --no-pin --json -";
    let rows = lines(&stdout(&run(words)));
    let bits: Vec<_> = rows[1..].iter().map(|m| m["bits"].as_u64().unwrap()).collect();
    assert!(bits.is_sorted_by(|a, b| a >= b) && bits.first() == Some(&256), "{bits:?}");
    let kernels: BTreeSet<_> = rows[1..].iter().map(|m| m["kernel"].as_str().unwrap()).collect();
    assert!(kernels.contains("portable"));
    assert_eq!(rows.len() - 1, 3 * 2 * kernels.len());

    let rows = lines(&stdout(&run("lab modmul --bits 64 --threads 2 --runs 2 --json -")));
    assert!(rows.len() > 1 && rows[1..].iter().all(|m| m["speedup"].is_null()));
}

#[test]
fn a_failed_run_leaves_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let fails = |words: &[&str], status: i32, hint: &str| {
        let output = polylimb().args(words).current_dir(&dir).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{words:?} {}", stderr(&output));
        assert!(stderr(&output).contains(hint), "{words:?} {}", stderr(&output));
        assert_eq!(stderr(&output).lines().count(), 1);
    };
    fs::write(dir.path().join("bad.jsonl"), "{\"kind\":\"host\",\"cpu\":\"x\"}\n{\"ki\n").unwrap();
    fails(&["report", "bad.jsonl", "-o", "page.html"], 2, "line 2");
    let lab =
        ["lab", "modmul", "--bits", "64", "--threads", "1", "--runs", "2", "--json", "r.jsonl"];
    let target = |t: &'static str| [lab.as_slice(), &["--target", t]].concat();
    fails(&target("false"), 3, "status 1");
    fails(&target("echo hello;"), 3, "hello");
    fails(&target("true"), 3, "no measurement");
    fails(&target("no-such-command-here"), 3, "127");
    assert_eq!(files(dir.path()), ["bad.jsonl".to_owned()].into());
}

#[test]
fn behind_a_command_prefix() {
    let output = polylimb()
        .args("lab modmul --bits 64,128 --threads 1 --runs 2 --seed 3 --json - --target".split(' '))
        .arg("env POLYLIMB_TEST='a b'")
        .output()
        .unwrap();
    let lines = lines(&stdout(&output));
    assert_eq!(lines[0]["runner"], "env POLYLIMB_TEST='a b'");
    assert_eq!(lines[0]["seed"], 3);
    assert_eq!(lines.len() as u64 - 1, lines[0]["planned"].as_u64().unwrap());
    assert!(lines[1..].iter().all(|m| m["correct"] == true));
}

/// A target's texts reach the terminal, in a table or in an error; its escape sequences do not.
#[test]
fn a_target_cannot_command_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let host = r#"{"kind":"host","cpu":"c\u001b]0;owned\u0007","governor":"g\u001b[2J","cores":1,"planned":1}"#;
    let row = r#"{"kind":"measurement","study":"modmul","algorithm":"barrett\u001b[31m","threads":1,"bits":64,"op":"mul","runs":1,"unit":"ns","min":1,"mean":1,"median":1,"correct":true,"warnings":["w\u009b31m\u001b]52;c;eA==\u0007"]}"#;
    let kind = row.replace("measurement", "\\u001b[31m");
    for (lines, says, status) in [
        (format!("{host}\n{row}\n"), "barrett", 0),
        (format!("{host}\n\u{1b}[31m{row}\n"), "not a line of results", 3),
        (format!("{host}\n{}\n", kind.replace("\"median\":1,", "")), "no measurement", 3),
    ] {
        fs::write(dir.path().join("lines"), lines).unwrap();
        let mut command = polylimb();
        command.current_dir(&dir).args(["lab", "modmul", "--bits", "64", "--threads", "1"]);
        let output = command.args(["--target", "cat lines #"]).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{}", stderr(&output));
        let shown = [output.stdout, output.stderr].concat();
        let shown = String::from_utf8(shown).unwrap();
        assert!(shown.contains(says), "{shown}");
        let control = shown.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(control, None, "{shown:?}");
    }
}

#[test]
fn an_earlier_run_is_not_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let earlier = dir.path().join("results.jsonl");
    fs::write(
        &earlier,
        stdout(&run("lab modmul --bits 64 --threads 1 --algorithms barrett --runs 1 --json -")),
    )
    .unwrap();
    let before = fs::read(&earlier).unwrap();
    for places in ["--json results.jsonl", "--csv ./results.jsonl", "--out ."] {
        let mut command = polylimb();
        command.current_dir(&dir).args("lab modmul --bits 64 --compare results.jsonl".split(' '));
        let output = command.args(places.split(' ')).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{places}");
        assert!(stderr(&output).contains("would be replaced"), "{}", stderr(&output));
    }
    assert_eq!(fs::read(&earlier).unwrap(), before);
}

#[test]
fn an_interrupted_run_keeps_its_rows_in_whole_lines() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.jsonl");
    let words = "lab modmul --bits 64-65536:64 --threads 1 --algorithms montgomery-sos --runs 20 --ops mul --json r.jsonl --out out";
    let mut child =
        polylimb().args(words.split(' ')).current_dir(&dir).stderr(Stdio::null()).spawn().unwrap();
    let rows = || fs::read_to_string(&path).unwrap_or_default().lines().count();
    let mut tries = 0;
    while rows() < 4 {
        tries += 1;
        assert!(tries < 6000, "no rows come");
        std::thread::sleep(Duration::from_millis(10));
    }
    let ended = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(ended.success());
    assert!(!child.wait().unwrap().success());
    for name in ["r.jsonl", "out/results.jsonl"] {
        let text = fs::read_to_string(dir.path().join(name)).unwrap();
        assert!(text.ends_with('\n'));
        let rows = lines(&text);
        assert!(rows.len() >= 4 && rows[0]["kind"] == "host", "{name}");
        assert!(rows[1..].iter().all(|m| m["kind"] == "measurement" && m["correct"] == true));
        let report =
            polylimb().args(["report", name, "-o", "page.html"]).current_dir(&dir).output();
        assert_eq!(stderr(&report.unwrap()), "", "{name}");
    }
    assert_eq!(files(&dir.path().join("out")), ["results.jsonl".to_owned()].into());
}

#[test]
fn the_self_test_says_whether_the_times_can_be_trusted() {
    // Whether they can depends on the machine: a busy one says no.
    let output = run("lab self-test --seed 3 --json -");
    let said = stderr(&output);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
    assert_eq!(output.status.success(), said.is_empty(), "{said}");
    assert!(said.is_empty() || said.contains("too noisy now"), "{said}");
    let rows = lines(&String::from_utf8(output.stdout).unwrap());
    assert_eq!((&rows[0]["kind"], rows.len()), (&"host".into(), 1 + 4 * 15));
    for m in &rows[1..] {
        assert_eq!(
            (&m["study"], &m["correct"], &m["op"]),
            (&"self-test".into(), &true.into(), &"chain".into())
        );
    }
}
