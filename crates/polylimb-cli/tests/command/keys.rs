//! The subcommands for keys and signatures: files, modes, JSON, refusals.

use crate::common::bench::Bench;
use crate::common::{polylimb, stderr};
use num_bigint::BigUint;
use serde_json::Value;
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn a_key_is_its_owners_alone_and_is_never_lost_silently() {
    let bench = Bench::new();
    assert_eq!(bench.ours("key generate --curve P-256 -o key"), "");
    assert_eq!(bench.mode("key"), 0o600);
    bench.ours("key public -i key -o public");
    let (key, public) = (bench.bytes("key"), bench.bytes("public"));
    bench.write("data", b"x");
    for words in [
        "key generate --curve P-256 -o key",
        "key generate --curve X25519 -o public --format der",
        "sign --key key -i data -o public",
    ] {
        bench.refused(words, "--force");
    }
    assert_eq!((bench.bytes("key"), bench.bytes("public")), (key.clone(), public));
    std::fs::set_permissions(bench.path("key"), Permissions::from_mode(0o644)).unwrap();
    bench.ours("key generate --curve P-256 -o key --force --format der");
    assert_ne!(bench.bytes("key"), key);
    assert_eq!(bench.mode("key"), 0o600);
    // A secret replaces no other file either; with --force it then belongs to its owner alone.
    bench.write("empty", b"");
    for words in [
        "key generate --curve P-256 -o empty",
        "ecdh --key key --peer public -o data",
        "ecmqv --key key --peer public --peer-ephemeral public -o data",
    ] {
        bench.refused(words, "--force");
    }
    assert_eq!((bench.bytes("empty"), bench.bytes("data")), (Vec::new(), b"x".to_vec()));
    bench.ours("key generate --curve P-256 -o empty --force");
    assert_eq!(bench.mode("empty"), 0o600);
    bench.ours("ecdh --key empty --peer public -o shared");
    assert_eq!(bench.mode("shared"), 0o600);
    assert_eq!(bench.bytes("shared").len(), 32);
    // Public contents replace what holds no key, and keep its mode.
    for mode in [0o666, 0o640] {
        std::fs::set_permissions(bench.path("data"), Permissions::from_mode(mode)).unwrap();
        bench.ours("sign --key key -i public -o data");
        assert_eq!(bench.mode("data"), mode);
    }
}

/// A key behind more text than a key file has, and one that nobody else may read.
#[test]
fn what_may_hold_a_key_is_not_replaced() {
    let bench = Bench::with_keys(&["P-256"]);
    let far = [&vec![b' '; 66_000][..], bench.text("P-256.pem").as_bytes()].concat();
    bench.write("far", &far);
    bench.refused("sign --key P-256.pem -i data -o far", "--force");
    bench.refused("key public -i P-256.pem -o far", "--force");
    assert_eq!(bench.bytes("far"), far);
    // Root reads everything, so the command runs as somebody else.
    let folder = bench.0.path();
    std::fs::copy(env!("CARGO_BIN_EXE_polylimb"), bench.path("polylimb")).unwrap();
    for (name, mode) in [(".", 0o777), ("polylimb", 0o755), ("P-256.pem", 0o644), ("far", 0o000)] {
        std::fs::set_permissions(bench.path(name), Permissions::from_mode(mode)).unwrap();
    }
    let mut command = Command::new(bench.path("polylimb"));
    command.current_dir(folder).env("NO_COLOR", "1").env_remove("POLYLIMB_PROFILE");
    if std::fs::metadata(folder).unwrap().uid() == 0 {
        command.uid(65534).gid(65534);
    }
    let words = "sign --key P-256.pem -i data -o far";
    let output = command.args(words.split(' ')).output().expect("the command starts");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("may hold a key"), "{}", stderr(&output));
    std::fs::set_permissions(bench.path("far"), Permissions::from_mode(0o600)).unwrap();
    assert_eq!(bench.bytes("far"), far);
}

/// By the same name, by another path, and by a link.
#[test]
fn no_command_writes_over_what_it_reads() {
    let bench = Bench::with_keys(&["P-256", "Ed25519"]);
    for scheme in ["bls", "ibe", "sok", "joux"] {
        bench.ours(&format!("key generate --curve bls12-381 --scheme {scheme} -o {scheme}"));
    }
    for name in ["bls", "ibe", "joux"] {
        bench.ours(&format!("key public -i {name} -o {name}.pub"));
    }
    bench.ours("key extract -i ibe --identity alice -o alice");
    bench.ours("key extract -i sok --identity bob -o bob");
    bench.ours("sign --key bls -i data -o sig");
    bench.ours("encrypt --to P-256.pub -i data -o file");
    bench.write(
        "results",
        "{\"kind\":\"host\",\"cpu\":\"c\"}\n{\"kind\":\"measurement\",\"study\":\"modmul\",\"algorithm\":\"a\",\"threads\":1,\"bits\":2,\"op\":\"mul\",\"median\":1,\"correct\":true}\n",
    );
    let mut refused = 0;
    for (words, inputs) in [
        ("key extract -i ibe --identity x", &["ibe"][..]),
        ("key public -i P-256.pem", &["P-256.pem"]),
        ("sign --key P-256.pem -i data", &["P-256.pem", "data"]),
        ("ecdh --key P-256.pem --peer P-256.pub", &["P-256.pem", "P-256.pub"]),
        (
            "ecmqv --key P-256.pem --peer P-256.pub --peer-ephemeral P-256.pub",
            &["P-256.pem", "P-256.pub"],
        ),
        ("sok --key bob --identity x", &["bob"]),
        ("joux --key joux --peer joux.pub --peer joux.pub", &["joux", "joux.pub"]),
        ("bls aggregate sig sig", &["sig"]),
        ("bls prove --key bls", &["bls"]),
        ("encrypt --to P-256.pub -i data", &["P-256.pub", "data"]),
        ("encrypt --to ibe.pub --identity x -i data", &["ibe.pub", "data"]),
        ("decrypt --key P-256.pem -i file", &["P-256.pem", "file"]),
        ("decrypt --key alice -i file", &["alice", "file"]),
        ("report results", &["results"]),
    ] {
        for input in inputs {
            let before = bench.bytes(input);
            std::os::unix::fs::symlink(input, bench.path("link")).unwrap();
            let force = if words.starts_with("report") { "" } else { "--force" };
            for output in [input, &&*format!("./{input}"), &"link"] {
                for force in ["", force] {
                    bench.refused(
                        &format!("{words} -o {output} {force}"),
                        "read and would be replaced",
                    );
                    refused += 1;
                }
            }
            std::fs::remove_file(bench.path("link")).unwrap();
            assert_eq!(bench.bytes(input), before);
        }
    }
    let tag = "ecmqv --key P-256.pem --peer P-256.pub --peer-ephemeral P-256.pub --role initiator";
    bench.refused(&format!("{tag} --tag P-256.pem -o x"), "read and would be replaced");
    bench.refused(&format!("{tag} --tag x -o x"), "one file");
    println!("{refused} refused");
    assert_eq!(refused, 22 * 6);
}

#[test]
fn standard_input_and_output() {
    let bench = Bench::with_keys(&["P-256", "Ed25519", "X25519"]);
    let piped = |words: &str, input: &[u8]| {
        let mut command = polylimb();
        command.current_dir(bench.0.path()).args(words.split_whitespace());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the command starts");
        child.stdin.take().expect("a pipe").write_all(input).expect("writes");
        let output = child.wait_with_output().expect("ends");
        assert_eq!(output.status.code(), Some(0), "{words}");
        output.stdout
    };
    let made = bench.ours("key generate --curve brainpoolP256r1");
    assert!(made.starts_with("-----BEGIN PRIVATE KEY-----\n"), "{made}");
    let public = piped("key public -i - -o -", made.as_bytes());
    assert!(public.starts_with(b"-----BEGIN PUBLIC KEY-----\n"));
    let signature = piped("sign --key P-256.pem -i - -o -", b"piped");
    bench.write("signature", &signature);
    assert_eq!(piped("verify --key P-256.pub -i - --signature signature", b"piped"), b"yes\n");
    bench.write("piped", b"piped");
    assert_eq!(piped("verify --key P-256.pub -i piped --signature -", &signature), b"yes\n");
    let public = bench.bytes("X25519.pub");
    assert_eq!(piped("ecdh --key X25519.pem --peer - -o -", &public).len(), 32);
    for words in [
        "sign --key - -i - -o x",
        "ecdh --key - --peer - -o x",
        "verify --key - -i data --signature -",
    ] {
        bench.refused(words, "standard input");
    }
}

#[test]
fn what_is_shown() {
    let bench = Bench::with_keys(&["P-256", "Ed25519", "X25519"]);
    for curve in ["P-256", "Ed25519", "X25519"] {
        let shown = bench.ours(&format!("key show -i {curve}.pem"));
        assert!(!shown.lines().any(|line| line.starts_with("secret")), "{shown}");
        let json = bench.json(&format!("key show -i {curve}.pem --json"));
        assert!(json["secret"].is_null() && json["kind"] == "secret", "{json}");
        let with_secret = bench.json(&format!("key show -i {curve}.pem --json --secret"));
        let secret = with_secret["secret"].as_str().expect("the secret");
        assert!(secret.len() >= 50 && !shown.contains(secret), "{with_secret}");
        // The other fields do not change, and equal the public key's.
        let of_public = bench.json(&format!("key show -i {curve}.pub --json"));
        for field in ["public", "curve", "compressed", "bits"] {
            assert_eq!(json[field], with_secret[field], "{field}");
            assert_eq!(json[field], of_public[field], "{field}");
        }
        assert_eq!(of_public["kind"], "public");
        bench.refused(&format!("key show -i {curve}.pub --secret"), "public");
    }
    let json = bench.json("key show -i P-256.pem --json --secret");
    assert_eq!((&json["curve"], &json["bits"]), (&"secp256r1".into(), &256.into()));
    // Computed again from the printed number.
    let again =
        bench.ours(&format!("calc ec --curve P-256 mul {}", json["secret"].as_str().unwrap()));
    assert_eq!(again.trim(), json["public"]);
}

#[test]
fn json_carries_what_standard_output_would() {
    let bench = Bench::with_keys(&["P-256", "secp256k1"]);
    let made = bench.json("key generate --curve P-384 --json");
    let pem = made["key"].as_str().expect("the key");
    bench.write("made", pem);
    assert_eq!(bench.json("key show -i made --json")["curve"], "secp384r1");
    let made = bench.json("key generate --curve P-384 --json -o other");
    assert!(made["key"].is_null() && made["output"] == "other", "{made}");
    let signed = bench.json("sign --key P-256.pem -i data -o signature --json --hash SHA-384");
    assert_eq!((&signed["scheme"], &signed["hash"]), (&"ecdsa".into(), &"sha384".into()));
    let hex = BigUint::from_bytes_be(&bench.bytes("signature")).to_str_radix(16);
    assert_eq!(signed["signature"], hex);
    let verified = "verify --key P-256.pub -i data --signature signature --json";
    assert_eq!(bench.json(&format!("{verified} --hash sha384"))["valid"], true);
    let output = bench.run(verified);
    assert_eq!(output.status.code(), Some(1));
    let verdict: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(verdict["valid"] == false && verdict["reason"].is_string(), "{verdict}");
    let own = bench.json("ecdh --key P-256.pem --peer P-256.pub -o - --json");
    assert_eq!(own["secret"].as_str().map(str::len), Some(64));
    let own = bench.json("ecdh --key P-256.pem --peer P-256.pub -o shared --json");
    assert!(own["secret"].is_null() && own["bytes"] == 32, "{own}");
    assert!(bench.json("key public -i P-256.pem -o - --json")["public"].is_string());
}

#[test]
fn every_scheme_verifies_its_own_and_nothing_else() {
    let bench = Bench::with_keys(&["secp256k1", "Ed25519", "P-521", "K-163", "B-233"]);
    bench.write("other", b"other data");
    let mut refused = 0;
    for (key, options) in [
        ("secp256k1", ""),
        ("K-163", ""),
        ("B-233", ""),
        ("secp256k1", "--scheme bip340"),
        ("P-521", "--hash sha512 --format raw"),
        ("Ed25519", ""),
        ("Ed25519", "--scheme ed25519"),
    ] {
        bench.ours(&format!("sign --key {key}.pem -i data -o signature {options}"));
        let verify = |data: &str, file: &str| {
            let output = bench
                .run(&format!("verify --key {key}.pub -i {data} --signature {file} {options}"));
            assert_eq!(stderr(&output).lines().count(), usize::from(!output.status.success()));
            output.status.code()
        };
        assert_eq!(verify("data", "signature"), Some(0));
        assert_eq!(verify("other", "signature"), Some(1));
        let good = bench.bytes("signature");
        for at in [0, 1, good.len() / 2, good.len() - 1] {
            let mut bad = good.clone();
            bad[at] ^= 1;
            bench.write("bad", &bad);
            assert_eq!(verify("data", "bad"), Some(1), "{key} {options} {at}");
            refused += 1;
        }
        for bad in [&good[..good.len() - 1], &[&good[..], &[0]].concat(), &[]] {
            bench.write("bad", bad);
            assert_eq!(verify("data", "bad"), Some(1), "{key} {options}");
            refused += 1;
        }
    }
    println!("{refused} signatures refused");
    assert_eq!(refused, 7 * 7);
    // Deterministic: the same signature again; hedged: another one.
    for (scheme, key) in [("ecdsa", "P-521"), ("bip340", "secp256k1")] {
        let sign = |nonce: &str| {
            bench.ours(&format!(
                "sign --key {key}.pem -i data -o s --scheme {scheme} --nonce {nonce}"
            ));
            bench.bytes("s")
        };
        assert_eq!(sign("deterministic"), sign("deterministic"));
        assert_ne!(sign("hedged"), sign("hedged"));
    }
}

#[test]
fn keys_that_do_not_fit() {
    let bench = Bench::with_keys(&["P-256", "P-384", "secp256k1", "Ed25519", "X25519"]);
    for (words, hint) in [
        ("ecdh --key P-256.pem --peer P-384.pub -o x", "secp384r1"),
        ("ecdh --key P-256.pem --peer X25519.pub -o x", "X25519"),
        ("ecdh --key Ed25519.pem --peer Ed25519.pub -o x", "sign"),
        ("ecdh --key P-256.pub --peer P-256.pub -o x", "this is a public key"),
        ("ecdh --key P-256.pem --peer P-256.pem -o x", "this is a secret key"),
        ("sign --key P-256.pub -i data -o x", "this is a public key"),
        ("sign --key X25519.pem -i data -o x", "y^2"),
        ("sign --key P-256.pem -i data -o x --scheme ed25519", "Ed25519"),
        ("sign --key P-256.pem -i data -o x --scheme bip340", "secp256k1"),
        ("sign --key Ed25519.pem -i data -o x --scheme ecdsa", "y^2"),
        ("sign --key Ed25519.pem -i data -o x --hash sha256", "--hash"),
        ("sign --key Ed25519.pem -i data -o x --nonce hedged", "deterministic"),
        ("sign --key secp256k1.pem -i data -o x --scheme bip340 --format raw", "--format"),
        ("sign --key X25519.pem -i data -o x --scheme ec-sdsa", "y^2"),
        ("sign --key P-256.pem -i data -o x --scheme ec-sdsa --form frob", "iso-optimised"),
        ("sign --key P-256.pem -i data -o x --scheme ec-sdsa --format raw", "--form"),
        ("sign --key P-256.pem -i data -o x --form bsi", "ec-sdsa"),
        ("sign --key P-256.pem -i data -o x --scheme bls", "BLS12-381"),
        ("sign --key P-256.pem -i data -o x --scheme frob", "bip340"),
        ("sign --key P-256.pem -i data -o x --hash md5", "sha3-512"),
        ("sign --key P-256.pem -i data -o x --format frob", "raw"),
        ("sign --key P-256.pem -i data -o x --nonce frob", "hedged"),
        ("sign --key P-256.pem -i data -o /no/such/folder/x", "folder"),
        ("sign --key P-256.pem -i data -o .", "folder"),
        ("sign --key data -i data -o x", "PKCS #8"),
        ("sign --key /proc/self/exe -i data -o x", "longer than"),
        ("sign --key /dev/zero -i data -o x", "neither a file nor a pipe"),
        ("sign --key P-256.pem -i . -o x", "neither a file nor a pipe"),
        // A message is read to its end.
        ("sign --key P-256.pem -i /dev/zero -o x", "neither a file nor a pipe"),
        ("encrypt --to P-256.pub -i /dev/zero -o x", "neither a file nor a pipe"),
        ("decrypt --key P-256.pem -i /dev/zero -o x", "neither a file nor a pipe"),
        ("sign --key P-256.pem -i data", "--output"),
        ("verify --key P-256.pem -i data --signature data", "this is a secret key"),
        ("verify --key X25519.pub -i data --signature data", "y^2"),
        ("verify --key P-256.pub -i data --signature /dev/zero", "neither a file nor a pipe"),
        ("verify --key P-256.pub -i /dev/zero --signature data", "neither a file nor a pipe"),
        ("key generate --curve frob", "list curve"),
        ("key generate --curve @x.json", "name"),
        ("key generate", "--curve"),
        ("key generate --curve P-256 --format frob", "der"),
        ("key public -i P-256.pem", "--output"),
        ("key show -i data", "PEM or DER"),
        ("key frob", "frob"),
        ("key", "--help"),
        ("ecmqv --key P-256.pem --peer P-256.pub -o x", "--ephemeral"),
        ("ecmqv --key P-256.pem --ephemeral P-256.pem --peer P-384.pub -o x", "different curves"),
        ("ecmqv --key X25519.pem --ephemeral X25519.pem --peer P-256.pub -o x", "y^2"),
        ("ecmqv --key P-256.pem --ephemeral P-256.pem --peer P-256.pub -o x --tag t", "--role"),
        ("encrypt --to P-256.pem -i data -o x", "this is a secret key"),
        ("encrypt --to X25519.pub -i data -o x", "y^2"),
        ("encrypt --to P-256.pub -i data -o x --scheme frob", "ecies"),
        ("encrypt --to P-256.pub -i data -o x --scheme ec-elgamal", "--allow-vartime"),
        ("encrypt --to P-256.pub -i data -o x --scheme ec-elgamal --allow-vartime", "its own"),
        ("decrypt --key P-256.pem -i data -o x --scheme ec-elgamal", "its own"),
        ("decrypt --key P-256.pem -i data -o x --scheme ibe", "key extract"),
        ("decrypt --key P-256.pem -i data -o x --scheme frob", "ec-elgamal"),
        ("key generate --curve X25519 --scheme ec-elgamal", "y^2"),
        ("ecmqv --key P-256.pem --ephemeral P-256.pem --peer P-256.pub -o x", "for this exchange"),
        (
            "ecmqv --key P-256.pem --ephemeral P-256.pem --peer P-256.pub --peer-ephemeral P-256.pub -o x",
            "for this exchange",
        ),
        ("encrypt --to P-256.pub -i data -o - --json", "-o"),
        ("encrypt --to P-256.pub -i data", "--output"),
        ("decrypt --key P-256.pub -i data -o x", "this is a public key"),
        ("decrypt --key P-256.pem -i data -o x", "PLEC"),
        ("decrypt --key Ed25519.pem -i data -o x", "y^2"),
        ("sok --key P-256.pem --identity bob -o x", "key extract"),
        ("joux --key P-256.pem --peer P-256.pub --peer P-256.pub -o x", "--scheme joux"),
        ("bls prove --key P-256.pem -o x", "bls12-381"),
        ("key generate --curve P-256 --scheme ibe", "ec-elgamal"),
        ("key extract -i P-256.pem --identity alice -o x", "authority"),
        ("encrypt --to P-256.pub --identity alice -i data -o x", "--identity"),
    ] {
        bench.refused(words, hint);
    }
    for words in [
        "sign --key P-256.pem -i /no/such/file -o x",
        "verify --key P-256.pub -i data --signature /no/such/file",
    ] {
        let output = bench.run(words);
        assert_eq!(output.status.code(), Some(3), "{words}");
        assert!(stderr(&output).contains("cannot read") && !bench.path("x").exists(), "{words}");
    }
}

/// The wrong forms of one key, each with a word of its error message.
fn wrong_forms(bench: &Bench) -> Vec<(Vec<u8>, &'static str)> {
    let pem = bench.text("P-256.pem");
    bench.ours("key generate --curve P-256 -o key.der --format der");
    let der = bench.bytes("key.der");
    let labelled = |label: &str| pem.replace("PRIVATE KEY", label).into_bytes();
    let line = pem.lines().nth(1).expect("base64");
    vec![
        (pem.as_bytes()[..pem.len() / 2].to_vec(), "PEM"),
        (pem.as_bytes()[..pem.len() - 6].to_vec(), "PEM"),
        (pem.replace(line, "").into_bytes(), "PEM"),
        (pem.replace(line, &line[..60]).into_bytes(), "PEM"),
        (pem.replacen(&line[..1], "!", 1).into_bytes(), ""),
        (pem.repeat(2).into_bytes(), "one key"),
        (labelled("CERTIFICATE"), "label"),
        (labelled("EC PRIVATE KEY"), "SEC 1"),
        (labelled("PUBLIC KEY"), "public key"),
        (labelled("ENCRYPTED PRIVATE KEY"), "password"),
        (der[..der.len() - 1].to_vec(), "DER"),
        (der[1..].to_vec(), "DER"),
        ([&der[..], &[0]].concat(), "DER"),
        (vec![0x30; 100], "DER"),
        (vec![0xff; 100], "DER"),
        (b"-----BEGIN ".to_vec(), "PEM"),
        (b"\xff-----BEGIN PRIVATE KEY-----".to_vec(), "DER"),
    ]
}

#[test]
fn malformed_keys() {
    let bench = Bench::with_keys(&["P-256"]);
    let mut refused = 0;
    for (form, why) in wrong_forms(&bench) {
        bench.write("bad", &form);
        for words in [
            "sign --key bad -i data -o x",
            "ecdh --key bad --peer P-256.pub -o x",
            "key show -i bad",
            "key public -i bad -o x",
        ] {
            let why = if words.starts_with("sign") { why } else { "" };
            bench.refused(words, why);
            refused += 1;
        }
    }
    assert!(!Path::exists(&bench.path("x")));
    println!("{refused} refused");
    assert!(refused >= 68);
}

/// A public key with a changed point.
#[test]
fn points_that_are_none() {
    let bench = Bench::with_keys(&["P-256", "X25519", "Ed25519"]);
    bench.ours("key public -i P-256.pem -o public.der --format der");
    let der = bench.bytes("public.der");
    // The point is at the end: 4, x, y.
    let at = der.len() - 65;
    assert_eq!(der[at], 4);
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = der.clone();
        change(&mut changed);
        changed
    };
    let last = der.len() - 1;
    for (bad, why) in [
        (with(&|d| d[last] ^= 1), "curve"),
        (with(&|d| d[at] = 6), "point"),
        (with(&|d| d[at] = 2), "length"),
        (with(&|d| d[at + 1..].fill(0xff)), "below"),
        (with(&|d| d[at + 1..].fill(0)), "curve"),
        (with(&|d| d[at - 1] = 1), "public key"),
    ] {
        bench.write("bad", &bad);
        bench.refused("ecdh --key P-256.pem --peer bad -o x", why);
        bench.refused("verify --key bad -i data --signature data", why);
        bench.refused("key public -i bad -o x", why);
    }
    // 0 has low order on Curve25519 in both forms: for X25519 u, for Ed25519 y.
    for (curve, words) in [
        ("X25519", "ecdh --key X25519.pem --peer bad -o x"),
        ("Ed25519", "verify --key bad -i data --signature data"),
    ] {
        bench.ours(&format!("key public -i {curve}.pem -o low.der --format der --force"));
        let mut low = bench.bytes("low.der");
        let n = low.len();
        low[n - 32..].fill(0);
        bench.write("bad", &low);
        bench.refused(words, "low order");
    }
}

#[test]
fn ecmqv_agrees_in_one_and_two_passes_and_tags_confirm_it() {
    let bench = Bench::with_keys(&["P-256", "brainpoolP224r1"]);
    for curve in ["P-256", "brainpoolP224r1"] {
        for name in ["one.a", "one.b", "key.a", "key.b"] {
            let _ = std::fs::remove_file(bench.path(name));
        }
        for name in ["a", "b", "ea", "eb", "other"] {
            bench.ours(&format!("key generate --curve {curve} -o {name} --force"));
            bench.ours(&format!("key public -i {name} -o {name}.pub --force"));
        }
        let one = [
            "ecmqv --key a --ephemeral ea --peer b.pub -o one.a --json",
            "ecmqv --key b --peer a.pub --peer-ephemeral ea.pub -o one.b --json",
        ];
        for words in one {
            assert_eq!(bench.json(words)["one_pass"], true);
        }
        assert_eq!(bench.bytes("one.a"), bench.bytes("one.b"));
        assert_eq!(bench.mode("one.a"), 0o600);
        let a =
            "ecmqv --key a --ephemeral ea --peer b.pub --peer-ephemeral eb.pub --role initiator";
        let b =
            "ecmqv --key b --ephemeral eb --peer a.pub --peer-ephemeral ea.pub --role responder";
        bench.ours(&format!("{a} --tag from.a -o key.a"));
        bench.ours(&format!("{b} --check-tag from.a --tag from.b -o key.b"));
        let confirmed = bench.json(&format!("{a} --check-tag from.b -o key.a --force --json"));
        assert_eq!((&confirmed["confirmed"], &confirmed["bytes"]), (&true.into(), &32.into()));
        assert_eq!(bench.bytes("key.a"), bench.bytes("key.b"));
        assert_ne!(bench.bytes("key.a"), bench.bytes("one.a"));
        // The own tag sent back, and a tag of another exchange: refused, and nothing is written.
        let other = b.replace("--key b", "--key other");
        for words in [
            format!("{a} --check-tag from.a -o never"),
            format!("{other} --check-tag from.a -o never"),
        ] {
            let output = bench.run(&words);
            assert_eq!(output.status.code(), Some(1), "{words}: {}", stderr(&output));
            assert!(!bench.path("never").exists());
        }
        for name in ["from.a", "from.b"] {
            std::fs::remove_file(bench.path(name)).unwrap();
        }
    }
}

#[test]
fn ec_sdsa_signs_in_three_forms() {
    let bench = Bench::with_keys(&["P-256", "brainpoolP384r1"]);
    for curve in ["P-256", "brainpoolP384r1"] {
        for form in ["iso", "iso-optimised", "bsi"] {
            let with = format!("--scheme ec-sdsa --form {form} --hash sha384");
            let sign = |nonce| {
                let words = format!("sign --key {curve}.pem -i data -o sig {with} {nonce} --json");
                (bench.json(&words), bench.bytes("sig"))
            };
            let (json, signature) = sign("");
            assert_eq!((&json["form"], &json["hash"]), (&form.into(), &"sha384".into()));
            assert_eq!(sign("").1, signature);
            assert_ne!(sign("--nonce hedged").1, signature);
            let verify = format!("verify --key {curve}.pub -i data --signature sig");
            assert_eq!(bench.ours(&format!("{verify} {with}")), "yes\n");
            let other = if form == "bsi" { "iso" } else { "bsi" };
            let words = format!("{verify} --scheme ec-sdsa --form {other} --hash sha384");
            assert_eq!(bench.run(&words).status.code(), Some(1));
        }
    }
}

#[test]
fn encrypted_files_come_back_and_changed_ones_do_not() {
    let bench = Bench::with_keys(&["P-256", "P-521", "secp256k1"]);
    bench.write("empty", b"");
    bench.write("long", vec![0; 3000]);
    for curve in ["P-256", "P-521", "secp256k1"] {
        bench.ours(&format!("key generate --curve {curve} --scheme ec-elgamal -o {curve}.eg.pem"));
        bench.ours(&format!("key public -i {curve}.eg.pem -o {curve}.eg.pub"));
        for (key, scheme, more) in [
            (curve, "ecies", ""),
            (&format!("{curve}.eg"), "ec-elgamal", "--scheme ec-elgamal --allow-vartime"),
        ] {
            for data in ["data", "empty", "long"] {
                let words = format!("encrypt --to {key}.pub -i {data} -o file {more} --json");
                assert_eq!(bench.json(&words)["scheme"], scheme);
                let more = more.trim_end_matches("--allow-vartime");
                let words =
                    format!("decrypt --key {key}.pem -i file -o back {more} --force --json");
                assert_eq!(bench.json(&words)["scheme"], scheme);
                assert_eq!(bench.bytes("back"), bench.bytes(data));
                assert_eq!(bench.mode("back"), 0o600);
            }
        }
    }
    bench.ours("encrypt --to P-256.pub -i data -o file");
    let mut file = bench.bytes("file");
    *file.last_mut().unwrap() ^= 1;
    bench.write("changed", file);
    let output = bench.run("decrypt --key P-256.pem -i changed -o never");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("changed") && !bench.path("never").exists());
    bench.refused("decrypt --key P-521.pem -i file -o never", "another curve");
}

/// The thesis's curve and BN254 have no object identifier: their files write the parameters out.
#[test]
fn curves_without_an_object_identifier() {
    let curves = ["SS_P1536", "BN254"];
    let bench = Bench::with_keys(&curves);
    for curve in curves {
        assert_eq!(bench.json(&format!("key show -i {curve}.pub --json"))["curve"], curve);
        bench.ours(&format!("key generate --curve {curve} -o b.der --format der --force"));
        bench.ours("key public -i b.der -o b.pub --format der --force");
        for (key, peer, out) in [
            (&*format!("{curve}.pem"), "b.pub", "one"),
            ("b.der", &format!("{curve}.pub"), "other"),
        ] {
            bench.ours(&format!("ecdh --key {key} --peer {peer} -o {out} --force"));
        }
        assert_eq!(bench.bytes("one"), bench.bytes("other"));
        bench.ours(&format!(
            "ecmqv --key {curve}.pem --ephemeral b.der --peer b.pub -o one --force"
        ));
        for scheme in ["ecdsa", "ec-sdsa"] {
            bench.ours(&format!("sign --key {curve}.pem -i data -o signature --scheme {scheme}"));
            let verify = |key: &str| {
                bench.run(&format!(
                    "verify --key {key} -i data --signature signature --scheme {scheme}"
                ))
            };
            assert_eq!(verify(&format!("{curve}.pub")).status.code(), Some(0));
            assert_eq!(verify("b.pub").status.code(), Some(1));
        }
        bench.ours(&format!("key generate --curve {curve} --scheme ec-elgamal -o eg.pem --force"));
        bench.ours("key public -i eg.pem -o eg.pub --force");
        let elgamal = "encrypt --to eg.pub -i data -o file --scheme ec-elgamal --allow-vartime";
        let mut ways = vec![(format!("{curve}.pub"), format!("{curve}.pem"), "", "")];
        if curve == "BN254" {
            ways.push(("eg.pub".into(), "eg.pem".into(), "--scheme ec-elgamal", "--allow-vartime"));
        } else {
            bench.refused(elgamal, "subgroup");
        }
        for (to, key, options, vartime) in ways {
            bench.ours(&format!("encrypt --to {to} -i data -o file {options} {vartime}"));
            bench.ours(&format!("decrypt --key {key} -i file -o back --force {options}"));
            assert_eq!(bench.bytes("back"), bench.bytes("data"));
        }
        // Any other parameters are another curve, and a file brings none of its own.
        let key = bench.bytes("b.der");
        let public = bench.bytes("b.pub");
        let at =
            |file: &[u8], part: &[u8]| file.windows(part.len()).position(|w| w == part).unwrap();
        // The field, its prime; the end of the cofactor stands before the key.
        let field = [0x2a, 0x86, 0x48, 0xce, 0x3d, 1, 1];
        for (file, words) in
            [(key, "key show -i bad"), (public, "ecdh --key b.der --peer bad -o x")]
        {
            let start = at(&file, &field);
            for change in [start + 6, start + 20, start + 60] {
                let mut bad = file.clone();
                bad[change] ^= 1;
                bench.write("bad", &bad);
                bench.refused(words, "object identifier");
            }
        }
    }
}
