//! `calc recode`, `field`, `ec` and their lists: known answers, independent results, wrong inputs.

use crate::common::{polylimb, run, stderr, stdout};
use num_bigint::{BigInt, BigUint};
use polylimb::authors::entry::Domain;
use polylimb_catalogue::coordinates;
use polylimb_catalogue::multiply::{BINARY_METHODS, METHODS, find};
use serde_json::Value;
use std::process::Output;

fn json(words: &str) -> Value {
    serde_json::from_str(&stdout(&run(&format!("{words} --json")))).expect("JSON")
}

/// The value of a row of digits, least significant first.
fn value(row: &Value, radix: &Value) -> BigInt {
    let radix = radix.as_u64().expect("a radix");
    let digits = row.as_array().expect("digits").iter().map(|d| d.as_i64().expect("a digit"));
    digits.rev().fold(BigInt::ZERO, |sum, digit| sum * radix + digit)
}

#[test]
fn recodings_keep_the_value() {
    let naf = stdout(&run("calc recode --recoding naf --scalar 2927"));
    assert_eq!(naf, "-1,0,0,0,-1,0,0,-1,0,0,-1,0,1\n");
    let list: Value = serde_json::from_str(&stdout(&run("list recoding --json"))).unwrap();
    let mut compared = 0;
    for entry in list.as_array().unwrap() {
        let name = entry["name"].as_str().unwrap();
        for k in ["0", "1", "2927", "0xffffffffffffffffffffffffffffffff", "0x1d644cada4fe92e7e1"] {
            if name == "regular" && k == "0" || name.contains("tau") {
                continue;
            }
            let number = match k.strip_prefix("0x") {
                Some(digits) => BigInt::parse_bytes(digits.as_bytes(), 16).unwrap(),
                None => k.parse().unwrap(),
            };
            let second = if name == "jsf" { "--scalar 12345" } else { "" };
            let words = format!("calc recode --recoding {name} --scalar {k} {second}");
            let json = json(&words);
            let text = stdout(&run(&words));
            if let Some(terms) = json.get("terms") {
                let parse = |power: &str| -> BigInt {
                    match power.split_once('^') {
                        Some((base, e)) => base.parse::<BigInt>().unwrap().pow(e.parse().unwrap()),
                        None => power.parse().unwrap(),
                    }
                };
                let term = |text: &str| text.split('*').map(parse).product::<BigInt>();
                assert_eq!(text.trim().split(' ').map(term).sum::<BigInt>(), number, "{text}");
                assert!(
                    number == BigInt::ZERO
                        || terms.as_array().unwrap().len() == text.split(' ').count()
                );
            } else if name == "jsf" {
                assert_eq!(value(&json["digits"][0], &json["radix"]), number);
                assert_eq!(value(&json["digits"][1], &json["radix"]), BigInt::from(12345));
                assert_eq!(text.lines().count(), 2);
            } else {
                assert_eq!(value(&json["digits"], &json["radix"]), number, "{name} {k}");
                let digits = json["digits"].as_array().unwrap().iter().map(ToString::to_string);
                assert_eq!(text.trim(), digits.collect::<Vec<_>>().join(","));
            }
            compared += 1;
        }
    }
    assert!(compared >= 50, "{compared}");
    // The library's tests check the values of digits in the radix τ; this test checks their output
    // and form.
    for k in ["1", "2927", "0x1d644cada4fe92e7e1"] {
        let json = json(&format!("calc recode --recoding tau-naf --curve K-233 --scalar {k}"));
        let digits: Vec<i64> =
            json["digits"].as_array().unwrap().iter().map(|d| d.as_i64().unwrap()).collect();
        assert!(digits.iter().any(|&d| d != 0) && digits.iter().all(|d| d.abs() <= 1), "{k}");
        assert!(digits.windows(2).all(|pair| pair[0] == 0 || pair[1] == 0), "{k}");
    }
}

#[test]
fn fields_give_the_known_answers() {
    let (mut field, mut compared) = ("", 0);
    for line in include_str!("../vectors/field.txt").lines().filter(|l| !l.starts_with('#')) {
        if let Some(name) = line.strip_prefix("field ") {
            field = name;
            continue;
        }
        let n: Vec<_> = line.split(' ').map(|hex| format!("0x{hex}")).collect();
        let mut answers = vec![
            (format!("add {} {}", n[0], n[1]), &n[2]),
            (format!("mul {} {}", n[0], n[1]), &n[3]),
            (format!("sqr {}", n[0]), &n[4]),
            (format!("inv {}", n[0]), &n[5]),
        ];
        if field.starts_with("f2m") {
            answers.push((format!("sqrt {}", n[0]), &n[6]));
        } else {
            answers.push((format!("pow {} {}", n[0], n[6]), &n[7]));
        }
        for (words, expected) in answers {
            let got = stdout(&run(&format!("calc field --field {field} {words}")));
            assert_eq!(got.trim(), expected, "{field} {words}");
            compared += 1;
        }
    }
    assert!(compared >= 500, "{compared}");
}

#[test]
fn every_operation_of_small_fields() {
    let mut compared = 0;
    for p in [2_u32, 3, 13, 257] {
        let field = |words: &str| run(&format!("calc field --field p:{p} {words}"));
        let of = |words: &str| stdout(&field(words)).trim().to_owned();
        let shown = |n: u32| format!("{:#x}", n % p);
        for (a, b) in [(0, 1), (1, 1), (p - 1, p - 1), (p / 2, 1), (p - 1, p / 2)] {
            assert_eq!(of(&format!("add {a} {b}")), shown(a + b));
            assert_eq!(of(&format!("sub {a} {b}")), shown(a + p - b));
            assert_eq!(of(&format!("neg {a}")), shown(p - a));
            assert_eq!(of(&format!("pow {a} 3")), shown(a * a % p * a));
            assert_eq!(of(&format!("pow {a} 0")), "0x1");
            assert_eq!(of(&format!("reduce {}", a + 5 * p)), shown(a));
            if b % p != 0 {
                let quotient: u32 =
                    u32::from_str_radix(&of(&format!("div {a} {b}"))[2..], 16).unwrap();
                assert_eq!(quotient * b % p, a % p);
            }
            let root = (0..p).find(|r| r * r % p == a);
            let output = field(&format!("sqrt {a}"));
            match root {
                Some(root) => assert_eq!(stdout(&output).trim(), shown(root), "{a} modulo {p}"),
                None => assert_eq!(output.status.code(), Some(1), "{a} modulo {p}"),
            }
            compared += 8;
        }
        for zero in ["inv 0", "div 1 0"] {
            assert_eq!(field(zero).status.code(), Some(2));
        }
    }
    assert!(compared >= 160, "{compared}");
    // A number of any size, and the polynomial x^163 = x^7 + x^6 + x^3 + 1.
    let nines = "9".repeat(5000);
    let expected = nines.parse::<BigUint>().unwrap() % 65537_u32;
    let of = |words: &str| stdout(&run(&format!("calc field --field {words}"))).trim().to_owned();
    assert_eq!(of(&format!("p:65537 reduce {nines}")), format!("{expected:#x}"));
    assert_eq!(of(&format!("f2m:163 reduce 0x8{}", "0".repeat(40))), "0xc9");
    // x^m itself, in the fields whose polynomials are known at run time.
    for (m, expected) in [
        (7, "0x3".to_owned()),
        (113, "0x201".to_owned()),
        (131, "0x10d".to_owned()),
        (193, "0x8001".to_owned()),
        (239, format!("0x4{}1", "0".repeat(38))),
    ] {
        let power = BigUint::from(1_u32) << m;
        assert_eq!(of(&format!("f2m:{m} reduce {power}")), expected);
        assert_eq!(of(&format!("f2m:{m} pow 2 {m}")), expected);
        assert_eq!(of(&format!("f2m:{m} sqrt 4")), "0x2");
        assert_eq!(of(&format!("f2m:{m} mul 2 {}", of(&format!("f2m:{m} inv 2")))), "0x1");
        let quotient = of(&format!("f2m:{m} div 3 5"));
        assert_eq!(of(&format!("f2m:{m} mul 5 {quotient}")), "0x3");
    }
    assert_eq!(
        of("fn:P-256 reduce 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
        "0x0"
    );
}

const G: &str = "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
const G_COMPRESSED: &str = "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
const TWO_G_COMPRESSED: &str = "037cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978";
const N: &str = "0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

#[test]
fn points_add_and_multiply() {
    for name in ["P-256", "p-256", "secp256r1", "PRIME256V1", "nist-p256"] {
        let output = run(&format!("calc ec --curve {name} mul 1"));
        if name == "nist-p256" {
            assert_eq!(output.status.code(), Some(2));
        } else {
            assert_eq!(stdout(&output).trim(), G, "{name}");
        }
    }
    let ec =
        |words: &str| stdout(&run(&format!("calc ec --curve P-256 {words}"))).trim().to_owned();
    let pair = format!("0x{},0x{}", &G[2..66], &G[66..]);
    let upper = format!("0x{}", G_COMPRESSED.to_uppercase());
    for g in [G, G_COMPRESSED, &pair, &upper] {
        assert_eq!(ec(&format!("double {g} --compressed")), TWO_G_COMPRESSED);
        assert_eq!(ec(&format!("add {g} {G} --compressed")), TWO_G_COMPRESSED);
        assert_eq!(ec(&format!("mul 2 {g} --compressed")), TWO_G_COMPRESSED);
        assert_eq!(ec(&format!("add {g} 00 --compressed")), G_COMPRESSED);
        assert_eq!(ec(&format!("check {g}")), "yes");
        let minus = ec(&format!("neg {g}"));
        assert_eq!(ec(&format!("add {g} {minus}")), "00");
        assert_eq!(ec(&format!("neg {minus}")), G);
    }
    for neutral in ["add 00 00", "double 00", "neg 00", "mul 5 00", "mul 0", &format!("mul {N}")] {
        assert_eq!(ec(neutral), "00", "{neutral}");
    }
    // K of any length: n^20 + 2.
    let n = BigUint::parse_bytes(&N.as_bytes()[2..], 16).unwrap();
    let k = n.pow(20) + 2_u32;
    assert_eq!(ec(&format!("mul {k} --compressed")), TWO_G_COMPRESSED);
}

/// Known answers of the library's tests, on binary curves.
#[test]
fn points_of_binary_curves() {
    let lines = include_str!("../../../polylimb/tests/vectors/binary_curves.txt").lines();
    let (mut curve, mut compared, mut turn) = ("", 0, 0);
    for line in lines.filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("curve ") {
            (curve, turn) = (name, 0);
            continue;
        }
        turn += 1;
        // Numbers without leading zeros are pairs, the rest are compressed points.
        let point = |text: &str| match text.split_once(',') {
            Some((x, y)) => format!("0x{x},0x{y}"),
            None => text.to_owned(),
        };
        let ec = |words: &str| {
            stdout(&run(&format!("calc ec --curve {curve} {words} --compressed"))).trim().to_owned()
        };
        let fields: Vec<_> = line.split(' ').collect();
        let (got, expected) = match fields[..] {
            ["base", k, expected] if turn % 4 == 1 => (ec(&format!("mul 0x{k}")), expected),
            ["point", k, p, expected] => (ec(&format!("mul 0x{k} {}", point(p))), expected),
            ["add", p, q, expected] => (ec(&format!("add {} {}", point(p), point(q))), expected),
            _ => continue,
        };
        // A sum with infinity gives the other operand, compressed.
        assert_eq!(got, ec(&format!("add {} 00", point(expected))), "{curve} {line}");
        compared += 1;
    }
    assert!(compared > 200, "{compared}");
    // Every method and system, against the default.
    for curve in ["B-163", "K-163"] {
        let ec = |words: &str| {
            stdout(&run(&format!("calc ec --curve {curve} {words}"))).trim().to_owned()
        };
        let k = "0x123456789abcdef0123456789abcdef";
        let expected = ec(&format!("mul {k}"));
        assert_eq!(ec(&format!("check {expected}")), "yes");
        for method in BINARY_METHODS {
            if curve == "K-163" || method.domain != Domain::KoblitzCurves {
                assert_eq!(ec(&format!("mul {k} --method {}", method.name)), expected);
            }
        }
        for system in coordinates::of(Domain::BinaryCurves) {
            let words = format!("mul {k} --method window --coordinates {}", system.name);
            assert_eq!(ec(&words), expected);
        }
        for method in METHODS.iter().filter(|m| m.domain == Domain::Any) {
            assert_eq!(
                ec(&format!("mul {k} --method {}", method.name)),
                expected,
                "{}",
                method.name
            );
        }
        let json = json(&format!("calc ec --curve {curve} mul {k}"));
        let method = if curve == "K-163" { "regular-tau" } else { "lopez-dahab-ladder" };
        assert_eq!(json["method"], method);
        assert_eq!(json["result"], *expected);
    }
    // The point of order 2, and a user's own curves.
    let two = stdout(&run(&format!("calc ec --curve K-163 double 02{}", "0".repeat(42))));
    assert_eq!(two.trim(), "00");
    let own = r#"{"family": "binary", "poly": [7, 1, 0], "a": 1, "b": 1, "Gx": 3, "Gy": 85, "n": 71, "h": 2}"#;
    assert_eq!(stdout(&with_file(own, "mul 71")).trim(), "00");
    assert_eq!(stdout(&with_file(own, "mul 72")).trim(), "040355");
}

#[test]
fn every_method_recoding_and_system_agrees() {
    let list = |kind: &str| -> Vec<Value> {
        serde_json::from_str(&stdout(&run(&format!("list {kind} --json")))).unwrap()
    };
    let name = |entry: &Value| entry["name"].as_str().unwrap().to_owned();
    // The coordinates of binary curves have their own test.
    let systems: Vec<String> = list("coordinates").iter().map(name).collect();
    let exists = |s: &String| coordinates::find(s, Domain::PrimeCurves).is_ok();
    let systems: Vec<String> = systems.into_iter().filter(exists).collect();
    let k = "0xf1f48df3e0f86f5d95ddd389bbc7dac77af70fe78ea62736a4f7adc0b52b4bdd";
    let x = "0xb4c816152f2119911481409a04bd4b83f3ae0dfe81c13f31ef7a2b3292757ae8";
    // Methods for a single curve are compared on it, with the default method.
    let on_secp256k1 = json(&format!("calc ec --curve secp256k1 mul {k}"))["x"].clone();
    let mut compared = 0;
    for method in list("multiply").into_iter().filter(|m| find(&name(m)).is_ok()) {
        for recoding in method["recodings"].as_array().unwrap() {
            let (method, recoding) = (name(&method), recoding.as_str().unwrap());
            let system = &systems[compared % systems.len()];
            let special = method.starts_with("glv");
            let curve = if special { "secp256k1" } else { "P-256" };
            let json = json(&format!(
                "calc ec --curve {curve} mul {k} --method {method} --recoding {recoding} --coordinates {system}"
            ));
            let expected = if special { on_secp256k1.as_str().unwrap() } else { x };
            assert_eq!(json["x"], expected, "{method} {recoding} {system}");
            for (field, value) in
                [("method", method.as_str()), ("recoding", recoding), ("coordinates", system)]
            {
                assert_eq!(json[field], value);
            }
            compared += 1;
        }
    }
    assert!(compared >= 15, "{compared}");
    for words in ["--width 3 --modmul barrett", "--threads 2", "--modmul bipartite --threads 2"] {
        assert_eq!(json(&format!("calc ec --curve P-256 mul {k} {words}"))["x"], x, "{words}");
    }
    assert_eq!(json("calc ec --curve bn254 mul 1")["curve"], "BN254 (Nogami, u = -(2^62+2^55+1))");
}

fn with_file(content: &str, words: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("curve.json");
    std::fs::write(&path, content).unwrap();
    polylimb()
        .args(["calc", "ec", "--curve"])
        .arg(format!("@{}", path.display()))
        .args(words.split_whitespace())
        .output()
        .unwrap()
}

/// `y² = x³ + 4x + 20` over the integers modulo 29: 37 points.
const TOY: &str = r#"{"family": "prime", "name": "toy", "p": "29", "a": "4", "b": "0x14", "Gx": "1", "Gy": 5, "n": "37", "h": 1}"#;

#[test]
fn a_curve_of_ones_own() {
    assert_eq!(stdout(&with_file(TOY, "mul 37")).trim(), "00");
    assert_eq!(stdout(&with_file(&format!(r#"{{"curves": [{TOY}]}}"#), "mul 38")).trim(), "040105");
    assert_eq!(stdout(&with_file(TOY, "double 1,5 --compressed")).trim(), "0304");
    assert_eq!(stdout(&with_file(TOY, "check 1,5")).trim(), "yes");
    assert_eq!(with_file(TOY, "check 1,6").status.code(), Some(1));
}

#[test]
fn a_wrong_curve_file_is_one_helpful_line() {
    let replaced = |from: &str, to: &str| TOY.replace(from, to);
    let cases = [
        (String::new(), "JSON"),
        ("{".into(), "JSON"),
        ("\u{feff}\u{1f600}".into(), "JSON"),
        ("[".repeat(100_000), "JSON"),
        ("[]".into(), "0 curves"),
        ("17".into(), "parameters"),
        (r#"{"curves": {}}"#.into(), "'p' is missing"),
        (format!("[{TOY},{TOY}]"), "2 curves"),
        (replaced("\"29\"", "\"33\""), "prime"),
        (replaced("\"29\"", "\"0\""), "prime"),
        (replaced("\"29\"", "2.5"), "'p' is not a number"),
        (replaced("\"29\"", "\"-29\""), "p is not a number"),
        (replaced("\"29\"", "29000000000000000000000000"), "string"),
        (replaced("\"4\"", "\"29\""), "below p"),
        (replaced("\"37\"", "\"38\""), "order"),
        (replaced("\"37\"", "\"31\""), "neutral"),
        (replaced("5, \"n\"", "6, \"n\""), "generator"),
        (replaced("\"h\": 1", "\"h\": 2"), "Hasse"),
        (replaced("\"h\": 1", "\"k\": 1"), "'h' is missing"),
        (replaced("\"prime\"", "\"binary\""), "'poly'"),
        (replaced("\"prime\"", "\"twisted\""), "later"),
        (replaced("\"prime\"", "\"binary\", \"poly\": [6, 1, 0]"), "odd"),
        (replaced("\"prime\"", "\"binary\", \"poly\": [9, 2, 0]"), "irreducible"),
        (replaced("\"prime\"", "\"binary\", \"poly\": [572, 0]"), "571"),
        (replaced("\"prime\"", "\"binary\", \"poly\": [-1]"), "exponents"),
        (replaced("\"29\"", &format!("\"0x1{}1\"", "0".repeat(1600))), "6144"),
        (replaced("\"29\"", &format!("\"{}\"", "9".repeat(30_000))), "too large"),
    ];
    for (content, hint) in cases {
        one_line(&with_file(&content, "mul 1"), hint, &content[..content.len().min(60)]);
    }
}

fn one_line(output: &Output, hint: &str, what: &str) {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{what}: {said}");
    assert_eq!(said.lines().count(), 1, "{what}: {said}");
    assert!(said.starts_with("polylimb: ") && said.contains(hint), "{what}: {said}");
    assert!(said.len() < 800 && output.stdout.is_empty(), "{what}: {said}");
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn wrong_input_is_one_helpful_line() {
    let long = "f".repeat(100_000);
    let x_of_no_point = format!("02{}07", "00".repeat(31));
    let p = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
    let cases: &[(&[&str], &str)] = &[
        (&["recode"], "--recoding"),
        (&["recode", "--recoding", "naf"], "--scalar"),
        (&["recode", "--recoding", "frob", "--scalar", "1"], "w-naf"),
        (&["recode", "--recoding", "", "--scalar", "1"], "w-naf"),
        (&["recode", "--recoding", "naf", "--scalar", "-1"], "--scalar"),
        (&["recode", "--recoding", "naf", "--scalar", ""], "--scalar"),
        (&["recode", "--recoding", "naf", "--scalar", "\u{0661}\u{1f600}"], "--scalar"),
        (&["recode", "--recoding", "naf", "--scalar", &long], "--scalar"),
        (&["recode", "--recoding", "naf", "--scalar", "1", "--scalar", "2"], "takes 1"),
        (&["recode", "--recoding", "jsf", "--scalar", "1"], "takes 2"),
        (&["recode", "--recoding", "naf", "--scalar", "1", "--width", "2"], "no window"),
        (&["recode", "--recoding", "w-naf", "--scalar", "1", "--width", "8"], "from 2 to 7"),
        (&["recode", "--recoding", "w-naf", "--scalar", "1", "--width", "x"], "--width"),
        (&["recode", "--recoding", "regular", "--scalar", "2"], "odd"),
        (&["recode", "--recoding", "mbns", "--scalar", &format!("0x{}", &long[..513])], "2048"),
        (&["recode", "--recoding", "naf", "--scalar", "1", "--curve", "K-163"], "--curve"),
        (&["recode", "--recoding", "tau-naf", "--scalar", "1"], "--curve"),
        (&["recode", "--recoding", "tau-naf", "--scalar", "1", "--curve", "B-163"], "Koblitz"),
        (&["field", "add", "1", "1"], "--field"),
        (&["field", "--field", "fp:P-256", "frob", "1"], "sqrt"),
        (&["field", "--field", "fp:P-256", "add", "1"], "two numbers"),
        (&["field", "--field", "fp:P-256", "sqr", "1", "2"], "one number"),
        (&["field", "--field", "fp:P-256", "sqr", "-1"], "A is not a number"),
        (&["field", "--field", "fp:P-256", "sqr", &long], "A is not a number"),
        (&["field", "--field", "fp:P-256", "sqr", &format!("0x{p}")], "reduce"),
        (&["field", "--field", "fp:frob", "sqr", "1"], "list curve"),
        (&["field", "--field", "fp", "sqr", "1"], "list curve"),
        (&["field", "--field", "", "sqr", "1"], "fp:CURVE"),
        (&["field", "--field", "\u{1f600}:\u{1f600}", "sqr", "1"], "fp:CURVE"),
        (&["field", "--field", "fp:sect163k1", "sqr", "1"], "f2m:163"),
        (&["field", "--field", "p:0", "sqr", "1"], "prime"),
        (&["field", "--field", "p:1", "sqr", "1"], "prime"),
        (&["field", "--field", "p:0xfffffffffffffffffffffffffffffffe", "sqr", "1"], "prime"),
        (&["field", "--field", &format!("p:0x{}", &long[..8000]), "sqr", "1"], "6144"),
        (&["field", "--field", "f2m:130", "sqr", "1"], "f2m:131"),
        (&["field", "--field", "f2m:x", "sqr", "1"], "f2m:163"),
        (&["field", "--field", "f2m:163", "inv", "0"], "0 has no inverse"),
        (&["field", "--field", "f2m:163", "sqr", &format!("0x{}", &long[..41])], "reduce"),
        (&["field", "--field", "fp12:bn254", "sqr", "1"], "the lowest first"),
        (&["ec", "mul", "1"], "--curve"),
        (&["ec", "--curve", "P-256"], "OP"),
        (&["ec", "--curve", "P-256", "frob"], "check"),
        (&["ec", "--curve", "P-256", "mul"], "mul K [P]"),
        (&["ec", "--curve", "P-256", "add", G], "add P Q"),
        (&["ec", "--curve", "P-256", "add", G, G, G], "add P Q"),
        (&["ec", "--curve", "P-256", "mul", "-1"], "K is not a number"),
        (&["ec", "--curve", "P-256", "mul", "x"], "K is not a number"),
        (&["ec", "--curve", "P-256", "mul", "1", "G"], "SEC 1"),
        (&["ec", "--curve", "P-256", "mul", "1", ""], "SEC 1"),
        (&["ec", "--curve", "P-256", "mul", "1", "0x"], "SEC 1"),
        (&["ec", "--curve", "P-256", "mul", "1", "\u{1f600}"], "SEC 1"),
        (&["ec", "--curve", "P-256", "mul", "1", "123"], "SEC 1"),
        (&["ec", "--curve", "P-256", "mul", "1", ","], "first coordinate"),
        (&["ec", "--curve", "P-256", "mul", "1", "1,2,3"], "second coordinate"),
        (&["ec", "--curve", "P-256", "mul", "1", "1,2"], "on the curve"),
        (&["ec", "--curve", "P-256", "mul", "1", &format!("0x{p},1")], "below"),
        (&["ec", "--curve", "P-256", "mul", "1", &long], "first byte"),
        (&["ec", "--curve", "P-256", "mul", "1", &format!("05{}", &G[2..])], "first byte"),
        (&["ec", "--curve", "P-256", "mul", "1", &G[..128]], "65"),
        (&["ec", "--curve", "P-256", "mul", "1", "0000"], "1"),
        (&["ec", "--curve", "P-256", "mul", "1", &x_of_no_point], "abscissa"),
        (&["ec", "--curve", "P-256", "mul", "1", &format!("02{p}")], "below"),
        (&["ec", "--curve", "P-256", "mul", "1", "--method", "frob"], "fixed-window"),
        (&["ec", "--curve", "P-256", "mul", "1", "--recoding", "frob"], "w-naf"),
        (&["ec", "--curve", "P-256", "mul", "1", "--recoding", "naf"], "signed-window"),
        (&["ec", "--curve", "P-256", "mul", "1", "--width", "9"], "1 to 6"),
        (
            &["ec", "--curve", "P-256", "mul", "1", "--method", "ladder", "--width", "2"],
            "no window",
        ),
        (&["ec", "--curve", "P-256", "mul", "1", "--coordinates", "polar"], "jacobian"),
        (&["ec", "--curve", "P-256", "mul", "1", "--modmul", "frob"], "barrett"),
        (
            &["ec", "--curve", "P-256", "mul", "1", "--modmul", "barrett", "--threads", "2"],
            "thread",
        ),
        (&["ec", "--curve", "P-256", "mul", "1", "--threads", "0"], "--threads"),
        (&["ec", "--curve", "P-256", "double", G, "--width", "2"], "mul only"),
        (
            &["ec", "--curve", "secp112r2", "mul", "3", "--method", "multi-base-chain", "0x02"],
            "bytes",
        ),
        (&["ec", "--curve", "", "mul", "1"], "list curve"),
        (&["ec", "--curve", &long, "mul", "1"], "list curve"),
        (&["ec", "--curve", "B-163", "double", "1,2"], "on the curve"),
        (&["ec", "--curve", "B-163", "double", &format!("0x{},1", "f".repeat(41))], "degree"),
        (&["ec", "--curve", "B-163", "double", &format!("02{}", "f".repeat(42))], "degree"),
        (&["ec", "--curve", "B-163", "double", &format!("03{}", "0".repeat(42))], "abscissa"),
        (&["ec", "--curve", "B-163", "mul", "1", "--method", "tau-naf"], "Koblitz"),
        (&["ec", "--curve", "B-163", "mul", "1", "--method", "frob"], "halve-and-add"),
        (&["ec", "--curve", "B-163", "mul", "1", "--method", "glv"], "secp256k1"),
        (&["ec", "--curve", "B-163", "mul", "1", "--modmul", "barrett"], "prime"),
        (&["ec", "--curve", "B-163", "mul", "1", "--threads", "2"], "runs on 1"),
        (&["ec", "--curve", "B-163", "mul", "1", "--coordinates", "affine"], "leave out"),
        (
            &[
                "ec",
                "--curve",
                "B-163",
                "mul",
                "1",
                "--method",
                "ladder",
                "--coordinates",
                "complete",
            ],
            "uniform",
        ),
        (&["ec", "--curve", "K-163", "mul", "1", "--recoding", "w-naf"], "regular-tau"),
        (&["ec", "--curve", "K-163", "mul", "1", "--width", "3"], "4 to 7"),
        (&["ec", "--curve", "K-163", "mul", "1", &format!("02{}", "0".repeat(42))], "subgroup"),
        (&["ec", "--curve", "x25519", "double", "00"], "ecdh"),
        (&["ec", "--curve", "Curve448", "double", "00"], "not implemented"),
        (&["ec", "--curve", "alt_bn128", "double", "00"], "calc sum"),
        (&["ec", "--curve", "@/dev/zero", "mul", "1"], "neither a file nor a pipe"),
    ];
    for (words, hint) in cases {
        let output = polylimb().arg("calc").args(*words).output().unwrap();
        let shown: Vec<_> = words.iter().map(|w| w.chars().take(30).collect::<String>()).collect();
        one_line(&output, hint, &shown.join(" "));
    }
}

/// `check` answers with status 1 when it finds something wrong.
#[test]
fn check_says_no() {
    let p = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
    let wrong = [
        "1,2".to_owned(),
        format!("02{p}"),
        format!("02{}07", "00".repeat(31)),
        format!("04{}", &G_COMPRESSED[2..]),
        format!("{G}00"),
        "ff".into(),
    ];
    for point in wrong {
        let output = run(&format!("calc ec --curve P-256 check {point}"));
        let said = stderr(&output);
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{point}: {said}");
    }
    assert_eq!(stdout(&run("calc ec --curve P-256 check 00")).trim(), "yes, infinity");
    assert_eq!(run("calc ec --curve P-256 check G").status.code(), Some(2));
}

/// On a curve of cofactor 2, a point of order 2 is on the curve but not in the subgroup.
#[test]
fn points_outside_the_subgroup() {
    let toy =
        r#"{"p": "101", "a": "AAA", "b": "BBB", "Gx": "GX", "Gy": "GY", "n": "NN", "h": "HH"}"#;
    let (a, b, g, n, h) = cofactor_curve(101);
    let toy = [("AAA", a), ("BBB", b), ("GX", g.0), ("GY", g.1), ("NN", n), ("HH", h)]
        .iter()
        .fold(toy.to_owned(), |text, (name, value)| text.replace(name, &value.to_string()));
    let output = with_file(&toy, "check 2,0");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("subgroup"));
    assert_eq!(stdout(&with_file(&toy, "double 2,0")).trim(), "00");
    let output = with_file(&toy, "mul 3 2,0");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--coordinates"));
    assert_eq!(stdout(&with_file(&toy, "mul 3 2,0 --coordinates jacobian")).trim(), "040200");
    assert_eq!(with_file(&toy, "mul 1 0302").status.code(), Some(2));
}

type Small = Option<(u64, u64)>;

/// A curve through (2, 0) over the integers modulo `p` with a subgroup of prime order above `4 √p`:
/// its coefficients, a generator, its order and cofactor.
fn cofactor_curve(p: u64) -> (u64, u64, (u64, u64), u64, u64) {
    let prime = |n: u64| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
    for a in 1..p {
        // 8 + 2a + b = 0.
        let b = (3 * p * p - 8 - 2 * a) % p;
        let on = |x: u64, y: u64| y * y % p == (x * x * x + a * x + b) % p;
        let points: Vec<_> =
            (0..p).flat_map(|x| (0..p).map(move |y| (x, y))).filter(|&(x, y)| on(x, y)).collect();
        let count = points.len() as u64 + 1;
        let n = count / 2;
        if (4 * a * a * a + 27 * b * b).is_multiple_of(p)
            || count % 2 == 1
            || !prime(n)
            || n * n <= 16 * p
        {
            continue;
        }
        let generator = points.iter().find(|&&g| {
            let mut sum: Small = None;
            for _ in 0..n {
                sum = add(p, a, sum, g);
            }
            sum.is_none()
        });
        return (a, b, *generator.expect("a point of that order"), n, 2);
    }
    panic!("no curve of this size");
}

/// The school-book law of chord and tangent.
fn add(p: u64, a: u64, left: Small, (x2, y2): (u64, u64)) -> Small {
    let Some((x1, y1)) = left else { return Some((x2, y2)) };
    let (rise, run) = if x1 == x2 {
        if (y1 + y2).is_multiple_of(p) {
            return None;
        }
        (3 * x1 * x1 + a, 2 * y1)
    } else {
        (y2 + p - y1, x2 + p - x1)
    };
    let inverse = (1..p).find(|i| i * run % p == 1)?;
    let slope = rise % p * inverse % p;
    let x = (slope * slope + 2 * p - x1 - x2) % p;
    Some((x, (slope * (x1 + p - x) + p - y1) % p))
}

#[test]
fn the_lists_have_every_field() {
    let mut entries = 0;
    for kind in ["recoding", "coordinates", "multiply", "field", "curve"] {
        let json: Value =
            serde_json::from_str(&stdout(&run(&format!("list {kind} --json")))).unwrap();
        for entry in json.as_array().unwrap() {
            for field in ["name", "source", "summary", "threads", "constant_time", "domain"] {
                assert!(!entry[field].as_str().unwrap().is_empty(), "{kind} {field}");
            }
            assert_eq!(entry["kind"], kind);
            entries += 1;
        }
        assert!(stdout(&run(&format!("list {kind}"))).starts_with(kind));
    }
    assert!(entries >= 70, "{entries}");
    for words in ["calc recode --help", "calc ec --help"] {
        assert!(stdout(&run(words)).contains("secret"), "{words}");
    }
}

#[test]
fn towers_by_their_own_laws() {
    for curve in ["bn254", "bn254-snark", "bls12-381"] {
        for degree in [2, 6, 12] {
            let field = format!("calc field --field fp{degree}:{curve}");
            let of = |words: &str| stdout(&run(&format!("{field} {words}"))).trim().to_owned();
            let element = |from: u64| {
                let c =
                    (0..degree).map(|i| (from.wrapping_mul(0x9e37_79b9_7f4a_7c15 + i)).to_string());
                c.collect::<Vec<_>>().join(",")
            };
            let (a, b) = (element(3), element(77));
            let one = (0..degree)
                .map(|i| if i == 0 { "0x1" } else { "0x0" })
                .collect::<Vec<_>>()
                .join(",");
            let inverse = of(&format!("inv {a}"));
            assert_eq!(of(&format!("mul {a} {inverse}")), one, "{field}");
            let product = of(&format!("mul {a} {b}"));
            assert_eq!(of(&format!("div {product} {b}")), of(&format!("reduce {a}")), "{field}");
            let cube = of(&format!("mul {} {a}", of(&format!("sqr {a}"))));
            assert_eq!(of(&format!("pow {a} 3")), cube);
            let difference = of(&format!("sub {a} {b}"));
            assert_eq!(of(&format!("neg {difference}")), of(&format!("sub {b} {a}")));
            assert_eq!(of(&format!("add {difference} {b}")), of(&format!("reduce {a}")));
            let square = of(&format!("sqr {a}"));
            let root = of(&format!("sqrt {square}"));
            assert_eq!(of(&format!("sqr {root}")), square, "{field}");
            assert!(
                root == of(&format!("reduce {a}")) || root == of(&format!("neg {a}")),
                "{field}"
            );
        }
    }
    // u^2 = -1, v^3 = 1 + u, w^2 = v.
    let minus_one = stdout(&run("calc field --field fp:bn254 neg 1"));
    let square = stdout(&run("calc field --field fp2:bn254 sqr 0,1"));
    assert_eq!(square.trim(), format!("{},0x0", minus_one.trim()));
    let cube = stdout(&run("calc field --field fp6:bn254 pow 0,0,1,0,0,0 3"));
    assert_eq!(cube.trim(), "0x1,0x1,0x0,0x0,0x0,0x0");
    let square = stdout(&run("calc field --field fp12:bn254 sqr 0,0,0,0,0,0,1,0,0,0,0,0"));
    assert_eq!(square.trim(), "0x0,0x0,0x1,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0");
    for (words, hint) in [
        ("fp2:bn254 mul 1,2 1", "of the 2 coefficients"),
        ("fp6:bn254 inv 0,0,0,0,0,0", "0 has no inverse"),
    ] {
        let output = run(&format!("calc field --field {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}: {}", stderr(&output));
        assert!(stderr(&output).contains(hint), "{words}: {}", stderr(&output));
    }
}

#[test]
fn a_no_is_json_too() {
    // 1,1 is not on P-256; 0,1 of K-163 has order 2.
    for (words, valid) in [
        ("calc ec --curve P-256 check 1,1 --json", false),
        ("calc ec --curve P-256 check 00 --json", true),
        ("calc ec --curve K-163 check 0,1 --json", false),
        (
            "calc ec --curve P-256 check 020000000000000000000000000000000000000000000000000000000000000001 --json",
            false,
        ),
        ("calc field --field p:23 sqrt 5 --json", false),
        ("calc field --field fp2:bn254 sqrt 1,1 --json", false),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(i32::from(!valid)), "{words}: {}", stderr(&output));
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["valid"], valid, "{words}");
        assert_eq!(json["reason"].is_string(), !valid, "{words}");
        assert_eq!(stderr(&output).lines().count(), usize::from(!valid));
    }
}
