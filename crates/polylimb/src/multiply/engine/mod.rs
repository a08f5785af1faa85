//! Curves whose methods are chosen: what protocols and commands stand on.
//!
//! An [`Engine`] hides field, coordinates, methods and kernels behind one pointer, so that the curve may be chosen at run time and
//! a protocol is compiled once. Points go in and out as [`PlainPoint`]s and are checked. [`engine`] gives the named primes their own fields and
//! kernels, and every other curve any modular multiplication.
//!
//! **Secrets.** Scalars of [`Engine::multiply`] and [`Engine::multiply_generator`] may be secret, and the point of the former, and those of [`Engine::add`]. Whether the
//! result is the neutral element shows.

mod binary_batch;
mod binary_methods;
mod endomorphism;
mod over_binary;
mod over_field;
mod plain_point;

use super::binary_methods::OverBinaryCurve;
use super::engine::endomorphism::{Glv, Without};
use super::engine::over_binary::OverBinary;
use super::engine::over_field::OverField;
use super::glv;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use super::quads::over;
use crate::cpu::Features;
use crate::curve::named::Parameters;
use crate::error::{Error, Result};
use crate::field::binary::{AnyBinary, Best, MOST_DEGREE, Sparse, words_for};
use crate::field::prime::{KernelSet, P192, P224, P256, P384, P521, Prime, Secp256k1};
use crate::field::{Counted, SharedCounts};
use crate::limb::{Bits, Kernel, WORD_BITS};
use crate::modmul::{Modulus, Options};
#[cfg(feature = "std")]
use crate::multiply::lanes::batched;
use crate::team::{Split, map_parts};
use alloc::sync::Arc;
use alloc::vec::Vec;
pub use plain_point::PlainPoint;

/// A curve with its generator, and its multiplications.
pub trait Engine: Send + Sync {
    /// The curve.
    fn parameters(&self) -> &Parameters;

    /// Bytes of a coordinate.
    fn coordinate_bytes(&self) -> usize;

    /// Whether `p` is a point of the group that the generator generates, other than the neutral element.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotReduced`], [`Error::Curve`]; so wherever a point comes in.
    fn check(&self, p: &PlainPoint) -> Result<()>;

    /// `k p`; none for the neutral element. Constant time.
    ///
    /// # Errors
    /// As [`Engine::check`].
    fn multiply(&self, k: Bits<'_>, p: &PlainPoint) -> Result<Option<PlainPoint>>;

    /// `k` times the generator; none for the neutral element. Constant time.
    fn multiply_generator(&self, k: Bits<'_>) -> Option<PlainPoint>;

    /// `a` times the generator plus `b q`, none for the neutral element: for verification.
    ///
    /// # Errors
    /// As [`Engine::check`].
    fn multiply_add_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &PlainPoint,
    ) -> Result<Option<PlainPoint>>;

    /// Whether `a` times the generator plus `b q` has one of these abscissas, most significant byte first: what verification asks, without the
    /// division that tells which it has.
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

    /// `p + q`; none for the neutral element. Constant time.
    ///
    /// # Errors
    /// As [`Engine::check`].
    fn add(&self, p: &PlainPoint, q: &PlainPoint) -> Result<Option<PlainPoint>>;

    /// [`Engine::multiply`] for each job, in their order; parts of the batch over `split`. Constant time, but for which points are invalid and which
    /// results neutral.
    fn multiply_batch(
        &self,
        jobs: &[(Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Vec<Result<Option<PlainPoint>>> {
        one_by_one(split, jobs, |&(k, p)| self.multiply(k, p))
    }

    /// [`Engine::multiply_generator`] for each scalar, as [`Engine::multiply_batch`].
    fn multiply_generator_batch(
        &self,
        scalars: &[Bits<'_>],
        split: &dyn Split,
    ) -> Vec<Option<PlainPoint>> {
        one_by_one(split, scalars, |&k| self.multiply_generator(k))
    }

    /// [`Engine::multiply_add_vartime`] for each job, as [`Engine::multiply_batch`].
    fn multiply_add_batch_vartime(
        &self,
        jobs: &[(Bits<'_>, Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Vec<Result<Option<PlainPoint>>> {
        one_by_one(split, jobs, |&(a, b, q)| self.multiply_add_vartime(a, b, q))
    }

    /// The point with that abscissa, most significant byte first, whose ordinate is odd or even as asked.
    ///
    /// # Errors
    /// As [`Engine::check`].
    fn decompress(&self, x: &[u8], odd: bool) -> Result<PlainPoint>;

    /// What [`Engine::decompress`] must be told to find `p` again: whether its ordinate is odd; on a binary curve whether
    /// `y/x` has the coefficient 1.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotReduced`].
    fn compression_bit(&self, p: &PlainPoint) -> Result<bool>;

    /// What the methods for binary curves only need; none over prime fields.
    fn binary(&self) -> Option<OverBinaryCurve<'_>> {
        None
    }
}

/// The result of each job in its order, parts of them over `split`.
fn one_by_one<J: Sync, R: Send>(
    split: &dyn Split,
    jobs: &[J],
    work: impl Fn(&J) -> R + Sync,
) -> Vec<R> {
    let part = jobs.len().div_ceil(split.threads()).max(1);
    map_parts(split, jobs, part, |jobs| jobs.iter().map(&work).collect())
}

/// The engine for a curve on a machine with these features. With AVX-512 IFMA the batches of P-256, secp256k1, P-384 and P-521 go over eight lanes.
///
/// ```
/// use polylimb::cpu::Features;
/// use polylimb::curve::named::Parameters;
/// use polylimb::limb::Bits;
/// use polylimb::multiply::engine::engine;
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
    let engine = one_at_a_time(parameters, features)?;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    let engine = batched::<crate::field::lanes::Ifma>(engine, features);
    Ok(engine)
}

/// The same engine with batches over eight lanes in plain Rust: slower than one by one, and so for tests of the lanes' code on any machine.
///
/// # Errors
/// As [`engine`].
// Inline: compiled with the tests that call it, not with the library, where four curves of it would take as long as all lanes of vectors.
#[cfg(feature = "std")]
#[inline]
pub fn portable_lanes(parameters: &Parameters, features: Features) -> Result<Arc<dyn Engine>> {
    let engine = one_at_a_time(parameters, features)?;
    Ok(batched::<crate::field::lanes::Portable>(engine, features))
}

/// The engine that takes batches one by one.
///
/// # Errors
/// As [`engine`].
pub fn one_at_a_time(parameters: &Parameters, features: Features) -> Result<Arc<dyn Engine>> {
    if parameters.is_binary() {
        return over_binary_field(parameters, features);
    }
    match over_fixed_field(parameters, features) {
        Some(engine) => engine,
        None => over_any_multiplication(parameters, features),
    }
}

/// The one kernel set that engines are compiled for.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
type Fastest = crate::field::prime::fixed::Mulx;
#[cfg(not(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32")))))]
type Fastest = crate::field::prime::Portable;

/// The engine over a field of the prime's own. Each of them is a copy of all methods, so there is one per prime:
/// x86-64 without MULX takes any multiplication.
fn over_fixed_field(
    parameters: &Parameters,
    features: Features,
) -> Option<Result<Arc<dyn Engine>>> {
    let kernel = Fastest::available(features)?;
    let tables = Kernel::best(features);
    macro_rules! fixed {
        ($endomorphism:ty; $($field:ident),+) => {
            $(
                let field = $field::new(kernel);
                if field.modulus() == parameters.prime() {
                    let engine = OverField::<_, $endomorphism>::new(tables, &field, parameters);
                    return Some(made(engine));
                }
            )+
        };
    }
    if *parameters == Parameters::named(glv::CURVE).ok()? {
        fixed!(Glv<_>; Secp256k1);
    }
    fixed!(Without; P256, P384, P521, P224, P192);
    None
}

/// Words of an element of any binary field.
const BINARY_WORDS: usize = words_for(MOST_DEGREE);

/// The engine over a field of the polynomial's own where the CPU has a carry-less multiplication; otherwise over a field that takes any
/// polynomial.
fn over_binary_field(parameters: &Parameters, features: Features) -> Result<Arc<dyn Engine>> {
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    if let Some(engine) = over_own_field(parameters, features) {
        return engine;
    }
    over_any_polynomial(parameters, features, None)
}

/// The engine of a binary curve that counts into `counts` what its field is asked for; slower than [`engine`], the results are the same. Its making is counted, too.
///
/// ```
/// use polylimb::curve::named::Parameters;
/// use polylimb::field::SharedCounts;
/// use polylimb::limb::Bits;
/// use polylimb::multiply::{BinaryWork, engine::counting, find_binary};
/// use polylimb::team::Alone;
/// use std::sync::Arc;
///
/// let counts = Arc::new(SharedCounts::default());
/// let curve = counting(&Parameters::named("K-163")?, Arc::clone(&counts))?;
/// let base = &curve.multiply_generator(Bits::new(&[7])).expect("not neutral");
/// let _ = counts.take();
/// let work = BinaryWork { k: Bits::new(&[5]), base, recoding: None, width: None, split: &Alone };
/// find_binary("lopez-dahab-ladder")?.multiply(&*curve, &work)?;
/// assert_eq!(counts.take().inv, 1);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Curve`] for a curve over a prime field, whose multiplication is to be watched instead ([`crate::modmul::ModMul`]).
pub fn counting(parameters: &Parameters, counts: Arc<SharedCounts>) -> Result<Arc<dyn Engine>> {
    if !parameters.is_binary() {
        return Err(Error::Curve { wrong: "operations are counted on binary curves" });
    }
    over_any_polynomial(parameters, Features::detect(), Some(counts))
}

/// The engine over the field that takes any polynomial; one copy of all methods for every curve, counted or not.
fn over_any_polynomial(
    parameters: &Parameters,
    features: Features,
    counts: Option<Arc<SharedCounts>>,
) -> Result<Arc<dyn Engine>> {
    let polynomial = Sparse::new(parameters.bits(), &parameters.lower_exponents())?;
    let field = AnyBinary::<BINARY_WORDS, _>::with(Best::of(features), polynomial)?;
    let field = Counted::with(field, counts);
    made(OverBinary::new(Kernel::best(features), &field, parameters))
}

/// One of the engines over the field of one of these polynomials, with lanes of these vectors.
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
                return Some(OverBinary::new(Kernel::best(features), &field, parameters).and_then(|engine| {
                    let lanes = over::<$vector, _, WORDS, VECTORS, _>(features, engine.curve());
                    made(Ok(engine.with_lanes(lanes)))
                }));
            }
        )+
        return None;
    };
}

/// The engine over the polynomial's own field, if there is one; single multiplications over four lanes where the CPU has them.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
fn over_own_field(parameters: &Parameters, features: Features) -> Option<Result<Arc<dyn Engine>>> {
    use crate::field::lanes::Ifma;
    over_polynomials!(Ifma: F163, F233, F283, F409, F571; parameters, features);
}

/// The same engine with its four lanes in plain Rust, for tests of their code on any machine: over `F_2^163` and `F_2^283`, none for other curves.
// Inline: compiled with the tests that call it, as `portable_lanes`.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[inline]
pub fn portable_quads(
    parameters: &Parameters,
    features: Features,
) -> Option<Result<Arc<dyn Engine>>> {
    use crate::field::lanes::Portable;
    over_polynomials!(Portable: F163, F283; parameters, features);
}

/// None: without carry-less multiplication no engine has four lanes.
#[cfg(not(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32")))))]
pub fn portable_quads(_: &Parameters, _: Features) -> Option<Result<Arc<dyn Engine>>> {
    None
}

/// The engine over the modular multiplication that is best for the prime, in one of three sizes of storage.
fn over_any_multiplication(parameters: &Parameters, features: Features) -> Result<Arc<dyn Engine>> {
    let tables = Kernel::best(features);
    let options = Options { features, ..Options::default() };
    let modulus = Modulus::new(parameters.prime(), &options)?;
    let words = modulus.modmul().residue_words().max(parameters.prime().len());
    macro_rules! any {
        ($($bits:literal),+) => {
            $(
                if words <= $bits / WORD_BITS {
                    let field = Prime::<{ $bits / WORD_BITS }, _>::new(modulus.modmul().clone())?;
                    return made(OverField::<_, Without>::new(tables, &field, parameters));
                }
            )+
        };
    }
    any!(576, 2048, 6144);
    Err(Error::TooLarge { what: "the curve's prime", max_bits: 6144 })
}

fn made<E: Engine + 'static>(engine: Result<E>) -> Result<Arc<dyn Engine>> {
    Ok(Arc::new(engine?))
}
