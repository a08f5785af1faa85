//! Inversion of residues over every modular multiplication on one thread.

use super::algorithms;
use crate::common::{big, modulus, residue, rng, words};
use num_bigint::BigUint;
use polylimb::authors::limb::{Kernel, Natural, WORD_BITS, Word};
use polylimb::authors::modmul::{Entry, ModMul, Request, inverse};
use polylimb::cpu::Features;
use rand_chacha::ChaCha8Rng;

/// Primes: small ones, Mersenne's of 61, 127 and 521 bits, and the primes of P-256, Curve25519 and
/// P-384.
const PRIMES: [&str; 9] = [
    "3",
    "7",
    "251",
    "0x1fffffffffffffff",
    "0x7fffffffffffffffffffffffffffffff",
    "0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    "0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
    "0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff",
    concat!(
        "0x1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    ),
];

/// The tools for residues of one modulus.
struct Residues {
    modmul: Box<dyn ModMul>,
    scratch: Vec<Word>,
}

impl Residues {
    fn new(entry: &Entry, kernel: Kernel, m: &[Word]) -> Self {
        let mut request = Request::new(m);
        request.kernel = kernel;
        let modmul = entry.build(&request).expect("the modulus suits the algorithm");
        let need = inverse::invert_residue_scratch(&*modmul);
        Self { modmul, scratch: vec![Word::MAX; need] }
    }

    fn enter(&mut self, plain: &[Word]) -> Vec<Word> {
        let mut r = vec![0; self.modmul.residue_words()];
        self.modmul.enter(&mut r, plain, &mut self.scratch);
        r
    }

    fn leave(&mut self, r: &[Word]) -> Vec<Word> {
        let mut plain = vec![0; self.modmul.modulus().len()];
        self.modmul.leave(&mut plain, r, &mut self.scratch);
        plain
    }

    /// `1/a` by divsteps, and whether it exists.
    fn invert(&mut self, a: &[Word]) -> (Vec<Word>, bool) {
        let mut r = vec![Word::MAX; a.len()];
        let found = inverse::invert_residue(&*self.modmul, &mut r, a, &mut self.scratch);
        (r, found.to_bool_vartime())
    }

    /// Whether `a * b = 1`.
    fn are_inverse(&mut self, a: &[Word], b: &[Word]) -> bool {
        let (mut product, mut one) = (vec![0; a.len()], vec![0; a.len()]);
        self.modmul.mul(&mut product, a, b, &mut self.scratch);
        self.modmul.one(&mut one);
        self.modmul.eq(&product, &one).to_bool_vartime()
    }
}

/// The multiplications on one thread.
fn alone() -> impl Iterator<Item = &'static Entry> {
    algorithms().filter(|entry| entry.threads.min() == 1)
}

/// Runs `check` for all multiplications on one thread, all kernels and the given moduli.
fn for_each(moduli: &[Vec<Word>], mut check: impl FnMut(&str, &mut Residues, &[Word])) {
    for entry in alone() {
        for kernel in Kernel::available(Features::detect()) {
            for m in moduli {
                if !entry.domain.accepts(m) {
                    continue;
                }
                let what = format!("{} {kernel:?} modulo {}", entry.name, big(m));
                check(&what, &mut Residues::new(entry, kernel, m), m);
            }
        }
    }
}

fn primes() -> Vec<Vec<Word>> {
    let normalised = |text: &&str| {
        let prime = Natural::parse(text).expect("a number");
        prime.to_words(prime.bits_vartime().div_ceil(WORD_BITS)).expect("its length")
    };
    PRIMES.iter().map(normalised).collect()
}

fn nonzero(rng: &mut ChaCha8Rng, m: &[Word]) -> Vec<Word> {
    loop {
        let a = residue(rng, m);
        if big(&a) != BigUint::ZERO {
            return a;
        }
    }
}

#[test]
fn every_residue_but_zero_modulo_primes() {
    let mut rng = rng(51);
    let mut compared = 0;
    for_each(&primes(), |what, residues, m| {
        for _ in 0..4 {
            let plain = nonzero(&mut rng, m);
            let a = residues.enter(&plain);
            let (inverse, found) = residues.invert(&a);
            assert!(found && residues.are_inverse(&a, &inverse), "{what}");
            let expected = words(&big(&plain).modinv(&big(m)).unwrap(), m.len());
            assert_eq!(residues.leave(&inverse), expected, "{what}");
            compared += 2;
        }
        let zero = residues.enter(&vec![0; m.len()]);
        let (inverse, found) = residues.invert(&zero);
        assert!(!found && residues.modmul.eq(&inverse, &zero).to_bool_vartime());
    });
    assert!(compared >= 52 * alone().count(), "only {compared} comparisons ran");
}

#[test]
fn composite_and_even_moduli() {
    let mut rng = rng(53);
    let moduli: Vec<_> = (0..40).map(|i| modulus(&mut rng, 8 + 13 * i, i % 3 > 0)).collect();
    let (mut invertible, mut not) = (0, 0);
    for_each(&moduli, |what, residues, m| {
        let plain: Vec<_> = (0..3).map(|_| nonzero(&mut rng, m)).collect();
        let a: Vec<_> = plain.iter().flat_map(|plain| residues.enter(plain)).collect();
        let size = residues.modmul.residue_words();
        for (a, plain) in a.chunks(size).zip(&plain) {
            let (r, found) = residues.invert(a);
            let expected = big(plain).modinv(&big(m));
            assert_eq!(found, expected.is_some(), "{what}");
            assert_eq!(big(&residues.leave(&r)), expected.unwrap_or_default(), "{what}");
            if found { invertible += 1 } else { not += 1 }
        }
    });
    assert!(invertible >= 300 && not >= 30, "{invertible} invertible, {not} not");
}
