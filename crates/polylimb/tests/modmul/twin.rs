//! Every form of `montgomery-ifma` in plain Rust beside num-bigint.

use crate::common::{big, modulus, residue, rng, words};
use num_bigint::BigUint;
use polylimb::authors::limb::Word;
use polylimb::authors::modmul::{ModMul, Request};
use polylimb::authors::twins;

/// `x^2 y` for numbers of `modmul`'s modulus.
fn product(modmul: &dyn ModMul, x: &[Word], y: &[Word]) -> Vec<Word> {
    let mut scratch = vec![0; modmul.scratch_words()];
    let [mut a, mut b, mut square] = [(); 3].map(|()| vec![0; modmul.residue_words()]);
    modmul.enter(&mut a, x, &mut scratch);
    modmul.enter(&mut b, y, &mut scratch);
    modmul.sqr(&mut square, &a, &mut scratch);
    modmul.mul(&mut a, &square, &b, &mut scratch);
    let mut plain = vec![0; x.len()];
    modmul.leave(&mut plain, &a, &mut scratch);
    plain
}

#[test]
fn every_form_agrees_with_the_judge() {
    let (mut rng, mut compared) = (rng(52), 0);
    for bits in (2..2700).step_by(23) {
        let m = modulus(&mut rng, bits, true);
        let modmul = twins::montgomery_ifma(&Request::new(&m));
        let (m_big, one) = (big(&m), BigUint::from(1u32));
        let largest = words(&(&m_big - &one), m.len());
        for _ in 0..3 {
            let random = residue(&mut rng, &m);
            for (x, y) in [(&random, &largest), (&largest, &random), (&largest, &largest)] {
                let expected = words(&(big(x) * big(x) * big(y) % &m_big), m.len());
                assert_eq!(product(&*modmul, x, y), expected, "{bits} bits");
                compared += 1;
            }
        }
    }
    assert!(compared >= 1000, "only {compared} products were compared");
}
