//! The kernels for 32-bit Arm, each against num-bigint, with canaries around the results.
//!
//! On other processors there is nothing to test; `scripts/check emulators` runs this in qemu-arm.

use num_bigint::BigUint;
use polylimb::authors::limb::arm::{self, ShortDigits, TwoWay};
use polylimb::authors::limb::{Word, inverse_mod_word};
use polylimb::cpu::Features;
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

/// `2^bits - 1` or, if `bits` is even, `2^(bits - 1) + 1`.
fn least_or_greatest(bits: usize) -> [Word; 8] {
    let mut m = (BigUint::from(1u32) << bits) - 1u32;
    if bits % 2 == 0 {
        m = (m + 1u32) / 2u32 + 1u32;
    }
    let mut words = m.to_u32_digits();
    words.resize(8, 0);
    array(&words)
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

/// Two Montgomery products, and one product of complex numbers. Operands are random, and the
/// largest and smallest possible.
#[test]
fn products_at_once() {
    let Some(neon) = TwoWay::available(Features::detect()) else {
        println!("SKIPPED: no NEON");
        return;
    };
    let mut rng = rng(75);
    let mut compared = 0;
    for round in 0..ROUNDS {
        // Complex numbers: a modulus below 2^255.
        let bits = 255 - round % 31;
        let m: [Word; 8] = if round % 3 == 0 {
            least_or_greatest(bits)
        } else {
            array(&modulus(&mut rng, bits, true))
        };
        let (p, digits) = (big(&m), ShortDigits::new(&m, inverse_mod_word(m[0]).wrapping_neg()));
        let mut below = |i: usize| match round / 3 % 4 + i {
            1 => [0; 8],
            2 | 3 => {
                let mut a = m;
                a[0] -= 1;
                a
            }
            _ => array(&residue(&mut rng, &m)),
        };
        let (a, b) = ([below(0), below(1)], [below(2), below(3)]);
        let [[a0, a1], [b0, b1]] = [[big(&a[0]), big(&a[1])], [big(&b[0]), big(&b[1])]];

        let mut r = Guarded::filled([[CANARY; 8]; 2]);
        neon.montgomery_mul(&mut r.r, &[&a[0], &b[0], &a[1], &b[1]], &digits);
        assert_eq!(big(&r.result()[0]), reduced(&(&a0 * &b0), &p), "first product, round {round}");
        assert_eq!(big(&r.result()[1]), reduced(&(&a1 * &b1), &p), "second product, round {round}");

        let mut r = Guarded::filled([[CANARY; 8]; 2]);
        neon.complex_product(&mut r.r, &a, &b, &digits);
        let real = reduced(&(&a0 * &b0 + &a1 * (&p - &b1)), &p);
        assert_eq!(big(&r.result()[0]), real, "real part, round {round}");
        assert_eq!(big(&r.result()[1]), reduced(&(&a0 * &b1 + &a1 * &b0), &p), "round {round}");
        compared += 4;

        // One more word: any modulus, and a factor that is not a residue.
        let m = odd(&mut rng, round);
        let digits = ShortDigits::new(&m, inverse_mod_word(m[0]).wrapping_neg());
        let (a, b) = (array(&operand(&mut rng, 8)), array(&residue(&mut rng, &m)));
        let mut r = Guarded::filled([[CANARY; 8]; 2]);
        neon.montgomery_mul(&mut r.r, &[&a, &b, &b, &a], &digits);
        let expected = reduced(&(big(&a) * big(&b)), &big(&m));
        assert_eq!(r.result().map(|r| big(&r)), [expected.clone(), expected], "round {round}");
        compared += 2;
    }
    assert_eq!(compared, 6 * ROUNDS);
}

#[test]
fn sums() {
    let mut rng = rng(74);
    for round in 0..ROUNDS {
        let m = odd(&mut rng, round);
        let p = big(&m);
        let (a, b) = (array::<8>(&residue(&mut rng, &m)), array::<8>(&residue(&mut rng, &m)));
        let mut r = Guarded::filled([CANARY; 8]);
        arm::add(&mut r.r, &a, &b, &m);
        assert_eq!(big(r.result()), (big(&a) + big(&b)) % &p, "sum, round {round}");
        arm::sub(&mut r.r, &a, &b, &m);
        assert_eq!(big(r.result()), (big(&a) + &p - big(&b)) % &p, "difference, round {round}");

        // Modulo 2^256 m.
        let p = p << 256u32;
        let (a, b) = (wide(&mut rng, &m), wide(&mut rng, &m));
        let mut r = Guarded::filled([CANARY; 16]);
        arm::add_wide(&mut r.r, &a, &b, &m);
        assert_eq!(big(r.result()), (big(&a) + big(&b)) % &p, "wide sum, round {round}");
        arm::sub_wide(&mut r.r, &a, &b, &m);
        assert_eq!(
            big(r.result()),
            (big(&a) + &p - big(&b)) % &p,
            "wide difference, round {round}"
        );
    }
}
