//! `calc pairing`, `list pairing` and `lab pairing`: known answers, the laws, wrong inputs.

use crate::common::{OPERATIONS, lines, run, stderr, stdout};
use serde_json::Value;

/// Numbers in the command's form.
fn prefixed(numbers: &str) -> String {
    numbers.split(',').map(|n| format!("0x{n}")).collect::<Vec<_>>().join(",")
}

/// The lines of a kind in the vectors: the curve and further words.
fn vectors(kind: &str) -> Vec<[&'static str; 4]> {
    include_str!("../../../polylimb/tests/vectors/pairing.txt")
        .lines()
        .filter_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [curve, which, a, b, c] if which == kind => Some([curve, a, b, c]),
            _ => None,
        })
        .collect()
}

#[test]
fn known_answers() {
    let mut compared = 0;
    for [curve, p, q, value] in vectors("pairing") {
        let (p, q, value) = (prefixed(p), prefixed(q), prefixed(value));
        // On one to four threads.
        let command =
            format!("calc pairing --curve {curve} --threads {} {p} {q}", compared % 4 + 1);
        assert_eq!(stdout(&run(&command)).trim(), value);
        compared += 1;
    }
    assert_eq!(compared, 14);
}

#[test]
fn laws() {
    let mut compared = 0;
    let mut seen = Vec::new();
    for [curve, p, q, value] in vectors("pairing") {
        if seen.contains(&curve) {
            continue;
        }
        seen.push(curve);
        let (p, q) = (prefixed(p), prefixed(q));
        let yes =
            run(&format!("calc pairing --curve {curve} --bilinear 0x123456789,987654321 {p} {q}"));
        assert_eq!(stdout(&yes), "yes\n");
        // Infinity gives 1, and does not change a product.
        let one = format!("0x1{}\n", ",0x0".repeat(11));
        assert_eq!(stdout(&run(&format!("calc pairing --curve {curve} {p} 00"))), one);
        assert_eq!(stdout(&run(&format!("calc pairing --curve {curve} 00 {q}"))), one);
        let json = run(&format!("calc pairing --curve {curve} --json {p} {q} {p} 00"));
        let json: Value = serde_json::from_str(&stdout(&json)).expect("JSON");
        let result: Vec<_> =
            json["result"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
        assert_eq!((result.join(","), json["pairs"].as_u64()), (prefixed(value), Some(2)));
        // The product of a pair with itself is not the pair's value.
        let twice = stdout(&run(&format!("calc pairing --curve {curve} {p} {q} {p} {q}")));
        assert_ne!(twice.trim(), prefixed(value));
        compared += 5;
    }
    assert_eq!(compared, 10);
}

#[test]
fn what_is_refused() {
    let wrong = [
        ("calc pairing --curve P-256 00 00", "bls12-381"),
        ("calc pairing --curve bls12-381 00", "P Q"),
        ("calc pairing --curve bls12-381 1,2 00", "P is not in its group"),
        ("calc pairing --curve bn254-snark 1,3 00", "does not lie on the curve"),
        ("calc pairing --curve bn254-snark 1,2 1,2,3", "x0,x1,y0,y1"),
        ("calc pairing --curve bn254-snark 1,x 00", "coordinate of P"),
        // On the curve y² = x³ + 4, outside the group.
        ("calc pairing --curve bls12-381 0,2 00", "group of prime order"),
        ("calc pairing --curve bls12-381 --bilinear 3 00 00", "A,B"),
        ("calc pairing --curve bls12-381 --bilinear 3,4 --threads 2 00 00", "--threads is for"),
        ("calc pairing --curve bls12-381 --threads 0 00 00", "--threads"),
        ("calc pairing --curve bls12-381 --bilinear 3,4 00 00 00 00", "A,B"),
    ];
    for (words, part) in wrong {
        let output = run(words);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{words}: {message}");
        assert!(message.contains(part) && message.lines().count() == 1, "{words}: {message}");
    }
}

#[test]
fn the_list_names_what_calc_takes() {
    let list: Value = serde_json::from_str(&stdout(&run("list pairing --json"))).unwrap();
    let entries = list.as_array().unwrap();
    let curves: Vec<_> = entries
        .iter()
        .filter(|e| e["part"] == "curve")
        .map(|e| e["name"].as_str().unwrap())
        .collect();
    assert_eq!(curves, ["bn254", "bn254-snark", "bls12-381"]);
    for entry in entries {
        for field in ["name", "source", "summary", "threads", "constant_time", "domain"] {
            assert!(entry[field].as_str().is_some_and(|text| !text.is_empty()), "{entry}");
        }
    }
    let text = stdout(&run("list pairing"));
    assert_eq!(text.lines().count(), entries.len() + 1);
}

#[test]
fn the_study_is_right_on_every_curve() {
    let rows = lines(&stdout(&run("lab pairing --runs 1 --seed 3 --threads 1,2 --json -")));
    let mut seen = Vec::new();
    for m in &rows[1..] {
        assert_eq!((&m["study"], &m["correct"]), (&"pairing".into(), &true.into()), "{m}");
        let public = m["op"] == "check of 2" || m["op"] == "decode";
        assert_eq!(m["constant_time"] == "no", public, "{m}");
        seen.push(format!(
            "{} {} {} {}",
            m["params"]["curve"], m["algorithm"], m["op"], m["threads"]
        ));
    }
    seen.sort();
    seen.dedup();
    assert_eq!((seen.len(), rows.len()), (54, 55));
    let text = stdout(&run("lab pairing --curve alt_bn128 --algorithms g2 --runs 1"));
    assert!(text.contains("Pairings") && text.contains("bn254-snark"), "{text}");
    for (words, hint) in [
        ("lab pairing --curve P-256", "bls12-381"),
        ("lab pairing --algorithms ecdh", "pairing, g1, g2"),
        ("lab pairing --algorithms g1 --threads 2", "pairing alone on several threads"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(stderr(&output).contains(hint), "{words}: {}", stderr(&output));
    }
}

#[test]
fn operations_are_counted_beside_the_published_ones() {
    let (text, rows) = &*OPERATIONS;
    for part in
        ["homogeneous", "jacobian-as-printed", "2231", "1633.76", "1607.28", "2 squares", "8849"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(rows[0]["kind"], "host");
    let (counted, compared): (Vec<_>, Vec<_>) =
        rows[1..].iter().partition(|r| r["unit"] == "operations");
    assert_eq!((counted.len(), compared.len()), (2 * 16, 2 * 10));
    let is_published = |r: &&&Value| r["params"]["published"].is_number();
    assert!(counted.iter().filter(is_published).count() >= 10);
    let points = lines(&stdout(&run("lab scalar --operations --curve P-256 --json -")));
    assert_eq!(points.len(), 1 + 2 * 3);
    for pair in compared
        .chunks(2)
        .map(|pair| [pair[0], pair[1]])
        .chain(points[1..].chunks(2).map(|pair| [&pair[0], &pair[1]]))
    {
        let [one, two] = pair;
        assert!(one["threads"] == 1 && two["threads"] == 2 && one["op"] == two["op"], "{pair:?}");
        assert!(one["algorithm"] == "two-cores" && two["algorithm"] == "two-cores", "{pair:?}");
        let median = |m: &Value| m["median"].as_f64().unwrap();
        let speedup = median(one) / median(two);
        assert!((two["speedup"].as_f64().unwrap() / speedup - 1.0).abs() < 1e-2, "{pair:?}");
    }
    for words in ["lab pairing --operations --runs 3", "lab powm --operations", "lab --operations"]
    {
        assert_eq!(run(words).status.code(), Some(2), "{words}");
    }
}
