//! The methods of scalar multiplication for binary curves only, by name. All others, in [`METHODS`](super::METHODS), are for these curves, too.

use super::engine::{Engine, PlainPoint};
use crate::error::{Error, Result};
use crate::limb::Bits;
use crate::recoding::{self, Recoding};
use crate::team::{Alone, Split};
use crate::timing::ConstantTime;

/// Every such method.
pub static BINARY_METHODS: &[BinaryMethod] = &[
    BinaryMethod {
        name: "lopez-dahab-ladder",
        source: "Lopez, Dahab 1999; Algorithm 9 of Aranha et al. 2009",
        summary: "a doubling and an addition of abscissas for every bit; the default",
        constant_time: ConstantTime::Yes,
        koblitz: false,
        threads: 1,
        recodings: &["binary"],
        algorithm: Algorithm::Ladder,
    },
    BinaryMethod {
        name: "regular-tau",
        source: "Oliveira, Aranha, Lopez, Rodriguez-Henriquez 2014",
        summary: "w - 1 Frobenius maps and an addition from a table that is read as a whole; the default",
        constant_time: ConstantTime::Yes,
        koblitz: true,
        threads: 1,
        recodings: &["regular-tau"],
        algorithm: Algorithm::RegularTau,
    },
    BinaryMethod {
        name: "tau-naf",
        source: "Solinas 1997, 2000; Algorithm 8 of Aranha et al. 2009",
        summary: "a Frobenius map for each digit, an addition where it is not 0",
        constant_time: ConstantTime::No,
        koblitz: true,
        threads: 1,
        recodings: &["w-tau-naf", "tau-naf"],
        algorithm: Algorithm::TauNaf,
    },
    BinaryMethod {
        name: "tau-split",
        source: "Ahmadi, Hankerson, Rodriguez-Henriquez 2010",
        summary: "the upper half of the digits of tau-naf on a second thread, then one power tau^h",
        constant_time: ConstantTime::No,
        koblitz: true,
        threads: 2,
        recodings: &["w-tau-naf", "tau-naf"],
        algorithm: Algorithm::TauNaf,
    },
    BinaryMethod {
        name: "halve-and-add",
        source: "Knudsen 1999; Schroeppel 2000; Fong et al. 2004",
        summary: "halvings instead of doublings: a half-trace, a square root, one or two products",
        constant_time: ConstantTime::No,
        koblitz: false,
        threads: 1,
        recodings: &["w-naf"],
        algorithm: Algorithm::Halve,
    },
    BinaryMethod {
        name: "double-and-halve",
        source: "Taverne et al. 2011",
        summary: "the upper digits by doublings, beside the lower ones by halvings on a second thread",
        constant_time: ConstantTime::No,
        koblitz: false,
        threads: 2,
        recodings: &["w-naf"],
        algorithm: Algorithm::Halve,
    },
];

/// The method of that name in [`BINARY_METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find_binary(name: &str) -> Result<&'static BinaryMethod> {
    let unknown = Error::UnknownName { kind: "multiplication method of binary curves" };
    BINARY_METHODS.iter().find(|m| m.name == name).ok_or(unknown)
}

/// A way to multiply points of binary curves.
#[derive(Debug, Clone, Copy)]
pub struct BinaryMethod {
    /// The name in the literature, in kebab-case.
    pub name: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// One line: the idea.
    pub summary: &'static str,
    /// Whether its time tells nothing about scalar and point.
    pub constant_time: ConstantTime,
    /// Whether it is for Koblitz curves only.
    pub koblitz: bool,
    /// How many threads it makes use of.
    pub threads: usize,
    /// How the scalar may be written; the first is the usual way.
    pub recodings: &'static [&'static str],
    algorithm: Algorithm,
}

/// What an engine is asked for; with more than one thread in its form for two.
#[derive(Debug, Clone, Copy)]
pub(super) enum Algorithm {
    Ladder,
    RegularTau,
    TauNaf,
    Halve,
}

/// One scalar multiplication.
#[derive(Clone, Copy)]
pub struct BinaryWork<'a> {
    /// The scalar.
    pub k: Bits<'a>,
    /// The point, in the generator's subgroup.
    pub base: &'a PlainPoint,
    /// How the scalar is written; none for the method's usual way.
    pub recoding: Option<&'static Recoding>,
    /// The recoding's width; none for its usual one.
    pub width: Option<usize>,
    /// What runs the second thread of methods that have one.
    pub split: &'a dyn Split,
}

/// What engines of binary curves have.
pub(super) trait BinaryMultiply {
    /// `k base` with digits of that width.
    fn multiply_by(
        &self,
        algorithm: Algorithm,
        work: &BinaryWork<'_>,
        width: usize,
    ) -> Result<Option<PlainPoint>>;
}

/// An engine's face for these methods.
#[derive(Clone, Copy)]
pub struct OverBinaryCurve<'a>(pub(super) &'a dyn BinaryMultiply);

impl BinaryMethod {
    /// The product; none for the neutral element.
    ///
    /// ```
    /// use polylimb::cpu::Features;
    /// use polylimb::curve::named::Parameters;
    /// use polylimb::limb::Bits;
    /// use polylimb::multiply::{BinaryWork, engine::engine, find_binary};
    /// use polylimb::team::Alone;
    /// let curve = engine(&Parameters::named("K-233")?, Features::detect())?;
    /// let base = &curve.multiply_generator(Bits::new(&[7])).expect("not neutral");
    /// let work = BinaryWork { k: Bits::new(&[5]), base, recoding: None, width: None, split: &Alone };
    /// let product = find_binary("tau-naf")?.multiply(&*curve, &work)?;
    /// assert_eq!(product, curve.multiply_generator(Bits::new(&[35])));
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Curve`] for an engine over a prime field, for another than a Koblitz curve where it takes one, for a cofactor other than 2 and 4
    /// where points are halved, and for a base outside of the generator's subgroup; [`Error::Parameter`] for a recoding or width that the method does not
    /// take.
    pub fn multiply(
        &self,
        engine: &dyn Engine,
        work: &BinaryWork<'_>,
    ) -> Result<Option<PlainPoint>> {
        let wrong = |wrong| Err(Error::Curve { wrong });
        let Some(OverBinaryCurve(curve)) = engine.binary() else {
            return wrong("this multiplication is for binary curves");
        };
        if self.koblitz && !engine.parameters().is_koblitz() {
            return wrong("this multiplication is for Koblitz curves");
        }
        let recoding = match work.recoding {
            None => recoding::find(self.recodings[0])?,
            Some(recoding) if self.recodings.contains(&recoding.name) => recoding,
            Some(_) => {
                return Err(Error::Parameter { expected: "a recoding that the method takes" });
            }
        };
        let width = recoding.width.choose(work.width)?;
        let split = if self.threads > 1 { work.split } else { &Alone };
        curve.multiply_by(self.algorithm, &BinaryWork { split, ..*work }, width)
    }
}
