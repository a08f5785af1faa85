//! `polylimb lab scalar --methods` on binary curves: every multiple checked by polynomials in
//! num-bigint, operations by the published costs.

use crate::common::{lines, run, stderr, stdout};
use polylimb::authors::entry::Domain;
use polylimb_catalogue::multiply::{BINARY_METHODS, METHODS, Method};
use serde_json::Value;
use std::collections::BTreeSet;

fn measured(words: &str) -> Vec<Value> {
    let rows = lines(&stdout(&run(&format!("lab scalar {words} --runs 1 --seed 3 --json -"))));
    for m in &rows[1..] {
        assert_eq!(
            (&m["study"], &m["op"], &m["correct"]),
            (&"scalar".into(), &"multiply".into(), &true.into()),
            "{m}"
        );
    }
    rows[1..].to_vec()
}

/// Products, squares, inversions, half-traces and square roots.
fn counts(m: &Value) -> [f64; 5] {
    ["products", "squares", "inversions", "half_traces", "square_roots"]
        .map(|name| m["params"][name].as_f64().unwrap_or_else(|| panic!("{name}: {m}")))
}

/// The bits of four random scalars below an order of 163 bits.
const BITS: std::ops::RangeInclusive<f64> = 158.0..=163.0;

#[test]
fn methods_for_binary_curves_take_what_is_published() {
    let words = "--curve sect163k1,sect163r2 --threads 1,2 --methods \
                 lopez-dahab-ladder,tau-naf,regular-tau,tau-split,halve-and-add,double-and-halve";
    let mut seen = BTreeSet::new();
    for m in &measured(words) {
        let [products, squares, inversions, half_traces, roots] = counts(m);
        let threads = m["threads"].as_u64().unwrap();
        let (method, curve) = (m["algorithm"].as_str().unwrap(), m["params"]["curve"].as_str());
        let recoding = m["params"]["recoding"].as_str().unwrap();
        match (method, recoding) {
            // `[LopezDahab1999]`: 6M + 4S per bit except the first, and I + 12M + 2S for the
            // ordinate at the end.
            ("lopez-dahab-ladder", _) => {
                let steps = (squares - 2.0) / 4.0;
                assert!(BITS.contains(&(steps + 1.0)), "{m}");
                assert_eq!(
                    (products, inversions, half_traces, roots),
                    (6.0 * steps + 12.0, 1.0, 0.0, 0.0),
                    "{m}"
                );
            }
            // `[Solinas2000]`: about m Frobenius maps of three squares, additions of 8M + 5S at
            // every third or (w + 1)-th digit.
            ("tau-naf" | "tau-split", _) if threads == 1 => {
                let every = if recoding == "tau-naf" { 3.0 } else { 6.0 };
                let additions = (squares - 3.0 * 163.0) / 5.0;
                assert!((additions - 163.0 / every).abs() < 14.0, "{additions}: {m}");
                assert_eq!((half_traces, roots), (0.0, 0.0));
            }
            // `[Fong2004]`: a half-trace and a square root for each halving, and none of them
            // is a doubling.
            ("halve-and-add" | "double-and-halve", _) if threads == 1 => {
                assert_eq!((half_traces, roots), (163.0, 163.0), "{m}");
            }
            ("double-and-halve", _) => assert_eq!((half_traces, roots), (81.0, 81.0), "{m}"),
            _ => assert!(products > 200.0 && squares > 600.0, "{m}"),
        }
        seen.insert((curve.unwrap().to_owned(), method.to_owned(), recoding.to_owned(), threads));
    }
    let on = |curve: &str| seen.iter().filter(|s| s.0 == curve).count();
    assert_eq!((on("sect163k1"), on("sect163r2")), (1 + 2 + 1 + 4 + 1 + 2, 1 + 1 + 2), "{seen:?}");
}

#[test]
fn all_methods_in_coordinates_and_affine_counts_follow_the_formulas() {
    let words =
        "--curve sect163k1 --methods all --coordinates affine,lambda-projective --threads 1";
    let (mut methods, mut affine, mut lambda) = (BTreeSet::new(), 0, 0);
    for m in &measured(words) {
        let [products, squares, inversions, ..] = counts(m);
        let name = m["algorithm"].as_str().unwrap();
        methods.insert(name.to_owned());
        if name != "double-and-add-left-to-right" {
            continue;
        }
        if m["params"]["coordinates"] == "affine" {
            // Doublings and additions take I + 2M + S each; the last I + 3M inverts several
            // denominators at once. Half of a random scalar's bits are 1.
            let sums = inversions - 1.0;
            assert_eq!((products, squares), (2.0 * sums + 3.0, sums), "{m}");
            assert!((157.0 + 60.0..163.0 + 100.0).contains(&sums), "{m}");
            affine += 1;
        } else {
            // `[Oliveira2013]`: a mixed addition takes 8M + 2S, a doubling 4M + 4S, for a = 1.
            assert!(inversions < 3.0 && products < 8.0 * 100.0 + 4.0 * 163.0, "{m}");
            lambda += 1;
        }
    }
    let own = BINARY_METHODS.iter().map(|m| m.name);
    let of_one = |m: &&Method| m.domain == Domain::Any && m.threads.contains(1);
    let any = METHODS.iter().filter(of_one).map(|m| m.name);
    assert_eq!(methods, own.chain(any).map(str::to_owned).collect());
    assert_eq!((affine, lambda), (1, 1));
}

#[test]
fn what_does_not_fit_is_left_out_or_refused_with_a_reason() {
    let output =
        run("lab scalar --curve B-163 --methods tau-naf,lopez-dahab-ladder --runs 1 --json -");
    assert_eq!(lines(&stdout(&output)).len() - 1, 1);
    assert!(stderr(&output).contains("for Koblitz curves"), "{}", stderr(&output));
    for (words, hint) in [
        ("--curve B-163 --methods tau-naf,regular-tau", "Koblitz"),
        ("--curve K-163 --methods w-tau-naf", "tau-naf, tau-split"),
        ("--curve K-163 --methods frob", "lopez-dahab-ladder"),
        ("--curve K-163 --methods glv", "secp256k1"),
        ("--curve K-163 --methods tau-naf --threads 2", "list multiply"),
        ("--curve K-163 --methods tau-naf --modmul barrett", "prime fields"),
        ("--curve K-163 --methods window --kernel portable", "prime fields"),
        ("--curve K-163 --methods window --coordinates complete", "lambda-projective"),
        ("--curve K-163 --methods lopez-dahab-ladder --width 4", "--width"),
        ("--curve K-163", "--methods"),
    ] {
        let output = run(&format!("lab scalar {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}: {}", stderr(&output));
        assert!(stderr(&output).contains(hint), "{words}: {}", stderr(&output));
    }
}
