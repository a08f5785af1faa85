//! The chain of exponentiations: library, catalogue and the laboratory's baselines.

mod power;

pub use power::Power;

use crate::failure::{Failure, Result};
use crate::judge::{BASELINES, Baseline};
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::powm::{Width, fixed_base, product};
use polylimb_catalogue::powm as catalogue;

/// The entry of an exponentiation. The domain of polylimb's own is the multiplication's.
pub type Entry = polylimb::authors::entry::Entry<Form>;

/// What a row of the list says in addition to every register's entry.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// What it computes: any `power`, powers of a `fixed-base`, a `batch` or a `product` of powers,
    /// or a power whose modulus has known factors (`crt`).
    pub form: &'static str,
    /// The window widths it takes.
    pub width: Width,
    /// Whether it is polylimb's own, from the library or the catalogue; the others are baselines.
    pub library: bool,
}

/// Something with an entry.
pub trait Named: Copy {
    /// Its entry.
    fn entry(&self) -> Entry;
}

/// An exponentiation of any base: the kind that `calc powm` and `lab leak` use.
#[derive(Clone, Copy)]
pub enum Listed {
    /// Polylimb's own, over any of its multiplications.
    Library(&'static polylimb::authors::powm::Entry),
    /// Another library's whole function, for comparison.
    Baseline(&'static Baseline),
}

/// An exponentiation the laboratory can measure.
#[derive(Clone, Copy)]
pub enum Measured {
    /// Of any base.
    Power(Listed),
    /// Of a base whose table is made beforehand.
    FixedBase(&'static fixed_base::Entry),
    /// The library's batch: eight in the lanes of a core, an eight for each thread.
    Batch,
    /// A product of several powers.
    Product(&'static product::Entry),
    /// The same product, with each power computed by itself.
    SeparatePowers,
    /// The private operation of RSA with this number of primes.
    Crt(&'static Factors),
    /// The same operation without knowledge of the primes.
    UnknownFactors,
}

/// The number of primes of a modulus.
#[derive(Debug)]
pub struct Factors {
    /// The name of the row.
    pub name: &'static str,
    /// The thread counts: 1 to the number of primes, ascending.
    threads: &'static [usize],
}

impl Factors {
    /// The number of primes.
    #[must_use]
    pub const fn primes(&self) -> usize {
        self.threads.len()
    }
}

/// RSA has two primes; with several, up to four for a modulus of 4096 bits.
const FACTORS: [Factors; 3] = [
    Factors { name: "crt-2-primes", threads: &[1, 2] },
    Factors { name: "crt-3-primes", threads: &[1, 2, 3] },
    Factors { name: "crt-4-primes", threads: &[1, 2, 3, 4] },
];

/// The numbers of primes for which [`measured`] has rows.
pub fn primes() -> impl Iterator<Item = usize> {
    FACTORS.iter().map(Factors::primes)
}

/// Every exponentiation of any base that polylimb has: the library's, then the catalogue's.
pub fn powers() -> impl Iterator<Item = &'static polylimb::authors::powm::Entry> {
    polylimb::authors::powm::METHODS.iter().chain(catalogue::METHODS)
}

/// The entry of that name in [`powers`].
///
/// # Errors
/// [`polylimb::Error::UnknownName`].
pub fn power(name: &str) -> polylimb::Result<&'static polylimb::authors::powm::Entry> {
    polylimb::authors::entry::find(powers(), "powm method", name)
}

/// Every exponentiation of any base: [`powers`], then the baselines.
#[must_use]
pub fn all() -> Vec<Listed> {
    let library = powers().map(Listed::Library);
    library.chain(BASELINES.iter().map(Listed::Baseline)).collect()
}

/// [`all`], then the exponentiations that know more than a base and an exponent: what `list powm`
/// shows and `lab powm` measures.
#[must_use]
pub fn measured() -> Vec<Measured> {
    let powers = all().into_iter().map(Measured::Power);
    let known_base = fixed_base::METHODS.iter().chain(catalogue::FIXED_BASE_METHODS);
    let known_base = known_base.map(Measured::FixedBase);
    let products = product::METHODS.iter().map(Measured::Product);
    let known_factors = FACTORS.iter().map(Measured::Crt);
    powers
        .chain(known_base)
        .chain([Measured::Batch])
        .chain(products)
        .chain([Measured::SeparatePowers])
        .chain(known_factors)
        .chain([Measured::UnknownFactors])
        .collect()
}

/// The exponentiation of that name among `listed`.
///
/// # Errors
/// [`Failure::Usage`] with the names that exist.
pub fn find<T: Named>(listed: &[T], name: &str) -> Result<T> {
    listed.iter().copied().find(|l| l.entry().name == name).ok_or_else(|| {
        let names: Vec<_> = listed.iter().map(|l| l.entry().name).collect();
        Failure::usage(super::missing("exponentiation", name, &names))
    })
}

/// The row of an entry.
fn row<M>(
    entry: &polylimb::authors::entry::Entry<M>,
    form: &'static str,
    width: Width,
    library: bool,
) -> Entry {
    Entry {
        name: entry.name,
        source: entry.source,
        summary: entry.summary,
        threads: entry.threads,
        domain: entry.domain,
        constant_time: entry.constant_time,
        make: Form { form, width, library },
    }
}

impl Named for Listed {
    fn entry(&self) -> Entry {
        match self {
            Self::Library(method) => row(method, "power", method.make.width, true),
            Self::Baseline(baseline) => row(baseline, "power", Width::None, false),
        }
    }
}

impl Named for Measured {
    fn entry(&self) -> Entry {
        // The common values; entries that differ override them.
        let of = |form, name, source, summary| Entry {
            name,
            source,
            summary,
            threads: Threads::Exactly(1),
            domain: Domain::Any,
            constant_time: ConstantTime::Yes,
            make: Form { form, width: Width::None, library: true },
        };
        match self {
            Self::Power(power) => power.entry(),
            Self::FixedBase(method) => row(method, "fixed-base", Width::None, true),
            Self::Batch => Entry {
                threads: Threads::AtLeast(1),
                domain: Domain::OddWithin { least_bits: 2, most_bits: 16_384 },
                ..of(
                    "batch",
                    "batch-of-eight",
                    "Gueron, Krasnov 2016; Buhrow, Gilbert, Haider 2021",
                    "eight powers at once in the lanes of AVX-512, an eight for each thread; the time of one of them",
                )
            },
            // For verification equations, whose numbers are public.
            Self::Product(method) => row(method, "product", Width::None, true),
            Self::SeparatePowers => Entry {
                constant_time: ConstantTime::No,
                ..of(
                    "product",
                    "separate-powers",
                    "Thurber 1973",
                    "each power by sliding-window, then their product: what the others save",
                )
            },
            Self::Crt(factors) => Entry {
                threads: Threads::OneOf(factors.threads),
                domain: Domain::Odd,
                ..of(
                    "crt",
                    factors.name,
                    "Quisquater, Couvreur 1982; Garner 1959",
                    "CrtModulus: a power modulo each prime on a thread of its own, blinded and checked",
                )
            },
            Self::UnknownFactors => Entry {
                domain: Domain::Odd,
                ..of(
                    "crt",
                    "unknown-factors",
                    "Brauer 1939",
                    "Modulus::pow, the plain power modulo the product of two primes: what the factors save",
                )
            },
        }
    }
}

/// The words for a [`Width`].
#[must_use]
pub fn width(width: Width) -> String {
    match width {
        Width::None => "none".into(),
        Width::UpTo { most, .. } => format!("1-{most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique() {
        let measured = measured();
        let names: BTreeSet<_> = measured.iter().map(|m| m.entry().name).collect();
        assert_eq!(names.len(), measured.len());
    }

    #[test]
    fn what_another_build_has_is_told() {
        let asked = ["gmp-powm", "gmp-powm-sec"].map(|name| find(&all(), name).map(drop));
        let multiplication = super::super::find(&super::super::all(), "gmp").map(drop);
        for found in asked.into_iter().chain([multiplication]) {
            assert_eq!(found.is_ok(), cfg!(feature = "gmp"));
            if let Err(why) = found {
                assert!(why.to_string().contains("--features gmp"), "{why}");
            }
        }
    }
}
