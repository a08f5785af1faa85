//! How a multiplication squares, chosen at run time: the three modes of `[Arruda2014]`.
//!
//! **Source.** `[Arruda2014]`, chapter 2 (`multp`, `comba`); `[Comba1990]` for the square by
//! columns. **Idea.** A curve's formulas have nearly as many squares as products, so the method of
//! squaring matters: by the product with both operands equal, by the multiplication's own square,
//! or by product scanning followed by a reduction word by word: Montgomery's from below, division
//! from above. **Cost** of `comba`: `n (n + 1) / 2` word products, and `n²` for the reduction.
//! **Domain.** `comba` takes residues that are numbers in `[0, M)`. **Constant time** if the
//! multiplication is; `comba` always.

use crate::limb::comba;
use alloc::boxed::Box;
use alloc::sync::Arc;
use polylimb::authors::limb::{Kernel, Mask, Word, inverse_mod_word};
use polylimb::authors::modmul::{Divisor, ModMul, Parameters};
use polylimb::{Error, Result};
use zeroize::Zeroizing;

/// A way to square.
///
/// ```
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::prime::Prime;
/// use polylimb::authors::limb::WORD_BITS;
/// use polylimb::modmul::{Modulus, Options};
/// use polylimb_catalogue::modmul::Squaring;
///
/// let modulus = Modulus::new(&[101], &Options::default())?;
/// for squaring in Squaring::ALL {
///     let Ok(modmul) = squaring.over(modulus.modmul().clone()) else { continue };
///     let f = Prime::<{ 512 / WORD_BITS }, _>::new(modmul)?;
///     assert!(f.equal(&f.sqr(&f.small(50)), &f.small(76)).to_bool_vartime());
/// }
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Squaring {
    /// The product with both operands equal.
    Multp,
    /// The multiplication's own square: the default.
    Sqr,
    /// The square by product scanning; then Montgomery's reduction word by word from below,
    /// division from above, or both, as the representation requires.
    Comba,
}

impl Squaring {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Multp, Self::Sqr, Self::Comba];

    /// The name in `[Arruda2014]`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Multp => "multp",
            Self::Sqr => "sqr",
            Self::Comba => "comba",
        }
    }

    /// The mode of that name.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn find(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|squaring| squaring.name() == name);
        found.ok_or(Error::UnknownName { kind: "squaring" })
    }

    /// The same multiplication with this way to square, and with the same name.
    ///
    /// # Errors
    /// [`Error::Parameter`] for [`Squaring::Comba`] over residues in another radix or range.
    pub fn over(self, modmul: Arc<dyn ModMul>) -> Result<Arc<dyn ModMul>> {
        Ok(match self {
            Self::Multp => Arc::new(Squared { modmul, by: Multp }),
            Self::Sqr => modmul,
            Self::Comba => {
                let by = Comba::new(&*modmul)?;
                Arc::new(Squared { modmul, by })
            }
        })
    }
}

/// How [`Squared`] squares.
trait Square: Send + Sync {
    fn scratch_words(&self, modmul: &dyn ModMul) -> usize;
    fn sqr(&self, modmul: &dyn ModMul, r: &mut [Word], a: &[Word], scratch: &mut [Word]);
}

struct Multp;

impl Square for Multp {
    fn scratch_words(&self, modmul: &dyn ModMul) -> usize {
        modmul.scratch_words()
    }

    fn sqr(&self, modmul: &dyn ModMul, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        modmul.mul(r, a, a, scratch);
    }
}

struct Comba {
    kernel: Kernel,
    /// The residue of `a` is `a r^t mod M`.
    t: usize,
    m_inverse: Box<Zeroizing<Word>>,
    divisor: Divisor,
}

impl Comba {
    fn new(modmul: &dyn ModMul) -> Result<Self> {
        let Some(t) = modmul.factor_words() else {
            return Err(Error::Parameter {
                expected: "comba: a multiplication whose residues are numbers below the modulus",
            });
        };
        let (kernel, modulus) = (modmul.kernel(), modmul.modulus());
        // Even moduli have t = 0 and do not use it.
        let m_inverse = Box::new(inverse_mod_word(modulus[0] | 1).wrapping_neg().into());
        Ok(Self { kernel, t, m_inverse, divisor: Divisor::new(kernel, modulus) })
    }
}

impl Square for Comba {
    fn scratch_words(&self, modmul: &dyn ModMul) -> usize {
        modmul.scratch_words().max(2 * modmul.modulus().len() + 1)
    }

    fn sqr(&self, modmul: &dyn ModMul, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        let (modulus, t) = (modmul.modulus(), self.t);
        let n = modulus.len();
        let (square, top) = scratch[..=2 * n].split_at_mut(2 * n);
        comba::sqr(self.kernel, square, a);
        top[0] = 0;
        if t > 0 {
            let (low, high) = square.split_at_mut(n + t);
            let carry = self.kernel.montgomery_reduce(low, modulus, **self.m_inverse);
            // The rest is below M² / r^t + M.
            top[0] = if high.is_empty() { carry } else { add_word(high, carry) };
        }
        if t == n {
            self.kernel.subtract_once(r, top[0], &square[n..], modulus);
        } else {
            self.divisor.remainder(r, &mut scratch[t..=2 * n]);
        }
    }
}

/// `a += w`; returns the carry.
fn add_word(a: &mut [Word], mut w: Word) -> Word {
    for a in a {
        let carry;
        (*a, carry) = a.overflowing_add(w);
        w = Word::from(carry);
    }
    w
}

/// A multiplication with its own way to square.
struct Squared<S> {
    modmul: Arc<dyn ModMul>,
    by: S,
}

impl<S: Square> ModMul for Squared<S> {
    fn name(&self) -> &'static str {
        self.modmul.name()
    }

    fn modulus(&self) -> &[Word] {
        self.modmul.modulus()
    }

    fn kernel(&self) -> Kernel {
        self.modmul.kernel()
    }

    fn parameters(&self) -> Parameters {
        self.modmul.parameters()
    }

    fn factor_words(&self) -> Option<usize> {
        self.modmul.factor_words()
    }

    fn residue_words(&self) -> usize {
        self.modmul.residue_words()
    }

    fn scratch_words(&self) -> usize {
        self.by.scratch_words(&*self.modmul)
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        self.modmul.enter(r, plain, scratch);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        self.modmul.leave(plain, r, scratch);
    }

    fn one(&self, r: &mut [Word]) {
        self.modmul.one(r);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        self.modmul.mul(r, a, b, scratch);
    }

    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        self.by.sqr(&*self.modmul, r, a, scratch);
    }

    fn zero(&self, r: &mut [Word]) {
        self.modmul.zero(r);
    }

    fn add(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.modmul.add(r, a, b);
    }

    fn sub(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.modmul.sub(r, a, b);
    }

    fn neg(&self, r: &mut [Word], a: &[Word]) {
        self.modmul.neg(r, a);
    }

    fn select(&self, r: &mut [Word], a: &[Word], condition: Mask) {
        self.modmul.select(r, a, condition);
    }

    fn eq(&self, a: &[Word], b: &[Word]) -> Mask {
        self.modmul.eq(a, b)
    }
}
