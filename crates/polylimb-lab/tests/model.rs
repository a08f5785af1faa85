//! The model: synchronisations counted for every parallel algorithm, thread count and number of blocks, beside the
//! published ones, and its way from the command line into the results.

mod common;

use common::{lines, run, stdout};
use polylimb::limb::{Kernel, WORD_BITS};
use polylimb::modmul::{ALGORITHMS, Entry};
use polylimb_lab::analysis::model::table_2::{difference, published};
use polylimb_lab::measure::statistics::count;
use polylimb_lab::record::Measurement;
use polylimb_lab::study::modmul::model::counted;
use serde_json::Value;
use std::collections::BTreeMap;

/// Synchronisations of one product.
fn synchronisations(entry: &Entry, threads: usize, k: Option<usize>, bits: usize) -> usize {
    let mut m = Measurement {
        algorithm: entry.name.into(),
        threads,
        bits,
        kernel: Kernel::PORTABLE.name().into(),
        ..Measurement::default()
    };
    if let Some(k) = k {
        m.params.insert("k".into(), k.into());
    }
    2 * counted(&m, 1).unwrap().runs
}

#[test]
fn counted_as_published_for_every_algorithm_thread_count_and_k() {
    let mut compared = BTreeMap::new();
    for entry in ALGORITHMS.iter().filter(|e| e.threads.max() > 1) {
        let multipartite = entry.name.starts_with("multipartite");
        let blocks: Vec<_> = if multipartite { (2..=6).map(Some).collect() } else { vec![None] };
        for threads in (2..=8).filter(|&n| entry.threads.contains(n)) {
            for &k in &blocks {
                for bits in [6 * WORD_BITS, 1024] {
                    if !entry.domain.accepts_odd_of(bits) {
                        continue;
                    }
                    let counted = synchronisations(entry, threads, k, bits);
                    let what = format!("{} {threads} threads k {k:?} {bits} bits", entry.name);
                    let Some(row) = published(entry.name) else {
                        // Not in the table: one run, and one for each of two base extensions.
                        let expected = BTreeMap::from([("tripartite", 2), ("rns", 4)]);
                        assert_eq!(Some(&counted), expected.get(entry.name), "{what}");
                        *compared.entry(entry.name).or_insert(0) += 1;
                        continue;
                    };
                    let printed = (row.synchronisations)(threads);
                    // Its exchange in the middle is one as printed, and an end and a beginning here.
                    let exchange = usize::from(entry.name == "multipartite-v1");
                    assert_eq!(counted, printed + exchange, "{what}");
                    let why = difference(entry.name, printed, counted);
                    assert_eq!(why.is_some(), exchange > 0, "{what}");
                    *compared.entry(entry.name).or_insert(0) += 1;
                }
            }
        }
    }
    assert!(compared.len() >= 6, "{compared:?}");
    assert!(compared.values().sum::<usize>() >= 170, "{compared:?}");
}

#[test]
fn fewer_where_the_modulus_is_too_short_for_several_parts() {
    for name in ["multipartite-v1", "multipartite-v2"] {
        let entry = polylimb::modmul::find(name).unwrap();
        let counted = synchronisations(entry, 2, None, WORD_BITS);
        let printed = (published(name).unwrap().synchronisations)(2);
        assert!(counted < printed, "{name}: {counted}");
        assert!(difference(name, printed, counted).is_some());
    }
}

#[test]
fn from_the_command_line_into_the_results() {
    let words = "lab modmul --bits 128,512,1024 --threads 1,2 --runs 5 --ops mul --model";
    let algorithms = "--algorithms montgomery,montgomery-sos,bipartite,multipartite-v1 --k 2,3";
    let text = stdout(&run(&format!("{words} {algorithms} --json -")));
    let rows = lines(&text);
    assert!(rows[0]["command"].as_str().unwrap().contains("--model"));
    let modelled: Vec<&Value> = rows.iter().filter(|row| row["kind"] == "model").collect();
    if rows[0]["hand_over"].is_null() {
        println!("SKIPPED: one core only, so no hand-over");
        return;
    }
    assert_eq!(modelled.len(), 3 * 3);
    for row in &modelled {
        let number = |field: &str| row[field].as_f64().unwrap_or_else(|| panic!("{field}: {row}"));
        let same = |m: &&Value| {
            ["algorithm", "threads", "bits", "params"].iter().all(|field| m[field] == row[field])
                && m["kind"] == "measurement"
        };
        let measured = rows.iter().find(same).unwrap();
        assert_eq!(row["measured"], measured["median"]);
        let hand_overs = number("runs") * number("hand_over");
        assert!((number("predicted") - number("path") - hand_overs).abs() < 0.01, "{row}");
        let ways = number("published_synchronisations") / 2.0 * number("hand_over");
        assert!(number("table_2") > ways && number("word_product") > 0.0, "{row}");
        let words = number("bits") / count(WORD_BITS);
        let products = number("complexity") * words * words / 2.0;
        let work = products * number("word_product");
        assert!((number("table_2") - ways - work).abs() < work * 0.01 + 0.5, "{row}");
        assert!(number("alone") > 0.0 && number("path") >= 0.0);
    }
    let said = stdout(&run(&format!("{words} {algorithms}")));
    for part in
        ["Table 2", "longest path", "multipartite-v1 k=3", "two threads pay", "half products"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
}
