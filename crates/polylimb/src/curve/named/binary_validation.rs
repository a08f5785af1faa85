//! Validation of the parameters of a binary curve: `[SEC1]`, 3.1.2.2.1, without counting points.

use super::Parameters;
use super::validation::{must_vanish, vanishes_vartime, wrong};
use crate::curve::binary::{Uniform, contains};
use crate::curve::{AffinePoint, Curve};
use crate::error::{Error, Result};
use crate::field::Field;
use crate::field::binary::{AnyBinary, MOST_DEGREE, Sparse, words_for};
use crate::limb::{WORD_BITS, Word, bit_length_vartime};
use alloc::vec;

const WORDS: usize = words_for(MOST_DEGREE);
/// Terms of a polynomial below its degree.
const MOST_TERMS: usize = 15;

impl Parameters {
    pub(super) fn check_binary(&self) -> Result<()> {
        let length = bit_length_vartime(&self.p);
        if length > MOST_DEGREE + 1 {
            return Err(Error::TooLarge { what: "the curve's field", max_bits: MOST_DEGREE });
        }
        if length < 4 || length % 2 == 1 {
            return wrong("the polynomial's degree is not odd and above 2");
        }
        let m = self.bits();
        let lower = self.lower_exponents();
        if lower.len() > MOST_TERMS {
            return wrong("the polynomial has more than 16 terms");
        }
        let Ok(polynomial) = Sparse::new(m, &lower) else {
            return wrong("the polynomial is not irreducible");
        };
        let field = AnyBinary::<WORDS>::new(polynomial)?;
        let element = |v: &[Word]| {
            if bit_length_vartime(v) > m {
                return wrong("a coefficient or coordinate has not a degree below m");
            }
            Ok(filled(v))
        };
        let (a, b) = (element(&self.a)?, element(&self.b)?);
        let [x, y] = [element(&self.generator[0])?, element(&self.generator[1])?];
        if field.is_zero(&b).to_bool_vartime() {
            return wrong("the curve is singular: b = 0");
        }
        let curve = Curve::new(field, a, b, self.shape());
        if !contains(&curve, &x, &y).to_bool_vartime() {
            return wrong("the generator does not lie on the curve");
        }
        let mut size = vec![0; m / WORD_BITS + 1];
        size[m / WORD_BITS] = 1 << (m % WORD_BITS);
        self.check_order(&size)?;
        let group = Uniform::new(curve);
        must_vanish(vanishes_vartime(&group, &self.n, &AffinePoint::new(x, y)))
    }
}

fn filled(words: &[Word]) -> [Word; WORDS] {
    core::array::from_fn(|i| words.get(i).copied().unwrap_or(0))
}
