//! The field of any polynomial, which can count its operations. Binary curves over it are compiled
//! once.

use crate::counted::{Counted, SharedCounts};
use polylimb::Result;
use polylimb::authors::curve::Parameters;
use polylimb::authors::field::binary::{AnyBinary, Best, MOST_DEGREE, Sparse, words_for};
use polylimb::cpu::Features;
use std::sync::Arc;

/// Words of an element, as long as the largest field's.
pub(crate) const WORDS: usize = words_for(MOST_DEGREE);

/// The field of any polynomial.
pub(crate) type AnyPolynomial = Counted<AnyBinary<WORDS, Best>, Option<Arc<SharedCounts>>>;

/// The field of that curve; `counts` receives its operations.
pub(crate) fn any_polynomial(
    parameters: &Parameters,
    features: Features,
    counts: Option<Arc<SharedCounts>>,
) -> Result<AnyPolynomial> {
    let polynomial = Sparse::new(parameters.bits(), &parameters.lower_exponents())?;
    Ok(Counted::with(AnyBinary::with(Best::of(features), polynomial)?, counts))
}
