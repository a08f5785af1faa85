//! All coordinate systems by name, and curves made in them from parameters.

use super::{AnyPolynomial, any_polynomial, binary, weierstrass};
use crate::counted::SharedCounts;
use crate::erased::AnyCurve;
use polylimb::authors::curve::{
    Complete, Coordinates, Curve, Jacobian, LopezDahab, Parameters, Uniform, Vartime,
};
use polylimb::authors::entry::{self, ConstantTime, Domain, Entry, Threads};
use polylimb::authors::field::prime::Prime;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::authors::modmul::ModMul;
use polylimb::cpu::Features;
use polylimb::{Error, Result};
use std::sync::Arc;

/// The multiplication of a run-time field, shared.
type Shared = Arc<dyn ModMul>;

/// A coordinate system, or a law of its own; the domain says for which curves. Constant time means
/// that its law takes the same steps for all points.
pub type System = Entry<Make>;

/// Makes a curve in these coordinates.
#[derive(Clone, Copy)]
pub struct Make(Over);

#[derive(Clone, Copy)]
enum Over {
    Prime(fn(&Parameters, Shared) -> Result<AnyCurve>),
    Binary(fn(Curve<AnyPolynomial>) -> Result<AnyCurve>),
}

impl Make {
    /// The curve with these parameters in this system, over a multiplication for its prime.
    ///
    /// ```
    /// use polylimb::authors::curve::Parameters;
    /// use polylimb::authors::entry::Domain;
    /// use polylimb::modmul::{Modulus, Options};
    /// use polylimb_catalogue::coordinates::find;
    /// let parameters = Parameters::named("P-256")?;
    /// let modulus = Modulus::new(parameters.prime(), &Options::default())?;
    /// let system = find("jacobian", Domain::PrimeCurves)?;
    /// let curve = system.make.over_prime(&parameters, modulus.modmul().clone())?;
    /// assert_eq!(curve.coordinate_bytes(), 32);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Curve`] for a binary curve or a system of binary curves; [`Error::Parameter`] if
    /// the multiplication is for another modulus; [`Error::TooLarge`] if its residues take more
    /// than 6144 bits.
    pub fn over_prime(&self, parameters: &Parameters, modmul: Shared) -> Result<AnyCurve> {
        let Over::Prime(make) = self.0 else { return Err(FOR_BINARY) };
        if parameters.is_binary() {
            return Err(FOR_PRIMES);
        }
        if modmul.modulus() != parameters.prime() {
            return Err(Error::Parameter { expected: "a multiplication modulo the curve's prime" });
        }
        make(parameters, modmul)
    }

    /// The curve with these parameters in this system. `counts`, if given, receives the operations
    /// of its field. Elements are as long as in the largest field, so that each system is compiled
    /// once.
    ///
    /// ```
    /// use polylimb::authors::curve::Parameters;
    /// use polylimb::authors::entry::Domain;
    /// use polylimb_catalogue::coordinates::find;
    /// let system = find("lambda-projective", Domain::BinaryCurves)?;
    /// let curve = system.make.over_binary(&Parameters::named("K-233")?, None)?;
    /// assert_eq!(curve.coordinate_bytes(), 30);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve over a prime field or a system of such curves;
    /// [`Error::TooLarge`] above degree 571.
    pub fn over_binary(
        &self,
        parameters: &Parameters,
        counts: Option<Arc<SharedCounts>>,
    ) -> Result<AnyCurve> {
        let Over::Binary(make) = self.0 else { return Err(FOR_PRIMES) };
        if !parameters.is_binary() {
            return Err(FOR_BINARY);
        }
        let element = |v: &[Word]| std::array::from_fn(|i| v.get(i).copied().unwrap_or(0));
        let [a, b] = parameters.coefficients().map(element);
        let field = any_polynomial(parameters, Features::detect(), counts)?;
        make(Curve::new(field, a, b, parameters.shape()))
    }
}

const FOR_PRIMES: Error =
    Error::Curve { wrong: "these coordinates are for curves over prime fields" };
const FOR_BINARY: Error =
    Error::Curve { wrong: "these coordinates are for curves over binary fields" };

/// Words of scratch that [`Prime`] has for each word of storage.
const SCRATCH_PER_WORD: usize = 64;

/// The storage that a multiplication needs: for its residues, and for its scratch, which is longer
/// where many threads share a short product.
fn storage(modmul: &dyn ModMul) -> usize {
    let scratch = modmul.scratch_words().div_ceil(SCRATCH_PER_WORD);
    modmul.residue_words().max(modmul.modulus().len()).max(scratch)
}

/// Chooses the smallest storage that suffices.
macro_rules! by_size {
    ($parameters:expr, $modmul:expr, |$curve:ident| $group:expr) => {{
        let (parameters, modmul) = ($parameters, $modmul);
        let words = storage(&*modmul);
        by_size!(words, parameters, modmul, $curve, $group, 576, 2048, 6144)
    }};
    ($words:ident, $parameters:ident, $modmul:ident, $curve:ident, $group:expr, $($bits:literal),+) => {{
        $(
            if $words <= $bits / WORD_BITS {
                let $curve = curve::<{ $bits / WORD_BITS }>($parameters, $modmul)?;
                return AnyCurve::new($group);
            }
        )+
        Err(Error::TooLarge { what: "a residue", max_bits: 6144 })
    }};
}

/// The curve over the field of that multiplication.
fn curve<const N: usize>(
    parameters: &Parameters,
    modmul: Shared,
) -> Result<Curve<Prime<N, Shared>>> {
    let field = Prime::new(modmul)?;
    let [a, b] = parameters.coefficients();
    let (a, b) = (field.enter(a)?, field.enter(b)?);
    Ok(Curve::new(field, a, b, parameters.shape()))
}

/// A system with branches that make its formulas total.
macro_rules! vartime {
    ($name:expr, $domain:ident, $over:expr, $source:literal, $summary:literal) => {
        System {
            name: $name,
            source: $source,
            summary: $summary,
            threads: Threads::Exactly(1),
            domain: Domain::$domain,
            constant_time: ConstantTime::No,
            make: Make($over),
        }
    };
}

/// A system of curves over prime fields.
macro_rules! prime {
    ($coordinates:ty, $source:literal, $summary:literal) => {
        vartime!(
            <$coordinates as Coordinates<Prime<1, Shared>>>::NAME,
            PrimeCurves,
            Over::Prime(|parameters, modmul| {
                by_size!(parameters, modmul, |curve| Vartime::<_, $coordinates>::new(curve))
            }),
            $source,
            $summary
        )
    };
}

/// A system of binary curves.
macro_rules! binary {
    ($coordinates:ty, $source:literal, $summary:literal) => {
        vartime!(
            <$coordinates as Coordinates<AnyPolynomial>>::NAME,
            BinaryCurves,
            Over::Binary(|curve| AnyCurve::new(Vartime::<_, $coordinates>::new(curve))),
            $source,
            $summary
        )
    };
}

/// Every coordinate system of Weierstrass curves, over prime fields first. A name occurs once for
/// each kind of curve.
pub static COORDINATES: &[System] = &[
    prime!(weierstrass::Affine, "the chord and the tangent", "(x, y); a division per sum"),
    prime!(weierstrass::Projective, "Cohen, Miyaji, Ono 1998", "(X : Y : Z) for (X/Z, Y/Z)"),
    prime!(Jacobian, "Cohen, Miyaji, Ono 1998", "(X : Y : Z) for (X/Z^2, Y/Z^3)"),
    prime!(weierstrass::Chudnovsky, "Chudnovsky, Chudnovsky 1986", "Jacobian with Z^2 and Z^3"),
    prime!(weierstrass::ModifiedJacobian, "Cohen, Miyaji, Ono 1998", "Jacobian with a Z^4"),
    prime!(
        weierstrass::JacobianBernsteinLange,
        "Bernstein, Lange 2007",
        "Jacobian, squares for products"
    ),
    System {
        name: "complete",
        source: "Renes, Costello, Batina 2016",
        summary: "(X : Y : Z) for (X/Z, Y/Z), one formula for all points",
        threads: Threads::Exactly(1),
        domain: Domain::PrimeCurves,
        constant_time: ConstantTime::Yes,
        make: Make(Over::Prime(|parameters, modmul| {
            by_size!(parameters, modmul, |curve| Complete::new(curve))
        })),
    },
    binary!(binary::Affine, "the chord and the tangent", "(x, y); a division per sum"),
    binary!(
        binary::LambdaAffine,
        "Schroeppel 1997; Knudsen 1999",
        "(x, x + y/x); a division per sum, none to halve"
    ),
    binary!(
        binary::Projective,
        "Cohen et al. 2006; Arruda 2014, equations 2.6 and 2.7",
        "(X : Y : Z) for (X/Z, Y/Z)"
    ),
    binary!(
        binary::Jacobian,
        "Cohen et al. 2006; Arruda 2014, equations 2.8 and 2.9",
        "(X : Y : Z) for (X/Z^2, Y/Z^3)"
    ),
    binary!(LopezDahab, "Lopez, Dahab 1998", "(X : Y : Z) for (X/Z, Y/Z^2)"),
    binary!(
        binary::LambdaProjective,
        "Oliveira, Lopez, Aranha, Rodriguez-Henriquez 2013",
        "(X : L : Z) for (X/Z, lambda = L/Z), the cheapest sums"
    ),
    System {
        name: "uniform",
        source: "own",
        summary: "Lopez-Dahab; sum and double are both computed, and what fits is selected",
        threads: Threads::Exactly(1),
        domain: Domain::BinaryCurves,
        constant_time: ConstantTime::Yes,
        make: Make(Over::Binary(|curve| AnyCurve::new(Uniform::new(curve)))),
    },
];

/// The systems of [`COORDINATES`] with that domain, [`Domain::PrimeCurves`] or
/// [`Domain::BinaryCurves`].
pub fn of(domain: Domain) -> impl Iterator<Item = &'static System> {
    COORDINATES.iter().filter(move |system| system.domain == domain)
}

/// The system of that name and domain in [`COORDINATES`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str, domain: Domain) -> Result<&'static System> {
    entry::find(of(domain), "coordinate system", name)
}
