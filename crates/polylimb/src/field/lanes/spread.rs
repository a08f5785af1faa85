//! Eight lanes that hold the parts of one computation instead of eight copies of it.

use super::LANES;
use crate::field::Field;

/// `a₀ + a₁ u` with `u² = -1`, lane by lane.
pub(crate) type Complex<F> = [<F as Field>::El; 2];

/// A field of eight lanes whose numbers can change lanes, for formulas whose operands stand side by
/// side in one element.
///
/// **Factors.** Sums are not reduced, and products take only results of [`Spread::factor`] or
/// [`Field::settle`], with lanes moved by [`Spread::mix`] at will. So a number that is used in
/// several places is made a factor once.
pub trait Spread: Field {
    /// Lane `i` is lane `from[i]` of `a` for `from[i]` below 8, else lane `from[i] - 8` of `b`.
    /// `from` is a constant.
    fn mix(&self, a: &Self::El, b: &Self::El, from: [u8; LANES]) -> Self::El;

    /// Lane `i` times `times[i]`, constants that are powers of 2 or sums of two powers of 2.
    fn multiples(&self, a: &Self::El, times: [u8; LANES]) -> Self::El;

    /// The same number, as an operand of [`Spread::sum_of_products`].
    fn factor(&self, a: &Self::El) -> Self::El;

    /// The sum of the products `plus` minus the products `minus`, with one reduction; lane by lane.
    /// Every operand is a factor.
    fn sum_of_products(
        &self,
        plus: &[[&Complex<Self>; 2]],
        minus: &[[&Complex<Self>; 2]],
    ) -> Complex<Self>;

    /// The sum of the products, lane by lane, with one reduction. Every operand is a factor.
    fn sum_of_real_products(&self, products: &[[&Self::El; 2]]) -> Self::El;
}
