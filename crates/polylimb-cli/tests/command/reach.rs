//! Everything that `list` prints can be reached through `calc` and `lab`, and what it computes
//! there is right.

use crate::common::{OPERATIONS, lines, run, stderr, stdout};
use num_bigint::BigUint;
use serde_json::Value;
use std::collections::BTreeSet;

fn listed(kind: &str) -> Vec<Value> {
    let rows: Vec<Value> =
        serde_json::from_str(&stdout(&run(&format!("list {kind} --json")))).unwrap();
    assert!(rows.iter().all(|row| row["kind"] == kind));
    rows
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("{field}: {row}"))
}

/// The fewest threads of `1`, `2,4` or `2+`.
fn fewest(row: &Value) -> usize {
    text(row, "threads").split([',', '+', '-']).next().unwrap().parse().unwrap()
}

/// The answer to the words, or what stands against them.
fn answer(words: &str) -> Result<String, String> {
    let output = run(words);
    if output.status.success() {
        return Ok(stdout(&output).trim().to_owned());
    }
    Err(format!("{words}: {}", stderr(&output).trim()))
}

/// The values of a field in the right measurements of these words.
fn measured(words: &str, field: &str) -> BTreeSet<String> {
    let rows = lines(&stdout(&run(&format!("lab {words} --runs 1 --seed 1 --json -"))));
    let rows = rows[1..].iter().inspect(|m| assert_eq!(m["correct"], true, "{m}"));
    rows.map(|m| m[field].as_str().unwrap().to_owned()).collect()
}

fn assert_all(kind: &str, names: &[Value], reached: impl Fn(&Value) -> Result<(), String>) {
    let failures: Vec<_> = names.iter().filter_map(|row| reached(row).err()).collect();
    assert!(failures.is_empty(), "{kind}: {failures:#?}");
    assert!(names.len() >= 3, "{kind}");
}

#[test]
fn every_modular_multiplication() {
    let modulus = (BigUint::from(1u8) << 521) - 1u8;
    let rows = listed("modmul");
    assert_all("modmul", &rows, |row| {
        let (name, threads) = (text(row, "name"), fewest(row));
        // Some are for short moduli only, some for long ones.
        let short = BigUint::from(u64::MAX - 58);
        let long = (BigUint::from(1u8) << 1279) - 1u8;
        let product = |m: &BigUint| {
            let words = format!(
                "calc modmul --modulus {m} --a 123456789 --b 987654321 --algorithm {name} --threads {threads}"
            );
            let right = BigUint::from(123_456_789_u64) * 987_654_321_u64 % m;
            let found = answer(&words)?;
            (found == format!("{right:#x}")).then_some(()).ok_or(format!("{words}: {found}"))
        };
        product(&modulus).or_else(|_| product(&short)).or_else(|_| product(&long))
    });
    let names = measured("modmul --bits 64,521,1024 --threads 1-4 --ops mul", "algorithm");
    assert_all("lab modmul", &rows, |row| {
        names.contains(text(row, "name")).then_some(()).ok_or_else(|| text(row, "name").to_owned())
    });
}

#[test]
fn every_exponentiation() {
    let rows = listed("powm");
    assert_all("powm", &rows, |row| {
        let (name, threads) = (text(row, "name"), fewest(row));
        // Products of primes whose public exponent is 3, and its inverse.
        let (modulus, exponent, primes) = match name {
            "crt-2-primes" => (187, 27_u32, "--prime 11 --prime 17 --public-exponent 3"),
            "crt-3-primes" => (4301, 587, "--prime 11 --prime 17 --prime 23 --public-exponent 3"),
            "crt-4-primes" => {
                let primes = "--prime 11 --prime 17 --prime 23 --prime 29 --public-exponent 3";
                (124_729, 4107, primes)
            }
            _ => (0x1fff_ffff_ffff_ffff_u64, 1_234_577, ""),
        };
        let words = format!(
            "calc powm --modulus {modulus} --base 5 --exponent {exponent} --method {name} --threads {threads} {primes}"
        );
        let right = BigUint::from(5u8).modpow(&exponent.into(), &modulus.into());
        let found = answer(&words)?;
        (found == format!("{right:#x}")).then_some(()).ok_or(format!("{words}: {found}"))
    });
    let names = measured("powm --bits 256 --threads 1-4", "algorithm");
    assert_all("lab powm", &rows, |row| {
        names.contains(text(row, "name")).then_some(()).ok_or_else(|| text(row, "name").to_owned())
    });
}

#[test]
fn several_powers_are_products_or_batches() {
    let p = 0x1fff_ffff_ffff_ffff_u64;
    let terms = "--base 5 --exponent 77 --base 7 --exponent 1001 --base 11 --exponent 3";
    let power = |b: u32, e: u32| BigUint::from(b).modpow(&e.into(), &p.into());
    let powers = [power(5, 77), power(7, 1001), power(11, 3)];
    let product = powers.iter().product::<BigUint>() % p;
    let mut products = 0;
    for row in listed("powm").iter().filter(|row| row["form"] == "product") {
        let words = format!("calc powm --modulus {p} {terms} --method {}", text(row, "name"));
        assert_eq!(answer(&words).unwrap(), format!("{product:#x}"), "{words}");
        products += 1;
    }
    assert!(products >= 3);
    let batch = answer(&format!("calc powm --modulus {p} {terms} --method batch-of-eight"));
    assert_eq!(batch.unwrap(), powers.map(|power| format!("{power:#x}")).join("\n"));
    for (words, hint) in [
        (format!("--modulus {p} {terms}"), "one base"),
        (format!("--modulus {p} --base 5 --base 7 --exponent 1"), "--exponent"),
        ("--modulus 187 --base 5 --exponent 27 --method crt-2-primes".to_owned(), "--prime"),
        ("--modulus 187 --base 5 --exponent 27 --method crt-2-primes --prime 11 --prime 13 --public-exponent 3".to_owned(), "--prime"),
        ("--modulus 187 --base 5 --exponent 26 --method crt-2-primes --prime 11 --prime 17 --public-exponent 3".to_owned(), "--exponent"),
        ("--modulus 187 --base 5 --exponent 27 --prime 11".to_owned(), "--prime"),
    ] {
        let output = run(&format!("calc powm {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}: {}", stderr(&output));
        assert!(stderr(&output).contains(hint), "{words}: {}", stderr(&output));
    }
}

/// The curves on which a component may work: any, with an endomorphism, binary, Koblitz.
const CURVES: [&str; 4] = ["P-256", "secp256k1", "B-163", "K-163"];

/// Whether the words of `calc ec` with one of the curves give the right multiple of the generator.
fn multiple(options: &str) -> Result<(), String> {
    let mut refusals = Vec::new();
    for curve in CURVES {
        let words = |options: &str| format!("calc ec --curve {curve} mul 0x5a5a3 {options}");
        match answer(&words(options)) {
            Ok(found) => {
                assert_eq!(found, answer(&words("")).unwrap(), "{curve} {options}");
                return Ok(());
            }
            Err(why) => refusals.push(why),
        }
    }
    Err(refusals.join("; "))
}

/// Whether `lab scalar --methods` measures these options on one of the curves.
fn compared(options: &str) -> Result<(), String> {
    let mut refusals = Vec::new();
    for curve in CURVES {
        let words = format!("lab scalar --curve {curve} --runs 1 --json - {options}");
        match answer(&words) {
            Ok(text) => {
                let rows = lines(&text);
                assert!(rows[1..].iter().all(|m| m["correct"] == true), "{words}");
                if rows.len() > 1 {
                    return Ok(());
                }
            }
            Err(why) => refusals.push(why),
        }
    }
    Err(refusals.join("; "))
}

#[test]
fn every_scalar_multiplication() {
    assert_all("multiply", &listed("multiply"), |row| {
        let (name, threads) = (text(row, "name"), fewest(row));
        multiple(&format!("--method {name} --threads {threads}"))?;
        compared(&format!("--methods {name} --threads {threads} --coordinates all"))
    });
}

#[test]
fn every_coordinate_system_and_recoding() {
    assert_all("coordinates", &listed("coordinates"), |row| {
        let name = text(row, "name");
        multiple(&format!("--method window --coordinates {name}"))?;
        compared(&format!("--methods window --coordinates {name}"))
    });
    let methods = listed("multiply");
    assert_all("recoding", &listed("recoding"), |row| {
        let name = text(row, "name");
        let curve = if text(row, "domain").contains("Koblitz") { "--curve K-163" } else { "" };
        let second = if text(row, "domain") == "two scalars" { "--scalar 77" } else { "" };
        answer(&format!("calc recode --recoding {name} {curve} --scalar 1001 {second}"))?;
        let takes =
            |m: &&Value| m["recodings"].as_array().is_some_and(|r| r.contains(&name.into()));
        let Some(method) = methods.iter().find(takes) else {
            // The list says so; of a sum whose exponents rise and fall no pass computes a multiple.
            let said = text(row, "domain").ends_with("calc recode alone");
            return if said { Ok(()) } else { Err(format!("no method takes {name}")) };
        };
        let (method, threads) = (text(method, "name"), fewest(method));
        compared(&format!("--methods {method} --recoding {name} --threads {threads}"))
    });
}

#[test]
fn parallel_multiplications_under_every_curve() {
    // Their scratch is long where many threads share a short product.
    for (curve, modmul, threads) in [
        ("P-256", "multipartite-v1", 4),
        ("P-224", "multipartite-v1", 5),
        ("P-192", "multipartite-v1", 6),
        ("P-384", "multipartite-v1", 5),
        ("P-256", "multipartite-v2", 6),
        ("secp112r1", "montgomery-parallel", 8),
    ] {
        let words = format!("calc ec --curve {curve} mul 5");
        let right = answer(&words).unwrap();
        let words = format!("{words} --method window --modmul {modmul} --threads {threads}");
        assert_eq!(answer(&words).unwrap(), right, "{words}");
    }
    let right = answer("calc ec --curve K-233 mul 5").unwrap();
    for threads in [1, 2, 3] {
        let words = "calc ec --curve K-233 --method parallel-window mul 5 --threads";
        assert_eq!(answer(&format!("{words} {threads}")).unwrap(), right, "{threads}");
    }
}

#[test]
fn every_curve() {
    let curves = listed("curve");
    assert_all("curve", &curves, |row| {
        let name = text(row, "name");
        let point = answer(&format!("calc ec --curve {name} mul 1"))?;
        let said = answer(&format!("calc ec --curve {name} check {point}"))?;
        (said == "yes").then_some(()).ok_or(said)
    });
    let mut seen = 0;
    for (binary, coordinates) in [(false, "jacobian"), (true, "lopez-dahab")] {
        let of_kind = curves.iter().filter(|row| text(row, "domain").starts_with("F_2^") == binary);
        let names: Vec<_> = of_kind.map(|row| text(row, "name")).collect();
        let words = format!(
            "scalar --methods double-and-add-left-to-right --recoding binary --coordinates {coordinates} --curve {}",
            names.join(",")
        );
        let rows = lines(&stdout(&run(&format!("lab {words} --runs 1 --json -"))));
        let of: BTreeSet<_> = rows[1..].iter().map(|m| m["params"]["curve"].to_string()).collect();
        assert_eq!(of.len(), names.len());
        seen += of.len();
    }
    assert!(seen == curves.len() && seen > 40, "{seen}");
}

#[test]
fn every_field() {
    assert_all("field", &listed("field"), |row| {
        let name = text(row, "name");
        if row["operation"].is_string() {
            let words = format!("lab field --field f2m:163 --algorithms {name} --runs 1 --json -");
            let rows = lines(&answer(&words)?);
            let right = rows.len() > 1 && rows[1..].iter().all(|m| m["correct"] == true);
            return right.then_some(()).ok_or(words);
        }
        let curve =
            if name.starts_with("fp:") || name.starts_with("fn:") { "P-256" } else { "bn254" };
        let field = name.replace("CURVE", curve).replace("PRIME", "23");
        let degree: usize = match name.split(':').next().unwrap() {
            "fp2" => 2,
            "fp6" => 6,
            "fp12" => 12,
            _ => 1,
        };
        let element = (2..2 + degree).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
        let square = answer(&format!("calc field --field {field} sqr {element}"))?;
        let product = answer(&format!("calc field --field {field} mul {element} {element}"))?;
        if square != product {
            return Err(format!("{field}: {square} and {product}"));
        }
        let words = format!("lab field --field {field} --ops mul --runs 1 --json -");
        let rows = lines(&answer(&words)?);
        rows[1..].iter().all(|m| m["correct"] == true).then_some(()).ok_or(words)
    });
}

#[test]
fn every_pairing_and_protocol() {
    let ways: BTreeSet<_> =
        OPERATIONS.1[1..].iter().map(|m| m["algorithm"].as_str().unwrap()).collect();
    let pairings = listed("pairing");
    assert_all("pairing", &pairings, |row| {
        let name = text(row, "name");
        if ways.contains(name) {
            return Ok(());
        }
        let point = answer(&format!("calc pairing --curve {name} 00 00"))?;
        let one = point.split(',').filter(|c| *c == "0x1").count();
        if one != 1 {
            return Err(format!("{name}: {point}"));
        }
        answer(&format!("lab pairing --curve {name} --algorithms g1 --threads 1 --runs 1 --json -"))
            .map(|_| ())
    });
    let names = measured("protocol", "algorithm");
    assert_all("protocol", &listed("protocol"), |row| {
        if text(row, "name") == "timelock" {
            // No curve: its own word.
            return answer("timelock seal --squarings 1 --bits 1024 -i Cargo.toml -o /dev/null")
                .map(|_| ());
        }
        names.contains(text(row, "name")).then_some(()).ok_or_else(|| text(row, "name").to_owned())
    });
}
