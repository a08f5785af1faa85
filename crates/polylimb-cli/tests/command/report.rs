//! `polylimb report` on files of every kind: its messages, its refusals, and that a file's contents
//! are only ever shown as text.

use crate::common::page::well_formed_and_self_contained;
use crate::common::{lines, polylimb, stderr, stdout};
use serde_json::{Value, json};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A line of a host.
fn host(cpu: &str) -> Value {
    json!({"kind": "host", "cpu": cpu, "cores": 2, "hand_over": 430.0, "command": "polylimb lab", "commit": "c0ffee"})
}

/// A line of a measurement.
fn row(algorithm: &str, threads: usize, bits: usize, time: f64) -> Value {
    json!({"kind": "measurement", "study": "modmul", "algorithm": algorithm, "threads": threads, "bits": bits,
        "op": "mul", "runs": 10, "unit": "ns", "min": time / 2.0, "mean": time, "median": time, "correct": true,
        "kernel": "portable", "executor": "team", "constant_time": "yes", "library": true,
        "speedup": 1.0, "efficiency": 0.5})
}

fn with(mut row: Value, field: &str, value: impl Into<Value>) -> Value {
    row[field] = value.into();
    row
}

/// The outcome of `report` on a file with this text, and the page if there is one.
fn report(text: &str) -> (Output, Option<String>) {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("r.jsonl"), text).unwrap();
    let words = ["report", "r.jsonl", "-o", "page.html"];
    let output = polylimb().args(words).current_dir(&dir).output().unwrap();
    (output, fs::read_to_string(dir.path().join("page.html")).ok())
}

/// The page of these lines, checked, without style and script.
fn page(lines: &[Value]) -> String {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let (output, page) = report(&(lines.join("\n") + "\n"));
    stdout(&output);
    assert_eq!(stderr(&output), "");
    well_formed_and_self_contained(&page.unwrap())
}

#[test]
fn what_a_file_says_is_text_and_never_markup() {
    const EVIL: &str =
        "</script></style><script>alert(1)</script><b onclick=\"x\" title='y'>&amp;\u{2028}";
    let mut evil_host = host(EVIL);
    for field in ["governor", "os", "rustc", "commit", "started", "command", "runner", "target"] {
        evil_host[field] = EVIL.into();
    }
    evil_host["features"] = json!([EVIL]);
    let mut lines = vec![evil_host];
    for study in [EVIL, "modmul", "powm"] {
        for bits in [256, 512] {
            for threads in [1, 2] {
                for kernel in ["portable", EVIL] {
                    let mut row = row(EVIL, threads, bits, 100.0);
                    for field in ["executor", "unit", "scenario", "variant"] {
                        row[field] = EVIL.into();
                    }
                    row["study"] = study.into();
                    row["op"] = if kernel == EVIL { EVIL.into() } else { "mul".into() };
                    row["kernel"] = kernel.into();
                    row["warnings"] = json!([EVIL, format!("noisy: {EVIL}")]);
                    lines.push(row);
                }
            }
        }
        lines.push(json!({"kind": "model", "study": study, "algorithm": EVIL, "label": EVIL, "kernel": EVIL, "note": EVIL,
            "unit": EVIL, "modmul": EVIL, "threads": 2, "bits": 512}));
    }
    let page = page(&lines);
    assert!(page.contains("The hand-over model") && page.contains("The cost model"));
    assert!(!page.contains("<script>alert") && !page.contains("<b onclick"));
    // The text is still there, many times.
    assert!(page.matches("&lt;b onclick=&quot;x&quot;").count() > 20, "{page}");
}

#[test]
fn one_measurement_is_a_bar_and_none_is_an_error() {
    let text = page(&[host("c"), row("only", 1, 384, 100.0)]);
    assert!(text.contains("Time at 384 bits") && !text.contains("<svg"));
    assert!(
        text.contains("At 384 bits only is fastest.")
            && text.contains("Only one thread was measured.")
    );
    for text in ["", "{\"kind\":\"host\",\"cpu\":\"c\"}\n", "{\"ki"] {
        let (output, page) = report(text);
        assert_eq!((output.status.code(), page), (Some(2), None), "{text}");
        assert_eq!(stderr(&output).lines().count(), 1);
    }
}

#[test]
fn a_killed_run_counts_up_to_its_last_whole_line() {
    let lines = [host("c"), row("a", 1, 256, 10.0), row("b", 1, 256, 20.0)].map(|v| v.to_string());
    let (output, page) = report(&lines.join("\n")[..lines[0].len() + lines[1].len() + 40]);
    stdout(&output);
    assert!(stderr(&output).contains("r.jsonl: line 3 is cut off"), "{}", stderr(&output));
    let page = well_formed_and_self_contained(&page.unwrap());
    assert!(
        page.contains("line 3 is cut off")
            && page.contains("The measurement gave the right result")
    );
}

#[test]
fn each_host_has_its_section_and_the_same_run_only_one() {
    let (a, b) = (host("first CPU"), host("second CPU"));
    let text = page(&[a.clone(), row("a", 1, 256, 10.0), b, row("a", 1, 256, 20.0)]);
    assert!(text.contains("Modular multiplication: 2 runs"));
    for (number, cpu) in [(1, "first CPU"), (2, "second CPU")] {
        assert!(text.contains(&format!("href=\"#run-{number}\">{cpu}")));
        assert!(text.contains(&format!("Run {number}: {cpu}")));
    }
    let twice = format!("{a}\n{}\n", row("a", 1, 256, 10.0)).repeat(2);
    let (output, page) = report(&twice);
    assert!(stderr(&output).contains("shown once"));
    assert!(!page.unwrap().contains("2 runs"));
}

#[test]
fn studies_scenarios_and_repeated_rows() {
    let powm = |bits, time| with(row("window", 1, bits, time), "study", "powm");
    let scenario = |time| with(row("a", 1, 256, time), "scenario", "per-thread");
    let text = page(&[
        host("c"),
        row("a", 1, 256, 10.0),
        row("a", 1, 256, 30.0),
        row("a", 1, 512, 90.0),
        powm(256, 1000.0),
        powm(512, 7000.0),
        scenario(60.0),
    ]);
    assert!(text.contains("Modular multiplication, modular exponentiation on c"));
    assert!(text.contains("1 rows were measured more than once"));
    assert!(text.contains("30.0 ns") && !text.contains("10.0 ns"));
    assert!(text.contains("1.00 µs") && text.contains("Median time by bits"));
    // The scenario's figure is its minimum, and the page says so.
    assert!(text.contains("Minimum time by bits") && text.contains("<b>minima</b>"));
}

#[test]
fn the_best_are_bold_and_shaded_and_wrong_results_compete_for_nothing() {
    let text = page(&[
        host("c"),
        row("slow", 1, 256, 50.0),
        row("fast", 1, 256, 20.0),
        row("pair", 2, 256, 40.0),
        with(row("wrong", 2, 256, 1.0), "correct", false),
        row("slow", 1, 512, 80.0),
        row("pair", 2, 512, 70.0),
    ]);
    let cell = |text: &str, time: &str| {
        let before = text.split(&format!("\">{time}")).next().unwrap();
        let cell = &before[before.rfind("<td").unwrap()..];
        cell.split('"').nth(1).unwrap().to_owned()
    };
    let classes = ["50.0 ns", "20.0 ns", "40.0 ns", "80.0 ns", "70.0 ns"].map(|t| cell(&text, t));
    assert_eq!(classes, ["", "best first", "best", "best", "best first"]);
    assert!(
        text.contains(">wrong</td>") && text.contains("1 of 6 measurements gave a wrong result")
    );
}

#[test]
fn odd_numbers_draw_nothing_and_break_nothing() {
    let mut lines = vec![host("c")];
    for (index, time) in [0.0, -5.0, 1e300, 1e-300, 17.0].into_iter().enumerate() {
        for bits in [0, 1, 256, usize::MAX >> 14] {
            lines.push(row(&format!("a{index}"), index % 3, bits, time));
        }
    }
    lines.push(with(row("cycles", 1, 256, 123_456.0), "unit", "cycles"));
    let text = page(&lines);
    assert!(text.contains("<svg") && text.contains("123\u{202f}456 cycles"));
}

/// A program that prints these lines, in place of `mote/run` and `arm/run`.
fn printing(dir: &Path, name: &str, lines: &[Value]) -> PathBuf {
    let path = dir.join(name);
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(&path, format!("#!/bin/sh\ncat <<'EOF'\n{}\nEOF\n", lines.join("\n"))).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    path
}

/// Programs in place of `mote/run`, `arm/run` and `arm/run aarch64`.
fn simulators(dir: &Path) -> [PathBuf; 3] {
    let mote = [
        json!({"function": "reduction", "build": "kernels", "bits": 163, "cycles": 607, "least": 607, "most": 607, "compared": 10, "stack": 40}),
        json!({"program": "tnaf", "build": "kernels", "bits": 163, "flash": 1000, "static": 10, "stack": 90, "ram": 100, "published_flash": 32392, "published_ram": 624}),
    ];
    let arm = [
        json!({"kind": "mul", "name": "umaal", "instructions": 300, "most": 300, "estimated_cycles": 500.5, "compared": 50}),
    ];
    let aarch64 = [
        json!({"kind": "product, P-256", "name": "polylimb, umulh", "peer": false, "instructions": 116, "n1": 109, "v1": 28}),
        json!({"kind": "product, P-256", "name": "s2n-bignum", "peer": true, "instructions": 205, "n1": 80, "v1": 51}),
    ];
    [printing(dir, "mote", &mote), printing(dir, "arm", &arm), printing(dir, "aarch64", &aarch64)]
}

#[test]
fn one_schema_for_every_study_and_target() {
    let dir = tempfile::tempdir().unwrap();
    let [mote, arm, aarch64] = simulators(dir.path());
    let fields = [
        "study",
        "algorithm",
        "threads",
        "bits",
        "op",
        "runs",
        "unit",
        "min",
        "mean",
        "median",
        "sd",
        "cv",
        "speedup",
        "efficiency",
        "correct",
        "kernel",
        "params",
        "warnings",
        "q1",
        "q3",
    ];
    let host = json!({"cpu": 0, "cores": 0, "features": 0, "governor": 0, "os": 0, "rustc": 0, "commit": 0, "seed": 0, "started": 0});
    for (index, (words, shown)) in [
        ("field --target simavr", "607 cycles"),
        ("scalar --target simavr", "1\u{202f}000 bytes"),
        ("field --target qemu-arm", "300 instructions"),
        ("field --target qemu-aarch64", "116 instructions"),
        ("pairing --operations", "pairing: operations"),
        ("scalar --operations --curve P-256", "two-cores"),
        ("leak --bits 64 --runs 100 --algorithms binary-left-to-right", "Times against secrets"),
        ("governor", "The governor ondemand"),
        ("batch --curve P-256 --algorithms ecdh --threads 1 --runs 1", "Batches"),
        ("protocol --curve P-256 --algorithms ecdh --runs 1", "Protocols"),
    ]
    .into_iter()
    .enumerate()
    {
        let file = format!("{index}.jsonl");
        let output = polylimb()
            .args(["lab"])
            .args(words.split(' '))
            .args(["--json", &file])
            .env("POLYLIMB_MOTE", &mote)
            .env("POLYLIMB_ARM", if words.ends_with("aarch64") { &aarch64 } else { &arm })
            .current_dir(&dir)
            .output()
            .unwrap();
        stdout(&output);
        let rows = lines(&fs::read_to_string(dir.path().join(&file)).unwrap());
        assert_eq!(rows[0]["kind"], "host", "{words}");
        for field in host.as_object().unwrap().keys() {
            assert!(rows[0].get(field).is_some(), "{words}: {field}");
        }
        assert!(rows[0]["command"].as_str().unwrap().starts_with("polylimb lab "), "{words}");
        assert!(rows.len() > 1, "{words}");
        for row in &rows[1..] {
            if row["kind"] == "prediction" {
                assert_eq!(row["study"], "governor");
                continue;
            }
            assert_eq!(row["kind"], "measurement", "{words}");
            for field in fields {
                assert!(row.get(field).is_some(), "{words}: {field}: {row}");
            }
            assert!(row["median"].as_f64() > Some(0.0) || row["unit"] != "ns", "{words}: {row}");
        }
        let words_of_report = ["report", &file, "-o", "page.html", "--json"];
        let output = polylimb().args(words_of_report).current_dir(&dir).output().unwrap();
        let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(stderr(&output), "", "{words}");
        let run = &json["runs"][0];
        let measurements = run["measurements"].as_array().unwrap().len();
        let kept = rows.iter().filter(|row| row["kind"] == "measurement").count();
        assert_eq!(measurements, kept, "{words}");
        let tables =
            run["studies"].as_array().unwrap().iter().flat_map(|s| s["tables"].as_array().unwrap());
        assert!(tables.count() + run["predictions"].as_array().unwrap().len() > 0, "{words}");
        let page = fs::read_to_string(dir.path().join("page.html")).unwrap();
        let page = well_formed_and_self_contained(&page);
        assert!(page.contains(shown), "{words}: {shown}");
        assert!(
            page.contains("Contents")
                && page.contains("href=\"#run-1-1\"")
                && page.contains("id=\"run-1-1\"")
        );
    }
    // All on one page, each run with its studies.
    let files: Vec<String> = (0..10).map(|index| format!("{index}.jsonl")).collect();
    let words = ["report", "-o", "all.html"];
    stdout(&polylimb().args(words).args(&files).current_dir(&dir).output().unwrap());
    let page = fs::read_to_string(dir.path().join("all.html")).unwrap();
    assert!(well_formed_and_self_contained(&page).contains("href=\"#run-10\""));
}

#[test]
fn what_is_no_file_is_refused_and_pipes_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let lines = [host("c"), row("a", 1, 256, 10.0)].map(|v| v.to_string() + "\n").concat();
    let long = format!("{lines}{{\"kind\":\"{}\"}}\n", "x".repeat(1 << 20));
    let (output, page) = report(&long);
    assert_eq!((output.status.code(), page), (Some(2), None));
    assert!(stderr(&output).contains("line 3"), "{}", stderr(&output));
    let fifo = dir.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let child = polylimb()
        .args(["report", "fifo", "--json"])
        .current_dir(&dir)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    fs::write(&fifo, &lines).unwrap();
    let output = child.wait_with_output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["runs"][0]["studies"][0]["fastest"][0]["algorithm"], "a");
}
