//! Every kind of key with every use: a key that says what it is for serves that alone.

use crate::common::bench::Bench;
use crate::common::stderr;

/// The kinds, and how to make them.
const KINDS: [(&str, &str); 9] = [
    ("plain", "--curve secp256k1"),
    ("elgamal", "--curve secp256k1 --scheme ec-elgamal"),
    ("x25519", "--curve X25519"),
    ("ed25519", "--curve Ed25519"),
    ("bls", "--curve bls12-381"),
    ("short", "--curve bls12-381 --scheme bls-min-sig"),
    ("ibe", "--curve bls12-381 --scheme ibe"),
    ("sok", "--curve bls12-381 --scheme sok"),
    ("joux", "--curve bls12-381 --scheme joux"),
];

/// The uses of a secret key `KEY` and its public key `PUB`, and the kinds that they take.
const USES: [(&str, &[&str]); 18] = [
    ("sign --key KEY -i data -o out --scheme ecdsa", &["plain"]),
    ("sign --key KEY -i data -o out --scheme ec-sdsa", &["plain"]),
    ("sign --key KEY -i data -o out --scheme bip340", &["plain"]),
    ("sign --key KEY -i data -o out --scheme ed25519", &["ed25519"]),
    ("sign --key KEY -i data -o out --scheme bls", &["bls", "short"]),
    ("bls prove --key KEY -o out", &["bls", "short"]),
    ("ecdh --key KEY --peer PUB -o out", &["plain", "x25519"]),
    ("ecmqv --key KEY --ephemeral fresh --peer PUB -o out", &["plain"]),
    ("decrypt --key KEY -i of.ecies -o out --scheme ecies", &["plain"]),
    ("decrypt --key KEY -i of.ecies -o out", &["plain"]),
    ("decrypt --key KEY -i of.elgamal -o out --scheme ec-elgamal", &["elgamal"]),
    ("decrypt --key KEY -i of.elgamal -o out", &[]),
    ("decrypt --key KEY -i of.ibe -o out --scheme boneh-franklin", &["alice"]),
    ("decrypt --key KEY -i of.ibe -o out", &["alice"]),
    ("key extract -i KEY --identity alice -o out", &["ibe", "sok"]),
    ("sok --key KEY --identity x -o out", &["bob"]),
    ("joux --key KEY --peer joux.pub --peer joux.pub -o out", &["joux"]),
    ("encrypt --to PUB -i data -o out --scheme ecies", &["plain"]),
];

#[test]
fn a_key_serves_what_it_is_for() {
    let bench = Bench::new();
    bench.write("data", b"some data");
    for (kind, how) in KINDS {
        bench.ours(&format!("key generate {how} -o {kind}"));
        if kind != "sok" {
            bench.ours(&format!("key public -i {kind} -o {kind}.pub"));
        }
    }
    bench.ours("key generate --curve secp256k1 -o fresh");
    for (authority, identity) in [("ibe", "alice"), ("sok", "bob")] {
        bench.ours(&format!("key extract -i {authority} --identity {identity} -o {identity}"));
    }
    bench.ours("encrypt --to plain.pub -i data -o of.ecies");
    bench
        .ours("encrypt --to elgamal.pub -i data -o of.elgamal --scheme ec-elgamal --allow-vartime");
    bench.ours("encrypt --to ibe.pub --identity alice -i data -o of.ibe");
    let kinds: Vec<_> = KINDS.iter().map(|(kind, _)| *kind).chain(["alice", "bob"]).collect();
    let (mut served, mut refused) = (0, 0);
    for (words, takes) in USES {
        for kind in &kinds {
            // Where a kind has no public key, another's stands for it.
            let public = match *kind {
                "sok" | "alice" | "bob" => "ibe.pub".to_owned(),
                kind => format!("{kind}.pub"),
            };
            let words = words.replace("KEY", kind).replace("PUB", &public);
            let output = bench.run(&words);
            let expected = if takes.contains(kind) { 0 } else { 2 };
            assert_eq!(output.status.code(), Some(expected), "{words}: {}", stderr(&output));
            assert_eq!(bench.path("out").exists(), expected == 0, "{words}");
            let _ = std::fs::remove_file(bench.path("out"));
            *(if expected == 0 { &mut served } else { &mut refused }) += 1;
        }
    }
    println!("{served} served, {refused} refused");
    assert_eq!((served, served + refused), (21, 18 * 11));
}

/// The attack of EC-ElGamal on ECIES: with a forged file that begins with the point of a file of
/// ECIES, decryption would answer with its secret.
#[test]
fn a_file_does_not_choose_the_scheme() {
    let bench = Bench::with_keys(&["P-521"]);
    bench.ours("encrypt --to P-521.pub -i data -o file");
    let file = bench.bytes("file");
    // PLEC, version, content, the curve's name; then 4, x, y.
    let (start, point) = (7 + "secp521r1".len(), 1 + 2 * 66);
    let mut forged = file[..start].to_vec();
    forged[5] = 2;
    let ephemeral = &file[start..start + point];
    let compressed = [&[2 + (ephemeral[point - 1] & 1)], &ephemeral[1..67]].concat();
    bench.write("forged", [&forged[..], &compressed, &compressed].concat());
    bench.refused("decrypt --key P-521.pem -i forged -o never", "ec-elgamal");
    bench.refused("decrypt --key P-521.pem -i forged -o never --scheme ec-elgamal", "its own");
    assert!(!bench.path("never").exists());
}
