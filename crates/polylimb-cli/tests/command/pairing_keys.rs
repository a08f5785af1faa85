//! Keys on BLS12-381 and their uses: signatures and aggregates, encryption and agreement by
//! identities, agreement of three.

use crate::common::bench::Bench;
use crate::common::stderr;

/// A folder with two keys of that scheme, and their public keys.
fn with(scheme: &str) -> Bench {
    let bench = Bench::new();
    for name in ["a", "b"] {
        bench.ours(&format!("key generate --curve bls12-381 --scheme {scheme} -o {name}"));
        assert_eq!(bench.mode(name), 0o600);
        if scheme != "sok" {
            bench.ours(&format!("key public -i {name} -o {name}.pub"));
        }
    }
    bench.write("data", b"some data");
    bench.write("other", b"other data");
    bench
}

/// The exit status; a refusal is one line.
fn status(bench: &Bench, words: &str) -> Option<i32> {
    let output = bench.run(words);
    assert_eq!(stderr(&output).lines().count(), usize::from(!output.status.success()), "{words}");
    output.status.code()
}

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
}

#[test]
fn key_files_are_of_the_documented_format() {
    let bench = with("bls");
    let pem = bench.text("a");
    assert!(pem.starts_with("-----BEGIN POLYLIMB SECRET KEY-----\n"), "{pem}");
    assert!(bench.text("a.pub").starts_with("-----BEGIN POLYLIMB PUBLIC KEY-----\n"));
    // The same number, and the point that calc computes from it over the curve's plain law.
    let shown = bench.json("key show -i a --json --secret");
    let of_public = bench.json("key show -i a.pub --json");
    assert_eq!((&shown["curve"], &shown["scheme"]), (&"BLS12-381".into(), &"bls".into()));
    assert_eq!(shown["public"], of_public["public"]);
    let secret = shown["secret"].as_str().unwrap();
    let multiple = bench.ours(&format!("calc ec --curve BLS12_381 mul {secret} --compressed"));
    // SEC 1 against the flags of the pairing-friendly curves: the abscissa is the same.
    let public = shown["public"].as_str().unwrap();
    assert_eq!(public.len(), 96);
    let first = u8::from_str_radix(&public[..2], 16).unwrap();
    assert_eq!(multiple.trim()[2..], format!("{:02x}{}", first & 0x1f, &public[2..]));
    assert!(first & 0x80 != 0);

    // DER: SEQUENCE { 1, "bls", "secret", 32 bytes }.
    let der = bench.json("key generate --curve bls12-381 --format der --json");
    let der = der["key"].as_str().unwrap().to_owned();
    assert!(der.starts_with("30320201010c03626c730c067365637265740420"), "{der}");
    let bytes = bytes_of(&der);
    bench.write("der", &bytes);
    assert_eq!(bench.json("key show -i der --json")["kind"], "secret");
    let changed = |at: usize, to: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = to;
        bench.write("changed", bytes);
    };
    for (at, to, hint) in [(4, 2, "version 1"), (7, b'c', "bls-min-sig"), (20, 0xff, "order")] {
        changed(at, to);
        bench.refused("key show -i changed", hint);
    }
    bench.write("changed", &bytes[..bytes.len() - 1]);
    bench.refused("key show -i changed", "PEM or DER");
    bench.write("changed", pem.replace("SECRET", "PUBLIC"));
    bench.refused("key show -i changed", "label");
    bench.refused("key generate --curve bls12-381 --scheme frob", "bls-min-sig");
    bench.refused("key generate --curve bls12-381 -o a", "--force");
    bench.refused("key extract -i a --identity alice -o x", "authority");
    bench.refused("sign --key a -i data -o x --scheme ecdsa", "y^2");
    bench.refused("sign --key a -i data -o x --nonce hedged", "--nonce");
    bench.refused("sign --key a -i data -o x --form bsi", "aug");
    bench.refused("ecdh --key a --peer b.pub -o x", "joux");
}

#[test]
fn bls_signatures_add_up() {
    let mut verdicts = 0;
    for (scheme, bytes) in [("bls", 96), ("bls-min-sig", 48)] {
        let bench = with(scheme);
        for name in ["a", "b"] {
            bench.ours(&format!("bls prove --key {name} -o {name}.proof"));
        }
        let is = |words: &str, expected: i32| {
            assert_eq!(status(&bench, words), Some(expected), "{words}");
        };
        for form in ["basic", "aug", "pop"] {
            for (key, data) in [("a", "data"), ("b", "other"), ("b", "data")] {
                let words = format!("sign --key {key} -i {data} -o {key}.{data} --form {form}");
                bench.ours(&words);
                assert_eq!(bench.bytes(&format!("{key}.{data}")).len(), bytes);
            }
            bench.ours("bls aggregate a.data b.other -o sum");
            bench.ours("bls aggregate a.data b.data -o same");
            let both = "--key a.pub --key b.pub";
            let sum = format!("bls verify-aggregate {both} --form {form}");
            let batch =
                format!("bls verify-batch {both} --form {form} -i data -i other --signature");
            let proved = form == "pop";
            let without = sum.clone();
            let sum = if proved { format!("{sum} --proof a.proof --proof b.proof") } else { sum };
            for (words, expected) in [
                (format!("verify --key a.pub -i data --signature a.data --form {form}"), 0),
                (format!("verify --key a.pub -i other --signature a.data --form {form}"), 1),
                (format!("verify --key b.pub -i data --signature a.data --form {form}"), 1),
                (format!("verify --key a.pub -i data --signature data --form {form}"), 1),
                (format!("{sum} -i data -i other --signature sum"), 0),
                (format!("{sum} -i other -i data --signature sum"), 1),
                (format!("{sum} -i data -i other --signature same"), 1),
                (format!("{sum} -i data --signature same"), if proved { 0 } else { 2 }),
                (format!("{sum} -i other --signature same"), if proved { 1 } else { 2 }),
                (
                    format!("{sum} -i data -i data --signature same"),
                    if form == "basic" { 2 } else { 0 },
                ),
                (format!("{without} -i data -i other --signature sum"), if proved { 2 } else { 0 }),
                (
                    format!("{without} -i data -i other --signature sum --i-checked-possession"),
                    if proved { 0 } else { 2 },
                ),
                (
                    format!(
                        "{without} -i data -i other --signature sum --proof b.proof --proof a.proof"
                    ),
                    if proved { 1 } else { 2 },
                ),
                (format!("{without} -i data -i other --signature sum --proof a.proof"), 2),
                (format!("{batch} a.data --signature b.other"), 0),
                // Exchanged signatures: their sum is the same.
                (format!("{batch} b.other --signature a.data"), 1),
                (format!("{batch} a.data --signature b.data"), 1),
            ] {
                is(&words, expected);
                verdicts += 1;
            }
            let other = if form == "aug" { "pop" } else { "aug" };
            is(&format!("verify --key a.pub -i data --signature a.data --form {other}"), 1);
        }
        is("bls verify-proof --key a.pub --proof a.proof", 0);
        is("bls verify-proof --key b.pub --proof a.proof", 1);
        is("bls verify-proof --key a.pub --proof a.data", 1);
        for words in [
            "bls verify-proof --key b.pub --proof a.proof",
            "bls verify-aggregate --key b.pub -i other --signature b.other --proof a.proof",
        ] {
            let told = stderr(&bench.run(words));
            assert!(told.contains("the proof does not show"), "{words}: {told}");
        }
        let told = bench.json("bls verify-proof --key a.pub --proof a.proof --json");
        assert_eq!((&told["valid"], &told["scheme"]), (&true.into(), &"bls".into()));
        for (words, hint) in [
            ("bls aggregate data -o x", "the encoded point"),
            ("bls verify-batch --key a.pub -i data -i other --signature a.data", "one of each"),
            (
                "bls verify-aggregate --key a.pub -i data --signature a.data --signature b.data",
                "once",
            ),
            ("bls verify-aggregate --key a.pub -i data --signature a.data", "--proof"),
            (
                "bls verify-aggregate --key a.pub -i data --signature a.data --proof a.proof --i-checked-possession",
                "--proof",
            ),
            (
                "bls verify-aggregate --key a -i data --signature a.data --proof a.proof",
                "secret key",
            ),
            (
                "bls verify-aggregate --key - -i - --signature a.data --proof a.proof",
                "standard input",
            ),
        ] {
            bench.refused(words, hint);
        }
    }
    assert_eq!(verdicts, 2 * 3 * 17);
}

/// One of the vectors of github.com/ethereum/bls12-381-tests (release v0.1.1, CC0 1.0) from the
/// library's tests, through a key file.
#[test]
fn a_known_signature() {
    let bench = Bench::new();
    let key = "328388aff0d4a5b7dc9205abd374e7e98f3cd9f3418edb4eafda5fb16473d216";
    let der = bytes_of(key);
    let start = b"\x30\x32\x02\x01\x01\x0c\x03bls\x0c\x06secret\x04\x20";
    bench.write("key", [&start[..], &der].concat());
    bench.write("data", [0xab; 32]);
    let signed = bench.json("sign --key key -i data -o sig --json");
    assert_eq!(signed["ciphersuite"], "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_");
    assert_eq!(signed["signature"], KNOWN);
}

const KNOWN: &str = "ae82747ddeefe4fd64cf9cedb9b04ae3e8a43420cd255e3c7cd06a8d88b7c7f8638543719981c5d16fa3527c468c25f0026704a6951bde891360c7e8d12ddee0559004ccdbe6046b55bae1b257ee97f7cdb955773d7cf29adf3ccbb9975e4eb9";

#[test]
fn identities_decrypt_what_is_theirs() {
    let bench = with("ibe");
    bench.write("empty", b"");
    bench.write("long", vec![7; 20_000]);
    for name in ["alice", "bob"] {
        let words = format!("key extract -i a --identity {name} -o {name} --json");
        let made = bench.json(&words);
        assert_eq!((&made["identity"], &made["public"]), (&name.into(), &serde_json::Value::Null));
        assert_eq!(bench.mode(name), 0o600);
        assert_eq!(bench.json(&format!("key show -i {name} --json"))["identity"], name);
    }
    bench.ours("key extract -i b --identity alice -o foreign");
    for data in ["data", "empty", "long"] {
        let words = format!("encrypt --to a.pub --identity alice -i {data} -o file --json");
        let told = bench.json(&words);
        assert_eq!(
            (&told["scheme"], &told["curve"]),
            (&"boneh-franklin".into(), &"BLS12-381".into())
        );
        let told = bench.json("decrypt --key alice -i file -o back --force --json");
        assert_eq!(told["authenticated"], true);
        assert_eq!(bench.bytes("back"), bench.bytes(data));
        assert_eq!(bench.mode("back"), 0o600);
        for key in ["bob", "foreign"] {
            assert_eq!(status(&bench, &format!("decrypt --key {key} -i file -o never")), Some(1));
        }
    }
    let good = bench.bytes("file");
    // In the point, the masked key, the key, the data and the tag.
    for at in [17, 70, 100, 140, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        bench.write("bad", bad);
        assert_eq!(status(&bench, "decrypt --key alice -i bad -o never"), Some(1), "{at}");
    }
    bench.write("bad", &good[..100]);
    assert_eq!(status(&bench, "decrypt --key alice -i bad -o never"), Some(1));
    assert!(!bench.path("never").exists());
    for (words, hint) in [
        ("encrypt --to a.pub -i data -o x", "--identity"),
        ("encrypt --to a.pub -i data -o x --scheme ecies --identity alice", "--identity"),
        ("encrypt --to a.pub -i data -o x --scheme ecies", "y^2"),
        ("decrypt --key a -i file -o x", "key extract"),
        ("decrypt --key alice -i data -o x", "PLEC"),
        ("key public -i alice -o x", "identity"),
        ("key extract -i a --identity  -o x", "identity"),
        ("sok --key alice --identity bob -o x", "--scheme sok"),
    ] {
        bench.refused(words, hint);
    }
}

#[test]
fn two_identities_and_three_keys_agree() {
    let bench = with("sok");
    for name in ["alice", "bob"] {
        bench.ours(&format!("key extract -i a --identity {name} -o {name} --format der"));
    }
    bench.ours("key extract -i b --identity bob -o foreign");
    bench.ours("sok --key alice --identity bob -o one");
    let told = bench.json("sok --key bob --identity alice -o two --json");
    assert_eq!((&told["bytes"], &told["secret"]), (&32.into(), &serde_json::Value::Null));
    assert_eq!((bench.bytes("one"), bench.mode("one")), (bench.bytes("two"), 0o600));
    bench.ours("sok --key foreign --identity alice -o three");
    bench.ours("sok --key alice --identity carol -o four");
    assert!(
        bench.bytes("three") != bench.bytes("one") && bench.bytes("four") != bench.bytes("one")
    );
    bench.refused("sok --key alice --identity alice -o x", "another identity");
    bench.refused("sok --key a --identity alice -o x", "key extract");
    bench.refused("key public -i a -o x", "identity");

    let bench = with("joux");
    bench.ours("key generate --curve bls12-381 --scheme joux -o c");
    bench.ours("key public -i c -o c.pub --format der");
    bench.ours("joux --key a --peer b.pub --peer c.pub -o one");
    bench.ours("joux --key b --peer c.pub --peer a.pub -o two");
    let three = bench.json("joux --key c --peer a.pub --peer b.pub -o - --json");
    assert_eq!(bench.bytes("one"), bench.bytes("two"));
    assert_eq!(bytes_of(three["secret"].as_str().unwrap()), bench.bytes("one"));
    bench.ours("joux --key a --peer b.pub --peer a.pub -o four");
    assert_ne!(bench.bytes("four"), bench.bytes("one"));
    bench.refused("joux --key a --peer b.pub -o x", "twice");
    bench.refused("joux --key a --peer b.pub --peer c -o x", "secret key");
    bench.refused("joux --key a.pub --peer b.pub --peer c.pub -o x", "public key");
}
