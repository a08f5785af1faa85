//! The contract of the command line: words, fields, exit statuses, one-line errors.

use crate::common::{polylimb, run, stderr, stdout};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use serde_json::Value;
use std::process::Stdio;

/// Wrong usage, and a word that its one line must contain.
const WRONG: &[(&str, &str)] = &[
    ("", "--help"),
    ("frobnicate", "frobnicate"),
    ("--frobnicate", "--frobnicate"),
    ("list frob", "powm"),
    ("calc", "--help"),
    ("calc pairing --curve bn254 P Q", "P is no point"),
    ("calc frob", "modmul"),
    ("calc modmul --modulus 23 --a 5", "--b"),
    ("calc modmul --modulus 23 --a 5 --b x", "--b"),
    ("calc modmul --modulus 23 --a -5 --b 1", "--a"),
    ("calc modmul --modulus 23 --a 23 --b 1", "below"),
    ("calc modmul --modulus 0 --a 0 --b 0", "modulus"),
    ("calc modmul --modulus 24 --a 5 --b 1 --algorithm montgomery", "odd"),
    ("calc modmul --modulus 23 --a 5 --b 1 --algorithm frob", "montgomery"),
    ("calc modmul --modulus 23 --a 5 --b 1 --algorithm montgomery --threads 2", "1 thread"),
    ("calc modmul --modulus 23 --a 5 --b 1 --threads 0", "--threads"),
    ("calc modmul --modulus 23 --a 5 --b 1 --threads 10000", "--threads"),
    ("calc modmul --modulus 23 --a 5 --b 1 --kernel frob", "portable"),
    ("calc modmul --modulus 23 --a 5 --b 1 --executor frob", "team"),
    ("calc modmul --modulus 23 --a 5 --b 1 --k 3", "--k"),
    ("calc modmul --modulus 23 --a 5 --b 1 --algorithm bipartite --k 3", "--k"),
    ("calc modmul --modulus 23 --a 5 --b 1 --algorithm multipartite-v1 --k 2,3", "one value"),
    ("calc modmul --modulus 23 --a 5 --b 1 --algorithm bipartite --cut half", "48%"),
    ("calc modmul --modulus 23 --a 5 --b 1 --algorithm bipartite --cut 2", "cut"),
    ("lab frob", "modmul"),
    ("lab --k 2", "--k belongs to modmul"),
    ("lab --seed 1 modmul", "--seed"),
    ("lab modmul x", "--bits"),
    ("calc powm --modulus 23 --base 5", "--exponent"),
    ("calc powm --modulus 0 --base 5 --exponent 1", "modulus"),
    ("calc powm --modulus 23 --base x --exponent 1", "--base"),
    ("calc powm --modulus 23 --base 5 --exponent -1", "--exponent"),
    ("calc powm --modulus 23 --base 5 --exponent 1 --method frob", "fixed-window"),
    ("calc powm --modulus 23 --base 5 --exponent 1 --method fixed-window --threads 2", "1 thread"),
    ("calc powm --modulus 23 --base 5 --exponent 1 --method parallel-binary --threads 1", "2"),
    ("calc powm --modulus 23 --base 5 --exponent 1 --threads 0", "--threads"),
    ("calc powm --modulus 23 --base 5 --exponent 1 --width 0", "--width"),
    ("calc powm --modulus 23 --base 5 --exponent 1 --width 99", "width"),
    ("calc powm --modulus 23 --base 5 --exponent 1 --method montgomery-ladder --width 2", "window"),
    ("calc powm --modulus 24 --base 5 --exponent 1 --modmul montgomery-sos", "odd"),
    ("calc powm --modulus 23 --base 5 --exponent 1 --modmul frob", "montgomery"),
    ("calc powm --modulus 23 --base 5 --exponent 1 --modmul bipartite --threads 64", "thread"),
    ("calc powm --modulus 23 --base 5 --exponent 1 --kernel frob", "portable"),
    ("lab field --field frob", "f2m:DEGREE"),
    ("lab field --target simavr --bits 163", "--runs"),
    ("lab scalar --target simavr --curve P-256", "--runs"),
    ("lab scalar --target simavr --runs 0", "--runs"),
    ("lab powm --k 2", "modmul"),
    ("lab leak --model", "modmul and powm"),
    ("lab powm --profile x", "modmul"),
    ("lab modmul --modmul barrett", "modmul takes --bits"),
    ("lab powm --width 99", "window"),
    ("lab powm --width x", "--width"),
    ("lab powm --ops mul", "modmul"),
    ("lab powm --algorithms frob", "fixed-window"),
    ("lab powm --algorithms parallel-binary --threads 1", "--threads 2"),
    ("lab powm --modmul frob", "barrett"),
    ("lab powm --model --target env", "--target"),
    ("lab leak --threads 2", "--algorithms"),
    ("lab leak --algorithms frob", "fixed-window"),
    ("lab leak --modmul bipartite", "one thread"),
    ("lab leak --kernel all --modmul barrett,classical", "one"),
    ("lab --algorithms frob", "list"),
    ("lab governor --k 2", "--published"),
    ("lab governor --model", "--published"),
    ("lab modmul --model --scenario all", "--scenario"),
    ("lab modmul --model --target env", "--target"),
    ("lab modmul --k 16 --threads 2", "2 to 15"),
    ("lab modmul --k 2 --threads 1", "multipartite"),
    ("lab modmul --cut 101% --threads 2", "100%"),
    ("lab modmul --cut 50% --threads 1", "partite"),
    ("lab modmul --algorithms tuned --threads 1", "--profile"),
    ("lab modmul --profile /no/such/file --target env", "--target"),
    ("lab governor --bits 128", "--published"),
    ("lab governor --json /no/such/folder/x", "folder"),
    ("lab modmul --bits 1", "--bits"),
    ("lab modmul --bits 512-256", "256-512"),
    ("lab modmul --threads 0", "--threads"),
    ("lab modmul --threads 10000", "--threads"),
    ("lab modmul --algorithms frob", "montgomery"),
    ("lab modmul --algorithms bipartite --threads 1", "--threads 2"),
    ("lab modmul --runs 0", "--runs"),
    ("lab modmul --runs x", "--runs"),
    ("lab modmul --order sideways", "descending"),
    ("lab modmul --ops frob", "mul"),
    ("lab modmul --scenario frob", "per-thread"),
    ("lab modmul --scenario alone --bits 128,256", "one size"),
    ("lab modmul --governor frob", "ondemand"),
    ("lab modmul --target qemu-arm", "field"),
    ("lab powm --target qemu-aarch64", "field"),
    ("lab field --target qemu-arm --bits 256", "--runs"),
    ("lab field --target qemu-arm --runs 0", "--runs"),
    ("lab modmul --target simavr", "firmware"),
    ("lab modmul --target ssh:-oProxyCommand=x", "ssh:HOST"),
    ("lab modmul --pin --no-pin", "--no-pin"),
    ("lab modmul --json /no/such/folder/x", "folder"),
    ("lab modmul --target env --binary /no/such/file", "--binary"),
    ("report", "RESULTS"),
    ("report /no/such/file -o /tmp", "folder"),
    ("report /dev/null -o -", "neither a file nor a pipe"),
    ("report /dev/zero -o -", "neither a file nor a pipe"),
    ("report / -o -", "neither a file nor a pipe"),
    ("report x --json -o -", "standard output"),
    ("sign", "--key"),
    ("calc modmul --modulus 23 --a 5 --b 1 --profile Cargo.toml", "line 1"),
    ("calc modmul --modulus 23 --a 5 --b 1 --profile /proc/self/exe", "megabyte"),
    ("calc modmul --modulus 23 --a 5 --b 1 --profile /dev/zero", "neither a file nor a pipe"),
    ("calc modmul --modulus 23 --a 5 --b 1 --profile /", "neither a file nor a pipe"),
    ("calc modmul --modulus -5 --a 5 --b 1", "--modulus is not a number: '-5'"),
    ("calc powm --modulus 23 --base 5 --exponent -1", "--exponent is not a number"),
    ("calc recode --recoding naf --scalar -1", "--scalar is not a number"),
    ("calc ec --curve @/ mul 1", "neither a file nor a pipe"),
    ("calc ec --curve @/proc/self/exe mul 1", "megabyte"),
    ("sign --key / -i d -o s", "neither a file nor a pipe"),
    ("timelock seal --squarings 1 -i /dev/zero -o x", "neither a file nor a pipe"),
    ("tune --bits 1", "--bits"),
    ("tune --k 1", "unexpected"),
    ("tune --cut 12", "percent"),
    ("tune --cut 50% --threads 1", "partite"),
    ("tune --threads 64", "share"),
    ("tune --threads 0", "--threads"),
    ("tune --runs 0", "--runs"),
    ("tune --kernel frob", "portable"),
    ("tune --json -o -", "standard output"),
    ("tune -o /no/such/folder/x", "folder"),
];

/// What cannot be read, and a word that the one line must contain.
const UNREADABLE: &[(&str, &str)] = &[
    ("lab modmul --profile /no/such/file", "polylimb tune"),
    ("lab modmul --compare /no/such/file", "results.jsonl"),
    ("report /no/such/file -o -", "results.jsonl"),
    ("calc modmul --modulus 23 --a 5 --b 1 --profile /no/such/file", "polylimb tune"),
    ("calc ec --curve @/no/such/file mul 1", "curve file"),
    ("calc ec --curve @ mul 1", "curve file"),
    ("ecmqv --key k --peer p -o s", "the key"),
    ("sign --key k -i d -o s", "the key"),
    ("encrypt --to p -i d -o s", "the key"),
];

#[test]
fn wrong_usage_and_what_cannot_be_read_are_one_helpful_line() {
    let wrong = WRONG.iter().map(|row| (row, 2));
    for ((words, hint), status) in wrong.chain(UNREADABLE.iter().map(|row| (row, 3))) {
        let output = run(words);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(status), "{words}: {said}");
        assert_eq!(said.lines().count(), 1, "{words}: {said}");
        assert!(said.starts_with("polylimb: ") && said.contains(hint), "{words}: {said}");
        assert!(output.stdout.is_empty(), "{words}");
    }
}

#[test]
fn help_and_version_are_answers() {
    for words in [
        "--help",
        "--version",
        "lab --help",
        "calc modmul --help",
        "calc powm --help",
        "report --help",
    ] {
        assert!(!stdout(&run(words)).is_empty(), "{words}");
    }
    assert!(stdout(&run("calc --help")).contains("secret"));
    assert_eq!(stdout(&run("lab --help")), stdout(&run("help lab")));
    for (study, own, other) in [
        ("modmul", "--k <", "--curve <"),
        ("powm", "--width <", "--k <"),
        ("scalar", "--methods <", "--bits <"),
        ("field", "--field <", "--threads <"),
        ("pairing", "--operations", "--kernel <"),
        ("protocol", "--curve <", "--threads <"),
        ("batch", "--threads <", "--bits <"),
        ("governor", "--published", "--seed <"),
        ("leak", "--kernel <", "--target <"),
    ] {
        let help = stdout(&run(&format!("lab {study} --help")));
        assert!(help.contains(own) && !help.contains(other), "{help}");
        assert_eq!(help.matches(&format!("\n  polylimb lab {study} ")).count(), 2, "{help}");
        assert_eq!(help, stdout(&run(&format!("help lab {study}"))));
    }
}

#[test]
fn info_tells_the_machine_in_words_and_json() {
    let text = stdout(&run("info"));
    let json: Value = serde_json::from_str(&stdout(&run("info --json"))).unwrap();
    for field in [
        "version", "commit", "rustc", "cpu", "cores", "features", "kernel", "kernels", "profile",
        "gmp",
    ] {
        assert!(json.get(field).is_some(), "{field}");
    }
    assert!(text.contains(json["kernel"].as_str().unwrap()));
    assert!(json["cores"].as_u64().unwrap() >= 1);
}

#[test]
fn list_is_the_registry() {
    let text = stdout(&run("list"));
    for words in ["list --json", "list modmul --json"] {
        let json: Value = serde_json::from_str(&stdout(&run(words))).unwrap();
        let entries = json.as_array().unwrap();
        assert!(entries.len() >= polylimb_lab::registry::modmuls().count());
        for entry in entries {
            for field in ["name", "source", "threads", "constant_time", "domain"] {
                assert!(!entry[field].as_str().unwrap().is_empty(), "{field}");
            }
            assert!(text.contains(entry["name"].as_str().unwrap()));
        }
    }
}

#[test]
fn calc_agrees_with_an_independent_product_whatever_computes_it() {
    let list: Value = serde_json::from_str(&stdout(&run("list modmul --json"))).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut compared = 0;
    for entry in list.as_array().unwrap() {
        let name = entry["name"].as_str().unwrap();
        let threads = entry["threads"].as_str().unwrap();
        let counts: Vec<&str> =
            if threads.ends_with('+') { vec!["2", "3"] } else { threads.split(',').collect() };
        for threads in counts {
            let sizes: &[usize] = if name == "rns" { &[1024] } else { &[2, 64, 521] };
            for &bits in sizes {
                let [mut m, a, b]: [BigUint; 3] = [(); 3].map(|()| {
                    let mut bytes = [0; 128];
                    rng.fill_bytes(&mut bytes);
                    BigUint::from_bytes_le(&bytes) >> (128 * 8 - bits)
                });
                m.set_bit(0, true);
                m.set_bit(bits as u64 - 1, true);
                let (a, b) = (a % &m, b % &m);
                let output = polylimb()
                    .args(["calc", "modmul", "--algorithm", name, "--threads", threads, "--json"])
                    .args(["--modulus", &format!("{m:#x}"), "--a", &a.to_string()])
                    .args(["--b", &format!("{b:#x}")])
                    .output()
                    .unwrap();
                let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
                assert_eq!(json["result"], format!("{:#x}", a * b % &m), "{name} {threads} {m}");
                assert_eq!(json["algorithm"], name);
                compared += 1;
            }
        }
    }
    assert!(compared >= 30, "{compared}");
    assert_eq!(stdout(&run("calc modmul --modulus 24 --a 0x10 --b 5")), "0x8\n");
    assert_eq!(stdout(&run("calc modmul --modulus 1 --a 0 --b 0")), "0x0\n");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let lab = "lab modmul --bits 64 --threads 1 --runs 2 --algorithms montgomery-sos --json -";
    for words in ["list", "info --json", "--help", lab] {
        let mut child = polylimb()
            .args(words.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words}: {}", stderr(&output));
        assert!(output.stderr.is_empty(), "{words}: {}", stderr(&output));
    }
}

#[test]
fn a_full_device_is_a_failed_run() {
    if !std::path::Path::new("/dev/full").exists() {
        println!("SKIPPED no /dev/full");
        return;
    }
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = polylimb().arg("list").stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert_eq!(stderr(&output).lines().count(), 1);
}
