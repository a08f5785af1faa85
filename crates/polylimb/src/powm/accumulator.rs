//! A residue that is squared and multiplied in place.

use crate::limb::Word;
use crate::modmul::ModMul;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::swap;
use zeroize::Zeroizing;

/// The running value of an exponentiation, with the room its multiplications need; wiped when dropped.
pub struct Accumulator<'m> {
    modmul: &'m dyn ModMul,
    value: Zeroizing<Vec<Word>>,
    next: Zeroizing<Vec<Word>>,
    scratch: Zeroizing<Vec<Word>>,
}

impl<'m> Accumulator<'m> {
    /// The residue of 1.
    #[must_use]
    pub fn one(modmul: &'m dyn ModMul) -> Self {
        let words = || Zeroizing::new(vec![0; modmul.residue_words()]);
        let (mut value, next) = (words(), words());
        modmul.one(&mut value);
        Self { modmul, value, next, scratch: Zeroizing::new(vec![0; modmul.scratch_words()]) }
    }

    /// The residue `value`.
    #[must_use]
    pub fn of(modmul: &'m dyn ModMul, value: &[Word]) -> Self {
        let mut a = Self::one(modmul);
        a.set(value);
        a
    }

    /// The value now.
    #[must_use]
    pub fn value(&self) -> &[Word] {
        &self.value
    }

    /// The multiplication it computes with.
    #[must_use]
    pub fn modmul(&self) -> &'m dyn ModMul {
        self.modmul
    }

    /// Becomes `value`.
    pub fn set(&mut self, value: &[Word]) {
        self.value.copy_from_slice(value);
    }

    /// Becomes its square, `times` times.
    pub fn sqr(&mut self, times: usize) {
        for _ in 0..times {
            self.modmul.sqr(&mut self.next, &self.value, &mut self.scratch);
            swap(&mut self.value, &mut self.next);
        }
    }

    /// Becomes its product with `b`.
    pub fn mul(&mut self, b: &[Word]) {
        self.modmul.mul(&mut self.next, &self.value, b, &mut self.scratch);
        swap(&mut self.value, &mut self.next);
    }
}
