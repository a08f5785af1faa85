//! The method of `[Arruda2014]` from the command line: scenarios, governors, the model, published
//! figures.

use crate::common::{lines, polylimb, run, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Some rows of `lab modmul`, without the host.
fn measured(words: &str) -> Vec<Value> {
    let short = format!(
        "lab modmul --algorithms montgomery,barrett,bipartite --threads 1,2 --runs 3 --json - {words}"
    );
    let mut found = lines(&stdout(&run(&short)));
    assert_eq!(found.remove(0)["kind"], "host");
    found
}

fn tests(rows: &[Value]) -> Vec<(u64, u64, &str)> {
    let number = |m: &Value, field: &str| m[field].as_u64().unwrap();
    let test = |m| (number(m, "threads"), number(m, "bits"), m["algorithm"].as_str().unwrap());
    rows.iter().map(test).collect()
}

/// The speedup is a ratio of minima.
fn minima_compared(rows: &[Value]) {
    let min = |m: &Value| m["min"].as_f64().unwrap();
    for m in rows {
        let alone = rows.iter().filter(|o| o["threads"] == 1 && o["bits"] == m["bits"]);
        let base = alone.map(min).fold(f64::INFINITY, f64::min);
        let speedup = m["speedup"].as_f64().unwrap();
        assert!((speedup - base / min(m)).abs() < 1e-3, "{m}");
        assert_eq!(m["correct"], true);
        assert_eq!(m["runs"], 3, "{m}");
    }
}

#[test]
fn per_thread_groups_by_threads_then_size_then_algorithm() {
    let rows = measured("--scenario per-thread --bits 128,256 --ops mul");
    let order = [
        (1, 128, "montgomery"),
        (1, 128, "barrett"),
        (1, 256, "montgomery"),
        (1, 256, "barrett"),
        (2, 128, "bipartite"),
        (2, 256, "bipartite"),
    ];
    assert_eq!(tests(&rows), order);
    assert!(rows.iter().all(|m| m["scenario"] == "per-thread"));
    minima_compared(&rows);
}

#[test]
fn all_runs_every_algorithm_at_a_size_and_sizes_may_descend() {
    let rows = measured("--scenario all --order descending --bits 128,256 --ops mul");
    let order = [
        (1, 256, "montgomery"),
        (1, 256, "barrett"),
        (2, 256, "bipartite"),
        (1, 128, "montgomery"),
        (1, 128, "barrett"),
        (2, 128, "bipartite"),
    ];
    assert_eq!(tests(&rows), order);
    assert!(rows.iter().all(|m| m["scenario"] == "all"));
    minima_compared(&rows);
}

#[test]
fn alone_measures_one_size_that_of_the_thesis_by_default() {
    let rows = measured("--scenario alone --ops mul");
    let order = [(1, 384, "montgomery"), (1, 384, "barrett"), (2, 384, "bipartite")];
    assert_eq!(tests(&rows), order);
    minima_compared(&rows);
}

#[test]
fn without_a_scenario_rows_say_nothing_of_one() {
    let rows = measured("--bits 128 --ops mul");
    assert!(rows.iter().all(|m| m.get("scenario").is_none()));
}

/// A made-up machine of two CPUs.
fn machine() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for cpu in 0..2 {
        let folder = governor_file(root.path(), cpu).parent().unwrap().to_owned();
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("scaling_governor"), "ondemand\n").unwrap();
        fs::write(folder.join("scaling_available_governors"), "ondemand performance\n").unwrap();
    }
    root
}

fn governor_file(root: &Path, cpu: usize) -> PathBuf {
    root.join(format!("sys/devices/system/cpu/cpu{cpu}/cpufreq/scaling_governor"))
}

fn governors(root: &Path) -> [String; 2] {
    [0, 1].map(|cpu| fs::read_to_string(governor_file(root, cpu)).unwrap().trim().to_owned())
}

/// `lab modmul` with a governor on the made-up machine.
fn governed(root: &Path, words: &str) -> Command {
    let mut command = polylimb();
    command.args("lab modmul --threads 1 --algorithms montgomery --json -".split(' '));
    command.args(words.split_whitespace()).arg("--sysfs-root").arg(root);
    command
}

#[test]
fn the_governor_is_given_back_after_the_run_and_after_a_failure() {
    let root = machine();
    let short = "--governor performance --bits 64 --runs 2";
    let output = governed(root.path(), short).output().unwrap();
    assert!(lines(&stdout(&output)).len() > 1);
    assert_eq!(governors(root.path()), ["ondemand", "ondemand"]);
    // The processes of a scenario run while the governor is set.
    let output = governed(root.path(), &format!("{short} --scenario per-thread")).output().unwrap();
    assert!(lines(&stdout(&output)).len() > 1);
    assert_eq!(governors(root.path()), ["ondemand", "ondemand"]);
    let output = governed(root.path(), "--governor powersave --bits 64").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("ondemand, performance"), "{}", stderr(&output));
    assert_eq!(governors(root.path()), ["ondemand", "ondemand"]);
}

#[cfg(unix)]
#[test]
fn the_governor_is_given_back_on_interrupt_and_termination() {
    for signal in ["-INT", "-TERM"] {
        let root = machine();
        // Far more runs than the test can wait for.
        let mut child = governed(root.path(), "--governor performance --bits 16384 --runs 1000000")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while governors(root.path()) != ["performance", "performance"] {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it set the governor");
            std::thread::yield_now();
        }
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(governors(root.path()), ["ondemand", "ondemand"], "{signal}");
    }
}

#[test]
fn a_machine_without_cpufreq_is_a_clear_failure() {
    let root = tempfile::tempdir().unwrap();
    let output = governed(root.path(), "--governor performance --bits 64").output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = stderr(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("no cpufreq") && said.contains("--governor keep"), "{said}");
}

#[test]
fn the_model_stands_beside_the_published_tables() {
    let short = stdout(&run("lab governor"));
    let text = stdout(&run("lab governor --published"));
    assert!(short.contains("fitted to table 7") && short.contains("where it fails"), "{short}");
    assert!(text.len() > short.len());
    for table in [7, 8, 9, 10, 11, 12, 13, 29] {
        assert!(text.contains(&format!("\ntable {table}, in")), "table {table}");
    }
    let rows = lines(&stdout(&run("lab governor --json -")));
    assert_eq!(rows[0]["kind"], "host");
    let predictions = &rows[1..];
    assert_eq!(predictions.len(), 7 * 120 + 2 * 12);
    let wrong = predictions.iter().filter(|p| p["right"] == false).count();
    assert!(predictions.iter().all(|p| p["predicted"].as_f64().unwrap() > 0.0));
    let shown = text.split("where it fails").next().unwrap().matches('!').count();
    assert_eq!(shown, wrong);
    assert_eq!(short.split("where it fails").nth(1).unwrap().matches("  table ").count(), wrong);
}

#[test]
fn published_rows_are_marked_and_read_back_as_no_measurements() {
    let folder = tempfile::tempdir().unwrap();
    let words = "lab modmul --bits 256 --threads 1 --algorithms montgomery,barrett --runs 2";
    let in_folder = |words: &str| {
        polylimb().args(words.split_whitespace()).current_dir(&folder).output().unwrap()
    };
    let text = stdout(&in_folder(&format!("{words} --published --json r.jsonl")));
    assert!(text.contains("As printed (here): 2 of 120") && text.contains("Cortex-A9"), "{text}");
    let json = fs::read_to_string(folder.path().join("r.jsonl")).unwrap();
    let rows = lines(&json);
    let published: Vec<_> = rows.iter().filter(|r| r["kind"] == "published").collect();
    // Table 6 has the speedups of Table 5, whose algorithms run on several threads.
    assert_eq!(published.len(), 4 * 120 + 90);
    let paired = published.iter().filter(|row| row["here"].is_string()).count();
    assert_eq!(paired, 2 * 4);
    for row in published {
        assert_eq!(row["published"], true);
        assert!(row["here"].is_string() != row["why"].is_string(), "{row}");
        let is_time = row["unit"] == "ns";
        for field in ["source", "platform", "governor", "scenario", "algorithm"] {
            let told = is_time || !["governor", "scenario"].contains(&field);
            assert_eq!(row[field].as_str().unwrap().is_empty(), !told, "{field}");
        }
        assert_eq!(row["min"].as_f64().is_some_and(|min| min > 0.0), is_time);
    }
    let measured = rows.iter().filter(|r| r["kind"] == "measurement").count();
    assert_eq!(measured + 4 * 120 + 90 + 1, rows.len());
    stdout(&in_folder("report r.jsonl -o r.html"));
    stdout(&in_folder(&format!("{words} --compare r.jsonl")));
}
