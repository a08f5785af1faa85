//! `calc sum` against `calc ec` and `calc pairing`, and `calc kzg` with the published setup.

use crate::common::{run, stderr, stdout};
use std::fmt::Write;

fn of(words: &str) -> String {
    stdout(&run(words)).trim().to_owned()
}

#[test]
fn sums_of_multiples() {
    for curve in ["P-256", "secp256k1", "B-163"] {
        let [p, q] = [5, 7].map(|k| of(&format!("calc ec --curve {curve} mul {k}")));
        // 3 P + 10 Q = 85 G
        let sum = of(&format!("calc sum --curve {curve} 3 {p} 0xa {q} 8 00"));
        assert_eq!(sum, of(&format!("calc ec --curve {curve} mul 85")));
        let terms = format!(" 1 {p}").repeat(34);
        let sum = of(&format!("calc sum --curve {curve} --threads 2 --compressed{terms}"));
        assert_eq!(sum, of(&format!("calc ec --curve {curve} mul 170 --compressed")));
    }
    let generator = "0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb,0x8b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1";
    let once = of(&format!("calc sum --curve bls12-381 2 {generator} 3 {generator} 1 00"));
    let terms = format!(" 1 {generator}").repeat(5);
    assert_eq!(once, of(&format!("calc sum --curve bls12-381{terms}")));
    let order = "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    assert_eq!(of(&format!("calc sum --curve bls12-381 {order} {generator}")), "00");
}

#[test]
fn commitments() {
    let dir = tempfile::tempdir().unwrap();
    let bytes = include_bytes!("../../../polylimb/tests/vectors/kzg_setup.bin");
    let (lagrange, rest) = bytes.split_at(4096 * 48);
    let (of_g2, powers) = rest.split_at(65 * 96);
    let mut text = String::from("4096\n65\n");
    for (points, length) in [(lagrange, 48), (of_g2, 96), (powers, 48)] {
        for point in points.chunks(length) {
            for byte in point {
                write!(text, "{byte:02x}").unwrap();
            }
            text.push('\n');
        }
    }
    let (setup, blob) = (dir.path().join("setup"), dir.path().join("blob"));
    std::fs::write(&setup, text).unwrap();
    // All values are 2: the commitment is twice the generator, and proofs are neutral.
    let twos: Vec<u8> = (0..131_072).map(|i| if i % 32 == 31 { 2 } else { 0 }).collect();
    std::fs::write(&blob, twos).unwrap();
    let with = format!("--setup {}", setup.display());
    let both = format!("{with} --blob {}", blob.display());
    let commitment = "a572cbea904d67468808c8eb50a9450c9721db309128012543902d0ac358a62ae28f75bb8f1c7c42c39a8c5529bf0f4e";
    let neutral = format!("c0{}", "00".repeat(47));
    // A setup takes seconds to read without optimisation.
    assert_eq!(of(&format!("calc kzg commit {both}")), commitment);
    assert_eq!(of(&format!("calc kzg prove {both} --z 5")), format!("{neutral}\n0x2"));
    let proof = format!("--commitment {commitment} --proof {neutral}");
    assert_eq!(of(&format!("calc kzg verify {both} {proof}")), "yes");
    let no = run(&format!("calc kzg verify {with} {proof} --z 5 --y 3"));
    assert_eq!(no.status.code(), Some(1), "{}", stderr(&no));
    let cells = of(&format!("calc kzg cells {both} --json"));
    let cells: serde_json::Value = serde_json::from_str(&cells).unwrap();
    let cells = cells["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 128);
    for (index, cell) in cells.iter().enumerate() {
        assert_eq!(cell["index"], index);
        assert_eq!(cell["proof"], neutral.as_str());
        assert_eq!(cell["cell"], format!("{:064x}", 2).repeat(64));
    }
}

#[test]
fn wrong_inputs() {
    for (words, says) in [
        ("calc sum --curve P-256 5", "K P"),
        ("calc sum --curve P-256 5 1,2", "P is no point"),
        ("calc sum --curve frob 5 00", "frob"),
        ("calc sum --curve bls12-381 --compressed 5 00", "--compressed"),
        ("calc sum --curve bls12-381 5 1,2", "P is not in its group"),
        ("calc kzg frob", "frob"),
        ("calc kzg commit --setup Cargo.toml --blob Cargo.toml", "no setup"),
        ("calc kzg commit --setup /dev/zero --blob Cargo.toml", "neither a file nor a pipe"),
        ("calc kzg commit --setup - --blob -", "standard input"),
        ("calc kzg verify --setup x --commitment 00 --proof 00 --z 1 --y 1", "48 bytes"),
        ("calc kzg verify --setup x --commitment 00 --proof 00 --z 1", "--y"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words}: {}", stderr(&output));
        assert!(stderr(&output).contains(says), "{words}: {}", stderr(&output));
    }
}
