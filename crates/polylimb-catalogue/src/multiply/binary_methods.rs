//! The methods of scalar multiplication for binary curves only, by name. The methods in
//! [`METHODS`](super::METHODS) serve these curves, too.

use crate::recoding::Recoding;
use polylimb::authors::entry::{self, ConstantTime, Domain, Entry, Threads};
use polylimb::authors::limb::Bits;
use polylimb::authors::multiply::PlainPoint;
use polylimb::{Result, Split};

/// Every method for binary curves only.
pub static BINARY_METHODS: &[BinaryMethod] = &[
    BinaryMethod {
        name: "lopez-dahab-ladder",
        source: "Lopez, Dahab 1999; Algorithm 9 of Aranha et al. 2009",
        summary: "a doubling and an addition of abscissas for every bit; the default",
        threads: Threads::Exactly(1),
        domain: Domain::BinaryCurves,
        constant_time: ConstantTime::Yes,
        make: BinaryMake { recodings: &["binary"], algorithm: Algorithm::Ladder },
    },
    BinaryMethod {
        name: "regular-tau",
        source: "Oliveira, Aranha, Lopez, Rodriguez-Henriquez 2014",
        summary: "w - 1 Frobenius maps and an addition from a table that is read as a whole; the default",
        threads: Threads::Exactly(1),
        domain: Domain::KoblitzCurves,
        constant_time: ConstantTime::Yes,
        make: BinaryMake { recodings: &["regular-tau"], algorithm: Algorithm::RegularTau },
    },
    BinaryMethod {
        name: "tau-naf",
        source: "Solinas 1997, 2000; Algorithm 8 of Aranha et al. 2009",
        summary: "a Frobenius map for each digit, an addition where it is not 0",
        threads: Threads::Exactly(1),
        domain: Domain::KoblitzCurves,
        constant_time: ConstantTime::No,
        make: BinaryMake { recodings: &["w-tau-naf", "tau-naf"], algorithm: Algorithm::TauNaf },
    },
    BinaryMethod {
        name: "tau-split",
        source: "Ahmadi, Hankerson, Rodriguez-Henriquez 2010",
        summary: "the upper half of the digits of tau-naf on a second thread, then one power tau^h",
        threads: Threads::Exactly(2),
        domain: Domain::KoblitzCurves,
        constant_time: ConstantTime::No,
        make: BinaryMake { recodings: &["w-tau-naf", "tau-naf"], algorithm: Algorithm::TauNaf },
    },
    BinaryMethod {
        name: "halve-and-add",
        source: "Knudsen 1999; Schroeppel 2000; Fong et al. 2004",
        summary: "halvings instead of doublings: a half-trace, a square root, one or two products",
        threads: Threads::Exactly(1),
        domain: Domain::BinaryCurves,
        constant_time: ConstantTime::No,
        make: BinaryMake { recodings: &["w-naf"], algorithm: Algorithm::Halve },
    },
    BinaryMethod {
        name: "double-and-halve",
        source: "Taverne et al. 2011",
        summary: "the upper digits by doublings, beside the lower ones by halvings on a second thread",
        threads: Threads::Exactly(2),
        domain: Domain::BinaryCurves,
        constant_time: ConstantTime::No,
        make: BinaryMake { recodings: &["w-naf"], algorithm: Algorithm::Halve },
    },
];

/// The method of that name in [`BINARY_METHODS`].
///
/// # Errors
/// [`Error::UnknownName`](polylimb::Error::UnknownName).
pub fn find_binary(name: &str) -> Result<&'static BinaryMethod> {
    entry::find(BINARY_METHODS, "multiplication method of binary curves", name)
}

/// A way to multiply points of binary curves;
/// [`BinaryCurve::multiply`](super::BinaryCurve::multiply) runs it. It uses its number of threads
/// where they are available, and also runs on one thread.
pub type BinaryMethod = Entry<BinaryMake>;

/// How a method multiplies.
#[derive(Debug, Clone, Copy)]
pub struct BinaryMake {
    /// The names of its recodings; the first is the usual one.
    pub recodings: &'static [&'static str],
    pub(super) algorithm: Algorithm,
}

/// The algorithm on a curve; with more than one thread, its form for two.
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
    /// The recoding; `None` for the method's usual one.
    pub recoding: Option<&'static Recoding>,
    /// The recoding's width; `None` for its usual one.
    pub width: Option<usize>,
    /// Provides the second thread of methods that have one.
    pub split: &'a dyn Split,
}
