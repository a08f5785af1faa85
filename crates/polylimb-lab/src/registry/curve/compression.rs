//! Compressed points of binary curves: `[SEC1]`, 2.3.3 and 2.3.4.

use polylimb::authors::curve::Parameters;
use polylimb::authors::field::binary::{AnyBinary, Quadratic, Sparse, words_for};
use polylimb::authors::field::{Encoding, Field, SquareRoot};
use polylimb::authors::limb::Natural;

/// Words of an element of the longest field.
const WORDS: usize = words_for(571);

/// The field of a binary curve, and its coefficients.
pub struct Compression {
    field: AnyBinary<WORDS>,
    coefficients: [<AnyBinary<WORDS> as Field>::El; 2],
}

impl Compression {
    /// For the curve with these parameters.
    ///
    /// # Errors
    /// For a curve over a prime field.
    pub fn new(parameters: &Parameters) -> polylimb::Result<Self> {
        let polynomial = Sparse::new(parameters.bits(), &parameters.lower_exponents())?;
        let field = AnyBinary::new(polynomial)?;
        let [a, b] = parameters.coefficients().map(|v| element(&field, &Natural::from_words(v)));
        Ok(Self { coefficients: [a?, b?], field })
    }

    /// The ordinate of the point with that abscissa for which the lowest coefficient of `y/x` is
    /// `odd`; `None` if there is no such point.
    ///
    /// # Errors
    /// If `x` is not an element of the field.
    pub fn ordinate(&self, x: &Natural, odd: bool) -> polylimb::Result<Option<Natural>> {
        let (f, [a, b]) = (&self.field, &self.coefficients);
        let x = element(f, x)?;
        if f.is_zero(&x).to_bool_vartime() {
            // The only point of order 2.
            return if odd { Ok(None) } else { self.number(&f.sqrt(b).0).map(Some) };
        }
        // (y/x)² + y/x = x + a + b/x².
        let quotient = f.mul(b, &f.inv0(&f.sqr(&x)));
        let (root, exists) = f.solve_quadratic(&f.add(&f.add(&x, a), &quotient));
        if !exists.to_bool_vartime() {
            return Ok(None);
        }
        let is_odd = root[0] & 1 == 1;
        let root = if is_odd == odd { root } else { f.add(&root, &f.one()) };
        self.number(&f.mul(&root, &x)).map(Some)
    }

    /// The lowest coefficient of `y/x`; 0 if `x` is 0.
    ///
    /// # Errors
    /// If a coordinate is not an element of the field.
    pub fn is_odd(&self, [x, y]: &[Natural; 2]) -> polylimb::Result<bool> {
        let f = &self.field;
        let quotient = f.mul(&element(f, y)?, &f.inv0(&element(f, x)?));
        Ok(quotient[0] & 1 == 1)
    }

    fn number(&self, a: &<AnyBinary<WORDS> as Field>::El) -> polylimb::Result<Natural> {
        let mut bytes = vec![0; self.field.encoded_bytes()];
        self.field.encode_be(&mut bytes, a)?;
        Ok(Natural::from_be_bytes(&bytes))
    }
}

fn element(
    field: &AnyBinary<WORDS>,
    n: &Natural,
) -> polylimb::Result<<AnyBinary<WORDS> as Field>::El> {
    field.decode_be(&n.to_be_bytes_padded(field.encoded_bytes())?)
}
