//! Two small modular multiplications, one in Montgomery form and one in the plain domain, so that the
//! field layer is tested without those of the library; and formulas written once for every field.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "a module of several test binaries, each using its part"
)]

pub mod jacobian;

use crate::common::{big, words};
use polylimb::cpu::Features;
use polylimb::limb::{Kernel, Mask, Word, inverse_mod_word};
use polylimb::modmul::ModMul;

/// Montgomery multiplication: product, then reduction (SOS).
pub struct Sos {
    modulus: Vec<Word>,
    inverse: Word,
    r_squared: Vec<Word>,
    one: Vec<Word>,
    kernel: Kernel,
}

impl Sos {
    pub fn new(modulus: &[Word]) -> Self {
        let n = modulus.len();
        let r = (big(&[1]) << (n * Word::BITS as usize)) % big(modulus);
        Self {
            modulus: modulus.to_vec(),
            inverse: inverse_mod_word(modulus[0]).wrapping_neg(),
            r_squared: words(&(&r * &r % big(modulus)), n),
            one: words(&r, n),
            kernel: Kernel::best(Features::detect()),
        }
    }

    fn reduce(&self, r: &mut [Word], t: &mut [Word]) {
        let n = self.modulus.len();
        let carry = self.kernel.montgomery_reduce(t, &self.modulus, self.inverse);
        let borrow = self.kernel.sub(r, &t[n..], &self.modulus);
        let below = Mask::from_bit(borrow & (carry ^ 1));
        let _ = self.kernel.add_assign_if(r, &self.modulus, below);
    }
}

impl ModMul for Sos {
    fn name(&self) -> &'static str {
        "test-sos"
    }

    fn modulus(&self) -> &[Word] {
        &self.modulus
    }

    fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn scratch_words(&self) -> usize {
        2 * self.modulus.len()
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        self.mul(r, plain, &self.r_squared, scratch);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        let n = self.modulus.len();
        let t = &mut scratch[..2 * n];
        t[..n].copy_from_slice(r);
        t[n..].fill(0);
        self.reduce(plain, t);
    }

    fn one(&self, r: &mut [Word]) {
        r.copy_from_slice(&self.one);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let t = &mut scratch[..2 * self.modulus.len()];
        self.kernel.schoolbook(t, a, b);
        self.reduce(r, t);
    }
}

/// The judge as a modular multiplication; its residues are one word longer than its modulus, to see
/// that the field takes residues as they are.
pub struct Plain {
    modulus: Vec<Word>,
}

impl Plain {
    pub fn new(modulus: &[Word]) -> Self {
        Self { modulus: modulus.to_vec() }
    }

    fn set(&self, r: &mut [Word], value: &num_bigint::BigUint) {
        r.copy_from_slice(&words(&(value % big(&self.modulus)), r.len()));
    }
}

impl ModMul for Plain {
    fn name(&self) -> &'static str {
        "test-plain"
    }

    fn modulus(&self) -> &[Word] {
        &self.modulus
    }

    fn kernel(&self) -> Kernel {
        Kernel::PORTABLE
    }

    fn residue_words(&self) -> usize {
        self.modulus.len() + 1
    }

    fn scratch_words(&self) -> usize {
        0
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], _scratch: &mut [Word]) {
        self.set(r, &big(plain));
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], _scratch: &mut [Word]) {
        self.set(plain, &big(r));
    }

    fn one(&self, r: &mut [Word]) {
        self.set(r, &big(&[1]));
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], _scratch: &mut [Word]) {
        self.set(r, &(big(a) * big(b)));
    }

    fn add(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.set(r, &(big(a) + big(b)));
    }

    fn sub(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.set(r, &(big(a) + big(&self.modulus) - big(b)));
    }

    fn neg(&self, r: &mut [Word], a: &[Word]) {
        self.set(r, &(big(&self.modulus) - big(a)));
    }
}
