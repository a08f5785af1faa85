//! Every method of exponentiation beside num-bigint.

use num_bigint::BigUint;
use polylimb::limb::{WORD_BITS, Word};
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::{Exponent, Job, METHODS};
use polylimb::team::Alone;

fn number(words: &[Word]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |n, &w| (n << WORD_BITS) + w)
}

#[test]
fn methods_of_one_lane_agree_with_num_bigint() {
    let modulus = Modulus::new(&[101, 3, 7], &Options::default()).unwrap();
    let (base, exponent) = ([5, 6, 1], [77, 2]);
    let expected = number(&base).modpow(&number(&exponent), &number(modulus.as_words()));
    assert_eq!(number(&modulus.pow(&base, &exponent).unwrap()), expected);
    let modmul = modulus.modmul();
    let mut scratch = vec![0; modmul.scratch_words()];
    let mut residue = vec![0; modmul.residue_words()];
    modmul.enter(&mut residue, &base, &mut scratch);
    for method in METHODS {
        let job = Job {
            modmul: &**modmul,
            base: &residue,
            exponent: Exponent::new(&exponent),
            split: &Alone,
            width: None,
        };
        let mut power = residue.clone();
        method.pow(&job, &mut power).unwrap();
        let mut plain = vec![0; modulus.as_words().len()];
        modmul.leave(&mut plain, &power, &mut scratch);
        assert_eq!(number(&plain), expected, "{}", method.name);
    }
}
