//! Curves with their methods chosen: the base of the protocols and commands.
//!
//! An [`Engine`] hides field, coordinates, methods and kernels behind one pointer, so that the
//! curve can be chosen at run time and a protocol is compiled once. Points enter and leave as
//! [`PlainPoint`]s; each point that enters is checked. [`engine`] gives the named primes their own
//! fields and kernels, and every other curve the best modular multiplication for its prime.
//!
//! **Secrets.** The scalars of [`Engine::multiply`] and [`Engine::multiply_generator`] may be
//! secret, and the points of [`Engine::multiply`] and [`Engine::add`]. Whether the result is the
//! neutral element shows.

#[cfg(feature = "rustcrypto")]
mod homogeneous;
mod over_binary;
mod over_field;

use super::engine::over_binary::OverBinary;
use super::engine::over_field::OverField;
use super::glv;
pub use super::plain_point::PlainPoint;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use super::quads::over;
use crate::cpu::Features;
use crate::curve::named::Parameters;
use crate::curve::{AffinePoint, Group};
use crate::error::{Error, Result};
use crate::field::binary::{AnyBinary, Best, MOST_DEGREE, Sparse, words_for};
use crate::field::prime::{KernelSet, P224, P256, P384, P521, Prime, Secp256k1};
use crate::field::{Encoding, VartimeField};
use crate::limb::{Bits, Kernel, WORD_BITS, WORD_BYTES, Word};
use crate::modmul::{Modulus, Options};
use crate::multiply::eights::{Eights, one_by_one};
#[cfg(feature = "std")]
use crate::multiply::lanes::eights;
use crate::team::Split;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
#[cfg(feature = "rustcrypto")]
pub(crate) use homogeneous::{Homogeneous, has_endomorphism, homogeneous};

/// A curve with its generator, and its multiplications.
pub trait Engine: Send + Sync {
    /// The curve.
    fn parameters(&self) -> &Parameters;

    /// Bytes of a coordinate.
    fn coordinate_bytes(&self) -> usize;

    /// Whether `p` is a point of the group that the generator generates, other than the neutral
    /// element.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotReduced`], [`Error::Curve`]; the same in every function that
    /// takes a point.
    fn check(&self, p: &PlainPoint) -> Result<()>;

    /// `k p`; `None` for the neutral element. Constant time.
    ///
    /// # Errors
    /// As [`Engine::check`].
    fn multiply(&self, k: Bits<'_>, p: &PlainPoint) -> Result<Option<PlainPoint>>;

    /// `k` times the generator; `None` for the neutral element. Constant time.
    fn multiply_generator(&self, k: Bits<'_>) -> Option<PlainPoint>;

    /// `a` times the generator plus `b q`; `None` for the neutral element. For verification.
    ///
    /// # Errors
    /// As [`Engine::check`].
    fn multiply_add_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &PlainPoint,
    ) -> Result<Option<PlainPoint>>;

    /// Whether `a` times the generator plus `b q` has one of these abscissas, most significant byte
    /// first. Verification needs no more, and an engine can answer without a division.
    ///
    /// # Errors
    /// As [`Engine::check`].
    fn sum_has_abscissa_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &PlainPoint,
        abscissas: &[Vec<u8>],
    ) -> Result<bool> {
        let sum = self.multiply_add_vartime(a, b, q)?;
        Ok(sum.is_some_and(|sum| abscissas.iter().any(|x| x == sum.x())))
    }

    /// `p + q`; `None` for the neutral element. Constant time.
    ///
    /// # Errors
    /// As [`Engine::check`].
    fn add(&self, p: &PlainPoint, q: &PlainPoint) -> Result<Option<PlainPoint>>;

    /// [`Engine::multiply`] for each job, in order, with parts of the batch over `split`. Constant
    /// time, except that it shows which points are invalid and which results are neutral.
    fn multiply_batch(
        &self,
        jobs: &[(Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Vec<Result<Option<PlainPoint>>> {
        one_by_one(split, jobs, &|&(k, p)| self.multiply(k, p))
    }

    /// [`Engine::multiply_generator`] for each scalar, as [`Engine::multiply_batch`].
    fn multiply_generator_batch(
        &self,
        scalars: &[Bits<'_>],
        split: &dyn Split,
    ) -> Vec<Option<PlainPoint>> {
        one_by_one(split, scalars, &|&k| self.multiply_generator(k))
    }

    /// [`Engine::multiply_add_vartime`] for each job, as [`Engine::multiply_batch`].
    fn multiply_add_batch_vartime(
        &self,
        jobs: &[(Bits<'_>, Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Vec<Result<Option<PlainPoint>>> {
        one_by_one(split, jobs, &|&(a, b, q)| self.multiply_add_vartime(a, b, q))
    }

    /// The sum of multiples `k p`; `None` for the neutral element. Over prime fields by buckets
    /// (`[Pippenger1976]`): on P-256, secp256k1 and P-384 with AVX-512 IFMA eight sums at a time,
    /// on the threads of `split`. On binary curves one multiple after another.
    ///
    /// # Errors
    /// As [`Engine::check`].
    fn sum_of_multiples_vartime(
        &self,
        terms: &[(Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Result<Option<PlainPoint>> {
        let mut sum = None;
        for product in self.multiply_batch(terms, split) {
            sum = match (sum, product?) {
                (Some(sum), Some(product)) => self.add(&sum, &product)?,
                (sum, product) => sum.or(product),
            };
        }
        Ok(sum)
    }

    /// The point with abscissa `x`, most significant byte first, for which
    /// [`Engine::compression_bit`] is `odd`: over a prime field, the point whose ordinate is odd,
    /// or even if `odd` is false.
    ///
    /// # Errors
    /// As [`Engine::check`].
    fn decompress(&self, x: &[u8], odd: bool) -> Result<PlainPoint>;

    /// [`Engine::decompress`] for each public abscissa and bit, eight at a time where the CPU has
    /// lanes; `None` for its errors.
    fn decompress_batch_vartime(&self, points: &[(&[u8], bool)]) -> Vec<Option<PlainPoint>> {
        points.iter().map(|(x, odd)| self.decompress(x, *odd).ok()).collect()
    }

    /// The bit that [`Engine::decompress`] needs to find `p` again: whether the ordinate is odd; on
    /// a binary curve, the lowest bit of `y/x`.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotReduced`].
    fn compression_bit(&self, p: &PlainPoint) -> Result<bool>;
}

/// The engine for a curve on a machine with these features. With AVX-512 IFMA, batches on P-256,
/// secp256k1, P-384 and P-521 run over eight lanes.
///
/// ```
/// use polylimb::cpu::Features;
/// use polylimb::authors::curve::Parameters;
/// use polylimb::authors::limb::Bits;
/// use polylimb::authors::multiply::engine;
///
/// let p256 = engine(&Parameters::named("P-256")?, Features::detect())?;
/// let (a, b) = ([1234], [5678]);
/// let public = [p256.multiply_generator(Bits::new(&a)), p256.multiply_generator(Bits::new(&b))];
/// let [Some(of_a), Some(of_b)] = public else { panic!("not multiples of the order") };
/// assert_eq!(p256.multiply(Bits::new(&a), &of_b)?, p256.multiply(Bits::new(&b), &of_a)?);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::TooLarge`] for a prime of more than 6144 bits.
pub fn engine(parameters: &Parameters, features: Features) -> Result<Arc<dyn Engine>> {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return with_eights(parameters, features, eights::<crate::field::lanes::Ifma>);
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    with_eights(parameters, features, |_, _| None)
}

/// For `twins`: the same engine with batches over eight lanes in plain Rust.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn portable_lanes(
    parameters: &Parameters,
    features: Features,
) -> Result<Arc<dyn Engine>> {
    with_eights(parameters, features, eights::<crate::field::lanes::Portable>)
}

/// Makes a curve over eight lanes, if there is one for a CPU with these features.
type MakeEights = fn(&Parameters, Features) -> Option<Box<dyn Eights>>;

/// The engine, with eight lanes over a prime field that has them.
fn with_eights(
    parameters: &Parameters,
    features: Features,
    eights: MakeEights,
) -> Result<Arc<dyn Engine>> {
    if parameters.is_binary() {
        #[cfg(feature = "binary-curves")]
        return over_binary_field(parameters, features);
        #[cfg(not(feature = "binary-curves"))]
        return Err(Error::NotInThisBuild {
            what: "curves over binary fields",
            feature: "binary-curves",
        });
    }
    match over_fixed_field(parameters, features, eights) {
        Some(engine) => engine,
        None => over_any_multiplication(parameters, features, eights),
    }
}

/// The one kernel set that engines are compiled for.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
type Fastest = crate::field::prime::fixed::Mulx;
#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
type Fastest = crate::field::prime::fixed::Umulh;
#[cfg(not(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(any(polylimb_word = "8", polylimb_word = "32"))
)))]
type Fastest = crate::field::prime::Portable;

/// The engine over the prime's own field, for curves with cofactor 1. Each such engine is a copy of
/// all methods, so there is one per prime: x86-64 without MULX gets the engine over any
/// multiplication.
fn over_fixed_field(
    parameters: &Parameters,
    features: Features,
    eights: MakeEights,
) -> Option<Result<Arc<dyn Engine>>> {
    let kernel = Fastest::available(features)?;
    let tables = Kernel::best(features);
    if parameters.cofactor() != [1] {
        return None;
    }
    macro_rules! fixed {
        ($glv:literal; $($feature:literal: $field:ident),+) => {
            $(
                #[cfg(feature = $feature)]
                {
                    let field = $field::new(kernel);
                    if field.modulus() == parameters.prime() {
                        let engine = OverField::<_, true, $glv>::new(tables, &field, parameters);
                        return Some(made(engine.map(|engine| {
                            engine.with_eights(eights(parameters, features))
                        })));
                    }
                }
            )+
        };
    }
    #[cfg(feature = "k256")]
    if *parameters == Parameters::named(glv::CURVE).ok()? {
        fixed!(true; "k256": Secp256k1);
    }
    fixed!(false; "p256": P256, "p384": P384, "p521": P521, "curves": P224);
    let _ = (tables, kernel, parameters, eights);
    None
}

/// Words of an element of any binary field.
const BINARY_WORDS: usize = words_for(MOST_DEGREE);

/// The engine over the polynomial's own field if the CPU has a carry-less multiplication; otherwise
/// over the field for any polynomial.
fn over_binary_field(parameters: &Parameters, features: Features) -> Result<Arc<dyn Engine>> {
    #[cfg(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        not(any(polylimb_word = "8", polylimb_word = "32"))
    ))]
    if let Some(engine) = over_own_field(parameters, features) {
        return engine;
    }
    over_any_polynomial(parameters, features)
}

/// The engine over the field for any polynomial; one copy of all methods for every curve.
fn over_any_polynomial(parameters: &Parameters, features: Features) -> Result<Arc<dyn Engine>> {
    let polynomial = Sparse::new(parameters.bits(), &parameters.lower_exponents())?;
    let field = AnyBinary::<BINARY_WORDS, _>::with(Best::of(features), polynomial)?;
    made(OverBinary::new(Kernel::best(features), &field, parameters, |_| None))
}

/// The engine over the field of the curve's polynomial, if it is in the list, with lanes of these
/// vectors.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
macro_rules! over_polynomials {
    ($vector:ty: $($polynomial:ident),+; $parameters:expr, $features:expr) => {
        use crate::field::binary::{Binary, Clmul, Polynomial, $($polynomial),+};
        let (parameters, features) = ($parameters, $features);
        let (kernel, lower) = (Clmul::available(features)?, parameters.lower_exponents());
        $(
            if parameters.bits() == $polynomial::DEGREE && lower == $polynomial::LOWER {
                const WORDS: usize = words_for($polynomial::DEGREE);
                const VECTORS: usize = WORDS.div_ceil(2);
                let field = Binary::<WORDS, $polynomial, _>::with(kernel);
                let lanes = |curve: &_| over::<$vector, _, WORDS, VECTORS, _>(features, curve);
                let kernel = Kernel::best(features);
                return Some(made(OverBinary::new(kernel, &field, parameters, lanes)));
            }
        )+
        return None;
    };
}

/// The engine over the polynomial's own field, if there is one; single multiplications over four
/// lanes where the CPU has them.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
fn over_own_field(parameters: &Parameters, features: Features) -> Option<Result<Arc<dyn Engine>>> {
    use crate::field::lanes::Ifma;
    over_polynomials!(Ifma: F163, F233, F283, F409, F571; parameters, features);
}

/// The engine over the polynomial's own field, if there is one.
#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
fn over_own_field(parameters: &Parameters, features: Features) -> Option<Result<Arc<dyn Engine>>> {
    use crate::field::binary::{Binary, F163, F233, F283, F409, F571, Pmull, Polynomial};
    let (kernel, lower) = (Pmull::available(features)?, parameters.lower_exponents());
    macro_rules! over {
        ($($polynomial:ident),+) => {
            $(
                if parameters.bits() == $polynomial::DEGREE && lower == $polynomial::LOWER {
                    const WORDS: usize = words_for($polynomial::DEGREE);
                    let field = Binary::<WORDS, $polynomial, _>::with(kernel);
                    let kernel = Kernel::best(features);
                    return Some(made(OverBinary::new(kernel, &field, parameters, |_| None)));
                }
            )+
        };
    }
    over!(F163, F233, F283, F409, F571);
    None
}

/// For `twins`: the same engine with its four lanes in plain Rust.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[inline]
pub(crate) fn portable_quads(
    parameters: &Parameters,
    features: Features,
) -> Option<Result<Arc<dyn Engine>>> {
    use crate::field::lanes::Portable;
    over_polynomials!(Portable: F163, F283; parameters, features);
}

/// None: without carry-less multiplication no engine has four lanes.
#[cfg(not(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32")))))]
pub(crate) fn portable_quads(_: &Parameters, _: Features) -> Option<Result<Arc<dyn Engine>>> {
    None
}

/// The engine over the modular multiplication that is best for the prime, in one of two sizes of
/// storage: lengths between them are rare, and a shorter storage would save few percent.
fn over_any_multiplication(
    parameters: &Parameters,
    features: Features,
    eights: MakeEights,
) -> Result<Arc<dyn Engine>> {
    let tables = Kernel::best(features);
    let options = Options { features, ..Options::default() };
    let modulus = Modulus::new(parameters.prime(), &options)?;
    let words = modulus.modmul().residue_words().max(parameters.prime().len());
    macro_rules! any {
        ($($bits:literal),+) => {
            $(
                if words <= $bits / WORD_BITS {
                    let field = Prime::<{ $bits / WORD_BITS }, _>::new(modulus.modmul().clone())?;
                    let engine = OverField::<_, false, false>::new(tables, &field, parameters)?;
                    return made(Ok(engine.with_eights(eights(parameters, features))));
                }
            )+
        };
    }
    any!(576);
    #[cfg(feature = "curves")]
    any!(6144);
    #[cfg(not(feature = "curves"))]
    if parameters.prime().len() <= 6144 / WORD_BITS {
        return Err(Error::NotInThisBuild {
            what: "curves over primes of more than 576 bits",
            feature: "curves",
        });
    }
    Err(Error::TooLarge { what: "the curve's prime", max_bits: 6144 })
}

/// An element from its words.
fn element<F: Encoding>(f: &F, words: &[Word]) -> Result<F::El> {
    let mut bytes = vec![0; f.encoded_bytes()];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (words[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8;
    }
    f.decode(&bytes)
}

/// The element's bytes, most significant first.
fn bytes_of<F: Encoding>(f: &F, v: &F::El) -> Vec<u8> {
    let mut bytes = vec![0; f.encoded_bytes()];
    // The length is right.
    let _ = f.encode_be(&mut bytes, v);
    bytes
}

/// Whether the number in these bytes is odd.
fn is_odd(bytes: &[u8]) -> bool {
    bytes.last().is_some_and(|byte| byte & 1 == 1)
}

/// The coordinates of an affine point. Whether it is neutral shows.
fn plain<F: VartimeField + Encoding>(f: &F, entry: &AffinePoint<F>) -> Option<PlainPoint> {
    let neutral = entry.neutral.to_bool_vartime();
    (!neutral).then(|| PlainPoint::new(bytes_of(f, &entry.x), bytes_of(f, &entry.y)))
}

/// The coordinates of any point.
#[inline(never)]
fn normal<F: VartimeField + Encoding, G: Group<Entry = AffinePoint<F>>>(
    f: &F,
    group: &G,
    p: G::Point,
) -> Option<PlainPoint> {
    let mut entry = [AffinePoint::neutral(f)];
    group.normalise(&[p], &mut entry);
    plain(f, &entry[0])
}

fn made<E: Engine + 'static>(engine: Result<E>) -> Result<Arc<dyn Engine>> {
    Ok(Arc::new(engine?))
}
