//! Shared code of the field layer's tests: formulas written once for every field, a field over a
//! named multiplication, and the judge as a multiplication.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "a module of several test binaries, each using its part"
)]

pub mod jacobian;

use crate::common::{big, words};
use polylimb::authors::field::prime::Prime;
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::{Entry, ModMul, Request};

/// The field modulo a prime over the multiplication of that name.
pub fn prime_field<const N: usize>(name: &str, p: &[Word]) -> Prime<N> {
    let modmul =
        Entry::find(name).expect("registered").build(&Request::new(p)).expect("an odd modulus");
    Prime::new(modmul).expect("a residue fits")
}

/// The judge as a modular multiplication. Its residues are one word longer than its modulus, to
/// check that the field uses residues as they are.
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
