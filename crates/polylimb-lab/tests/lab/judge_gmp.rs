//! The judge against num-bigint, and GMP's entry against the contract of `ModMul`.

use crate::common::{big, modulus, operand, residue, rng, words};
use polylimb::Error;
use polylimb::authors::modmul::Request;
use polylimb::cpu::Features;
use polylimb_lab::judge;

const BITS: [usize; 12] = [2, 8, 63, 64, 65, 127, 128, 521, 1000, 2048, 4097, 16384];

#[test]
fn the_judge_agrees_with_num_bigint() {
    let mut rng = rng(1);
    let mut compared = 0;
    for bits in BITS {
        for odd in [true, false] {
            for _ in 0..20 {
                let m = modulus(&mut rng, bits, odd);
                // The judge also takes operands that are not reduced.
                let (a, b) = (operand(&mut rng, m.len() + 1), operand(&mut rng, m.len()));
                let expected = words(&(big(&a) * big(&b) % big(&m)), m.len());
                assert_eq!(judge::mod_mul(&a, &b, &m), expected, "{bits} bits");
                compared += 1;
            }
        }
    }
    assert!(compared >= 480, "only {compared} comparisons ran");
}

#[test]
fn the_entries_multiply() {
    let mut rng = rng(2);
    let mut compared = 0;
    for entry in judge::ENTRIES {
        for bits in BITS.into_iter().chain([1]) {
            for _ in 0..20 {
                let m = if bits == 1 { vec![1] } else { modulus(&mut rng, bits, false) };
                let (a, b) = (residue(&mut rng, &m), residue(&mut rng, &m));
                let f = entry.build(&Request::new(&m)).expect("every modulus is in the domain");
                let mut scratch = vec![1; f.scratch_words()];
                let n = f.residue_words();
                let (mut ra, mut rb, mut r) = (vec![1; n], vec![1; n], vec![1; n]);
                f.enter(&mut ra, &a, &mut scratch);
                f.enter(&mut rb, &b, &mut scratch);
                let mut got = vec![1; m.len()];
                f.mul(&mut r, &ra, &rb, &mut scratch);
                f.leave(&mut got, &r, &mut scratch);
                assert_eq!(got, words(&(big(&a) * big(&b) % big(&m)), m.len()), "{bits} bits");
                f.sqr(&mut r, &ra, &mut scratch);
                f.leave(&mut got, &r, &mut scratch);
                assert_eq!(got, words(&(big(&a) * big(&a) % big(&m)), m.len()), "{bits} bits");
                f.one(&mut rb);
                f.mul(&mut r, &ra, &rb, &mut scratch);
                f.leave(&mut got, &r, &mut scratch);
                assert_eq!(got, a, "times one, {bits} bits");
                compared += 3;
            }
        }
    }
    if cfg!(feature = "gmp") {
        assert!(compared >= 780, "only {compared} comparisons ran");
    } else {
        println!("SKIPPED: built without feature gmp");
    }
}

#[test]
fn the_zero_modulus_is_refused() {
    for entry in judge::ENTRIES {
        assert_eq!(entry.build(&Request::new(&[0, 0])).err(), Some(Error::ZeroModulus));
    }
}

/// The purpose of `scripts/gmp`: if the CPU has MULX, the baseline GMP uses it.
#[test]
fn gmp_uses_mulx_where_the_cpu_has_it() {
    let needed = Features::BMI2.with(Features::ADX).with(Features::AVX2);
    if !cfg!(feature = "gmp") || !Features::detect().contains(needed) {
        println!("SKIPPED: needs feature gmp, and BMI2, ADX and AVX2");
        return;
    }
    assert_eq!(judge::gmp_has_mulx(), Some(true), "{}", judge::gmp_kernels());
}
