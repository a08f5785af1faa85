//! The EIPs' examples, through revm's precompiles with polylimb installed.

use polylimb_evm::Polylimb;
use revm_precompile::primitives::hex;
use revm_precompile::{Crypto, DefaultCrypto, Precompiles, install_crypto, u64_to_address};

/// Runs the precompile at the address; `None` if it halts.
fn run(address: u64, input: &[u8]) -> Option<Vec<u8>> {
    // The first test to come installs it.
    install_crypto(Polylimb::new());
    assert_eq!(format!("{:?}", revm_precompile::crypto()), "Polylimb");
    let precompile = Precompiles::osaka().get(&u64_to_address(address)).expect("an address");
    let output = precompile.execute(input, u64::MAX, 0).expect("no fatal error");
    output.is_success().then(|| output.bytes.to_vec())
}

fn bytes(text: &str) -> Vec<u8> {
    if text == "-" { Vec::new() } else { hex::decode(text).expect("hexadecimal") }
}

#[test]
fn examples_of_the_eips() {
    let mut compared = [0; 2];
    for line in include_str!("vectors/eips.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<_> = line.split(' ').collect();
        let [address, name, input, output] = words[..] else { panic!("four words: {line}") };
        let expected = (output != "halt").then(|| bytes(output));
        let address = u64::from_str_radix(address, 16).expect("an address");
        assert_eq!(run(address, &bytes(input)), expected, "{name}");
        compared[usize::from(expected.is_some())] += 1;
    }
    assert_eq!(compared, [53, 358]);
}

/// The cases of EIP-4844, from the vectors of the library.
#[test]
fn evaluations_of_polynomials() {
    let returned = revm_precompile::kzg_point_evaluation::RETURN_VALUE.to_vec();
    let mut compared = [0; 2];
    let vectors = include_str!("../../../crates/polylimb/tests/vectors/kzg.txt");
    for line in vectors.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let ["verify_proof", name, commitment, z, y, proof, result] = words[..] else { continue };
        let [commitment, z, y, proof] = [commitment, z, y, proof].map(bytes);
        let mut hash = DefaultCrypto.sha256(&commitment);
        hash[0] = 1;
        let input = [&hash[..], &z, &y, &commitment, &proof].concat();
        let expected = (result == "true").then(|| returned.clone());
        assert_eq!(run(0xa, &input), expected, "{name}");
        compared[usize::from(expected.is_some())] += 1;
    }
    assert_eq!(compared, [68, 54]);
}
