//! Lanes that are not eight copies of a computation but the parts of one.

use super::LANES;
use crate::field::Field;

/// `a₀ + a₁ u` with `u² = -1`, lane by lane.
pub type Complex<F> = [<F as Field>::El; 2];

/// A field of eight lanes whose numbers change places: what a formula needs whose operands stand side by side in one element.
///
/// **Factors.** Sums are not reduced, and products take only what [`Spread::factor`] or [`Field::settle`] returned, with lanes moved by [`Spread::mix`] at will. So a
/// number that is needed in several places is made a factor once.
pub trait Spread: Field {
    /// Lane `i` is lane `from[i]` of `a`, or for 8 and more lane `from[i] - 8` of `b`. The places are constants.
    fn mix(&self, a: &Self::El, b: &Self::El, from: [u8; LANES]) -> Self::El;

    /// Lane `i` times `times[i]`, constants that are powers of 2 or sums of two.
    fn multiples(&self, a: &Self::El, times: [u8; LANES]) -> Self::El;

    /// The same number, for [`Spread::sum_of_products`].
    fn factor(&self, a: &Self::El) -> Self::El;

    /// The sum of the products `plus` less those of `minus`, with one reduction; lane by lane. Every operand is a factor.
    fn sum_of_products(
        &self,
        plus: &[[&Complex<Self>; 2]],
        minus: &[[&Complex<Self>; 2]],
    ) -> Complex<Self>;
}
