//! Powers with secret bases and exponents: the methods that claim constant time.

use super::common::{big, modulus, operand, residue, rng, words};
use super::memcheck::{is_secret, leaks};
use super::splits::Shuffled;
use super::{methods, public, quiet, secret};
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::limb::Kernel;
use polylimb::authors::powm::Job;
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::Exponent;

const BITS: [usize; 2] = [192, 521];

fn options(kernel: Kernel) -> Options<'static> {
    let mut options = Options::default();
    options.kernel = Some(kernel.name());
    options
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
            for method in methods().filter(|m| m.constant_time == ConstantTime::Yes) {
                let split = Shuffled::new(method.threads.min());
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
    let least = methods().filter(|m| m.constant_time == ConstantTime::Yes).count();
    assert!(checked >= least * BITS.len(), "only {checked} powers checked");
}

/// The check itself can fail: it sees the exponent in a variable-time method.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn variable_time_methods_are_seen() {
    crate::memcheck::tell_features();
    let m = Modulus::new(&[101, 7], &Options::default()).expect("not 0");
    let base = vec![1; m.modmul().residue_words()];
    let e = secret(vec![0x35]);
    let mut seen = 0;
    for name in ["binary-left-to-right", "k-ary", "sliding-window"] {
        let Some(method) = methods().find(|method| method.name == name) else { continue };
        let job = Job {
            modmul: &**m.modmul(),
            base: &base,
            exponent: Exponent::new(&e),
            split: &Shuffled::new(1),
            width: None,
        };
        let shown = leaks(|| method.pow(&job, &mut base.clone()).expect("a job like others"));
        assert!(shown > 0, "{name} was not reported");
        seen += 1;
    }
    assert!(seen > 0);
}
