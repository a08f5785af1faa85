//! The residues of the partite methods: Montgomery's representation with an `R = r^t` shorter than the modulus.
//!
//! **Source.** Kaihara, Takagi 2008; Giorgi, Imbert, Izard 2013. A residue `a` stands for `a / R mod M` and lies in
//! `[0, M)`. **The cut** `t` is free, 0 (`R = 1`, all reduction from above) to `n` (all from below); [`middle`] is the
//! papers'.

use super::montgomery_constants::MontgomeryConstants;
use super::partial_reduction::PartialMontgomery;
use super::registry::Request;
use super::residue::Parameters;
use crate::error::{Error, Result};
use crate::limb::{Kernel, Word};

/// The middle of `n` words, rounded up.
pub(super) fn middle(n: usize) -> usize {
    n.div_ceil(2)
}

/// One modulus and one `R = r^t`.
pub(super) struct PartiteForm {
    pub(super) constants: MontgomeryConstants,
    /// Reduces the lower `t` words.
    pub(super) partial: PartialMontgomery,
}

impl PartiteForm {
    /// For the request's modulus and cut; for `default_cut` if it names none.
    pub(super) fn new(request: &Request<'_>, default_cut: usize) -> Result<Self> {
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
    pub(super) fn modulus(&self) -> &[Word] {
        &self.constants.modulus
    }

    /// The cut.
    pub(super) fn t(&self) -> usize {
        self.partial.t()
    }

    /// The cut, and `k` where the method has one.
    pub(super) fn parameters(&self, k: Option<usize>) -> Parameters {
        Parameters { k, cut_words: Some(self.t()) }
    }

    /// `plain = r / R mod M`.
    pub(super) fn leave(
        &self,
        kernel: Kernel,
        plain: &mut [Word],
        r: &[Word],
        scratch: &mut [Word],
    ) {
        let (modulus, t) = (self.modulus(), self.t());
        let (c, scratch) = scratch.split_at_mut(modulus.len() + t);
        c[..modulus.len()].copy_from_slice(r);
        c[modulus.len()..].fill(0);
        let carry = self.partial.reduce(kernel, c, modulus, scratch);
        kernel.subtract_once(plain, carry, &c[t..], modulus);
    }

    /// Words of scratch that [`PartiteForm::leave`] needs.
    pub(super) fn leave_scratch(&self, kernel: Kernel) -> usize {
        let n = self.modulus().len();
        n + self.t() + self.partial.scratch_words(kernel, n)
    }
}
