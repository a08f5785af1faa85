//! The residues of the partite methods: Montgomery's representation with an `R = r^t` shorter than the modulus.
//!
//! **Source.** Kaihara, Takagi 2008; Giorgi, Imbert, Izard 2013. A residue `a` stands for `a / R mod M` and lies in
//! `[0, M)`. **The cut** `t` is free, 0 (`R = 1`, all reduction from above) to `n` (all from below); the default is
//! the middle, `⌈n/2⌉`.

use super::correction::subtract_once_into;
use super::montgomery_constants::MontgomeryConstants;
use super::partial_reduction::PartialMontgomery;
use super::registry::Request;
use crate::error::{Error, Result};
use crate::limb::{Kernel, Word};

/// One modulus and one `R = r^t`.
pub(super) struct PartiteForm {
    pub(super) constants: MontgomeryConstants,
    /// Reduces the lower `t` words.
    pub(super) partial: PartialMontgomery,
}

impl PartiteForm {
    /// For the request's modulus and cut.
    pub(super) fn new(request: &Request<'_>) -> Result<Self> {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let t = request.cut_words.unwrap_or_else(|| modulus.len().div_ceil(2));
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
        subtract_once_into(kernel, plain, carry, &c[t..], modulus);
    }

    /// Words of scratch that [`PartiteForm::leave`] needs.
    pub(super) fn leave_scratch(&self, kernel: Kernel) -> usize {
        let n = self.modulus().len();
        n + self.t() + self.partial.scratch_words(kernel, n)
    }
}
