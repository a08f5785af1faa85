//! The kernels for 32-bit Arm, each against num-bigint, with canaries around the results.
//!
//! On other processors there is nothing to test; `scripts/check emulators` runs this in qemu-arm.

use num_bigint::BigUint;
use polylimb::authors::limb::{Word, inverse_mod_word};
use polylimb::cpu::Features;
use polylimb_catalogue::limb::arm::{FullWords, MULTIPLICATIONS, REDUCTIONS};
use rand_chacha::ChaCha8Rng;

use crate::common::{big, modulus, operand, residue, rng};

const ROUNDS: usize = 400;
const CANARY: Word = 0x5eed_cafe;

fn array<const N: usize>(words: &[Word]) -> [Word; N] {
    words.try_into().expect("the slice has N words")
}

/// `t` below `2^256 m`.
fn wide(rng: &mut ChaCha8Rng, m: &[Word; 8]) -> [Word; 16] {
    array(&[operand(rng, 8), residue(rng, m)].concat())
}

/// A modulus of 225 to 256 bits: with and without a word above the sum.
fn odd(rng: &mut ChaCha8Rng, round: usize) -> [Word; 8] {
    array(&modulus(rng, 256 - round % 32, true))
}

/// The correct result of Montgomery reduction.
fn reduced(t: &BigUint, m: &BigUint) -> BigUint {
    t * (BigUint::from(1u32) << 256u32).modinv(m).expect("m is odd") % m
}

/// A result between two canaries.
#[repr(C)]
struct Guarded<R> {
    before: Word,
    r: R,
    after: Word,
}

impl<R> Guarded<R> {
    fn filled(r: R) -> Self {
        Self { before: CANARY, r, after: CANARY }
    }

    fn result(&self) -> &R {
        assert_eq!((self.before, self.after), (CANARY, CANARY), "written beyond the result");
        &self.r
    }
}

#[test]
fn multiplications() {
    let mut rng = rng(71);
    let mut compared = 0;
    for round in 0..ROUNDS {
        let (a, b) = (array(&operand(&mut rng, 8)), array(&operand(&mut rng, 8)));
        let expected = big(&a) * big(&b);
        for kernel in &MULTIPLICATIONS {
            let mut r = Guarded::filled([CANARY; 16]);
            (kernel.function)(&mut r.r, &a, &b);
            assert_eq!(big(r.result()), expected, "{}, round {round}", kernel.name);
            compared += 1;
        }
    }
    assert_eq!(compared, ROUNDS * MULTIPLICATIONS.len());
}

#[test]
fn reductions() {
    let mut rng = rng(72);
    let mut compared = 0;
    for round in 0..ROUNDS {
        let m = odd(&mut rng, round);
        let t = wide(&mut rng, &m);
        let expected = reduced(&big(&t), &big(&m));
        for kernel in &REDUCTIONS {
            let mut r = Guarded::filled([CANARY; 8]);
            (kernel.function)(&mut r.r, &t, &m, inverse_mod_word(m[0]).wrapping_neg());
            assert_eq!(big(r.result()), expected, "{}, round {round}", kernel.name);
            compared += 1;
        }
    }
    assert_eq!(compared, ROUNDS * REDUCTIONS.len());
}

#[test]
fn two_at_once() {
    let Some(neon) = FullWords::available(Features::detect()) else {
        println!("SKIPPED: no NEON");
        return;
    };
    let mut rng = rng(73);
    for round in 0..ROUNDS {
        let words: [[Word; 8]; 4] = core::array::from_fn(|_| array(&operand(&mut rng, 8)));
        let mut r = Guarded::filled([[CANARY; 16]; 2]);
        neon.multiply(&mut r.r, &words.each_ref());
        for i in 0..2 {
            let expected = big(&words[2 * i]) * big(&words[2 * i + 1]);
            assert_eq!(big(&r.result()[i]), expected, "product {i} of round {round}");
        }
        let m = odd(&mut rng, round);
        let t = [wide(&mut rng, &m), wide(&mut rng, &m)];
        let mut r = Guarded::filled([[CANARY; 8]; 2]);
        neon.reduce(&mut r.r, &t, &m, inverse_mod_word(m[0]).wrapping_neg());
        for i in 0..2 {
            let expected = reduced(&big(&t[i]), &big(&m));
            assert_eq!(big(&r.result()[i]), expected, "reduction {i} of round {round}");
        }
    }
}
