//! `lab modmul --model`: the model from the command line to the results.

use crate::common::{lines, run, stdout};
use polylimb::authors::limb::WORD_BITS;
use polylimb_lab::measure::statistics::count;
use serde_json::Value;

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
