//! The fastest constant-time product of this CPU, chosen at run time for each product.

#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use super::Clmul;
use super::{DefaultProduct, Double, Everywhere, Product};
use crate::cpu::Features;
use crate::limb::Word;

/// `Clmul` where the CPU has it, [`DefaultProduct`] elsewhere. Formulas over it are compiled once
/// for both, where [`with_best`](super::with_best) compiles them for each; the choice costs a
/// predicted branch.
#[derive(Debug, Clone, Copy)]
pub struct Best(
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    Option<Clmul>,
);

impl Best {
    /// The fastest product within `features`; features that this CPU lacks are ignored.
    ///
    /// ```
    /// use polylimb::cpu::Features;
    /// use polylimb::field::{Field, binary::{AnyBinary, Best, Sparse}};
    /// let f: AnyBinary<4, _> = AnyBinary::with(Best::of(Features::detect()), Sparse::new(7, &[1, 0])?)?;
    /// assert_eq!(f.mul(&f.from_bit(1), &f.from_bit(6)), f.add(&f.from_bit(1), &f.one()));
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    #[must_use]
    pub fn of(features: Features) -> Self {
        #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
        return Self(Clmul::available(features));
        #[cfg(not(all(
            target_arch = "x86_64",
            not(any(polylimb_word = "8", polylimb_word = "32"))
        )))]
        {
            let _ = features;
            Self()
        }
    }
}

impl Product for Best {
    const NAME: &'static str = "best";

    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
        if let Some(kernel) = self.0 {
            return kernel.product(a, b);
        }
        DefaultProduct::HERE.product(a, b)
    }

    fn square<const N: usize>(self, a: &[Word; N]) -> Double<N> {
        #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
        if let Some(kernel) = self.0 {
            return kernel.square(a);
        }
        DefaultProduct::HERE.square(a)
    }
}
