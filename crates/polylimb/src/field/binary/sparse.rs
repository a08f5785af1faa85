//! Reduction polynomials known at run time.

use super::words::{self, Plain};
use super::{F571, Polynomial, square, words_for};
use crate::error::{Error, Result};
use crate::limb::{WORD_BITS, Word};

/// The largest degree of a [`Sparse`] polynomial.
pub const MOST_DEGREE: usize = F571::DEGREE;
/// Words of an element of the largest field.
pub(super) const MOST_WORDS: usize = words_for(MOST_DEGREE);
/// Maximum number of terms below the highest.
const MOST_TERMS: usize = 15;

/// An irreducible polynomial `x^m + Σ x^e` over `F_2`, known at run time: m from 2 to
/// [`MOST_DEGREE`], at most 15 terms below x^m.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sparse {
    degree: usize,
    lower: [usize; MOST_TERMS],
    terms: usize,
}

impl Sparse {
    /// `x^degree + Σ x^e`, `e` in `lower`.
    ///
    /// ```
    /// use polylimb::field::binary::Sparse;
    /// assert!(Sparse::new(7, &[1, 0]).is_ok());
    /// // x + 1 divides the first, x² + x + 1 the second.
    /// assert!(Sparse::new(7, &[4, 1, 0]).is_err() && Sparse::new(7, &[2, 0]).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] above [`MOST_DEGREE`]; [`Error::Parameter`] if the exponents do not
    /// descend from below `degree` to 0, if there are more than 15, or if the polynomial is not
    /// irreducible.
    pub fn new(degree: usize, lower: &[usize]) -> Result<Self> {
        if degree > MOST_DEGREE {
            return Err(Error::TooLarge {
                what: "degree of the binary field",
                max_bits: MOST_DEGREE,
            });
        }
        let descending = lower.windows(2).all(|w| w[0] > w[1]);
        let ends = lower.first().is_some_and(|&e| e < degree) && lower.last() == Some(&0);
        if degree < 2 || !descending || !ends || lower.len() > MOST_TERMS {
            return Err(Error::Parameter {
                expected: "exponents: descending from below the degree to 0, at most 15",
            });
        }
        let polynomial = Self::unchecked(degree, lower);
        if !polynomial.is_irreducible_vartime() {
            return Err(Error::Parameter { expected: "polynomial: irreducible" });
        }
        Ok(polynomial)
    }

    /// The polynomial `P`.
    #[must_use]
    pub fn of<P: Polynomial>() -> Self {
        const { assert!(P::DEGREE <= MOST_DEGREE && P::LOWER.len() <= MOST_TERMS) }
        Self::unchecked(P::DEGREE, P::LOWER)
    }

    fn unchecked(degree: usize, lower: &[usize]) -> Self {
        let mut exponents = [0; MOST_TERMS];
        exponents[..lower.len()].copy_from_slice(lower);
        Self { degree, lower: exponents, terms: lower.len() }
    }

    /// m.
    #[must_use]
    pub const fn degree(&self) -> usize {
        self.degree
    }

    /// Words of an element.
    #[must_use]
    pub const fn words(&self) -> usize {
        words_for(self.degree)
    }

    /// The exponents below m, descending.
    #[must_use]
    pub fn lower(&self) -> &[usize] {
        &self.lower[..self.terms]
    }

    /// All coefficients: `m / WORD_BITS + 1` words.
    pub(super) fn write(&self, words: &mut [Word]) {
        words.fill(0);
        for &e in self.lower().iter().chain([&self.degree]) {
            words[e / WORD_BITS] |= 1 << (e % WORD_BITS);
        }
    }

    /// Rabin's test (`[Rabin1980]`): x^(2^m) = x, and x^(2^(m/p)) - x has no factor in common with
    /// the polynomial for each prime p that divides m.
    fn is_irreducible_vartime(&self) -> bool {
        let n = self.words();
        let mut power = [0; MOST_WORDS];
        let x = |power: &mut [Word; MOST_WORDS]| power[1 / WORD_BITS] ^= 1 << (1 % WORD_BITS);
        x(&mut power);
        for i in 1..=self.degree {
            let mut wide = [0; 2 * MOST_WORDS];
            square::square_words(&mut wide[..2 * n], &power[..n]);
            words::reduce(&mut Plain, &mut wide[..2 * n], self);
            power[..n].copy_from_slice(&wide[..n]);
            let p = self.degree / i;
            let proper = i < self.degree && self.degree.is_multiple_of(i);
            if proper && (2..p).all(|d| !p.is_multiple_of(d)) {
                let mut difference = power;
                x(&mut difference);
                let mut inverse = [0; MOST_WORDS];
                if !words::invert_vartime(&mut Plain, &mut inverse[..n], &difference[..n], self) {
                    return false;
                }
            }
        }
        x(&mut power);
        power[..n].iter().all(|&w| w == 0)
    }
}
