//! `polylimb lab scalar` and `polylimb lab protocol`, end to end.

use crate::common::page::well_formed_and_self_contained;
use crate::common::{lines, polylimb, run, stderr, stdout};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The values of these parameters.
fn numbers<const N: usize>(m: &Value, names: [&str; N]) -> [f64; N] {
    names.map(|name| m["params"][name].as_f64().unwrap_or_else(|| panic!("{name}: {m}")))
}

#[test]
fn methods_are_right_and_counted_and_affine_counts_follow_the_formulas() {
    let words = "lab scalar --methods all --coordinates affine,jacobian,complete --curve secp192r1 \
                 --runs 1 --seed 3 --json -";
    let rows = lines(&stdout(&run(words)));
    assert_eq!(rows[0]["seed"], 3);
    let mut methods = BTreeSet::new();
    let (mut affine, mut regular) = (0, 0);
    for m in &rows[1..] {
        assert_eq!(
            (&m["study"], &m["op"], &m["correct"]),
            (&"scalar".into(), &"multiply".into(), &true.into()),
            "{m}"
        );
        assert_eq!((&m["params"]["curve"], &m["bits"]), (&"secp192r1".into(), &192.into()));
        methods.insert(m["algorithm"].as_str().unwrap().to_owned());
        let [products, squares, inversions] = numbers(m, ["products", "squares", "inversions"]);
        assert!(products > 500.0 || m["params"]["coordinates"] == "affine", "{m}");
        if m["params"]["coordinates"] == "affine"
            && m["algorithm"] == "double-and-add-left-to-right"
        {
            // A doubling takes I + 2M + 2S, an addition I + 2M + S; half of a random scalar's bits
            // are 1.
            let (doublings, additions) = (squares - inversions, 2.0 * inversions - squares);
            assert!((0.0..=1.0).contains(&(products - 2.0 * inversions)), "{m}");
            assert!(
                (180.0..192.0).contains(&doublings) && (75.0..117.0).contains(&additions),
                "{m}"
            );
            affine += 1;
        }
        regular += usize::from(m["constant_time"] == "yes");
    }
    assert_eq!(
        methods,
        polylimb_catalogue::multiply::METHODS
            .iter()
            .filter(|m| m.domain == polylimb::authors::entry::Domain::Any)
            .map(|m| m.name.to_owned())
            .collect()
    );
    assert!(affine == 1 && regular >= 3, "{affine} {regular}");
}

#[test]
fn a_choice_of_methods_with_its_page() {
    let dir = tempfile::tempdir().unwrap();
    let output = polylimb()
        .args("lab scalar --methods window,fixed-window --recoding w-naf,signed-window --coordinates jacobian,complete".split(' '))
        .args("--width 5 --modmul montgomery-sos,barrett --runs 1 --out out --csv r.csv".split(' '))
        .current_dir(&dir)
        .output()
        .unwrap();
    let text = stdout(&output);
    assert!(text.contains("secp256r1: methods") && text.contains("fixed-window"), "{text}");
    let rows = lines(&fs::read_to_string(dir.path().join("out/results.jsonl")).unwrap());
    assert_eq!(rows.len() - 1, 2 * 2 * 2);
    for m in &rows[1..] {
        assert_eq!((&m["correct"], &m["params"]["width"]), (&true.into(), &5.into()), "{m}");
        let modmul = m["params"]["modmul"].as_str().unwrap();
        assert!(m["variant"].as_str().unwrap().ends_with(&format!("over {modmul}")), "{m}");
    }
    let page = fs::read_to_string(dir.path().join("out/report.html")).unwrap();
    let page = well_formed_and_self_contained(&page);
    assert!(
        page.contains("Scalar multiplication on")
            && page.contains("All 8 measurements gave the right results")
    );
    assert!(page.contains("secp256r1: all methods, recodings and coordinates"));
}

#[test]
fn multiplications_inside_are_right_counted_and_timed() {
    let words = "lab scalar --curve secp192r1 --modmul montgomery-sos,barrett,bipartite --threads 1,2 \
                 --runs 1 --seed 3 --json -";
    let rows = lines(&stdout(&run(words)));
    let mut seen = BTreeSet::new();
    let mut counted = 0;
    for m in &rows[1..] {
        assert_eq!((&m["study"], &m["correct"]), (&"scalar".into(), &true.into()), "{m}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        seen.insert([&m["algorithm"], &m["params"]["squaring"], &m["op"]].map(text));
        match m["op"].as_str().unwrap() {
            "kG" => {
                // Additions of 7 products and 4 squares; then one inversion makes the point affine,
                // as it would for several points.
                let [weight, products, squares, inversions] =
                    numbers(m, ["weight", "products", "squares", "inversions"]);
                let additions = weight - 1.0;
                assert!((60.0..130.0).contains(&weight), "{m}");
                assert_eq!(
                    (products, squares, inversions),
                    (7.0 * additions + 6.0, 4.0 * additions + 1.0, 1.0)
                );
                counted += 1;
            }
            "kG-probed" => {
                let mean = |op: &str| m["params"][op]["mean"].as_f64().unwrap();
                let [estimate, less, probes, clock] =
                    numbers(m, ["estimate", "estimate_less_clock", "probes", "clock"]);
                // Means are rounded to a hundredth.
                let rounding = 0.01 * probes;
                assert!((estimate - less - probes * clock).abs() < rounding, "{m}");
                assert!(mean("mul").min(mean("sqr")) * probes <= estimate + rounding, "{m}");
                assert!(mean("mul").max(mean("sqr")) * probes >= estimate - rounding, "{m}");
                counted += 1;
            }
            op => assert!(op == "mul" || op == "sqr", "{op}"),
        }
    }
    assert_eq!(seen.len(), 3 * 3 * 4, "{seen:?}");
    assert!(counted >= 18, "{counted}");
}

#[test]
fn the_published_counts_are_replayed_beside_the_published_tables() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = polylimb();
    command
        .args("lab scalar --curve P-521,@own.json --modmul montgomery --squaring multp,comba --threads 1 --runs 1".split(' '))
        .args("--published --out out".split(' '))
        .current_dir(&dir);
    // A user's own curve: the one over GF(29) of `[Arruda2014]`.
    let own = r#"{"name": "of the thesis", "p": "29", "a": "4", "b": "20", "Gx": "1", "Gy": "5", "n": "37", "h": "1"}"#;
    fs::write(dir.path().join("own.json"), own).unwrap();
    let text = stdout(&command.output().unwrap());
    assert!(text.contains("Why an estimate can exceed the time"), "{text}");
    assert!(text.contains("Whole multiplications, published and here"), "{text}");
    let rows = lines(&fs::read_to_string(dir.path().join("out/results.jsonl")).unwrap());
    let replays: Vec<_> = rows[1..].iter().filter(|m| m["op"] == "replay").collect();
    assert_eq!(replays.len(), 2);
    for m in &replays {
        assert_eq!(
            (&m["params"]["squares"], &m["params"]["products"]),
            (&1102.into(), &1929.into())
        );
        assert_eq!((&m["params"]["counts"], &m["correct"]), (&"Table 24".into(), &true.into()));
    }
    assert!(
        rows[1..].iter().any(|m| m["params"]["curve"] == "of the thesis" && m["correct"] == true)
    );
    let page = fs::read_to_string(dir.path().join("out/report.html")).unwrap();
    let page = well_formed_and_self_contained(&page);
    assert!(page.contains("Published table 24") && page.contains("50738.3"));
}

/// The lines of the published cells, each with ours or with a sentence; the sentences are counted.
fn published(words: &str) -> (usize, BTreeMap<String, usize>) {
    let rows = lines(&stdout(&run(&format!("lab {words} --published --runs 1 --json -"))));
    let (mut paired, mut whys) = (0, BTreeMap::new());
    for cell in rows.iter().filter(|row| row["kind"] == "published") {
        assert!(cell["here"].is_string() != cell["why"].is_string(), "{cell}");
        assert!(cell["cell"].is_string() && cell["column"].is_string(), "{cell}");
        match cell["why"].as_str() {
            None => paired += 1,
            Some(why) => *whys.entry(why.to_owned()).or_default() += 1,
        }
    }
    (paired, whys)
}

#[test]
fn every_published_cell_has_ours_or_a_sentence() {
    let printed = "barrett,schoolbook-montgomery,montgomery,montgomery-parallel,bipartite,multipartite-v1,multipartite-v2";
    let words = format!("scalar --curve P-256 --modmul {printed} --squaring multp,comba");
    let (paired, whys) = published(&format!("{words} --threads 1,2"));
    let why = |text: &str| whys.iter().filter(|(why, _)| why.contains(text)).map(|(_, n)| n).sum();
    let [sizes, threads, gmp] = ["no curve of", "threads were not measured", "GNU MP"].map(why);
    // GNU MP is a feature; with it the sentence is that it was not measured.
    let gmp: usize = if gmp == 0 { why("gmp was not") } else { gmp };
    assert_eq!((paired, sizes, threads, gmp), (66, 398 + 398 + 260, 2 * 45, 114), "{whys:?}");
    assert_eq!(whys.values().sum::<usize>(), sizes + threads + gmp, "{whys:?}");
    // The other cells are of other processors, or counts, and say where ours are.
    let (paired, whys) = published("pairing --curve bn254 --threads 1,2");
    assert_eq!((paired, whys.into_values().collect()), (21, vec![30, 13, 5]));
    let ops = "mul,sqr,inv,mul-unreduced,sqr-unreduced,reduce";
    let (paired, whys) =
        published(&format!("field --field f2m:163,fp:bn254,fp2:bn254 --ops {ops}"));
    assert_eq!((paired, whys.into_values().collect()), (41, vec![2, 46, 4, 6]));
}

#[test]
fn after_a_pause() {
    // A multiple that takes long is called seldom.
    let words =
        "lab scalar --settle --curve P-521 --modmul montgomery-sos --threads 1 --runs 1 --json -";
    let rows = lines(&stdout(&run(words)));
    let ops: Vec<_> = rows[1..].iter().map(|m| m["op"].as_str().unwrap()).collect();
    assert_eq!(ops, ["after-0ms", "after-1ms", "after-10ms", "after-100ms", "after-1000ms"]);
    assert!(rows[1..].iter().all(|m| m["correct"] == true));
}

#[test]
fn protocols_are_right_on_every_kind_of_curve() {
    let words = "lab protocol --curve p-192,secp256k1,brainpoolP320r1,ED25519,bls12-381 --runs 1 --seed 3 --json -";
    let rows = lines(&stdout(&run(words)));
    let mut seen = BTreeSet::new();
    for m in &rows[1..] {
        assert_eq!((&m["study"], &m["correct"]), (&"protocol".into(), &true.into()), "{m}");
        let [per_second] = numbers(m, ["per_second"]);
        assert!((per_second - 1e9 / m["median"].as_f64().unwrap()).abs() <= 1.0, "{m}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        seen.insert([&m["params"]["curve"], &m["algorithm"], &m["op"]].map(text));
        let op = m["op"].as_str().unwrap();
        let public = op.starts_with("verify") || op == "recover" || m["algorithm"] == "ec-elgamal";
        assert_eq!(m["constant_time"] == "no", public, "{m}");
    }
    assert_eq!(seen.len(), rows.len() - 1);
    let of = |curve: &str, protocol: &str| {
        seen.iter().filter(|s| s[0] == curve && s[1] == protocol).count()
    };
    for curve in ["secp192r1", "secp256k1", "brainpoolP320r1"] {
        assert_eq!((of(curve, "ecdh"), of(curve, "ecdsa")), (2, 3), "{curve}");
        assert_eq!(of(curve, "bip340"), if curve == "secp256k1" { 2 } else { 0 });
        let new = ["ecmqv", "ec-sdsa", "ecies", "ec-elgamal"].map(|protocol| of(curve, protocol));
        assert_eq!(new, [1, 2, 2, 2], "{curve}");
    }
    assert_eq!((of("Curve25519", "x25519"), of("Curve25519", "ed25519")), (2, 3));
    let pairings = ["bls", "boneh-franklin", "sakai-ohgishi-kasahara", "joux"];
    assert_eq!(pairings.map(|protocol| of("bls12-381", protocol)), [4, 2, 1, 1]);
    assert_eq!(rows.len() - 1, 3 * (5 + 7) + 2 + 5 + 8);
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    for (words, hint) in [
        ("lab scalar --methods frob", "fixed-window"),
        ("lab scalar --methods window --recoding binary", "list multiply"),
        ("lab scalar --methods all --coordinates frob", "jacobian"),
        ("lab scalar --methods ladder --width 3", "--width"),
        ("lab scalar --methods all --curve frob", "list curve"),
        ("lab scalar --methods all --modmul bipartite --threads 1", "threads"),
        ("lab scalar --methods all --bits 256", "--curve"),
        ("lab scalar --methods all --squaring sqr", "without --methods"),
        ("lab scalar --coordinates jacobian", "--methods"),
        ("lab scalar --squaring frob", "multp"),
        ("lab scalar --settle --methods all", "--settle"),
        ("lab scalar --modmul bipartite --threads 1", "these threads"),
        ("lab protocol --curve P-256 --algorithms ed25519", "list protocol"),
        ("lab protocol --algorithms frob", "no protocol 'frob'; it has: ecdh, ecdsa"),
        ("lab protocol --algorithms ecdsa,frob", "no protocol 'frob'"),
        ("lab protocol --algorithms timelock", "no protocol 'timelock'"),
        ("lab protocol --threads 2", "--curve"),
        ("lab modmul --curve P-256", "modmul takes --bits"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words}: {}", stderr(&output));
        assert!(stderr(&output).contains(hint), "{words}: {}", stderr(&output));
    }
}
