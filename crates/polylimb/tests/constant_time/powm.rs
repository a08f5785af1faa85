//! Powers with secret bases and exponents: the methods that say they are constant-time, and the checked face.

use super::common::{big, modulus, operand, residue, rng, words};
use super::memcheck::is_secret;
use super::modmul::secret_modulus;
use super::splits::Shuffled;
use super::{public, quiet, secret};
use crate::memcheck::leaks;
use polylimb::limb::{Kernel, WORD_BITS, Word};
use polylimb::modmul::{ConstantTime, Modulus, Options};
use polylimb::powm::{Exponent, Job, METHODS, find};

const BITS: [usize; 2] = [192, 521];

fn options(kernel: Kernel) -> Options<'static> {
    Options { kernel: Some(kernel.name()), ..Options::default() }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn methods_of_exponentiation() {
    let (mut rng, mut checked) = (rng(80), 0);
    for kernel in Kernel::available(crate::memcheck::features()) {
        for bits in BITS {
            let m = modulus(&mut rng, bits, true);
            let modulus = Modulus::new(&m, &options(kernel)).expect("not 0");
            let modmul = modulus.modmul();
            let (base, e) = (residue(&mut rng, &m), operand(&mut rng, 2));
            let mut scratch = vec![0; modmul.scratch_words()];
            let mut residue = vec![0; modmul.residue_words()];
            modmul.enter(&mut residue, &secret(base.clone()), &mut scratch);
            let hidden = secret(e.clone());
            for method in METHODS.iter().filter(|m| m.constant_time == ConstantTime::Yes) {
                let split = Shuffled::new(method.lanes.min());
                let exponent = Exponent::new(&hidden);
                let job =
                    Job { modmul: &**modmul, base: &residue, exponent, split: &split, width: None };
                let (mut r, mut plain) = (residue.clone(), vec![0; m.len()]);
                let what = format!("{} {kernel:?} {bits} bits", method.name);
                quiet(&what, || method.pow(&job, &mut r).expect("a job like others"));
                modmul.leave(&mut plain, &r, &mut scratch);
                assert!(is_secret(&plain), "{what}: the power was taken for public");
                let expected = big(&base).modpow(&big(&e), &big(&m));
                assert_eq!(public(&plain), words(&expected, m.len()), "{what}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 3 * BITS.len(), "only {checked} powers checked");
}

/// Odd and even moduli, which are secret too.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn powers_on_the_checked_face() {
    crate::memcheck::tell_features();
    let mut rng = rng(81);
    for (bits, odd) in [(192, true), (521, true), (256, false)] {
        let mut plain_m = modulus(&mut rng, bits, odd);
        plain_m[0] = (plain_m[0] & !1) | Word::from(odd);
        let m = Modulus::new(&secret_modulus(&plain_m, bits), &Options::default()).expect("not 0");
        let base = m.residue(&secret(residue(&mut rng, &plain_m))).expect("reduced");
        let e = secret(operand(&mut rng, 128 / WORD_BITS));
        let mut power = vec![];
        quiet(&format!("Residue::pow, {bits} bits, odd: {odd}"), || {
            power = base.pow(&e).expect("an exponent").to_words();
        });
        assert!(is_secret(&power));
    }
}

/// The check itself can fail: a method that says it tells the exponent does.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn variable_time_methods_are_seen() {
    crate::memcheck::tell_features();
    let m = Modulus::new(&[101, 7], &Options::default()).expect("not 0");
    let base = vec![1; m.modmul().residue_words()];
    let e = secret(vec![0x35]);
    for name in ["binary-left-to-right", "k-ary", "sliding-window"] {
        let method = find(name).expect("registered");
        let job = Job {
            modmul: &**m.modmul(),
            base: &base,
            exponent: Exponent::new(&e),
            split: &Shuffled::new(1),
            width: None,
        };
        let shown = leaks(|| method.pow(&job, &mut base.clone()).expect("a job like others"));
        assert!(shown > 0, "{name} was not reported");
    }
}
