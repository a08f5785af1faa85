//! KZG commitments: the vectors of c-kzg-4844 with the setup of Ethereum's ceremony, and inputs
//! that no vector has.
//!
//! `kzg_setup.bin` holds the points of `src/trusted_setup.txt` of the same repository (Apache-2.0),
//! in their order.

use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::cpu::Features;
use polylimb::kzg::{BLOB_BYTES, CELLS, Setup};
use polylimb::pairing::PairingName;
use polylimb::{Error, Result};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..][..2], 16).unwrap()).collect()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// The published text, from the points' bytes.
fn text() -> String {
    let bytes = include_bytes!("../vectors/kzg_setup.bin");
    let (lagrange, rest) = bytes.split_at(4096 * 48);
    let (of_g2, powers) = rest.split_at(65 * 96);
    let parts = [(lagrange, 48), (of_g2, 96), (powers, 48)];
    let points = parts.iter().flat_map(|(bytes, n)| bytes.chunks(*n).map(to_hex));
    ["4096".into(), "65".into()].into_iter().chain(points).map(|line| line + "\n").collect()
}

static SETUP: LazyLock<Setup> = LazyLock::new(|| Setup::from_text(text().as_bytes()).unwrap());

/// The blobs and cells of the file, and its notation.
struct Notation<'a> {
    setup: &'a Setup,
    blobs: HashMap<&'static str, Vec<u8>>,
    cells: HashMap<&'static str, Vec<Vec<u8>>>,
}

impl Notation<'_> {
    fn bytes(&mut self, text: &'static str) -> Vec<u8> {
        text.split('+').flat_map(|piece| self.piece(piece)).collect()
    }

    fn piece(&mut self, text: &'static str) -> Vec<u8> {
        if let Some((piece, length)) = text.split_once(':') {
            return self.piece(piece)[..length.parse().unwrap()].to_vec();
        }
        if let Some((piece, times)) = text.split_once('*') {
            return hex(piece).repeat(times.parse().unwrap());
        }
        if let Some((blob, cell)) = text.split_once('/') {
            return self.cells(blob)[cell.parse::<usize>().unwrap()].clone();
        }
        if let Some(base) = text.strip_prefix("pow") {
            let order = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
            let order = BigUint::parse_bytes(order.as_bytes(), 16).unwrap();
            let base: BigUint = base.parse().unwrap();
            let power = |i: u32| base.modpow(&(i + 256).into(), &order).to_bytes_be();
            let padded = |bytes: Vec<u8>| [vec![0; 32 - bytes.len()], bytes].concat();
            return (0..4096).map(power).flat_map(padded).collect();
        }
        self.blobs.get(text).cloned().unwrap_or_else(|| hex(text))
    }

    fn cells(&mut self, blob: &'static str) -> &[Vec<u8>] {
        let compute = || {
            let cells = self.setup.compute_cells(&self.blobs[blob]).unwrap();
            cells.iter().map(|cell| cell.to_vec()).collect()
        };
        self.cells.entry(blob).or_insert_with(compute)
    }

    fn list(&mut self, text: &'static str) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        for item in text.split(',').filter(|item| *item != "-") {
            let (item, times) = item.split_once('^').unwrap_or((item, "1"));
            let many = match item.split_once('/') {
                Some((blob, range)) if range.contains('-') && !range.contains(['+', ':']) => {
                    let (first, last) = range.split_once('-').unwrap();
                    let range = first.parse::<usize>().unwrap()..=last.parse().unwrap();
                    self.cells(blob)[range].to_vec()
                }
                _ => vec![self.bytes(item)],
            };
            for _ in 0..times.parse().unwrap() {
                all.extend_from_slice(&many);
            }
        }
        all
    }
}

fn digest<const N: usize>(parts: &[[u8; N]]) -> String {
    to_hex(&Sha256::digest(parts.concat()))
}

fn both<const N: usize, const M: usize>((cells, proofs): (Vec<[u8; N]>, Vec<[u8; M]>)) -> String {
    format!("{},{}", digest(&cells), digest(&proofs))
}

fn slices(list: &[Vec<u8>]) -> Vec<&[u8]> {
    list.iter().map(Vec::as_slice).collect()
}

/// What the vectors say of a verification.
fn verdict(result: Result<()>) -> Result<String> {
    match result {
        Err(Error::Proof) => Ok("false".into()),
        other => other.map(|()| "true".into()),
    }
}

/// The results of all vectors; how many.
fn check(setup: &Setup, wanted: impl Fn(&str) -> bool) -> usize {
    let mut notation = Notation { setup, blobs: HashMap::new(), cells: HashMap::new() };
    let mut compared = 0;
    for line in include_str!("../vectors/kzg.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        if let ["blob", name, bytes] = fields[..] {
            let bytes = notation.bytes(bytes);
            notation.blobs.insert(name, bytes);
            continue;
        }
        let ([function, case], [arguments @ .., expected]) = (&fields[..2], &fields[2..]) else {
            panic!("{line}");
        };
        if !wanted(function) {
            continue;
        }
        let indices = |text: &str| -> Vec<u64> {
            let repeated = |item: &str| {
                let (index, times) = item.split_once('^').unwrap_or((item, "1"));
                vec![index.parse().unwrap(); times.parse().unwrap()]
            };
            text.split(',').filter(|item| *item != "-").flat_map(repeated).collect()
        };
        let a = |i: usize| arguments[i];
        let result = match *function {
            "blob_to_commitment" => {
                setup.blob_to_commitment(&notation.bytes(a(0))).map(|c| to_hex(&c))
            }
            "compute_proof" => setup
                .compute_proof(&notation.bytes(a(0)), &hex(a(1)))
                .map(|(proof, y)| format!("{},{}", to_hex(&proof), to_hex(&y))),
            "compute_blob_proof" => {
                setup.compute_blob_proof(&notation.bytes(a(0)), &hex(a(1))).map(|p| to_hex(&p))
            }
            "verify_proof" => {
                verdict(setup.verify_proof(&hex(a(0)), &hex(a(1)), &hex(a(2)), &hex(a(3))))
            }
            "verify_blob_proof" => {
                let blob = notation.bytes(a(0));
                verdict(setup.verify_blob_proof(&blob, &hex(a(1)), &hex(a(2))))
            }
            "verify_blob_proof_batch" => {
                let [blobs, commitments, proofs] = [0, 1, 2].map(|i| notation.list(a(i)));
                let (blobs, commitments) = (slices(&blobs), slices(&commitments));
                verdict(setup.verify_blob_proof_batch(&blobs, &commitments, &slices(&proofs)))
            }
            "compute_cells" => setup.compute_cells(&notation.bytes(a(0))).map(|c| digest(&c)),
            "compute_cells_and_proofs" => {
                setup.compute_cells_and_proofs(&notation.bytes(a(0))).map(both)
            }
            "recover_cells_and_proofs" => {
                let cells = notation.list(a(1));
                setup.recover_cells_and_proofs(&indices(a(0)), &slices(&cells)).map(both)
            }
            "verify_cell_proof_batch" => {
                let [commitments, cells, proofs] = [0, 2, 3].map(|i| notation.list(a(i)));
                let (commitments, cells) = (slices(&commitments), slices(&cells));
                let indices = indices(a(1));
                verdict(setup.verify_cell_proof_batch(
                    &commitments,
                    &indices,
                    &cells,
                    &slices(&proofs),
                ))
            }
            other => panic!("{other}"),
        };
        match result {
            Ok(result) => assert_eq!(result, *expected, "{function} {case}"),
            Err(error) => assert_eq!("invalid", *expected, "{function} {case}: {error}"),
        }
        compared += 1;
    }
    compared
}

#[test]
fn vectors() {
    assert_eq!(check(&SETUP, |_| true), 325);
}

#[test]
fn vectors_with_tables_and_threads() {
    let split = Arc::new(Shuffled::new(3));
    let setup = Setup::new(text().as_bytes(), split.clone(), true).unwrap();
    let compared = check(&setup, |function| {
        ["blob_to_commitment", "compute_proof", "compute_cells_and_proofs"].contains(&function)
    });
    assert_eq!(compared, 74);
    assert!(split.runs() > 60);
}

#[test]
fn wrong_setups() {
    let text = text();
    let encoding = |text: &str| {
        matches!(Setup::from_text(text.as_bytes()).unwrap_err(), Error::Encoding { .. })
    };
    assert!(encoding(""));
    assert!(encoding("4096 65"));
    assert!(encoding(&text.replacen("4096", "4095", 1)));
    assert!(encoding(&text[..text.len() - 2]));
    assert!(encoding(&format!("{text}00")));
    assert!(encoding(&text.replacen("a0413c", "a0413x", 1)));
    assert!(matches!(Setup::from_text(&[0xff; 10]).unwrap_err(), Error::Encoding { .. }));
    // A point of the curve outside of the group: x = 4.
    let line = text.lines().nth(2).unwrap();
    let outside = format!("80{}04", "00".repeat(46));
    let error = Setup::from_text(text.replacen(line, &outside, 1).as_bytes()).unwrap_err();
    assert!(matches!(error, Error::Curve { .. }), "{error}");
}

#[test]
fn cells_of_different_blobs_are_refused() {
    let setup = &*SETUP;
    let mut blob = vec![0; BLOB_BYTES];
    let zeros = setup.compute_cells(&blob).unwrap();
    blob[31] = 1;
    let cells = setup.compute_cells(&blob).unwrap();
    let indices: Vec<u64> = (0..CELLS as u64).collect();
    let mut mixed: Vec<&[u8]> = cells.iter().map(|cell| &cell[..]).collect();
    mixed[77] = &zeros[77];
    let error = setup.recover_cells_and_proofs(&indices, &mixed).unwrap_err();
    assert!(matches!(error, Error::Encoding { .. }), "{error}");
    // X^4096, whose degree is one too high: 1 at the even powers of the root of unity, -1 at the
    // odd ones, which are the second half of the cells.
    let minus_one = hex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000");
    let one = [vec![0; 31], vec![1]].concat();
    let (plus, minus) = (one.repeat(64), minus_one.repeat(64));
    let power: Vec<&[u8]> = [[&plus[..]; 64], [&minus[..]; 64]].concat();
    let error = setup.recover_cells_and_proofs(&indices, &power).unwrap_err();
    assert!(matches!(error, Error::Encoding { .. }), "{error}");
    // Half of the cells always belong to some blob.
    mixed.truncate(64);
    assert_eq!(setup.recover_cells_and_proofs(&indices[..64], &mixed).unwrap().0, cells);
}

/// Points are compressed, though the group has another encoding.
#[test]
fn uncompressed_points_are_refused() {
    let engine = PairingName::Bls12381.engine(Features::detect());
    let point = engine.g1().generator();
    let (short, long) = (engine.g1().compress(&point), engine.g1().encode(&point));
    let proof = |commitment: &[u8]| SETUP.compute_blob_proof(&vec![0; BLOB_BYTES], commitment);
    assert!(proof(&short.unwrap()).is_ok());
    assert!(matches!(proof(&long.unwrap()), Err(Error::Length { expected: 48, got: 96, .. })));
}
