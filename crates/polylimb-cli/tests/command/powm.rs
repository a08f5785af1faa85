//! Exponentiation from the command line: `list powm`, `calc powm`, `lab powm`, `lab leak`.

use crate::common::page::well_formed_and_self_contained;
use crate::common::{lines, polylimb, run, stderr, stdout};
use num_bigint::BigUint;
use polylimb::authors::powm::{METHODS, fixed_base, product};
use polylimb_catalogue::powm as catalogue;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

fn listed() -> Vec<Value> {
    let json: Value = serde_json::from_str(&stdout(&run("list powm --json"))).unwrap();
    json.as_array().unwrap().clone()
}

/// The entries for any power, which `calc powm` and `lab powm` use.
fn powers() -> Vec<Value> {
    listed().into_iter().filter(|e| e["form"] == "power").collect()
}

/// Some thread counts of an entry.
fn counts(entry: &Value) -> Vec<String> {
    let threads = entry["threads"].as_str().unwrap();
    match threads.strip_suffix('+') {
        Some(least) => vec![least.to_owned(), "3".to_owned()],
        None => threads.split(',').map(str::to_owned).collect(),
    }
}

#[test]
fn list_is_the_registry_of_methods() {
    let text = stdout(&run("list powm"));
    let entries = listed();
    let names: BTreeSet<&str> = entries.iter().map(|e| e["name"].as_str().unwrap()).collect();
    assert!(METHODS.iter().chain(catalogue::METHODS).all(|m| names.contains(m.name)));
    let fixed_base = fixed_base::METHODS.iter().chain(catalogue::FIXED_BASE_METHODS);
    assert!(
        fixed_base.clone().count() == 2 && fixed_base.into_iter().all(|m| names.contains(m.name))
    );
    assert!(product::METHODS.iter().all(|m| names.contains(m.name)));
    let forms: BTreeSet<&str> = entries.iter().map(|e| e["form"].as_str().unwrap()).collect();
    assert_eq!(forms, ["batch", "crt", "fixed-base", "power", "product"].into());
    for entry in &entries {
        assert_eq!(entry["kind"], "powm");
        for field in ["name", "source", "summary", "threads", "constant_time", "domain", "widths"] {
            assert!(!entry[field].as_str().unwrap().is_empty(), "{field}");
        }
        assert!(text.contains(entry["name"].as_str().unwrap()));
    }
    let window = entries.iter().find(|e| e["name"] == "fixed-window").unwrap();
    assert!(window["widths"].as_str().unwrap().starts_with("1-") && window["library"] == true);
}

/// `calc powm` with these numbers and words, compared with num-bigint.
fn calc_agrees(m: &BigUint, g: &BigUint, e: &BigUint, words: &[&str]) {
    let output = polylimb()
        .args(["calc", "powm", "--json", "--modulus", &format!("{m:#x}"), "--base", &g.to_string()])
        .args(["--exponent", &format!("{e:#x}")])
        .args(words)
        .output()
        .unwrap();
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["result"], format!("{:#x}", g.modpow(e, m)), "{words:?}: {g}^{e} mod {m}");
}

#[test]
fn calc_agrees_with_an_independent_power_whatever_computes_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut random = |bits: u64| {
        let mut bytes = [0; 66];
        rng.fill_bytes(&mut bytes);
        let mut value = BigUint::from_bytes_le(&bytes) >> (66 * 8 - bits);
        value.set_bit(bits - 1, true);
        value
    };
    let mut compared = 0;
    for entry in powers() {
        let name = entry["name"].as_str().unwrap();
        for threads in counts(&entry) {
            for bits in [2, 64, 521] {
                let (mut m, g, e) = (random(bits), random(bits), random(bits));
                m.set_bit(0, true);
                calc_agrees(&m, &g, &e, &["--method", name, "--threads", &threads]);
                compared += 1;
            }
        }
    }
    assert!(compared >= 3 * (METHODS.len() + catalogue::METHODS.len()), "{compared}");
    // Any modulus from 1, any base, any exponent, all options for the algorithm.
    let number = |text: &str| text.parse::<BigUint>().unwrap();
    for (m, g, e) in [
        ("1", "0", "0"),
        ("1", "5", "3"),
        ("24", "5", "0"),
        ("24", "100", "77"),
        ("3", "0", "0"),
        ("3", "0", "9"),
        ("65537", "65536", "340282366920938463463374607431768211455"),
        ("340282366920938463463374607431768211297", "2", "340282366920938463463374607431768211296"),
    ] {
        calc_agrees(&number(m), &number(g), &number(e), &[]);
    }
    let (m, g, e) = (random(512) | BigUint::from(1u8), random(512), random(512));
    for words in [
        ["--threads", "2", "--kernel", "portable"],
        ["--modmul", "bipartite", "--threads", "2"],
        ["--modmul", "barrett", "--width", "3"],
        ["--method", "binary-left-to-right", "--modmul", "montgomery-parallel"],
    ] {
        calc_agrees(&m, &g, &e, &words);
    }
}

#[cfg(feature = "gmp")]
#[test]
fn baselines_say_what_they_do_not_take() {
    let calc = "calc powm --base 5 --exponent 3 --method";
    for (words, hint) in [
        ("gmp-powm --modulus 24 --modmul barrett", "leave out --modmul"),
        ("gmp-powm --modulus 24 --threads 2", "--threads"),
        ("gmp-powm-sec --modulus 24", "odd moduli"),
        ("gmp-powm-sec --modulus 0", "modulus"),
    ] {
        let output = run(&format!("{calc} {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}: {}", stderr(&output));
        assert!(stderr(&output).contains(hint), "{words}: {}", stderr(&output));
    }
    assert_eq!(stdout(&run(&format!("{calc} gmp-powm --modulus 24"))), "0x5\n");
    let zero = "calc powm --base 5 --exponent 0 --modulus 23 --method gmp-powm-sec";
    assert_eq!(stdout(&run(zero)), "0x1\n");
}

const SHORT: &str = "lab powm --bits 64,521 --threads 1,2 --runs 3 --seed 7";

#[test]
fn every_method_is_measured_right_and_recorded_by_the_contract() {
    let rows = lines(&stdout(&run(&format!("{SHORT} --json -"))));
    assert_eq!(rows[0]["command"], format!("polylimb {SHORT}"));
    assert_eq!(rows[0]["planned"], rows.len() - 1);
    let rows = &rows[1..];
    let (mut names, mut ops) = (BTreeSet::new(), BTreeSet::new());
    for m in rows {
        assert_eq!(m["study"], "powm");
        ops.insert(m["op"].as_str().unwrap().to_owned());
        assert_eq!((&m["correct"], &m["runs"]), (&true.into(), &3.into()), "{m}");
        let number = |field: &str| m[field].as_f64().unwrap_or_else(|| panic!("{field}: {m}"));
        assert!(0.0 < number("min") && number("min") <= number("median"));
        assert!(m["library"] == false || !m["params"]["modmul"].as_str().unwrap().is_empty());
        assert_eq!(m["params"]["lanes"], m["threads"]);
        let at = |o: &&Value| o["bits"] == m["bits"] && o["threads"] == 1 && o["op"] == m["op"];
        let medians = rows.iter().filter(at).map(|o| o["median"].as_f64().unwrap());
        let base = medians.fold(f64::INFINITY, f64::min);
        assert!((number("speedup") - base / number("median")).abs() < 1e-3, "{m}");
        // Only powers of any base are compared with the binary method.
        let binary = rows.iter().filter(at).find(|o| o["algorithm"] == "binary-left-to-right");
        match binary.map(|o| o["median"].as_f64().unwrap()) {
            None => assert!(m["over_binary"].is_null(), "{m}"),
            Some(binary) => {
                assert!((number("over_binary") - binary / number("median")).abs() < 1e-3, "{m}");
            }
        }
        names.insert(m["algorithm"].as_str().unwrap().to_owned());
    }
    let expected = ["batch", "crt", "fixed-base", "powm", "product-of-2", "product-of-32"];
    assert_eq!(ops.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    for entry in listed() {
        assert!(names.contains(entry["name"].as_str().unwrap()), "{}", entry["name"]);
    }
    // Known factors on each thread count with a prime for every thread, and the plain power on one
    // thread.
    let crt = |name: &str, threads: u64| {
        rows.iter().filter(|m| m["algorithm"] == name && m["threads"] == threads).count()
    };
    for name in ["crt-2-primes", "crt-3-primes", "crt-4-primes"] {
        assert_eq!((crt(name, 1), crt(name, 2)), (2, 2), "{name}");
    }
    assert_eq!((crt("unknown-factors", 1), crt("unknown-factors", 2)), (2, 0));
}

#[test]
fn sizes_too_short_for_so_many_primes_are_left_out() {
    let words = "lab powm --bits 40 --threads 1,2,4 --runs 2 --seed 1 --json - \
                 --algorithms crt-2-primes,crt-3-primes,crt-4-primes,batch-of-eight";
    let output = run(words);
    let rows = lines(&stdout(&output));
    let row =
        |m: &Value| (m["algorithm"].as_str().unwrap().to_owned(), m["threads"].as_u64().unwrap());
    let found: BTreeSet<_> = rows[1..].iter().map(row).collect();
    let name = str::to_owned;
    let expected = [
        (name("batch-of-eight"), 1),
        (name("batch-of-eight"), 2),
        (name("batch-of-eight"), 4),
        (name("crt-2-primes"), 1),
        (name("crt-2-primes"), 2),
    ];
    assert_eq!(found, expected.into());
    assert_eq!(rows[0]["planned"], rows.len() - 1);
    assert!(stderr(&output).contains("16 bits for each prime"), "{}", stderr(&output));
}

#[test]
fn a_chosen_multiplication_and_width_are_rows_of_their_own() {
    let words = "lab powm --bits 256 --threads 1,2 --runs 2 --algorithms fixed-window \
                 --modmul barrett,montgomery-sos,bipartite --width 3 --json -";
    let rows = lines(&stdout(&run(words)));
    let ways: BTreeSet<(u64, u64, &str, &str)> = rows[1..]
        .iter()
        .map(|m| {
            assert!(m["correct"] == true && m["params"]["width"] == 3, "{m}");
            let (threads, lanes) = (&m["threads"], &m["params"]["lanes"]);
            let modmul = m["params"]["modmul"].as_str().unwrap();
            (
                threads.as_u64().unwrap(),
                lanes.as_u64().unwrap(),
                modmul,
                m["variant"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        (1, 1, "barrett", "over barrett, width 3"),
        (1, 1, "montgomery-sos", "over montgomery-sos, width 3"),
        (2, 1, "bipartite", "over bipartite, width 3"),
    ];
    assert_eq!(ways, expected.into());
    // Each has a row of its own on the terminal.
    let text = stdout(&run(words.trim_end_matches(" --json -")));
    assert!(expected.iter().all(|e| text.contains(&format!("fixed-window {}", e.3))), "{text}");
    // Also on the page, with an earlier run, and in a scenario of processes.
    let folder = tempfile::tempdir().unwrap();
    let lab = |more: &str| {
        let words = format!("{} {more}", words.trim_end_matches(" --json -"));
        let words = words.split_whitespace();
        stdout(&polylimb().args(words).current_dir(&folder).output().unwrap())
    };
    lab("--out o");
    let page = fs::read_to_string(folder.path().join("o/report.html")).unwrap();
    let row = |e: &(u64, u64, &str, &str)| format!(">fixed-window {}</th>", e.3);
    assert!(expected.iter().all(|e| page.contains(&row(e))), "{page}");
    assert_eq!(lab("--compare o/results.jsonl").matches(" ×").count(), expected.len());
    let alone = lines(&lab("--scenario per-thread --json -"));
    let variants: BTreeSet<_> = alone[1..].iter().map(|m| m["variant"].to_string()).collect();
    assert_eq!((alone.len(), variants.len()), (4, 3));
}

#[test]
fn the_model_and_the_published_table_stand_beside() {
    let folder = tempfile::tempdir().unwrap();
    let output = polylimb()
        .args("lab powm --bits 512 --threads 1,2 --runs 5 --seed 2".split(' '))
        .args(["--model", "--published", "--json", "r.jsonl", "--csv", "r.csv", "--out", "out"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let text = stdout(&output);
    for said in [
        "512 + 129",
        "16 lanes at 512 bits",
        "Core 2 Quad",
        "figure 2",
        "two lanes bring the binary method to",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let rows = lines(&fs::read_to_string(folder.path().join("r.jsonl")).unwrap());
    let of_kind = |kind: &str| rows.iter().filter(|r| r["kind"] == kind).collect::<Vec<_>>();
    let of_any_base = |m: &&&Value| m["library"] == true && m["op"] == "powm";
    let library = of_kind("measurement").iter().filter(of_any_base).count();
    let models = of_kind("model");
    assert_eq!(models.len(), library);
    for m in models {
        let count = |field: &str, what: &str| m[field][what].as_f64().unwrap();
        for what in ["squarings", "products"] {
            assert!(count("counted", what) <= count("counted_all_lanes", what), "{m}");
        }
        // Another part may be the longest for these exponents; over all parts the count is close to
        // the expectation.
        let work = |field: &str| count(field, "squarings") + count(field, "products");
        let ratio = work("counted") / work("expected");
        assert!((0.9..1.1).contains(&ratio), "{ratio}: {m}");
        assert!(m["predicted"].as_f64().unwrap() > 0.0);
        if m["algorithm"] == "parallel-binary" {
            let products = 512.0 / (2.0 * m["threads"].as_f64().unwrap()) + 1.0;
            assert!((count("equation_5", "products") - products).abs() < 1e-9, "{m}");
        }
    }
    let published = of_kind("published");
    assert_eq!(published.len(), 9);
    for row in published {
        assert!(row["published"] == true && row["study"] == "powm" && row["mean"].is_number());
    }
    let page = fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    let page = well_formed_and_self_contained(&page);
    for shown in [
        "Modular exponentiation",
        "two lanes bring the binary method to",
        "The cost model: predicted and measured",
        "512 + 129",
        "Beside the published figures",
        "Core 2 Quad",
        "Powers",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    let csv = fs::read_to_string(folder.path().join("r.csv")).unwrap();
    assert!(csv.lines().next().unwrap().ends_with("variant,over_binary"));
    // The file is read back, and its other lines are skipped.
    let again = polylimb()
        .args("lab powm --bits 512 --threads 1 --runs 2 --algorithms fixed-window".split(' '))
        .args(["--json", "-", "--compare", "r.jsonl"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(lines(&stdout(&again))[1]["ratio"].as_f64().unwrap() > 0.0);
}

#[test]
fn scenarios_and_targets_take_powm() {
    let words = "lab powm --bits 128 --threads 1,2 --runs 2 --seed 1 --json - \
                 --algorithms binary-left-to-right,parallel-binary";
    for scenario in ["per-thread", "alone", "all"] {
        let rows = lines(&stdout(&run(&format!("{words} --scenario {scenario}"))));
        assert_eq!(rows.len(), 3, "{scenario}");
        for m in &rows[1..] {
            assert!(m["correct"] == true && m["scenario"] == scenario, "{m}");
            assert!(m["over_binary"].is_number(), "{m}");
        }
    }
    let output =
        polylimb().args(words.split_whitespace()).args(["--target", "env X=1"]).output().unwrap();
    let rows = lines(&stdout(&output));
    assert_eq!((rows.len(), &rows[0]["runner"]), (3, &"env X=1".into()));
}

#[test]
fn the_study_of_leaks_tells_what_it_saw() {
    // The result depends on time, so the test asserts only that the study ran.
    let words = "lab leak --bits 128 --runs 300 --seed 1 --algorithms binary-left-to-right,k-ary";
    let rows = lines(&stdout(&run(&format!("{words} --json -"))));
    assert_eq!((rows.len(), &rows[0]["kind"]), (3, &"host".into()));
    for finding in &rows[1..] {
        assert_eq!((&finding["kind"], &finding["runs"]), (&"measurement".into(), &285.into()));
        assert_eq!((&finding["study"], &finding["correct"]), (&"leak".into(), &true.into()));
        assert_eq!(finding["constant_time"], "no");
        let more = &finding["params"];
        assert!(more["t"].is_number() && more["tells"].is_boolean(), "{finding}");
        assert!(more["correlation"].as_f64().unwrap().abs() <= 1.0);
    }
    assert!(stdout(&run(words)).contains("Welch"));
    let output = run("lab leak --bits 64 --runs 100 --no-pin");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    assert!(String::from_utf8(output.stdout).unwrap().contains("fixed-window"));
}
