//! Binary curves on which the methods of [`BINARY_METHODS`](super::BINARY_METHODS) run: over the
//! polynomial's own field, or over the field of any polynomial, which can count operations.

use super::binary_methods::Algorithm;
use super::halve_and_add::halve_and_add_vartime;
use super::registry::written;
use super::tau_naf::{TauDigits, tau_naf_vartime};
use super::tau_split::tau_split_vartime;
use super::{BinaryMethod, BinaryWork};
use crate::coordinates::binary::Halving;
use crate::coordinates::{AnyPolynomial, any_polynomial};
use crate::counted::SharedCounts;
use polylimb::authors::curve::{
    AffinePoint, Coordinates, Curve, Group, LopezDahab, Parameters, Uniform, Vartime,
};
use polylimb::authors::entry::Domain;
use polylimb::authors::field::binary::Quadratic;
use polylimb::authors::field::{Encoding, SquareRoot, VartimeField};
use polylimb::authors::limb::{Kernel, WORD_BITS, Word, bit_length_vartime};
use polylimb::authors::multiply::{PlainPoint, in_subgroup, lopez_dahab_ladder, regular_tau};
use polylimb::authors::recoding::{Koblitz, Representatives};
use polylimb::cpu::Features;
use polylimb::{Alone, Error, Result};
use std::borrow::Cow;
use std::sync::Arc;

/// Fewest bits of an order for which [`regular_tau`] never meets an exceptional case.
const REGULAR_BITS: usize = 64;
/// The least width of the digits of [`regular_tau`].
const REGULAR_WIDTH: usize = 4;
/// The digit width whose representatives are computed once per curve.
const USUAL_WIDTH: usize = 5;

/// A binary curve with a field, its groups and, on a Koblitz curve, its ring.
pub struct BinaryCurve {
    parameters: Parameters,
    over: Box<dyn Multiply>,
}

/// The multiplications over any field.
trait Multiply: Send + Sync {
    /// `k base` with digits of that width.
    fn multiply(
        &self,
        parameters: &Parameters,
        algorithm: Algorithm,
        work: &BinaryWork<'_>,
        width: usize,
    ) -> Result<Option<PlainPoint>>;
}

impl BinaryCurve {
    /// The curve on a CPU with these features: over the polynomial's own field if the CPU has a
    /// carry-less multiplication, else over the field of any polynomial.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve over a prime field; [`Error::TooLarge`] above degree 571.
    pub fn new(parameters: &Parameters, features: Features) -> Result<Self> {
        must_be_binary(parameters)?;
        let parameters = parameters.clone();
        let over = match over_own_field(&parameters, features) {
            Some(over) => over?,
            None => over_any_polynomial(&parameters, features, None)?,
        };
        Ok(Self { parameters, over })
    }

    /// The curve with the operations of its field counted in `counts`; slower, with the same
    /// results. Its construction is counted, too.
    ///
    /// ```
    /// use polylimb::Alone;
    /// use polylimb::authors::curve::Parameters;
    /// use polylimb::authors::limb::Bits;
    /// use polylimb::authors::multiply::engine;
    /// use polylimb::cpu::Features;
    /// use polylimb_catalogue::counted::SharedCounts;
    /// use polylimb_catalogue::multiply::{BinaryCurve, BinaryWork, find_binary};
    /// use std::sync::Arc;
    ///
    /// let parameters = Parameters::named("K-163")?;
    /// let point = engine(&parameters, Features::detect())?.multiply_generator(Bits::new(&[7]));
    /// let base = &point.expect("not neutral");
    /// let counts = Arc::new(SharedCounts::default());
    /// let curve = BinaryCurve::counting(&parameters, Arc::clone(&counts))?;
    /// let _ = counts.take();
    /// let (k, split) = (Bits::new(&[5]), &Alone);
    /// let work = BinaryWork { k, base, recoding: None, width: None, split };
    /// curve.multiply(find_binary("lopez-dahab-ladder")?, &work)?;
    /// assert_eq!(counts.take().inv, 1);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`BinaryCurve::new`].
    pub fn counting(parameters: &Parameters, counts: Arc<SharedCounts>) -> Result<Self> {
        must_be_binary(parameters)?;
        let parameters = parameters.clone();
        let over = over_any_polynomial(&parameters, Features::detect(), Some(counts))?;
        Ok(Self { parameters, over })
    }

    /// The curve.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The product; `None` for the neutral element.
    ///
    /// ```
    /// use polylimb::Alone;
    /// use polylimb::authors::curve::Parameters;
    /// use polylimb::authors::limb::Bits;
    /// use polylimb::authors::multiply::engine;
    /// use polylimb::cpu::Features;
    /// use polylimb_catalogue::multiply::{BinaryCurve, BinaryWork, find_binary};
    /// let (parameters, features) = (Parameters::named("K-233")?, Features::detect());
    /// let engine = engine(&parameters, features)?;
    /// let curve = BinaryCurve::new(&parameters, features)?;
    /// let base = &engine.multiply_generator(Bits::new(&[7])).expect("not neutral");
    /// let (k, split) = (Bits::new(&[5]), &Alone);
    /// let work = BinaryWork { k, base, recoding: None, width: None, split };
    /// let product = curve.multiply(find_binary("tau-naf")?, &work)?;
    /// assert_eq!(product, engine.multiply_generator(Bits::new(&[35])));
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve other than a Koblitz curve where the method needs one, for a
    /// cofactor other than 2 and 4 where points are halved, and for a base outside the generator's
    /// subgroup; [`Error::Parameter`] for a recoding or width that the method does not take.
    pub fn multiply(
        &self,
        method: &BinaryMethod,
        work: &BinaryWork<'_>,
    ) -> Result<Option<PlainPoint>> {
        if method.domain == Domain::KoblitzCurves && !self.parameters.is_koblitz() {
            return Err(NOT_KOBLITZ);
        }
        let (_, width) = written(method.make.recodings, work.recoding, work.width)?;
        let split = if method.threads.max() > 1 { work.split } else { &Alone };
        let work = BinaryWork { split, ..*work };
        self.over.multiply(&self.parameters, method.make.algorithm, &work, width)
    }
}

const NOT_KOBLITZ: Error = Error::Curve { wrong: "this multiplication is for Koblitz curves" };

fn must_be_binary(parameters: &Parameters) -> Result<()> {
    if parameters.is_binary() {
        return Ok(());
    }
    Err(Error::Curve { wrong: "this multiplication is for binary curves" })
}

fn over_any_polynomial(
    parameters: &Parameters,
    features: Features,
    counts: Option<Arc<SharedCounts>>,
) -> Result<Box<dyn Multiply>> {
    let field: AnyPolynomial = any_polynomial(parameters, features, counts)?;
    Ok(Box::new(Over::new(Kernel::best(features), &field, parameters)?))
}

/// The curve over the polynomial's own field, if there is one and the CPU has a carry-less
/// multiplication.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
fn over_own_field(
    parameters: &Parameters,
    features: Features,
) -> Option<Result<Box<dyn Multiply>>> {
    use polylimb::authors::field::binary::{
        Binary, Clmul, F163, F233, F283, F409, F571, Polynomial, words_for,
    };
    let (kernel, lower) = (Clmul::available(features)?, parameters.lower_exponents());
    macro_rules! own {
        ($($polynomial:ident),+) => {
            $(
                if parameters.bits() == $polynomial::DEGREE && lower == $polynomial::LOWER {
                    const WORDS: usize = words_for($polynomial::DEGREE);
                    let field = Binary::<WORDS, $polynomial, _>::with(kernel);
                    let over = Over::new(Kernel::best(features), &field, parameters);
                    return Some(over.map(|over| Box::new(over) as Box<dyn Multiply>));
                }
            )+
        };
    }
    own!(F163, F233, F283, F409, F571);
    None
}

/// `None`: words of this size have no carry-less multiplication.
#[cfg(not(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32")))))]
fn over_own_field(_: &Parameters, _: Features) -> Option<Result<Box<dyn Multiply>>> {
    None
}

/// The curve over one field.
struct Over<F: VartimeField> {
    kernel: Kernel,
    uniform: Uniform<F>,
    vartime: Vartime<F, LopezDahab>,
    root_of_b: F::El,
    /// On a Koblitz curve, its ring and the digits of the usual width.
    koblitz: Option<(Koblitz, Representatives)>,
}

impl<const N: usize, F> Over<F>
where
    F: VartimeField<El = [Word; N]> + Encoding + SquareRoot + Quadratic + Clone,
{
    fn new(kernel: Kernel, field: &F, parameters: &Parameters) -> Result<Self> {
        let element = |words: &[Word]| {
            let byte = |i: usize| (words[i / (WORD_BITS / 8)] >> (8 * (i % (WORD_BITS / 8)))) as u8;
            field.decode(&(0..field.encoded_bytes()).map(byte).collect::<Vec<_>>())
        };
        let [a, b] = parameters.coefficients();
        let (a, b) = (element(a)?, element(b)?);
        let curve = || Curve::new(field.clone(), a, b, parameters.shape());
        let koblitz = if parameters.is_koblitz() {
            let a_is_one = field.equal_vartime(&a, &field.one());
            let ring = Koblitz::new(parameters.bits(), a_is_one, parameters.order())?;
            let usual = Representatives::new(ring.mu_is_minus(), USUAL_WIDTH);
            Some((ring, usual))
        } else {
            None
        };
        let (uniform, vartime) = (Uniform::new(curve()), Vartime::new(curve()));
        Ok(Self { kernel, uniform, vartime, root_of_b: field.sqrt(&b).0, koblitz })
    }

    fn field(&self) -> &F {
        &self.uniform.curve().field
    }

    /// The ring, and the elements that digits of that width stand for.
    fn ring(&self, w: usize) -> Result<(&Koblitz, Cow<'_, Representatives>)> {
        let (ring, usual) = self.koblitz.as_ref().ok_or(NOT_KOBLITZ)?;
        let digits = if usual.width() == w {
            Cow::Borrowed(usual)
        } else {
            Cow::Owned(Representatives::new(ring.mu_is_minus(), w))
        };
        Ok((ring, digits))
    }

    /// The point, on the curve and in the subgroup.
    fn entry(&self, parameters: &Parameters, p: &PlainPoint) -> Result<AffinePoint<F>> {
        let (x, y) = (self.field().decode_be(p.x())?, self.field().decode_be(p.y())?);
        // Whether an input is valid is public.
        if !LopezDahab::contains(self.uniform.curve(), &x, &y).to_bool_vartime() {
            return Err(Error::Curve { wrong: "the point does not lie on the curve" });
        }
        let (cofactor, order) = (parameters.cofactor(), parameters.order());
        if !in_subgroup(&self.vartime, cofactor, order, [&x, &y]).to_bool_vartime() {
            return Err(Error::Curve { wrong: "the point is not in the generator's subgroup" });
        }
        Ok(AffinePoint::new(x, y))
    }

    fn plain(&self, entry: &AffinePoint<F>) -> Option<PlainPoint> {
        let bytes = |v: &F::El| -> Vec<u8> {
            let mut bytes = vec![0; self.field().encoded_bytes()];
            // Never fails: the length is right.
            let _ = self.field().encode_be(&mut bytes, v);
            bytes
        };
        let neutral = entry.neutral.to_bool_vartime();
        (!neutral).then(|| PlainPoint::new(bytes(&entry.x), bytes(&entry.y)))
    }
}

impl<const N: usize, F> Multiply for Over<F>
where
    F: VartimeField<El = [Word; N]> + Encoding + SquareRoot + Quadratic + Clone + Send + Sync,
{
    fn multiply(
        &self,
        parameters: &Parameters,
        algorithm: Algorithm,
        work: &BinaryWork<'_>,
        width: usize,
    ) -> Result<Option<PlainPoint>> {
        let (k, p) = (work.k, self.entry(parameters, work.base)?);
        let group = &self.vartime;
        let point = match algorithm {
            Algorithm::Ladder => {
                let product = lopez_dahab_ladder(self.field(), &self.root_of_b, k, [&p.x, &p.y]);
                return Ok(self.plain(&product));
            }
            Algorithm::RegularTau => {
                let (ring, digits) = self.ring(width)?;
                if bit_length_vartime(parameters.order()) < REGULAR_BITS {
                    return Err(Error::Curve { wrong: "regular digits need an order above 2^64" });
                }
                if width < REGULAR_WIDTH {
                    return Err(Error::Parameter { expected: "width: 4 to 7 bits" });
                }
                regular_tau(self.kernel, &self.uniform, ring, &digits, k, [&p.x, &p.y])
            }
            Algorithm::TauNaf => {
                let (ring, representatives) = self.ring(width.max(2))?;
                let digits = TauDigits::new_vartime(group, ring, &representatives, k, &p);
                if work.split.threads() > 1 {
                    tau_split_vartime(group, ring.degree(), &digits, work.split)
                } else {
                    tau_naf_vartime(group, &digits.digits, &digits.table)
                }
            }
            Algorithm::Halve => {
                let halving = Halving::new(group.curve().clone(), parameters.cofactor())?;
                let order = parameters.order();
                halve_and_add_vartime(group, &halving, order, k, &p, width, work.split)
            }
        };
        let mut entry = [AffinePoint::neutral(self.field())];
        group.normalise(&[point], &mut entry);
        Ok(self.plain(&entry[0]))
    }
}
