//! All coordinate systems of binary curves by name, and curves made in them from parameters.
//!
//! Elements are as long as the largest field's, and operations counted if asked for, so that each system is compiled once: for commands, comparisons and
//! tests; engines have fields of the curve's own.

use super::{Affine, Jacobian, LambdaAffine, LambdaProjective, LopezDahab, Projective, Uniform};
use crate::cpu::Features;
use crate::curve::AnyCurve;
use crate::curve::named::Parameters;
use crate::curve::weierstrass::{Coordinates, Curve, Vartime};
use crate::error::{Error, Result};
use crate::field::binary::{AnyBinary, Best, MOST_DEGREE, Sparse, words_for};
use crate::field::{Counted, SharedCounts};
use crate::limb::Word;
use crate::timing::ConstantTime;
use alloc::sync::Arc;

const WORDS: usize = words_for(MOST_DEGREE);
type Field = Counted<AnyBinary<WORDS, Best>, Option<Arc<SharedCounts>>>;

/// A coordinate system of binary curves, or a law of its own.
#[derive(Clone, Copy)]
pub struct BinarySystem {
    /// The name in the literature, in kebab-case.
    pub name: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// One line: what a point looks like.
    pub summary: &'static str,
    /// Whether its law takes the same steps for all points.
    pub constant_time: ConstantTime,
    build: fn(Curve<Field>) -> Result<AnyCurve>,
}

impl BinarySystem {
    /// The curve with these parameters in this system.
    ///
    /// ```
    /// use polylimb::curve::binary::find_binary_coordinates;
    /// use polylimb::curve::named::Parameters;
    /// let curve = find_binary_coordinates("lambda-projective")?.build(&Parameters::named("K-233")?)?;
    /// assert_eq!(curve.coordinate_bytes(), 30);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve over a prime field; [`Error::TooLarge`] above degree 571.
    pub fn build(&self, parameters: &Parameters) -> Result<AnyCurve> {
        self.build_with(parameters, None)
    }

    /// The same, with what the field is asked for written down in `counts`.
    ///
    /// # Errors
    /// As [`BinarySystem::build`].
    pub fn build_counting(
        &self,
        parameters: &Parameters,
        counts: Arc<SharedCounts>,
    ) -> Result<AnyCurve> {
        self.build_with(parameters, Some(counts))
    }

    fn build_with(
        &self,
        parameters: &Parameters,
        counts: Option<Arc<SharedCounts>>,
    ) -> Result<AnyCurve> {
        if !parameters.is_binary() {
            return Err(Error::Curve {
                wrong: "these coordinates are for curves over binary fields",
            });
        }
        let polynomial = Sparse::new(parameters.bits(), &parameters.lower_exponents())?;
        let element = |v: &[Word]| core::array::from_fn(|i| v.get(i).copied().unwrap_or(0));
        let [a, b] = parameters.coefficients().map(element);
        let field = AnyBinary::with(Best::of(Features::detect()), polynomial)?;
        (self.build)(Curve::new(Counted::with(field, counts), a, b, parameters.shape()))
    }
}

/// A system whose formulas are made total by branches.
macro_rules! vartime {
    ($coordinates:ident, $source:literal, $summary:literal) => {
        BinarySystem {
            name: <$coordinates as Coordinates<Field>>::NAME,
            source: $source,
            summary: $summary,
            constant_time: ConstantTime::No,
            build: |curve| AnyCurve::new(Vartime::<_, $coordinates>::new(curve)),
        }
    };
}

/// Every coordinate system of binary curves.
pub static BINARY_COORDINATES: &[BinarySystem] = &[
    vartime!(Affine, "the chord and the tangent", "(x, y); a division per sum"),
    vartime!(
        LambdaAffine,
        "Schroeppel 1997; Knudsen 1999",
        "(x, x + y/x); a division per sum, none to halve"
    ),
    vartime!(
        Projective,
        "Cohen et al. 2006; thesis, equations 2.6 and 2.7",
        "(X : Y : Z) for (X/Z, Y/Z)"
    ),
    vartime!(
        Jacobian,
        "Cohen et al. 2006; thesis, equations 2.8 and 2.9",
        "(X : Y : Z) for (X/Z^2, Y/Z^3)"
    ),
    vartime!(LopezDahab, "Lopez, Dahab 1998", "(X : Y : Z) for (X/Z, Y/Z^2)"),
    vartime!(
        LambdaProjective,
        "Oliveira, Lopez, Aranha, Rodriguez-Henriquez 2013",
        "(X : L : Z) for (X/Z, lambda = L/Z), the cheapest sums"
    ),
    BinarySystem {
        name: "uniform",
        source: "own",
        summary: "Lopez-Dahab; sum and double are both computed, and what fits is selected",
        constant_time: ConstantTime::Yes,
        build: |curve| AnyCurve::new(Uniform::new(curve)),
    },
];

/// The system of that name in [`BINARY_COORDINATES`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find_binary_coordinates(name: &str) -> Result<&'static BinarySystem> {
    let unknown = Error::UnknownName { kind: "coordinate system of binary curves" };
    BINARY_COORDINATES.iter().find(|s| s.name == name).ok_or(unknown)
}
