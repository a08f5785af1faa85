//! The residues of the partite methods: Montgomery's representation with an `R = r^t` shorter than
//! the modulus.
//!
//! **Source.** `[Kaihara2008]`; `[Giorgi2013]`. A residue `a` stands for `a / R mod M` and lies in
//! `[0, M)`. **The cut** `t` is free, 0 (`R = 1`, all reduction from above) to `n` (all from
//! below); the papers cut in the middle.

use super::montgomery_form::MontgomeryConstants;
use super::partial_reduction::PartialMontgomery;
use super::registry::Request;
use super::residue::Parameters;
use crate::error::{Error, Result};
use crate::limb::{Kernel, Word};

/// One odd modulus `M` of `n` words and one `R = r^t`, `t` at most `n`.
pub struct PartiteForm {
    constants: MontgomeryConstants,
    partial: PartialMontgomery,
}

impl PartiteForm {
    /// For the request's modulus and cut; for `default_cut` if the request has no cut.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a cut above `n`.
    pub fn new(request: &Request<'_>, default_cut: usize) -> Result<Self> {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let t = request.cut_words.unwrap_or(default_cut);
        if t > modulus.len() {
            return Err(Error::Parameter { expected: "cut: 0 to the modulus' word count" });
        }
        Ok(Self {
            constants: MontgomeryConstants::new(kernel, modulus, t),
            partial: PartialMontgomery::new(kernel, modulus, t),
        })
    }

    /// The modulus, `n` words.
    #[must_use]
    pub fn modulus(&self) -> &[Word] {
        &self.constants.modulus
    }

    /// The cut.
    #[must_use]
    pub fn t(&self) -> usize {
        self.partial.t()
    }

    /// Reduces the lower `t` words.
    #[must_use]
    pub fn partial(&self) -> &PartialMontgomery {
        &self.partial
    }

    /// `R mod M`, `n` words: the residue of 1.
    #[must_use]
    pub fn one(&self) -> &[Word] {
        &self.constants.one
    }

    /// `R² mod M`, `n` words: a product with it enters the representation.
    #[must_use]
    pub fn r_squared(&self) -> &[Word] {
        &self.constants.r_squared
    }

    /// The cut, and `k` where the method has one.
    #[must_use]
    pub fn parameters(&self, k: Option<usize>) -> Parameters {
        Parameters { k, cut_words: Some(self.t()) }
    }

    /// `plain = r / R mod M`: both `n` words in `[0, M)`. Constant time.
    pub fn leave(&self, kernel: Kernel, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        let (modulus, t) = (self.modulus(), self.t());
        let (c, scratch) = scratch.split_at_mut(modulus.len() + t);
        c[..modulus.len()].copy_from_slice(r);
        c[modulus.len()..].fill(0);
        let carry = self.partial.reduce(kernel, c, modulus, scratch);
        kernel.subtract_once(plain, carry, &c[t..], modulus);
    }

    /// Words of scratch that [`PartiteForm::leave`] needs.
    #[must_use]
    pub fn leave_scratch(&self, kernel: Kernel) -> usize {
        let n = self.modulus().len();
        n + self.t() + self.partial.scratch_words(kernel, n)
    }
}
