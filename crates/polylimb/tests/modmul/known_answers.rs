//! Known answers: products, and Montgomery products with the representation's own `R`.

use super::algorithms;
use crate::common::words;
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::authors::limb::{Kernel, WORD_BITS, Word};
use polylimb::authors::modmul::{ModMul, Request};
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options};
use std::sync::Arc;

/// The entries whose residues are numbers in Montgomery form with `R = r^n`; bipartite ones have
/// this form with the cut `n`.
const MONTGOMERY: [&str; 7] = [
    "montgomery",
    "montgomery-sos",
    "montgomery-cios",
    "montgomery-comba",
    "schoolbook-montgomery",
    "montgomery-parallel",
    "bipartite",
];

struct Case {
    m: BigUint,
    a: BigUint,
    b: BigUint,
    product: BigUint,
    /// With `R` of whole 32-bit and of whole 64-bit words; `None` for even moduli.
    montgomery: [Option<BigUint>; 2],
}

impl Case {
    /// The Montgomery product for this build's `R = r^n`, if it is among the known ones.
    fn montgomery_product(&self) -> Option<&BigUint> {
        let bits = self.m.bits() as usize;
        let r_bits = bits.next_multiple_of(WORD_BITS);
        [32, 64]
            .into_iter()
            .zip(&self.montgomery)
            .find(|(word, _)| bits.next_multiple_of(*word) == r_bits)
            .and_then(|(_, product)| product.as_ref())
    }
}

fn cases() -> Vec<Case> {
    let number = |text: &str| BigUint::parse_bytes(text.as_bytes(), 16);
    include_str!("../vectors/modmul.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<_> = line.split(' ').collect();
            let [m, a, b, product] = [0, 1, 2, 3].map(|i| number(fields[i]).expect("hexadecimal"));
            Case { m, a, b, product, montgomery: [number(fields[4]), number(fields[5])] }
        })
        .filter(|case| WORD_BITS > 8 || case.m.bits() <= 2048)
        .collect()
}

fn build(entry: &polylimb::authors::modmul::Entry, m: &[Word], kernel: Kernel) -> Box<dyn ModMul> {
    let split = Arc::new(Shuffled::new(entry.threads.min()));
    let request = Request { kernel, split, cut_words: Some(m.len()), ..Request::new(m) };
    entry.build(&request).expect("the modulus is in the domain")
}

#[test]
fn products() {
    let mut compared = 0;
    for kernel in Kernel::available(Features::detect()) {
        for case in cases() {
            let n = (case.m.bits() as usize).div_ceil(WORD_BITS);
            let [m, a, b] = [&case.m, &case.a, &case.b].map(|x| words(x, n));
            for entry in algorithms() {
                if !entry.domain.accepts(&m) {
                    continue;
                }
                let modmul = build(entry, &m, kernel);
                let mut scratch = vec![0; modmul.scratch_words()];
                let mut x = vec![0; modmul.residue_words()];
                let (mut y, mut z, mut plain) = (x.clone(), x.clone(), vec![0; n]);
                modmul.enter(&mut x, &a, &mut scratch);
                modmul.enter(&mut y, &b, &mut scratch);
                modmul.mul(&mut z, &x, &y, &mut scratch);
                modmul.leave(&mut plain, &z, &mut scratch);
                assert_eq!(plain, words(&case.product, n), "{} mod {:#x}", entry.name, case.m);
                compared += 1;
            }
        }
    }
    assert!(compared >= 32 * algorithms().count(), "only {compared} known answers were compared");
}

#[test]
fn montgomery_products() {
    let mut compared = 0;
    for kernel in Kernel::available(Features::detect()) {
        for case in cases() {
            let Some(expected) = case.montgomery_product() else { continue };
            let n = (case.m.bits() as usize).div_ceil(WORD_BITS);
            let [m, a, b] = [&case.m, &case.a, &case.b].map(|x| words(x, n));
            for entry in algorithms().filter(|e| MONTGOMERY.contains(&e.name)) {
                let modmul = build(entry, &m, kernel);
                let mut scratch = vec![0; modmul.scratch_words()];
                let mut z = vec![0; n];
                modmul.mul(&mut z, &a, &b, &mut scratch);
                assert_eq!(z, words(expected, n), "{} mod {:#x}", entry.name, case.m);
                compared += 1;
            }
        }
    }
    let listed = algorithms().filter(|e| MONTGOMERY.contains(&e.name)).count();
    assert!(compared >= 43 * listed, "only {compared} known answers were compared");
}

#[test]
fn products_of_bytes_through_the_checked_face() {
    let mut compared = 0;
    for case in cases() {
        let m = Modulus::from_be_bytes(&case.m.to_bytes_be(), &Options::default())
            .expect("a modulus of at least 1");
        let product = m
            .mul_be_bytes(&case.a.to_bytes_be(), &case.b.to_bytes_be())
            .expect("operands below the modulus");
        assert_eq!(product.len(), m.byte_length());
        assert_eq!(BigUint::from_bytes_be(&product), case.product);
        compared += 1;
    }
    assert!(compared >= 70, "only {compared} known answers were compared");
}
