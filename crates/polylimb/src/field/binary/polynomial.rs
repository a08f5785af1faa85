//! The reduction polynomials, as types.

use super::Maps;
use crate::limb::WORD_BITS;

/// Number of words of an element of degree below `degree`.
#[must_use]
pub const fn words_for(degree: usize) -> usize {
    degree.div_ceil(WORD_BITS)
}

/// An irreducible polynomial `x^DEGREE + Σ x^e`, `e` in `LOWER`.
///
/// Reduction folds whole words, so `DEGREE - e` must be at least a word for every `e`; the field
/// checks it at compile time.
pub trait Polynomial {
    /// m.
    const DEGREE: usize;
    /// The exponents below m, descending, 0 last.
    const LOWER: &'static [usize];

    /// The field's tables of powers; `None` computes powers by squarings.
    #[must_use]
    fn maps() -> Option<&'static Maps> {
        None
    }
}

macro_rules! polynomials {
    ($($(#[$doc:meta])* $name:ident = $degree:literal, $lower:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;
        impl Polynomial for $name {
            const DEGREE: usize = $degree;
            const LOWER: &'static [usize] = &$lower;

            fn maps() -> Option<&'static Maps> {
                static MAPS: Maps = Maps::new();
                Some(&MAPS)
            }
        }
    )*};
}

// `[FIPS186-4]`, appendix D.1.3.
polynomials! {
    /// x^163 + x^7 + x^6 + x^3 + 1.
    F163 = 163, [7, 6, 3, 0];
    /// x^233 + x^74 + 1.
    F233 = 233, [74, 0];
    /// x^283 + x^12 + x^7 + x^5 + 1.
    F283 = 283, [12, 7, 5, 0];
    /// x^409 + x^87 + 1.
    F409 = 409, [87, 0];
    /// x^571 + x^10 + x^5 + x^2 + 1.
    F571 = 571, [10, 5, 2, 0];
}
