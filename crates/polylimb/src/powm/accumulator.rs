//! A residue that is squared and multiplied in place.

use super::lines::Lines;
use crate::limb::{Mask, Word, swap_if};
use crate::modmul::ModMul;
use core::mem::swap;

/// The running value of an exponentiation, with the scratch of its multiplications; wiped when
/// dropped.
pub struct Accumulator<'m> {
    modmul: &'m dyn ModMul,
    value: Lines,
    next: Lines,
    scratch: Lines,
}

impl<'m> Accumulator<'m> {
    /// The residue of 1.
    #[must_use]
    pub fn one(modmul: &'m dyn ModMul) -> Self {
        let words = || Lines::zeros(modmul.residue_words());
        let (mut value, next) = (words(), words());
        modmul.one(&mut value);
        Self { modmul, value, next, scratch: Lines::zeros(modmul.scratch_words()) }
    }

    /// The residue `value`.
    #[must_use]
    pub fn of(modmul: &'m dyn ModMul, value: &[Word]) -> Self {
        let mut a = Self::one(modmul);
        a.set(value);
        a
    }

    /// The current value.
    #[must_use]
    pub fn value(&self) -> &[Word] {
        &self.value
    }

    /// Its multiplication.
    #[must_use]
    pub fn modmul(&self) -> &'m dyn ModMul {
        self.modmul
    }

    /// Sets it to `value`.
    pub fn set(&mut self, value: &[Word]) {
        self.value.copy_from_slice(value);
    }

    /// Squares it `times` times.
    pub fn sqr(&mut self, times: usize) {
        for _ in 0..times {
            self.modmul.sqr(&mut self.next, &self.value, &mut self.scratch);
            swap(&mut self.value, &mut self.next);
        }
    }

    /// Multiplies it by `b`.
    pub fn mul(&mut self, b: &[Word]) {
        self.modmul.mul(&mut self.next, &self.value, b, &mut self.scratch);
        swap(&mut self.value, &mut self.next);
    }

    /// Sets it to `b` if `begun` is false, else multiplies it by `b`. The time tells which.
    pub fn mul_vartime(&mut self, b: &[Word], begun: &mut bool) {
        if core::mem::replace(begun, true) {
            self.mul(b);
        } else {
            self.set(b);
        }
    }

    /// Exchanges the values of `self` and `other`, of the same multiplication, if `condition` is
    /// true.
    pub fn swap_if(&mut self, other: &mut Self, condition: Mask) {
        swap_if(&mut self.value, &mut other.value, condition);
    }
}
