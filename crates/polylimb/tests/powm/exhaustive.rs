//! Every small power: all moduli up to 40, all bases, all exponents up to 70, every method.

use super::methods;
use super::shared::{threads, usual};
use crate::splits::Shuffled;
use polylimb::authors::limb::Word;
use polylimb::authors::powm::Job;
use polylimb::powm::Exponent;

#[test]
fn small_moduli() {
    let mut compared = 0;
    for m in 1..=40 {
        let modmul = usual(&[m]);
        let mut scratch = vec![0; modmul.scratch_words()];
        let mut residue = vec![0; modmul.residue_words()];
        let (mut r, mut plain) = (residue.clone(), [0]);
        for method in methods() {
            // One thread count of each method in turn, so that all thread counts meet all moduli of
            // a kind.
            let counts: Vec<_> = threads(method).collect();
            let split = Shuffled::new(counts[m as usize % counts.len()]);
            for base in 0..m {
                modmul.enter(&mut residue, &[base], &mut scratch);
                let mut expected = 1 % m;
                for e in 0..=70 {
                    let words = [e];
                    let exponent = Exponent::with_len(&words, 7);
                    let job = Job {
                        modmul: &*modmul,
                        base: &residue,
                        exponent,
                        split: &split,
                        width: None,
                    };
                    method.pow(&job, &mut r).expect("a job like others");
                    modmul.leave(&mut plain, &r, &mut scratch);
                    assert_eq!(plain[0], expected, "{} {base}^{e} mod {m}", method.name);
                    expected =
                        (u32::from(expected as u16) * u32::from(base as u16) % m as u32) as Word;
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, methods().count() * 820 * 71);
}
