//! The trait of all modular multiplications.

use crate::limb::{self, Kernel, Mask, Word, is_zero};

/// The parameters of a modular multiplication, with defaults filled in; `None` where it has no such
/// parameter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Parameters {
    /// The number of blocks of each operand in a multipartite method; at most the words of the
    /// modulus.
    pub k: Option<usize>,
    /// The cut of a partite method, in words of the lower part.
    pub cut_words: Option<usize>,
}

/// One modular multiplication for one modulus `M` of `n` words.
///
/// A **residue** is opaque: [`ModMul::residue_words`] words in the algorithm's own representation
/// (Montgomery form, radix 2^52, RNS …) and range. Only [`ModMul::leave`] guarantees `[0, M)`. A
/// residue of one `ModMul` has no meaning in another.
///
/// The caller owns the scratch: `scratch` has at least [`ModMul::scratch_words`] words, is
/// unspecified before and after, and may hold secrets afterwards. Nothing allocates. `r` never
/// aliases an operand; Rust's borrow rules ensure it.
///
/// The provided methods serve algorithms whose residues are numbers in `[0, M)` of `n` words;
/// others override them.
///
/// # Panics
/// All methods, if a slice has the wrong length.
pub trait ModMul: Send + Sync {
    /// The algorithm's name in the registry.
    fn name(&self) -> &'static str;

    /// The modulus, `n` words, the highest of them not 0.
    fn modulus(&self) -> &[Word];

    /// The inner loops of this modulus.
    fn kernel(&self) -> Kernel;

    /// The parameters of this multiplication.
    fn parameters(&self) -> Parameters {
        Parameters::default()
    }

    /// `t` where the residue of `a` is the number `a r^t mod M` in `[0, M)`, `n` words, for
    /// `r = 2^`[`WORD_BITS`](limb::WORD_BITS): 0 for the number itself, `n` for Montgomery's
    /// representation. `None` for residues in another form.
    fn factor_words(&self) -> Option<usize> {
        self.parameters().cut_words
    }

    /// Words of a residue.
    fn residue_words(&self) -> usize {
        self.modulus().len()
    }

    /// Words of scratch that any method may need.
    fn scratch_words(&self) -> usize;

    /// `r` = the residue of `plain`, which has `n` words and lies in `[0, M)`.
    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]);

    /// `plain` = the number in `[0, M)`, `n` words, that `r` stands for.
    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]);

    /// `r` = the residue of 1.
    fn one(&self, r: &mut [Word]);

    /// `r = a * b`.
    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]);

    /// `r = a²`.
    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        self.mul(r, a, a, scratch);
    }

    /// `r` = the residue of 0.
    fn zero(&self, r: &mut [Word]) {
        r.fill(0);
    }

    /// `r = a + b`.
    fn add(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        add_mod(self.kernel(), r, a, b, self.modulus());
    }

    /// `r = a - b`.
    fn sub(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        sub_mod(self.kernel(), r, a, b, self.modulus());
    }

    /// `r = -a`.
    fn neg(&self, r: &mut [Word], a: &[Word]) {
        neg_mod(self.kernel(), r, a, self.modulus());
    }

    /// `r = a` if `condition` is true, unchanged otherwise.
    fn select(&self, r: &mut [Word], a: &[Word], condition: Mask) {
        limb::assign_if(r, a, condition);
    }

    /// Whether `a` and `b` stand for the same number.
    fn eq(&self, a: &[Word], b: &[Word]) -> Mask {
        limb::equal(a, b)
    }
}

// Corrections into `[0, m)` at the end of a reduction, and after sums and differences.
//
// A correction is always two passes over the words; a reduction whose quotient may be too small by
// `k` runs it `k` times. Equal lengths throughout; constant time.

/// Subtracts `m` if it is not larger than the number `(high, z)`, where `high` is the word above
/// `z`. Returns the new `high`. `z` and `m` have equal lengths. Constant time.
///
/// # Panics
/// If the lengths differ.
#[cfg_attr(not(feature = "alloc"), allow(unreachable_pub, reason = "authors need the heap"))]
pub fn subtract_once(kernel: Kernel, high: Word, z: &mut [Word], m: &[Word]) -> Word {
    let borrow = kernel.sub_assign(z, m);
    let below = Mask::is_zero(high) & Mask::from_bit(borrow);
    let _ = kernel.add_assign_if(z, m, below);
    high.wrapping_sub(borrow).wrapping_add(below.bit())
}

/// `r = 1 mod m`: 0 for the modulus 1.
#[cfg(feature = "alloc")]
pub(super) fn one_mod(kernel: Kernel, r: &mut [Word], m: &[Word]) {
    r.fill(0);
    r[0] = 1;
    let _ = subtract_once(kernel, 0, r, m);
}

/// `r = a + b mod m` for `a` and `b` below `m`.
pub(super) fn add_mod(kernel: Kernel, r: &mut [Word], a: &[Word], b: &[Word], m: &[Word]) {
    let carry = kernel.add(r, a, b);
    let _ = subtract_once(kernel, carry, r, m);
}

/// `r = a - b mod m` for `a` and `b` below `m`.
pub(super) fn sub_mod(kernel: Kernel, r: &mut [Word], a: &[Word], b: &[Word], m: &[Word]) {
    let borrow = kernel.sub(r, a, b);
    let _ = kernel.add_assign_if(r, m, Mask::from_bit(borrow));
}

/// `r = -a mod m` for an `a` below `m`.
pub(super) fn neg_mod(kernel: Kernel, r: &mut [Word], a: &[Word], m: &[Word]) {
    let nonzero = !is_zero(a);
    let _ = kernel.sub(r, m, a);
    for r in r {
        *r &= nonzero.word();
    }
}
